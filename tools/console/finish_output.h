// The end of a program's output. A reader that has closed its pipe (`mlf list | head`) wants no
// more and is no fault; a full disk is one.
#pragma once

#include "tools/console/console.h"

namespace mlf::tools {

inline constexpr int kReaderGone = 141;  // 128 plus the number of SIGPIPE, as in shells

// Flushes the output. Returns `status` if all of it was written, kReaderGone if it is a pipe that
// nobody reads; else writes a message and returns kBadInput.
int FinishOutput(const Console& console, int status);

}  // namespace mlf::tools
