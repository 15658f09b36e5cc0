// `mlf hand`: distances and waits of hands outside any variant.
#pragma once

#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <iosfwd>
#include <string>
#include <string_view>

namespace mlf::tools {

// Reads rows of hands and writes their distances and waits. `copies` is the most tiles of one kind.
// Returns exit status 1 if a row has an error.
int RunHand(std::istream& in, std::ostream& out, int copies = 4);
// Examines one hand. Its `id` may be absent.
Result<std::string> HandJson(std::string_view json, int copies = 4);
// Writes one hand for people: distance, waits with the copies left, best discards. A bad hand gives
// exit status 1 and a message on `errors`.
int ShowHand(std::string_view tiles, Lang lang, std::ostream& out, std::ostream& errors,
             int copies = 4);

}  // namespace mlf::tools
