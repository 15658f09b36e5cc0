// A whole server in memory: lobby, desks and journal under simulated time, with clients as plain
// objects.
#pragma once

#include "server/host/variant_shelf.h"
#include "server/journal/memory_journal.h"
#include "server/journal/profiles.h"
#include "server/lobby/lobby.h"
#include "server/protocol/json_wire.h"
#include "server/sim/sim_accounts.h"
#include "server/sim/sim_world.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf::server::test {

class House;

// One connection: sends requests, keeps what comes.
class Client final : public Session {
 public:
  Client(House& house, std::string address);
  ~Client() override;

  // The answer, once it has come; the time that takes passes.
  Json Ask(Json request);
  // Without waiting: the answer is kept in `answers`.
  void Post(Json request);
  // Logs in as a guest; the answer.
  Json LogIn(const std::string& name);
  // Pushes of a type since the last call, in order.
  std::vector<Json> Take(const std::string& type);
  // The newest push of a type that Take has not taken; null where there is none.
  Json Last(const std::string& type) const;
  void Disconnect();

  void Send(MessagePtr message) override {
    pushes.push_back(Json::parse(PushText(message->push())));
  }
  void Bye(std::string_view code) override;
  void Close() override { closed = true; }
  const std::string& address() const override { return address_; }
  std::uint64_t number() const override { return number_; }

  std::vector<Json> pushes, answers;
  bool closed = false;
  std::string bye;
  std::string user, token;

 private:
  friend class House;
  House* house_;
  std::string address_;
  std::uint64_t number_;
  bool open_ = true;
};

// Nothing in these tests is an error that only an operator would see.
class FailingLog final : public Log {
 public:
  void Write(LogLevel level, const LogIds& ids, std::string_view text, const Place& place) override;
  bool Keeps(LogLevel level) const override { return level >= least; }

  std::string expected;  // part of the warnings that a test is about
  LogLevel least = LogLevel::kWarning;
  std::vector<std::string> lines;  // "info session=7 desk=k2 action=3 text", from `least` on
};

// The results that acts were counted under.
class ResultsCounted final : public Meter {
 public:
  void Action(std::string_view, std::string_view result) override { results.emplace(result); }
  std::set<std::string> results;
};

// What a house keeps in place of its memory.
class HouseStore {
 public:
  struct Kept {
    Journal& journal;
    Accounts& accounts;
    Profiles& profiles;
  };
  virtual ~HouseStore() = default;
  // A server starts; what it was given before is gone.
  virtual Kept Start(World world) = 0;
  // The server dies. Its world lives still.
  virtual void Crash() = 0;
};

class House {
 public:
  explicit House(std::uint64_t seed = 1) : House(seed, "") {}
  House(std::uint64_t seed, const std::string& variant_dir, HouseStore* store = nullptr);
  ~House();

  std::unique_ptr<Client> Connect(std::string address = "10.0.0.1");
  // The server dies at this instant and starts again; all connections are gone.
  void Restart();
  void RunFor(Ms ms) { world->RunFor(ms); }

  ServerConfig config;
  FailingLog log;
  ResultsCounted meter;
  std::unique_ptr<SimWorld> world;
  VariantShelf shelf;
  MemoryJournal journal;
  SimAccounts accounts;
  std::unique_ptr<Lobby> lobby;
  std::vector<Client*> clients;
  std::uint64_t sessions = 0;

 private:
  void Begin();
  std::uint64_t seed_;
  HouseStore* const store_;
};

}  // namespace mlf::server::test
