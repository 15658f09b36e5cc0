// The tables of the database, and the steps from an older version to this one.
#pragma once

#include "server/journal/sqlite.h"

#include <optional>
#include <span>
#include <string>

namespace mlf::server {

// Marks a database as ours: "MLFj".
inline constexpr int kApplicationId = 0x4d4c466a;

// Step n makes version n + 1 from version n; step 0 starts with an empty database. A released step
// never changes. A change of the tables is a new step.
std::span<const char* const> SchemaSteps();

// Brings the database to version steps.size(), in one transaction. On a fault nothing is changed,
// and the message has the remedy. Faults: another program's database, a newer version, or no
// database.
std::optional<std::string> Migrate(Connection& db, std::span<const char* const> steps);
// The same check for a reader, which changes nothing. Its tables must be those of every version.
std::optional<std::string> CheckVersion(Connection& db, std::span<const char* const> steps);

}  // namespace mlf::server
