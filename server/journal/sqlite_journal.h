// SqliteJournal: the journal in one SQLite database.
#pragma once

#include "server/journal/journal.h"
#include "server/journal/seal.h"
#include "server/journal/storage.h"

#include <map>
#include <tuple>

namespace mlf::server {

// Lives shorter than what it is given. LoadDesks and LoadDesk throw SqlError where the disk cannot
// be read, twice in a row; the others then find nothing, and the journal is not healthy.
class SqliteJournal final : public Journal {
 public:
  SqliteJournal(Storage& storage, const Seal& seal, Entropy& entropy)
      : storage_(storage), seal_(seal), entropy_(entropy) {}
  ~SqliteJournal() override { *alive_ = false; }

  void Append(Commit commit, std::function<void(Outcome)> done) override;
  std::size_t pending() const override { return storage_.pending(); }
  bool healthy() const override { return storage_.healthy(); }

  std::optional<Record> FindAct(const std::string& desk, std::uint32_t match,
                                const std::string& user, const std::string& id) override;
  void LoadDesks(const std::function<void(StoredDesk)>& desk,
                 const std::function<void(std::string desk, std::string report)>& damaged) override;
  // A damaged one is reported in the log, and nothing is returned.
  std::optional<StoredDesk> LoadDesk(const std::string& desk) override;
  std::optional<StoredHand> LoadHand(const std::string& desk, std::uint32_t match,
                                     std::uint32_t hand) override;
  std::optional<StoredHand> LoadHand(const std::string& secret) override;
  std::uint32_t FinishedHands(const std::string& desk, std::uint32_t match) override;
  std::vector<std::pair<std::string, std::string>> PendingOvers(const std::string& user) override;

 private:
  using ActKey = std::tuple<std::string, std::uint32_t, std::string, std::string>;

  template <typename F>
  auto Found(F&& read, const std::string& what) -> decltype(read(std::declval<Connection&>()));
  void Load(const std::string& desk, const std::function<void(StoredDesk)>& found,
            const std::function<void(const std::string&)>& damaged);

  Storage& storage_;
  const Seal& seal_;
  Entropy& entropy_;
  std::map<ActKey, Record> pending_acts_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
