// `mlf follow`: plays a recorded hand through the flow. A row has a start position and the actions
// of people. Tiles are drawn as recorded. Every action of a person goes through ProcessActionNode.
// A seat that was asked and did nothing passes.
#pragma once

#include <mlf/flow/loader.h>

#include <iosfwd>

namespace mlf::tools {

// The options come from the rows' `rules`, with `set` on top. Returns exit status 1 if a row has an
// error.
int RunFollow(const Variant& variant, const OptionValues& set, std::istream& in, std::ostream& out);

}  // namespace mlf::tools
