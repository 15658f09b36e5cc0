#include "tools/kit/tile_supply.h"
#include "tools/kit/fields.h"

#include <algorithm>

namespace mlf::tools {

TileSupply::TileSupply(const logic::TileSet& tiles, Faults& faults) : faults_(faults) {
  for (const Tile tile : tiles.Tiles()) ++left_[tile];
}

void TileSupply::Take(const std::vector<Tile>& tiles, const SourcePos& where,
                      const std::string& key) {
  for (const Tile tile : tiles) Take(tile, 1, where, key);
}

void TileSupply::Take(Tile tile, int count, const SourcePos& where, const std::string& key) {
  if (left_[tile] >= count) {
    left_[tile] -= count;
    return;
  }
  Fault fault{"S03", where, key + ": more " + table::TileName(tile) + " than there are in play",
              key + " " + table::TileName(tile)};
  const bool repeated =
      !faults_.empty() && faults_.back().code == fault.code && faults_.back().about == fault.about;
  if (!repeated) faults_.push_back(std::move(fault));
}

void TileSupply::Take(const SeatSpec& seat) {
  Take(seat.hand, seat.where, "hand");
  Take(seat.river, seat.where, "river");
  Take(seat.set_aside, seat.where, "set_aside");
  Take(seat.flowers, seat.where, "flowers");
  for (const Meld& meld : seat.melds) {
    for (int i = 0; i < (meld.kind == MeldKind::kChi ? 3 : 1); ++i) {
      const Tile tile = meld.At(i);
      const int copies = meld.CountOf(tile);
      const int reds = table::RedOf(tile) != tile ? std::min(copies, meld.Reds()) : 0;
      Take(tile, copies - reds, seat.where, "melds");
      Take(table::RedOf(tile), reds, seat.where, "melds");
    }
  }
}

std::vector<Tile> TileSupply::TakeIdleHand(std::size_t seat, int size) {
  static constexpr std::array<int, 9> kRanks = {0, 3, 6, 1, 4, 7, 2, 5, 8};
  std::vector<Tile> order;
  for (const int rank : kRanks) {
    for (int suit = 0; suit < 3; ++suit)
      order.push_back(static_cast<Tile>(suit * kGroupSize + rank));
  }
  for (Tile tile = 27; tile < 34; ++tile) order.push_back(tile);
  std::vector<Tile> hand;
  std::array<int, kMaxPieces> own{};
  for (int most = 1; most <= 4 && static_cast<int>(hand.size()) < size; ++most) {
    for (std::size_t i = 0; i < order.size() && static_cast<int>(hand.size()) < size; ++i) {
      const Tile tile = order[(i + 9 * (seat % 3) / 3) % order.size()];
      if (left_[tile] == 0 || own[tile] >= most) continue;
      --left_[tile];
      ++own[tile];
      hand.push_back(tile);
    }
  }
  std::sort(hand.begin(), hand.end());
  return hand;
}

std::vector<Tile> TileSupply::Rest() const {
  std::vector<Tile> rest;
  for (std::size_t tile = 0; tile < kMaxPieces; ++tile)
    rest.insert(rest.end(), static_cast<std::size_t>(left_[tile]), static_cast<Tile>(tile));
  return rest;
}

}  // namespace mlf::tools
