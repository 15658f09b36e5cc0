// What a cell is worth: cell_counts for fan rows, cell_factor for settlements, cell_liability for
// the payer.
//
//   rows: [{id: lian, kind: event, fan: 2, fact: {cell_counts: {cell: chain, each: on}}}]
//   formula: {payment: {D: {cell_factor: {cell: chain, power: 2}}, C: {cell_factor: {cell: stake,
//   of: both}}}} liability: {cell_liability: {cell: fed, least: 3, either_way: on}}
#include <mlf/components/cells.h>
#include <mlf/components/hand_shape.h>
#include <mlf/components/liability.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include "flow/base/words.h"

#include <algorithm>
#include <array>

namespace mlf::score {

namespace {

using logic::Cell;
using logic::CellBounds;
using logic::CellUse;
using logic::CellUser;

enum class Party : std::uint8_t { kWinner, kPayer, kBoth, kDealer };

// A cell seen from a winner and a payer.
class WinCell {
 public:
  explicit WinCell(Params& params)
      : board_(params), cell_(params.Part<Cell>("cell", {"哪一格", "the cell"})) {
    of_ = params.Enum("of", Party::kWinner, {"winner", "payer", "both", "dealer"},
                      {"胡家的、付家的、两家之和，或庄家的",
                       "of the winner, of the payer, the sum of both, or of the dealer"});
    if (cell_ == nullptr) return;
    if (cell_->holds() != Cell::Holds::kCount && cell_->holds() != Cell::Holds::kFlag &&
        cell_->holds() != Cell::Holds::kSeat)
      params.Fault("the cell " + Quoted(cell_->name()) +
                   " holds tiles, which are worth nothing; name a count, a flag "
                   "or a seat");
  }
  const Cell* cell() const { return cell_; }
  const table::Board& board(const Records& records) const { return board_(records); }

  // A seat counts as 1 where it is the winner or payer asked for.
  int Of(const Records& records, Seat winner, Seat payer, int unset = 0) const {
    const auto one = [&](Seat seat, Seat other) {
      if (seat < 0 || (cell_->of() == Cell::Of::kPair && other < 0)) return 0;
      const int value = cell_->Get(records, cell_->PlaceOf(seat, other));
      if (cell_->holds() == Cell::Holds::kSeat) return value == seat + 1 ? 1 : 0;
      return value == 0 ? unset : value;
    };
    if (cell_->of() == Cell::Of::kTable && cell_->holds() != Cell::Holds::kSeat) {
      const int value = cell_->Get(records, 0);
      return value == 0 ? unset : value;
    }
    if (of_ == Party::kDealer) return one(board_(records).dealer, winner);
    return (of_ != Party::kPayer ? one(winner, payer) : 0) +
           (of_ != Party::kWinner ? one(payer, winner) : 0);
  }

 private:
  table::BoardSlot board_;
  const Cell* cell_;
  Party of_ = Party::kWinner;
};

class CellCounts final : public WinFact, public CellUser {
 public:
  static constexpr PartInfo kInfo{
      "cell_counts", 1, "记忆：这一格已写或在给定范围内；each 为每个计一次",
      "memory: the cell is set or lies between bounds; each: counts so often"};
  explicit CellCounts(Params& params)
      : cell_(params),
        bounds_(params, nullptr),
        each_(params.Bool("each", false, {"每个计一次", "counts once for each", true})),
        wilds_(params.Bool(
            "with_wilds", false,
            {"再加上胡牌时手里的赖子", "the wildcards of the winning hand count too", true})),
        win_(params.PartIfAny<logic::WinRule>(
            "win", {"胡牌规则，with_wilds 要用", "the win rule, for with_wilds"})),
        dealer_(params.Bool("dealer_only", false,
                            {"只在胡家是庄家时", "only where the winner deals", /*added=*/true})) {
    if (cell_.cell() != nullptr && cell_.cell()->of() == Cell::Of::kPair)
      params.Needs({&logic::kWinOnDiscard, &logic::kWinByRobbing});
    if (wilds_ && !params.describing() && (win_ == nullptr || win_->wilds() == nullptr))
      params.Fault("with_wilds: this variant has no wildcards; take it out");
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    return Times(records, win) > 0;
  }
  int Times(const Records& records, const WinCase& win) const override {
    if (dealer_ && win.seat != cell_.board(records).dealer) return 0;
    int value = cell_.Of(records, win.seat, win.payer);
    if (wilds_) {
      int wild = 0;
      win_->Natural(records, TilesOf(cell_.board(records), win), wild);
      value += wild;
    }
    if (!bounds_.Hold(value)) return 0;
    return each_ ? value : 1;
  }
  bool FromCase() const override { return true; }
  // A fact given by name sets its flag.
  Shown Stage(const WinCase&, WinStage& stage) const override {
    if (cell_.cell()->holds() != Cell::Holds::kFlag) return Shown::kByCase;
    stage.state.Set(cell_.cell()->name(), mlf::Value(true));
    return Shown::kByTable;
  }
  std::vector<CellUse> CellUses() const override {
    return {{.cell = cell_.cell(), .least_wanted = wilds_ ? 0 : bounds_.least()}};
  }

 private:
  WinCell cell_;
  CellBounds bounds_;
  bool each_, wilds_;
  const logic::WinRule* win_;
  bool dealer_;
};

class CellFactor final : public PairFactor, public CellUser {
 public:
  static constexpr PartInfo kInfo{
      "cell_factor", 1, "记忆：这一格的值，乘 each，或几的几次方，或查表",
      "memory: the value of the cell times each, as a power, or from a table"};
  explicit CellFactor(Params& params)
      : cell_(params),
        each_(EachOf(params)),
        power_(params.Int("power", 0, 0, 16,
                          {"几的几次方，0 为不用", "the base of a power; 0 = none"})) {
    const mlf::Value& values =
        params.Raw("values", {"从零起各值多少：[2, 4, 8]，更大的取最后一个",
                              "what 0 is worth, 1, and so on: [2, 4, 8]; the last stands for "
                              "more"});
    for (const mlf::Value& item : values.items()) {
      const auto number = item.AsInt();
      if (!number || *number < 0 || *number > kMost)
        params.Fault("values: numbers in 0.." + std::to_string(kMost) + " are needed, not " +
                         item.Canonical(),
                     item.where());
      values_.push_back(static_cast<std::int32_t>(number.value_or(0)));
    }
    dealer_ = params.Bool("dealer_only", false,
                          {"只在胡家或付家是庄家时", "only where the winner or the payer deals"});
    plus_ = params.Int("plus", 0, 0, 254, {"先加几", "added to the cell first", /*added=*/true});
    static constexpr std::string_view kWords[] = {"none"};
    self_draw_ = params.IntOrWord(
        "self_draw", "none", 0, 10000, kWords,
        {"自摸时每个值几，none 为同 each", "what each is worth in a self-draw; none = as each",
         /*added=*/true});
    unset_ = params.Int("unset", 0, 0, 254,
                        {"没写时当作几", "what counts where the cell is not set", /*added=*/true});
    if (power_ > 0 && !values_.empty())
      params.Fault("power: and values: exclude each other; leave one of the two",
                   params.WhereOf("values"));
    if (cell_.cell() != nullptr) {
      name_ = cell_.cell()->name();
      const auto label = cell_.cell()->Label();
      label_ = Reason{name_, label.zh, label.en};
    }
  }
  std::string Name() const override { return "cell " + name_; }
  const Reason& What() const override { return label_; }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const Seat dealer = cell_.board(records).dealer;
    if (dealer_ && win.seat != dealer && payer != dealer) return std::nullopt;
    const int value = cell_.Of(records, win.seat, payer, unset_) + plus_;
    if (!values_.empty()) return values_[static_cast<std::size_t>(std::min<int>(value, Last()))];
    if (value == 0) return std::nullopt;
    if (power_ == 0)
      return value * (win.by == WinBy::kSelfDraw && self_draw_ >= 0 ? self_draw_ : each_);
    std::int32_t product = 1;
    for (int i = 0; i < value && product < kMost; ++i) product *= power_;
    return product;
  }
  std::vector<CellUse> CellUses() const override { return {{.cell = cell_.cell()}}; }

 private:
  static constexpr int kMost = 1'000'000;
  int Last() const { return static_cast<int>(values_.size()) - 1; }

  WinCell cell_;
  int each_, power_, plus_ = 0, self_draw_ = -1;
  std::vector<std::int32_t> values_;
  bool dealer_ = false;
  int unset_ = 0;
  std::string name_;
  Reason label_{"memory", "记忆", "memory"};
};

// Three claims of one seat's discards, for example.
class CellLiability final : public Liability, public CellUser {
 public:
  static constexpr PartInfo kInfo{
      "cell_liability", 1, "记忆：这一格到了 least 的那家包赔各家",
      "memory: the seat whose cell reaches `least` pays what all payers owe"};
  explicit CellLiability(Params& params)
      : board_(params),
        cell_(params.Part<Cell>("cell", {"哪一格", "the cell"})),
        least_(params.Int("least", 1, 1, 254, {"至少几", "at least"})),
        either_way_(params.Bool("either_way", false,
                                {"两家的格子，反过来也算",
                                 "of a cell of pairs: the other way "
                                 "round too"})) {
    if (cell_ == nullptr) return;
    if (cell_->of() == Cell::Of::kTable && cell_->holds() != Cell::Holds::kSeat)
      params.Fault("the cell " + Quoted(cell_->name()) +
                   " names no seat; a liability needs a cell of: pair, of: seat, "
                   "or one that holds a seat");
    if (either_way_ && cell_->of() != Cell::Of::kPair)
      params.Fault("either_way: the cell " + Quoted(cell_->name()) +
                   " is not of pairs; take either_way: out");
  }
  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict&) const override {
    const int seats = board_(records).seat_count;
    if (cell_->holds() == Cell::Holds::kSeat) {
      const int seat = cell_->Get(records, cell_->PlaceOf(win.seat, 0)) - 1;
      if (seat < 0 || seat == win.seat) return std::nullopt;
      return Liable{.seat = static_cast<Seat>(seat), .whole = true};
    }
    for (int step = 1; step < seats; ++step) {
      const auto seat = static_cast<Seat>((win.seat + step) % seats);
      const auto reaches = [&](Seat of, Seat with) {
        return cell_->Get(records, cell_->PlaceOf(of, with)) >= least_;
      };
      const bool liable = cell_->of() == Cell::Of::kSeat
                              ? reaches(seat, 0)
                              : reaches(win.seat, seat) || (either_way_ && reaches(seat, win.seat));
      if (liable && board_(records).InHand(seat)) return Liable{.seat = seat, .whole = true};
    }
    return std::nullopt;
  }
  void NoteMeld(Records&, Seat) const override {}
  std::vector<CellUse> CellUses() const override {
    return {{.cell = cell_, .least_wanted = cell_->holds() == Cell::Holds::kCount ? least_ : 0}};
  }

 private:
  table::BoardSlot board_;
  const Cell* cell_;
  int least_;
  bool either_way_;
};

}  // namespace

void RegisterCellFacts(Registry& registry) {
  registry.Add<CellCounts>();
  registry.Add<CellFactor>();
  registry.Add<CellLiability>();
}

}  // namespace mlf::score
