// pay_held_values (精, rules/nanchang.md#spirit-settlement): every seat has a number by the tiles
// that it holds, and receives it from each other seat. So a seat with number e gets e from each of
// the others and pays each of them its number.
//
// The number is the worth of the tiles and of gangs of these kinds. A great one is multiplied
// (冲关): raw * (raw - 3) from 5 on. If one seat alone has any, its number doubles (霸王精).
//
// Example: numbers 10, 2, 2 and 0: the first gets 4 * 10 - 14 = 26.
//
// pay_lying_values (鸡, rules/guiyang.md#settlement): tiles are worth points wherever they lie: in
// the hand, in melds, among the own discards that nobody took. Winners and ready seats receive
// their number from every other seat; the others pay theirs to each of them.
//
//   pay_lying_values: {kinds: {1s: 1, 8p: 2}, turned: next, first: 1s, fed: 1s}
//
// Example: the winner holds one chicken, a ready seat two, another seat one: the winner receives 1
// from each of three seats and 1 more from the seat that is not ready.
#include <mlf/components/cells.h>
#include <mlf/components/given_settlement.h>
#include <mlf/components/ready_check.h>
#include <mlf/components/settlement.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/turned_indicator.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace mlf::score {
namespace {

using table::Board;
using table::Tile;

constexpr Reason kHeldValues{"held_values", "精分", "tiles held at the end of the hand"};
const EventType kHeldNumber{"held_value", "{seat} 精 {value} 分", "{seat}: tiles worth {value}"};

// The tile that winners have won on another seat: it lies in the river and counts as theirs.
Tile TakenByWinners(const Board& board) {
  if (board.river_count == 0) return table::kNoTile;
  const table::Discard& last = board.river[static_cast<std::size_t>(board.river_count - 1)];
  return last.won() ? last.tile : table::kNoTile;
}

// The tiles `kind` of a seat in its hand and its melds. A winning tile that it drew lies beside
// the hand once the win is noted.
int TilesHeld(const table::SeatBoard& own, Tile kind) {
  int held = own.hand[kind] + own.set_aside[kind];
  for (const table::Meld& meld : own.Melds()) held += meld.CountOf(kind);
  return held;
}

// What a seat holds: tiles of each counted kind, and gangs of these kinds.
struct Held {
  std::array<int, 2> tiles{};
  int gangs = 0;
};

// Numbers stated by a position or a case of `mlf score`.
struct StatedHeld {
  static constexpr std::string_view kSlot = "stated_held";
  static constexpr Scope kScope = Scope::kHand;
  std::uint8_t stated = 0;
  std::array<std::array<std::uint8_t, 3>, 4> numbers{};
  std::uint8_t reserved[3] = {};
  void Check(const Validation& check) const {
    check.Require(stated <= 1, "numbers are stated or not");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

class PayHeldValues final : public ScoreEffect, public GivenSettlement, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "pay_held_values", 1,
      "各家手里和副露里的这些牌值几分，向其余每家收；大的再乘（冲关），独有的加倍（霸王）",
      "what these tiles are worth in hands and melds, paid to each seat by every other; great "
      "numbers are multiplied, and that of a seat which alone has any is doubled"};
  enum class Of : std::uint8_t { kIndicator, kOther };

  explicit PayHeldValues(Params& params)
      : table_(params),
        settlement_(params),
        turned_(params.Slot<logic::TurnedIndicator>()),
        stated_(params.Slot<StatedHeld>()),
        of_(params.Enum(
            "of", Of::kIndicator, {"indicator", "other"},
            {"按指示牌，或同一墩的另一张", "by the indicator, or the other tile of its stack"})),
        worth_{params.Int("worth", 2, 0, 100, {"那种牌一张几分", "of a tile of its kind"}),
               params.Int("next_worth", 1, 0, 100,
                          {"下一种牌一张几分", "of a tile of the kind after it"})},
        gang_(params.Int("gang", 0, 0, 1000,
                         {"这些牌的杠一副再加几分", "more for a gang of such a kind"})),
        great_(params.Int("great", 0, 0, 1000,
                          {"从几分起再乘（冲关），0 为不乘",
                           "from which number on it is multiplied; 0 = never"})),
        less_(
            params.Int("less", 3, 0, 1000, {"乘以本数减几", "multiplied by the number less this"})),
        alone_times_(params.Int("alone_times", 1, 1, 10,
                                {"一家独有乘几", "times, if one seat alone has any"})),
        alone_more_(params.Int("alone_more", 0, 0, 1000,
                               {"一家独有再加几", "more, if one seat alone has any"})),
        reason_(params.Number(table::kLedgerReasons, kHeldValues)) {
    params.Needs(logic::kWallTileTurned);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const table::PerSeat<int> numbers = Numbers(step.records);
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (numbers[seat] == 0) return;
      step.Emit(kHeldNumber, seat).value = numbers[seat];
      const auto payers = static_cast<SeatMask>(board.InHandMask() & ~MaskOf(seat));
      dues[count++] = settlement_.Owed(seat, payers, numbers[seat], reason_);
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

  table::PerParty<std::int32_t> Given(const Records& records, Seat) const override {
    table::PerParty<std::int32_t> points{};
    if (!States(records)) return points;
    const SeatMask seats = table_.board(records).InHandMask();
    const table::PerSeat<int> numbers = Numbers(records);
    ForEachSeat(seats, [&](Seat to) {
      ForEachSeat(static_cast<SeatMask>(seats & ~MaskOf(to)), [&](Seat from) {
        points[to] += settlement_.Points(numbers[to]);
        points[from] -= settlement_.Points(numbers[to]);
      });
    });
    return points;
  }

  std::string_view StateKey() const override { return "spirits"; }
  table::StateLabel Label() const override { return {"精", "spirits"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    StatedHeld& stated = stated_(records);
    const std::string wrong =
        "spirits: for each seat a list [primary, secondary, gangs] is needed, not " +
        value.Canonical();
    if (!value.IsList() || value.items().size() > stated.numbers.size()) return wrong;
    for (std::size_t seat = 0; seat < value.items().size(); ++seat) {
      const Value& list = value.items()[seat];
      if (!list.IsList() || list.items().size() != 3) return wrong;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto number = list.items()[i].AsInt();
        if (!number || *number < 0 || *number > 8) return wrong;
        stated.numbers[seat][i] = static_cast<std::uint8_t>(*number);
      }
    }
    stated.stated = 1;
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const StatedHeld& stated = stated_(records);
    if (stated.stated == 0) return {};
    std::vector<Value> seats;
    for (const auto& numbers : stated.numbers) {
      std::vector<Value> list;
      for (const std::uint8_t number : numbers) list.emplace_back(static_cast<int>(number));
      seats.push_back(Value::List(std::move(list)));
    }
    return Value::List(std::move(seats));
  }

 private:
  // Numbers are stated of the indicator's kinds.
  bool States(const Records& records) const {
    return of_ == Of::kIndicator && stated_(records).stated != 0;
  }
  // The seat that has won on another's tile, which lies in the river.
  static Seat Claimer(const Board& board) {
    if (TakenByWinners(board) == table::kNoTile) return kNoSeat;
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      if (board.seats[seat].Is(table::kHasWon)) return seat;
    }
    return kNoSeat;
  }
  table::PerSeat<int> Numbers(const Records& records) const {
    const Board& board = table_.board(records);
    const Seat claimer = Claimer(board);
    table::PerSeat<int> numbers{};
    int holders = 0;
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      const Held held = HeldBy(records, seat, seat == claimer);
      const int raw = worth_[0] * held.tiles[0] + worth_[1] * held.tiles[1] + gang_ * held.gangs;
      numbers[seat] = great_ != 0 && raw >= great_ ? raw * std::max(raw - less_, 1) : raw;
      holders += raw != 0 ? 1 : 0;
    });
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (holders == 1 && numbers[seat] != 0)
        numbers[seat] = numbers[seat] * alone_times_ + alone_more_;
    });
    return numbers;
  }
  Held HeldBy(const Records& records, Seat seat, bool claims) const {
    Held held;
    if (States(records)) {
      const auto& stated = stated_(records).numbers[static_cast<std::size_t>(seat)];
      return {.tiles = {stated[0], stated[1]}, .gangs = stated[2]};
    }
    const logic::TurnedIndicator& turned = turned_(records);
    const table::Maybe<Tile> kind = of_ == Of::kIndicator ? turned.kind : turned.other;
    if (!kind) return held;
    const std::array<Tile, 2> kinds = logic::IndicatedKinds(*kind);
    const Board& board = table_.board(records);
    const table::SeatBoard& own = board.seats[seat];
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      held.tiles[i] =
          TilesHeld(own, kinds[i]) + (claims && TakenByWinners(board) == kinds[i] ? 1 : 0);
      for (const table::Meld& meld : own.Melds()) {
        if (table::IsGang(meld.kind) && meld.tile == kinds[i]) ++held.gangs;
      }
    }
    return held;
  }

  table::TableSlots table_;
  Settlement settlement_;
  Slot<logic::TurnedIndicator> turned_;
  Slot<StatedHeld> stated_;
  Of of_;
  std::array<int, 2> worth_;
  int gang_, great_, less_, alone_times_, alone_more_;
  std::uint8_t reason_;
};

constexpr Reason kLyingValues{"lying_values", "鸡分", "tiles worth points where they lie"};
constexpr Reason kLyingUnready{"lying_values_unready", "没叫赔鸡",
                               "not ready: pays what its own tiles are worth"};
constexpr Reason kFedValue{"fed_value", "责任鸡", "fed a tile worth points"};
const EventType kLyingNumber{"lying_value", "{seat} 鸡 {value} 分", "{seat}: tiles worth {value}"};
const EventType kFirstLies{"first_lies", "{seat} 冲锋鸡 {pieces}",
                           "{seat} discarded the first {pieces}, which counts once more"};

class PayLyingValues final : public ScoreEffect, public logic::CellUser {
 public:
  static constexpr PartInfo kInfo{
      "pay_lying_values", 1,
      "这些牌在手里、副露里、没被要走的牌河里各值几分（鸡）；胡家和有叫的各家向其余每家收，"
      "没叫的赔出自己的",
      "what tiles are worth where they lie: in hands, melds and rivers; winners and ready seats "
      "receive it from every other seat, the others pay theirs to them"};
  enum class Names : std::uint8_t { kNothing, kNext, kAround, kSelf };

  explicit PayLyingValues(Params& params)
      : table_(params),
        settlement_(params),
        turned_(params.Slot<logic::TurnedIndicator>()),
        ready_(params.Part<ReadyCheck>("ready_check", {"查叫", "who is ready at the end"})),
        names_(params.Enum("turned", Names::kNothing, {"nothing", "next", "around", "self"},
                           {"翻开的牌指哪些牌：不指 / 下一种 / 上一种和下一种 / 它自己和下一种",
                            "which kinds the tile turned up names: none / the next of its suit / "
                            "the ones before and after it / its own and the next"})),
        named_(params.Int("named", 1, 0, 100,
                          {"被指到的牌一张几分", "of a tile of a kind that is named"})),
        named_times_(params.Int(
            "named_times", 2, 1, 10,
            {"kinds 里的牌又被指到时乘几（金鸡）", "times, for one of kinds that is named too"})),
        rank_(params.PartIfAny<logic::Cell>(
            "rank", {"记着一个点数的格子：这个点数的牌也算被指到，但不乘",
                     "a cell that holds a rank: tiles of it are named too, but not multiplied"})),
        discards_(params.Bool("discards", true,
                              {"自己打出、没被要走的也算", "own discards that nobody took count"})),
        reason_(params.Number(table::kLedgerReasons, kLyingValues)),
        unready_(params.Number(table::kLedgerReasons, kLyingUnready)),
        fed_reason_(params.Number(table::kLedgerReasons, kFedValue)) {
    ReadKinds(params);
    first_ = KindsOf(params, "first",
                     {"整局第一张打出的这种牌，没被要走则打的一家多算一张（冲锋鸡）",
                      "of the first of these kinds discarded in the hand, its seat counts one more "
                      "unless it is taken"});
    fed_ = KindsOf(params, "fed",
                   {"打出这种牌被碰杠的一家，向碰杠的一家付一张的分（责任鸡）",
                    "who discarded such a tile for another's meld pays that seat its worth"});
    if (names_ != Names::kNothing) params.Needs(logic::kWallTileTurned);
    if (rank_ != nullptr &&
        (rank_->of() != logic::Cell::Of::kTable || rank_->holds() != logic::Cell::Holds::kCount))
      params.Fault("the cell \"" + rank_->name() +
                   "\" holds no rank; declare it with of: table and count: 9");
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const SeatMask seats = board.InHandMask();
    const SeatMask payees = Payees(step.records);
    const Worth worth = WorthNow(step.records);
    const int first = FirstDiscard(board);
    table::PerSeat<int> numbers{};
    ForEachSeat(seats, [&](Seat seat) { numbers[seat] = NumberOf(board, seat, worth, first); });
    Tell(step, numbers, first);

    std::array<Due, std::size_t{3} * table::kMaxPlayers> dues;
    static_assert(dues.size() <= Settlement::kMostDues);
    std::size_t count = 0;
    ForEachSeat(payees, [&](Seat to) {
      const auto others = static_cast<SeatMask>(seats & ~MaskOf(to));
      if (numbers[to] != 0) dues[count++] = settlement_.Owed(to, others, numbers[to], reason_);
      Due unready{.payee = to, .reason = unready_, .undoable = false, .points = {}};
      ForEachSeat(static_cast<SeatMask>(seats & ~payees),
                  [&](Seat from) { unready.points[from] = settlement_.Points(numbers[from]); });
      dues[count++] = unready;
      Due fed{.payee = to, .reason = fed_reason_, .undoable = false, .points = {}};
      for (const table::Meld& meld : board.seats[to].Melds()) {
        if ((MaskOf(meld.tile) & fed_) != 0 && meld.kind != table::MeldKind::kChi &&
            meld.from != to && board.InHand(meld.from))
          fed.points[meld.from] += settlement_.Points(Of(worth, meld.tile));
      }
      dues[count++] = fed;
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

  std::vector<logic::CellUse> CellUses() const override {
    if (rank_ == nullptr) return {};
    return {{.cell = rank_}};
  }

 private:
  static constexpr std::size_t kNatural = 34;
  using Worth = std::array<int, kNatural>;
  // Nothing for no tile and for a flower.
  static int Of(const Worth& worth, Tile kind) { return kind < kNatural ? worth[kind] : 0; }

  void ReadKinds(Params& params) {
    const Value& kinds = params.Raw(
        "kinds", {"总是值分的牌：{1s: 1, 8p: 2}", "kinds that always count: {1s: 1, 8p: 2}"});
    if (params.describing()) return;
    for (const Value::Entry& entry : kinds.entries()) {
      const auto mask = logic::ParseKinds(entry.key);
      const auto number = entry.value.AsInt();
      if (!mask || (*mask & ~table::kNaturals) != 0) {
        params.Fault("kinds: kinds such as 1s are needed, not " + entry.key, entry.where);
      } else if (!number || *number < 1 || *number > 100) {
        params.Fault("kinds: a number in 1..100 is needed, not " + entry.value.Canonical(),
                     entry.value.where());
      } else {
        ForEach(*mask, [&](Tile kind) { always_[kind] = static_cast<int>(*number); });
      }
    }
  }
  static table::TileMask KindsOf(Params& params, std::string_view name, Doc doc) {
    const std::string text = params.Text(name, "", doc);
    if (params.describing() || text.empty()) return 0;
    const auto kinds = logic::ParseKinds(text);
    if (kinds) return *kinds;
    params.Fault(std::string(name) + ": " + kinds.faults().front().message, params.WhereOf(name));
    return 0;
  }

  SeatMask Payees(const Records& records) const {
    const Board& board = table_.board(records);
    SeatMask payees = 0;
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (board.seats[seat].Is(table::kHasWon) || ready_->IsReady(records, seat))
        payees = static_cast<SeatMask>(payees | MaskOf(seat));
    });
    return payees;
  }

  // The kinds that the tile turned up names.
  table::TileMask Named(const Records& records) const {
    const table::Maybe<Tile> tile = turned_(records).kind;
    if (names_ == Names::kNothing || !tile) return 0;
    const auto [own, next] = logic::IndicatedKinds(*tile);
    if (names_ == Names::kNext) return MaskOf(next);
    if (names_ == Names::kSelf) return MaskOf(own) | MaskOf(next);
    return MaskOf(next) | MaskOf(logic::KindBefore(own));
  }
  Worth WorthNow(const Records& records) const {
    Worth worth = always_;
    ForEach(Named(records), [&](Tile kind) {
      worth[kind] = always_[kind] == 0 ? named_ : always_[kind] * named_times_;
    });
    const int rank = rank_ == nullptr ? 0 : rank_->Get(records, 0);
    for (Tile kind = 0; rank > 0 && table::IsSuited(kind); ++kind) {
      if (RankOf(kind) == rank - 1 && worth[kind] == 0) worth[kind] = named_;
    }
    return worth;
  }

  // The place in the river of the first discard of `first_`; none if somebody has taken it.
  int FirstDiscard(const Board& board) const {
    for (int i = 0; i < board.river_count; ++i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      if ((MaskOf(discard.tile) & first_) == 0 || discard.robbed()) continue;
      return Lies(discard) ? i : -1;
    }
    return -1;
  }
  static bool Lies(const table::Discard& discard) {
    return !discard.claimed() && !discard.won() && !discard.robbed();
  }

  int NumberOf(const Board& board, Seat seat, const Worth& worth, int first) const {
    const table::SeatBoard& own = board.seats[seat];
    int number = 0;
    for (Tile kind = 0; kind < kNatural; ++kind) {
      if (worth[kind] != 0) number += worth[kind] * TilesHeld(own, kind);
    }
    const Tile taken = TakenByWinners(board);
    if (own.Is(table::kHasWon)) number += Of(worth, taken);
    for (int i = 0; discards_ && i < board.river_count; ++i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      if (discard.seat() == seat && Lies(discard)) number += Of(worth, discard.tile);
    }
    if (first >= 0 && board.river[static_cast<std::size_t>(first)].seat() == seat)
      number += Of(worth, board.river[static_cast<std::size_t>(first)].tile);
    return number;
  }

  void Tell(Step& step, const table::PerSeat<int>& numbers, int first) const {
    const Board& board = table_.board(step.records);
    if (first >= 0) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(first)];
      step.Emit(kFirstLies, discard.seat()).With(discard.Piece());
    }
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (numbers[seat] != 0) step.Emit(kLyingNumber, seat).value = numbers[seat];
    });
  }

  table::TableSlots table_;
  Settlement settlement_;
  Slot<logic::TurnedIndicator> turned_;
  const ReadyCheck* ready_;
  Names names_;
  int named_, named_times_;
  const logic::Cell* rank_;
  bool discards_;
  std::uint8_t reason_, unready_, fed_reason_;
  Worth always_{};
  table::TileMask first_ = 0, fed_ = 0;
};

}  // namespace

void RegisterHeldValues(Registry& registry) {
  registry.Add<PayHeldValues>();
  registry.Add<PayLyingValues>();
}

}  // namespace mlf::score
