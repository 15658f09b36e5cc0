/// \file
/// TableView: the table as one seat may see it, and what the seat is asked. Players made of code
/// read nothing else, so they cannot see another hand, the wall or the tiles below the indicators.
///
/// Three sources fill it: a table of this process (play::Table, play::SeatView), the JSON of a
/// table server (play::JsonView), and mjai messages (kit::MjaiView). Another one derives from
/// play::SeenView and gives the records that a seat may know.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/viewer.h>
#include <mlf/play/choices.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mlf::play {

struct RiverTile {
  Tile tile = table::kNoTile;  ///< a piece
  bool spin = false;           ///< the drawn tile
  bool claimed = false;        ///< taken for a meld
  bool riichi = false;         ///< the discard of a declaration
};

/// The tile that can be won on, and who pays for it: the last discard, or the tile of a gang named
/// after it. None before the first discard or concealed gang of the hand.
struct FocusTile {
  Tile tile = table::kNoTile;
  Seat seat = kNoSeat;

  explicit operator bool() const { return tile != table::kNoTile; }
  friend bool operator==(const FocusTile&, const FocusTile&) = default;
};

class TableView {
 public:
  virtual ~TableView() = default;

  // ---- the question ----

  virtual const Flow& flow() const = 0;  ///< the rules of the table
  virtual Seat seat() const = 0;
  int seats() const { return flow().seats(); }
  /// What the seat may do now, in the window's order of priority. Empty: it is not asked.
  virtual std::span<const Offer> offers() const = 0;
  virtual std::uint32_t nonce() const = 0;  ///< Action::ask of an answer; rises with every question
  virtual Action fallback() const = 0;      ///< what is done when the time is over
  virtual SeatChoices choices() const = 0;  ///< the offers in the words of play::Code
  virtual std::vector<Move> moves() const = 0;  ///< all of them, in ascending priority

  // ---- the table ----

  /// The table as records, which the parts of flow() can read. What the seat may not know is zero:
  /// other hands, the wall, the offers and answers of others, the seed.
  virtual const Records& seen() const = 0;
  virtual Counts hand() const = 0;               ///< kinds
  virtual std::vector<Tile> pieces() const = 0;  ///< the same hand, red fives named
  virtual Tile drawn() const = 0;                ///< of this turn, a piece; or kNoTile
  virtual int HandSize(Seat seat) const = 0;
  virtual std::vector<RiverTile> River(Seat seat) const = 0;
  /// A hidden gang of another seat has kNoTile.
  virtual std::vector<table::Meld> Melds(Seat seat) const = 0;
  virtual bool Riichi(Seat seat) const = 0;
  virtual std::vector<Tile> indicators() const = 0;
  virtual int Points(Seat seat) const = 0;

  virtual int round() const = 0;
  virtual int extra_round() const = 0;
  virtual int deposit() const = 0;
  virtual bool all_last() const = 0;
  virtual Seat dealer() const = 0;
  virtual Tile SeatWind(Seat seat) const = 0;  ///< kNoTile without winds
  virtual Tile round_wind() const = 0;
  virtual int tiles_left() const = 0;  ///< that will still be drawn in turn
  virtual FocusTile focus() const = 0;
  virtual const std::string& popup(Lang lang) const = 0;  ///< the last text shown to this seat
};

/// A player made of code.
class Player {
 public:
  virtual ~Player() = default;
  virtual Move Choose(const TableView& view) = 0;
};

}  // namespace mlf::play
