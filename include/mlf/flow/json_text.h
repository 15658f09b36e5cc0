/// \file
/// JSON of events, choices and actions as text, appended to a string. Servers send it at each
/// step. A tree takes several times as long to build, write and destroy. The objects are those of
/// json.h.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/viewer.h>

#include <string>
#include <string_view>
#include <vector>

namespace mlf {

/// `text` in quotes, with escapes; bytes that are no UTF-8 become U+FFFD.
void AppendQuoted(std::string& out, std::string_view text);

/// The list of the entries that the viewer sees.
void AppendEvents(std::string& out, const Flow& flow, const std::vector<Event>& events,
                  Viewer viewer);
/// The list of SeatChoices.
void AppendChoices(std::string& out, const Flow& flow, const Choices& choices, Viewer viewer);
/// Without "v".
void AppendAction(std::string& out, const Flow& flow, const Action& action);

}  // namespace mlf
