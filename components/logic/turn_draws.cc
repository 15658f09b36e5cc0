// The tiles a seat has drawn in its current turn: one, and more after gangs. For rules that allow
// only such a tile to be added to a peng (rules/yilaidaodi.md#actions).
#include <mlf/components/kept_draws.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>
#include <mlf/table/turn_gang.h>

namespace mlf::logic {
namespace {

struct TurnDraws {
  static constexpr std::string_view kSlot = "turn_draws";
  static constexpr Scope kScope = Scope::kHand;
  table::TileMask kinds = 0;  // drawn this turn, except for the last drawn tile

  void Check(const Validation& check) const {
    check.Require((kinds & ~table::kAllKinds) == 0, "the drawn pieces are tiles");
  }
};

// For the states hook of draw.
class NoteTurnDraws final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"note_turn_draws", 1, "记下本轮摸到的牌（见 drawn_this_turn）",
                                  "notes what was drawn this turn, for drawn_this_turn"};
  explicit NoteTurnDraws(Params& params) : table_(params), draws_(params.Slot<TurnDraws>()) {
    params.NeedsHere(kDrawing);
    params.Needs(kDrawsAsked);
  }
  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    if (board.drew_nothing != 0) return;
    TurnDraws& draws = draws_(step.records);
    if (!table::DrewReplacement(board.turn)) draws.kinds = 0;
    draws.kinds |= MaskOf(board.seats[board.turn.drawer].drawn);
  }

 private:
  table::TableSlots table_;
  Slot<TurnDraws> draws_;
};

// Positions only know the last drawn tile, so it is tested separately.
class DrawnThisTurn final : public Condition {
 public:
  static constexpr PartInfo kInfo{"drawn_this_turn", 1, "该牌是本轮摸到的",
                                  "the tile was drawn this turn"};
  static constexpr Reason kReason{"not_drawn_this_turn", "不是本轮摸到的牌，不能再补杠",
                                  "it was not drawn this turn"};
  explicit DrawnThisTurn(Params& params) : table_(params), draws_(params.Slot<TurnDraws>()) {
    params.NeedsOwnTurn();
    params.Brings(kDrawsAsked);
  }
  PieceMask Allow(const Query& query) const override {
    const table::Board& board = table_.board(query.records);
    const table::Tile drawn = board.seats[query.seat].drawn;
    table::TileMask kinds =
        board.turn.gang == table::MeldKind::kNone ? 0 : draws_(query.records).kinds;
    if (drawn != table::kNoTile) kinds |= MaskOf(drawn);
    return query.candidates & kinds;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::TableSlots table_;
  Slot<TurnDraws> draws_;
};

// 海捞, 摸尾: the last tiles are dealt round. Each seat draws one, which it keeps unless it wins.
//
//   hai_lao_mo: {type: draw, then: [{settle: {if: drew_nothing}}, hai_lao]}
//   hai_lao: {type: turn, window: {ask: self, answers: [zi_mo]}, then: hai_lao_xia}
//   hai_lao_xia: {type: moment, states: pass_draw, then: hai_lao_mo}
class PassDraw final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{
      "pass_draw", 1, "摸了不打：留下这张，接着由下家摸（最后几张每家各摸一张）",
      "the seat that has drawn keeps the tile, and the next one draws: the last tiles are dealt "
      "round"};
  explicit PassDraw(Params& params) : table_(params), kept_(params.Slot<KeptDraws>()) {
    params.Needs(kDrawing);
  }
  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    const Seat seat = step.records.flow().actor;
    kept_(step.records).seats = static_cast<SeatMask>(kept_(step.records).seats | MaskOf(seat));
    table::ForgetDrawn(board, seat);
    table::SetMayActOnDraw(board, false);
    table::EndTurn(board, seat);
  }

 private:
  table::TableSlots table_;
  Slot<KeptDraws> kept_;
};

}  // namespace

void RegisterTurnDraws(Registry& registry) {
  registry.Add<NoteTurnDraws>();
  registry.Add<DrawnThisTurn>();
  registry.Add<PassDraw>();
}

}  // namespace mlf::logic
