// SimArchive: the archive of a simulated cluster, and how one node reaches it. It may be silent for
// a while.
#pragma once

#include "cluster/archive.h"
#include "cluster/sim/node_world.h"

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace mlf::server {

// What all nodes share.
struct SimArchive {
  bool silent = false;  // whoever asks waits until it is not
  std::map<std::string, std::string> kept{};
};

// Workers of a node that wait for the archive.
class SimArchivePool final : public Pool {
 public:
  static constexpr Ms kTakes = 5;
  static constexpr Ms kGivesUp = 1000;

  // `on_thread`, a planted fault: the server's thread waits in their place.
  SimArchivePool(const SimArchive* archive, World outer, NodeWorld& time, bool on_thread)
      : archive_(archive), outer_(outer), time_(time), on_thread_(on_thread) {}
  ~SimArchivePool() override { *alive_ = false; }
  SimArchivePool(const SimArchivePool&) = delete;
  SimArchivePool& operator=(const SimArchivePool&) = delete;

  bool Start(std::function<void()> work, std::function<void()> done) override {
    const bool waits = archive_ != nullptr && archive_->silent;
    if (on_thread_) time_.Spend(static_cast<double>(waits ? kGivesUp : kTakes));
    outer_.timers.At(outer_.clock.Steady() + (waits ? kGivesUp : kTakes),
                     [this, alive = alive_, work = std::move(work), done = std::move(done)] {
                       if (!*alive) return;
                       work();
                       time_.Soon(done);
                     });
    return true;
  }

 private:
  const SimArchive* const archive_;
  const World outer_;
  NodeWorld& time_;
  const bool on_thread_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

class SimArchiveAccess final : public Archive {
 public:
  SimArchiveAccess(SimArchive& archive, Pool& pool) : Archive(pool), archive_(archive) {}
  std::optional<std::string> Get(const std::string& key) override {
    Ask();
    const auto found = archive_.kept.find(key);
    return found == archive_.kept.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  void Write(const Entries& entries) override {
    Ask();
    for (const auto& [key, value] : entries) archive_.kept[key] = value;
  }
  void Ask() const {
    if (archive_.silent) throw std::runtime_error("the archive is silent");
  }

  SimArchive& archive_;
};

}  // namespace mlf::server
