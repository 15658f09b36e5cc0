#include <mlf/table/tile.h>

#include <array>

namespace mlf::table {
namespace {

constexpr char kLetters[] = {'m', 'p', 's', 'z', 'h'};
constexpr int kRanks[] = {9, 9, 9, 7, 8};

struct Names {
  const char* zh;
  const char* en;
};
constexpr std::array<const char*, 9> kDigitsZh = {"一", "二", "三", "四", "五",
                                                  "六", "七", "八", "九"};
constexpr std::array<Names, 3> kSuitNames = {{{"万", "wan"}, {"筒", "tong"}, {"条", "tiao"}}};
constexpr std::array<Names, 7> kHonourNames = {{{"东", "East"},
                                                {"南", "South"},
                                                {"西", "West"},
                                                {"北", "North"},
                                                {"白", "White"},
                                                {"发", "Green"},
                                                {"中", "Red"}}};
constexpr std::array<Names, 8> kFlowerNames = {{{"春", "Spring"},
                                                {"夏", "Summer"},
                                                {"秋", "Autumn"},
                                                {"冬", "Winter"},
                                                {"梅", "Plum"},
                                                {"兰", "Orchid"},
                                                {"竹", "Bamboo"},
                                                {"菊", "Chrysanthemum"}}};

int SuitOfLetter(char letter) {
  for (int suit = 0; suit < kGroups; ++suit) {
    if (kLetters[suit] == letter) return suit;
  }
  return -1;
}

// Where and why reading stopped; an empty `why` means success.
struct Stop {
  std::size_t at = 0;
  std::string why;
};

// The character at `at` for a message: the whole UTF-8 sequence, or its number if not printable.
std::string CharacterAt(std::string_view text, std::size_t at) {
  const unsigned char first = static_cast<unsigned char>(text[at]);
  if (first < 0x20 || first == 0x7F) return "character " + std::to_string(first);
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return "'" + std::string(text.substr(at, end - at)) + "'";
}

// Reads groups of digits that end with a suit letter, and calls `emit(tile)` in order. Spaces are
// allowed between groups only.
template <typename Emit>
Stop Read(std::string_view text, bool spaces, Emit&& emit) {
  std::size_t start = 0;  // first digit of the open group
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c >= '0' && c <= '9') continue;
    if (spaces && c == ' ' && start == at) {
      start = at + 1;
      continue;
    }
    const int suit = SuitOfLetter(c);
    if (suit < 0) {
      if (c == ' ' && spaces)
        return {at, "a space inside a group: the suit letter (m p s z h) comes before it"};
      return {at, CharacterAt(text, at) + " is neither a rank 1-9 nor a suit letter m p s z h"};
    }
    if (start == at)
      return {at, "suit letter " + CharacterAt(text, at) + " without a rank before it"};
    for (; start < at; ++start) {
      const int rank = text[start] - '0';
      if (rank == 0 && suit < static_cast<int>(kRedFives.size())) {
        if (!emit(kRedFives[static_cast<std::size_t>(suit)])) return {start, "too many tiles"};
        continue;
      }
      if (rank == 0 || rank > kRanks[suit]) {
        return {start, std::string("there is no ") + text[start] + c + ": ranks of " + c +
                           " are 1-" + std::to_string(kRanks[suit])};
      }
      if (!emit(MakeTile(static_cast<Suit>(suit), rank))) return {start, "too many tiles"};
    }
    start = at + 1;
  }
  if (start < text.size()) return {text.size(), "the last group has no suit letter (m p s z h)"};
  return {};
}

Fault BadTiles(std::string_view text, const Stop& stop) {
  return {"T01",
          {{}, 1, static_cast<int>(stop.at) + 1},
          "tiles \"" + std::string(text) + "\": " + stop.why};
}

std::string Format(const Tile* tiles, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const Tile tile = tiles[i];
    const Tile kind = KindOf(tile);
    if (!IsTile(kind)) {
      text += '?';
      continue;
    }
    text += IsRed(tile) ? '0' : static_cast<char>('1' + RankOf(kind));
    const Tile next = i + 1 == count ? kNoTile : KindOf(tiles[i + 1]);
    if (!IsTile(next) || SuitOf(next) != SuitOf(kind)) text += SuitLetter(SuitOf(kind));
  }
  return text;
}

class TileNotation final : public PieceText {
 public:
  std::string Format(const Piece* pieces, int count) const override {
    return table::Format(pieces, static_cast<std::size_t>(count));
  }

  std::optional<int> Parse(std::string_view word, Piece* out, int capacity) const override {
    int count = 0;
    const Stop stop = Read(word, false, [&](Tile tile) {
      if (count >= capacity) return false;
      out[count++] = tile;
      return true;
    });
    if (!stop.why.empty()) return std::nullopt;
    return count;
  }
};

}  // namespace

std::string TileName(Tile tile) { return Format(&tile, 1); }

std::string TileNameZh(Tile tile) {
  if (IsRed(tile)) return "赤" + TileNameZh(KindOf(tile));
  if (IsSuited(tile)) return std::string(kDigitsZh[RankOf(tile)]) + kSuitNames[SuitOf(tile)].zh;
  if (IsHonour(tile)) return kHonourNames[RankOf(tile)].zh;
  if (IsFlower(tile)) return kFlowerNames[RankOf(tile)].zh;
  return "?";
}

std::string TileNameEn(Tile tile) {
  if (IsRed(tile)) return "red " + TileNameEn(KindOf(tile));
  if (IsSuited(tile)) return std::to_string(RankOf(tile) + 1) + " " + kSuitNames[SuitOf(tile)].en;
  if (IsHonour(tile)) return kHonourNames[RankOf(tile)].en;
  if (IsFlower(tile)) return kFlowerNames[RankOf(tile)].en;
  return "?";
}

std::string TileGlyph(Tile tile) {
  tile = KindOf(tile);
  // The block's order: winds 00-03, red green white 04-06, characters 07-0F, bamboos 10-18, circles
  // 19-21, plum orchid bamboo chrysanthemum 22-25, spring summer autumn winter 26-29, back 2B.
  int offset = 0x2B;
  if (IsTile(tile)) {
    const int rank = RankOf(tile);
    switch (SuitOf(tile)) {
      case kWan: offset = 0x07 + rank; break;
      case kTong: offset = 0x19 + rank; break;
      case kTiao: offset = 0x10 + rank; break;
      case kHonour: offset = rank < 4 ? rank : 0x06 - (rank - 4); break;
      case kFlower: offset = rank < 4 ? 0x26 + rank : 0x22 + rank - 4; break;
    }
  }
  // U+1F000 + offset in UTF-8: F0 9F 80 80 + offset.
  return {'\xF0', '\x9F', '\x80', static_cast<char>(0x80 + offset)};
}

std::string FormatTiles(const std::vector<Tile>& tiles) {
  return Format(tiles.data(), tiles.size());
}
std::string FormatTiles(const Counts& tiles) { return FormatTiles(ToList(tiles)); }
std::string FormatTiles(TileMask kinds) {
  std::vector<Tile> tiles;
  ForEach(kinds, [&](Tile tile) { tiles.push_back(tile); });
  return FormatTiles(tiles);
}

Result<std::vector<Tile>> ParseTiles(std::string_view text) {
  std::vector<Tile> tiles;
  const Stop stop = Read(text, true, [&](Tile tile) {
    tiles.push_back(tile);
    return true;
  });
  if (!stop.why.empty()) return BadTiles(text, stop);
  return tiles;
}

Result<Tile> ParseTile(std::string_view text) {
  Result<std::vector<Tile>> tiles = ParseTiles(text);
  if (!tiles) return tiles.faults();
  if (tiles->size() != 1) {
    return Fault{"T02",
                 {{}, 1, 1},
                 "\"" + std::string(text) + "\" is " + std::to_string(tiles->size()) +
                     " tiles; exactly one is wanted"};
  }
  return tiles->front();
}

char SuitLetter(Suit suit) { return suit < kGroups ? kLetters[suit] : '?'; }

Result<Suit> ParseSuit(std::string_view text) {
  const int suit = text.size() == 1 ? SuitOfLetter(text[0]) : -1;
  if (suit < 0)
    return Fault{
        "T03", {{}, 1, 1}, "\"" + std::string(text) + "\" is not a suit letter: m p s z h"};
  return static_cast<Suit>(suit);
}

Counts ToCounts(const std::vector<Tile>& tiles) {
  Counts counts;
  for (Tile tile : tiles) {
    const Tile kind = KindOf(tile);
    if (IsTile(kind) && counts[kind] < 7) counts.Add(kind);
  }
  return counts;
}

std::vector<Tile> ToList(const Counts& tiles) {
  std::vector<Tile> list;
  for (Tile tile = 0; tile < kGroups * kGroupSize; ++tile)
    list.insert(list.end(), static_cast<std::size_t>(tiles[tile]), tile);
  return list;
}

Counts ReadAs(const Face& face, Counts tiles) {
  if (!face.Any()) return tiles;
  const int held = tiles[face.tile];
  tiles.Remove(face.tile, held);
  tiles.Add(face.as, held);
  return tiles;
}

const PieceText& TileText() {
  static const TileNotation notation;
  return notation;
}

}  // namespace mlf::table
