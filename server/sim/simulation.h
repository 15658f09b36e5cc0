// Simulation: the lobby, the desks and a journal, the very classes that serve people, in one thread
// under one seed. People play, send things twice, lose their connection and come back; the server
// dies at any instant, and its disk fails. What each of them was told is checked.
#pragma once

#include "server/world/world.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::server {

// A fault built in on purpose, which a simulation must find.
enum class Planted : std::uint8_t {
  kNone,
  kEarlyAck,      // an act is acknowledged before the journal has it (a disk that does not sync)
  kForgetfulIds,  // ids of acts are forgotten when the server starts again
  kTwiceTimer,    // a timer fires twice
  kMisrouted,     // what one seat is sent reaches another as well
};

struct SimulationPlan {
  std::uint64_t seed = 1;
  std::vector<std::string> variants;  // that desks play; the seed decides which
  int people = 6;
  int actions = 300;  // requests until the end
  Planted planted = Planted::kNone;
};

struct SimulationReport {
  std::string fault;  // what was wrong first; empty = nothing
  int requests = 0;
  int acknowledged = 0;  // acts
  int restarts = 0;
  int failures = 0;  // of the disk
  int matches = 0;   // that came to their end
};

// The same plan gives the same report.
SimulationReport Simulate(const SimulationPlan& plan);

}  // namespace mlf::server
