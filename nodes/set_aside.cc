// SetAside (拔牌): a seat lays a tile of its hand open before it and draws a replacement. The
// window asks the others whether they win on the tile.
//
// After:     turn, after a draw.
// Before:    hu of another seat, else bu_gang_done.
// Always:    the tile is no meld, so the hand stays closed. Of all tiles it alone is in question.
//
// Example (rules/sanma.md#north): a seat draws North and sets it aside. Nobody wins on it, so the
// seat draws from the tail and North is one fan of a win.
#include <mlf/components/apart_kinds.h>
#include <mlf/components/set_aside.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/set_aside.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class SetAside final : public PieceNode<1>, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"set_aside",
                                  1,
                                  "拔牌",
                                  "set aside",
                                  "把手里一张这样的牌亮在旁边；问询窗可让别家胡它，没人胡就补牌",
                                  "lays such a tile of the hand open beside it; the window may let "
                                  "others win on it, else a replacement is due"};

  explicit SetAside(Params& params);

  logic::Play play() const override { return logic::Play::kWildGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

  // `set_aside: [44z, ~, 4z]`, or the number of tiles where only one kind can be set aside.
  std::string_view StateKey() const override { return "set_aside"; }
  table::StateLabel Label() const override { return {"拔牌", "tiles set aside"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  // The kinds that may be set aside in this hand.
  TileMask Kinds(const Records& records) const { return apart_.Of(records, kinds_); }

  table::TableSlots table_;
  TileMask kinds_;
  logic::KindsApart apart_;
  int seats_;
};

namespace {
constexpr int kMostCopies = 4;
const EventType kSetAside{"set_aside", "{seat} 拔 {pieces}", "{seat} sets {pieces} aside"};
constexpr Reason kNoneHeld{"none_to_set_aside", "手里没有可以拔的牌", "no tile to set aside"};
}  // namespace

SetAside::SetAside(Params& params)
    : table_(params),
      kinds_(params.Pieces("kinds", table::TileMask{1} << table::MakeTile(table::kHonour, 4),
                           {"可以拔的牌", "the kinds that may be set aside"})),
      apart_(params),
      seats_(params.seats()) {
  params.NeedsOwnTurn();
  params.Brings(logic::kTileSetAside);
  params.Brings(logic::kTileInQuestion);
  params.Brings(logic::kDiscardInQuestion);
  params.Ends(logic::kGangInQuestion);
}

void SetAside::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const TileMask held = board.seats[seat].hand.Kinds() & Kinds(records);
  if (held == 0) return sink.Because(kNoneHeld);
  sink.OneOf(held);
}

void SetAside::ProcessAction(Step& step) const {
  table::FocusSetAside(table_.moves(step.records), step.seat, step.action.pieces[0]);
  step.Emit(kSetAside, step.seat).With(step.action.pieces[0]);
}

void SetAside::SetStates(Step& step) const {
  table::SetMayActOnDraw(table_.moves(step.records), false);
}

// The seat may have these tiles aside already.
std::optional<std::string> SetAside::ReadState(Records& records, Seat seat,
                                               const Value& value) const {
  if (seat < 0 || seat >= seats_) return "set_aside is given for each seat: [44z, ~, 4z]";
  if (value.IsNull()) return std::nullopt;
  const TileMask kinds = Kinds(records);
  std::vector<Tile> tiles;
  bool fine = value.IsScalar();
  if (const auto count = value.AsInt(); count && std::popcount(kinds) == 1) {
    fine = *count >= 0 && *count <= kMostCopies;
    if (fine)
      tiles.assign(static_cast<std::size_t>(*count), static_cast<Tile>(std::countr_zero(kinds)));
  } else if (fine) {
    const auto parsed = table::ParseTiles(value.text());
    fine = parsed.ok();
    if (fine) tiles = *parsed;
  }
  const table::Staging board = table_.staging(records);
  for (const Tile tile : tiles) {
    const auto copies = static_cast<int>(std::ranges::count(tiles, tile));
    fine = fine && (MaskOf(tile) & kinds) != 0 && copies <= kMostCopies;
    if (fine && board->seats[seat].set_aside[tile] < copies) table::AddAside(board, seat, tile);
  }
  if (fine) return std::nullopt;
  return "set_aside: expected tiles such as " + table::FormatTiles(kinds) +
         ", four of a kind at most, not " + value.Canonical();
}

Value SetAside::WriteState(const Records& records, Seat seat, Seat) const {
  if (seat < 0 || seat >= seats_) return {};
  const Counts& aside = table_.board(records).seats[seat].set_aside;
  std::vector<Tile> tiles;
  ForEach(aside.Kinds() & Kinds(records), [&](Tile tile) {
    tiles.insert(tiles.end(), static_cast<std::size_t>(aside[tile]), tile);
  });
  return tiles.empty() ? Value() : Value(table::FormatTiles(tiles));
}

void RegisterSetAside(Registry& r) { r.Add<SetAside>(); }

}  // namespace mlf::nodes
