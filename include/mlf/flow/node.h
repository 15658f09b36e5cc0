/// \file
/// ActionNode: the logic of one action, a player's (peng) or the system's (draw). It holds no
/// game state and never changes after construction.
///
/// A node runs when a seat wins a window with it or passes by it, or when the system steps to it.
/// Its hook Valid runs before the answer is stored; the other nine run in order. A node implements
/// the hooks it needs. A variant can add parts (Effects) to any hook but Valid; they run after the
/// node's own code.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/flow/part.h>
#include <mlf/flow/random.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace mlf {

class Flow;
class ChanceInUse;  ///< flow/graph/chance_in_use.h

/// The ten hooks, in running order. The engine implements Valid: the action must be in the offered
/// domain.
enum class Hook : std::uint8_t {
  kValid,
  kBeforeProcessAction,
  kProcessAction,
  kAfterProcessAction,
  kBeforeProcessSettle,
  kProcessSettle,
  kAfterProcessSettle,
  kBeforeSetStates,
  kSetStates,
  kAfterSetStates,
};
inline constexpr int kHooks = 10;
std::string_view HookName(Hook hook);  ///< "ProcessAction"
std::string_view HookKey(
    Hook hook);  ///< the key in a variant: "action", "settle", "states", "before_action" ...

/// The context of one node's hooks: the records, the action, and the outputs.
class Step {
 public:
  Records& records;
  const Action& action;
  const Seat seat;                        ///< the acting seat
  const std::span<const Action> winners;  ///< winners of the window just decided, in turn order
                                          ///< after the actor; empty in a system step
  const Flow& flow;

  /// Adds an event. The next Emit invalidates the reference.
  Event& Emit(const EventType& type, Seat about);
  /// The events of this action so far. The next Emit invalidates the span.
  std::span<const Event> events() const { return response_.events; }
  /// Of the system edges of this node only those to `node` count, and the guards of one must hold.
  /// Without effect if a window of this node opens.
  void Follow(NodeIndex node);
  /// Sets the seat to move. Fails if the flow has no such seat.
  void SetActor(Seat actor);
  /// True for the first or last winner of the window. Both are true for a single winner and in a
  /// system step.
  bool first() const { return index_ == 0; }
  bool last() const { return index_ + 1 >= static_cast<int>(winners.size()); }
  /// Random stream number `stream` of this hand; see Params::Stream.
  Stream Random(int stream) const;
  /// Starts hand `number` of the match (from 0): clears the slots of hand scope and the streams.
  /// Asks the caller's Chance, if given, for that hand.
  void BeginHand(std::uint32_t number);
  /// The wall of the caller's Chance for the hand begun in this step, the next draw first. Nothing
  /// if the node must draw its own.
  std::optional<std::span<const Piece>> TakeWall();

 private:
  friend class Flow;
  friend struct Engine;
  Step(Records& r, const Action& a, std::span<const Action> w, int index, const Flow& f,
       Response& response, NodeIndex& follow, ChanceInUse* chance)
      : records(r),
        action(a),
        seat(a.seat),
        winners(w),
        flow(f),
        index_(index),
        response_(response),
        follow_(follow),
        chance_(chance) {}

  int index_;
  Response& response_;
  NodeIndex& follow_;
  ChanceInUse* chance_;
};

/// Receives the offer of a player's node: at most one per node and seat.
class OfferSink {
 public:
  void Nothing();
  void OneOf(PieceMask pieces);            ///< an empty mask offers nothing
  void Combo(const Domain::Combo& combo);  ///< may be called several times
  void Subset(const Counts& pool, int take, bool same_group);
  void OneValue(PieceMask values);
  void Range(std::int32_t low, std::int32_t high);
  /// `one_of_run`: of each run of neighbouring bits in it, at most one may be set. `needed`: bits
  /// that must be set.
  void Bits(std::uint32_t bits, std::uint32_t one_of_run = 0, std::uint32_t needed = 0);

  /// Gives the reason why nothing is offered.
  void Because(const Reason& reason) { reason_ = &reason; }
  /// Whether `seat` has an offer of an earlier answer in this window. A pass is offered only then.
  bool has_other_offer() const { return has_other_offer_; }

  OfferSink(Domain& domain, bool has_other_offer)
      : domain_(domain), has_other_offer_(has_other_offer) {}
  const Reason* reason() const { return reason_; }

 private:
  Domain& domain_;
  const Reason* reason_ = nullptr;
  bool has_other_offer_;
};

class ActionNode : public Part {
 public:
  static constexpr std::string_view kRole = "node";

  /// The kind of payload of a player's action. Offers must offer domains of this kind only.
  virtual Domain::Kind payload() const { return Domain::kNothing; }
  /// Whether players can take the action; otherwise only the system runs it.
  virtual bool player() const { return false; }
  /// Offers the action to `seat` if it may take it now. Conditions of the variant narrow the offer
  /// afterwards.
  virtual void Offers(const Records& records, Seat seat, OfferSink& sink) const;
  /// A fast filter: returns the seats out of `seats` that may get an offer. It may keep seats that
  /// Offers then refuses, but must not drop a seat that Offers would accept.
  virtual SeatMask MayOffer(const Records&, SeatMask seats) const { return seats; }
  /// True for a node that offers itself only beside other offers (OfferSink::has_other_offer). It
  /// is never the only answer.
  virtual bool beside_others() const { return false; }
  /// Chooses the payload for a timeout. `domain` is the offer, never empty. Default: its first
  /// payload.
  virtual void Suggest(const Records& records, Seat seat, const Domain& domain,
                       Action& action) const;
  /// The word for a value in action texts ("m" for a suit); empty = a decimal number.
  virtual std::string_view ValueName(std::int32_t value) const;

  virtual void BeforeProcessAction(Step&) const {}
  virtual void ProcessAction(Step&) const {}
  virtual void AfterProcessAction(Step&) const {}
  virtual void BeforeProcessSettle(Step&) const {}
  virtual void ProcessSettle(Step&) const {}
  virtual void AfterProcessSettle(Step&) const {}
  virtual void BeforeSetStates(Step&) const {}
  virtual void SetStates(Step&) const {}
  virtual void AfterSetStates(Step&) const {}

  /// The resource that may be missing ("wall"), so that the node does nothing. A system edge whose
  /// guard covers that case (Condition::TellsLack) must lead on.
  virtual std::string_view may_lack() const { return {}; }

  /// Remaining amount of the resource that this node uses up (tiles in the wall). For nodes on
  /// system cycles; -1 = uses up nothing.
  virtual int Remaining(const Records&) const { return -1; }
};

/// What the class T is.
template <typename T>
constexpr PartKind KindOf() {
  constexpr bool kIsNode = std::is_base_of_v<ActionNode, T>;
  constexpr bool kIsLogic = std::is_base_of_v<LogicComponent, T>;
  constexpr bool kIsScore = std::is_base_of_v<ScoreComponent, T>;
  static_assert(kIsNode + kIsLogic + kIsScore == 1,
                "a part is an ActionNode, a LogicComponent or a ScoreComponent: derive an effect "
                "from LogicEffect or ScoreEffect, and a role of your own from one of the two");
  return kIsNode ? PartKind::kNode : kIsLogic ? PartKind::kLogic : PartKind::kScore;
}

/// Entry points for the hooks of a node class; null for hooks that the class does not implement.
using HookCode = void (*)(const Part& node, Step& step);
using HookCodes = std::array<HookCode, kHooks>;

/// Reads the hooks from the class T. Calls are direct, not virtual, if T is final.
template <typename T>
constexpr HookCodes HooksOf() {
  HookCodes codes{};
  const auto look = [&]<auto kCode>(Hook hook) {
    // The type of an inherited member pointer names the declaring class.
    if constexpr (!std::is_same_v<decltype(kCode), void (ActionNode::*)(Step&) const>) {
      codes[static_cast<std::size_t>(hook)] = [](const Part& node, Step& step) {
        (static_cast<const T&>(node).*kCode)(step);
      };
    }
  };
  look.template operator()<&T::BeforeProcessAction>(Hook::kBeforeProcessAction);
  look.template operator()<&T::ProcessAction>(Hook::kProcessAction);
  look.template operator()<&T::AfterProcessAction>(Hook::kAfterProcessAction);
  look.template operator()<&T::BeforeProcessSettle>(Hook::kBeforeProcessSettle);
  look.template operator()<&T::ProcessSettle>(Hook::kProcessSettle);
  look.template operator()<&T::AfterProcessSettle>(Hook::kAfterProcessSettle);
  look.template operator()<&T::BeforeSetStates>(Hook::kBeforeSetStates);
  look.template operator()<&T::SetStates>(Hook::kSetStates);
  look.template operator()<&T::AfterSetStates>(Hook::kAfterSetStates);
  return codes;
}

/// A node that players can take.
class PlayerNode : public ActionNode {
 public:
  bool player() const final { return true; }
};

}  // namespace mlf
