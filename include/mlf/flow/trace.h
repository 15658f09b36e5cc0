/// \file
/// Trace: the last steps of one table, always on, kept by the caller outside Records. Takes
/// refusals too. A HookObserver watches the engine at work, hook by hook, where a caller gives one
/// to the trace.
#pragma once

#include <mlf/flow/response.h>

#include <array>
#include <cstdint>
#include <memory>

namespace mlf {

enum class Hook : std::uint8_t;  ///< node.h

/// Told of every hook that runs. The engine reads no clock; whoever wants times takes them here. It
/// must not throw, and a step that is taken back (a broken check) has been told all the same.
class HookObserver {
 public:
  virtual ~HookObserver() = default;
  /// The hooks of `node` are about to run for `seat`: one call for each winner, each pass and each
  /// system step.
  virtual void OnNode(NodeIndex node, Seat seat) = 0;
  /// Before and after a piece of code of a hook: the node's own (`effect` is -1), or what the
  /// variant has put there (its place in the hook).
  virtual void BeforeHook(Hook hook, int effect) = 0;
  virtual void AfterHook() = 0;
};

struct TraceEntry {
  static constexpr int kMaxPath = 18;

  Action action;              ///< as given (a timeout stays a timeout)
  Action played;              ///< what a timeout was turned into; else the same
  std::uint32_t version = 0;  ///< after the step
  RefusalCode code = RefusalCode::kNone;
  NodeIndex at = kNoNode;          ///< the critical node the action met
  NodeIndex rest = kNoNode;        ///< the critical node after it
  SeatMask winners = 0;            ///< of the window, if the action decided it
  const Reason* reason = nullptr;  ///< of a refusal
  std::uint8_t path_length =
      0;  ///< nodes whose hooks ran, in order (all of them even if the path is cut)
  std::array<NodeIndex, kMaxPath> path{};
};

/// A ring of the last steps.
class Trace {
 public:
  static constexpr int kCapacity = 64;

  TraceEntry& Push() { return *std::construct_at(&ring_[next_++ % kCapacity]); }
  /// Steps ever traced / still held; the i-th held one, oldest first.
  std::uint64_t total() const { return next_; }
  int size() const { return next_ < kCapacity ? static_cast<int>(next_) : kCapacity; }
  const TraceEntry& operator[](int i) const { return ring_[(next_ - size() + i) % kCapacity]; }

  /// Null = nobody watches. It must outlive its use.
  void Watch(HookObserver* observer) { observer_ = observer; }
  HookObserver* observer() const { return observer_; }

 private:
  std::array<TraceEntry, kCapacity> ring_{};
  std::uint64_t next_ = 0;
  HookObserver* observer_ = nullptr;
};

}  // namespace mlf
