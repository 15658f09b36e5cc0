#include <mlf/components/logic/winners.h>
#include <mlf/components/score/horse_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mlf::score {

void TurnedHorses::Check(const Validation& check) const {
  check.Require(count <= kMost, "at most 63 horses are turned");
  for (const table::Tile tile : std::span(tiles).first(count)) check.Require(table::IsTile(tile), "a horse is a tile");
  check.RequireZero(std::span(tiles).subspan(count), "there is nothing behind the last horse");
}

namespace {

using table::Tile;

constexpr EventType kHorses{"zhua_ma", "抓马 {pieces}", "the horses are {pieces}"};
constexpr EventType kHits{"horses_hit", "{seat} 中马 {value}", "{value} horses hit for {seat}"};

constexpr int kWinds = 4;
constexpr int kSeatsPointedAt = 4;
constexpr int kHonours = 7;

}  // namespace

int HorseDirection(Tile tile) {
  if (table::IsFlower(tile)) return -1;
  if (!table::IsHonour(tile)) return RankOf(tile) % kSeatsPointedAt;
  return RankOf(tile) < kWinds ? RankOf(tile) : kHonours - 1 - RankOf(tile);  // 中 发 白 as 东 南 西
}

HorseRule::HorseRule(Params& params)
    : table_(params),
      hits_(params.Slot<HorseHits>()),
      horses_(params.Slot<TurnedHorses>()),
      tiles_(params.Part<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
      streak_(params.PartIfAny<logic::DealerStreak>("streak", {"连庄", "the dealer's streak, for per_streak"})),
      count_(params.Int("count", 4, 0, 20, {"几匹马", "how many horses"})),
      per_streak_(params.Int("per_streak", 0, 0, 4, {"每连庄一次多几匹", "so many more for each hand of the winner's streak"})),
      short_wall_(params.Enum("short_wall", ShortWall::kReshuffle, {"reshuffle", "repeat_last"},
                              {"牌墙不够：全部重洗再翻 / 重复最后一张，一张也没有则全中", "a short wall: shuffle all tiles again; or the last one counts again, and of none all hit"})),
      stream_(params.Stream("horses")) {
  if (per_streak_ > 0 && streak_ == nullptr && !params.describing()) params.Fault("per_streak: needs a shared part \"streak\"", params.WhereOf("per_streak"));
}

int HorseRule::Due(const Records& records, Seat winner) const {
  const int streak = streak_ == nullptr ? 0 : streak_->Of(records, winner);
  return std::min(count_ + per_streak_ * streak, TurnedHorses::kMost);
}

void HorseRule::Turn(Step& step, SeatMask winners) const {
  const table::Board& board = table_.board(step.records);
  TurnedHorses& horses = horses_(step.records);
  int due = 0;
  ForEachSeat(winners, [&](Seat winner) { due = std::max(due, Due(step.records, winner)); });
  horses = {};
  for (int i = board.wall.head; i < board.wall.tail - board.wall.keep && horses.count < due; ++i) horses.tiles[horses.count++] = board.wall.tiles[static_cast<std::size_t>(i)];
  const bool none = horses.count == 0;
  if (short_wall_ == ShortWall::kRepeatLast) {
    for (; !none && horses.count < due; ++horses.count) horses.tiles[horses.count] = horses.tiles[static_cast<std::size_t>(horses.count - 1)];
  } else {
    std::vector<Tile> again;
    Stream random = step.Random(stream_);
    for (; horses.count < due; again.pop_back()) {
      if (again.empty()) {
        again = tiles_->Tiles();
        random.Shuffle(std::span<Tile>(again));
      }
      horses.tiles[horses.count++] = again.back();
    }
  }
  // An event has room for so many tiles.
  for (int from = 0; from < horses.count; from += Event::kMaxPieces) {
    Event& event = step.Emit(kHorses, kNoSeat);
    for (int i = from; i < std::min<int>(horses.count, from + Event::kMaxPieces); ++i) event.With(horses.tiles[static_cast<std::size_t>(i)]);
  }
  ForEachSeat(winners, [&](Seat winner) {
    const int place = (winner - board.dealer + board.seat_count) % board.seat_count;
    const int own = Due(step.records, winner);
    int hits = horses.count == 0 ? own : 0;  // nothing was due, or the wall was empty and all hit
    for (int i = 0; i < std::min<int>(own, horses.count); ++i) hits += HorseDirection(horses.tiles[static_cast<std::size_t>(i)]) == place ? 1 : 0;
    hits_(step.records).of[static_cast<std::size_t>(winner)] = static_cast<std::uint8_t>(hits);
    if (own > 0) step.Emit(kHits, winner).value = hits;
  });
}

std::optional<std::string> HorseRule::ReadState(Records& records, Seat, const Value& value) const {
  const auto tiles = value.IsScalar() ? table::ParseTiles(value.text()) : Result<std::vector<Tile>>(Fault{});
  if (!tiles || static_cast<int>(tiles->size()) > TurnedHorses::kMost) return "zhua_ma: the tiles turned are needed, such as 2m6s3z5p, not " + value.Canonical();
  TurnedHorses& horses = horses_(records);
  horses = {};
  for (const Tile tile : *tiles) horses.tiles[horses.count++] = tile;
  return std::nullopt;
}

Value HorseRule::WriteState(const Records& records, Seat, Seat) const {
  const TurnedHorses& horses = horses_(records);
  if (horses.count == 0) return {};
  std::string text;
  for (int i = 0; i < horses.count; ++i) text += table::TileName(horses.tiles[static_cast<std::size_t>(i)]);
  return Value(text);
}

namespace {

// In the settle hook of hu and zi_mo, before win_points. Once, for all who win on the tile.
class ZhuaMa final : public Effect {
 public:
  static constexpr PartInfo kInfo{"zhua_ma", 1, "抓马：翻马牌，数各胡家中了几匹", "turns the horses and counts the hits of each winner"};
  explicit ZhuaMa(Params& params) : horses_(params.Part<HorseRule>("horses", {"马的规则", "how many horses, and which hit"})) {}
  void Run(Step& step) const override {
    if (step.first()) horses_->Turn(step, logic::WinnersOf(step));
  }

 private:
  const HorseRule* horses_;
};

}  // namespace

void RegisterHorseRule(Registry& registry) {
  registry.Add<HorseRule>();
  registry.Add<ZhuaMa>();
}

}  // namespace mlf::score
