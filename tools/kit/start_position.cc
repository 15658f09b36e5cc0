#include <mlf/components/tile_set.h>
#include <mlf/flow/random.h>
#include <mlf/table/find_slot.h>
#include "tools/kit/fields.h"
#include "tools/kit/position.h"

#include <algorithm>
#include <array>
#include <span>

namespace mlf::tools {

using table::Board;

namespace {

std::uint64_t ReadSeed(const Value& value, Faults& faults) {
  const auto read = value.AsInt();
  if (read && *read >= 0) return static_cast<std::uint64_t>(*read);
  AddFault(faults, "S02", value.where(),
           "seed: a number from 0 is needed, not " + value.Canonical());
  return 0;
}

}  // namespace

Result<std::uint64_t> SetStart(const Flow& flow, const Value& start, Records& records) {
  Faults faults;
  records = flow.Blank();
  std::uint64_t seed = 0;
  const auto board_slot = table::FindSlot<Board>(flow);
  const auto match_slot = table::FindSlot<table::Match>(flow);
  const auto* tiles = flow.Shared<logic::TileSet>("tiles");
  if (!board_slot || !match_slot || tiles == nullptr) {
    // A game without a table is set up by its seed alone.
    Fields of_any_game(start, {"seed"}, faults, "the start of a game without a table");
    if (const Value* value = of_any_game.Find("seed")) seed = ReadSeed(*value, faults);
    if (!faults.empty()) return faults;
    return seed;
  }
  Board& board = (*board_slot)(records);
  table::Match& match = (*match_slot)(records);

  Fields fields(
      start,
      {"seed", "dealer", "dice", "direction", "wall", "tail", "hands", "wall_left", "out_of_play"},
      faults, "start");
  if (!fields.ok()) return faults;
  if (const Value* value = fields.Find("seed")) seed = ReadSeed(*value, faults);
  const Value* dealer_value = fields.Find("dealer");
  Seat dealer = 0;
  if (dealer_value != nullptr && ReadSeat(*dealer_value, flow.seats(), dealer, faults))
    match.given_dealer = dealer;
  if (const Value* dice = fields.Find("dice")) {
    if (!dice->IsList() || dice->items().size() != 2) {
      AddFault(faults, "S02", dice->where(), "dice: two numbers are needed, [3, 4]");
    } else {
      for (std::size_t i = 0; i < 2; ++i) {
        int face = 0;
        if (ReadInt(dice->items()[i], 1, 6, face, faults))
          match.given_dice[i] = static_cast<std::uint8_t>(face);
      }
      if (dealer_value == nullptr)
        dealer = static_cast<Seat>((match.given_dice[0] + match.given_dice[1] + flow.seats() - 1) %
                                   flow.seats());
    }
  }
  if (const Value* direction = fields.Find("direction")) {
    const int seats = flow.seats();
    const std::string& word = direction->text();
    // A seat receives from the seat n places after it. If tiles go to the previous seat, it
    // receives from the next.
    if (word == "previous") {
      match.given_direction = std::uint8_t{0};
    } else if (word == "opposite" && seats % 2 == 0) {
      match.given_direction = static_cast<std::uint8_t>(seats / 2 - 1);
    } else if (word == "next") {
      match.given_direction = static_cast<std::uint8_t>(seats - 2);
    } else {
      AddFault(faults, "S02", direction->where(),
               "direction: previous, opposite or next is needed (where the tiles go), not " +
                   direction->Canonical());
    }
  }

  std::vector<Tile> wall, tail;
  const bool wall_given = fields.Tiles("wall", wall);
  const bool tail_given = fields.Tiles("tail", tail);
  const Value* hands = fields.Find("hands");
  std::vector<Tile> out_of_play;
  const bool some_out = fields.Tiles("out_of_play", out_of_play);
  const Value* short_wall = fields.Find("wall_left");
  int wall_left = 0;
  fields.Int("wall_left", 0, table::kMaxTiles, wall_left);
  if (hands == nullptr && !wall_given && !tail_given && !some_out && short_wall == nullptr) {
    if (!faults.empty()) return faults;
    return seed;
  }
  if (dealer_value == nullptr && fields.Find("dice") == nullptr) {
    AddFault(faults, "S06", start.where(),
             "start: a given wall needs the dealer too, by dealer or dice");
  }

  std::array<int, kMaxPieces> rest{};
  for (const Tile tile : tiles->Tiles()) ++rest[tile];
  const auto take = [&](const std::vector<Tile>& list, const SourcePos& where) {
    for (const Tile tile : list) {
      if (rest[tile]-- == 0)
        return AddFault(faults, "S03", where,
                        "more " + table::TileName(tile) + " than there are in play");
    }
  };
  table::PerSeat<std::vector<Tile>> given;
  const auto size = static_cast<std::size_t>(HandSize(flow));
  const std::size_t extra = DealerDraws(flow) ? 0 : 1;
  const auto full_size = [&](Seat seat) { return size + (seat == dealer ? extra : 0); };
  if (hands != nullptr) {
    const auto read = [&](const Value& value, Seat seat) {
      std::vector<Tile>& hand = given[static_cast<std::size_t>(seat)];
      if (!ReadTiles(value, hand, faults)) return;
      if (hand.size() > full_size(seat))
        AddFault(faults, "S05", value.where(),
                 "hands: seat " + std::to_string(seat) + " is dealt " +
                     std::to_string(full_size(seat)) + " tiles");
      take(hand, value.where());
    };
    if (hands->IsMap()) {
      for (const Value::Entry& entry : hands->entries()) {
        Value key(entry.key);
        key.set_where(entry.where);
        Seat seat = 0;
        if (ReadSeat(key, flow.seats(), seat, faults)) read(entry.value, seat);
      }
    } else if (hands->IsList() && static_cast<int>(hands->items().size()) <= flow.seats()) {
      for (std::size_t s = 0; s < hands->items().size(); ++s)
        read(hands->items()[s], static_cast<Seat>(s));
    } else {
      AddFault(faults, "S02", hands->where(), "hands: {0: 123m..., 1: ...} is needed");
    }
  }
  take(wall, start.where());
  take(tail, start.where());
  take(out_of_play, start.where());
  if (!faults.empty()) return faults;

  std::vector<Tile> unnamed;
  for (std::size_t tile = 0; tile < kMaxPieces; ++tile)
    unnamed.insert(unnamed.end(), static_cast<std::size_t>(rest[tile]), static_cast<Tile>(tile));
  std::uint32_t counter = 0;
  Stream(StreamSeed(HandSeed(seed, 0), "position"), counter).Shuffle(std::span<Tile>(unnamed));
  const auto fill = [&](std::vector<Tile>& list, std::size_t wanted) {
    while (list.size() < wanted && !unnamed.empty()) {
      list.push_back(unnamed.back());
      unnamed.pop_back();
    }
  };
  std::vector<Tile> order;
  if (hands != nullptr) {
    for (int turn = 0; turn < flow.seats(); ++turn) {
      const auto seat = static_cast<Seat>((dealer + turn) % flow.seats());
      std::vector<Tile>& hand = given[static_cast<std::size_t>(seat)];
      fill(hand, full_size(seat));
      order.insert(order.end(), hand.begin(), hand.begin() + static_cast<std::ptrdiff_t>(size));
    }
    if (extra != 0) order.push_back(given[static_cast<std::size_t>(dealer)].back());
  }
  if (short_wall != nullptr) {
    // Without `hands` the deal takes its tiles from this wall too.
    const std::size_t dealt =
        hands != nullptr ? 0 : size * static_cast<std::size_t>(flow.seats()) + extra;
    const std::size_t named = wall.size() + tail.size();
    const std::size_t total = static_cast<std::size_t>(wall_left) + dealt;
    if (total < named || total > named + unnamed.size()) {
      return Fault{
          "S05", short_wall->where(),
          "wall_left: " + std::to_string(wall_left) + " tiles; with the tiles named it can be " +
              std::to_string(named - std::min(named, dealt)) + ".." +
              std::to_string(named + unnamed.size() - std::min(named + unnamed.size(), dealt))};
    }
    unnamed.resize(total - named);
  }
  order.insert(order.end(), wall.begin(), wall.end());
  order.insert(order.end(), unnamed.begin(), unnamed.end());
  order.insert(order.end(), tail.rbegin(), tail.rend());
  for (std::size_t i = 0; i < order.size(); ++i) board.wall.tiles[i] = order[i];
  board.wall.size = board.wall.tail = static_cast<std::uint8_t>(order.size());
  match.given_wall = 1;
  return seed;
}

}  // namespace mlf::tools
