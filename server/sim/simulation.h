// Simulation: the real lobby, desks and journal, in one thread under one seed. People play, send
// requests twice, lose their connection and come back. The server dies at any instant, and its disk
// fails. All messages to them are checked.
#pragma once

#include "server/world/world.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::server {

// A planted fault, which a simulation must find.
enum class Planted : std::uint8_t {
  kNone,
  kEarlyAck,      // an act is acknowledged before the journal has it (a disk that does not sync)
  kForgetfulIds,  // ids of acts are forgotten when the server starts again
  kTwiceTimer,    // a timer fires twice
  kMisrouted,     // the messages of one seat reach another as well
  kNormalSync,    // the disk does not sync each commit (plan.disk)
  kTornLog,       // the end of a log that a power cut has torn is taken for whole (plan.disk)
};

struct SimulationPlan {
  std::uint64_t seed = 1;
  // That desks play, such as "NAME" or "NAME?option=value"; the seed decides which.
  std::vector<std::string> variants;
  int people = 6;
  int actions = 300;  // requests until the end
  bool disk = false;  // the journal of a server on a simulated disk; else one in memory
  Planted planted = Planted::kNone;
};

struct SimulationReport {
  std::string fault;  // the first fault; empty = none
  int requests = 0;
  int acknowledged = 0;  // acts
  int restarts = 0;
  int failures = 0;  // of the disk
  int matches = 0;   // that came to their end
};

// The same plan gives the same report.
SimulationReport Simulate(const SimulationPlan& plan);

}  // namespace mlf::server
