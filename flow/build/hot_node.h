// HotNode: what the engine runs of a node, close together: no words, no positions, no hook that
// nobody fills. Made of the compiled nodes when a flow is built; they keep what people and checks
// read.
#pragma once

#include <mlf/flow/flow.h>

#include <array>
#include <cstdint>
#include <vector>

namespace mlf {

// A condition, and the same part once more where it is a guard, which can be asked directly.
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
  // A piece of code of a hook: the node's own, or what the variant has put there.
  struct Call {
    Hook hook;
    const Part* part;
    HookCode run;
  };
  // An answer of the node's window, at the same place as there.
  struct Answer {
    const HotNode* to;
    NodeIndex node;  // its index
    std::uint8_t place;
    bool pass;
    std::array<SeatMask, kMaxSeats> asked;  // by the actor: the seats that may give it
    Tests guards;                           // of the edge
  };
  // A system edge.
  struct Next {
    const HotNode* to;
    Tests guards;
  };

  // What is played when time is up.
  struct Default {
    const HotNode* to;
    Tests when;
  };

  NodeIndex index = kNoNode;
  const Node* node = nullptr;  // what it is made of
  const ActionNode* impl = nullptr;
  std::vector<Call> calls;
  Tests conditions;  // that narrow the node's own offer
  std::vector<Next> then;
  const Window* window = nullptr;
  std::array<SeatMask, kMaxSeats> asked{};  // by the actor: whom the window asks
  std::array<std::array<std::uint32_t, kMaxSeats>, kMaxSeats>
      may_give{};  // by the actor and the seat: one bit an answer
  std::vector<Answer> answers;
  std::uint32_t passes = 0;  // one bit an answer
  std::vector<Default> defaults;
};

// One plan a node. They point to each other and to the nodes, so both vectors are moved as a whole
// or not at all.
std::vector<HotNode> HotNodesOf(const std::vector<Node>& nodes, int seats);

}  // namespace mlf
