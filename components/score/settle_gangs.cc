// settle_gangs (rules/common.md#gangs, `gang_settle=at_end`): at the end of a hand, drawn or won,
// every gang on the table is paid. A robbed gang has no meld and does not count.
//
//   settle_gangs: {ming_gang: 1, bu_gang: 1, an_gang: 2, factors: laid_wilds_gang_factor}
//   settle_gangs: {an_gang: 1, bu_gang_from: source, added: [zhuang_factor, jia_piao_factor]}
//
// `added` are factors of the settlement formula, with the owner of the gang as the winner: what
// they come to for the owner and a payer is added before `factors` multiply. The factors of `times`
// multiply for the owner and a payer.
//
// With `times_base_bet: off` the figures are points; otherwise they are units of the base bet.
// The source of a discard pays its gang; the other gangs are paid by all others. 朝天 (three tiles)
// counts as an_gang if concealed and as ming_gang if from a discard.
#include <mlf/components/cells.h>
#include <mlf/components/gang_factor.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/ready_check.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <algorithm>

namespace mlf::score {

namespace {

using table::Meld;
using table::MeldKind;

class SettleGangs final : public ScoreEffect, public logic::CellUser {
 public:
  static constexpr PartInfo kInfo{"settle_gangs", 1, "局终一起算各家的杠",
                                  "pays for all gangs on the table, at the end of the hand"};

  explicit SettleGangs(Params& params)
      : table_(params),
        settlement_(params),
        reasons_(params),
        chao_tian_(params.Number(table::kLedgerReasons, kChaoTianPoints)),
        ming_(params.Int("ming_gang", 1, 0, 1000,
                         {"明杠，放杠者付", "a ming_gang, from its source"})),
        bu_(params.Int("bu_gang", 1, 0, 1000,
                       {"补杠，其余各家付", "a bu_gang, from each other seat"})),
        an_(params.Int("an_gang", 2, 0, 1000,
                       {"暗杠，其余各家付", "an an_gang, from each other seat"})),
        factors_(
            params.Parts<GangFactor>("factors", {"杠分所乘的因子", "factors of a gang's points"})),
        times_base_bet_(params.Bool("times_base_bet", true,
                                    {"杠分乘底分", "gangs are multiplied by the base bet",
                                     /*added=*/true})),
        bu_from_(params.Enum("bu_gang_from", BuGangFrom::kOthers, {"others", "source"},
                             {"补杠由谁付：其余各家 / 供碰的一家",
                              "who pays a bu_gang: each other seat, or the seat whose discard was "
                              "taken for its peng",
                              /*added=*/true})),
        added_(params.Parts<PairFactor>(
            "added", {"每副杠另加的数，以杠主为胡家的结算因子",
                      "added to each gang: factors of the settlement formula, with its owner as "
                      "the winner",
                      /*added=*/true})),
        ming_from_(params.Enum("ming_gang_from", MingGangFrom::kSource, {"source", "others"},
                               {"明杠由谁付：放杠者 / 其余各家",
                                "who pays a ming_gang: its source, or each other seat",
                                /*added=*/true})),
        times_(TimesOf(params)),
        wild_(params.Int("wild_gang", kAsOthers, kAsOthers, 1000,
                         {"四张赖子的暗杠，其余各家付；-1 为同暗杠",
                          "an an_gang of wildcards, from each other seat; -1 = as an_gang",
                          /*added=*/true})),
        of_(params.Enum("of", Of::kAll, {"all", "winners", "ready"},
                        {"谁的杠算：各家的，只有胡家的，或胡家和有叫的各家的",
                         "whose gangs are paid: all, those of winners, or those of winners and "
                         "ready seats",
                         /*added=*/true})),
        unless_(params.PartIfAny<logic::Cell>(
            "unless", {"这一格已写的一家，他的杠不算（烧豆）",
                       "the gangs of a seat whose cell is set are not paid", /*added=*/true})) {
    if (wild_ != kAsOthers || params.describing())
      wilds_ = params.PartIfAny<logic::Wilds>(
          "wilds", {"赖子，wild_gang 要用", "which tiles are wild, for wild_gang", /*added=*/true});
    if (of_ == Of::kReady || params.describing())
      ready_ = params.PartIfAny<ReadyCheck>(
          "ready_check", {"查叫，of: ready 要用", "who is ready, for of: ready", /*added=*/true});
    if (of_ == Of::kReady && ready_ == nullptr)
      params.Fault("of: ready needs a shared part \"ready_check\"", params.WhereOf("of"));
    if (unless_ != nullptr && unless_->of() != logic::Cell::Of::kSeat)
      params.Fault("the cell \"" + unless_->name() +
                   "\" has no value for each seat; declare it with of: seat");
  }

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    std::array<Due, std::size_t{table::kMaxPlayers} * table::kMaxMelds> dues;
    static_assert(dues.size() <= Settlement::kMostDues);
    std::size_t count = 0;
    for (Seat owner = 0; owner < board.seat_count; ++owner) {
      const table::SeatBoard& own = board.seats[owner];
      if (!IsPaid(step.records, owner, own.Is(table::kHasWon))) continue;
      for (int i = 0; i < own.meld_count; ++i) {
        if (table::IsGang(own.melds[static_cast<std::size_t>(i)].kind))
          dues[count++] = DueFor(step.records, board, owner, i);
      }
    }
    settlement_.Pay(step, std::span(dues).first(count));
  }
  std::vector<logic::CellUse> CellUses() const override {
    if (unless_ == nullptr) return {};
    return {{.cell = unless_}};
  }

 private:
  static constexpr int kAsOthers = -1;
  enum class Of : std::uint8_t { kAll, kWinners, kReady };

  bool IsPaid(const Records& records, Seat owner, bool won) const {
    if (unless_ != nullptr && unless_->IsSet(records, unless_->PlaceOf(owner, kNoSeat)))
      return false;
    return of_ == Of::kAll || won || (of_ == Of::kReady && ready_->IsReady(records, owner));
  }
  enum class BuGangFrom : std::uint8_t { kOthers, kSource };
  enum class MingGangFrom : std::uint8_t { kSource, kOthers };

  static bool OffDiscard(const Meld& gang, Seat owner) {
    return gang.kind == MeldKind::kMingGang ||
           (gang.kind == MeldKind::kChaoTian && gang.from != owner);
  }

  bool SourcePays(const Meld& gang, Seat owner) const {
    return (OffDiscard(gang, owner) && ming_from_ == MingGangFrom::kSource) ||
           (gang.kind == MeldKind::kBuGang && bu_from_ == BuGangFrom::kSource);
  }

  int Each(const Records& records, const Meld& gang, Seat owner) const {
    if (OffDiscard(gang, owner)) return ming_;
    if (wild_ != kAsOthers && gang.kind == MeldKind::kAnGang && wilds_ != nullptr &&
        (wilds_->WildsOf(records) & MaskOf(gang.tile)) != 0)
      return wild_;
    return gang.kind == MeldKind::kBuGang ? bu_ : an_;
  }

  Due DueFor(const Records& records, const table::Board& board, Seat owner, int index) const {
    const Meld& gang = board.seats[owner].melds[static_cast<std::size_t>(index)];
    const SeatMask payers =
        SourcePays(gang, owner)
            ? MaskOf(gang.from)
            : static_cast<SeatMask>(((1u << board.seat_count) - 1) & ~unsigned{MaskOf(owner)});
    Due due{.payee = owner,
            .reason = gang.kind == MeldKind::kChaoTian ? chao_tian_ : reasons_.Of(gang.kind),
            .undoable = false,
            .points = {}};
    ForEachSeat(payers, [&](Seat payer) {
      std::int64_t units = Each(records, gang, owner);
      for (const PairFactor* term : added_)
        units += term->Value(records, {.seat = owner, .payer = payer}, payer).value_or(0);
      for (const GangFactor* factor : factors_)
        units *= factor->Value(records, owner, index, payer);
      units *= ProductOf(times_, records, owner, payer);
      due.points[payer] =
          times_base_bet_ ? settlement_.Points(units) : Settlement::PlainPoints(units);
    });
    return due;
  }

  table::TableSlots table_;
  Settlement settlement_;
  GangReasons reasons_;
  std::uint8_t chao_tian_;
  int ming_;
  int bu_;
  int an_;
  std::vector<const GangFactor*> factors_;
  bool times_base_bet_;
  BuGangFrom bu_from_;
  std::vector<const PairFactor*> added_;
  MingGangFrom ming_from_;
  std::vector<const PairFactor*> times_;
  int wild_;
  const logic::Wilds* wilds_ = nullptr;
  Of of_;
  const logic::Cell* unless_;
  const ReadyCheck* ready_ = nullptr;
};

}  // namespace

void RegisterSettleGangs(Registry& registry) { registry.Add<SettleGangs>(); }

}  // namespace mlf::score
