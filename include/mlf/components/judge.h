/// \file
/// Judge: the value of a complete hand. One interface for all scoring systems: Sichuan's best
/// pattern plus gen, sums with exclusions, han and fu, laizi multipliers. A judge changes nothing.
/// Settlement, missed-win rules, bots and `mlf score` use it.
#pragma once

#include <mlf/components/win_rule.h>
#include <mlf/table/readings.h>
#include <mlf/table/set_aside.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mlf::score {

using logic::WinBy;
using table::Tile;

inline constexpr int kMaxFanLines = 32;
inline constexpr int kMaxFanRows = 256;

/// A set of rows of a fan table.
class RowSet {
 public:
  void Add(int row) { words_[Word(row)] |= Bit(row); }
  bool Has(int row) const { return (words_[Word(row)] & Bit(row)) != 0; }
  RowSet& operator|=(const RowSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  RowSet& operator&=(const RowSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  RowSet& operator-=(const RowSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  /// Calls visit(int row) for each row, in table order. A visit may remove rows; removed rows are
  /// skipped.
  template <typename Visit>
  void ForEach(Visit&& visit) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::uint64_t left = words_[i]; left != 0; left &= words_[i]) {
        const int bit = std::countr_zero(left);
        left &= left - 1;
        visit(static_cast<int>(64 * i) + bit);
      }
    }
  }

 private:
  static constexpr std::size_t kWords = kMaxFanRows / 64;
  static constexpr std::size_t Word(int row) { return static_cast<std::size_t>(row) / 64; }
  static constexpr std::uint64_t Bit(int row) { return std::uint64_t{1} << (row % 64); }

  std::array<std::uint64_t, kWords> words_{};
};

/// A win to judge. The records hold the rest (hand, melds, state of the parts).
struct WinCase {
  Seat seat = 0;
  Seat payer = kNoSeat;        ///< the discarder or robbed seat; kNoSeat for a self-draw
  Tile tile = table::kNoTile;  ///< the winning tile; for a self-draw already in the hand
  WinBy by = WinBy::kDiscard;
  /// Facts that the tiles do not show (gang_shang_hua, hai_di, tian_hu ...): from the records,
  /// given by name (`mlf score`), or none (ready hands valued at the end of a hand: da-jiao).
  enum class Facts : std::uint8_t { kFromRecords, kGiven, kNone } facts = Facts::kFromRecords;
  RowSet given = {};  ///< for kGiven: the rows whose fact holds
};

/// The win of `winner` on this board: on another seat's tile in question, otherwise on its drawn
/// tile.
inline WinCase CaseOf(const table::Board& board, Seat winner) {
  if (board.turn.focus == table::Focus::kNone || board.turn.focus_seat == winner)
    return {.seat = winner, .tile = board.seats[winner].drawn, .by = WinBy::kSelfDraw};
  return {.seat = winner,
          .payer = board.turn.focus_seat,
          .tile = board.turn.focus_tile,
          .by = board.turn.focus == table::Focus::kDiscard || table::AsksSetAside(board)
                    ? WinBy::kDiscard
                    : WinBy::kRob};
}

struct FanLine {
  std::uint8_t row = 0;  ///< index in the fan table
  std::uint8_t count = 1;
  std::int16_t fan = 0;  ///< per count
};

struct Verdict {
  bool win = false;        ///< complete and allowed by the win rule; fan minimums are not checked
  std::int32_t fan = 0;    ///< total in the variant's unit, before any cap
  std::int16_t fu = 0;     ///< points of sets, pair and wait, if the variant counts them
  bool limit = false;      ///< rows of kind limit count, and no others
  std::int32_t value = 0;  ///< what one payer pays, in units of di
  std::uint8_t times = 1;  ///< multiplier of the sum of the lines
  std::uint8_t line_count = 0;
  std::array<FanLine, kMaxFanLines> lines{};
  table::Reading reading;  ///< the chosen reading, if the judge uses readings
  bool has_reading = false;

  /// Resets all but the storage of lines and reading.
  void Clear() {
    win = has_reading = limit = false;
    fan = value = 0;
    fu = 0;
    times = 1;
    line_count = 0;
  }
  /// Takes over what another verdict counts, without its reading.
  void TakeCount(const Verdict& other) {
    fan = other.fan;
    fu = other.fu;
    limit = other.limit;
    value = other.value;
    times = other.times;
    line_count = other.line_count;
    std::copy(other.lines.begin(), other.lines.begin() + other.line_count, lines.begin());
  }
  std::span<const FanLine> Lines() const { return {lines.data(), line_count}; }
};

/// A row of a fan table, for display.
struct FanRow {
  std::string id;
  std::string zh;
  std::string en;
};

/// Whether the table can show a given fact (`mlf score`, fan cases).
enum class Shown : std::uint8_t {
  kNot,      ///< no: the fact holds only because it was given
  kByCase,   ///< yes: seat, payer and kind of the win imply it
  kByTable,  ///< yes, if the table is set up as the fact requests
};

/// The table that facts request for judging a win. Without requests it is a table in the middle of
/// a hand.
struct WinStage {
  std::optional<int> draws;           ///< of the winner; 0 = the winning tile was dealt to it
  std::optional<int> discards;        ///< of the winner
  std::optional<int> payer_discards;  ///< including the winning one
  bool last_tile = false;             ///< no more tiles can be drawn
  bool own_replacement = false;       ///< the winner drew the replacement of its own gang
  bool gang_discard = false;          ///< the payer discarded right after its own gang
  Value state = Value::Map();         ///< of the winner, by the keys of StateText parts
};

class Judge : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "judge";

  virtual void Evaluate(const Records& records, const WinCase& win, Verdict& verdict) const = 0;
  /// Rows in table order. FanLine::row is an index into them.
  virtual const std::vector<FanRow>& Rows() const = 0;
  /// The row of the fact `id` that `mlf score` may give.
  virtual std::optional<int> FactRow(std::string_view id) const = 0;
  /// Whether the fact of `row` is possible for such a win. (A discard win cannot be on a gang's
  /// replacement.) Facts given by name are checked with it. True for rows without a fact.
  virtual bool FactPossible(const Records&, const WinCase&, int row) const { return row >= 0; }
  /// Whether the fact of `row` holds by the records. True for rows without a fact.
  virtual bool FactHolds(const Records&, const WinCase&, int row) const { return row >= 0; }
  /// Requests a table that shows the fact of `row`.
  virtual Shown StageFact(const WinCase&, int, WinStage&) const { return Shown::kNot; }
  /// Whether `row` counts gen (根). Fan cases give their number as `gen`.
  virtual bool CountsGen(int) const { return false; }
  /// Whether `row` describes the winning hand. False for rows about the kind of win (self-drawn,
  /// robbed) and rows that only add to others.
  virtual bool CountsHand(int row) const { return row >= 0; }
  /// Whether there is a fan total at all; not if rows are points or factors.
  virtual bool has_fan_total() const { return true; }
  /// Whether hands have fu and limits (Verdict::fu, LimitsOf, LevelOf).
  virtual bool has_fu() const { return false; }
  /// How many limits (役满) a hand is worth by its rows; 0 = an ordinary hand.
  virtual int LimitsOf(const Verdict&) const { return 0; }
  /// The limit that decides the value of the hand, such as mangan; null = none.
  virtual const Reason* LevelOf(const Verdict&) const { return nullptr; }
  /// All limits that LevelOf may return.
  virtual std::span<const Reason> Levels() const { return {}; }
  /// The rule by which it reads hands; null if it has none.
  virtual const logic::WinRule* win_rule() const { return nullptr; }
};

/// A fact about a win that the tiles do not show, read from the records.
class WinFact : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "win_fact";
  virtual bool Holds(const Records& records, const WinCase& win) const = 0;
  /// HandFeature bits (hand_shape.h) of the win without which the fact cannot hold.
  virtual std::uint32_t Needs() const { return 0; }
  /// How often the fact counts; 0 where it does not hold. One given by name counts at least once.
  virtual int Times(const Records& records, const WinCase& win) const {
    return Holds(records, win) ? 1 : 0;
  }
  /// True if the case alone decides (self-draw, robbing). Then it also holds when facts are given
  /// by name.
  virtual bool FromCase() const { return false; }
  /// False if seat, payer, kind of the win or a missing declaration exclude the fact.
  virtual bool Possible(const Records&, const WinCase&) const { return true; }
  /// Requests a table that shows the fact, for tools that judge a single hand.
  virtual Shown Stage(const WinCase&, WinStage&) const {
    return FromCase() ? Shown::kByCase : Shown::kNot;
  }
};

/// Points of a reading as bits: bit i is its i-th set, kPairPoint its pair.
using PointBits = std::uint8_t;
inline constexpr PointBits kPairPoint = 1 << table::kMaxSets;

/// Where a pattern occurs in a reading: the points of each occurrence.
class Occurrences {
 public:
  static constexpr std::size_t kMost = 16;

  /// Occurrences beyond the capacity are dropped. Five sets have no more than ten pairs.
  void Add(PointBits points) {
    if (count_ < kMost) points_[count_++] = points;
  }
  void Clear() { count_ = 0; }
  std::span<const PointBits> all() const { return {points_.data(), count_}; }

 private:
  std::array<PointBits, kMost> points_;
  std::size_t count_ = 0;
};

/// A tile pattern for fan rows: how often it matches (mostly 0 or 1).
struct HandShape;  ///< hand_shape.h
class FanPattern : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "fan_pattern";
  virtual int Count(const HandShape& hand) const = 0;
  /// HandFeature bits (hand_shape.h) without which the pattern cannot match. The fan table then
  /// skips it. 0 = always test.
  virtual std::uint32_t Needs() const { return 0; }
  /// False if the pattern gives the same result in every reading, so that it is tested once.
  virtual bool OfReading() const { return true; }
  /// True if the pattern can match only when the judge provides a reading (HandShape::reading).
  virtual bool NeedsReading() const { return false; }
  /// True if Find names the sets the pattern is made of. Rows that join sets need it, and rows
  /// that another row strikes on its own sets.
  virtual bool HasPlaces() const { return false; }
  /// Adds every occurrence in the current reading, which has the features of Needs().
  virtual void Find(const HandShape&, Occurrences&) const {}
};

}  // namespace mlf::score
