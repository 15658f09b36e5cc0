// HuaHu (花胡): a seat wins by the flowers that lie open, whatever its hand holds: with all eight,
// or with seven when another seat shows the eighth.
//
// After:     replace_flowers with `asks`, while the replacements are still due.
// Before:    hand_end.
// Always:    no tile moves. Who has shown the eighth flower pays for seven; all pay for eight.
//
// Example (rules/taiwan.md#flowers): seat 1 has seven flowers and seat 3 shows the eighth. Before
// seat 3 draws its replacement, seat 1 may win off it.
#include <mlf/components/flower_pause.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_node.h>
#include <mlf/flow/registry.h>

#include <bit>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class HuaHu final : public PlayerNode, public logic::WinNode {
 public:
  static constexpr PartInfo kInfo{"hua_hu",
                                  1,
                                  "花胡",
                                  "flower win",
                                  "亮出八张花的胡牌；有七张的，抢别家亮出的第八张",
                                  "wins by eight flowers, or by seven when another seat shows the "
                                  "eighth"};

  // `flowers`: how many the winner has. Eight are a self-draw; fewer win on the flower of another.
  explicit HuaHu(Params& params);

  bool Wins(logic::WinBy by) const override {
    return by == (flowers_ == logic::kFlowers ? logic::WinBy::kSelfDraw : logic::WinBy::kRob);
  }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void AfterSetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::FlowerPause> pause_;
  int flowers_;
};

namespace {
const EventType kHuaHu{"hua_hu", "{seat} 花胡（{value} 张花）", "{seat} wins by {value} flowers"};
constexpr Reason kNoFlowers{"no_flower_win", "花不够，或第八张花不是这样来的",
                            "too few flowers, or the eighth was not shown so"};

// The flower that `seat` lacks, or the last one.
Tile EighthFlower(const Board& board, Seat seat) {
  const auto lacks = static_cast<unsigned>(~board.seats[seat].flowers & 0xFF);
  return table::MakeTile(table::kFlower,
                         lacks == 0 ? logic::kFlowers : std::countr_zero(lacks) + 1);
}
}  // namespace

HuaHu::HuaHu(Params& params)
    : table_(params),
      pause_(params.Slot<logic::FlowerPause>()),
      flowers_(params.Int("flowers", 8, 7, 8, {"几张花", "how many flowers"})) {
  params.Needs(logic::kFlowersAsked);
  params.Brings(logic::kWin);
  params.BringsIn(logic::kWinningTile, Hook::kBeforeProcessAction, Hook::kSetStates);
  NoTileInQuestionAfter(params);
}

void HuaHu::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  if (!logic::WinsByFlowers(table_.board(records), pause_(records), seat, flowers_))
    return sink.Because(kNoFlowers);
  sink.Nothing();
}

void HuaHu::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile flower = EighthFlower(*board, step.seat);
  if (flowers_ != logic::kFlowers)
    table::FocusAddedGang(board, pause_(step.records).shown_by(), flower);
  table::CountWinEvent(board);
  table::NoteWin(board, step.seat, flower);
  step.Emit(kHuaHu, step.seat).value = flowers_;
}

void HuaHu::AfterSetStates(Step& step) const {
  table::ClearFocus(table_.moves(step.records));
  pause_(step.records) = {};
}

void RegisterHuaHu(Registry& r) { r.Add<HuaHu>(); }

}  // namespace mlf::nodes
