#include "cluster/sim/faulty_node.h"

#include "cluster/cluster_accounts.h"
#include "cluster/cluster_keys.h"
#include "server/sim/forwarding_journal.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <variant>
#include <vector>

namespace mlf::server {
namespace {

constexpr Ms kQuiet = 100;  // a store that takes longer seems to have no more
// What a node's thread does for each transaction, for each key that it reads, and for each desk
// that it plays up to its last step.
constexpr double kOfCommit = 0.2, kOfKey = 0.02, kOfDesk = 16;
constexpr Ms kLookEvery = 60'000, kLasts = Ms{30} * 86'400'000;  // of kOwnClock

bool Appends(const Transaction& transaction) {
  return std::ranges::any_of(
      transaction.writes, [](const Write& write) { return write.key.starts_with(keys::kDesks); });
}

}  // namespace

class FaultyNode::FaultyStore final : public ClusterStore {
 public:
  FaultyStore(std::unique_ptr<ClusterStore> inner, NodeWorld& time, ClusterPlanted planted,
              std::function<void()> waits)
      : inner_(std::move(inner)),
        time_(time),
        world_(time.world()),
        planted_(planted),
        waits_(std::move(waits)) {
    if (planted_ == ClusterPlanted::kOwnClock) EndTokens();
  }
  ~FaultyStore() override { world_.timers.Cancel(look_); }

  void Commit(Transaction transaction, std::function<void(Committed)> done) override {
    if (Appends(transaction)) {
      std::erase_if(transaction.comparisons, [this](const Comparison& one) {
        return planted_ == (one.key.starts_with(keys::kClaims) ? ClusterPlanted::kClockFencing
                                                               : ClusterPlanted::kNoCompare);
      });
    }
    if (planted_ == ClusterPlanted::kFreeCodes)
      std::erase_if(transaction.comparisons,
                    [](const Comparison& one) { return one.key.starts_with(keys::Code("")); });
    inner_->Commit(std::move(transaction),
                   [this, asked = world_.clock.Steady(), done = std::move(done)](Committed now) {
                     took_ = world_.clock.Steady() - asked;
                     time_.Spend(kOfCommit);
                     done(now);
                   });
  }
  // The server's thread would stand still for as long as the store does.
  std::optional<Listing> ListNow(const std::string& prefix, std::size_t limit,
                                 const std::string& after) override {
    waits_();
    return inner_->ListNow(prefix, limit, after);
  }
  void List(const std::string& prefix, std::size_t limit, const std::string& after,
            std::function<void(std::optional<Listing>)> done) override {
    const bool desk = prefix.starts_with(keys::kDesks) && prefix.ends_with('/');
    const bool cut = planted_ == ClusterPlanted::kUntilQuiet && took_ >= kQuiet && desk;
    const bool waits = planted_ == ClusterPlanted::kSyncReads && desk;
    const bool none =
        planted_ == ClusterPlanted::kSilentIsNone && prefix.starts_with(keys::kTokens);
    inner_->List(prefix, limit, after,
                 [this, cut, waits, none, asked = world_.clock.Steady(),
                  done = std::move(done)](std::optional<Listing> listing) {
                   if (waits) time_.Spend(static_cast<double>(world_.clock.Steady() - asked));
                   if (!listing && none) listing.emplace();
                   if (!listing) return done(std::nullopt);
                   time_.Spend(kOfKey * static_cast<double>(listing->keys.size()));
                   if (cut) DropNewest(*listing);
                   done(std::move(listing));
                 });
  }
  void Keep(LeaseId lease, Ms every, Ms until) override { inner_->Keep(lease, every, until); }
  Kept HowKept(LeaseId lease) const override {
    Kept kept = inner_->HowKept(lease);
    if (planted_ != ClusterPlanted::kLateLease) return kept;
    if (std::exchange(asked_, kept.asked) != kept.asked) read_ = world_.clock.Steady();
    kept.asked = read_;
    return kept;
  }

  void Grant(Ms ttl, std::function<void(std::optional<LeaseId>)> done) override {
    inner_->Grant(ttl, std::move(done));
  }
  void HasLease(LeaseId lease, std::function<void(std::optional<bool>)> done) override {
    inner_->HasLease(lease, std::move(done));
  }
  void Revoke(LeaseId lease, std::function<void(bool)> done) override {
    inner_->Revoke(lease, std::move(done));
  }
  void Size(std::function<void(std::optional<StoreSize>)> done) override {
    inner_->Size(std::move(done));
  }
  void Compact(Revision upto) override { inner_->Compact(upto); }
  WatchId Watch(const std::string& prefix, Revision from, std::function<void(const Change&)> change,
                std::function<void()> lost) override {
    return inner_->Watch(prefix, from, std::move(change), std::move(lost));
  }
  void Unwatch(WatchId watch) override { inner_->Unwatch(watch); }

 private:
  static void DropNewest(Listing& listing) {
    const auto newest = std::ranges::max_element(listing.keys, {},
                                                 [](const StoredKey& key) { return key.modified; });
    if (newest != listing.keys.end() && newest->key.find("/records/") != std::string::npos)
      listing.keys.erase(newest);
  }

  void EndTokens() {
    look_ = world_.timers.At(world_.clock.Steady() + kLookEvery, [this] { EndTokens(); });
    inner_->List(keys::kTokens, 0, {}, [this](const std::optional<Listing>& tokens) {
      if (!tokens) return;
      for (const StoredKey& token : tokens->keys) {
        const auto row = ReadAccount(token.value);
        if (row && row->used + kLasts < world_.clock.Wall())
          inner_->Commit({{}, {{.key = token.key, .value = std::nullopt}}},
                         [](const Committed&) {});
      }
    });
  }

  const std::unique_ptr<ClusterStore> inner_;
  NodeWorld& time_;
  const World world_;
  const ClusterPlanted planted_;
  const std::function<void()> waits_;
  Timers::Id look_ = 0;
  Ms took_ = 0;  // the newest transaction
  // Of the newest renewal: when it was asked for, and when that was read.
  mutable Ms asked_ = 0, read_ = 0;
};

class FaultyNode::ReportingJournal final : public ForwardingJournal {
 public:
  ReportingJournal(Journal& inner, const std::string& node, ClusterAudit& audit, NodeWorld& time)
      : ForwardingJournal(inner), node_(node), audit_(audit), time_(time) {}

  std::optional<StoredDesk> LoadDesk(const std::string& desk) override {
    auto stored = inner_.LoadDesk(desk);
    time_.Spend(kOfDesk);
    return stored;
  }

  void Append(Commit commit, std::function<void(Outcome)> done) override {
    const std::string desk = commit.desk;
    std::vector<Record> records = commit.records;
    inner_.Append(std::move(commit), [this, desk, records = std::move(records),
                                      done = std::move(done)](Outcome outcome) {
      if (outcome == Outcome::kDurable) {
        for (const Record& record : records) audit_.Acknowledged(node_, desk, record);
      }
      done(outcome);
    });
  }

 private:
  const std::string& node_;
  ClusterAudit& audit_;
  NodeWorld& time_;
};

// An act that is sent again before it was answered gets another id.
class FaultyNode::FaultyStreams final : public HostStreams, private HostStreams::Listener {
 public:
  explicit FaultyStreams(std::unique_ptr<HostStreams> inner) : inner_(std::move(inner)) {}

  void Use(HostStreams::Listener& listener) override {
    user_ = &listener;
    inner_->Use(*this);
  }
  bool up(const std::string& node) const override { return inner_->up(node); }
  void Send(const std::string& node, const ToHost& frame) override {
    ToHost sent = frame;
    if (frame.kind == ToHost::Kind::kClose) open_.erase(frame.session);
    if (auto* act = sent.body ? std::get_if<request::Act>(&*sent.body) : nullptr) {
      const std::string id = act->id;
      std::string& open = open_[frame.session];
      if (open == id) act->id += "-again";
      open = id;
    }
    inner_->Send(node, sent);
  }

 private:
  void StreamUp(const std::string& node) override { user_->StreamUp(node); }
  void StreamDown(const std::string& node) override { user_->StreamDown(node); }
  void Received(const std::string& node, ToGateway frame) override {
    if (frame.kind == ToGateway::Kind::kAnswer) open_.erase(frame.session);
    user_->Received(node, std::move(frame));
  }

  const std::unique_ptr<HostStreams> inner_;
  HostStreams::Listener* user_ = nullptr;
  std::map<std::uint64_t, std::string> open_;  // by session: the act without an answer
};

FaultyNode::FaultyNode(std::string name, ClusterAudit& audit, ClusterPlanted planted)
    : name_(std::move(name)), audit_(audit), planted_(planted) {}
FaultyNode::~FaultyNode() = default;

std::unique_ptr<ClusterStore> FaultyNode::Store(std::unique_ptr<ClusterStore> store,
                                                NodeWorld& time) {
  return std::make_unique<FaultyStore>(std::move(store), time, planted_,
                                       [this] { audit_.Waits(name_); });
}

Journal& FaultyNode::JournalOf(ClusterJournal& journal, NodeWorld& time) {
  journal_ = std::make_unique<ReportingJournal>(journal, name_, audit_, time);
  return *journal_;
}

std::unique_ptr<HostStreams> FaultyNode::Streams(std::unique_ptr<HostStreams> streams) {
  if (planted_ != ClusterPlanted::kNewIds) return streams;
  return std::make_unique<FaultyStreams>(std::move(streams));
}

}  // namespace mlf::server
