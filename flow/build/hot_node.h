// HotNode: the data of a node that the engine runs, stored compactly: no texts, no positions, no
// empty hooks. Made from the compiled nodes when a flow is built. The compiled nodes serve people
// and checks.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/window_watcher.h>

#include <array>
#include <cstdint>
#include <vector>

namespace mlf {

// A condition. `guard` is the same part if it is a Guard: calling that is cheaper.
struct Test {
  const Condition* condition;
  const Guard* guard;

  PieceMask Allow(const Records& records, Seat seat, PieceMask candidates) const {
    if (guard != nullptr) return guard->Holds(records, seat) ? candidates : 0;
    return condition->Allow({records, seat, candidates});
  }
};
using Tests = std::vector<Test>;

struct HotNode {
  // One piece of code of a hook: the node's own, or an effect of the variant.
  struct Call {
    Hook hook;
    const Part* part;
    HookCode run;
  };
  // An answer of the window, at the same index as in Window::answers.
  struct Answer {
    const HotNode* to;
    NodeIndex node;  // its index
    std::uint8_t place;
    bool pass;
    std::array<SeatMask, kMaxSeats> asked;  // by actor: the seats that may give it
    Tests guards;                           // of the edge
  };
  // A system edge.
  struct Next {
    const HotNode* to;
    Tests guards;
  };

  // A default answer, for timeouts.
  struct Default {
    const HotNode* to;
    Tests when;
  };

  NodeIndex index = kNoNode;
  const Node* node = nullptr;  // the compiled node
  const ActionNode* impl = nullptr;
  std::vector<Call> calls;
  Tests conditions;  // narrow the offers of the node
  std::vector<Next> then;
  const Window* window = nullptr;
  const WindowWatcher* watcher = nullptr;   // the same for all nodes
  bool acts_on_kept_answers = false;        // asks in turn, or has a watcher
  std::array<SeatMask, kMaxSeats> asked{};  // by actor: the seats the window asks
  std::array<std::array<std::uint32_t, kMaxSeats>, kMaxSeats>
      may_give{};  // by actor and seat: a mask of answers
  std::vector<Answer> answers;
  std::uint32_t passes = 0;  // a mask of answers
  std::vector<Default> defaults;
};

// One HotNode per node. They point to each other and to `nodes`, so both vectors may only be moved
// as a whole.
std::vector<HotNode> HotNodesOf(const std::vector<Node>& nodes, int seats,
                                const WindowWatcher* watcher);

}  // namespace mlf
