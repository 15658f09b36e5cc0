/// \file
/// Cells: what a variant remembers, as data (docs/en/memory.md). `memory:` of a variant declares
/// them. Effects write a cell where something happens; conditions, facts, factors and liabilities
/// read it.
///
///   memory:
///     chain: {of: seat, count: 8}          every cell is a shared part of this name
///   flow:
///     an_gang: {states: [{add: chain}]}
///     chi: {if: [{cell: {cell: chis, most: 1}}]}
///
/// The cells of a hand lie packed in one slot of the records, those of the match in another. `at`
/// and `room` of a cell are set by the layer (memory.cc), not by the variant.
#pragma once

#include <mlf/flow/flow_check.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/node.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::logic {

using table::Tile;
using table::TileMask;

class Cell;

// The largest number of bytes that the cells of one lifetime take.
inline constexpr int kMostMemory = 512;

// How a part uses a cell, for the checks of a finished flow.
struct CellUse {
  const Cell* cell = nullptr;
  bool writes = false;
  int most_written = 0;  // by writing once; kCounts: it may reach the limit of the cell
  int least_wanted = 0;  // a reader that never sees a smaller value can do nothing
  static constexpr int kCounts = 256;
};
class CellUser {
 public:
  virtual ~CellUser() = default;
  virtual std::vector<CellUse> CellUses() const = 0;
};

class Cell final : public Part,
                   public LogicComponent,
                   public table::StateText,
                   public HiddenState,
                   public FlowCheck {
 public:
  static constexpr std::string_view kRole = "cell";
  static constexpr PartInfo kInfo{"memory_cell", 1, "记忆里的一格：写在 memory: 之下",
                                  "a cell of the memory; written under memory:"};

  enum class Holds : std::uint8_t { kCount, kFlag, kTile, kTiles, kSeat };
  enum class Of : std::uint8_t { kTable, kSeat, kPair };
  enum class Life : std::uint8_t { kHand, kMatch, kTurn, kCircle, kClaim, kDraws };
  enum class Seen : std::uint8_t { kAll, kSeat, kNobody, kAllWhenSet };

  explicit Cell(Params& params);

  const std::string& name() const { return name_; }
  Holds holds() const { return holds_; }
  Of of() const { return of_; }
  Life life() const { return life_; }
  int most() const { return most_; }  // of a count
  Seen seen_by() const { return seen_; }
  bool Hidden() const { return seen_ == Seen::kSeat || seen_ == Seen::kNobody; }

  // The place of a value: 0 for the table, else by seat, or by seat and other seat.
  int Places() const;
  int PlaceOf(Seat seat, Seat other) const;
  Seat OwnerOf(int place) const;

  // A count; a flag as 0 or 1; 1 + a tile or seat, 0 = none. Not for sets of tiles.
  int Get(const Records& records, int place) const;
  // Saturates at the limits of the cell. `setter` is kept where the life needs it.
  void Put(Records& records, int place, int value, Seat setter) const;
  TileMask Tiles(const Records& records, int place) const;
  void PutTiles(Records& records, int place, TileMask tiles, Seat setter) const;
  bool IsSet(const Records& records, int place) const;
  void Clear(Records& records, int place) const;
  void Copy(Records& records, int from, const Cell& source, int to, Seat setter) const;

  // What the life says: `seat` begins its turn; a claim was made; a tile was drawn.
  void BeginTurn(Records& records, Seat seat) const;
  void OnClaim(Records& records) const;
  void OnDraw(Records& records) const;

  std::string_view StateKey() const override { return name_; }
  table::StateLabel Label() const override;
  bool PerSeat() const override { return of_ != Of::kTable; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;
  void HideFrom(Records& seen, Seat viewer) const override;

  void CheckRecords(const Validation& check) const override;
  void CheckFlow(const BuiltFlow& flow, Faults& faults) const override;

  // Bits that a cell written as `spec` takes, and the bits that each of its values takes.
  struct Size {
    int value = 0, total = 0;
  };
  static Size SizeOf(const Value& spec, int seats);

 private:
  unsigned Read(const Records& records, int bit, int width) const;
  void Write(Records& records, int bit, int width, unsigned value) const;
  unsigned Raw(const Records& records, int place) const {
    return Read(records, at_ + place * width_, width_);
  }
  unsigned Note(const Records& records, int place) const { return Read(records, NoteAt(place), 4); }
  int NoteAt(int place) const;
  bool HasNote() const { return life_ == Life::kCircle || life_ == Life::kDraws; }
  bool KnowsUnset() const { return seen_ == Seen::kAllWhenSet; }
  // Whether `viewer` may know the values of `owner` (kNoSeat: of the table).
  bool Shows(const Records& records, Seat owner, Seat viewer) const;
  Value ValueAt(const Records& records, int place) const;
  std::optional<std::string> ReadValue(Records& records, int place, const Value& value) const;
  std::string Wanted() const;

  table::TableSlots table_;
  std::string name_, zh_, en_;
  Holds holds_ = Holds::kCount;
  Of of_;
  Life life_;
  Seen seen_;
  int most_ = 0;
  int draws_ = 0;
  int seats_;
  int at_ = 0;              // the first bit in the room
  int width_ = 1;           // bits of a value
  std::size_t offset_ = 0;  // of the room in the records
};

// ---- Whose value ----

enum class SeatWord : std::uint8_t {
  kSelf,
  kSource,
  kActor,
  kDealer,
  kNext,
  kPrevious,
  kOpposite,
  kOthers,
  kAny
};
// Reads the parameter `name`, a word for one or several seats.
SeatWord SeatWordOf(Params& params, std::string_view name, SeatWord fallback, Doc doc);
// `self` is the seat that acts or is asked. The source is the seat whose tile is in question.
SeatMask SeatsNamed(SeatWord word, const Records& records, const table::Board& board, Seat self);

// The cell of a reader or writer, with the seats whose values it means.
class CellPlaces {
 public:
  explicit CellPlaces(Params& params);

  const Cell* cell() const { return cell_; }
  bool of_self() const { return of_ == SeatWord::kSelf; }
  bool with_source() const { return with_ == SeatWord::kSource; }
  // Calls visit(int place) for each value meant.
  template <typename Visit>
  void ForEach(const Records& records, Seat self, Visit&& visit) const {
    if (cell_->of() == Cell::Of::kTable) return visit(0);
    const table::Board& board = board_(records);
    const SeatMask others =
        cell_->of() == Cell::Of::kPair ? SeatsNamed(with_, records, board, self) : SeatMask{1};
    ForEachSeat(SeatsNamed(of_, records, board, self), [&](Seat seat) {
      ForEachSeat(others, [&](Seat other) {
        if (cell_->of() != Cell::Of::kPair || other != seat) visit(cell_->PlaceOf(seat, other));
      });
    });
  }
  const table::Board& board(const Records& records) const { return board_(records); }

 private:
  table::BoardSlot board_;
  const Cell* cell_;
  SeatWord of_, with_;
};

// A comparison with the value of a cell: `least`, `most`, or neither for "is set".
class CellBounds {
 public:
  CellBounds(Params& params, const Cell* cell);
  bool Hold(int value) const { return value >= least_ && value <= most_; }
  int least() const { return least_; }

 private:
  int least_ = 1, most_ = kNoLimit;
  static constexpr int kNoLimit = 1 << 20;
};

}  // namespace mlf::logic
