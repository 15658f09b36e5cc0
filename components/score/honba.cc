// 本场 and 供托 (rules/riichi_scoring.md#counters): the parts that count them, and their cost in a
// win.
#include <mlf/components/deposit.h>
#include <mlf/components/extra_rounds.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>

#include <algorithm>

namespace mlf::logic {

void ExtraRounds::Check(const Validation& check) const {
  check.RequireZero(reserved, "the unused bytes are zero");
}

}  // namespace mlf::logic

namespace mlf::score {

namespace {

// A number of a position in 0..most, or nothing.
std::optional<std::int32_t> NumberIn(const Value& value, std::int32_t most) {
  if (value.IsNull()) return 0;
  const auto number = value.AsInt();
  if (!number || *number < 0 || *number > most) return std::nullopt;
  return static_cast<std::int32_t>(*number);
}

class CountExtraRounds final : public Part, public ScoreComponent, public table::StateText {
 public:
  static constexpr std::string_view kRole = "extra_rounds";
  static constexpr PartInfo kInfo{"extra_rounds", 1, "本场：连庄与流局的次数",
                                  "the number of repeated and drawn hands in a row (honba)"};
  explicit CountExtraRounds(Params& params) : rounds_(params.Slot<logic::ExtraRounds>()) {}

  std::string_view StateKey() const override { return "honba"; }
  table::StateLabel Label() const override { return {"本场", "honba"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto count = NumberIn(value, 255);
    if (!count) return "honba: a number in 0..255 is needed, not " + value.Canonical();
    rounds_(records).count = static_cast<std::uint8_t>(*count);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const int count = rounds_(records).count;
    return count == 0 ? Value() : Value(count);
  }

 private:
  Slot<logic::ExtraRounds> rounds_;
};

class PotDeposit final : public Deposit, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"pot_deposit", 1, "供托：各家放到桌上的分，胡家收走",
                                  "points that seats put on the table, for the next winner"};
  explicit PotDeposit(Params& params)
      : table_(params),
        ledger_(params.Slot<table::Ledger>()),
        one_(params.Int("one", 1000, 1, 1000000,
                        {"一份供托的分；局面里写的数比它小，就是份数",
                         "points of one deposit; in a position a smaller number counts deposits",
                         /*added=*/true})) {}

  std::int32_t Points(const Records& records) const override {
    const table::Match& match = table_.match(records);
    // Between hands, hand_end has added the ledger already.
    const bool between = match.next_dealer != kNoSeat;
    return match.score[table::kPot] + (between ? 0 : ledger_(records).points[table::kPot]);
  }
  std::string_view StateKey() const override { return "deposit"; }
  table::StateLabel Label() const override { return {"供托", "deposit"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    auto points = NumberIn(value, 1'000'000);
    if (!points) return "deposit: a number in 0..1000000 is needed, not " + value.Canonical();
    if (*points < one_) *points *= one_;
    const std::int32_t before = table_.match(records).score[table::kPot];
    table::SetPot(table_.match_moves(records), before + *points - Points(records));
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const std::int32_t points = Points(records);
    return points == 0 ? Value() : Value(points);
  }

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  std::int32_t one_;
};

// Of several winners on one tile, the first is paid first. It has won before the others are paid.
bool IsFirstWinner(const table::Board& board, Seat winner) {
  for (Seat seat = 0; seat < board.seat_count; ++seat) {
    if (seat != winner && board.seats[seat].wins != 0) return false;
  }
  return true;
}

class HonbaFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"honba_factor", 1, "每本场多付这么多",
                                  "so much more for each repeated or drawn hand before"};
  explicit HonbaFactor(Params& params)
      : board_(params),
        rounds_(params.Slot<logic::ExtraRounds>()),
        discard_(params.Int("discard", 300, 0, 10000, {"点炮者付", "by a discarder"})),
        self_draw_(
            params.Int("self_draw", 100, 0, 10000, {"自摸时各家付", "by each, of a self-draw"})),
        each_(params.Enum("winners", 0, {"first", "each"},
                          {"一炮多响：只付最近的一家，或每家都付",
                           "of several winners on one tile: to the nearest, or to each"}) == 1) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"honba", "本场", "honba"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const int count = rounds_(records).count;
    if (count == 0 || (!each_ && !IsFirstWinner(board_(records), win.seat))) return std::nullopt;
    return count * (win.by == WinBy::kSelfDraw ? self_draw_ : discard_);
  }

 private:
  table::BoardSlot board_;
  Slot<logic::ExtraRounds> rounds_;
  int discard_, self_draw_;
  bool each_;
};

class ShareFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{
      "share_factor", 1, "自摸：各付一份，与庄家之间为多份；点炮：一家付全桌的份",
      "a self-draw costs each one share, or more with the dealer; a discarder pays the shares of "
      "the whole table"};
  explicit ShareFactor(Params& params)
      : board_(params),
        dealer_(params.Int("dealer", 2, 1, 10, {"与庄家之间几份", "shares with the dealer"})),
        seats_(params.Int("seats", 4, 2, 4, {"全桌按几家算", "the seats of a whole table"})),
        absent_(params.Enum("absent", Absent::kLost, {"lost", "shared", "dealer"},
                            {"自摸时空位的份：没有人付 / 付家平分 / 庄家付（庄家胡则没有人付）",
                             "the share of an empty seat in a self-draw: nobody pays it / the "
                             "payers pay equal parts / the dealer pays it, unless it wins",
                             /*added=*/true})),
        per_(absent_ == Absent::kShared ? std::max(params.seats() - 1, 1) : 1) {}
  int Per() const override { return per_; }
  const Reason& What() const override {
    static constexpr Reason kLabel{"share", "份数", "shares"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const Seat dealer = board_(records).dealer;
    const bool dealer_wins = win.seat == dealer;
    if (win.by == WinBy::kSelfDraw) {
      const int own = dealer_wins || payer == dealer ? dealer_ : 1;
      return per_ * own + Absentees(records, dealer_wins, payer == dealer);
    }
    return per_ * (dealer_wins ? (seats_ - 1) * dealer_ : seats_ - 2 + dealer_);
  }

 private:
  enum class Absent : std::uint8_t { kLost, kShared, kDealer };

  // What a payer of a self-draw pays for the empty seats, in parts of a share.
  int Absentees(const Records& records, bool dealer_wins, bool dealer_pays) const {
    if (absent_ == Absent::kLost || (absent_ == Absent::kDealer && !dealer_pays)) return 0;
    const int empty = std::max(seats_ - board_(records).seat_count, 0);
    return empty * (dealer_wins ? dealer_ : 1);
  }

  table::BoardSlot board_;
  int dealer_, seats_;
  Absent absent_;
  int per_;
};

class SelfDrawFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"self_draw_factor", 1, "自摸：各家多付",
                                  "so much from each payer of a self-draw"};
  explicit SelfDrawFactor(Params& params) : each_(EachOf(params)) {
    params.Needs(logic::kWinBySelfDraw);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"self_draw", "自摸", "self-draw"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records&, const WinCase& win, Seat) const override {
    if (win.by != WinBy::kSelfDraw) return std::nullopt;
    return each_;
  }

 private:
  int each_;
};

}  // namespace

void RegisterHonba(Registry& registry) {
  registry.Add<CountExtraRounds>();
  registry.Add<PotDeposit>();
  registry.Add<HonbaFactor>();
  registry.Add<ShareFactor>();
  registry.Add<SelfDrawFactor>();
}

}  // namespace mlf::score
