// LaiGang (赖子杠, 扔赖): instead of discarding, a seat puts a wildcard on the table and draws a
// replacement.
//
// After:     turn, after a draw, a gang or a peng.
// Before:    draw of the same seat, from the tail.
// Always:    the laizi is open before the seat and not a meld. The slot Laizi counts them by seat.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>

#include <mlf/nodes/bases.h>
#include "components/logic/laizi.h"

namespace mlf::nodes {

class LaiGang final : public PieceNode<1>, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"lai_gang",
                                  1,
                                  "赖子杠",
                                  "lai gang",
                                  "把手里一张赖子放到桌上，接着该补牌",
                                  "puts a wildcard of the hand aside; a replacement is due"};

  explicit LaiGang(Params& params)
      : table_(params), laizi_(params.Slot<logic::Laizi>()), seats_(params.seats()) {
    params.NeedsOwnTurn();
    params.Needs(logic::kIndicatorTurned);
    params.BringsIn(logic::kWildGanged, Hook::kProcessAction, Hook::kAfterSetStates);
    params.Brings(logic::kReplacement);
  }

  logic::Play play() const override { return logic::Play::kWildGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

  // Number of laizi ganged by each seat: `lai_gang: [0, 2, 0, 0]`.
  std::string_view StateKey() const override { return "lai_gang"; }
  table::StateLabel Label() const override { return {"赖子杠", "wilds ganged"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Laizi> laizi_;
  int seats_;
};

namespace {
const EventType kLaiGang{"lai_gang", "{seat} 杠赖子 {pieces}",
                         "{seat} gangs the wildcard {pieces}"};
constexpr Reason kNoLaizi{"no_laizi", "手里没有赖子", "no wildcard in hand"};
constexpr int kMostLaizi = 4;
}  // namespace

void LaiGang::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const table::Maybe<Tile> wild = laizi_(records).wild;
  if (!wild || board.seats[seat].hand[*wild] == 0) return sink.Because(kNoLaizi);
  sink.OneOf(MaskOf(*wild));
}

void LaiGang::ProcessAction(Step& step) const {
  const Tile tile = step.action.pieces[0];
  table::SetAside(table_.moves(step.records), step.seat, tile);
  ++laizi_(step.records).laid[step.seat];
  step.Emit(kLaiGang, step.seat).With(tile);
}

void LaiGang::SetStates(Step& step) const {
  table::DueReplacement(table_.moves(step.records), step.seat, MeldKind::kLaiGang, step.seat);
}

std::optional<std::string> LaiGang::ReadState(Records& records, Seat seat,
                                              const Value& value) const {
  if (seat < 0 || seat >= seats_) return "lai_gang is given for each seat: [0, 1, 0, 0]";
  const auto count = value.IsNull() ? std::optional<std::int64_t>(0) : value.AsInt();
  if (!count || *count < 0 || *count > kMostLaizi)
    return "lai_gang: a number from 0 to 4 is needed, not " + value.Canonical();
  logic::Laizi& laizi = laizi_(records);
  if (laizi.laid[seat] != 0) return "lai_gang: is given twice";
  laizi.laid[seat] = static_cast<std::uint8_t>(*count);
  if (laizi.LaidByAll() > kMostLaizi) return "lai_gang: there are four wildcards in all";
  // Without an indicator the tile is unknown. The state `pi` then lays the tiles down.
  if (laizi.wild) table::AddAside(table_.staging(records), seat, *laizi.wild, laizi.laid[seat]);
  return std::nullopt;
}

Value LaiGang::WriteState(const Records& records, Seat seat, Seat) const {
  if (seat < 0 || seat >= seats_ || laizi_(records).LaidBy(seat) == 0) return {};
  return Value(laizi_(records).LaidBy(seat));
}

void RegisterLaiGang(Registry& r) { r.Add<LaiGang>(); }

}  // namespace mlf::nodes
