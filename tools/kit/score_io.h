// `mlf score`: judges hands. Input and output are one JSON object a line.
#pragma once

#include <mlf/flow/flow.h>

#include <iosfwd>

namespace mlf::tools {

// Returns exit status 1 if a line has an error.
int RunScore(const Flow& flow, std::istream& in, std::ostream& out);

}  // namespace mlf::tools
