// What a hand must look like, by patterns of the fan table.
//
//   hand_fits      a condition: the seat's hand is of a pattern now
//   win_is         a condition: a win of the seat now is of a kind that the tiles do not show
//   must_match     a hand filter: a hand of one pattern may win only if it is of another too
//   long_suit      a hand filter: the longest suit has enough tiles
//
// Example (hangzhou, bao_tou_required): a hand with a wildcard wins only if it waited on any tile
// or is seven pairs.
#include <mlf/components/hand_shape.h>
#include <mlf/flow/registry.h>
#include <mlf/table/readings.h>
#include "components/logic/slow_filter.h"

#include <algorithm>
#include <span>
#include <vector>

namespace mlf::logic {

namespace {

using table::Tile;
using table::TileMask;

class HandFits final : public Guard {
 public:
  static constexpr PartInfo kInfo{"hand_fits", 1, "手牌现在符合这个牌型",
                                  "the hand of the seat is of this pattern now"};
  static constexpr Reason kReason{"hand_pattern", "手牌不是要求的牌型",
                                  "the hand is not of the pattern asked for"};
  explicit HandFits(Params& params)
      : board_(params),
        pattern_(
            params.Part<score::FanPattern>("pattern", {"牌型", "the pattern"}, "standard_win")),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})) {
    if (pattern_ != nullptr)
      score::RefuseReadingPattern(params, *pattern_, "pattern", params.WhereOf("pattern"));
  }
  bool Holds(const Records& records, Seat seat) const override {
    const table::Board& board = board_(records);
    const score::WinCase win{.seat = seat, .tile = board.seats[seat].drawn, .by = WinBy::kSelfDraw};
    score::HandShape shape = score::ShapeOf(*win_, records, board, win, board.seats[seat].hand);
    // Once the dealer has discarded or claimed, its tile dealt last is one like the others.
    const table::SeatBoard& own = board.seats[seat];
    if (own.drawn == table::kNoTile && (own.discards != 0 || own.meld_count != 0))
      shape.dealt = table::kNoTile, shape.won_wild = false;
    return score::IsOf(*pattern_, shape);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::BoardSlot board_;
  const score::FanPattern* pattern_;
  const WinRule* win_;
};

// Example: the gangs of a payer are burned where the win robs a gang.
//   hu: {states: [{set: {cell: burned, of: source, if: [{win_is: robbed}]}}]}
class WinIs final : public Guard {
 public:
  static constexpr PartInfo kInfo{"win_is", 1, "这一家此刻的胡属于这种情况",
                                  "a win of the seat now is of this kind"};
  static constexpr Reason kReason{"win_kind", "不是要求的那种胡",
                                  "the win is not of the kind asked for"};
  explicit WinIs(Params& params)
      : board_(params),
        fact_(params.Part<score::WinFact>("fact", {"哪种情况", "which kind"}, "self_drawn")) {}
  bool Holds(const Records& records, Seat seat) const override {
    return fact_->Holds(records, score::CaseOf(board_(records), seat));
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::BoardSlot board_;
  const score::WinFact* fact_;
};

// The wildcards are the shared part `wilds`, because the filter is a part of the win rule.
class MustMatch final : public HandFilter, public SlowFilter {
 public:
  static constexpr PartInfo kInfo{
      "must_match", 1, "符合 given 的牌，须符合 one_of 之一才能胡；given 不写为所有牌",
      "a hand of a pattern under given: may win only if it matches one of the "
      "patterns; without given: every hand"};
  explicit MustMatch(Params& params)
      : board_(params),
        wilds_(params.PartIfAny<Wilds>("wilds", {"哪些牌是赖子", "which tiles are wild"})),
        one_of_(params.Parts<score::FanPattern>(
            "one_of", {"须符合之一", "the patterns of which one must match"})),
        all_of_(params.Parts<score::FanPattern>("all_of",
                                                {"须都符合", "the patterns that must all match"})),
        given_(params.Parts<score::FanPattern>(
            "given", {"只限符合这些的牌", "limits hands that match all of these"})),
        discards_only_(params.Enum("wins", 0, {"all", "discards"},
                                   {"哪些胡：全部 / 点炮，所听的牌不因此少",
                                    "which wins: all / off a discard, and the hand still waits for "
                                    "the tile",
                                    /*added=*/true}) == 1) {
    if (params.describing()) return;
    for (const auto* list : {&one_of_, &all_of_, &given_}) {
      for (const score::FanPattern* pattern : *list) reads_ = reads_ || pattern->NeedsReading();
    }
    if (one_of_.empty() && all_of_.empty())
      params.Fault("must_match asks for nothing; list patterns under one_of: or all_of:");
  }
  bool Limits(WinBy by) const override { return !discards_only_ || by == WinBy::kDiscard; }
  bool Allows(const Records& records, Seat seat, const Counts& hand, WinBy by) const override {
    const table::Board& board = board_(records);
    return Fits(records, seat, hand, by,
                by == WinBy::kSelfDraw ? board.seats[seat].drawn : board.turn.focus_tile);
  }
  TileMask Narrow(const Records& records, Seat seat, const Counts& hand,
                  TileMask waits) const override {
    if (discards_only_) return waits;
    TileMask left = 0;
    ForEach(waits, [&](Tile tile) {
      Counts whole = hand;
      whole.Add(tile);
      if (Fits(records, seat, whole, WinBy::kDiscard, tile)) left |= MaskOf(tile);
    });
    return left;
  }

 private:
  bool Fits(const Records& records, Seat seat, const Counts& hand, WinBy by, Tile tile) const {
    const table::Board& board = board_(records);
    score::HandShape shape =
        score::ShapeWith(wilds_, records, board, {.seat = seat, .tile = tile, .by = by}, hand);
    if (reads_) return FitsSomeReading(shape, hand, board.seats[seat].Melds(), by);
    return FitsShape(shape);
  }
  bool FitsShape(const score::HandShape& shape) const {
    const auto matches = [&](const score::FanPattern* pattern) {
      return score::IsOf(*pattern, shape);
    };
    if (!std::ranges::all_of(given_, matches)) return true;
    return std::ranges::all_of(all_of_, matches) &&
           (one_of_.empty() || std::ranges::any_of(one_of_, matches));
  }

  // Patterns of sets: some reading of the hand in sets and a pair, or as it is.
  bool FitsSomeReading(score::HandShape& shape, const Counts& hand,
                       std::span<const table::Meld> melds, WinBy by) const {
    bool any = false, fits = false;
    table::ForEachReading(hand, shape.sets, [&](const table::Reading& reading) {
      if (fits) return;
      any = true;
      const score::ReadingShape read =
          score::MakeReadingShape(reading, melds, score::ReadingShape::kInPair, by, shape.face);
      shape.Read(read);
      fits = FitsShape(shape);
      shape.reading = nullptr;
    });
    return any ? fits : FitsShape(shape);
  }

  table::BoardSlot board_;
  const Wilds* wilds_;
  std::vector<const score::FanPattern*> one_of_, all_of_, given_;
  bool discards_only_;  // a self-draw is free, so the hand waits as if nothing were limited
  bool reads_ = false;  // some pattern needs the hand laid out in sets
};

// 八支: melds included.
class LongSuit final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"long_suit", 1, "胡牌时至少一门有 least 张，明牌也算",
                                  "a winning hand holds at least `least` tiles of some suit, melds "
                                  "included"};
  explicit LongSuit(Params& params)
      : board_(params), least_(params.Int("least", 8, 1, 18, {"至少几张", "how many at least"})) {}
  bool Allows(const Records& records, Seat seat, const Counts& hand, WinBy) const override {
    return score::LongestSuit(Owned(records, seat, hand)) >= least_;
  }
  TileMask Narrow(const Records& records, Seat seat, const Counts& hand,
                  TileMask waits) const override {
    const Counts owned = Owned(records, seat, hand);
    TileMask left = 0;
    ForEach(waits, [&](Tile tile) {
      Counts whole = owned;
      whole.Add(tile);
      if (score::LongestSuit(whole) >= least_) left |= MaskOf(tile);
    });
    return left;
  }

 private:
  Counts Owned(const Records& records, Seat seat, const Counts& hand) const {
    Counts owned = hand;
    for (const table::Meld& meld : board_(records).seats[seat].Melds()) meld.AddTo(owned);
    return owned;
  }

  table::BoardSlot board_;
  int least_;
};

}  // namespace

void RegisterHandConditions(Registry& registry) {
  registry.Add<HandFits>();
  registry.Add<WinIs>();
  registry.Add<MustMatch>();
  registry.Add<LongSuit>();
}

}  // namespace mlf::logic
