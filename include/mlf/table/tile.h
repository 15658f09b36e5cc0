/// \file
/// Tiles (牌): one byte per kind, and their text form.
///
///   1-9m 万 (0-8)
///   1-9p 筒 (9-17)
///   1-9s 条 (18-26)
///   1-7z 东南西北白发中 (27-33)
///   1-8h 春夏秋冬梅兰竹菊 (36-43)
///
///   0m 0p 0s red fives (34, 35, 44)
///
/// 5z is 白, 6z 发, 7z 中. The sort order is m p s z h. A list of tiles is written "123m55p"; a
/// suit may occur in several groups ("99m45s4m").
#pragma once

#include <mlf/flow/pieces.h>
#include <mlf/flow/result.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::table {

using Tile = Piece;
using TileMask = PieceMask;

inline constexpr Tile kNoTile = kNoPiece;
enum Suit : std::uint8_t { kWan = 0, kTong = 1, kTiao = 2, kHonour = 3, kFlower = 4 };

constexpr Suit SuitOf(Tile t) { return static_cast<Suit>(GroupOf(t)); }
constexpr bool IsSuited(Tile t) { return t < 27; }
constexpr bool IsHonour(Tile t) { return t >= 27 && t < 34; }
constexpr bool IsFlower(Tile t) { return t >= 36 && t < 44; }
constexpr bool IsTile(Tile t) { return t < 34 || IsFlower(t); }
constexpr Tile MakeTile(Suit suit, int rank1) {
  return static_cast<Tile>(suit * kGroupSize + rank1 - 1);
}

inline constexpr Tile kWhite = 31;  ///< 白, 5z

/// A kind that hands and melds read as another (白 with the face of a wild tile, `white_face`
/// of turned_kind). By default there is none.
struct Face {
  Tile tile = kNoTile;  ///< the kind as it lies
  Tile as = kNoTile;    ///< the kind it is read as

  constexpr bool Any() const { return tile != kNoTile; }
  constexpr Tile Of(Tile t) const { return t == tile ? as : t; }
  /// The tile that lies where `t` is read. A tile of the kind `as` itself is wild, so no set of
  /// natural tiles holds it.
  constexpr Tile Lies(Tile t) const { return t == as ? tile : t; }
};

/// All tiles of one suit.
constexpr TileMask SuitMask(Suit suit) { return TileMask{0x1FF} << (suit * kGroupSize); }
inline constexpr TileMask kTerminals = MaskOf(Tile{0}) | MaskOf(Tile{8}) | MaskOf(Tile{9}) |
                                       MaskOf(Tile{17}) | MaskOf(Tile{18}) | MaskOf(Tile{26});
inline constexpr TileMask kHonours = TileMask{0x7F} << 27;
inline constexpr TileMask kFlowers = TileMask{0xFF} << 36;
inline constexpr TileMask kAllKinds = ((TileMask{1} << 34) - 1) | kFlowers;

/// "5m"; "?" if it is not a tile.
std::string TileName(Tile tile);
/// "五万", "东", "白", "春"; in English "5 wan", "East", "White", "Spring".
std::string TileNameZh(Tile tile);
std::string TileNameEn(Tile tile);
/// The character of the Unicode mahjong block (U+1F000...), for terminals that support it.
std::string TileGlyph(Tile tile);

/// Tiles in the given order; adjacent tiles of one suit share its letter: "123m55p".
std::string FormatTiles(const std::vector<Tile>& tiles);
std::string FormatTiles(const Counts& tiles);  ///< sorted m p s z h
std::string FormatTiles(TileMask kinds);       ///< each kind once

/// Reads "123m 55p" in order. Spaces are allowed between groups. A fault names the wrong character.
Result<std::vector<Tile>> ParseTiles(std::string_view text);
Result<Tile> ParseTile(std::string_view text);  ///< exactly one
/// The letter of a suit (m p s z h), and the suit of a letter.
char SuitLetter(Suit suit);
Result<Suit> ParseSuit(std::string_view text);

Counts ToCounts(const std::vector<Tile>& tiles);
std::vector<Tile> ToList(const Counts& tiles);  ///< sorted
/// `tiles` as they are read.
Counts ReadAs(const Face& face, Counts tiles);

/// Red fives (赤五). Every rule sees a five of its suit. The codes are used for single pieces: in
/// walls, actions, events and texts.
inline constexpr std::array<Tile, 3> kRedFives = {34, 35, 44};  ///< by suit: 万 筒 条
inline constexpr TileMask kReds = MaskOf(Tile{34}) | MaskOf(Tile{35}) | MaskOf(Tile{44});
/// Other tiles cost only the first comparison.
constexpr bool IsRed(Tile tile) {
  return tile >= kRedFives[0] && tile < kMaxPieces && (kReds >> tile & 1) != 0;
}
/// The kind of a piece: the five of a red five, else the tile itself.
constexpr Tile KindOf(Tile tile) {
  if (!IsRed(tile)) [[likely]]
    return tile;
  return tile == kRedFives[0] ? Tile{4} : tile == kRedFives[1] ? Tile{13} : Tile{22};
}
/// The red five of a kind that is a five; otherwise the kind itself.
constexpr Tile RedOf(Tile kind) {
  return kind == 4 ? kRedFives[0] : kind == 13 ? kRedFives[1] : kind == 22 ? kRedFives[2] : kind;
}
/// `kinds` with the red fives of the fives among them.
constexpr TileMask WithReds(TileMask kinds) {
  for (const Tile red : kRedFives) kinds |= (kinds >> KindOf(red) & 1) != 0 ? MaskOf(red) : 0;
  return kinds;
}

/// The text form of tiles for the engine (actions, journals).
const PieceText& TileText();

}  // namespace mlf::table
