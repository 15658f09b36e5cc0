// Factors of the settlement formula that the table itself shows (rules/common.md#formula): the
// dealer, gangs, flowers, the kind of win, the pattern of the hand, passed wins. stake_factors.cc
// has the pairs that are staked or bought.
#include <mlf/components/hand_shape.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/passed_wins.h>
#include <mlf/components/row_names.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

namespace mlf::score {

namespace {

using table::Board;
using table::MeldKind;

// 全铳: a discarder owes 2 shares, each payer of a self-draw 1. 半铳, in halves: a discarder 2, the
// others 1 each, each payer of a self-draw 2.
class PayerShareFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"payer_share_factor", 1,
                                  "各付几份：点炮或被抢者，其余各家，自摸时各家",
                                  "shares that a payer owes: the discarder or robbed seat, the "
                                  "others, each payer of a self-draw"};
  explicit PayerShareFactor(Params& params)
      : discarder_(
            params.Int("discarder", 2, 0, 100, {"点炮或被抢者", "the discarder or robbed seat"})),
        others_(params.Int("others", 0, 0, 100, {"那时其余各家", "the others then"})),
        self_draw_(params.Int("self_draw", 1, 0, 100, {"自摸时各家", "each payer of a self-draw"})),
        per_(params.Int("per", 1, 1, 100, {"几份为一", "how many shares make one"})) {
    static constexpr std::string_view kWords[] = {"none"};
    robbed_others_ = params.IntOrWord(
        "robbed_others", "none", 0, 100, kWords,
        {"抢杠时其余各家，none 为同 others", "the others where a gang is robbed; none = as others",
         /*added=*/true});
  }
  std::string Name() const override { return "payer_share"; }
  int Per() const override { return per_; }
  const Reason& What() const override {
    static constexpr Reason kLabel{"payer_share", "份数", "shares"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records&, const WinCase& win, Seat payer) const override {
    if (win.by == WinBy::kSelfDraw) return self_draw_;
    if (payer == win.payer) return discarder_;
    return win.by == WinBy::kRob && robbed_others_ >= 0 ? robbed_others_ : others_;
  }

 private:
  int discarder_, others_, self_draw_, per_;
  int robbed_others_ = -1;
};

// 未开门: a payer without an open meld. 三家门清: no payer has one. A hand outside a game names the
// closed seats.
struct NamedClosed {
  static constexpr std::string_view kSlot = "named_closed";
  static constexpr Scope kScope = Scope::kHand;
  SeatMask seats = 0;
  std::uint8_t named = 0;  // 1 = these, whatever lies on the table

  void Check(const Validation& check) const {
    check.Require((seats & ~check.Seats()) == 0 && named <= 1, "only seats are closed");
  }
};

class ClosedPayerFactor final : public PairFactor, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "closed_payer_factor", 1, "付者没有亮过牌（未开门），或付的各家都没有",
      "applies where the payer has no open meld, or where no payer has one"};
  enum class Whose : std::uint8_t { kPayer, kAll };

  explicit ClosedPayerFactor(Params& params)
      : board_(params),
        closed_(params.Slot<NamedClosed>()),
        whose_(
            params.Enum("whose", Whose::kPayer, {"payer", "all"},
                        {"这一付家，或除胡家外各家", "this payer, or all seats but the winner"})),
        each_(EachOf(params)) {}
  std::string Name() const override {
    return whose_ == Whose::kPayer ? "closed_payer" : "closed_payers";
  }
  const Reason& What() const override {
    static constexpr Reason kOne{"closed_payer", "未开门", "closed payer"},
        kAll{"closed_payers", "三家门清", "all others closed"};
    return whose_ == Whose::kPayer ? kOne : kAll;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    SeatMask asked = MaskOf(payer);
    if (whose_ == Whose::kAll)
      asked = static_cast<SeatMask>(board_(records).InHandMask() & ~MaskOf(win.seat));
    return (asked & ~ClosedSeats(records, win)) == 0 ? std::optional<std::int32_t>(each_)
                                                     : std::nullopt;
  }

  std::string_view StateKey() const override { return "closed"; }
  table::StateLabel Label() const override { return {"未开门", "closed"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat,
                                       const mlf::Value& value) const override {
    NamedClosed& closed = closed_(records);
    closed = {.seats = 0, .named = 1};
    for (const mlf::Value& item : value.items()) {
      const auto seat = item.AsInt();
      if (!seat || *seat < 0 || *seat >= board_(records).seat_count)
        return "closed: a list of seats is needed, not " + value.Canonical();
      closed.seats = static_cast<SeatMask>(closed.seats | MaskOf(static_cast<Seat>(*seat)));
    }
    if (!value.IsList() && !value.IsNull())
      return "closed: a list of seats is needed, not " + value.Canonical();
    return std::nullopt;
  }
  mlf::Value WriteState(const Records& records, Seat, Seat) const override {
    const NamedClosed& closed = closed_(records);
    if (closed.named == 0) return {};
    std::vector<mlf::Value> seats;
    ForEachSeat(closed.seats, [&](Seat seat) { seats.emplace_back(int{seat}); });
    return mlf::Value::List(std::move(seats));
  }

 private:
  SeatMask ClosedSeats(const Records& records, const WinCase& win) const {
    const NamedClosed& closed = closed_(records);
    if (closed.named != 0) return closed.seats;
    SeatMask seats = 0;
    if (win.facts == WinCase::Facts::kGiven) return seats;
    const Board& board = board_(records);
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      if (board.seats[seat].IsClosed()) seats = static_cast<SeatMask>(seats | MaskOf(seat));
    }
    return seats;
  }

  table::BoardSlot board_;
  Slot<NamedClosed> closed_;
  Whose whose_;
  int each_;
};

// A constant, such as 底 or what a 台 is worth.
class FixedFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"fixed_factor", 1, "固定的数，如底、每台几分",
                                  "a constant, such as the base or the worth of a fan"};
  explicit FixedFactor(Params& params)
      : name_(params.Text("name", "",
                          {"名称，不可重名", "what to call it; no two of a formula alike"})),
        zh_(params.Text("zh", name_, {"中文名", "its name in Chinese"})),
        en_(params.Text("en", name_, {"英文名", "its name in English"})),
        amount_(params.Int("amount", 1, 0, 10000, {"多少", "how much"})) {}
  std::string Name() const override { return "fixed " + name_; }
  const Reason& What() const override { return label_; }
  std::optional<std::int32_t> Value(const Records&, const WinCase&, Seat) const override {
    return amount_;
  }

 private:
  std::string name_, zh_, en_;
  Reason label_{name_, zh_, en_};
  int amount_;
};

// The sum of several factors and a number, used as one: (1 + 庄 + 跑) in slot A.
class SumFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"sum_factor", 1, "几个因子与一个数的和，当一个因子用",
                                  "the sum of several factors and a number, used as one"};
  explicit SumFactor(Params& params)
      : name_(params.Text("name", "sum",
                          {"名称，不可重名", "what to call it; no two of a formula alike"})),
        zh_(params.Text("zh", name_, {"中文名", "its name in Chinese"})),
        en_(params.Text("en", name_, {"英文名", "its name in English"})),
        base_(params.Int("base", 1, 0, 10000, {"先有的数", "the number to begin with"})),
        of_(params.Parts<PairFactor>("of", {"加在一起的因子", "the factors that are added"})) {}
  std::string Name() const override { return "sum " + name_; }
  const Reason& What() const override { return label_; }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    std::int32_t sum = base_;
    for (const PairFactor* factor : of_) sum += factor->Value(records, win, payer).value_or(0);
    return sum;
  }

 private:
  std::string name_, zh_, en_;
  Reason label_{name_, zh_, en_};
  int base_;
  std::vector<const PairFactor*> of_;
};

class ZhuangFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"zhuang_factor", 1, "庄家：胡家或付家是庄家时",
                                  "applies where the winner or the payer is the dealer"};
  explicit ZhuangFactor(Params& params) : board_(params), each_(EachOf(params)) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"zhuang", "庄家", "dealer"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const Seat dealer = board_(records).dealer;
    if (win.seat != dealer && payer != dealer) return std::nullopt;
    return each_;
  }

 private:
  table::BoardSlot board_;
  int each_;
};

// An amount for each gang of one kind that the winner has laid.
class GangsFactor : public PairFactor {
 public:
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win, Seat) const final {
    int gangs = 0;
    for (const table::Meld& meld : board_(records).seats[win.seat].Melds())
      gangs += meld.kind == kind_ ? 1 : 0;
    if (gangs == 0) return std::nullopt;
    return each_ * gangs;
  }

 protected:
  GangsFactor(Params& params, MeldKind kind) : board_(params), kind_(kind), each_(EachOf(params)) {}

 private:
  table::BoardSlot board_;
  MeldKind kind_;
  int each_;
};

class DianGangFactor final : public GangsFactor {
 public:
  static constexpr PartInfo kInfo{"dian_gang_factor", 1, "胡家每副明杠",
                                  "points for each ming_gang of the winner"};
  explicit DianGangFactor(Params& params) : GangsFactor(params, MeldKind::kMingGang) {
    params.Needs(logic::kMingGangLaid);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"dian_gang", "明杠", "open gangs"};
    return kLabel;
  }
};

class BuGangFactor final : public GangsFactor {
 public:
  static constexpr PartInfo kInfo{"bu_gang_factor", 1, "胡家每副补杠",
                                  "points for each bu_gang of the winner"};
  explicit BuGangFactor(Params& params) : GangsFactor(params, MeldKind::kBuGang) {
    params.Needs(logic::kBuGangLaid);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"bu_gang", "补杠", "added gangs"};
    return kLabel;
  }
};

class AnGangFactor final : public GangsFactor {
 public:
  static constexpr PartInfo kInfo{"an_gang_factor", 1, "胡家每副暗杠",
                                  "points for each an_gang of the winner"};
  explicit AnGangFactor(Params& params) : GangsFactor(params, MeldKind::kAnGang) {
    params.Needs(logic::kAnGangLaid);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"an_gang", "暗杠", "concealed gangs"};
    return kLabel;
  }
};

// 口口翻, 开口翻: what the melds of the winner, the payer or both count, or two to that power.
class MeldsFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{
      "melds_factor", 1, "各副吃碰杠所值之和，或几的这么多次方（口口翻）",
      "what the melds of the winner, the payer or both count, or a number to that power"};
  enum class Of : std::uint8_t { kWinner, kPayer, kBoth };
  explicit MeldsFactor(Params& params)
      : board_(params),
        of_(params.Enum("of", Of::kWinner, {"winner", "payer", "both"},
                        {"胡家、付家，或两家", "of the winner, of the payer, or the sum of both"})),
        opened_(params.Int("opened", 0, 0, kMostEach,
                           {"亮过牌的一家，共一次", "once for a seat with an open meld"})),
        open_(params.Int(
            "open", 0, 0, kMostEach,
            {"每副亮出的：吃、碰、明杠、补杠", "each open meld: chi, peng, ming_gang, bu_gang"})),
        open_gang_(params.Int("open_gang", 0, 0, kMostEach,
                              {"明杠、补杠各再加", "more for each ming_gang or bu_gang"})),
        an_gang_(params.Int("an_gang", 0, 0, kMostEach, {"每副暗杠", "each an_gang"})),
        power_(params.Int("power", 0, 0, 16,
                          {"几的几次方，0 为不用", "the base of a power; 0 = none"})) {
    if (opened_ + open_ + open_gang_ + an_gang_ == 0 && !params.describing()) {
      params.Fault("nothing counts; give opened, open, open_gang or an_gang a number above zero");
    }
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"melds", "吃碰杠", "melds"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    int count = 0;
    if (of_ != Of::kPayer) count += CountOf(records, win.seat);
    if (of_ != Of::kWinner) count += CountOf(records, payer);
    if (count == 0) return std::nullopt;
    if (power_ == 0) return count;
    std::int32_t product = 1;
    for (int i = 0; i < count && product < kMost; ++i) product *= power_;
    return product;
  }

 private:
  static constexpr int kMostEach = 100;
  static constexpr std::int32_t kMost = 1'000'000;

  int CountOf(const Records& records, Seat seat) const {
    int count = 0;
    bool opened = false;
    for (const table::Meld& meld : board_(records).seats[seat].Melds()) {
      const bool concealed = meld.kind == MeldKind::kAnGang;
      opened = opened || !concealed;
      count += concealed ? an_gang_ : open_ + (table::IsGang(meld.kind) ? open_gang_ : 0);
    }
    return count + (opened ? opened_ : 0);
  }

  table::BoardSlot board_;
  Of of_;
  int opened_, open_, open_gang_, an_gang_, power_;
};

class HuaFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"hua_factor", 1, "胡家每张花牌",
                                  "points for each flower of the winner"};
  explicit HuaFactor(Params& params) : board_(params), each_(EachOf(params)) {
    params.Needs(logic::kFlowersInPlay);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"hua", "花牌", "flowers"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const int flowers = std::popcount(board_(records).seats[win.seat].flowers);
    if (flowers == 0) return std::nullopt;
    return each_ * flowers;
  }

 private:
  table::BoardSlot board_;
  int each_;
};

// 2 to the power of the number of wins that the winner passed up while ready. Example: 2 passed
// wins in slot D turn 23 fan into 92 (MC04).
class GuoHuFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{
      "guo_hu_factor", 1, "过胡加倍：报听后每过一次胡，翻一倍",
      "two for each win the winner has passed up, multiplied: 2, 4, 8 ..."};
  explicit GuoHuFactor(Params& params) : passed_(params.Slot<logic::PassedWins>()) {
    params.Needs(logic::kWinPassed);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"guo_hu", "过胡", "passed wins"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const int passes = passed_(records).count[win.seat];
    if (passes == 0) return std::nullopt;
    return std::int32_t{1} << std::min(passes, kMost);
  }

 private:
  static constexpr int kMost = 24;
  Slot<logic::PassedWins> passed_;
};

// An amount if a fact of the win holds.
class FactFactor : public PairFactor {
 public:
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win, Seat) const final {
    if (!fact_->Holds(records, win)) return std::nullopt;
    return each_;
  }

 protected:
  FactFactor(Params& params, std::string_view fallback)
      : fact_(params.Part<WinFact>("fact", {"看哪种胡", "the kind of win it asks for"}, fallback)),
        each_(EachOf(params)) {}

 private:
  const WinFact* fact_;
  int each_;
};

class GangShangPaoFactor final : public FactFactor {
 public:
  static constexpr PartInfo kInfo{
      "gang_shang_pao_factor", 1, "杠上炮：胡的是付家杠后打出的牌时",
      "applies where the win is off the discard right after a gang of the payer"};
  explicit GangShangPaoFactor(Params& params) : FactFactor(params, "on_gang_discard") {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"gang_shang_pao", "杠上炮", "discard after a gang"};
    return kLabel;
  }
};

class GangShangKaiHuaFactor final : public FactFactor {
 public:
  static constexpr PartInfo kInfo{
      "gang_shang_kai_hua_factor", 1, "杠上开花：用杠后补的牌自摸时",
      "applies where the win is a self-draw with the replacement of a gang"};
  explicit GangShangKaiHuaFactor(Params& params) : FactFactor(params, "on_own_replacement") {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"gang_shang_kai_hua", "杠上开花",
                                   "win on the gang's replacement"};
    return kLabel;
  }
};

class QiangBuGangHuFactor final : public FactFactor {
 public:
  static constexpr PartInfo kInfo{"qiang_bu_gang_hu_factor", 1, "抢补杠胡时",
                                  "applies where the win robs a bu_gang"};
  explicit QiangBuGangHuFactor(Params& params) : FactFactor(params, "robbed") {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"qiang_bu_gang_hu", "抢补杠", "robbing a gang"};
    return kLabel;
  }
};

// An amount if the hand matches a pattern. Example: 64 for 十八罗汉 and 4 for 清一色 in slot A give
// the 261 of MC01.
class PatternFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"pattern_factor", 2, "胡的牌符合所给的牌型时",
                                  "applies where the winning hand is of the pattern"};
  explicit PatternFactor(Params& params)
      : board_(params),
        win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
        name_(params.Text("name", "",
                          {"名称，不可重名", "what to call it; no two of a formula alike"})),
        pattern_(params.Part<FanPattern>("pattern", {"牌型", "the pattern"}, "standard_win")),
        each_(EachOf(params)) {
    if (pattern_ != nullptr)
      RefuseReadingPattern(params, *pattern_, "pattern", params.WhereOf("pattern"));
  }
  std::string Name() const override { return "pattern " + name_; }
  const Reason& What() const override { return label_; }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat) const override {
    const Board& board = board_(records);
    if (pattern_->Count(ShapeOf(*win_, records, board, win, TilesOf(board, win))) == 0)
      return std::nullopt;
    return each_;
  }

 private:
  table::BoardSlot board_;
  const logic::WinRule* win_;
  std::string name_;
  Reason label_{name_, name_, name_};
  const FanPattern* pattern_;
  int each_;
};

// Another factor, where certain rows of the fan table count. Example: 半铳 of small hands alone.
class RowsFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"rows_factor", 1,
                                  "番表计了 rows 之一而没有 without 时，用 factor",
                                  "another factor, where one of `rows` counts in the fan table and "
                                  "none of `without`"};
  explicit RowsFactor(Params& params)
      : judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})),
        factor_(params.Part<PairFactor>("factor", {"哪个因子", "the factor"}, "zhuang_factor")),
        rows_(RowNamesOf(params, "rows", {"哪些番种，不写则任何一种", "which rows; empty = any"},
                         judge_)),
        without_(RowNamesOf(params, "without",
                            {"计了这些番种就不用", "not where one of these rows counts"}, judge_)) {
    if (rows_.empty() && without_.empty() && !params.describing())
      params.Fault("rows: or without: is needed; a factor for every hand stands by itself");
  }
  std::string Name() const override {
    std::string name = (factor_ == nullptr ? "" : factor_->Name()) + " of";
    for (const std::string& row : rows_) name += " " + row;
    for (const std::string& row : without_) name += " -" + row;
    return name;
  }
  int Per() const override { return factor_ == nullptr ? 1 : factor_->Per(); }
  const Reason& What() const override { return factor_->What(); }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    Verdict verdict;
    judge_->Evaluate(records, win, verdict);
    if (!rows_.empty() && !Counts(verdict, rows_)) return std::nullopt;
    if (Counts(verdict, without_)) return std::nullopt;
    return factor_->Value(records, win, payer);
  }

 private:
  bool Counts(const Verdict& verdict, const std::vector<std::string>& rows) const {
    return std::ranges::any_of(verdict.Lines(), [&](const FanLine& line) {
      return std::ranges::find(rows, judge_->Rows()[line.row].id) != rows.end();
    });
  }

  const Judge* judge_;
  const PairFactor* factor_;
  std::vector<std::string> rows_, without_;
};

}  // namespace

std::vector<const PairFactor*> TimesOf(Params& params) {
  return params.Parts<PairFactor>(
      "times", {"再乘这些因子，收的一家当作胡家",
                "multiplied by these factors, with the payee as the winner", /*added=*/true});
}

std::int64_t ProductOf(const std::vector<const PairFactor*>& factors, const Records& records,
                       Seat payee, Seat payer) {
  std::int64_t product = 1;
  for (const PairFactor* factor : factors)
    product *=
        factor->Value(records, {.seat = payee, .payer = payer, .by = WinBy::kSelfDraw}, payer)
            .value_or(1);
  return product;
}

int EachOf(Params& params) {
  return params.Int("each", 1, 0, 10000, {"每一个值多少", "what each is worth"});
}

void RegisterPairFactors(Registry& registry) {
  registry.Add<PayerShareFactor>();
  registry.Add<ClosedPayerFactor>();
  registry.Add<FixedFactor>();
  registry.Add<SumFactor>();
  registry.Add<ZhuangFactor>();
  registry.Add<DianGangFactor>();
  registry.Add<BuGangFactor>();
  registry.Add<AnGangFactor>();
  registry.Add<MeldsFactor>();
  registry.Add<HuaFactor>();
  registry.Add<GuoHuFactor>();
  registry.Add<GangShangPaoFactor>();
  registry.Add<GangShangKaiHuaFactor>();
  registry.Add<QiangBuGangHuFactor>();
  registry.Add<PatternFactor>();
  registry.Add<RowsFactor>();
}

}  // namespace mlf::score
