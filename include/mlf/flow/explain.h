/// \file
/// Explain: describes the state of a game and the reasons of a step in words. For players,
/// designers and support. The text comes from the graph, the records and the engine's own decision,
/// so it matches the behaviour.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/flow/viewer.h>

#include <string>

namespace mlf {

/// The state of the game, the seats asked, what each of them may answer, and why its other answers
/// are refused. A seat's viewer reads about its own seat only.
std::string Explain(const Flow& flow, const Records& records, Lang lang,
                    Viewer viewer = Viewer::Full());

/// Explains one step of a journal by replay: the offers, the answers so far, the action, the
/// decision, the nodes and hooks that ran, the events, and what comes next. Steps count accepted
/// and refused actions from 1; step 0 is the start. Fault J14: no such step.
Result<std::string> Explain(const Flow& flow, const Journal& journal, int step, Lang lang,
                            const ReplayOptions& options = {});

/// One step of a trace, in one or two lines.
std::string Explain(const Flow& flow, const TraceEntry& entry, Lang lang);

}  // namespace mlf
