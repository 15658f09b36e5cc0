// ClusterJournal: the journal in the store of a cluster. A node writes only to desks that it
// holds: each transaction compares the revision of the desk's claim, so a node that has lost the
// desk writes nothing, whatever it believes.
//
// Commits of many desks share a transaction. A desk's next transaction begins when the outcome of
// the one before it is known. A transaction without an answer is looked for in the store, and sent
// again where it is missing: the first of the two takes the places of its records, and the other
// one is refused.
#pragma once

#include "cluster/claim.h"
#include "cluster/desk_values.h"
#include "server/journal/journal.h"
#include "server/journal/pool.h"
#include "server/journal/seal.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlf::server {

// On the server's thread. `store` and `seal` outlive it. Outcome::kUnknown: the store has refused
// what the commit says, and the desk must be loaded anew.
class ClusterJournal final : public Journal {
 public:
  static constexpr std::size_t kGroup = 64;  // records in one transaction
  // Transactions begin at least so far apart, unless a group waits.
  static constexpr Ms kGather = 2;
  static constexpr std::size_t kAtOnce = 4;    // transactions on the way
  static constexpr Ms kAskAgain = 100;         // where the store was silent
  static constexpr Ms kNoSpaceFor = 10'000;    // then a commit has failed
  static constexpr std::size_t kActs = 16384;  // ids kept for each desk, beyond the newest match
  static constexpr std::size_t kFetches = 64;  // of Read, under way at a time

  ClusterJournal(ClusterStore& store, const Seal& seal, World world);
  ~ClusterJournal() override;

  // Reads a key of the archive, on any thread. Nothing where it has no such key; throws
  // std::runtime_error where it cannot be read now.
  using ReadArchive = std::function<std::optional<std::string>(const std::string& key)>;
  // Read reads it in `pool`.
  void UseArchive(ReadArchive read, Pool& pool) {
    read_archive_ = std::move(read);
    archive_pool_ = &pool;
  }

  // This node holds the desk now. A desk that is stored is loaded before anything is appended.
  // `code`: a new desk has it already.
  void Hold(const Claim& claim, const std::string& code = {});
  // It does not any more. Commits that wait have Outcome::kLost.
  void Drop(const std::string& desk);
  bool Holds(const std::string& desk) const { return held_.contains(desk); }
  // Whether this node, the last one that held the desk, knows that no act has this id: it has read
  // the desk, and neither a record nor a commit under way has the id.
  bool NeverTook(const std::string& desk, std::uint32_t match, const std::string& user,
                 const std::string& id) const;
  // Whether the store has a row of the desk, which this node holds, as far as it knows.
  bool IsStored(const std::string& desk) const {
    const auto found = held_.find(desk);
    return found != held_.end() && found->second->row != 0;
  }

  // A commit that only tells of `over_seen` needs no claim.
  void Append(Commit commit, std::function<void(Outcome)> done) override;
  std::size_t pending() const override { return pending_; }
  // False while the store does not answer.
  bool healthy() const override;

  std::optional<Record> FindAct(const std::string& desk, std::uint32_t match,
                                const std::string& user, const std::string& id) override;
  // Only desks that this node holds.
  void LoadDesks(const std::function<void(StoredDesk)>& desk,
                 const std::function<void(std::string desk, std::string report)>& damaged) override;
  std::optional<StoredDesk> LoadDesk(const std::string& desk) override;
  // Hands of any desk.
  std::optional<StoredHand> LoadHand(const std::string& desk, std::uint32_t match,
                                     std::uint32_t hand) override;
  std::optional<StoredHand> LoadHand(const std::string& secret) override;
  std::uint32_t FinishedHands(const std::string& desk, std::uint32_t match) override;
  std::vector<std::pair<std::string, std::string>> PendingOvers(const std::string& user) override;
  void Attempt(const std::function<void()>& reads,
               std::function<void(const std::string& why)> done) override;

 private:
  struct Act {
    std::uint32_t match = 0;
    std::uint64_t number = 0;
  };
  // A desk that this node holds, as it is when all its commits are durable.
  struct Desk {
    Claim claim;
    std::string code;
    Revision row = 0;      // of its key; as far as it is durable
    Revision written = 0;  // by its last durable commit
    bool ended = false;
    std::uint32_t match = 0;   // in play; 0 = none
    std::uint32_t last = 0;    // the newest match
    std::uint32_t hand = 0;    // of its newest mark
    std::uint64_t number = 0;  // of its last record
    // The ids of all matches from this one on, by the hash of match, user and id.
    std::uint32_t acts_from = ~std::uint32_t{0};
    std::unordered_map<std::uint64_t, Act> acts;
    std::unordered_map<std::uint64_t, Record> pending_acts;
    std::size_t jobs = 0;    // not answered
    bool under_way = false;  // a transaction is
    bool broken = false;     // a commit was refused; it must be loaded
    bool lost = false;       // another node has it
  };
  using DeskPtr = std::shared_ptr<Desk>;

  // One commit.
  struct Job {
    DeskPtr desk;       // null where it needs no claim
    std::string fault;  // why it cannot be stored; else empty
    std::vector<Comparison> comparisons;
    std::vector<Write> writes;
    bool row = false;  // writes the desk's row
    std::size_t records = 0, bytes = 0;
    std::vector<std::uint64_t> acts;  // those of `pending_acts`
    std::string texts;                // name of new texts; empty = none
    std::function<void(Outcome)> done;
    bool alone = false;  // gets a transaction of its own
  };
  using JobPtr = std::unique_ptr<Job>;
  struct Batch {
    std::vector<JobPtr> jobs;
    std::size_t records = 0, bytes = 0;
    std::map<std::pair<std::string, Comparison::Field>, Revision> comparisons;
    std::map<std::string, Write> writes;
    bool stuck = false;    // an attempt was not taken
    bool silent = false;   // an attempt had no answer
    Ms full_since = 0;     // since when the store has had no space for it; 0 = it had
    bool refused = false;  // a later one was refused
  };
  using BatchPtr = std::shared_ptr<Batch>;

  void Prepare(Job& job, const SealedCommit& sealed);
  void SetFault(Job& job, std::string fault);
  std::string FaultOf(const Commit& commit, const Desk& desk);
  void Enter(Job& job, const Commit& commit);
  void Later(std::function<void(Outcome)> done, Outcome outcome);

  void Arm();
  void Pump();
  bool BreakFirst();
  BatchPtr Take();
  static bool Add(Batch& batch, const Job& job);
  void Send(const BatchPtr& batch);
  void Look(const BatchPtr& batch);
  void LookLater(const BatchPtr& batch);
  void Settle(const BatchPtr& batch, Revision revision);
  void Refused(const BatchPtr& batch);
  void NotThere(const BatchPtr& batch);
  void NoSpace(const BatchPtr& batch);
  void PutBack(const BatchPtr& batch);
  void AskClaim(const BatchPtr& batch);
  void Finished(const BatchPtr& batch);
  // Answers the jobs and all that wait for their desks.
  void GiveUp(std::vector<JobPtr> jobs, const DeskPtr& desk, Outcome outcome);
  bool Answer(const std::vector<JobPtr>& jobs, Outcome outcome);

  // What Attempt has fetched so far.
  struct Reading;
  using ReadingPtr = std::shared_ptr<Reading>;
  // A part of the store or of the archive that a Reading has not fetched.
  struct Missing;

  void Try(const ReadingPtr& reading);
  void Fetch(const ReadingPtr& reading, const Missing& missing);
  void FetchListing(const ReadingPtr& reading, const Missing& missing);
  void FetchArchived(const ReadingPtr& reading, const Missing& missing);
  void Fetched(const ReadingPtr& reading, const std::string& why);
  std::shared_ptr<const Listing> Keys(const std::string& prefix, std::size_t limit = 0);
  std::optional<std::string> Archived(const std::string& key);
  std::optional<StoredKey> ReadKey(const std::string& key);
  values::Texts TextsOf();
  std::optional<Record> FindArchivedAct(const std::string& desk, std::uint32_t match,
                                        const std::string& user, const std::string& id);
  std::optional<StoredHand> LoadArchived(const std::string& desk, std::uint32_t match,
                                         std::uint32_t hand);
  std::optional<StoredHand> LoadPlace(const std::string& place, bool archived);
  std::optional<StoredDesk> Load(const std::string& id);
  template <typename F>
  auto Found(F&& read, const std::string& what) -> decltype(read());

  ClusterStore& store_;
  const Seal& seal_;
  const World world_;
  std::deque<JobPtr> queue_;
  std::size_t records_ = 0;    // in the queue
  std::size_t faults_ = 0;     // commits in it that cannot be stored
  std::size_t under_way_ = 0;  // transactions
  std::size_t stuck_ = 0;      // of them, transactions that the store has not taken yet
  Ms next_ = 0;                // not before, unless a group waits
  Timers::Id timer_ = 0;
  Ms timer_at_ = 0;
  Ms unreadable_until_ = 0;
  std::map<std::string, std::string> texts_;  // by name; those known to be stored
  ReadArchive read_archive_;
  Pool* archive_pool_ = nullptr;
  Reading* reading_ = nullptr;  // whose `reads` runs; null: the caller waits for the store
  std::size_t fetching_ = 0;
  std::deque<std::function<void()>> fetches_;  // that wait for others
  std::map<std::string, DeskPtr> held_;
  std::map<std::string, DeskPtr> dropped_;  // since the last desk was held
  // By user and desk: keys of ends that PendingOvers has reported.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> overs_;
  std::size_t pending_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
