// TurnGhosts (翻鬼): a tile is turned up, determines the ghosts of the hand, and goes back. The
// wall is then shuffled again.
//
// After:     shuffle.
// Before:    deal.
// Always:    no tile moves. A random tile of the shuffled wall, from a separate stream, is
//            equivalent to drawing one, putting it back and shuffling again. It reveals no
//            position, and a given wall stays as given.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>
#include "components/logic/ghosts.h"

namespace mlf::nodes {

class TurnGhosts final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{
      "turn_ghosts",
      1,
      "翻鬼",
      "turn ghosts",
      "发牌前翻一张牌定鬼牌，再放回去重洗",
      "turns a tile before the deal, which names the ghosts, puts it back and shuffles again"};

  explicit TurnGhosts(Params& params);

  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::TurnedGhost> ghost_;
  const logic::Wilds* wilds_;
  int stream_;
};

namespace {
const EventType kTurnedGhosts{"turn_ghosts", "翻开 {pieces}，放回重洗",
                              "{pieces} is turned up and goes back"};
const EventType kGhosts{"ghosts", "鬼牌是 {pieces}", "ghosts are {pieces}"};
}  // namespace

TurnGhosts::TurnGhosts(Params& params)
    : table_(params),
      ghost_(params.Slot<logic::TurnedGhost>()),
      wilds_(params.Part<logic::Wilds>("wilds", {"鬼牌", "which tiles are wild"})),
      stream_(params.Stream("ghosts")) {
  params.Needs(logic::kGhostsAsked);
  params.Brings(logic::kGhostTurned);
}

void TurnGhosts::ProcessAction(Step& step) const {
  const table::Wall& wall = table_.board(step.records).wall;
  TileMask kinds = 0;
  for (int i = wall.head; i < wall.tail; ++i) kinds |= MaskOf(wall.tiles[i]);
  MLF_CHECK((kinds & ~table::kFlowers) != 0, "there is no tile to turn");
  Stream random = step.Random(stream_);
  Tile tile = table::kNoTile;
  // A flower determines nothing: it goes back and another tile is turned.
  do tile = wall.tiles[wall.head + random.Below(static_cast<std::uint32_t>(wall.Left()))];
  while (table::IsFlower(tile));
  ghost_(step.records).turned = tile;
  step.Emit(kTurnedGhosts, kNoSeat).With(tile);
  Event& ghosts = step.Emit(kGhosts, kNoSeat);
  ForEach(wilds_->WildsOf(step.records), [&](Tile wild) { ghosts.With(wild); });
}

void RegisterTurnGhosts(Registry& r) { r.Add<TurnGhosts>(); }

}  // namespace mlf::nodes
