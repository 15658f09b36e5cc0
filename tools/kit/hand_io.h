// `mlf hand`: distances and waits of hands outside any variant.
#pragma once

#include <mlf/flow/viewer.h>

#include <iosfwd>
#include <string_view>

namespace mlf::tools {

// Rows of hands in, their distances and waits out. `copies`: of each kind, at most. The exit
// status: 1 when a line was answered with an error.
int RunHand(std::istream& in, std::ostream& out, int copies = 4);
// One hand for people: distance, waits with the copies left, best discards. Exit status 1 and a
// sentence on `errors` for a bad hand.
int ShowHand(std::string_view tiles, Lang lang, std::ostream& out, std::ostream& errors,
             int copies = 4);

}  // namespace mlf::tools
