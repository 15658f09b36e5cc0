// The simulation of a cluster: whole nodes, as mlf-server makes them, over one store in memory, in
// one thread under one seed. People play through any of them. Nodes are killed and stopped, clocks
// are wrong, and the ways between nodes, and to the store, are slow, cut, or lose what they carry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::server {

// A planted fault, which a simulation must find.
enum class ClusterPlanted : std::uint8_t {
  kNone,
  kClockFencing,  // appends do not compare the claim: only the clock of a node stops it
  kNoCompare,     // appends do not compare that their places are empty
  kLateLease,     // a renewal counts from its answer on
  kUntilQuiet,    // a host that takes a desk reads until the store is silent for a while
  kNewIds,        // a gateway sends an act again under another id
  kSyncReads,     // the thread of a host waits for the store when it reads a desk
  kSyncArchive,   // it waits for the archive
  kAllAtOnce,     // a host takes all desks of a dead one at a time
  kOwnClock,      // a node ends login tokens by its own wall clock
  kSilentIsNone,  // a store that does not answer has no token
  kFreeCodes,     // a new desk does not claim its code
  kPilesUp,       // a gateway does not count the new desks on their way to a host
};

struct ClusterPlan {
  std::uint64_t seed = 1;
  std::vector<std::string> variants;  // see SimulationPlan
  int nodes = 3;
  int people = 6;
  int actions = 200;  // requests until the end
  int desks = 0;      // that people make at the beginning, all at once
  ClusterPlanted planted = ClusterPlanted::kNone;
};

struct ClusterReport {
  std::string fault;  // the first fault; empty = none
  int requests = 0;
  int acknowledged = 0;  // acts
  int matches = 0;       // ends of matches that people saw
  int takeovers = 0;     // of desks
  int kills = 0;         // of nodes
  int stops = 0;         // of nodes, for a while
  int cuts = 0;          // between nodes, or to the store
  int clocks = 0;        // made wrong
  int outages = 0;       // of the store: without a leader, slow, or forgetting; of the archive
  int archived = 0;      // hands
};

// The same plan gives the same report.
ClusterReport SimulateCluster(const ClusterPlan& plan);

}  // namespace mlf::server
