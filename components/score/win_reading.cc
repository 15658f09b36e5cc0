// No parts here.
// Readings for people.
#include <mlf/components/win_reading.h>
#include <mlf/table/limited_wilds.h>

#include <algorithm>
#include <array>

namespace mlf::score {

namespace {

// The pieces of a hand, taken one by one.
class Pieces {
 public:
  Pieces(std::span<const Piece> pieces, table::TileMask wilds, const table::Face& face)
      : wilds_(wilds), face_(face) {
    for (const Piece piece : pieces) {
      if (left_ < left_pieces_.size()) left_pieces_[left_++] = piece;
    }
  }

  bool TakeKind(Tile kind, std::span<Piece> laid, std::size_t& count) {
    // The tile that lies for a wild kind goes before that kind itself, which may stand for another.
    const auto of = [&](Tile lying) {
      return Take([&](Piece piece) { return table::KindOf(piece) == lying; }, laid, count);
    };
    return (face_.Lies(kind) != kind && of(face_.Lies(kind))) || of(kind);
  }
  bool TakeWild(std::span<Piece> laid, std::size_t& count) {
    return Take([&](Piece piece) { return (wilds_ & MaskOf(table::KindOf(piece))) != 0; }, laid,
                count);
  }
  std::span<const Piece> Left() const { return {left_pieces_.data(), left_}; }
  bool IsWild(Piece piece) const { return (wilds_ & MaskOf(table::KindOf(piece))) != 0; }

 private:
  template <typename Fits>
  bool Take(Fits fits, std::span<Piece> laid, std::size_t& count) {
    const auto end = left_pieces_.begin() + static_cast<std::ptrdiff_t>(left_);
    const auto at = std::find_if(left_pieces_.begin(), end, fits);
    if (at == end || count >= laid.size()) return false;
    laid[count++] = *at;
    std::move(at + 1, end, at);
    --left_;
    return true;
  }

  table::TileMask wilds_;
  table::Face face_;
  std::array<Piece, Event::kMaxPieces> left_pieces_{};
  std::size_t left_ = 0;
};

constexpr std::string_view kTelling[] = {
    "win_value", "initial_win_value", "win_reading", "fan",     "fan_total", "fu",     "limit",
    "pay_plus",  "pay_times",         "pay_rounded", "pay_own", "points",    "win_way"};

}  // namespace

bool TellsOfWin(const EventType& type) {
  return std::ranges::find(kTelling, type.id) != std::end(kTelling);
}

std::optional<WinReading> ReadingOf(const logic::WinRule& rule, const Records& records,
                                    const Counts& hand, int melds, const Verdict& verdict) {
  int wild = 0;
  Counts natural = rule.Natural(records, hand, wild);
  if (verdict.has_reading) {
    // What the reading leaves over is the body of the hand (组合龙).
    const bool whole = wild != 0 || 3 * verdict.reading.set_count + 2 == natural.Size();
    return WinReading{.pairs = false,
                      .sets = verdict.reading,
                      .body = whole ? table::TileMask{0} : rule.Body(natural)};
  }
  // A reading without wildcards counts before others.
  if (wild > 0) {
    const Counts as_read =
        rule.wilds()->HasFace() ? table::ReadAs(rule.wilds()->FaceOf(records), hand) : hand;
    if (rule.Hard(as_read, melds)) natural = as_read, wild = 0;
  }
  const bool pairs = melds == 0 && rule.IsPairs(records, hand);
  // Where seven pairs are a shape, they are worth more than any other reading.
  if (pairs && wild == 0 && table::IsSevenPairs(natural, table::Pairs::kFourAreTwo))
    return WinReading{.pairs = true, .sets = {}, .body = 0};
  // The reading with most triplets has the most fan. Fans that ignore triplets do not depend on
  // the reading.
  const table::TileMask stand_for =
      rule.wilds() != nullptr ? rule.wilds()->MayBe(records) : table::kNaturals;
  std::optional<WinReading> best;
  int most = -1;
  table::ForEachReading(
      natural, hand.Size() / 3, wild, stand_for, [&](const table::Reading& reading) {
        const auto triplets = static_cast<int>(std::ranges::count(
            reading.Sets(), table::SetReading::kTriplet, &table::SetReading::kind));
        if (triplets <= most) return;
        most = triplets;
        best = WinReading{.pairs = false, .sets = reading, .body = 0};
      });
  if (!best && pairs) best = WinReading{.pairs = true, .sets = {}, .body = 0};
  return best;
}

std::size_t LayOut(const WinReading& reading, std::span<const Piece> pieces, table::TileMask wilds,
                   std::span<Piece> laid, const table::Face& face) {
  Pieces left(pieces, wilds, face);
  std::size_t count = 0;
  bool fits = true;
  if (reading.pairs) {
    while (fits && !left.Left().empty()) {
      // Single tiles take a wildcard each; the wildcards that remain are pairs.
      const auto plain =
          std::ranges::find_if(left.Left(), [&](Piece piece) { return !left.IsWild(piece); });
      if (plain == left.Left().end()) {
        fits = left.TakeWild(laid, count);
        continue;
      }
      const Tile kind = table::KindOf(*plain);
      fits = left.TakeKind(kind, laid, count) &&
             (left.TakeKind(kind, laid, count) || left.TakeWild(laid, count));
    }
  } else {
    const table::Reading& sets = reading.sets;
    for (int i = 0; i < 2; ++i)
      fits = fits && (i >= 2 - sets.pair_wild ? left.TakeWild(laid, count)
                                              : left.TakeKind(sets.pair, laid, count));
    for (const table::SetReading& set : sets.Sets()) {
      for (int i = 0; i < 3; ++i)
        fits = fits &&
               (set.IsWild(i) ? left.TakeWild(laid, count) : left.TakeKind(set.At(i), laid, count));
    }
    ForEach(reading.body, [&](Tile kind) { fits = fits && left.TakeKind(kind, laid, count); });
  }
  return fits && left.Left().empty() ? count : 0;
}

}  // namespace mlf::score
