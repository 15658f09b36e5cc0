#include "server/sim/simulation.h"

#include "server/config/config.h"
#include "server/lobby/lobby.h"
#include "server/sim/faulty_journal.h"
#include "server/sim/person.h"
#include "server/sim/sim_accounts.h"
#include "server/sim/sim_store.h"
#include "server/sim/sim_world.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kLongest = 600'000;  // longer than any window of any variant

class Run final : public Town {
 public:
  explicit Run(const SimulationPlan& plan)
      : Town(plan.seed, plan.variants, 1),
        plan_(plan),
        log_(*this),
        world_(std::make_unique<SimWorld>(plan.seed, log_)),
        store_(plan.disk ? DiskStore(plan.seed, FaultOfDisk(plan.planted))
                         : MemoryStore(plan.seed)),
        accounts_(world_->world()) {
    config_.table.claim_pause_ms = Random(3) * Ms{250};
    config_.table.spectator_delay = Random(5);
    for (int i = 0; i < plan.people; ++i) people_.push_back(std::make_unique<Person>(*this, i));
  }

  SimulationReport Go() {
    try {
      Start();
      Live();
      Finish();
    } catch (const std::runtime_error& what) {
      Fault(what.what());
    }
    report_.fault = fault();
    report_.requests = requests;
    report_.matches = matches;
    return report_;
  }

  Ms now() const override { return world_->clock.Steady(); }
  RequestHandler* Entrance() override { return lobby_.get(); }
  bool dead() const override { return store_->dead(); }
  Person* Eavesdropper(const Person& reader) override {
    if (plan_.planted != Planted::kMisrouted || Random(50) != 0) return nullptr;
    for (auto& other : people_) {
      if (other.get() != &reader && other->connected() && other->desk() == reader.desk() &&
          other->playing())
        return other.get();
    }
    return nullptr;
  }

 private:
  static DiskFault FaultOfDisk(Planted planted) {
    return planted == Planted::kNormalSync ? DiskFault::kNormalSync
           : planted == Planted::kTornLog  ? DiskFault::kTornLog
                                           : DiskFault::kNone;
  }

  void Live() {
    for (int i = 0; i < plan_.actions && fault().empty(); ++i) {
      people_[Random(static_cast<std::uint32_t>(people_.size()))]->Do();
      Pass(Random(20) == 0 ? Random(60'000) : Random(1500));
      if (Random(60) == 0) FailDisk();
      switch (Random(80)) {
        case 0: Restart(); break;
        case 1: store_->CrashSoon(); break;
        default: break;
      }
      if (store_->dead()) Restart();
    }
  }
  // The machine may die again while the server starts.
  void Start() {
    while (!TryToStart()) NextWorld();
  }
  bool TryToStart() {
    if (plan_.planted == Planted::kTwiceTimer) world_->timers.RunTwice(7);
    try {
      Journal& journal =
          store_->Start(world_->world(), [this](std::string what) { Fault(std::move(what)); });
      journal_.emplace(journal, world_->world(), plan_.planted);
      lobby_ = std::make_unique<Lobby>(
          config_, world_->world(), *journal_, accounts_, shelf(),
          [](std::span<const std::byte> bytes) {
            return HashName({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
          });
      lobby_->Recover();
      return true;
    } catch (const std::runtime_error&) {
      if (!store_->dead()) throw;
      return false;
    }
  }
  void NextWorld() {
    ++report_.restarts;
    lobby_.reset();
    journal_.reset();
    store_->Crash();
    auto next = std::make_unique<SimWorld>(
        plan_.seed + static_cast<std::uint64_t>(report_.restarts) * 1000, log_);
    next->clock.Set(world_->clock.Steady() + 10 + Random(20'000));
    accounts_.Crash(next->world());
    world_ = std::move(next);
  }
  void Pass(Ms ms) {
    const Ms until = world_->clock.Steady() + ms;
    while (!store_->dead() && world_->Step(until)) {
    }
    world_->clock.Set(until);
  }
  void Restart() {
    for (auto& person : people_) person->Lost();
    NextWorld();
    if (Random(8) == 0) store_->CrashSoon();
    Start();
  }
  void FailDisk() {
    ++report_.failures;
    store_->Fail();
    Pass(Random(2000));
    store_->Mend();
    Pass(50);
  }
  // All persons come back once more. Every acknowledged act must exist exactly once.
  void Finish() {
    if (!fault().empty()) return;
    for (auto& person : people_) person->Lost();
    NextWorld();
    Start();
    for (auto& person : people_) {
      for (auto& [key, sent] : person->sent) {
        if (!sent.ok && !sent.busy) continue;
        report_.acknowledged += sent.ok ? 1 : 0;
        const int found = store_->Count(sent.request["desk"].get<std::string>(),
                                        sent.request["match"].get<std::uint32_t>(),
                                        sent.request["id"].get<std::string>());
        if (found != (sent.ok ? 1 : 0))
          return Fault(
              fmt::format("the act {} was answered with {}, and is in the journal {} times",
                          sent.request.dump(), sent.ok ? "ok" : "busy", found));
      }
    }
    // Windows end by their deadlines.
    for (int i = 0; i < 200 && lobby_->match_count() > 0; ++i) {
      const std::uint64_t before = store_->size();
      Pass(kLongest);
      if (lobby_->match_count() > 0 && store_->size() == before)
        return Fault("a match makes no progress:  " + lobby_->AdminDesks().dump());
    }
  }

  const SimulationPlan& plan_;
  SimulationReport report_;
  ServerConfig config_;
  TownLog log_;
  std::unique_ptr<SimWorld> world_;
  std::unique_ptr<SimStore> store_;
  SimAccounts accounts_;
  std::optional<FaultyJournal> journal_;
  std::vector<std::unique_ptr<Person>> people_;
  std::unique_ptr<Lobby> lobby_;
};

}  // namespace

SimulationReport Simulate(const SimulationPlan& plan) { return Run(plan).Go(); }

}  // namespace mlf::server
