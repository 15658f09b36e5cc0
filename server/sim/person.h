// Person: somebody who plays in a simulation. It sends requests twice, loses its connection and
// comes back, and checks that all messages to it are consistent.
#pragma once

#include "server/host/variant_shelf.h"
#include "server/lobby/request_handler.h"
#include "server/world/world.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

class Person;

// What people of one simulation share: the servers, chance, and the first fault.
class Town {
 public:
  // `variants`: see SimulationPlan. `robots`: a new desk has at most this many.
  Town(std::uint64_t seed, const std::vector<std::string>& variants, int robots);
  virtual ~Town() = default;
  Town(const Town&) = delete;
  Town& operator=(const Town&) = delete;

  virtual Ms now() const = 0;
  // The server that a new connection goes to; null: nobody lets people in now.
  virtual RequestHandler* Entrance() = 0;
  // The machine has died: nothing reaches anybody.
  virtual bool dead() const { return false; }
  // A planted fault: who reads a message in place of its reader. Null: nobody.
  virtual Person* Eavesdropper(const Person& /*reader*/) { return nullptr; }

  std::uint32_t Random(std::uint32_t bound);
  // What a client reads. People who are sent the same come one after the other.
  const Json& Parsed(const MessagePtr& message);
  // A desk is shown to somebody.
  void Met(const Json& desk);
  // Of all players together, when a match begins at a desk that somebody has met.
  std::optional<std::int64_t> PointsAtStart(const std::string& desk);
  // The first one stays.
  void Fault(std::string what) {
    if (fault_.empty()) fault_ = std::move(what);
  }
  const std::string& fault() const { return fault_; }

  const std::vector<std::string>& variants() const { return variants_; }
  VariantShelf& shelf() { return shelf_; }
  int robots() const { return robots_; }

  std::set<std::string> codes;  // of desks
  std::uint64_t sessions = 0;   // so far
  int requests = 0;
  int matches = 0;  // that came to their end

 private:
  const std::vector<std::string> variants_;
  const int robots_;
  VariantShelf& shelf_;
  const std::uint64_t random_seed_;
  std::uint32_t counter_ = 0;
  std::string fault_;
  MessagePtr parsed_message_;
  Json parsed_;
  std::map<std::string, Json> met_;
};

// Every fault that an operator would have to examine fails the run.
class TownLog final : public Log {
 public:
  explicit TownLog(Town& town) : town_(town) {}
  void Write(LogLevel level, const LogIds& ids, std::string_view text, const Place& place) override;

 private:
  Town& town_;
};

// Variants are the same for every seed, and building them takes longer than a match.
VariantShelf& SimShelf(const std::vector<std::string>& variants);

// An act as its sender knows it.
struct SentAct {
  Json request;
  std::optional<Json> ok;  // of the first acknowledgement
  bool busy = false;       // the last answer: it was not taken
};

class Person {
 public:
  Person(Town& town, int index);
  ~Person();
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;

  // The next thing that comes to its mind.
  void Do();
  // The connection is lost, and the server learns of it.
  void Lost();
  // The same, and nobody learns of it: the server's process is gone.
  void Cut();
  bool connected() const { return connection_ != nullptr; }
  // The server that it is connected to.
  RequestHandler* entrance() const { return connected() ? entrance_ : nullptr; }
  const std::string& desk() const { return desk_; }
  bool playing() const { return playing_; }
  void Check(const Json& push);

  std::map<std::pair<std::string, std::string>, SentAct> sent;  // by match and id

 private:
  class Connection;

  static constexpr Ms kPatience = 15'000;  // for an answer

  void Connect();
  void Read(const MessagePtr& message);
  void Ask(Json request);
  void Answered(const Json& request, const Json& answer);
  void Act();
  void CheckSeen(std::int64_t seq, const Json& shown);
  Json Creates(const std::string& text);
  Json RandomAct();

  Town& town_;
  const int index_;
  const std::string name_;
  RequestHandler* entrance_ = nullptr;
  Connection* connection_ = nullptr;
  // A server may know of an old one for a while.
  std::vector<std::unique_ptr<Connection>> connections_;
  bool waiting_ = false;
  Ms asked_ = 0;
  std::string token_, user_, desk_;
  std::int64_t match_ = 0, seq_ = -1, seat_ = -1;
  bool playing_ = false;
  bool discarded_ = false;  // by the last step
  Json question_;
  std::map<std::string, std::int64_t> mine_;  // accepted acts by desk and match
  // What was shown of the table, by desk, match, step and the acts of its own so far.
  std::map<std::string, std::string> seen_;
  int ids_ = 0;
};

}  // namespace mlf::server
