#include "cluster/sim/cluster_simulation.h"

#include "cluster/cluster_keys.h"
#include "cluster/sim/cluster_audit.h"
#include "cluster/sim/faulty_node.h"
#include "cluster/sim/sim_network.h"
#include "cluster/sim/sim_node.h"
#include "server/protocol/json_wire.h"
#include "server/sim/person.h"
#include "server/sim/sim_world.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace mlf::server {
namespace {

constexpr Ms kLongestWindow = 150'000;
constexpr Ms kSettled = 30'000;  // after the last fault all is as it should be
constexpr Ms kLease = 2000;
// How long a lease may be seen wrongly by a node whose clock was wrong, or which stood still.
constexpr Ms kDoubt = 2 * kLease;
constexpr Ms kYear = Ms{365} * 86'400'000;
constexpr Ms kLongestWait = 700;     // for the thread of a node
constexpr std::size_t kUneven = 30;  // desks that a node may have beyond another one

class ClusterRun final : public Town {
 public:
  explicit ClusterRun(const ClusterPlan& plan)
      : Town(plan.seed, plan.variants, 3), plan_(plan), world_(plan.seed, log_) {
    config_.table.claim_pause_ms = Random(3) * Ms{250};
    config_.table.spectator_delay = Random(5);
    for (const std::string& variant : plan.variants) {
      const std::string id = variant.substr(0, variant.find('?'));
      if (const auto flow = shelf().FlowFor(id, {}))
        fingerprints_[id] = (*flow)->fingerprint_text();
    }
    if (plan.desks != 0) config_.table.waiting_minutes = 1000;
    cluster_.DecideFates([this](const std::string&, const Transaction&) { return FateOf(); });
    cluster_.DecideReads([this](const std::string&) { return FateOf(); });
    for (int i = 0; i < plan.people; ++i) people_.push_back(std::make_unique<Person>(*this, i));
    for (int i = 0; i < plan.nodes; ++i)
      slots_.push_back(std::make_unique<Slot>(fmt::format("n{}", i + 1)));
    for (auto& slot : slots_) Start(*slot);
  }

  ClusterReport Go() {
    try {
      Pass(100);
      Found();
      for (int i = 0; i < plan_.actions && fault().empty(); ++i) {
        people_[Below(people_.size())]->Do();
        if (Random(10) == 0) Trouble();
        if (Random(10) == 0) ReadHand();
        Pass(Random(30) == 0 ? Random(30'000) : Random(1200));
      }
      Finish();
    } catch (const std::exception& what) {
      Fault(what.what());
    }
    report_.fault = fault();
    report_.requests = requests;
    report_.matches = matches;
    report_.takeovers = audit_.takeovers();
    report_.archived = static_cast<int>(archive_.kept.size());
    return report_;
  }

  Ms now() const override { return world_.clock.Steady(); }
  // A stopped node takes connections, and says nothing.
  RequestHandler* Entrance() override {
    Slot& slot = *slots_[Below(slots_.size())];
    return slot.node ? &slot.front : nullptr;
  }

 private:
  // Where people connect to a node. Their requests wait while it is stopped.
  class Front final : public RequestHandler {
   public:
    explicit Front(std::unique_ptr<SimNode>& node) : node_(node) {}
    void Opened(Session& session) override {
      Do([&session](SimNode& node) { node.router.Opened(session); });
    }
    void Handle(Session& session, Request request, Ms, Reply reply) override {
      Do([&session, request = std::move(request), reply = std::move(reply)](SimNode& node) {
        node.router.Handle(session, request, node.time.clock().Steady(), reply);
      });
    }
    void Closed(Session& session) override {
      Do([&session](SimNode& node) { node.router.Closed(session); });
    }
    void Resume(Session&) override {}

   private:
    void Do(std::function<void(SimNode&)> what) {
      SimNode& node = *node_;
      node.time.Soon([&node, what = std::move(what)] { what(node); });
    }
    std::unique_ptr<SimNode>& node_;
  };
  struct Slot {
    explicit Slot(std::string called) : name(std::move(called)) {}
    const std::string name;
    std::unique_ptr<SimNode> node;  // null: its process does not run
    Front front{node};
    int life = 0;          // counts its processes
    Ms doubted_until = 0;  // it may take an ended lease for its own
  };

  std::size_t Below(std::size_t bound) { return Random(static_cast<std::uint32_t>(bound)); }
  Slot& AnySlot() { return *slots_[Below(slots_.size())]; }
  Slot& SlotOf(const std::string& name) {
    return **std::ranges::find(slots_, name, [](const auto& slot) { return slot->name; });
  }
  static bool Runs(const Slot& slot) { return slot.node && !slot.node->time.stopped(); }
  // Its clock is right, and it has not stood still.
  bool Clean(const Slot& slot) const { return Runs(slot) && now() >= slot.doubted_until; }

  void Pass(Ms ms) {
    const Ms until = now() + ms;
    while (fault().empty() && world_.Step(until)) {
    }
    world_.clock.Set(until);
    CheckOwners();
  }
  // `what` runs later, unless its process has ended by then.
  void Later(Ms after, Slot& slot, std::function<void(Slot&)> what) {
    world_.timers.At(now() + after, [&slot, life = slot.life, what = std::move(what)] {
      if (slot.node && slot.life == life) what(slot);
    });
  }

  void Start(Slot& slot) {
    if (slot.node) return;
    ++slot.life;
    slot.doubted_until = 0;
    slot.node = std::make_unique<SimNode>(
        SimNode::Parts{cluster_, network_, world_.world(), config_, shelf(), fingerprints_,
                       &archive_},
        slot.name, true, std::make_unique<FaultyNode>(slot.name, audit_, plan_.planted));
  }
  void Kill(Slot& slot, Ms noticed) {
    for (auto& person : people_) {
      if (person->entrance() == &slot.front) person->Cut();
    }
    slot.node->Kill(noticed);
    slot.node.reset();
  }

  // ---- faults ----

  MemoryCluster::Fate FateOf() {
    if (calm_) return MemoryCluster::Fate::kInTime;
    switch (Random(90)) {
      case 0: return MemoryCluster::Fate::kRequestLost;
      case 1: return MemoryCluster::Fate::kAnswerLost;
      case 2: return MemoryCluster::Fate::kRequestLate;
      default: return MemoryCluster::Fate::kInTime;
    }
  }

  void Trouble() {
    Slot& slot = AnySlot();
    if (!slot.node) return;
    const Ms length = Random(4) == 0 ? 3000 + Random(9000) : 50 + Random(2500);
    switch (Random(14)) {
      case 0:
      case 1: return KillFor(slot, length);
      case 2: return StopFor(slot, length);
      case 3: return LinkFor(slot, {.requests = Random(2) == 0, .answers = Random(2) == 0}, length);
      case 4:
        return LinkFor(slot, {.delay = Random(2) == 0 ? 20 + Random(470) : 500 + Random(1200)},
                       length);
      case 5: return DyingLink(slot);
      case 6:
      case 7: return HoldFor(slot, AnySlot(), Random(2) == 0, length);
      case 8: return ClockFor(slot, length);
      case 9: return OutageFor(length);
      case 10: ++report_.outages; return cluster_.Compact();
      case 11: return FullFor(length);
      case 12: return ArchiveFor(length);
      default: return Leave(slot, length);
    }
  }
  void KillFor(Slot& slot, Ms length) {
    ++report_.kills;
    Kill(slot, Random(2) == 0 ? 0 : SimNetwork::kSilent);
    world_.timers.At(now() + length, [this, &slot] { Start(slot); });
  }
  // It is asked to end, and gives its desks up before.
  void Leave(Slot& slot, Ms length) {
    if (!Runs(slot)) return;
    ++report_.kills;
    slot.node->membership.Leave(nullptr);
    Later(50, slot, [this, length](Slot& leaving) {
      Kill(leaving, 0);
      world_.timers.At(now() + length, [this, &leaving] { Start(leaving); });
    });
  }
  void StopFor(Slot& slot, Ms length) {
    if (!Runs(slot)) return;
    ++report_.stops;
    slot.node->time.Stop();
    network_.Stopped(slot.name);
    slot.doubted_until = now() + length + kDoubt;
    Later(length, slot, [this](Slot& stopped) { Continue(stopped); });
  }
  void Continue(Slot& slot) {
    if (!slot.node->time.stopped()) return;
    network_.Continued(slot.name);
    slot.node->time.Continue();
  }
  void LinkFor(Slot& slot, MemoryCluster::Link link, Ms length) {
    ++report_.cuts;
    cluster_.SetLink(slot.name, link);
    Later(length, slot, [this](Slot& cut) { cluster_.SetLink(cut.name, {}); });
  }
  // It gets slow, and then nothing comes back any more.
  void DyingLink(Slot& slot) {
    ++report_.cuts;
    cluster_.SetLink(slot.name, {.delay = 1});
    Later(300, slot, [this](Slot& dying) {
      const Ms slow = 400 + Random(95);
      cluster_.SetLink(dying.name, {.delay = slow});
      Later(700 + Random(900), dying, [this, slow](Slot& dead) {
        LinkFor(dead, {.requests = false, .answers = Random(4) != 0, .delay = slow},
                2500 + Random(3000));
      });
    });
  }
  void HoldFor(Slot& from, Slot& to, bool both, Ms length) {
    if (&from == &to) return;
    ++report_.cuts;
    network_.Hold(from.name, to.name);
    if (both) network_.Hold(to.name, from.name);
    world_.timers.At(now() + length, [this, &from, &to] { ReleaseBoth(from, to); });
  }
  void ReleaseBoth(const Slot& a, const Slot& b) {
    network_.Release(a.name, b.name);
    network_.Release(b.name, a.name);
  }
  void ClockFor(Slot& slot, Ms length) {
    ++report_.clocks;
    NodeWorld& time = slot.node->time;
    switch (Random(4)) {
      case 0: return time.JumpWall((static_cast<Ms>(Random(7)) - 3) * kYear + Random(86'400'000));
      case 1: return time.Advance(Random(20'000));
      case 2: time.SetRate(Random(2) == 0 ? 90 : 110); break;
      default:
        time.SetRate(Random(2) == 0 ? 50 : 200);
        slot.doubted_until = now() + length + kDoubt;
    }
    Later(length, slot, [](Slot& wrong) { wrong.node->time.SetRate(100); });
  }
  void OutageFor(Ms length) {
    ++report_.outages;
    cluster_.SetAvailable(false);
    const int outage = ++outage_;
    world_.timers.At(now() + length, [this, outage] {
      if (outage == outage_) cluster_.SetAvailable(true);
    });
  }

  void FullFor(Ms length) {
    ++report_.outages;
    cluster_.SetFull(true);
    const int full = ++full_;
    world_.timers.At(now() + length, [this, full] {
      if (full == full_) cluster_.SetFull(false);
    });
  }

  void ArchiveFor(Ms length) {
    ++report_.outages;
    archive_.silent = true;
    const int silence = ++silence_;
    world_.timers.At(now() + length, [this, silence] {
      if (silence == silence_) archive_.silent = false;
    });
  }

  // ---- many desks ----

  // Somebody who makes a desk, and nothing else.
  class Founder final : public Session {
   public:
    Founder(ClusterRun& run, std::uint64_t number) : run_(run), number_(number) {}
    void Begin(RequestHandler& entrance) {
      entrance.Opened(*this);
      const auto create = [this, &entrance](const Answer&) {
        Ask(entrance, {{"t", "create"}, {"variant", run_.plan_.variants.front()}},
            [this](const Answer& made) { run_.founded_ += std::holds_alternative<Json>(made); });
      };
      Ask(entrance, {{"t", "login"}, {"name", fmt::format("founder {}", number_)}}, create);
    }
    void Send(MessagePtr) override {}
    void Bye(std::string_view) override {}
    void Close() override {}
    const std::string& address() const override { return address_; }
    std::uint64_t number() const override { return number_; }

   private:
    void Ask(RequestHandler& entrance, const Json& request, RequestHandler::Reply reply) {
      entrance.Handle(*this, std::get<Request>(ReadRequest(request).content), run_.now(),
                      std::move(reply));
    }

    ClusterRun& run_;
    const std::uint64_t number_;
    const std::string address_ = "127.0.0.1";
  };
  // All desks of the plan are wanted at once, at one node. Each node gets as many as the others.
  void Found() {
    if (plan_.desks == 0) return;
    calm_ = true;
    Pass(1000);
    for (int i = 0; i < plan_.desks; ++i) {
      founders_.push_back(std::make_unique<Founder>(*this, 1'000'000 + i));
      founders_.back()->Begin(slots_.front()->front);
    }
    Pass(kSettled);
    if (founded_ != plan_.desks) Fault(fmt::format("{} desks are made", founded_));
    std::size_t least = ~std::size_t{0}, most = 0;
    for (const auto& slot : slots_) {
      least = std::min(least, slot->node->lobby.desk_count());
      most = std::max(most, slot->node->lobby.desk_count());
    }
    if (most > least + kUneven)
      Fault(fmt::format("one node got {} new desks, and another one {}", most, least));
    calm_ = false;
  }

  // ---- finished hands ----

  // Some node reads one, wherever it is.
  void ReadHand() {
    Slot& slot = AnySlot();
    std::vector<StoredKey> ends = cluster_.Keys(keys::kDesks);
    std::erase_if(ends,
                  [](const StoredKey& key) { return key.key.find("/ends/") == std::string::npos; });
    if (!Runs(slot) || ends.empty()) return;
    ReadHand(*slot.node, ends[Below(ends.size())].key, nullptr);
  }
  // `read` gets whether it is there.
  static void ReadHand(SimNode& node, const std::string& end, std::function<void(bool)> read) {
    // DESK/matches/MATCH/ends/HAND
    const std::string rest = end.substr(std::string(keys::kDesks).size());
    const std::string desk = rest.substr(0, rest.find('/'));
    const auto number = [&](std::size_t slash) {
      return static_cast<std::uint32_t>(std::stoul(rest.substr(slash + 1)));
    };
    const std::uint32_t match = number(rest.find('/', desk.size() + 1));
    const std::uint32_t hand = number(rest.rfind('/'));
    node.time.Soon([&node, desk, match, hand, read = std::move(read)] {
      node.journal.Read(
          [&node, desk, match, hand] { return node.journal.LoadHand(desk, match, hand); },
          [read](const std::optional<std::optional<StoredHand>>& found, const std::string&) {
            if (read) read(found && *found);
          });
    });
  }
  void CheckHands(const std::vector<StoredKey>& waited) {
    for (const StoredKey& key : waited) {
      if (!cluster_.Keys(key.key).empty()) Fault(key.key + " is not archived");
    }
    int left = 0;
    for (const StoredKey& key : cluster_.Keys(keys::kDesks)) {
      if (key.key.find("/ends/") == std::string::npos) continue;
      ++left;
      ReadHand(*slots_.front()->node, key.key, [this, &left, name = key.key](bool found) {
        --left;
        if (!found) Fault(name + " cannot be read");
      });
    }
    for (int i = 0; i < 100 && left > 0; ++i) Pass(100);
    if (left > 0) Fault("a finished hand is read for ever");
  }

  // ---- what must be ----

  // A node whose clock is right gives up before its lease ends.
  void LeaseEnded(const std::string& name, LeaseId lease) {
    const Slot& slot = SlotOf(name);
    if (Clean(slot) && lease != 0 && slot.node->membership.lease() == lease)
      Fault(fmt::format("node {} takes its lease for good, and it has ended", name));
  }
  // Nor do two of them run one desk.
  void CheckOwners() {
    for (const auto& slot : slots_) {
      if (slot->node && slot->node->time.longest_wait() > kLongestWait)
        Fault(fmt::format("people wait {} ms for the thread of node {}",
                          slot->node->time.longest_wait(), slot->name));
    }
    std::map<std::string, std::string> owners;
    for (const auto& slot : slots_) {
      if (!Clean(*slot)) continue;
      for (const std::string& desk : slot->node->lobby.desks()) {
        if (!slot->node->placement.Holds(desk)) continue;
        const auto [other, first] = owners.try_emplace(desk, slot->name);
        if (!first) Fault(fmt::format("{} and {} run desk {}", other->second, slot->name, desk));
      }
    }
  }

  void Heal() {
    calm_ = true;
    ++outage_;
    cluster_.SetAvailable(true);
    ++full_;
    cluster_.SetFull(false);
    ++silence_;
    archive_.silent = false;
    for (auto& slot : slots_) {
      Start(*slot);
      Continue(*slot);
      slot->node->time.SetRate(100);
      cluster_.SetLink(slot->name, {});
      for (auto& other : slots_) ReleaseBoth(*slot, *other);
    }
  }

  // The desks that have not ended, with the records of each that is in play.
  std::map<std::string, std::uint64_t> DesksInPlay() {
    std::map<std::string, std::uint64_t> playing;
    const auto holders = audit_.Holders();
    std::set<std::string> stored;
    const std::string desks = keys::kDesks;
    for (const StoredKey& key : cluster_.Keys(desks)) {
      if (!key.key.ends_with("/row")) continue;
      const std::string desk =
          key.key.substr(desks.size(), key.key.find('/', desks.size()) - desks.size());
      const auto row = ParseJson(key.value);
      if (!row || row->at("ended").get<bool>()) continue;
      stored.insert(desk);
      const auto holder = holders.find(desk);
      if (holder == holders.end()) {
        Fault(fmt::format("nobody has desk {}", desk));
        continue;
      }
      const SimNode& node = *SlotOf(holder->second).node;
      const auto here = node.lobby.desks();
      if (!node.placement.Holds(desk) || std::ranges::find(here, desk) == here.end())
        Fault(fmt::format("desk {} is {}'s, which does not run it", desk, holder->second));
      if (ParseJson(row->at("text").get<std::string>())->at("playing").get<bool>())
        playing[desk] = audit_.RecordsOf(desk);
    }
    for (const auto& [desk, node] : holders) {
      if (!stored.contains(desk))
        Fault(fmt::format("{} has desk {}, which does not exist", node, desk));
    }
    return playing;
  }

  // Each act was taken, or not, as its sender was answered.
  void CheckActs() {
    for (const auto& person : people_) {
      for (const auto& [key, sent] : person->sent) {
        if (!sent.ok && !sent.busy) continue;
        report_.acknowledged += sent.ok ? 1 : 0;
        const int found = audit_.Count(sent.request["desk"].get<std::string>(),
                                       sent.request["match"].get<std::uint32_t>(),
                                       sent.request["id"].get<std::string>());
        if (found != (sent.ok ? 1 : 0))
          Fault(fmt::format("the act {} was answered with {}, and is stored {} times",
                            sent.request.dump(), sent.ok ? "ok" : "busy", found));
      }
    }
  }

  // Each commit has its outcome soon; others follow it as long as desks play.
  void CheckOutcomes() {
    for (const auto& slot : slots_) {
      const ClusterJournal& journal = slot->node->journal;
      for (int i = 0; i < 1000 && journal.pending() != 0; ++i) Pass(1);
      if (journal.pending() != 0) Fault("a commit of " + slot->name + " has no outcome");
    }
  }

  void Finish() {
    if (!fault().empty()) return;
    Heal();
    const auto waited = cluster_.Keys(keys::kWaiting);
    Pass(kSettled);
    CheckActs();
    CheckOutcomes();
    CheckHands(waited);
    const auto before = DesksInPlay();
    if (!fault().empty()) return;
    Pass(kLongestWindow);
    const auto after = DesksInPlay();
    for (const auto& [desk, records] : before) {
      const auto now = after.find(desk);
      if (now != after.end() && now->second == records)
        Fault(fmt::format("the match at desk {} does not go on", desk));
    }
  }

  const ClusterPlan& plan_;
  ClusterReport report_;
  ServerConfig config_;
  TownLog log_{*this};
  bool calm_ = false;
  int outage_ = 0, full_ = 0, silence_ = 0, founded_ = 0;
  SimWorld world_;
  std::map<std::string, std::string> fingerprints_;
  std::vector<std::unique_ptr<Person>> people_;
  std::vector<std::unique_ptr<Founder>> founders_;
  MemoryCluster cluster_{world_.world()};
  SimArchive archive_;
  SimNetwork network_{world_.world()};
  std::vector<std::unique_ptr<Slot>> slots_;
  ClusterAudit audit_{cluster_, [this](std::string what) { Fault(std::move(what)); },
                      [this](const std::string& node, LeaseId lease) { LeaseEnded(node, lease); }};
};

}  // namespace

ClusterReport SimulateCluster(const ClusterPlan& plan) { return ClusterRun(plan).Go(); }

}  // namespace mlf::server
