// The tables of the database, and how a database of an older version becomes one of this version.
#pragma once

#include "server/journal/sqlite.h"

#include <optional>
#include <span>
#include <string>

namespace mlf::server {

// Tells a database of ours from others: "MLFj".
inline constexpr int kApplicationId = 0x4d4c466a;

// Step n makes a database of version n + 1 from one of version n; step 0 from an empty one. A
// released step never changes: a change of the tables is one more step.
std::span<const char* const> SchemaSteps();

// Brings the database to version steps.size(), in one transaction. Otherwise the fault, with its
// remedy, and nothing is changed: another program's database, a newer version, or no database.
std::optional<std::string> Migrate(Connection& db, std::span<const char* const> steps);
// The same check for a reader: also an older version is refused.
std::optional<std::string> CheckVersion(Connection& db, std::span<const char* const> steps);

}  // namespace mlf::server
