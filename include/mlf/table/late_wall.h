/// \file
/// LateWall: a wall whose places are decided when they are opened.
///
/// The wall stays an order of all its tiles. A place that is not decided may still exchange its
/// tile with another such place, so its tile is known to nobody before it is opened. The tiles of
/// these places are the stock (A). Some of them may be put into a reserve (B), which a natural draw
/// leaves alone while the stock has tiles. Kinds are counted; a red five counts as its kind.
#pragma once

#include <mlf/flow/random.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::table {

/// What is decided about the wall, and the reserve.
struct WallFate {
  static constexpr std::string_view kSlot = "wall_fate";
  static constexpr Scope kScope = Scope::kHand;

  std::array<std::uint64_t, 3> decided{};  ///< bit i = place i keeps its tile
  Counts reserve;
  std::uint32_t reserved = 0;

  void Check(const Validation& check) const;
};

/// Changes of the weight with which a place gets a kind: from the stock and from the reserve.
struct Weights {
  std::array<std::int32_t, kMaxPieces> stock{};
  std::array<std::int32_t, kMaxPieces> reserve{};

  void Add(Tile kind, std::int32_t weight) { stock[kind] += weight; }
  void AddReserve(Tile kind, std::int32_t weight) { reserve[kind] += weight; }
  bool Empty() const;
  Weights& operator+=(const Weights& other);
};

class LateWall {
 public:
  using Copies = std::array<std::uint8_t, kMaxPieces>;

  /// `late`: a natural draw is made when its place is opened. Otherwise it takes the tile that lies
  /// there, unless there is a reserve.
  LateWall(Moves board, WallFate& fate, bool late) : board_(board), fate_(fate), late_(late) {}

  Copies Stock() const;  ///< by kind
  int Stock(Tile kind) const { return Stock()[kind]; }
  int Reserve(Tile kind) const { return fate_.reserve[kind]; }
  /// Moves up to `copies` tiles of `kind` from the stock into the reserve. Returns their number.
  int Load(Tile kind, int copies);

  /// Whether the place can still change: it is in the wall and not decided.
  bool IsOpen(int place) const;
  /// Decides that `kind` lies at an open place, from the stock or else the reserve. False if
  /// neither has a copy; nothing changes then.
  bool Fix(int place, Tile kind, Stream& random);
  /// Decides an open place: by `weights`, or naturally if they are empty. A kind weighs ten for
  /// each copy in the stock, and what is added; in the reserve only what is added. Without a
  /// positive weight the largest counts, and the lowest of equal kinds. Returns the tile.
  Tile Decide(int place, const Weights& weights, Stream& random);
  /// The same naturally, but never the tile that merely lies there.
  Tile DecideAnew(int place, Stream& random);
  /// Makes a decided place of the wall open again.
  void Reopen(int place);
  /// Exchanges the tiles of all open places at random: another future.
  void Shuffle(Stream& random);

  const WallFate& fate() const { return fate_; }
  WallFate& fate() { return fate_; }

 private:
  Tile Natural(int place, Stream& random);
  Tile Put(int place, Tile kind, bool from_reserve, Stream& random);
  void Swap(int a, int b);
  void Close(int place) { fate_.decided[Word(place)] |= Bit(place); }
  static std::size_t Word(int place) { return static_cast<std::size_t>(place) / 64; }
  static std::uint64_t Bit(int place) { return std::uint64_t{1} << (place % 64); }

  Moves board_;
  WallFate& fate_;
  bool late_;
};

/// Two dice for the next throw.
void GiveDice(MatchMoves match, const std::array<std::uint8_t, 2>& dice);

}  // namespace mlf::table
