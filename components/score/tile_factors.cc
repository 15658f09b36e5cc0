// What the winner's tiles are worth (数坎, rules/kawuxing.md#tile-points): factors of the
// settlement formula by kinds, ranks, triplets and pairs.
#include <mlf/components/cells.h>
#include <mlf/components/hand_shape.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>

#include <bit>
#include <string>

namespace mlf::score {

namespace {

using table::Board;
using table::MeldKind;

// All tiles of the winner, the winning one and four of each gang included.
Counts OwnedBy(const Board& board, const WinCase& win) {
  Counts owned = TilesOf(board, win);
  for (const table::Meld& meld : board.seats[win.seat].Melds()) meld.AddTo(owned);
  return owned;
}

int OfRank(const Counts& owned, int rank) {
  int count = 0;
  ForEach(owned.Kinds(), [&](Tile tile) {
    if (table::IsSuited(tile) && RankOf(tile) + 1 == rank) count += owned[tile];
  });
  return count;
}

class TilesFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"tiles_factor", 1, "胡家的这些牌，每张",
                                  "points for each tile of these kinds that the winner has"};
  explicit TilesFactor(Params& params) : board_(params) {
    const std::string text = params.Text("kinds", "5-7z", {"哪些牌", "the kinds"});
    each_ = EachOf(params);
    if (const auto kinds = logic::ParseKinds(text)) {
      kinds_ = *kinds;
    } else {
      params.Fault("kinds: " + kinds.faults().front().message, params.WhereOf("kinds"));
    }
    name_ = "tiles " + text;
  }
  std::string Name() const override { return name_; }
  const Reason& What() const override {
    static constexpr Reason kLabel{"tiles", "数牌", "tiles that count"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const Counts owned = OwnedBy(board_(records), win);
    int count = 0;
    ForEach(owned.Kinds() & kinds_, [&](Tile tile) { count += owned[tile]; });
    return each_ * count;
  }

 private:
  table::BoardSlot board_;
  table::TileMask kinds_ = 0;
  int each_ = 1;
  std::string name_;
};

// 数点: the winner's tiles of the ranks that the winner and the payer have named.
class NamedRankFactor final : public PairFactor, public logic::CellUser {
 public:
  static constexpr PartInfo kInfo{"named_rank_factor", 1,
                                  "数点：胡家手里，点数是胡家或付家所选的牌，每张",
                                  "points for each tile of the winner of the rank that the winner "
                                  "named, and again of the payer's"};
  explicit NamedRankFactor(Params& params)
      : board_(params),
        cell_(params.Part<logic::Cell>("cell", {"各家所选的点数", "the ranks named by seat"})),
        each_(EachOf(params)) {
    if (cell_ != nullptr &&
        (cell_->of() != logic::Cell::Of::kSeat || cell_->holds() != logic::Cell::Holds::kCount))
      params.Fault("the cell \"" + cell_->name() +
                   "\" keeps no number of each seat; declare it with of: seat and count:");
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"named_rank", "数点", "tiles of the named ranks"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const Counts owned = OwnedBy(board_(records), win);
    int count = 0;
    for (const Seat seat : {win.seat, payer}) {
      if (seat != kNoSeat) count += OfRank(owned, cell_->Get(records, cell_->PlaceOf(seat, 0)));
    }
    return each_ * count;
  }
  std::vector<logic::CellUse> CellUses() const override { return {{.cell = cell_}}; }

 private:
  table::BoardSlot board_;
  const logic::Cell* cell_;
  int each_;
};

class WinningRankFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"winning_rank_factor", 1, "胡的那张牌的点数，字牌为零",
                                  "the rank of the winning tile; an honour has none"};
  explicit WinningRankFactor(Params& params) : each_(EachOf(params)) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"winning_rank", "胡点", "rank of the winning tile"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records&, const WinCase& win, Seat) const override {
    if (win.tile == table::kNoTile || !table::IsSuited(win.tile)) return std::nullopt;
    return each_ * (RankOf(win.tile) + 1);
  }

 private:
  int each_;
};

class ThreesFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{
      "threes_factor", 1, "数坎：胡家手里有三张以上的每种牌，和每副杠",
      "points for each kind that the winner holds three times concealed, and for each gang"};
  explicit ThreesFactor(Params& params) : board_(params), each_(EachOf(params)) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"threes", "数坎", "threes and gangs"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const Board& board = board_(records);
    int count = std::popcount(TilesOf(board, win).AtLeast(3));
    for (const table::Meld& meld : board.seats[win.seat].Melds())
      count += table::IsGang(meld.kind) ? 1 : 0;
    return each_ * count;
  }

 private:
  table::BoardSlot board_;
  int each_;
};

// Of hands of sets: in some reading the pair has one of the ranks.
class PairRankFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"pair_rank_factor", 1, "胡牌的将是这些点数时",
                                  "applies where the pair of the winning hand has one of these "
                                  "ranks"};
  explicit PairRankFactor(Params& params)
      : board_(params),
        ranks_(params.Text("ranks", "258", {"哪些点数", "the ranks"})),
        each_(EachOf(params)) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"pair_rank", "将", "the pair"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const Board& board = board_(records);
    const Counts hand = TilesOf(board, win);
    const int sets = 4 - board.seats[win.seat].meld_count;
    bool found = false;
    ForEach(hand.AtLeast(2), [&](Tile tile) {
      if (!table::IsSuited(tile) ||
          ranks_.find(static_cast<char>('1' + RankOf(tile))) == std::string::npos)
        return;
      // The rest is sets if it is complete with a pair of a kind that it does not hold.
      Counts rest = hand;
      rest.Remove(tile, 2);
      const auto strange =
          static_cast<Tile>(std::countr_zero(table::kNaturals & ~hand.Kinds() & table::kHonours));
      rest.Add(strange, 2);
      found = found || table::IsWin(rest, sets);
    });
    return found ? std::optional(each_) : std::nullopt;
  }

 private:
  table::BoardSlot board_;
  std::string ranks_;
  int each_;
};

}  // namespace

void RegisterTileFactors(Registry& registry) {
  registry.Add<TilesFactor>();
  registry.Add<NamedRankFactor>();
  registry.Add<WinningRankFactor>();
  registry.Add<ThreesFactor>();
  registry.Add<PairRankFactor>();
}

}  // namespace mlf::score
