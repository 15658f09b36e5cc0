// `mlf score`: judges hands. Input and output are one JSON object a line.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>

#include <iosfwd>
#include <string>
#include <string_view>

namespace mlf::tools {

// Returns exit status 1 if a line has an error.
int RunScore(const Flow& flow, std::istream& in, std::ostream& out);
// Judges one hand. Its `id` may be absent.
Result<std::string> ScoreJson(const Flow& flow, std::string_view json);

}  // namespace mlf::tools
