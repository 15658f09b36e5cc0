/// \file
/// ActionNode: one action's logic, a player's (peng) or the system's (draw). Holds no game state
/// and never changes after construction.
///
/// A node comes to life in one of two ways: a seat takes it as an answer to a window, or the system
/// steps to it. Either way its ten hooks run in order. A node's own code fills the hooks it needs;
/// a variant adds parts (Effects) to any hook, which run after the node's own code.
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

/// The ten hooks, in the order they run. Valid is the engine's own: membership in what Offers
/// offers.
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
    Hook hook);  ///< as a variant writes it: "action", "settle", "states", "before_action" ...

/// What the hooks of one node work on: the records, the action, and where to put what comes of it.
class Step {
 public:
  Records& records;
  const Action& action;
  const Seat seat;                        ///< who acts
  const std::span<const Action> winners;  ///< the winners of the window just decided, in turn order
                                          ///< after the actor; empty in a system step
  const Flow& flow;

  /// Adds an event. The reference is good until the next one.
  Event& Emit(const EventType& type, Seat about);
  /// Names the node to go to after the last winner's hooks; the flow must have a system edge to it.
  void Follow(NodeIndex node);
  /// Whose move it is from here on.
  void SetActor(Seat actor) { records.flow().actor = actor; }
  /// True in the hooks of the first / last winner of the window (or the only one; always true in a
  /// system step).
  bool first() const { return index_ == 0; }
  bool last() const { return index_ + 1 >= static_cast<int>(winners.size()); }
  /// The n-th random word stream of this hand.
  Stream Random(int stream) const;
  /// Starts the next hand: clears the hand's slots and streams; `number` is its number in the
  /// match, from 0. A Chance of the caller is asked for that hand.
  void BeginHand(std::uint32_t number);
  /// The wall that the caller's Chance has for the hand begun in this step, the next draw first;
  /// nothing when the node is to draw its own.
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

/// Where a player node puts its offer. At most one offer a node and seat.
class OfferSink {
 public:
  void Nothing();
  void OneOf(PieceMask pieces);            ///< nothing is offered when it is empty
  void Combo(const Domain::Combo& combo);  ///< may be called several times
  void Subset(const Counts& pool, int take, bool same_group);
  void OneValue(PieceMask values);
  void Range(std::int32_t low, std::int32_t high);
  void Bits(std::uint32_t bits);

  /// Says why nothing is offered; kept only where somebody asks.
  void Because(const Reason& reason) { reason_ = &reason; }
  /// Whether this window has offered `seat` anything before this node. A pass offers itself only
  /// then.
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

  /// The kind of payload a player's action carries; Offers offers domains of this kind only.
  virtual Domain::Kind payload() const { return Domain::kNothing; }
  /// Whether a player can bring it (else the system only).
  virtual bool player() const { return false; }
  /// Offers the action to `seat` if it may take it now. Conditions of the variant narrow the offer
  /// afterwards.
  virtual void Offers(const Records& records, Seat seat, OfferSink& sink) const;
  /// A first look at all seats that a window asks: those of `seats` that may be offered the action.
  /// It may leave in seats that Offers then refuses; a seat it leaves out is one that Offers would
  /// refuse.
  virtual SeatMask MayOffer(const Records&, SeatMask seats) const { return seats; }
  /// True for a node that offers itself only beside other offers (OfferSink::has_other_offer), so
  /// that it is never a sole answer.
  virtual bool beside_others() const { return false; }
  /// The payload to play when the seat's time is up; `domain` is its offer, never empty. Default:
  /// the first one.
  virtual void Suggest(const Records& records, Seat seat, const Domain& domain,
                       Action& action) const;
  /// The word for a value in action texts ("m" for a suit); empty = written as a number.
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

  /// What the node may find none of ("wall"), so that it does nothing: then an edge whose guard
  /// tells so (Condition::TellsLack) must lead on.
  virtual std::string_view may_lack() const { return {}; }

  /// What is left of the thing this node uses up (tiles in the wall), for nodes on system cycles;
  /// -1 = uses up nothing.
  virtual int Remaining(const Records&) const { return -1; }
};

/// What a node's class has in its hooks, each to be called with a node of that class; null where it
/// has left the hook empty.
using HookCode = void (*)(const Part& node, Step& step);
using HookCodes = std::array<HookCode, kHooks>;

/// Of a class that is final, as nearly all are, the code is called directly and not through the
/// table of virtual functions.
template <typename T>
constexpr HookCodes HooksOf() {
  HookCodes codes{};
  const auto look = [&]<auto kCode>(Hook hook) {
    // An inherited method is named by the class that declares it.
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

/// A node that a player brings.
class PlayerNode : public ActionNode {
 public:
  bool player() const final { return true; }
};

}  // namespace mlf
