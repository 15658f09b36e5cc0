#include "dui_jia.h"

#include <mlf/components/hand_shape.h>
#include <mlf/components/play_node.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/claim_limit.h>
#include <mlf/flow/flow.h>

namespace {

using namespace mlf;

constexpr EventType kPeng{"peng", "{seat} 碰 {pieces}（{other}）",
                          "{seat} peng {pieces} (from {other})"};
constexpr Reason kNotOpposite{"not_opposite", "只能碰对家打出的牌",
                              "only the discard of the opposite seat may be claimed"};
constexpr Reason kNoPair{"no_pair", "手里没有一对同样的牌", "no two equal tiles in hand"};
constexpr Reason kOppositeBonus{"opposite_bonus", "对家加付", "the opposite seat pays more"};

// 碰对家 as a node: a seat takes the discard of its opposite and lays it down with two equal tiles.
//
// After:     discard of the opposite seat.
// Before:    turn of the same seat, which must discard.
class PengOpposite final : public PlayerNode, public logic::PlayNode, public ClaimLimit {
 public:
  static constexpr PartInfo kInfo{
      "peng_opposite",
      1,
      "碰对家",
      "peng from the opposite seat",
      "拿对家刚打出的牌，与手里两张同样的牌亮成一副刻子",
      "takes the discard of the opposite seat and lays it down with two equal tiles of the hand"};

  explicit PengOpposite(Params& params) : table_(params) {
    params.NeedsHere(logic::kDiscardInQuestion);
    for (const Topic* topic :
         {&logic::kTileInQuestion, &logic::kDiscardInQuestion, &logic::kGangInQuestion})
      params.Ends(*topic);
  }

  logic::Play play() const override { return logic::Play::kPeng; }
  void Spend(const Action& action, Counts& hand) const override {
    hand.Remove(table::KindOf(action.pieces[0]), 2);
  }
  Domain::Kind payload() const override { return Domain::kPiece; }
  int Holds() const override { return 2; }

  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    const table::Board& board = table_.board(records);
    const table::Turn& turn = board.turn;
    if (turn.focus != table::Focus::kDiscard || !board.InHand(seat) ||
        (turn.focus_seat + 2) % board.seat_count != seat)
      return sink.Because(kNotOpposite);
    if (board.seats[seat].hand[turn.focus_tile] < 2) return sink.Because(kNoPair);
    sink.OneOf(MaskOf(turn.focus_tile));
  }

  void ProcessAction(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    const table::Tile tile = step.action.pieces[0];
    table::ClaimEqual(board, step.seat, table::MeldKind::kPeng, tile, 2);
    step.Emit(kPeng, step.seat).With(tile).other = board->turn.focus_seat;
  }
  void SetStates(Step& step) const override {
    table::DueDiscard(table_.moves(step.records), step.seat);
  }

 private:
  table::TableSlots table_;
};

// 全双: all tiles are 2, 4, 6 or 8. A ScoreComponent: a pattern of the fan table.
class AllEven final : public score::FanPattern {
 public:
  static constexpr PartInfo kInfo{"all_even", 1, "全双：手牌和副露都是 2、4、6、8",
                                  "every tile of hand and melds is a 2, 4, 6 or 8"};
  int Count(const score::HandShape& hand) const override {
    std::uint32_t even = 0;  // three bits for each rank
    for (const int rank : {2, 4, 6, 8}) even |= 7u << 3 * (rank - 1);
    return hand.OnlyFields(even) ? 1 : 0;
  }
};

// 对家加付: at a win, the seat opposite the winner pays some units more. A ScoreComponent: an
// effect in the hook ProcessSettle.
class OppositeBonus final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"opposite_bonus", 1, "胡牌时，对家另付若干底",
                                  "at a win, the seat opposite the winner pays some units more"};
  explicit OppositeBonus(Params& params)
      : table_(params),
        settlement_(params),
        units_(params.Int("units", 1, 1, 100, {"另付几底", "units"})),
        reason_(params.Number(table::kLedgerReasons, kOppositeBonus)) {
    params.NeedsHere(logic::kWin);
  }
  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    const auto opposite = static_cast<Seat>((step.seat + 2) % board.seat_count);
    if (!board.InHand(opposite)) return;
    settlement_.Pay(step, settlement_.Owed(step.seat, MaskOf(opposite), units_, reason_));
  }

 private:
  table::TableSlots table_;
  score::Settlement settlement_;
  int units_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterDuiJia(Registry& registry) {
  registry.Add<PengOpposite>();
  registry.Add<AllEven>();
  registry.Add<OppositeBonus>();
}
