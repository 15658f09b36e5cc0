// TakeNames: hands that were played stay without the names of deleted users.
#pragma once

#include "server/journal/seal.h"
#include "server/journal/sqlite.h"
#include "server/world/world.h"

#include <cstdint>
#include <functional>
#include <string>

namespace mlf::server {

// In the marks of a match every person whose user is `gone` loses the name. A mark that cannot be
// opened stays as it is: nobody can read a name in it. Throws SqlError.
void TakeNames(Connection& db, const Seal& seal, Entropy& entropy, const std::string& desk,
               std::uint32_t match, const std::function<bool(const std::string& user)>& gone);

// The text of a desk's row without the names at its seats; a text of another form stays as it is.
std::string RowWithoutNames(const std::string& text);

}  // namespace mlf::server
