// A bot of ours as a program that speaks mjai: one line for every message.
#pragma once

#include <mlf/flow/flow.h>
#include "bots/bots.h"

#include <iosfwd>

namespace mlf::tools {

// Until the end of `in`. What is wrong with a message goes to `err`, and the answer is "none".
void ServeBot(const Flow& flow, bots::BotKind kind, std::istream& in, std::ostream& out,
              std::ostream& err);

}  // namespace mlf::tools
