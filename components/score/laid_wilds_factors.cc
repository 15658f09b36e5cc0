// Ganged wildcards (赖子杠) as factors: of the payment for a win, and of the gang points at the end
// of the hand (rules/yilaidaodi.md#scope).
//
// A gang may count only the wildcards ganged before it. So note_laid_wilds records, when a gang is
// laid, how many each seat had by then.
#include <mlf/components/gang_factor.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

#include <array>
#include <numeric>

namespace mlf::score {

namespace {

using table::kMaxMelds;

constexpr int kMostLaid = 4;
using LaidBySeat = table::PerSeat<std::uint8_t>;

struct LaidAtGangs {
  static constexpr std::string_view kSlot = "laid_at_gangs";
  static constexpr Scope kScope = Scope::kHand;
  table::PerSeat<std::array<LaidBySeat, kMaxMelds>> at{};  // by owner and meld index

  void Check(const Validation& check) const {
    for (const auto& of_owner : at) {
      for (const LaidBySeat& laid : of_owner) {
        check.RequireSeatsOnly(laid, "only seats gang wildcards");
        check.Require(std::accumulate(laid.begin(), laid.end(), 0) <= kMostLaid,
                      "the ganged wildcards are at most the wildcards in play");
      }
    }
    check.RequireSeatsOnly(at, "only seats lay gangs");
  }
};

LaidBySeat LaidNow(const logic::Wilds& wilds, const Records& records, int seats) {
  LaidBySeat laid{};
  for (Seat seat = 0; seat < seats; ++seat)
    laid[seat] = static_cast<std::uint8_t>(wilds.Laid(records, seat));
  return laid;
}

constexpr Doc kWildsDoc{"赖子", "which tile is wild"};

// For the gang that the seat in turn has just laid. Runs in the settle hook of gangs. bu_gang_done
// is a system step, whose seat is the actor too.
class NoteLaidWilds final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "note_laid_wilds", 1, "开杠时记下各家已杠的赖子数，局终算杠分时用",
      "notes how many wildcards were ganged when a gang was laid, for its points at the end"};
  explicit NoteLaidWilds(Params& params)
      : table_(params),
        notes_(params.Slot<LaidAtGangs>()),
        wilds_(params.Part<logic::Wilds>("wilds", kWildsDoc)),
        seats_(params.seats()) {
    params.NeedsHere(logic::kGangLaid);
    params.Needs(logic::kWildGanged);
  }

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    const Seat owner = step.seat;
    const table::SeatBoard& own = board.seats[owner];
    const Tile tile = step.action.count > 0 ? step.action.pieces[0] : board.turn.focus_tile;
    for (int i = 0; i < own.meld_count; ++i) {
      const table::Meld& meld = own.melds[static_cast<std::size_t>(i)];
      if (!table::IsGang(meld.kind) || meld.tile != tile) continue;
      notes_(step.records).at[owner][static_cast<std::size_t>(i)] =
          LaidNow(*wilds_, step.records, seats_);
    }
  }

 private:
  table::TableSlots table_;
  Slot<LaidAtGangs> notes_;
  const logic::Wilds* wilds_;
  int seats_;
};

// A factor 2 for each wildcard ganged by the owner, by owner and payer, or by any seat.
class LaidWildsGangFactor final : public GangFactor {
 public:
  static constexpr PartInfo kInfo{"laid_wilds_gang_factor", 1, "每杠下一张赖子，杠分翻一倍",
                                  "a gang's points double for each wildcard ganged"};
  enum class Scope : std::uint8_t { kOwner, kBothSides, kTable };
  enum class At : std::uint8_t { kGangTime, kHandEnd };

  explicit LaidWildsGangFactor(Params& params)
      : notes_(params.Slot<LaidAtGangs>()),
        wilds_(params.Part<logic::Wilds>("wilds", kWildsDoc)),
        scope_(params.Enum(
            "scope", Scope::kOwner, {"owner", "both_sides", "table"},
            {"谁的赖子：杠主 / 双方 / 全桌", "whose: the owner's, both sides', everybody's"})),
        at_(params.Enum(
            "at", At::kGangTime, {"gang_time", "hand_end"},
            {"何时的张数：开杠时 / 局终", "counted when the gang was laid, or at the end"})),
        seats_(params.seats()) {
    params.Needs(logic::kWildGanged);
  }

  std::int32_t Value(const Records& records, Seat owner, int index, Seat payer) const override {
    const LaidBySeat laid = at_ == At::kGangTime
                                ? notes_(records).at[owner][static_cast<std::size_t>(index)]
                                : LaidNow(*wilds_, records, seats_);
    int count = laid[owner];
    if (scope_ == Scope::kBothSides) count += laid[payer];
    if (scope_ == Scope::kTable) {
      count = 0;
      for (const std::uint8_t of_seat : laid) count += of_seat;
    }
    return std::int32_t{1} << count;
  }

 private:
  Slot<LaidAtGangs> notes_;
  const logic::Wilds* wilds_;
  Scope scope_;
  At at_;
  int seats_;
};

// What the payer's own ganged wildcards contribute to its payment: an amount each, or a factor
// each.
class PayerLaidWildsFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"payer_laid_wilds_factor", 1, "付家每杠下一张赖子",
                                  "for each wildcard that the payer has ganged"};
  explicit PayerLaidWildsFactor(Params& params)
      : wilds_(params.Part<logic::Wilds>("wilds", kWildsDoc)),
        each_(params.Int("each", 2, 1, 100, {"每张的数值", "what each is worth"})),
        multiply_(params.Bool("multiply", false,
                              {"各张相乘而非相加", "each is a factor, not a summand"})) {
    params.Needs(logic::kWildGanged);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"payer_laid_wilds", "付家杠的赖子",
                                   "the payer's ganged wildcards"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase&,
                                    Seat payer) const override {
    const int laid = wilds_->Laid(records, payer);
    if (laid == 0) return std::nullopt;
    if (!multiply_) return each_ * laid;
    std::int32_t product = 1;
    for (int i = 0; i < laid; ++i) product *= each_;
    return product;
  }

 private:
  const logic::Wilds* wilds_;
  int each_;
  bool multiply_;
};

}  // namespace

void RegisterLaidWildsFactors(Registry& registry) {
  registry.Add<NoteLaidWilds>();
  registry.Add<LaidWildsGangFactor>();
  registry.Add<PayerLaidWildsFactor>();
}

}  // namespace mlf::score
