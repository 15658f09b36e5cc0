// gang_points (刮风下雨, rules/xueliu.md#gang-points): runs in the settle hook of a gang, after its
// meld is laid. The entries may be refunded or transferred later. With `ready` a gang pays only if
// the seat is ready with it, before the replacement (rules/xueliu.md#options).
#include <mlf/components/pair_factor.h>
#include <mlf/components/ready_check.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

namespace mlf::score {

void ScoreNotes::Check(const Validation& check) const {
  check.Require(((last_gang_paid | pigs) & ~check.Seats()) == 0,
                "only seats are paid for gangs or are flower pigs");
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

using table::Board;
using table::Meld;
using table::SeatBoard;
using table::Tile;

class GangPoints final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"gang_points", 1, "刮风下雨：一开杠就收分",
                                  "pays for a gang as soon as it is laid"};

  explicit GangPoints(Params& params)
      : table_(params),
        settlement_(params),
        notes_(params.Slot<ScoreNotes>()),
        reasons_(params),
        each_(params.Int("each", 1, 0, 1000, {"每家付多少", "what each payer pays"})),
        payers_(params.Enum("payers", kOthers, {"source", "others"},
                            {"由放杠者付，或由其余各家付",
                             "paid by the seat whose discard it was, or by all others"})),
        only_if_just_drawn_(params.Bool(
            "only_if_just_drawn", false,
            {"补杠的牌须是刚摸到的才收分", "paid only when the tile added was drawn this turn"})),
        times_(TimesOf(params)),
        wild_(params.Int("wild_gang", kAsOthers, kAsOthers, 1000,
                         {"四张赖子的杠每家付多少；-1 为同 each",
                          "what each payer pays for a gang of wildcards; -1 = as each",
                          /*added=*/true})),
        ready_(params.Bool("ready", false,
                           {"杠后有叫才收分（补牌之前）",
                            "paid only if the seat is ready with the gang, before its replacement",
                            /*added=*/true})) {
    if (wild_ != kAsOthers || params.describing())
      wilds_ = params.PartIfAny<logic::Wilds>(
          "wilds", {"赖子，wild_gang 要用", "which tiles are wild, for wild_gang", /*added=*/true});
    if (ready_ || params.describing())
      ready_check_ = params.PartIfAny<ReadyCheck>(
          "ready_check", {"查叫，ready 要用", "who is ready, for ready", /*added=*/true});
    if (ready_ && ready_check_ == nullptr)
      params.Fault("ready: needs a shared part \"ready_check\"", params.WhereOf("ready"));
    params.NeedsHere(logic::kGangLaid);
    params.Brings(logic::kGangPaid);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const SeatBoard& own = board.seats[step.seat];
    const Meld& gang = GangOf(step, board, own);
    const SeatMask payers = payers_ == kSource
                                ? SourceOf(board, gang)
                                : static_cast<SeatMask>(board.InHandMask() & ~MaskOf(step.seat));
    const bool due = (!only_if_just_drawn_ || JustDrawn(own)) &&
                     (!ready_ || ready_check_->IsReady(step.records, step.seat));
    const std::int32_t each = due ? Each(step.records, gang) : 0;
    Due owed = settlement_.Owed(step.seat, payers, each, reasons_.Of(gang.kind), /*undoable=*/true);
    if (!times_.empty()) {
      ForEachSeat(payers, [&](Seat payer) {
        owed.points[payer] =
            settlement_.Points(each * ProductOf(times_, step.records, step.seat, payer));
      });
    }
    const bool paid = settlement_.Pay(step, owed) > 0;
    ScoreNotes& notes = notes_(step.records);
    notes.last_gang_paid = static_cast<SeatMask>(paid ? notes.last_gang_paid | MaskOf(step.seat)
                                                      : notes.last_gang_paid & ~MaskOf(step.seat));
  }

 private:
  enum Payers { kSource, kOthers };
  static constexpr int kAsOthers = -1;

  std::int32_t Each(const Records& records, const Meld& gang) const {
    const bool wild = wild_ != kAsOthers && wilds_ != nullptr &&
                      (wilds_->WildsOf(records) & MaskOf(gang.tile)) != 0;
    return wild ? wild_ : each_;
  }

  // The gang just laid. The action names its tile. A system step (bu_gang_done) names none, but the
  // tile is still in question.
  static const Meld& GangOf(const Step& step, const Board& board, const SeatBoard& own) {
    const Tile tile = step.action.count > 0 ? step.action.pieces[0] : board.turn.focus_tile;
    const Meld* found = nullptr;
    for (const Meld& meld : own.Melds()) {
      if (table::IsGang(meld.kind) && (found == nullptr || found->tile != tile)) found = &meld;
    }
    MLF_CHECK(found != nullptr, "the seat that gets gang points has no such gang");
    return *found;
  }

  static SeatMask SourceOf(const Board& board, const Meld& gang) {
    return board.InHand(gang.from) ? MaskOf(gang.from) : SeatMask{0};
  }

  // Whether the tile drawn this turn is part of the gang; otherwise it is still in the hand.
  static bool JustDrawn(const SeatBoard& own) {
    return own.drawn == table::kNoTile || own.hand[own.drawn] == 0;
  }

  table::TableSlots table_;
  Settlement settlement_;
  Slot<ScoreNotes> notes_;
  GangReasons reasons_;
  int each_;
  Payers payers_;
  bool only_if_just_drawn_;
  std::vector<const PairFactor*> times_;
  int wild_;
  const logic::Wilds* wilds_ = nullptr;
  bool ready_;
  const ReadyCheck* ready_check_ = nullptr;
};

}  // namespace

void RegisterGangPoints(Registry& registry) { registry.Add<GangPoints>(); }

}  // namespace mlf::score
