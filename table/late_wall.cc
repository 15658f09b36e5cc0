#include <mlf/flow/validate.h>
#include <mlf/table/late_wall.h>
#include "table/move_access.h"

#include <algorithm>
#include <utility>

namespace mlf::table {

void WallFate::Check(const Validation& check) const {
  check.Require(AreTiles(reserve), "the reserve holds tiles");
  check.Require(decided[2] >> (kMaxTiles - 128) == 0, "the decided places are places of a wall");
  check.Require(reserved == 0, "the unused bytes are zero");
}

bool Weights::Empty() const {
  const auto none = [](const auto& list) {
    return std::ranges::all_of(list, [](std::int32_t weight) { return weight == 0; });
  };
  return none(stock) && none(reserve);
}

Weights& Weights::operator+=(const Weights& other) {
  for (std::size_t kind = 0; kind < stock.size(); ++kind) {
    stock[kind] += other.stock[kind];
    reserve[kind] += other.reserve[kind];
  }
  return *this;
}

bool LateWall::IsOpen(int place) const {
  return place >= board_->wall.head && place < board_->wall.tail &&
         (fate_.decided[Word(place)] & Bit(place)) == 0;
}

LateWall::Copies LateWall::Stock() const {
  Copies copies{};
  const Wall& wall = board_->wall;
  for (int place = wall.head; place < wall.tail; ++place) {
    if (IsOpen(place)) ++copies[KindOf(wall.tiles[static_cast<std::size_t>(place)])];
  }
  ForEach(fate_.reserve.Kinds(), [&](Tile kind) {
    const int kept = fate_.reserve[kind];
    MLF_CHECK(copies[kind] >= kept, "the reserve holds tiles of the wall");
    copies[kind] = static_cast<std::uint8_t>(copies[kind] - kept);
  });
  return copies;
}

int LateWall::Load(Tile kind, int copies) {
  const int moved = std::clamp(copies, 0, Stock(kind));
  if (moved > 0) fate_.reserve.Add(kind, moved);
  return moved;
}

bool LateWall::Fix(int place, Tile kind, Stream& random) {
  MLF_CHECK(IsOpen(place), "only an open place of the wall can be fixed");
  const bool in_stock = Stock(kind) > 0;
  if (!in_stock && Reserve(kind) == 0) return false;
  Put(place, kind, !in_stock, random);
  return true;
}

Tile LateWall::Decide(int place, const Weights& weights, Stream& random) {
  MLF_CHECK(IsOpen(place), "only an open place of the wall can be decided");
  if (weights.Empty()) {
    if (late_ || !fate_.reserve.Empty()) return Natural(place, random);
    Close(place);
    return board_->wall.tiles[static_cast<std::size_t>(place)];
  }
  struct Choice {
    Tile kind;
    bool reserve;
    std::int32_t weight;
  };
  std::array<Choice, std::size_t{2} * kMaxPieces> choices;
  std::size_t count = 0;
  std::uint32_t total = 0;
  const auto add = [&](Tile kind, bool reserve, std::int32_t weight) {
    choices[count++] = {kind, reserve, weight};
    if (weight > 0) total += static_cast<std::uint32_t>(weight);
  };
  const Copies stock = Stock();
  for (Tile kind = 0; kind < kMaxPieces; ++kind) {
    if (stock[kind] > 0) add(kind, false, 10 * stock[kind] + weights.stock[kind]);
  }
  ForEach(fate_.reserve.Kinds(), [&](Tile kind) { add(kind, true, weights.reserve[kind]); });
  const auto begin = choices.begin(), end = begin + static_cast<std::ptrdiff_t>(count);
  auto chosen = begin;
  if (total == 0) {
    chosen = std::max_element(begin, end,
                              [](const Choice& a, const Choice& b) { return a.weight < b.weight; });
    for (auto it = begin; it != end; ++it) {
      if (it->weight == chosen->weight && it->kind < chosen->kind) chosen = it;
    }
  } else {
    std::uint32_t rest = random.Below(total);
    for (chosen = begin;; ++chosen) {
      if (chosen->weight <= 0) continue;
      const auto weight = static_cast<std::uint32_t>(chosen->weight);
      if (rest < weight) break;
      rest -= weight;
    }
  }
  return Put(place, chosen->kind, chosen->reserve, random);
}

Tile LateWall::DecideAnew(int place, Stream& random) {
  MLF_CHECK(IsOpen(place), "only an open place of the wall can be decided");
  return Natural(place, random);
}

Tile LateWall::Natural(int place, Stream& random) {
  const Wall& wall = board_->wall;
  if (fate_.reserve.Empty()) {
    std::array<std::uint8_t, kMaxTiles> places;
    std::size_t count = 0;
    for (int other = wall.head; other < wall.tail; ++other) {
      if (IsOpen(other)) places[count++] = static_cast<std::uint8_t>(other);
    }
    Swap(place, places[random.Below(static_cast<std::uint32_t>(count))]);
    Close(place);
    return wall.tiles[static_cast<std::size_t>(place)];
  }
  Copies copies = Stock();
  std::uint32_t total = 0;
  for (const std::uint8_t number : copies) total += number;
  const bool from_reserve = total == 0;
  if (from_reserve) {
    ForEach(fate_.reserve.Kinds(), [&](Tile kind) {
      copies[kind] = static_cast<std::uint8_t>(fate_.reserve[kind]);
      total += copies[kind];
    });
  }
  std::uint32_t rest = random.Below(total);
  Tile kind = 0;
  for (; rest >= copies[kind]; ++kind) rest -= copies[kind];
  return Put(place, kind, from_reserve, random);
}

// Any of the places where the kind lies is as good, so that the rest stays in random order.
Tile LateWall::Put(int place, Tile kind, bool from_reserve, Stream& random) {
  const Wall& wall = board_->wall;
  std::array<std::uint8_t, kMaxTiles> places;
  std::size_t count = 0;
  for (int other = wall.head; other < wall.tail; ++other) {
    if (IsOpen(other) && KindOf(wall.tiles[static_cast<std::size_t>(other)]) == kind)
      places[count++] = static_cast<std::uint8_t>(other);
  }
  MLF_CHECK(count > 0, "the wall has no such tile");
  Swap(place, places[count == 1 ? 0 : random.Below(static_cast<std::uint32_t>(count))]);
  Close(place);
  if (from_reserve) fate_.reserve.Remove(kind);
  return wall.tiles[static_cast<std::size_t>(place)];
}

void LateWall::Reopen(int place) { fate_.decided[Word(place)] &= ~Bit(place); }

void LateWall::Shuffle(Stream& random) {
  const Wall& wall = board_->wall;
  std::array<std::uint8_t, kMaxTiles> places;
  std::size_t count = 0;
  for (int place = wall.head; place < wall.tail; ++place) {
    if (IsOpen(place)) places[count++] = static_cast<std::uint8_t>(place);
  }
  for (std::size_t i = count; i > 1; --i)
    Swap(places[i - 1], places[random.Below(static_cast<std::uint32_t>(i))]);
}

void LateWall::Swap(int a, int b) {
  auto& tiles = MoveAccess::Of(board_).wall.tiles;
  std::swap(tiles[static_cast<std::size_t>(a)], tiles[static_cast<std::size_t>(b)]);
}

void GiveDice(MatchMoves match, const std::array<std::uint8_t, 2>& dice) {
  std::ranges::copy(dice, MoveAccess::Of(match).given_dice);
}

}  // namespace mlf::table
