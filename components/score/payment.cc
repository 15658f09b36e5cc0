#include <mlf/components/payment.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <array>
#include <vector>

namespace mlf::score {

namespace {

constexpr std::int64_t kMostPaid = 500'000'000;  // the sum over three payers fits 32 bits

constexpr std::string_view kPlaces[] = {"A", "B", "C", "D"};
constexpr Doc kDocs[] = {{"乘在（值 + B）上", "multiplies value + B"},
                         {"加在值上", "added to the value"},
                         {"乘过 A 之后再加", "added once A has multiplied"},
                         {"最后乘的", "multiplies all of that"}};

class FormulaOfSlots final : public Payment {
 public:
  static constexpr PartInfo kInfo{"payment", 2, "结算公式：付 =（A ×（值 + B）+ C）× D",
                                  "the settlement formula: a payer pays (A * (value + B) + C) * D"};

  explicit FormulaOfSlots(Params& params);

  std::int32_t Units(const Records& records, const WinCase& win, Seat payer,
                     std::int32_t x) const override;
  PaymentTerms Terms(const Records& records, const WinCase& win, Seat payer,
                     std::int32_t x) const override;
  std::int32_t Additions(const Records& records, const WinCase& win, Seat payer) const override;

 private:
  enum Place { kA, kB, kC, kD };

  template <typename Tell>
  std::int64_t Compute(const Records& records, const WinCase& win, Seat payer, std::int64_t owed,
                       Tell tell) const;

  std::array<std::vector<const PairFactor*>, 4> factors_;
  std::array<int, 4> pers_{1, 1, 1, 1};  // what the product of a slot is divided by
  int round_up_;
  static constexpr int kNoLimit = 0;  // what IntOrWord returns for none
  int most_ = kNoLimit;
  int most_of_a_ = kNoLimit;
};

FormulaOfSlots::FormulaOfSlots(Params& params) {
  for (std::size_t i = 0; i < factors_.size(); ++i)
    factors_[i] = params.Parts<PairFactor>(kPlaces[i], kDocs[i]);
  round_up_ = params.Int("round_up", 1, 1, 1000,
                         {"乘过 A 之后进整到几的倍数",
                          "what A brings is rounded up to a multiple of this", /*added=*/true});
  static constexpr std::string_view kWords[] = {"none"};
  most_ = params.IntOrWord("most", "none", 1, 1'000'000, kWords,
                           {"一家最多付几底，none 为不限",
                            "units that one payer pays at most; none = no limit", /*added=*/true});
  most_of_a_ = params.IntOrWord("most_of_a", "none", 1, 1'000'000, kWords,
                                {"乘过 A 之后最多几，none 为不封顶",
                                 "the most that A brings; none = no cap", /*added=*/true});
  std::vector<std::string> named;
  for (const auto& list : factors_) {
    for (const PairFactor* factor : list) {
      const std::string name = factor->Name();
      if (std::find(named.begin(), named.end(), name) != named.end()) {
        params.Fault("the factor \"" + name +
                     "\" is in the formula twice; a factor belongs to one slot");
      }
      named.push_back(name);
      pers_[static_cast<std::size_t>(&list - factors_.data())] *= factor->Per();
    }
  }
}

// Calls `tell` with each step that changes the amount.
template <typename Tell>
std::int64_t FormulaOfSlots::Compute(const Records& records, const WinCase& win, Seat payer,
                                     std::int64_t owed, Tell tell) const {
  const auto product = [&](Place place) {
    for (const PairFactor* factor : factors_[place]) {
      const std::int32_t by = factor->Value(records, win, payer).value_or(factor->Per());
      if (by != factor->Per()) tell(PaymentTerm{PaymentTerm::kTimes, &factor->What(), by});
      owed = std::min(owed * by, kMostPaid);
    }
    owed /= pers_[place];
  };
  const auto sum = [&](Place place) {
    for (const PairFactor* factor : factors_[place]) {
      const std::int32_t more = factor->Value(records, win, payer).value_or(0);
      if (more != 0) tell(PaymentTerm{PaymentTerm::kPlus, &factor->What(), more});
      owed += more;
    }
  };
  sum(kB);
  product(kA);
  const std::int64_t over = owed % round_up_;
  if (over > 0) owed += round_up_ - over;
  if (over > 0 || pers_[kA] != 1)
    tell(PaymentTerm{PaymentTerm::kRoundedUp, nullptr, static_cast<std::int32_t>(owed)});
  if (most_of_a_ != kNoLimit && owed > most_of_a_) {
    owed = most_of_a_;
    tell(PaymentTerm{PaymentTerm::kAtMost, &kMostOfOne, most_of_a_});
  }
  sum(kC);
  product(kD);
  if (most_ != kNoLimit && owed > most_) {
    owed = most_;
    tell(PaymentTerm{PaymentTerm::kAtMost, &kMostOfOne, most_});
  }
  return std::min(owed, kMostPaid);
}

std::int32_t FormulaOfSlots::Units(const Records& records, const WinCase& win, Seat payer,
                                   std::int32_t x) const {
  return static_cast<std::int32_t>(Compute(records, win, payer, x, [](const PaymentTerm&) {}));
}

PaymentTerms FormulaOfSlots::Terms(const Records& records, const WinCase& win, Seat payer,
                                   std::int32_t x) const {
  PaymentTerms terms;
  Compute(records, win, payer, x, [&](const PaymentTerm& term) { terms.Add(term); });
  return terms;
}

std::int32_t FormulaOfSlots::Additions(const Records& records, const WinCase& win,
                                       Seat payer) const {
  std::int64_t owed = 0;
  for (const PairFactor* factor : factors_[kC])
    owed += factor->Value(records, win, payer).value_or(0);
  for (const PairFactor* factor : factors_[kD])
    owed = std::min(owed * factor->Value(records, win, payer).value_or(1), kMostPaid);
  return static_cast<std::int32_t>(owed);
}

// The payers that a position or a hand outside a game says have opened, beside those whose melds
// show it.
struct NamedOpened {
  static constexpr std::string_view kSlot = "named_opened";
  static constexpr Scope kScope = Scope::kHand;
  SeatMask seats = 0;

  void Check(const Validation& check) const {
    check.Require((seats & ~check.Seats()) == 0, "only seats have opened");
  }
};

// 封顶 and 金顶. Example with most: 300, gold_step: 100: three payers owe 960, 320 and 320. All
// have reached the cap, so one that has opened pays 400 and one that has not 500. If none of them
// has opened, each pays 600.
class CappedPayment final : public Payment, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "capped_payment", 1, "另一公式的结果封顶；各家都到顶（金顶）时加付，或改用更高的顶",
      "what another formula comes to, capped; where every payer reaches the cap (gold), each pays "
      "more, or a higher cap holds"};
  enum class Gold : std::uint8_t { kOff, kRaise, kLimit };

  explicit CappedPayment(Params& params)
      : board_(params),
        opened_(params.Slot<NamedOpened>()),
        of_(params.Part<Payment>("of", {"封顶前的公式", "the formula before the cap"})),
        gold_(params.Enum("gold", Gold::kOff, {"off", "raise", "limit"},
                          {"金顶：没有 / 每家加付 / 改用 gold_limit 作顶",
                           "all at the cap: no rule / each pays more / gold_limit is the cap"})),
        step_(params.Int("gold_step", 100, 1, 1'000'000,
                         {"开过口的加付一份，没开口的两份，都没开口各三份：一份多少",
                          "one that has opened pays this more, another twice this; thrice each "
                          "where none has opened"})),
        limit_(params.Int("gold_limit", 500, 1, 1'000'000, {"金顶的顶", "the cap with gold"})),
        plus_(params.Parts<PairFactor>("plus", {"封顶之后再加的因子，付的各家才加",
                                                "added after the cap for each seat that pays"})) {
    static constexpr std::string_view kWords[] = {"none"};
    most_ = params.IntOrWord(
        "most", "none", 1, 1'000'000, kWords,
        {"一家最多付几底，none 为不限", "units that one payer pays at most; none = no limit"});
  }

  std::int32_t Units(const Records& records, const WinCase& win, Seat payer,
                     std::int32_t x) const override {
    return Compute(records, win, payer, x, [](const PaymentTerm&) {});
  }
  PaymentTerms Terms(const Records& records, const WinCase& win, Seat payer,
                     std::int32_t x) const override {
    PaymentTerms terms = of_->Terms(records, win, payer, x);
    Compute(records, win, payer, x, [&](const PaymentTerm& term) { terms.Add(term); });
    return terms;
  }

  std::string_view StateKey() const override { return "opened"; }
  table::StateLabel Label() const override { return {"开口", "opened"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat,
                                       const mlf::Value& value) const override {
    SeatMask seats = 0;
    for (const mlf::Value& item : value.items()) {
      const auto seat = item.AsInt();
      if (!seat || *seat < 0 || *seat >= board_(records).seat_count)
        return "opened: a list of seats is needed, not " + value.Canonical();
      seats = static_cast<SeatMask>(seats | MaskOf(static_cast<Seat>(*seat)));
    }
    if (!value.IsList() && !value.IsNull())
      return "opened: a list of seats is needed, not " + value.Canonical();
    opened_(records).seats = seats;
    return std::nullopt;
  }
  mlf::Value WriteState(const Records& records, Seat, Seat) const override {
    if (opened_(records).seats == 0) return {};
    std::vector<mlf::Value> seats;
    ForEachSeat(opened_(records).seats, [&](Seat seat) { seats.emplace_back(int{seat}); });
    return mlf::Value::List(std::move(seats));
  }

 private:
  static constexpr int kNoLimit = 0;  // what IntOrWord returns for none

  template <typename Tell>
  std::int32_t Compute(const Records& records, const WinCase& win, Seat payer, std::int32_t x,
                       Tell tell) const {
    std::int64_t owed = of_->Units(records, win, payer, x);
    const bool gold = most_ != kNoLimit && gold_ != Gold::kOff && AllReach(records, win, x);
    const int most = gold && gold_ == Gold::kLimit ? limit_ : most_;
    if (most != kNoLimit && owed > most) {
      owed = most;
      tell(PaymentTerm{PaymentTerm::kAtMost, &kMostOfOne, most});
    }
    if (gold && gold_ == Gold::kRaise) {
      const std::int32_t more = step_ * StepsOf(records, win, payer);
      owed += more;
      tell(PaymentTerm{PaymentTerm::kPlus, &kGold, more});
    }
    if (owed == 0) return 0;
    for (const PairFactor* factor : plus_) {
      const std::int32_t more = factor->Value(records, win, payer).value_or(0);
      if (more != 0) tell(PaymentTerm{PaymentTerm::kPlus, &factor->What(), more});
      owed += more;
    }
    return static_cast<std::int32_t>(std::min(owed, kMostPaid));
  }
  SeatMask Others(const Records& records, const WinCase& win) const {
    return static_cast<SeatMask>(board_(records).InHandMask() & ~MaskOf(win.seat));
  }
  bool AllReach(const Records& records, const WinCase& win, std::int32_t x) const {
    bool all = true;
    ForEachSeat(Others(records, win),
                [&](Seat seat) { all = all && of_->Units(records, win, seat, x) >= most_; });
    return all;
  }
  int StepsOf(const Records& records, const WinCase& win, Seat payer) const {
    const SeatMask opened = Opened(records) & Others(records, win);
    if (opened == 0) return 3;
    return (opened & MaskOf(payer)) != 0 ? 1 : 2;
  }
  SeatMask Opened(const Records& records) const {
    const table::Board& board = board_(records);
    SeatMask seats = opened_(records).seats;
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      if (!board.seats[seat].IsClosed()) seats = static_cast<SeatMask>(seats | MaskOf(seat));
    }
    return seats;
  }

  table::BoardSlot board_;
  Slot<NamedOpened> opened_;
  const Payment* of_;
  Gold gold_;
  int step_, limit_;
  std::vector<const PairFactor*> plus_;
  int most_ = kNoLimit;
};

}  // namespace

void RegisterPayment(Registry& registry) {
  registry.Add<FormulaOfSlots>();
  registry.Add<CappedPayment>();
}

}  // namespace mlf::score
