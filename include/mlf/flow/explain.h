/// \file
/// Explain: in words, where a game stands and why a step went the way it did. For people at a
/// table, for designers and for support: what it says is read off the graph, the records and the
/// engine's own decision, so it cannot differ from what happens.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/flow/viewer.h>

#include <string>

namespace mlf {

/// Where the game stands, who is asked, what each may answer, and why it may not give the other
/// answers of the window. A seat's viewer reads of its own seat only.
std::string Explain(const Flow& flow, const Records& records, Lang lang,
                    Viewer viewer = Viewer::Full());

/// Step `step` of a journal (from 1; accepted and refused actions count), found by replay: what was
/// asked and offered, the answers so far, the action, how the window decided and why, the nodes
/// that ran with their hooks, what happened, and what comes next. Step 0 is the start.
Result<std::string> Explain(const Flow& flow, const Journal& journal, int step, Lang lang,
                            const ReplayOptions& options = {});

/// One step of a trace in a line or two.
std::string Explain(const Flow& flow, const TraceEntry& entry, Lang lang);

}  // namespace mlf
