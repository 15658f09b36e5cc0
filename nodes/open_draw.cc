// OpenDraw (翻牌): the seat that is due turns tiles of the tail face up instead of drawing one. If
// the window lets it win with some of them, it holds the best as its drawn tile.
//
// After:     a gang that draws so (开杠), or whatever gives the last tile of the wall (海底).
// Before:    zi_mo of the seat, else open_discard.
// Always:    the tiles lie beside the seat, seen by all, or one of them is its drawn tile.
//
// Example (rules/changsha.md#kai-gang): a gang turns 3p and 6p. Both complete one suit, so zi_mo is
// offered once, and each of the two counts as a win after a gang.
#include <mlf/components/judge.h>
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/consumer.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/table/opened.h>
#include <mlf/table/state_text.h>

#include <algorithm>

#include <mlf/nodes/bases.h>
#include "nodes/tried_offers.h"

namespace mlf::nodes {

class OpenDraw final : public ActionNode,
                       public logic::PlayNode,
                       public Consumer,
                       public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "open_draw",
      1,
      "翻牌",
      "open draw",
      "轮到的一家从牌墙尾端翻开几张；有能胡的，拿最好的一张当刚摸的牌，问询窗问它胡不胡",
      "the seat due turns tiles of the tail face up; if it may win with some, it holds the best as "
      "its drawn tile and its window asks"};

  // `tiles`: how many are turned; fewer where the wall has fewer.
  explicit OpenDraw(Params& params);

  logic::Play play() const override { return logic::Play::kDraw; }
  std::string_view Consumes() const override { return "wall"; }
  int Remaining(const Records& records) const override { return table_.board(records).wall.Left(); }
  void ProcessAction(Step& step) const override;

  // State key for all viewers: `opened: 3p6p`, the tiles turned, in order.
  std::string_view StateKey() const override { return "opened"; }
  table::StateLabel Label() const override { return {"翻开", "turned"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  // What a win with `tile` is worth; nothing if the window of `node` offers none.
  std::optional<std::int32_t> Worth(const Step& step, Seat seat, Tile tile) const;

  table::TableSlots table_;
  Slot<table::OpenedTiles> opened_;
  const score::Judge* judge_;
  int tiles_;
};

namespace {
const EventType kOpened{"open_draw", "{seat} 翻开 {pieces}", "{seat} turns up {pieces}"};
}  // namespace

OpenDraw::OpenDraw(Params& params)
    : table_(params),
      opened_(params.Slot<table::OpenedTiles>()),
      judge_(params.Part<score::Judge>(
          "judge", {"算番，挑最好的一张", "what a hand is worth, to choose the best tile"})),
      tiles_(params.Int("tiles", 2, 1, table::OpenedTiles::kMost,
                        {"翻几张", "how many tiles are turned"})) {
  params.Brings(logic::kDrawing);
  params.Brings(table::kTilesOpened);
  NoTileInQuestionAfter(params);
}

std::optional<std::int32_t> OpenDraw::Worth(const Step& step, Seat seat, Tile tile) const {
  Records tried = step.records;
  table::DrawOpened(table_.moves(tried), seat, tile);
  tried.flow().actor = seat;
  std::uint32_t offered = 0;
  const Choices& choices = TriedOffers(step.flow, step.action.node, tried, seat, offered);
  const auto wins = [&](const Offer& offer) {
    return logic::Wins(*step.flow.node(offer.node).impl);
  };
  if (std::ranges::none_of(choices.Of(seat), wins)) return std::nullopt;
  score::Verdict verdict;
  judge_->Evaluate(tried, score::CaseOf(table_.board(tried), seat), verdict);
  return verdict.value;
}

void OpenDraw::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::ClearFocus(board);
  const Seat seat = board->turn.drawer;
  step.SetActor(seat);
  table::OpenedTiles& opened = opened_(step.records);
  opened = {};
  Event& event = step.Emit(kOpened, seat);
  while (opened.count < tiles_ && board->wall.CanDraw()) {
    opened.Add(table::OpenTile(board, seat));
    event.With(opened.Tiles().back());
  }
  table::SetMayActOnDraw(board, false);
  Tile best = table::kNoTile;
  std::int32_t most = 0;
  for (const Tile tile : opened.Tiles()) {
    const auto worth = Worth(step, seat, tile);
    if (!worth || (best != table::kNoTile && *worth <= most)) continue;
    best = tile;
    most = *worth;
  }
  if (best != table::kNoTile) table::DrawOpened(board, seat, best);
}

std::optional<std::string> OpenDraw::ReadState(Records& records, Seat, const Value& value) const {
  const auto tiles =
      value.IsScalar() ? table::ParseTiles(value.text()) : Result<std::vector<Tile>>(Fault{});
  if (!tiles || tiles->size() > table::OpenedTiles::kMost)
    return "opened: at most four tiles are needed, such as 3p6p, not " + value.Canonical();
  opened_(records) = {};
  for (const Tile tile : *tiles) opened_(records).Add(tile);
  return std::nullopt;
}

Value OpenDraw::WriteState(const Records& records, Seat, Seat) const {
  const table::OpenedTiles& opened = opened_(records);
  if (opened.count == 0) return {};
  std::string text;
  for (const Tile tile : opened.Tiles()) text += table::TileName(tile);
  return Value(text);
}

void RegisterOpenDraw(Registry& r) { r.Add<OpenDraw>(); }

}  // namespace mlf::nodes
