// Guards that test one fact of the table.
#include <mlf/components/drawn_tile_guard.h>
#include <mlf/components/own_walls.h>
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <bit>

namespace mlf::logic {
namespace {

// The seat in turn holds a drawn tile (or the dealt hand) and has declined nothing since. After chi
// or peng it must discard (rules/common.md#actions).
class AfterDraw final : public TableGuard<AfterDraw>, public DrawnTileGuard {
 public:
  static constexpr PartInfo kInfo{
      "after_draw", 1, "在摸牌之后（含庄家起手的牌）",
      "the seat has just drawn or been dealt, and declined nothing since"};
  static constexpr Reason kReason{"not_after_draw", "只能在摸牌之后", "only after a draw"};
  explicit AfterDraw(Params& params) : TableGuard(params) { params.NeedsOwnTurn(); }
  bool Holds(const Records& records, Seat seat) const override {
    return board(records).turn.may_act_on_draw == 1 && records.flow().actor == seat;
  }
};

// Where a seat may declare ready only with its dealt hand (硬报听): it has drawn, discarded and
// melded nothing.
class HoldsDealtHand final : public TableGuard<HoldsDealtHand> {
 public:
  static constexpr PartInfo kInfo{"holds_dealt_hand", 1, "起手的牌还没动过",
                                  "the dealt hand is as it was"};
  static constexpr Reason kReason{"not_dealt_hand", "已经不是起手的牌",
                                  "the hand is no longer the dealt one"};
  explicit HoldsDealtHand(Params& params) : TableGuard(params) {}
  bool Holds(const Records& records, Seat seat) const override {
    const table::SeatBoard& own = board(records).seats[seat];
    return own.draws == 0 && own.discards == 0 && own.meld_count == 0;
  }
};

// A draw was due but the wall could not serve it. The hand ends (rules/common.md#wall).
class DrewNothing final : public TableGuard<DrewNothing> {
 public:
  static constexpr PartInfo kInfo{"drew_nothing", 1, "该摸牌而牌墙已空",
                                  "a draw was due and the wall could not serve it"};
  static constexpr Reason kReason{"wall_not_empty", "牌墙还有牌", "the wall is not empty"};
  explicit DrewNothing(Params& params) : TableGuard(params) { params.NeedsHere(kNothingDrawn); }
  bool Holds(const Records& records, Seat) const override {
    return board(records).drew_nothing != 0;
  }
  bool TellsLack(std::string_view what) const override { return what == "wall"; }
};

// A gang needs a replacement tile, so at least one must be left (rules/common.md#actions).
class CanReplace final : public TableGuard<CanReplace> {
 public:
  static constexpr PartInfo kInfo{"can_replace", 1, "牌墙还有牌可补",
                                  "the wall still holds a replacement tile"};
  static constexpr Reason kReason{"wall_empty", "牌墙已空，无牌可补",
                                  "the wall is empty: there is no replacement tile"};
  explicit CanReplace(Params& params) : TableGuard(params), own_(OwnWallsIfAny(params)) {}
  bool Holds(const Records& records, Seat seat) const override {
    return CanDraw(own_, records, board(records), seat);
  }

 private:
  const OwnWallRule* own_;
};

class OneSeatLeft final : public TableGuard<OneSeatLeft> {
 public:
  static constexpr PartInfo kInfo{"one_seat_left", 1, "只剩一家（或无人）在局",
                                  "at most one seat is still in the hand"};
  static constexpr Reason kReason{"several_seats_left", "还有几家在局",
                                  "several seats are still in the hand"};
  explicit OneSeatLeft(Params& params) : TableGuard(params) { params.Needs(kSeatLeft); }
  bool Holds(const Records& records, Seat) const override {
    return std::popcount(static_cast<unsigned>(board(records).InHandMask())) <= 1;
  }
};

// hand_end sets this after the last hand of the match.
class MatchOver final : public TableGuard<MatchOver> {
 public:
  static constexpr PartInfo kInfo{"match_over", 1, "整场已打完",
                                  "the last hand of the match is done"};
  static constexpr Reason kReason{"match_goes_on", "整场还没打完", "the match is not over"};
  explicit MatchOver(Params& params) : TableGuard(params) { params.Needs(kHandEnds); }
  bool Holds(const Records& records, Seat) const override { return match(records).over != 0; }
};

// At the end of a hand, once its effects have named the next dealer.
class DealerKeeps final : public TableGuard<DealerKeeps> {
 public:
  static constexpr PartInfo kInfo{"dealer_keeps", 1, "本局已终，庄家继续坐庄",
                                  "the hand has ended and the dealer keeps the deal"};
  static constexpr Reason kReason{"deal_passes", "下一局换庄", "the deal passes on"};
  explicit DealerKeeps(Params& params) : TableGuard(params) { params.Needs(kHandEnds); }
  bool Holds(const Records& records, Seat) const override {
    return match(records).next_dealer == board(records).dealer;
  }
};

class HandWon final : public TableGuard<HandWon> {
 public:
  static constexpr PartInfo kInfo{"hand_won", 1, "这一局已有人胡", "somebody has won in this hand"};
  static constexpr Reason kReason{"nobody_has_won", "这一局没人胡", "nobody has won in this hand"};
  explicit HandWon(Params& params) : TableGuard(params) {}
  bool Holds(const Records& records, Seat) const override { return board(records).win_events > 0; }
};

}  // namespace

void RegisterGuards(Registry& registry) {
  registry.Add<AfterDraw>();
  registry.Add<HoldsDealtHand>();
  registry.Add<DrewNothing>();
  registry.Add<CanReplace>();
  registry.Add<OneSeatLeft>();
  registry.Add<MatchOver>();
  registry.Add<DealerKeeps>();
  registry.Add<HandWon>();
}

}  // namespace mlf::logic
