// ChooseDealer (定庄): determines the dealer, who moves first.
//
// After:     start.
// Before:    shuffle.
// Always:    the dealer is a seat at the table and the actor.
#include <mlf/components/dealer_node.h>
#include <mlf/components/play_node.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>
#include "nodes/throw_dice.h"

namespace mlf::nodes {

class ChooseDealer final : public ActionNode, public logic::PlayNode, public logic::DealerNode {
 public:
  static constexpr PartInfo kInfo{
      "choose_dealer",
      1,
      "定庄",
      "choose dealer",
      "定庄：第一局掷骰，或由座 0、房主坐庄，以后由上一局决定",
      "names the dealer: of the first hand by dice, or seat 0 or the room's owner; then by the "
      "hand before"};

  // `first`: the first dealer of a match. Either two dice choose it, (d1 + d2 - 1) mod seats
  // (rules/common.md#first-dealer), or it is seat 0, or the seat of the room's owner. A server
  // gives the owner's seat as Match::given_dealer; without it the owner sits at 0. Later dealers
  // are named at the end of the hand before, or else chosen by dice.
  explicit ChooseDealer(Params& params);

  logic::Play play() const override { return logic::Play::kAccounts; }
  void ProcessAction(Step& step) const override;
  bool ThrowsForFirstDealer(const Records& records) const override {
    const Match& match = table_.match(records);
    return match.hands_done == 0 && first_ == First::kDice && !match.given_dealer;
  }
  bool OwnerDealsFirst() const override { return first_ == First::kOwner; }
  Seat DealerOf(int sum, int seats) const override { return static_cast<Seat>((sum - 1) % seats); }

 private:
  // Throws two dice, or takes the given ones.
  Seat ThrowDice(Step& step) const;

  enum class First { kDice, kSeat0, kOwner };
  table::TableSlots table_;
  First first_;
  int dice_stream_;
};

namespace {
const EventType kDealer{"dealer", "{seat} 坐庄", "{seat} deals"};
}  // namespace

ChooseDealer::ChooseDealer(Params& params)
    : table_(params),
      first_(params.Enum<First>("first", First::kDice, {"dice", "seat0", "owner"},
                                {"首局庄家：掷骰，或座0，或房主（没有房主则座0）",
                                 "the first dealer: by dice, or seat 0, or the owner of the room "
                                 "(seat 0 where there is none)"})),
      dice_stream_(params.Stream("dice")) {}

Seat ChooseDealer::ThrowDice(Step& step) const {
  const auto dice = ThrowTwoDice(step, table_, dice_stream_);
  return DealerOf(dice[0] + dice[1], step.flow.seats());
}

void ChooseDealer::ProcessAction(Step& step) const {
  const table::MatchMoves match = table_.match_moves(step.records);
  const table::Moves board = table_.moves(step.records);
  Seat dealer = 0;
  if (const auto given = table::TakeGivenDealer(match)) {
    dealer = *given;
  } else if (match->hands_done > 0 && match->next_dealer != kNoSeat) {
    dealer = match->next_dealer;
  } else if (match->hands_done > 0 || first_ == First::kDice) {
    dealer = ThrowDice(step);
  }
  MLF_CHECK(dealer >= 0 && dealer < step.flow.seats(), "the dealer is a seat at the table");
  table::NameDealer(match, dealer);
  table::SetDealer(board, dealer);
  step.SetActor(dealer);
  step.Emit(kDealer, dealer);
}

void RegisterChooseDealer(Registry& r) { r.Add<ChooseDealer>(); }

}  // namespace mlf::nodes
