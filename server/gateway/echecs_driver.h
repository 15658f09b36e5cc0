// The echecs form on one connection; docs/en/echecs.md describes it. Its messages name neither desk
// nor match, so the driver remembers where its user sits.
#pragma once

#include "server/gateway/driver.h"
#include "server/gateway/echecs_rooms.h"
#include "server/world/world.h"

#include <memory>
#include <string>

namespace mlf::server {

struct EchecsSettings {
  std::string key;              // 16 or 32 bytes: bodies are encrypted; empty: they are not
  bool register_users = false;  // the first login of a name makes its account
  std::string variant;          // the variant if a message names none
  bool chained = false;         // one AES object for the connection, instead of a vector a body
  EchecsRooms::Describe describe{};  // the variants, for match rooms
};

// `entropy` draws the initialization vectors; it outlives the driver.
std::unique_ptr<Driver> MakeEchecsDriver(const EchecsSettings& settings, Entropy& entropy);

}  // namespace mlf::server
