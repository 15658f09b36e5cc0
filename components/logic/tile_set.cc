#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include "flow/base/words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>

namespace mlf::logic {
namespace {

Fault KindsFault(std::size_t at, std::string message) {
  return {"T10", {"", 1, static_cast<int>(at) + 1}, std::move(message)};
}

bool IsRank(char c) { return c >= '1' && c <= '9'; }

}  // namespace

Result<TileMask> ParseKinds(std::string_view text) {
  TileMask kinds = 0;
  unsigned ranks = 0;  // bit r-1 = rank r of the current group
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' && ranks == 0) continue;
    if (IsRank(c)) {
      int last = c - '0';
      if (i + 1 < text.size() && text[i + 1] == '-') {
        if (i + 2 >= text.size() || !IsRank(text[i + 2]) || text[i + 2] < c) {
          return KindsFault(i, "a range is two rising ranks, as 1-9");
        }
        last = text[i + 2] - '0';
        i += 2;
      }
      for (int rank = c - '0'; rank <= last; ++rank) ranks |= 1u << (rank - 1);
      continue;
    }
    const auto suit = table::ParseSuit(text.substr(i, 1));
    if (!suit || ranks == 0)
      return KindsFault(i, "expected ranks and then a suit letter (m p s z h), as 1-9m");
    for (int rank = 1; rank <= 9; ++rank) {
      if (((ranks >> (rank - 1)) & 1) == 0) continue;
      const Tile tile = table::MakeTile(*suit, rank);
      if (!table::IsTile(tile) || table::SuitOf(tile) != *suit) {
        return KindsFault(i, "there is no tile " + std::to_string(rank) + std::string(1, c));
      }
      if ((kinds & MaskOf(tile)) != 0)
        return KindsFault(
            i, table::TileName(tile) +
                   " is named twice; name each kind once, copies: says how many there are");
      kinds |= MaskOf(tile);
    }
    ranks = 0;
  }
  if (ranks != 0)
    return KindsFault(text.size(), "the last ranks lack their suit letter (m p s z h)");
  if (kinds == 0) return KindsFault(0, "no tiles");
  return kinds;
}

void TileSet::Hold(Params& params, std::vector<Tile> tiles) {
  if (tiles.size() > table::kMaxTiles) {
    params.Fault(std::to_string(tiles.size()) + " tiles; a wall holds at most " +
                 std::to_string(table::kMaxTiles));
    tiles.resize(table::kMaxTiles);
  }
  std::sort(tiles.begin(), tiles.end());
  for (const Tile tile : tiles) {
    kinds_ |= MaskOf(table::KindOf(tile));
    ++copies_[table::KindOf(tile)];
  }
  for (std::size_t suit = 0; suit < std::size(kSuitTopics); ++suit) {
    if ((kinds_ & table::SuitMask(static_cast<table::Suit>(suit))) != 0)
      params.Brings(*kSuitTopics[suit]);
  }
  tiles_ = std::move(tiles);
}

int TileSet::MostCopies() const { return *std::max_element(copies_.begin(), copies_.end()); }

std::span<const Tile> WallTiles(const Flow& flow) {
  for (const Node& node : flow.nodes()) {
    if (const auto* builder = dynamic_cast<const WallBuilder*>(node.impl))
      return builder->WallTiles().Tiles();
  }
  return {};
}

void NeedsSuitOf(Params& params, TileMask kinds) {
  std::vector<const Topic*> suits;
  for (std::size_t suit = 0; suit < std::size(kSuitTopics); ++suit) {
    if ((kinds & table::SuitMask(static_cast<table::Suit>(suit))) != 0)
      suits.push_back(kSuitTopics[suit]);
  }
  if (!suits.empty()) params.Needs(std::move(suits));
}

namespace {

class KindsAndCopies final : public TileSet {
 public:
  static constexpr PartInfo kInfo{"tile_set", 1, "用牌：有哪些牌，各几张",
                                  "the tiles in play: which kinds, and how many of each"};

  explicit KindsAndCopies(Params& params) { Make(params); }

 private:
  // Each red five takes the place of a plain one.
  static void Redden(Params& params, const std::string& text, std::vector<Tile>& tiles) {
    const auto reds = table::ParseTiles(text);
    for (const Tile red : reds ? *reds : std::vector<Tile>{table::kNoTile}) {
      const auto five = std::ranges::find(tiles, table::KindOf(red));
      if (!table::IsRed(red) || five == tiles.end()) {
        params.Fault("red_fives: red fives of the suits in play are needed, such as 0m0p0s",
                     params.WhereOf("red_fives"));
        return;
      }
      *five = red;
    }
  }
  // Kinds with copies of their own, such as {5z: 2}.
  static std::array<int, kMaxPieces> CopiesByKind(Params& params, TileMask kinds, int copies) {
    std::array<int, kMaxPieces> of{};
    ForEach(kinds, [&](Tile tile) { of[tile] = table::IsFlower(tile) ? 1 : copies; });
    const mlf::Value& others = params.Raw(
        "copies_of", {"张数不同的牌：{5z: 2, 1-4z: 3}", "kinds with other copies: {5z: 2, 1-4z: 3}",
                      /*added=*/true});
    if (params.describing()) return of;
    if (!others.IsNull() && !others.IsMap())
      params.Fault("copies_of: a map such as {5z: 2} is needed", params.WhereOf("copies_of"));
    for (const mlf::Value::Entry& entry : others.entries()) {
      const auto named = ParseKinds(entry.key);
      const auto count = entry.value.AsInt();
      if (!named || (*named & ~(kinds & ~table::kFlowers)) != 0) {
        params.Fault("copies_of: kinds that kinds: lists are needed, and no flowers, not " +
                         Quoted(entry.key),
                     entry.where);
      } else if (!count || *count < 1 || *count > 4) {
        params.Fault("copies_of: a number in 1..4 is needed, not " + entry.value.Canonical(),
                     entry.where);
      } else {
        ForEach(*named, [&](Tile tile) { of[tile] = static_cast<int>(*count); });
      }
    }
    return of;
  }
  void Make(Params& params) {
    const std::string text = params.Text("kinds", "1-9m 1-9s 1-9p",
                                         {"牌种，如 1-9m 1-7z", "the kinds, such as 1-9m 1-7z"});
    const int copies =
        params.Int("copies", 4, 1, 4,
                   {"每种张数（花牌恒为一张）", "how many of each kind (of a flower always one)"});
    const auto kinds = ParseKinds(text);
    if (!kinds) {
      params.Fault("kinds: " + kinds.faults().front().message + " (character " +
                       std::to_string(kinds.faults().front().where.column) + ")",
                   params.WhereOf("kinds"));
      return;
    }
    const auto copies_of = CopiesByKind(params, *kinds, copies);
    std::vector<Tile> tiles;
    ForEach(*kinds, [&](Tile tile) {
      tiles.insert(tiles.end(), static_cast<std::size_t>(copies_of[tile]), tile);
    });
    const std::string reds = params.Text(
        "red_fives", "",
        {"赤五，如 0m0p0s，各代替一张五", "red fives, such as 0m0p0s, each in place of a five",
         /*added=*/true});
    if (!reds.empty() && !params.describing()) Redden(params, reds, tiles);
    Hold(params, std::move(tiles));
  }
};

}  // namespace

void RegisterTileSet(Registry& registry) { registry.Add<KindsAndCopies>(); }

}  // namespace mlf::logic
