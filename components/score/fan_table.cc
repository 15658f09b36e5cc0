#include "components/score/fan_table.h"
#include <mlf/flow/registry.h>
#include <mlf/table/turn_gang.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace mlf::score {

namespace {

// Display texts of a row, without effect on values.
constexpr std::string_view kLabels[] = {"zh", "en"};

// Whether the fact of row `index` holds: from the records, or as the case names it.
bool CountsAsFact(const WinFact& fact, int index, const Records& records, const WinCase& win) {
  switch (win.facts) {
    case WinCase::Facts::kFromRecords: return fact.Holds(records, win);
    case WinCase::Facts::kGiven:
      return win.given.Has(index) || (fact.FromCase() && fact.Holds(records, win));
    case WinCase::Facts::kNone: break;
  }
  return false;
}

// Whether the tile lies in a set that holds its kind, and no wildcard stands for it there.
bool HoldsItself(const table::SetReading& set, Tile tile) {
  return set.kind == table::SetReading::kTriplet ? set.wild != 7 : !set.IsWild(tile - set.first);
}

}  // namespace

int RowMatches::Ask(int index) const {
  const TableRow& row = rows_[static_cast<std::size_t>(index)];
  if (row.pattern != nullptr)
    return row.fact == nullptr || FactHolds(index, *row.fact) ? row.pattern->Count(hand_) : 0;
  if (row.fact == nullptr) return 0;
  if (win_.facts == WinCase::Facts::kFromRecords) return row.fact->Times(records_, win_);
  return FactHolds(index, *row.fact) ? std::max(row.fact->Times(records_, win_), 1) : 0;
}

bool RowMatches::FactHolds(int index, const WinFact& fact) const {
  return CountsAsFact(fact, index, records_, win_);
}

FanTable::FanTable(Params& params)
    : table_(params),
      win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
      combine_(params.Part<FanCombine>("combine", {"各番种如何组合", "how the rows combine"},
                                       "best_basic")),
      value_(params.Part<ValueRule>(
          "value", {"番数值多少底", "what a fan total is worth, in units of di"}, "doubling")),
      fu_(params.PartIfAny<FuRule>(
          "fu", {"算符，不写则不计符", "how fu are counted; without it there are none",
                 /*added=*/true})),
      seat_winds_(params.PartIfAny<logic::SeatWinds>(
          "seat_winds", {"门风", "the wind of each seat, for rows that ask"})),
      round_wind_(params.PartIfAny<logic::RoundWind>(
          "round_wind", {"圈风", "the wind of the round, for rows that ask"})),
      own_four_(params.Enum("own_four", logic::OwnFour::kNoWait, {"no_wait", "wait"},
                            {"独听：自己已有四张的牌算不算听",
                             "single waits: whether a hand waits for a tile it owns all four of",
                             /*added=*/true})),
      claimed_triplet_(params.Bool(
          "claimed_triplet", false,
          {"胡别人的牌：那张能成刻子就按刻子拆",
           "another's tile that can complete a triplet is read as part of it", /*added=*/true})),
      dealt_wait_(
          params.Bool("dealt_wait", false,
                      {"独听：起手就胡的，按最后发的一张算",
                       "single waits: of a dealt hand, the tile dealt last is the winning one",
                       /*added=*/true})),
      wild_places_(params.Bool(
          "wild_places", false,
          {"胡的那张的位置：不是赖子的只在它自己那里，是赖子的在任何赖子那里",
           "the place of the winning tile: itself, not a wildcard that stands for it; a wildcard "
           "lies wherever one does",
           /*added=*/true})),
      wild_sets_(params.Enum(
          "wild_sets", table::WildSets::kAll, {"all", "few"},
          {"两三张赖子凑的一副：什么都试，或只试刻子和 123、456、789",
           "sets of two or three wildcards: all that they may be, or only triplets and 123, 456, "
           "789, for rows that ask for no others",
           /*added=*/true})) {
  wilds_as_tiles_ = params.Bool(
      "wilds_as_tiles", false,
      {"赖子也可当自己用：替别的牌的张数从全部到零都算一遍，取最好的，同分取替得少的",
       "wildcards may also be the tiles they are: each number of them is tried, the best counts, "
       "of equal ones that in which fewer stand for others",
       /*added=*/true});
  prefers_ = combine_ != nullptr && combine_->HasPreference();
  by_form_ = combine_ != nullptr && combine_->ByForm();
  has_body_ = win_ != nullptr && win_->HasBody();
  stand_in_ = dynamic_cast<const logic::DrawnStandIn*>(win_);
  const Value& rows =
      params.Raw("rows", {"番种，按此顺序显示", "the rows, in the order they are shown"}, kLabels);
  const Value& first_turn = params.Raw(
      "first_turn", {"第一巡就胡的番种，如天和；供 won_in_first_turn 用",
                     "rows of a win in the first turn, such as tenhou; for won_in_first_turn",
                     /*added=*/true});
  const Value& groups =
      params.Raw("groups", {"给几行起一个共同的名字，excludes 里可写：{小番: [卡, 坎]}",
                            "names for several rows at once, for excludes: "
                            "{small: [ka, kan]}",
                            /*added=*/true});
  if (params.describing()) return;
  groups_ = groups;
  ReadRows(params, rows);
  if (!first_turn.IsNull()) first_turn_rows_ = RowsNamed(params, first_turn);
  if (!first_turn_rows_.empty() && combine_ != nullptr && !combine_->ByReading())
    params.Fault("first_turn has no meaning in a table that is not walked in order (table_order)",
                 first_turn.where());
  for (const int row : first_turn_rows_) {
    if (rows_[static_cast<std::size_t>(row)].fact == nullptr)
      params.Fault("first_turn: row \"" + names_[static_cast<std::size_t>(row)].id +
                       "\" has no fact that tells it",
                   first_turn.where());
  }
}

std::optional<int> FanTable::Find(std::string_view id) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i].id == id) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::optional<int> FanTable::FactRow(std::string_view id) const {
  const std::optional<int> row = Find(id);
  return row && rows_[static_cast<std::size_t>(*row)].fact != nullptr ? row : std::nullopt;
}

bool FanTable::FactPossible(const Records& records, const WinCase& win, int row) const {
  if (row < 0 || row >= static_cast<int>(rows_.size())) return false;
  const TableRow& one = rows_[static_cast<std::size_t>(row)];
  if ((one.needs & kIsClosed) != 0 && !table_.board(records).seats[win.seat].IsClosed())
    return false;
  return one.fact == nullptr || one.fact->Possible(records, win);
}

bool FanTable::FactHolds(const Records& records, const WinCase& win, int row) const {
  if (row < 0 || row >= static_cast<int>(rows_.size())) return false;
  const WinFact* fact = rows_[static_cast<std::size_t>(row)].fact;
  return fact == nullptr || fact->Holds(records, win);
}

Shown FanTable::StageFact(const WinCase& win, int row, WinStage& stage) const {
  if (row < 0 || row >= static_cast<int>(rows_.size())) return Shown::kNot;
  const WinFact* fact = rows_[static_cast<std::size_t>(row)].fact;
  return fact == nullptr ? Shown::kNot : fact->Stage(win, stage);
}

bool FanTable::CountsGen(int row) const { return row >= 0 && sets_.gens.Has(row); }

bool FanTable::CountsHand(int row) const {
  if (row < 0 || row >= static_cast<int>(rows_.size())) return false;
  const TableRow& one = rows_[static_cast<std::size_t>(row)];
  switch (one.kind) {
    case RowKind::kBasic: return true;
    case RowKind::kEvent:
    case RowKind::kGen:
    case RowKind::kBonus:
    case RowKind::kAlone:
    case RowKind::kTally: return false;
    case RowKind::kItem:
    case RowKind::kTimes:
    case RowKind::kLimit:
    case RowKind::kInstead:
      return one.pattern != nullptr || (one.fact != nullptr && !one.fact->FromCase());
  }
  return false;
}

void FanTable::Evaluate(const Records& records, const WinCase& win, Verdict& verdict) const {
  verdict.Clear();
  const table::Board& board = table_.board(records);
  const table::SeatBoard& own = board.seats[win.seat];
  if (win.by != WinBy::kSelfDraw && (!table::IsTile(win.tile) || own.hand[win.tile] >= 7))
    return;  // Counts cannot hold an eighth copy
  const Counts tiles = TilesOf(board, win);
  if (!win_->Complete(records, win.seat, tiles, own.meld_count, win.by)) return;
  if (stand_in_ != nullptr) [[unlikely]] {
    const table::TileMask kinds =
        stand_in_->DrawnStandsFor(records, win.seat, tiles, own.meld_count, win.by);
    if (kinds != 0) return BestStand(records, win, tiles, kinds, verdict);
  }
  Worth(records, win, tiles, verdict);
}

// The drawn tile as each of the kinds that it may stand for; the greatest value counts.
[[gnu::noinline]] void FanTable::BestStand(const Records& records, const WinCase& win,
                                           const Counts& tiles, table::TileMask kinds,
                                           Verdict& verdict) const {
  ForEach(kinds, [&](Tile kind) {
    WinCase stands = win;
    stands.tile = kind;
    Counts hand = tiles;
    hand.Remove(win.tile);
    hand.Add(kind);
    Verdict one;
    Worth(records, stands, hand, one);
    if (!verdict.win || Better(one, verdict)) verdict = one;
  });
}

[[gnu::always_inline]] inline void FanTable::Count(const Records& records, const WinCase& win,
                                                   const Counts& tiles, HandShape& shape,
                                                   Verdict& verdict) const {
  verdict.win = true;
  const bool full =
      combine_->ByReading()
          ? by_form_ ? BestForm(records, win, shape, verdict)
                     : BestReading(records, win, tiles, shape, verdict)
          : combine_->Combine(
                RowMatches(rows_, sets_, records, win, shape, RowsWith(shape.features)), verdict);
  verdict.value = value_->Value(verdict, win.by, full);
}

// A complete hand.
void FanTable::Worth(const Records& records, const WinCase& win, const Counts& tiles,
                     Verdict& verdict) const {
  const table::Board& board = table_.board(records);
  HandShape shape = ShapeOf(*win_, records, board, win, tiles);
  if (seat_winds_ != nullptr) shape.seat_wind = seat_winds_->Of(records, win.seat);
  if (round_wind_ != nullptr) shape.round_wind = round_wind_->Of(records);
  if (fu_ != nullptr)
    shape.after_gang = win.by == WinBy::kSelfDraw && table::DrewReplacement(board.turn);
  Count(records, win, tiles, shape, verdict);
  if (wilds_as_tiles_ && shape.wild != 0) [[unlikely]]
    WithWildsAsTiles(records, win, tiles, shape, verdict);
}

// Example: 4m is wild, and a hand of 258 alone holds it once. With the 4m as another tile it is
// 将一色. As itself it is no 258, and so the hand is at most small and hard.
[[gnu::noinline]] void FanTable::WithWildsAsTiles(const Records& records, const WinCase& win,
                                                  const Counts& tiles, const HandShape& shape,
                                                  Verdict& verdict) const {
  Counts concealed = shape.concealed, wilds = shape.wild_tiles;
  for (int natural = 1; natural <= shape.wild; ++natural) {
    const auto tile = static_cast<Tile>(std::countr_zero(wilds.Kinds()));
    wilds.Remove(tile);
    concealed.Add(tile);
    HandShape one(concealed, shape.melds, shape.tile, shape.by, shape.wild - natural,
                  natural == shape.wild ? table::kNaturals : shape.stand_for, shape.face);
    one.TakeFacts(shape);
    one.wild_as_tiles = static_cast<std::uint8_t>(natural);
    one.wild_tiles = wilds;
    Verdict as_tiles;
    Count(records, win, tiles, one, as_tiles);
    if (!Better(verdict, as_tiles)) verdict = as_tiles;
  }
}

int FanTable::PointsOf(const Records& records, Seat seat) const {
  const table::Board& board = table_.board(records);
  const WinCase held{.seat = seat, .by = WinBy::kSelfDraw};
  const HandShape shape = ShapeOf(*win_, records, board, held, board.seats[seat].hand);
  const RowMatches rows(rows_, sets_, records, held, shape, RowsWith(shape.features));
  int points = 0;
  rows.may().ForEach([&](int i) {
    const TableRow& row = rows_[static_cast<std::size_t>(i)];
    if (row.kind == RowKind::kEvent) points += row.fan * rows.CountOf(i);
  });
  return points;
}

[[gnu::noinline]] bool FanTable::InFirstTurn(const Records& records, const WinCase& win) const {
  return std::ranges::any_of(first_turn_rows_, [&](int row) {
    const WinFact* fact = rows_[static_cast<std::size_t>(row)].fact;
    return fact != nullptr && CountsAsFact(*fact, row, records, win);
  });
}

[[gnu::noinline]] bool FanTable::BestForm(const Records& records, const WinCase& win,
                                          HandShape& shape, Verdict& verdict) const {
  std::array<ReadingShape, 4> forms;
  forms[1].only_triplets = forms[2].pairs = forms[3].other = true;
  bool any = false, full = false;
  std::int64_t most = 0;
  for (const ReadingShape& form : forms) {
    shape.Read(form);
    Verdict one;
    const bool one_full = combine_->Combine(
        RowMatches(rows_, sets_, records, win, shape, RowsWith(shape.features)), one);
    if (one.line_count == 0) continue;
    one.value = value_->Value(one, win.by, one_full);
    const std::int64_t paid = combine_->Paid(records, win, one, names_);
    if (any && (paid < most || (paid == most && one.line_count >= verdict.line_count))) continue;
    any = true;
    full = one_full;
    most = paid;
    verdict.TakeCount(one);
  }
  shape.reading = nullptr;
  return full;
}

// Example: 6677889999m with chi(678m), won on 6m. As 666 789 789 99 the 6m is in a triplet. As 66
// 678 789 999 it is the pair and a single wait, which is worth one fan more (ER25).
bool FanTable::BestReading(const Records& records, const WinCase& win, const Counts& tiles,
                           HandShape& shape, Verdict& verdict) const {
  const Counts& natural = shape.concealed;
  const std::span<const table::Meld> melds = shape.melds;
  const Tile last = win.tile == table::kNoTile && dealt_wait_ ? shape.dealt : shape.tile;
  if (asks_single_wait_ && last != table::kNoTile && natural[last] > 0) {
    Counts before = natural;
    before.Remove(last);
    if (std::popcount(
            win_->Waits(records, win.seat, before, static_cast<int>(melds.size()), own_four_)) == 1)
      shape.features |= kIsSingleWait;
  }
  if (!first_turn_rows_.empty()) [[unlikely]]
    shape.first_turn = InFirstTurn(records, win);
  // Facts and tile patterns are tested once, patterns of sets for each reading.
  RowSet asked = RowsWith(shape.features | kOfReading), of_reading = asked;
  asked -= reading_rows_;
  of_reading &= reading_rows_;
  CountedRows known;
  const RowMatches fixed(rows_, sets_, records, win, shape, asked);
  asked.ForEach([&](int row) {
    const int count = fixed.CountOf(row);
    if (count != 0) known.Add(row, count);
  });
  bool any = false;
  bool full = false;
  Verdict next;
  const auto judge = [&](const ReadingShape& read, const table::Reading* reading) {
    shape.Read(read);
    if (shape.wild != 0) [[unlikely]]
      shape.laid_out = reading;
    // The first is judged in place.
    Verdict& one = any ? next : verdict;
    if (any) one.Clear();
    RowSet may = of_reading;
    Exclude(may, features_needed_ & kOfReading & ~shape.features);
    may |= known.rows;
    const bool one_full =
        combine_->Combine(RowMatches(rows_, sets_, records, win, shape, may, &known), one);
    if (fu_ != nullptr) {
      if (!one.limit) one.fu = static_cast<std::int16_t>(fu_->Fu(shape));
      one.value = value_->Value(one, win.by, one_full);
    }
    if (any) {
      if (!Better(one, verdict)) return;
      verdict.TakeCount(one);
    }
    any = true;
    full = one_full;
    verdict.has_reading = reading != nullptr;
    if (reading != nullptr) verdict.reading = *reading;
  };
  const int sets = shape.sets;
  bool triplets_only = false;
  if (claimed_triplet_ && win.by != WinBy::kSelfDraw && natural[shape.tile] >= 3) {
    table::ForEachReading(natural, sets, [&](const table::Reading& reading) {
      for (const table::SetReading& set : reading.Sets())
        triplets_only =
            triplets_only || (set.kind == table::SetReading::kTriplet && set.first == shape.tile);
    });
  }
  const bool by_wilds = wild_places_ && shape.wild != 0;
  const bool wild_tile = by_wilds && shape.tile != table::kNoTile && shape.TileIsWild();
  // Tries each place of the winning tile; of equal sets only the first.
  const auto try_places = [&](const table::Reading& reading, table::TileMask body) {
    bool placed = false;
    const auto place = [&](int where) {
      placed = true;
      ReadingShape read = MakeReadingShape(reading, melds, where, win.by, shape.face);
      read.body = body;
      judge(read, &reading);
    };
    for (int i = 0; i < reading.set_count; ++i) {
      const table::SetReading& set = reading.sets[static_cast<std::size_t>(i)];
      bool holds = set.kind == table::SetReading::kTriplet
                       ? set.first == shape.tile
                       : shape.tile >= set.first && shape.tile < set.first + 3;
      if (by_wilds) [[unlikely]]
        holds = wild_tile ? set.wild != 0 : holds && HoldsItself(set, shape.tile);
      if (triplets_only && set.kind != table::SetReading::kTriplet) continue;
      if (!holds || (i > 0 && set == reading.sets[static_cast<std::size_t>(i - 1)])) continue;
      place(i);
    }
    const bool in_pair = !by_wilds    ? reading.pair == shape.tile
                         : !wild_tile ? reading.pair == shape.tile && reading.pair_wild < 2
                                      : reading.pair_wild > 0;
    if (in_pair && !triplets_only) place(ReadingShape::kInPair);
    if ((body & MaskOf(shape.tile)) != 0) place(ReadingShape::kInBody);
    if (!placed && !triplets_only) place(ReadingShape::kInPair);
  };
  table::ForEachReading(
      natural, sets, shape.wild, shape.wild != 0 ? shape.stand_for : table::TileMask{0},
      [&](const table::Reading& reading) { try_places(reading, 0); }, wild_sets_);
  if (has_body_) {
    if (const table::TileMask body = win_->Body(natural); body != 0) {
      Counts rest = natural;
      ForEach(body, [&](Tile tile) { rest.Remove(tile); });
      table::ForEachReading(rest, sets - std::popcount(body) / 3,
                            [&](const table::Reading& reading) { try_places(reading, body); });
    }
  }
  if (shape.SevenPairs() && win_->IsPairs(records, tiles)) judge(MakePairsShape(), nullptr);
  if (!any) judge(MakeOtherShape(), nullptr);
  shape.reading = nullptr;
  return full;
}

// With fu the value decides, because fewer fan with more fu may be worth more. Without it the value
// is not known here and follows the fan.
bool FanTable::Better(const Verdict& one, const Verdict& best) const {
  if (fu_ == nullptr)
    return one.fan > best.fan || (prefers_ && one.fan == best.fan && combine_->Prefers(one, best));
  return std::tie(one.value, one.limit, one.fan, one.fu) >
         std::tie(best.value, best.limit, best.fan, best.fu);
}

void FanTable::Exclude(RowSet& rows, std::uint32_t missing) const {
  for (; missing != 0; missing &= missing - 1)
    rows -= rows_that_need_[static_cast<std::size_t>(std::countr_zero(missing))];
}

void RegisterFanTable(Registry& registry) { registry.Add<FanTable>(); }

}  // namespace mlf::score
