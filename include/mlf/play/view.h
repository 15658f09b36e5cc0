/// \file
/// TableView: the table as one seat may see it. Players made of code read nothing else, so they
/// cannot see another hand, the wall or the tiles below the indicators. Another source than Table
/// may implement it.
#pragma once

#include <mlf/flow/viewer.h>
#include <mlf/play/choices.h>

#include <cstdint>
#include <optional>
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

  virtual Seat seat() const = 0;
  virtual int seats() const = 0;
  virtual SeatChoices choices() const = 0;
  virtual std::vector<Move> moves() const = 0;  ///< all of them, in ascending priority
  virtual std::uint32_t nonce() const = 0;      ///< rises with every question

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
