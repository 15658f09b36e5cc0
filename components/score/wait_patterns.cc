// Patterns and conditions about the hand before the draw, and wins that must match a pattern.
//
//   waits_on_any   爆头, 见字胡: any kind of tile completes the hand
//   hand_fits      a condition: the seat's hand is of a pattern now
//   must_match     a hand filter: a hand of one pattern may win only if it is of another too
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>
#include <mlf/table/limited_wilds.h>

#include <algorithm>

namespace mlf::score {

namespace {

using table::TileMask;

bool Matches(const FanPattern& pattern, const HandShape& shape) {
  return (pattern.Needs() & ~kOfReading & ~shape.features) == 0 && pattern.Count(shape) > 0;
}

// Without a winning tile the hand is one that waits, or has its drawn tile among the others.
class WaitsOnAny final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"waits_on_any", 1, "摸牌前听任何牌（爆头、见字胡）",
                                  "before the draw any kind of tile completed the hand"};
  explicit WaitsOnAny(Params& params)
      : tiles_(params.PartIfAny<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
        pairs_(params.Bool("seven_pairs", true, {"七对也算", "seven pairs count as complete"})) {}
  bool OfReading() const override { return false; }

  int Count(const HandShape& hand) const override {
    Counts before = hand.concealed;
    int wild = hand.wild;
    if ((before.Size() + wild) % 3 == 2) {
      const Tile drawn = hand.tile != table::kNoTile ? hand.tile : hand.dealt;
      if (drawn == table::kNoTile) return 0;
      if (before[drawn] > 0) {
        before.Remove(drawn);
      } else if (wild > 0) {
        --wild;
      } else {
        return 0;
      }
    }
    if (wild == 0) return 0;  // a hand without wildcards waits for some kinds only
    const int sets = (before.Size() + wild) / 3;
    const bool pairs = pairs_ && hand.melds.empty();
    TileMask waits = table::Waits(before, sets, wild, hand.stand_for);
    if (pairs)
      waits |= table::SevenPairsWaits(before, table::Pairs::kFourAreTwo, wild, hand.stand_for);
    TileMask kinds = tiles_ == nullptr ? table::kNaturals : tiles_->Kinds() & table::kNaturals;
    // A tile of a wild kind comes as a wildcard.
    const TileMask wild_kinds = hand.wild_tiles.Kinds();
    if ((kinds & ~wild_kinds & ~waits) != 0) return 0;
    const bool one_more =
        table::IsWin(before, sets, wild + 1, hand.stand_for) ||
        (pairs && table::IsSevenPairs(before, table::Pairs::kFourAreTwo, wild + 1, hand.stand_for));
    return one_more || (kinds & wild_kinds) == 0 ? 1 : 0;
  }

 private:
  const logic::TileSet* tiles_;
  bool pairs_;
};

class HandFits final : public Guard {
 public:
  static constexpr PartInfo kInfo{"hand_fits", 1, "手牌现在符合这个牌型",
                                  "the hand of the seat is of this pattern now"};
  static constexpr Reason kReason{"hand_pattern", "手牌不是要求的牌型",
                                  "the hand is not of the pattern asked for"};
  explicit HandFits(Params& params)
      : board_(params),
        pattern_(params.Part<FanPattern>("pattern", {"牌型", "the pattern"}, "standard_win")),
        win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})) {
    if (pattern_ != nullptr)
      RefuseReadingPattern(params, *pattern_, "pattern", params.WhereOf("pattern"));
  }
  bool Holds(const Records& records, Seat seat) const override {
    const table::Board& board = board_(records);
    const WinCase win{.seat = seat, .tile = board.seats[seat].drawn, .by = WinBy::kSelfDraw};
    return Matches(*pattern_, ShapeOf(*win_, records, board, win, board.seats[seat].hand));
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::BoardSlot board_;
  const FanPattern* pattern_;
  const logic::WinRule* win_;
};

// The wildcards are the shared part `wilds`, because the filter is a part of the win rule.
class MustMatch final : public logic::HandFilter {
 public:
  static constexpr PartInfo kInfo{
      "must_match", 1, "符合 given 的牌，须符合 one_of 之一才能胡；given 不写为所有牌",
      "a hand of a pattern under given: may win only if it matches one of the "
      "patterns; without given: every hand"};
  explicit MustMatch(Params& params)
      : board_(params),
        wilds_(params.PartIfAny<logic::Wilds>("wilds", {"哪些牌是赖子", "which tiles are wild"})),
        one_of_(params.Parts<FanPattern>("one_of",
                                         {"须符合之一", "the patterns of which one must match"})),
        all_of_(
            params.Parts<FanPattern>("all_of", {"须都符合", "the patterns that must all match"})),
        given_(params.Parts<FanPattern>(
            "given", {"只限符合这些的牌", "limits hands that match all of these"})) {
    if (params.describing()) return;
    for (const auto* list : {&one_of_, &all_of_, &given_}) {
      for (const FanPattern* pattern : *list)
        RefuseReadingPattern(params, *pattern, "patterns", params.where());
    }
    if (one_of_.empty() && all_of_.empty())
      params.Fault("must_match asks for nothing; list patterns under one_of: or all_of:");
  }
  bool Allows(const Records& records, Seat seat, const Counts& hand,
              logic::WinBy by) const override {
    const table::Board& board = board_(records);
    return Fits(records, seat, hand, by,
                by == logic::WinBy::kSelfDraw ? board.seats[seat].drawn : board.turn.focus_tile);
  }
  TileMask Narrow(const Records& records, Seat seat, const Counts& hand,
                  TileMask waits) const override {
    TileMask left = 0;
    ForEach(waits, [&](Tile tile) {
      Counts whole = hand;
      whole.Add(tile);
      if (Fits(records, seat, whole, logic::WinBy::kDiscard, tile)) left |= MaskOf(tile);
    });
    return left;
  }

 private:
  bool Fits(const Records& records, Seat seat, const Counts& hand, logic::WinBy by,
            Tile tile) const {
    const table::Board& board = board_(records);
    const HandShape shape =
        ShapeWith(wilds_, records, board, {.seat = seat, .tile = tile, .by = by}, hand);
    const auto matches = [&](const FanPattern* pattern) { return Matches(*pattern, shape); };
    if (!std::ranges::all_of(given_, matches)) return true;
    return std::ranges::all_of(all_of_, matches) &&
           (one_of_.empty() || std::ranges::any_of(one_of_, matches));
  }

  table::BoardSlot board_;
  const logic::Wilds* wilds_;
  std::vector<const FanPattern*> one_of_, all_of_, given_;
};

}  // namespace

void RegisterWaitPatterns(Registry& registry) {
  registry.Add<WaitsOnAny>();
  registry.Add<HandFits>();
  registry.Add<MustMatch>();
}

}  // namespace mlf::score
