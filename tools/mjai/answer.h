// A line of an mjai program as an action of the flow.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/play/choices.h>

#include <string>

namespace mlf::tools {

struct MjaiAnswer {
  std::string why;        // not empty: the line breaks the protocol, and how
  Action action;          // of the flow; not set where `declares`
  bool declares = false;  // riichi: the discard is the next answer
};

// The word "type" of a line; empty if it is no message.
std::string MjaiType(const std::string& line);

// Reads what `seat` answers. `declared`: it has said "reach", and names its discard now.
MjaiAnswer ReadMjaiAnswer(const play::Choosing& choosing, const Flow& flow, const Records& records,
                          const Choices& choices, Seat seat, std::uint32_t ask,
                          const std::string& line, bool declared);

// An action as the line that a program writes; `pass` if it has none. Riichi takes two lines: this
// is the discard of a declaration.
std::string MjaiLine(const play::Choosing& choosing, const Flow& flow, const Records& records,
                     const Action& action);

}  // namespace mlf::tools
