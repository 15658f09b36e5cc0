// SqliteJournal: the journal in one SQLite database.
#pragma once

#include "server/journal/journal.h"
#include "server/journal/newest.h"
#include "server/journal/seal.h"
#include "server/journal/storage.h"

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace mlf::server {

// Its arguments must outlive it. LoadDesks and LoadDesk throw SqlError if the disk cannot be read
// twice in a row. The other functions then find nothing, and the journal is not healthy.
class SqliteJournal final : public Journal {
 public:
  SqliteJournal(Storage& storage, const Seal& seal, Entropy& entropy, NewestLimits limits = {})
      : storage_(storage), seal_(seal), entropy_(entropy), newest_(limits) {}
  ~SqliteJournal() override { *alive_ = false; }

  void Append(Commit commit, std::function<void(Outcome)> done) override;
  std::size_t pending() const override { return storage_.pending(); }
  bool healthy() const override { return storage_.healthy(); }

  std::optional<Record> FindAct(const std::string& desk, std::uint32_t match,
                                const std::string& user, const std::string& id) override;
  void LoadDesks(const std::function<void(StoredDesk)>& desk,
                 const std::function<void(std::string desk, std::string report)>& damaged) override;
  // A damaged desk is logged, and nothing is returned.
  std::optional<StoredDesk> LoadDesk(const std::string& desk) override;
  std::optional<StoredHand> LoadHand(const std::string& desk, std::uint32_t match,
                                     std::uint32_t hand) override;
  std::optional<StoredHand> LoadHand(const std::string& secret) override;
  std::uint32_t FinishedHands(const std::string& desk, std::uint32_t match) override;
  std::vector<std::pair<std::string, std::string>> PendingOvers(const std::string& user) override;

 private:
  // Desk, match, user, id.
  using ActKey = std::tuple<std::string_view, std::uint32_t, std::string_view, std::string_view>;

  static ActKey KeyOf(const std::string& desk, const Record& record) {
    return {desk, record.match, record.user, record.id};
  }

  // The ids of the newest match of a desk, as a Bloom filter: an id that is not in it was never
  // given to the database, which then need not be asked. Of a thousand acts, one new id in five
  // hundred is looked up.
  class ActFilter {
   public:
    // `since`: the place of its first record is not smaller.
    ActFilter(std::uint32_t match, std::uint64_t since) : match_(match), since_(since) {}
    std::uint32_t match() const { return match_; }
    std::uint64_t since() const { return since_; }
    void Add(const std::string& user, const std::string& id);
    void AddAll() { bits_.fill(~0ULL); }
    bool MayHave(const std::string& user, const std::string& id) const;

   private:
    static constexpr std::size_t kBits = 16384;
    std::uint32_t match_;
    std::uint64_t since_;
    std::array<std::uint64_t, kBits / 64> bits_{};
  };

  template <typename F>
  auto Found(F&& read, const std::string& what) -> decltype(read(std::declval<Connection&>()));
  void Load(const std::string& desk, const std::function<void(StoredDesk)>& found,
            const std::function<void(const std::string&)>& damaged);

  Storage& storage_;
  const Seal& seal_;
  Entropy& entropy_;
  std::map<ActKey, const Record*> pending_acts_;  // of commits that wait, which their jobs own
  // By desk. A desk without one has no rows among the newest.
  std::unordered_map<std::string, ActFilter> filters_;
  NewestRows newest_;
  std::uint64_t deleted_below_ = 1;  // rows of smaller places are not among the newest
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
