// ForwardingJournal: what lies between a server and its journal in a simulation. It changes
// nothing.
#pragma once

#include "server/journal/journal.h"

#include <utility>

namespace mlf::server {

class ForwardingJournal : public Journal {
 public:
  // `inner` outlives it.
  explicit ForwardingJournal(Journal& inner) : inner_(inner) {}

  void Append(Commit commit, std::function<void(Outcome)> done) override {
    inner_.Append(std::move(commit), std::move(done));
  }
  std::size_t pending() const override { return inner_.pending(); }
  bool healthy() const override { return inner_.healthy(); }
  std::optional<Record> FindAct(const std::string& desk, std::uint32_t match,
                                const std::string& user, const std::string& id) override {
    return inner_.FindAct(desk, match, user, id);
  }
  void LoadDesks(
      const std::function<void(StoredDesk)>& desk,
      const std::function<void(std::string desk, std::string report)>& damaged) override {
    inner_.LoadDesks(desk, damaged);
  }
  std::optional<StoredDesk> LoadDesk(const std::string& desk) override {
    return inner_.LoadDesk(desk);
  }
  std::optional<StoredHand> LoadHand(const std::string& desk, std::uint32_t match,
                                     std::uint32_t hand) override {
    return inner_.LoadHand(desk, match, hand);
  }
  std::optional<StoredHand> LoadHand(const std::string& secret) override {
    return inner_.LoadHand(secret);
  }
  std::uint32_t FinishedHands(const std::string& desk, std::uint32_t match) override {
    return inner_.FinishedHands(desk, match);
  }
  std::vector<std::pair<std::string, std::string>> PendingOvers(const std::string& user) override {
    return inner_.PendingOvers(user);
  }
  void Attempt(const std::function<void()>& reads,
               std::function<void(const std::string& why)> done) override {
    inner_.Attempt(reads, std::move(done));
  }

 protected:
  Journal& inner_;
};

}  // namespace mlf::server
