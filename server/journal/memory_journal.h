// MemoryJournal: a journal that lives as long as its object, for tests and the simulation. Its
// durable commits survive the server, not the process.
#pragma once

#include "server/journal/accounts.h"
#include "server/journal/journal.h"

#include <map>
#include <set>
#include <tuple>

namespace mlf::server {

class MemoryJournal : public Journal {
 public:
  // Commits become durable `delay` after they were given.
  MemoryJournal(World world, Ms delay) : world_(world), delay_(delay) {}

  void Append(Commit commit, std::function<void(Outcome)> done) override;
  std::size_t pending() const override { return pending_.size(); }
  bool healthy() const override { return healthy_; }
  std::optional<Record> FindAct(const std::string& desk, std::uint32_t match,
                                const std::string& user, const std::string& id) override;
  void LoadDesks(const std::function<void(StoredDesk)>& desk,
                 const std::function<void(std::string desk, std::string report)>& damaged) override;
  std::optional<StoredDesk> LoadDesk(const std::string& desk) override;
  std::optional<StoredHand> LoadHand(const std::string& desk, std::uint32_t match,
                                     std::uint32_t hand) override;
  std::optional<StoredHand> LoadHand(const std::string& secret) override;
  std::uint32_t FinishedHands(const std::string& desk, std::uint32_t match) override;
  std::vector<std::pair<std::string, std::string>> PendingOvers(const std::string& user) override;

  // The server dies, and its world with it: nobody is called back, and commits that were not
  // durable are lost. Call it while that world lives.
  void Crash();
  // The server starts again in another world.
  void Restart(World world);
  // From here on every commit has an unknown outcome and is lost, until Mend.
  void Fail() { healthy_ = false; }
  void Mend() { healthy_ = true; }
  // While false, FindAct and LoadDesk throw.
  void SetReadable(bool readable) { readable_ = readable; }

  // Records of acts under this client id; and all records.
  int Count(const std::string& desk, std::uint32_t match, const std::string& id) const;
  std::uint64_t size() const { return records_; }

 protected:
  void Now(std::function<void()> what) { world_.timers.At(world_.clock.Steady(), std::move(what)); }

 private:
  struct Match {
    MatchHead head;
    std::map<std::uint32_t, HandMark> marks;
    std::map<std::uint32_t, HandEnd> ends;
    std::vector<Record> records;
    std::optional<MatchEnd> end;
  };
  struct Desk {
    DeskRow row;
    std::map<std::uint32_t, Match> matches;
    std::map<std::pair<std::uint32_t, std::uint32_t>, HandKey> keys;
    std::set<std::string> over_unseen;
    std::string over;
  };
  struct Pending {
    Commit commit;
    std::function<void(Outcome)> done;
  };

  void Apply(const Commit& commit);
  void Finish();
  StoredDesk Stored(const std::string& id, const Desk& desk) const;
  void CheckReadable() const;

  World world_;
  Ms delay_;
  bool healthy_ = true;
  bool readable_ = true;
  std::uint64_t records_ = 0;
  std::map<std::string, Desk> desks_;
  std::vector<Pending> pending_;
  Timers::Id timer_ = 0;
};

}  // namespace mlf::server
