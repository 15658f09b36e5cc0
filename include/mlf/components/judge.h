/// \file
/// Judge: what a complete hand is worth. One interface for every way of scoring: Sichuan's best
/// pattern plus gen, sums with exclusions, han and fu, laizi multipliers. A Judge changes nothing
/// and is asked by settlement, by missed-win rules, by bots and by `mlf score` alike.
#pragma once

#include <mlf/components/win_rule.h>
#include <mlf/table/readings.h>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
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
  /// Calls visit(int row) for each, in table order. A visit may take rows out of the set; those are
  /// not visited any more.
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

/// A win to judge: records say the rest (hand, melds, state of the parts).
struct WinCase {
  Seat seat = 0;
  Seat payer = kNoSeat;        ///< who discarded or was robbed; kNoSeat for a self-draw
  Tile tile = table::kNoTile;  ///< the winning tile; already in the hand for a self-draw
  WinBy by = WinBy::kDiscard;
  /// Facts the hand does not show (gang_shang_hua, hai_di, tian_hu ...): read off the records, or
  /// given by name (`mlf score`), or none at all (a hand counted at the end of a hand: da-jiao).
  enum class Facts : std::uint8_t { kFromRecords, kGiven, kNone } facts = Facts::kFromRecords;
  RowSet given = {};  ///< kGiven: the rows whose fact holds
};

/// The win of `winner` on this board: off another seat's tile where one is in question, else on the
/// tile it has drawn.
inline WinCase CaseOf(const table::Board& board, Seat winner) {
  if (board.focus == table::Focus::kNone || board.focus_seat == winner)
    return {.seat = winner, .tile = board.seats[winner].drawn, .by = WinBy::kSelfDraw};
  return {.seat = winner,
          .payer = board.focus_seat,
          .tile = board.focus_tile,
          .by = board.focus == table::Focus::kDiscard ? WinBy::kDiscard : WinBy::kRob};
}

struct FanLine {
  std::uint8_t row = 0;  ///< of the fan table
  std::uint8_t count = 1;
  std::int16_t fan = 0;  ///< each
};

struct Verdict {
  bool win = false;      ///< complete and allowed by the win rule (fan minimums are not looked at)
  std::int32_t fan = 0;  ///< total in the variant's own unit, before any cap
  std::int32_t value = 0;  ///< what one payer pays, in units of di
  std::uint8_t times = 1;  ///< what the sum of the lines was multiplied with
  std::uint8_t line_count = 0;
  std::array<FanLine, kMaxFanLines> lines{};
  table::Reading reading;  ///< the chosen one (filled only where the judge works with readings)
  bool has_reading = false;

  /// As new; the room of lines and reading stays as it is.
  void Clear() {
    win = has_reading = false;
    fan = value = 0;
    times = 1;
    line_count = 0;
  }
  std::span<const FanLine> Lines() const { return {lines.data(), line_count}; }
};

/// A row of a fan table, as shown to people.
struct FanRow {
  std::string id;
  std::string zh;
  std::string en;
};

/// How a table shows a fact that was named (`mlf score`, fan cases).
enum class Shown : std::uint8_t {
  kNot,      ///< it does not: the fact holds because it was named
  kByCase,   ///< seat, payer and kind of the win show it already
  kByTable,  ///< it does once the table is as the fact has asked
};

/// What facts ask of the table that one win is judged on. Where nothing is asked, the table is one
/// in the middle of a hand.
struct WinStage {
  std::optional<int> draws;           ///< of the winner; 0 = the winning tile was dealt to it
  std::optional<int> discards;        ///< of the winner
  std::optional<int> payer_discards;  ///< the winning one included
  bool last_tile = false;             ///< nothing can be drawn any more
  bool own_replacement = false;       ///< the winner has drawn the replacement of its own gang
  bool gang_discard = false;          ///< the payer discards right after its own gang
  Value state = Value::Map();         ///< of the winner, by the keys of the StateText parts
};

class Judge : public Part {
 public:
  static constexpr std::string_view kRole = "judge";

  virtual void Evaluate(const Records& records, const WinCase& win, Verdict& verdict) const = 0;
  /// Rows in table order; FanLine::row indexes them.
  virtual const std::vector<FanRow>& Rows() const = 0;
  /// Whether a fact of this id may be given by `mlf score`; its row, or -1.
  virtual int FactRow(std::string_view id) const = 0;
  /// Whether the fact of `row` can hold for such a win at all (a win on a gang's replacement is no
  /// win on a discard): facts given by name are checked with it. True for rows without a fact.
  virtual bool FactPossible(const Records&, const WinCase&, int row) const { return row >= 0; }
  /// Whether the records show the fact of `row`. True for rows without a fact.
  virtual bool FactHolds(const Records&, const WinCase&, int row) const { return row >= 0; }
  /// Asks for a table that shows the fact of `row`.
  virtual Shown StageFact(const WinCase&, int, WinStage&) const { return Shown::kNot; }
  /// Whether `row` counts gen (根): a fan case expects their number as `gen`.
  virtual bool CountsGen(int) const { return false; }
  /// Whether `row` is about the hand that was won: false for one that says only how it was won
  /// (self-drawn, robbed), or adds to what others say.
  virtual bool CountsHand(int row) const { return row >= 0; }
  /// Whether the variant counts a fan total at all (yilaidaodi does not).
  virtual bool has_fan_total() const { return true; }
};

/// A fact about a win that the tiles do not show: read off the records.
class WinFact : public Part {
 public:
  static constexpr std::string_view kRole = "win_fact";
  virtual bool Holds(const Records& records, const WinCase& win) const = 0;
  /// True when the case alone tells (self-draw, robbing): then it holds also where facts are given
  /// by name.
  virtual bool FromCase() const { return false; }
  /// False when seat, payer and kind of the win rule the fact out, whatever else the records say.
  virtual bool Possible(const Records&, const WinCase&) const { return true; }
  /// Asks for a table that shows the fact: tools that judge a hand by itself build it.
  virtual Shown Stage(const WinCase&, WinStage&) const {
    return FromCase() ? Shown::kByCase : Shown::kNot;
  }
};

/// A pattern of tiles, for fan rows: how often it is there (0 or 1 for most).
struct HandShape;  ///< hand_shape.h
class FanPattern : public Part {
 public:
  static constexpr std::string_view kRole = "fan_pattern";
  virtual int Count(const HandShape& hand) const = 0;
  /// HandFeature bits (hand_shape.h) without which the pattern is never there, so that a table need
  /// not ask. 0 = ask always.
  virtual std::uint32_t Needs() const { return 0; }
  /// False for a pattern that is the same in every reading of the hand, so that a table need ask
  /// but once.
  virtual bool OfReading() const { return true; }
  /// True for a pattern that is never there unless the judge lays the hand out as sets or pairs
  /// (HandShape::reading).
  virtual bool NeedsReading() const { return false; }
};

}  // namespace mlf::score
