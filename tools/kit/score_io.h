// `mlf score`: hands to judge, one JSON object a line in, one a line out.
#pragma once

#include <mlf/flow/flow.h>

#include <iosfwd>

namespace mlf::tools {

// The exit status: 1 when a line was answered with an error.
int RunScore(const Flow& flow, std::istream& in, std::ostream& out);

}  // namespace mlf::tools
