#include <mlf/components/dealer_streak.h>
#include <mlf/components/hand_shape.h>
#include <mlf/components/horse_direction.h>
#include <mlf/components/horse_rule.h>
#include <mlf/components/stake_factors.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/winners.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace mlf::score {

void TurnedHorses::Check(const Validation& check) const {
  check.Require(count <= kMost, "at most 63 horses are turned");
  for (const table::Tile tile : std::span(tiles).first(count))
    check.Require(table::IsTile(tile), "a horse is a tile");
  check.RequireZero(std::span(tiles).subspan(count), "the unused horses are zero");
}

namespace {

using table::Tile;
using table::TileMask;

const EventType kHorses{"zhua_ma", "抓马 {pieces}", "the horses are {pieces}"};
const EventType kHits{"horses_hit", "{seat} 中马 {value}", "{value} horses hit for {seat}"};
const EventType kBirds{"zha_niao", "扎鸟 {pieces}", "the birds are {pieces}"};

// 147, 258 and 369 as 0, 1 and 2; red, green and white belong to them in this order.
int ClassOf(Tile tile) {
  constexpr int kWhite = 4;  // the first dragon among the honours
  if (!table::IsHonour(tile)) return RankOf(tile) % 3;
  return 2 - std::max(RankOf(tile) - kWhite, 0);
}

constexpr int kHonourWorth = 10;  // if a hit is worth its rank
constexpr int kMostWorth = 100;

// Extra horses for a winner whose hand matches a pattern, a fact, or both.
struct ExtraHorses {
  int count = 0;
  const FanPattern* pattern = nullptr;
  const WinFact* fact = nullptr;
};

class WallHorses final : public HorseRule, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "horse_rule", 2, "抓马：胡牌后翻几张牌，哪些算中，每张值几",
      "horses: how many tiles are turned after a win, which of them hit, and what a hit is worth"};

  explicit WallHorses(Params& params);

  void Turn(Step& step, SeatMask winners) const override;

  // State key for all viewers: `zhua_ma: 2m6s3z5p`, the turned tiles in order.
  std::string_view StateKey() const override { return "zhua_ma"; }
  table::StateLabel Label() const override {
    return birds_ ? table::StateLabel{"鸟牌", "birds"} : table::StateLabel{"马牌", "horses"};
  }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  enum class Hits : std::uint8_t { kFromDealer, kFromWinner, kKinds, kClass };
  enum class ShortWall : std::uint8_t { kReshuffle, kRepeatLast, kWinningTile, kNone };
  enum class EmptyWall : std::uint8_t { kAllHit, kWinningTile, kNone, kWinningTileOnce };

  void ReadHits(Params& params);
  void ReadWorth(Params& params);
  void ReadExtra(Params& params);
  int Due(const Records& records, const WinCase& win) const;
  void FillUp(Step& step, TurnedHorses& horses, int due, Tile winning_tile) const;
  bool IsHit(Tile tile, int place, Tile winning_tile) const;

  table::TableSlots table_;
  Slot<HorseHits> hits_;
  Slot<TurnedHorses> horses_;
  const logic::TileSet* tiles_;
  const logic::DealerStreak* streak_;
  const logic::WinRule* win_;
  int count_;
  int per_streak_;
  std::vector<ExtraHorses> extra_;
  Hits hitting_ = Hits::kFromDealer;
  TileMask kinds_ = 0;  // kinds that hit for every winner
  std::array<std::uint8_t, kMaxPieces> worth_{};
  ShortWall short_wall_;
  EmptyWall empty_wall_;
  bool birds_;
  int none_hit_ = 0;
  bool again_ = false;
  int stream_;
};

WallHorses::WallHorses(Params& params)
    : table_(params),
      hits_(params.Slot<HorseHits>()),
      horses_(params.Slot<TurnedHorses>()),
      tiles_(params.Part<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
      streak_(params.PartIfAny<logic::DealerStreak>(
          "streak", {"连庄，per_streak 要用", "the dealer's streak, for per_streak"})),
      win_(params.PartIfAny<logic::WinRule>(
          "win", {"胡牌规则，extra 看牌时要用", "which hands win, for patterns of extra"})),
      count_(params.Int("count", 4, 0, 20, {"翻几张", "how many tiles are turned"})),
      per_streak_(params.Int(
          "per_streak", 0, 0, 4,
          {"胡家每连庄一次多翻几张", "tiles more for each hand of the winner's streak"})) {
  ReadExtra(params);
  ReadHits(params);
  ReadWorth(params);
  short_wall_ = params.Enum(
      "short_wall", ShortWall::kReshuffle, {"reshuffle", "repeat_last", "winning_tile", "none"},
      {"牌墙不够翻：全部牌重洗再翻 / 重复最后一张 / 缺的每张都按胡的那张算 / 缺的不算",
       "what the wall cannot give: turned from all tiles shuffled again; the last one turned "
       "again; the winning tile for each; nothing"});
  empty_wall_ = params.Enum("empty_wall", EmptyWall::kAllHit,
                            {"all_hit", "winning_tile", "none", "winning_tile_once"},
                            {"牌墙一张不剩：全中 / 每张都按胡的那张算 / 不算（这三种配 "
                             "repeat_last，第二种也可配 none）/ 只翻胡的那张一次（配 none）",
                             "of a wall without any tile: all hit, worth 1 each; the winning tile "
                             "for each (also with none); nothing (with "
                             "repeat_last); the winning tile, once (with none)"});
  birds_ = params.Enum("called", 0, {"horses", "birds"},
                       {"叫法：马，或鸟（不报胡家中几张，中鸟由 horse_pair_factor 算）",
                        "what they are called: horses, or birds (whose hits horse_pair_factor "
                        "counts, so that none are reported for the winner)",
                        /*added=*/true}) == 1;
  none_hit_ = params.Int("none_hit", 0, 0, 100,
                         {"一张不中时值几", "what it is worth that none hits", /*added=*/true});
  again_ = params.Bool("one_turns_more", false,
                       {"翻到一再翻一张", "a tile of rank 1 turns one more", /*added=*/true});
  stream_ = params.Stream("horses");
  if (per_streak_ > 0 && streak_ == nullptr && !params.describing())
    params.Fault("per_streak: needs a shared part \"streak\"", params.WhereOf("per_streak"));
  const ShortWall beside =
      empty_wall_ == EmptyWall::kWinningTileOnce ? ShortWall::kNone : ShortWall::kRepeatLast;
  const bool each_beside_none =
      empty_wall_ == EmptyWall::kWinningTile && short_wall_ == ShortWall::kNone;
  if (empty_wall_ != EmptyWall::kAllHit && short_wall_ != beside && !each_beside_none) {
    params.Fault(
        "empty_wall has no effect beside this short_wall, which already says it; take it out, or "
        "write short_wall: " +
            std::string(beside == ShortWall::kNone ? "none" : "repeat_last"),
        params.WhereOf("empty_wall"));
  }
}

void WallHorses::ReadExtra(Params& params) {
  const Value& list = params.Raw(
      "extra", {"满足条件时多翻：[{count: 2, pattern: …, fact: …}]，pattern 看牌，fact 看怎么胡",
                "more tiles on a condition: [{count: 2, pattern: ..., fact: ...}]; a pattern of "
                "the hand, a fact of the win, or both"});
  if (params.describing() || list.IsNull()) return;
  if (!list.IsList())
    return params.Fault("extra: a list is needed, such as [{count: 2, fact: self_drawn}]",
                        list.where());
  for (const Value& row : list.items()) {
    ExtraHorses extra;
    if (!row.IsMap()) {
      params.Fault("extra: written as {count: 2, fact: self_drawn}, not as " + row.Canonical(),
                   row.where());
      continue;
    }
    for (const Value::Entry& entry : row.entries()) {
      if (entry.key == "count") {
        const auto count = entry.value.AsInt();
        if (!count || *count < 1 || *count > 20)
          params.Fault("extra: count must be a number in 1..20, not " + entry.value.Canonical(),
                       entry.value.where());
        extra.count = static_cast<int>(count.value_or(0));
      } else if (entry.key == "pattern") {
        extra.pattern = params.PartFrom<FanPattern>(entry.value);
        if (extra.pattern != nullptr)
          RefuseReadingPattern(params, *extra.pattern, "extra", entry.value.where());
      } else if (entry.key == "fact") {
        extra.fact = params.PartFrom<WinFact>(entry.value);
      } else {
        params.Fault("extra: there is no \"" + entry.key + "\"; it has count, pattern, fact",
                     entry.where);
      }
    }
    if (extra.count == 0 && row.Find("count") == nullptr)
      params.Fault("extra: count is missing, how many tiles more", row.where());
    if (row.Find("pattern") == nullptr && row.Find("fact") == nullptr)
      params.Fault("extra: a pattern or a fact is needed; tiles for every win are part of count",
                   row.where());
    if (extra.pattern != nullptr && win_ == nullptr)
      params.Fault("extra: a pattern needs the shared part \"win\"", row.where());
    extra_.push_back(extra);
  }
}

void WallHorses::ReadHits(Params& params) {
  const std::string text = params.Text(
      "hits", "from_dealer",
      {"哪些算中：from_dealer 从庄家数起指到胡家的（1 5 9 东 中 指庄家，2 6 南 发 "
       "指下家……）；from_winner 从胡家数起，即 1 5 9 东 中；"
       "winning_class 与胡的牌同一类（147、258、369，中发白依次各随一类）和中发白；"
       "all 全中；或牌种，如 159m 159s 159p 7z",
       "which tiles hit: from_dealer, the ones that point at the winner, counted from the "
       "dealer (1 5 9 East red at the dealer, 2 6 South green at the "
       "next seat ...); from_winner, counted from the winner, so 1 5 9 East red; winning_class, "
       "those of the winning tile's class (147, 258, 369; red, green, white in this order) and "
       "dragons; all; "
       "or kinds, such as 159m 159s 159p 7z"});
  if (text == "from_dealer") return;
  if (text == "winning_class") {
    hitting_ = Hits::kClass;
    return;
  }
  hitting_ = text == "from_winner" ? Hits::kFromWinner : Hits::kKinds;
  if (text == "from_winner") return;
  kinds_ = ~TileMask{0};
  if (text == "all") return;
  const auto kinds = logic::ParseKinds(text);
  if (kinds) {
    kinds_ = *kinds;
  } else {
    params.Fault(
        "hits: from_dealer, from_winner, winning_class, all, or kinds such as 159m 7z are needed, "
        "not \"" +
            text + "\": " + kinds.faults().front().message,
        params.WhereOf("hits"));
  }
}

void WallHorses::ReadWorth(Params& params) {
  const Value& worth =
      params.Raw("worth", {"每张中马值几：数；rank 点数（字牌 10）；或按牌种，如 {1-9m 1-9s 1-9p: "
                           "rank, 7z: 10}，未写的 1",
                           "what a hit is worth: a number; rank, its rank (an honour 10); or by "
                           "kind, such as {1-9m 1-9s 1-9p: rank, 7z: 10}, others 1"});
  worth_.fill(1);
  if (params.describing() || worth.IsNull()) return;
  const auto set = [&](TileMask kinds, const Value& value) {
    const bool rank = value.IsScalar() && value.text() == "rank";
    const auto number = value.AsInt();
    if (!rank && (!number || *number < 0 || *number > kMostWorth)) {
      return params.Fault("worth: a number in 0.." + std::to_string(kMostWorth) +
                              " or rank is needed, not " + value.Canonical(),
                          value.where());
    }
    for (Tile tile = 0; tile < kMaxPieces; ++tile) {
      if ((kinds & MaskOf(tile)) == 0) continue;
      worth_[tile] = static_cast<std::uint8_t>(!rank                   ? *number
                                               : table::IsSuited(tile) ? RankOf(tile) + 1
                                                                       : kHonourWorth);
    }
  };
  if (!worth.IsMap()) return set(~TileMask{0}, worth);
  TileMask seen = 0;
  for (const Value::Entry& entry : worth.entries()) {
    const auto kinds = logic::ParseKinds(entry.key);
    if (!kinds) {
      params.Fault("worth: " + kinds.faults().front().message, entry.where);
    } else if ((*kinds & seen) != 0) {
      params.Fault("worth: " + table::FormatTiles(*kinds & seen) + " is given twice", entry.where);
    } else {
      seen |= *kinds;
      set(*kinds, entry.value);
    }
  }
}

// The number of horses due to this winner.
int WallHorses::Due(const Records& records, const WinCase& win) const {
  const table::Board& board = table_.board(records);
  int due = count_ + (streak_ == nullptr ? 0 : per_streak_ * streak_->Of(records, win.seat));
  for (const ExtraHorses& extra : extra_) {
    const bool fact = extra.fact == nullptr || extra.fact->Holds(records, win);
    if (fact &&
        (extra.pattern == nullptr ||
         extra.pattern->Count(ShapeOf(*win_, records, board, win, TilesOf(board, win))) > 0))
      due += extra.count;
  }
  return std::min(due, TurnedHorses::kMost);
}

void WallHorses::FillUp(Step& step, TurnedHorses& horses, int due, Tile winning_tile) const {
  const auto repeat = [&](Tile tile) {
    while (horses.count < due) horses.tiles[horses.count++] = tile;
  };
  if (short_wall_ == ShortWall::kRepeatLast && horses.count > 0)
    return repeat(horses.tiles[static_cast<std::size_t>(horses.count - 1)]);
  if (empty_wall_ == EmptyWall::kWinningTileOnce && horses.count == 0 && due > 0 &&
      winning_tile != table::kNoTile)
    horses.tiles[horses.count++] = winning_tile;
  const bool by_winning_tile = short_wall_ == ShortWall::kWinningTile ||
                               (short_wall_ != ShortWall::kReshuffle && horses.count == 0 &&
                                empty_wall_ == EmptyWall::kWinningTile);
  if (by_winning_tile && winning_tile != table::kNoTile) return repeat(winning_tile);
  if (short_wall_ != ShortWall::kReshuffle) return;
  const std::vector<Tile>& all = tiles_->Tiles();
  std::array<Tile, table::kMaxTiles> again{};
  Stream random = step.Random(stream_);
  for (std::size_t left = 0; horses.count < due;) {
    if (left == 0) {
      left = all.size();
      std::copy(all.begin(), all.end(), again.begin());
      random.Shuffle(std::span<Tile>(again.data(), left));
    }
    horses.tiles[horses.count++] = again[--left];
  }
}

// `place`: number of seats from the dealer to the winner.
bool WallHorses::IsHit(Tile tile, int place, Tile winning_tile) const {
  if (hitting_ == Hits::kClass)
    return table::IsHonour(tile) ||
           (winning_tile != table::kNoTile && RankOf(tile) % 3 == ClassOf(winning_tile));
  if (hitting_ == Hits::kKinds) return (kinds_ & MaskOf(tile)) != 0;
  return logic::HorseDirection(tile) == (hitting_ == Hits::kFromDealer ? place : 0);
}

void WallHorses::Turn(Step& step, SeatMask winners) const {
  const table::Board& board = table_.board(step.records);
  TurnedHorses& horses = horses_(step.records);
  table::PerSeat<int> own{};
  int due = 0;
  Tile winning_tile = table::kNoTile;
  ForEachSeat(winners, [&](Seat winner) {
    const WinCase win = CaseOf(board, winner);
    winning_tile = win.tile;
    const int mine = Due(step.records, win);
    own[winner] = mine;
    due = std::max(due, mine);
  });
  horses = {};
  for (int i = board.wall.head; i < board.wall.tail - board.wall.keep && horses.count < due; ++i)
    horses.tiles[horses.count++] = board.wall.tiles[static_cast<std::size_t>(i)];
  const auto last_is_one = [&] {
    const Tile last = horses.tiles[static_cast<std::size_t>(std::max(horses.count - 1, 0))];
    return horses.count > 0 && !table::IsHonour(last) && RankOf(last) == 0;
  };
  if (again_ && horses.count == due && last_is_one() &&
      board.wall.head + horses.count < board.wall.tail - board.wall.keep) {
    horses.tiles[horses.count] =
        board.wall.tiles[static_cast<std::size_t>(board.wall.head + horses.count)];
    ++horses.count;
    ++due;
    ForEachSeat(winners, [&](Seat winner) { own[winner] += own[winner] > 0 ? 1 : 0; });
  }
  const bool none = horses.count == 0;
  FillUp(step, horses, due, winning_tile);
  const bool all_hit =
      none && short_wall_ == ShortWall::kRepeatLast && empty_wall_ == EmptyWall::kAllHit;
  // Split, because an event has limited room for tiles.
  for (int from = 0; from < horses.count; from += Event::kMaxPieces) {
    Event& event = step.Emit(birds_ ? kBirds : kHorses, kNoSeat);
    for (int i = from; i < std::min<int>(horses.count, from + Event::kMaxPieces); ++i)
      event.With(horses.tiles[static_cast<std::size_t>(i)]);
  }
  ForEachSeat(winners, [&](Seat winner) {
    const int place = (winner - board.dealer + board.seat_count) % board.seat_count;
    const int mine = own[winner];
    int worth = all_hit ? mine : 0;
    for (int i = 0; i < std::min<int>(mine, horses.count); ++i) {
      const Tile tile = horses.tiles[static_cast<std::size_t>(i)];
      if (IsHit(tile, place, winning_tile)) worth += worth_[tile];
    }
    if (worth == 0 && mine > 0 && horses.count > 0) worth = none_hit_;
    hits_(step.records).of[winner] = static_cast<std::uint16_t>(worth);
    if (mine > 0 && !birds_) step.Emit(kHits, winner).value = worth;
  });
}

std::optional<std::string> WallHorses::ReadState(Records& records, Seat, const Value& value) const {
  const auto tiles =
      value.IsScalar() ? table::ParseTiles(value.text()) : Result<std::vector<Tile>>(Fault{});
  if (!tiles || static_cast<int>(tiles->size()) > TurnedHorses::kMost)
    return "zhua_ma: the tiles turned are needed, such as 2m6s3z5p, not " + value.Canonical();
  TurnedHorses& horses = horses_(records);
  horses = {};
  for (const Tile tile : *tiles) horses.tiles[horses.count++] = tile;
  return std::nullopt;
}

Value WallHorses::WriteState(const Records& records, Seat, Seat) const {
  const TurnedHorses& horses = horses_(records);
  if (horses.count == 0) return {};
  std::string text;
  for (int i = 0; i < horses.count; ++i)
    text += table::TileName(horses.tiles[static_cast<std::size_t>(i)]);
  return Value(text);
}

// Runs in the settle hook of hu and zi_mo before win_points, once for all winners on the tile.
class ZhuaMa final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "zhua_ma", 1, "抓马：翻马牌，算各胡家的中马；放在 win_points 之前",
      "turns the horses and counts the hits of each winner; goes before win_points"};
  explicit ZhuaMa(Params& params)
      : horses_(params.Part<HorseRule>(
            "horses", {"马的规则", "how many horses, which hit, what a hit is worth"})) {
    params.NeedsHere(logic::kWin);
    params.Brings(logic::kHorsesTurned);
  }
  void Run(Step& step) const override {
    if (step.first()) horses_->Turn(step, logic::WinnersOf(step));
  }

 private:
  const HorseRule* horses_;
};

}  // namespace

void RegisterHorseRule(Registry& registry) {
  registry.Add<WallHorses>();
  registry.Add<ZhuaMa>();
}

}  // namespace mlf::score
