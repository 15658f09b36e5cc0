// HookProfile: the nodes and hooks that ran and, with a clock, how long each took. It watches a
// Trace:
//
//   HookProfile profile(HookProfile::Clock::kReads);
//   trace.Watch(&profile);
//   flow.ProcessActionNode(records, action, response, &trace);
//   // profile.runs() has the result.
//
// Times are of hooks only. Work of the engine between hooks (offers, windows) is not included.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/viewer.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace mlf::tools {

class HookProfile final : public HookObserver {
 public:
  enum class Clock : std::uint8_t { kReads, kNone };

  // The node's own code of a hook (effect -1), or one effect of the hook.
  struct Piece {
    Hook hook;
    int effect;
    std::int64_t ns;  // 0 without a clock
  };
  struct Run {
    NodeIndex node;
    Seat seat;
    std::vector<Piece> pieces;
  };

  explicit HookProfile(Clock clock) : clock_(clock) {}

  void OnNode(NodeIndex node, Seat seat) override { runs_.push_back({node, seat, {}}); }
  void BeforeHook(Hook hook, int effect) override {
    runs_.back().pieces.push_back({hook, effect, 0});
    if (clock_ == Clock::kReads) begun_ = std::chrono::steady_clock::now();
  }
  void AfterHook() override {
    if (clock_ != Clock::kReads) return;
    const auto passed = std::chrono::steady_clock::now() - begun_;
    runs_.back().pieces.back().ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(passed).count();
  }

  // The runs since the last Clear, in order.
  const std::vector<Run>& runs() const { return runs_; }
  void Clear() { runs_.clear(); }

 private:
  Clock clock_;
  std::chrono::steady_clock::time_point begun_;
  std::vector<Run> runs_;
};

// Sums over many steps.
class ProfileTotals {
 public:
  void Add(const HookProfile& profile);
  // A table, longest time first. A hook without code of its own takes as long as the clock itself.
  // Entries below a thousandth of the total are one line at the end.
  std::string Text(const Flow& flow, Lang lang) const;

 private:
  struct Sum {
    std::uint64_t runs = 0;
    std::int64_t ns = 0;
  };
  std::map<std::tuple<NodeIndex, Hook, int>, Sum> sums_;
};

}  // namespace mlf::tools
