// OpenDiscard (打出翻开的牌): a seat discards the tiles it has turned up. The one for which the
// others have the strongest claim is in question; of equal ones, the one turned first. With
// `order: turned` the one turned first that anybody can claim is, however weak the claim.
//
// After:     open_draw, where the seat has not won.
// Before:    as discard.
// Always:    the tile in question is the last of the river. The others can no longer be claimed.
//
// Example (CS19): 3p and 9s are turned. Seat 2 can peng 3p and seat 1 can chi 9s, so the others are
// asked about 3p alone. Had 9s been turned first, `order: turned` would ask about 9s.
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/table/opened.h>

#include <algorithm>
#include <bit>

#include <mlf/nodes/bases.h>
#include "nodes/tried_offers.h"

namespace mlf::nodes {

class OpenDiscard final : public ActionNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "open_discard",
      1,
      "打出翻开的牌",
      "open discard",
      "翻开的牌都打出；别家能要得最强的一张留着问，问询窗问的就是它",
      "discards the tiles turned up; its window asks about the one with the strongest claim"};

  explicit OpenDiscard(Params& params);  // `order`: which of the tiles is in question

  logic::Play play() const override { return logic::Play::kAccounts; }
  void ProcessAction(Step& step) const override;
  // The next seat draws, unless a claim changes that.
  void SetStates(Step& step) const override;

 private:
  enum class Order : std::uint8_t { kStrongest, kTurned };

  int StrongestClaim(const Step& step, Seat seat, Tile tile) const;

  table::TableSlots table_;
  Slot<table::OpenedTiles> opened_;
  Order order_;
};

namespace {
const EventType kDiscarded{"open_discard", "{seat} 打出翻开的 {pieces}",
                           "{seat} discards {pieces}, which it has turned up"};
constexpr int kNoClaim = 255;
}  // namespace

OpenDiscard::OpenDiscard(Params& params)
    : table_(params),
      opened_(params.Slot<table::OpenedTiles>()),
      order_(params.Enum("order", Order::kStrongest, {"strongest", "turned"},
                         {"问哪一张：要得最强的，或先翻开而有人要的",
                          "which tile is asked about: the one with the strongest claim, or the one "
                          "turned first that anybody can claim",
                          /*added=*/true})) {
  params.Needs(table::kTilesOpened);
  params.Brings(logic::kDiscarding);
  params.Brings(logic::kTileInQuestion);
  params.Brings(logic::kDiscardInQuestion);
  params.Ends(logic::kGangInQuestion);
}

// The best rank of the answers that the window would offer about `tile`.
int OpenDiscard::StrongestClaim(const Step& step, Seat seat, Tile tile) const {
  const auto& window = step.flow.node(step.action.node).window;
  if (!window) return kNoClaim;
  Records tried = step.records;
  table::DiscardOpened(table_.moves(tried), seat, tile);
  table::EndTurn(table_.moves(tried), seat);
  int best = kNoClaim;
  for (Seat other = 0; other < step.flow.seats(); ++other) {
    if (other == seat) continue;
    std::uint32_t offered = 0;
    TriedOffers(step.flow, step.action.node, tried, other, offered);
    for (; offered != 0; offered &= offered - 1) {
      const Edge& answer = window->answers[static_cast<std::size_t>(std::countr_zero(offered))];
      if (!answer.pass) best = std::min<int>(best, answer.rank);
    }
  }
  return best;
}

void OpenDiscard::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Seat seat = step.records.flow().actor;
  if (board->seats[seat].drawn != table::kNoTile) table::ReturnOpened(board, seat);
  table::OpenedTiles& opened = opened_(step.records);
  int asked = -1, strongest = kNoClaim;
  for (int i = 0; i < opened.count; ++i) {
    const int claim = StrongestClaim(step, seat, opened.tiles[static_cast<std::size_t>(i)]);
    if (claim >= strongest) continue;
    asked = i;
    strongest = claim;
    if (order_ == Order::kTurned) break;
  }
  Event& event = step.Emit(kDiscarded, seat);
  const auto discard = [&](Tile tile) {
    table::DiscardOpened(board, seat, tile);
    event.With(tile);
  };
  for (int i = 0; i < opened.count; ++i) {
    if (i != asked) discard(opened.tiles[static_cast<std::size_t>(i)]);
  }
  if (asked >= 0) discard(opened.tiles[static_cast<std::size_t>(asked)]);
  opened = {};
}

void OpenDiscard::SetStates(Step& step) const {
  table::EndTurn(table_.moves(step.records), step.records.flow().actor);
}

void RegisterOpenDiscard(Registry& r) { r.Add<OpenDiscard>(); }

}  // namespace mlf::nodes
