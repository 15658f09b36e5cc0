/// \file
/// Trace: the last steps of one table, including refusals. The caller keeps it outside Records. A
/// trace may have a HookObserver, which sees every hook run.
#pragma once

#include <mlf/flow/response.h>

#include <array>
#include <cstdint>
#include <memory>

namespace mlf {

enum class Hook : std::uint8_t;  ///< node.h

/// Notified of all ten hooks. The engine reads no clock; an observer can measure times. It
/// must not throw. It also sees the hooks of steps that are rolled back (a failed check).
class HookObserver {
 public:
  virtual ~HookObserver() = default;
  /// The hook Valid has checked `action`; of a timeout, the default that replaces it. `why` is null
  /// if it is valid. A refused timeout and an unknown node come as they were given.
  virtual void OnValid(const Action& action, const Reason* why) {
    static_cast<void>(action), static_cast<void>(why);
  }
  /// The hooks of `node` are about to run for `seat`. Called once per winner, pass and system step.
  virtual void OnNode(NodeIndex node, Seat seat) = 0;
  /// Called around each piece of code of a hook. `effect` is -1 for the node's own code, otherwise
  /// the index of the variant's effect.
  virtual void BeforeHook(Hook hook, int effect) = 0;
  virtual void AfterHook() = 0;
};

struct TraceEntry {
  static constexpr int kMaxPath = 18;

  Action action;              ///< as given (a timeout stays a timeout)
  Action played;              ///< the default that replaced a timeout; otherwise as given
  std::uint32_t version = 0;  ///< after the step
  RefusalCode code = RefusalCode::kNone;
  NodeIndex at = kNoNode;          ///< the critical node where the action arrived
  NodeIndex rest = kNoNode;        ///< the critical node after the step
  SeatMask winners = 0;            ///< of the window, if the action decided it
  const Reason* reason = nullptr;  ///< of a refusal
  std::uint8_t path_length = 0;    ///< number of nodes whose hooks ran, even beyond kMaxPath
  std::array<NodeIndex, kMaxPath> path{};
};

/// A ring of the last steps.
class Trace {
 public:
  static constexpr int kCapacity = 64;

  TraceEntry& Push() { return *std::construct_at(&ring_[next_++ % kCapacity]); }
  /// Number of steps ever traced; number still held; the i-th held step, oldest first.
  std::uint64_t total() const { return next_; }
  int size() const { return next_ < kCapacity ? static_cast<int>(next_) : kCapacity; }
  const TraceEntry& operator[](int i) const { return ring_[(next_ - size() + i) % kCapacity]; }

  /// Null = no observer. It must outlive the trace.
  void Watch(HookObserver* observer) { observer_ = observer; }
  HookObserver* observer() const { return observer_; }

 private:
  std::array<TraceEntry, kCapacity> ring_{};
  std::uint64_t next_ = 0;
  HookObserver* observer_ = nullptr;
};

}  // namespace mlf
