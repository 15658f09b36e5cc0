// Names that look alike: `аlice` with a Cyrillic а, `AIice`, `ａｌｉｃｅ`. Accounts compare names
// by their skeletons, so that nobody gets a name that people take for another's.
#pragma once

#include <string>
#include <string_view>

namespace mlf::server {

// What a name looks like: letters in one case and without marks, look-alike characters as one of
// them, no blanks. Names with equal skeletons look alike. It is stored with accounts: a changed
// table needs a step of the schema that computes it anew.
std::string NameSkeleton(std::string_view name);

// Whether people would take the name for one of the server's own, such as a robot's.
bool IsSystemName(std::string_view name);

}  // namespace mlf::server
