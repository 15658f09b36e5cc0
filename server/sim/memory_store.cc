#include "server/journal/memory_journal.h"
#include "server/sim/sim_store.h"

#include <mlf/flow/random.h>

#include <optional>

namespace mlf::server {
namespace {

class InMemory final : public SimStore {
 public:
  explicit InMemory(std::uint64_t seed)
      : delay_(1 + static_cast<Ms>(StreamSeed(seed, "store") % 4)) {}

  Journal& Start(World world, std::function<void(std::string)>) override {
    if (journal_) {
      journal_->Restart(world);
    } else {
      journal_.emplace(world, delay_);
    }
    dead_ = false;
    return *journal_;
  }
  void Crash() override {
    dead_ = true;
    if (journal_) journal_->Crash();
  }
  void CrashSoon() override { dead_ = true; }
  bool dead() const override { return dead_; }
  void Fail() override { journal_->Fail(); }
  void Mend() override { journal_->Mend(); }
  int Count(const std::string& desk, std::uint32_t match, const std::string& id) override {
    return journal_->Count(desk, match, id);
  }
  std::uint64_t size() override { return journal_->size(); }

 private:
  const Ms delay_;
  bool dead_ = false;
  std::optional<MemoryJournal> journal_;
};

}  // namespace

std::unique_ptr<SimStore> MemoryStore(std::uint64_t seed) {
  return std::make_unique<InMemory>(seed);
}

}  // namespace mlf::server
