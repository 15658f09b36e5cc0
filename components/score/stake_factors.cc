#include <mlf/components/open_hands.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/stake_factors.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <string>

namespace mlf::score {

namespace {

template <typename Numbers>
void CheckNumbers(const Numbers& numbers, const Validation& check) {
  check.RequireSeatsOnly(numbers.of, "only seats stake, show and have horses");
  for (const int number : numbers.of)
    check.Require(number <= Numbers::kMost, "stakes, shown hands and hits are within their limits");
  if constexpr (requires { numbers.reserved; })
    check.RequireZero(numbers.reserved, "the unused bytes are zero");
}

}  // namespace

void PiaoStakes::Check(const Validation& check) const { CheckNumbers(*this, check); }
void HorseHits::Check(const Validation& check) const { CheckNumbers(*this, check); }
void ShownHands::Check(const Validation& check) const { CheckNumbers(*this, check); }

namespace {

// A factor over a number per seat. The numbers are public.
template <typename Numbers>
class SeatNumberFactor : public PairFactor, public table::StateText {
 public:
  std::string_view StateKey() const final { return Numbers::kState; }
  table::StateLabel Label() const final { return Numbers::kLabel; }
  bool PerSeat() const final { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const mlf::Value& value) const final {
    const std::string key(Numbers::kState);
    if (seat < 0 || seat >= seats_) return key + " is given for each seat: [0, 1, 0, 0]";
    const auto number = value.IsNull() ? std::optional<std::int64_t>(0) : value.AsInt();
    if (!number || *number < 0 || *number > kMost)
      return key + ": a number in 0.." + std::to_string(kMost) + " is needed, not " +
             value.Canonical();
    numbers_(records).of[seat] = static_cast<Number>(*number);
    return std::nullopt;
  }
  mlf::Value WriteState(const Records& records, Seat seat, Seat) const final {
    if (seat < 0 || seat >= seats_ || Of(records, seat) == 0) return {};
    return mlf::Value(Of(records, seat));
  }

 protected:
  explicit SeatNumberFactor(Params& params)
      : numbers_(params.Slot<Numbers>()), seats_(params.seats()), each_(EachOf(params)) {}

  int Of(const Records& records, Seat seat) const { return numbers_(records).of[seat]; }
  // `each` times `count`; neutral for 0.
  std::optional<std::int32_t> Times(std::int64_t count) const {
    return count == 0 ? std::nullopt
                      : std::optional<std::int32_t>(
                            static_cast<std::int32_t>(std::min(each_ * count, kMostPaid)));
  }

 private:
  using Number = decltype(Numbers::of)::value_type;
  static constexpr int kMost = Numbers::kMost;
  static constexpr std::int64_t kMostPaid = 100'000'000;

  Slot<Numbers> numbers_;
  int seats_;
  int each_;
};

class JiaPiaoFactor final : public SeatNumberFactor<PiaoStakes> {
 public:
  static constexpr PartInfo kInfo{
      "jia_piao_factor", 1, "加漂：胡家与付家所漂的和",
      "points for each point that the winner and the payer have staked before the hand"};
  explicit JiaPiaoFactor(Params& params) : SeatNumberFactor(params) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"jia_piao", "加漂", "stakes"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    return Times(Of(records, win.seat) + Of(records, payer));
  }
};

// What the hits of the winner's horses are worth.
class HorsesFactor : public SeatNumberFactor<HorseHits> {
 public:
  const Reason& What() const override {
    static constexpr Reason kLabel{"jia_ma", "中马", "horses"};
    return kLabel;
  }

 protected:
  explicit HorsesFactor(Params& params) : SeatNumberFactor(params) {
    params.Needs(logic::kHorsesTurned);
  }
};

class JiaMaFactor final : public HorsesFactor {
 public:
  static constexpr PartInfo kInfo{"jia_ma_factor", 1, "加马：胡家的马所中之数",
                                  "points for each hit of the winner's horses"};
  explicit JiaMaFactor(Params& params) : HorsesFactor(params) {}
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    return Times(Of(records, win.seat));
  }
};

// 马跟底分: each hit is worth the value of the hand. In slot B, so y = x + hits * x.
class JiaMaBaseFactor final : public HorsesFactor {
 public:
  static constexpr PartInfo kInfo{"jia_ma_base_factor", 1, "马跟底分：每中一匹，值一份胡牌分",
                                  "for each hit of the winner's horses, what the hand is worth"};
  explicit JiaMaBaseFactor(Params& params)
      : HorsesFactor(params),
        judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})) {}
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const int hits = Of(records, win.seat);
    if (hits == 0) return std::nullopt;
    Verdict verdict;
    judge_->Evaluate(records, win, verdict);
    return Times(std::int64_t{hits} * verdict.value);
  }

 private:
  const Judge* judge_;
};

// 马跟杠: each hit is worth the points of the winner's own gangs.
class JiaMaGangFactor final : public HorsesFactor {
 public:
  static constexpr PartInfo kInfo{
      "jia_ma_gang_factor", 1, "马跟杠：每中一匹，值胡家各副杠的分",
      "for each hit of the winner's horses, the points of the winner's gangs"};
  explicit JiaMaGangFactor(Params& params)
      : HorsesFactor(params),
        board_(params),
        ming_(params.Int("ming_gang", 1, 0, 1000, {"每副明杠", "a ming_gang"})),
        bu_(params.Int("bu_gang", 1, 0, 1000, {"每副补杠", "a bu_gang"})),
        an_(params.Int("an_gang", 2, 0, 1000, {"每副暗杠", "an an_gang"})) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"jia_ma_gang", "马跟杠", "horses on gangs"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    int gangs = 0;
    for (const table::Meld& meld : board_(records).seats[win.seat].Melds()) {
      if (meld.kind == table::MeldKind::kMingGang) gangs += ming_;
      if (meld.kind == table::MeldKind::kBuGang) gangs += bu_;
      if (meld.kind == table::MeldKind::kAnGang) gangs += an_;
    }
    return Times(std::int64_t{Of(records, win.seat)} * gangs);
  }

 private:
  table::BoardSlot board_;
  int ming_;
  int bu_;
  int an_;
};

class LiangDaoFactor final : public SeatNumberFactor<ShownHands> {
 public:
  static constexpr PartInfo kInfo{
      "liang_dao_factor", 1, "亮倒：胡家（或付家）亮着牌打时",
      "applies where the winner (or the payer) plays with its hand shown"};
  enum class Whose : std::uint8_t { kWinner, kPayer, kEither };
  explicit LiangDaoFactor(Params& params)
      : SeatNumberFactor(params),
        whose_(
            params.Enum("whose", Whose::kWinner, {"winner", "payer", "either"},
                        {"谁亮：胡家、付家、任一", "who shows: the winner, the payer, either"})) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"liang_dao", "亮倒", "shown hand"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const bool winner = whose_ != Whose::kPayer && Of(records, win.seat) != 0;
    return Times(winner || (whose_ != Whose::kWinner && Of(records, payer) != 0) ? 1 : 0);
  }

 private:
  Whose whose_;
};

// Where open hands are a rule of their own (open_hands): one of the two lies open, or both.
class OpenHandFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"open_hand_factor", 1, "亮倒：胡家或付家亮着，双方都亮可另计",
                                  "applies where the winner or the payer lies open; both may count "
                                  "more"};
  enum class Whose : std::uint8_t { kEither, kWinner };
  explicit OpenHandFactor(Params& params)
      : rule_(params.Part<logic::OpenHandRule>("open_hands", {"亮倒", "the open hands"})),
        each_(params.Int("each", 2, 1, 100, {"一家亮", "one of them lies open"})),
        both_(params.Int("both", 2, 1, 100, {"双方都亮", "both lie open"})),
        whose_(params.Enum("whose", Whose::kEither, {"either", "winner"},
                           {"任一家，或只看胡家", "of either, or of the winner alone"})) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"open_hand", "亮倒", "open hands"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const bool winner = rule_->IsOpen(records, win.seat);
    const bool other =
        whose_ == Whose::kEither && payer != kNoSeat && rule_->IsOpen(records, payer);
    if (winner && other) return both_;
    return winner || other ? std::optional(each_) : std::nullopt;
  }

 private:
  const logic::OpenHandRule* rule_;
  int each_, both_;
  Whose whose_;
};

}  // namespace

void RegisterStakeFactors(Registry& registry) {
  registry.Add<JiaPiaoFactor>();
  registry.Add<JiaMaFactor>();
  registry.Add<JiaMaBaseFactor>();
  registry.Add<JiaMaGangFactor>();
  registry.Add<LiangDaoFactor>();
  registry.Add<OpenHandFactor>();
}

}  // namespace mlf::score
