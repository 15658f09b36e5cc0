// flower_pigs (查花猪, rules/xueliu.md#pigs, rules/xuezhan.md#pigs): at the end of a hand a pig
// pays every seat that is not one. To a ready seat that has not won, it also pays that seat's best
// value. The pigs are noted for da_jiao and refund_gangs, which run later. With
// `passive: not_ready` a seat that has discarded void-suit tiles alone is no pig (被动花猪): it
// has had no chance to be rid of them, and the later settlements see a hand that is not ready.
#include <mlf/components/ready_check.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/void_suits.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <span>

namespace mlf::score {

namespace {

using table::Board;
using table::SeatBoard;

class FlowerPigs final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "flower_pigs", 2, "查花猪：流局时手里还有缺门的牌的一家，赔其余各家",
      "at the end of a drawn hand, a seat that still holds its void suit pays the others"};

  explicit FlowerPigs(Params& params)
      : table_(params),
        settlement_(params),
        voids_(params.Slot<logic::VoidSuits>()),
        notes_(params.Slot<ScoreNotes>()),
        ready_(params.Part<ReadyCheck>("ready_check", {"查叫", "who is ready at the end"})) {
    static constexpr std::string_view kEachWords[] = {"cap_or_64", "dajiao_only"};
    static constexpr std::string_view kCapWords[] = {"none"};
    constexpr int kCapOr64 = -1, kDaJiaoOnly = -2;
    const int each =
        params.IntOrWord("each", "16", 0, 1000, kEachWords,
                         {"赔每家多少：数目；封顶值（不封顶为 64）；只赔大叫",
                          "what it pays each: a number; the cap value (64 without a cap); "
                          "nothing but ready values"});
    const int cap = params.IntOrWord("cap", "none", 1, 20, kCapWords, {"封顶番数", "cap in fan"});
    const bool plus = params.Bool(
        "plus_ready_value", true,
        {"对听牌而未胡的一家加赔大叫", "a ready seat that has not won gets its best value too"});
    definition_ = params.Enum(
        "definition", kVoidSuit, {"void_suit", "three_suits"},
        {"手有缺门的牌，或三门齐全", "holds void-suit tiles, or tiles of all three suits"});
    to_winners_ = params.Bool("to_winners", false,
                              {"也赔给已胡离局的各家", "also pays seats that have won and left"});
    passive_ = params.Enum("passive", Passive::kPig, {"pig", "not_ready"},
                           {"被动花猪（打过的全是缺门的牌）：也算花猪，或只算没有听牌",
                            "a pig that has discarded void-suit tiles alone: pays like the others, "
                            "or is only not ready",
                            /*added=*/true});
    each_ = each == kCapOr64 ? (cap == 0 ? 64 : 1 << cap) : each == kDaJiaoOnly ? 0 : each;
    plus_ready_value_ = plus || each == kDaJiaoOnly;
    pig_ = params.Number(table::kLedgerReasons, kFlowerPig);
    pig_ready_ = params.Number(table::kLedgerReasons, kFlowerPigReady);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    SeatMask pigs = 0;
    SeatMask paid = 0;
    for (Seat s = 0; s < board.seat_count; ++s) {
      const SeatBoard& seat = board.seats[s];
      if (board.InHand(s) && IsPig(step.records, s, seat)) {
        pigs |= MaskOf(s);
      } else if (board.InHand(s) || (to_winners_ && seat.Is(table::kHasWon))) {
        paid |= MaskOf(s);
      }
    }
    notes_(step.records).pigs = pigs;
    if (pigs == 0) return;
    std::array<Due, std::size_t{2} * table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(paid, [&](Seat s) {
      dues[count++] = settlement_.Owed(s, pigs, each_, pig_);
      if (plus_ready_value_ && board.InHand(s) && !board.seats[s].Is(table::kHasWon)) {
        dues[count++] = settlement_.Owed(s, pigs, ready_->Best(step.records, s), pig_ready_);
      }
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

 private:
  enum Definition { kVoidSuit, kThreeSuits };
  enum class Passive : std::uint8_t { kPig, kNotReady };

  // Whether every discard of the seat is of its void suit.
  bool OnlyVoidDiscards(const Records& records, const Board& board, Seat s) const {
    const table::TileMask suit = logic::VoidMask(voids_(records), s);
    const auto river = std::span(board.river).first(board.river_count);
    return std::ranges::none_of(river, [&](const table::Discard& discard) {
      return discard.seat() == s && !discard.robbed() && (MaskOf(discard.tile) & suit) == 0;
    });
  }

  bool IsPig(const Records& records, Seat s, const SeatBoard& seat) const {
    if (!HoldsPigTiles(records, s, seat)) return false;
    return passive_ == Passive::kPig || !OnlyVoidDiscards(records, table_.board(records), s);
  }

  bool HoldsPigTiles(const Records& records, Seat s, const SeatBoard& seat) const {
    if (definition_ == kVoidSuit)
      return (seat.hand.Kinds() & logic::VoidMask(voids_(records), s)) != 0;
    Counts all = seat.hand;
    for (const table::Meld& meld : seat.Melds()) all.Add(meld.tile);  // a meld is of one suit
    return all.group[table::kWan] != 0 && all.group[table::kTong] != 0 &&
           all.group[table::kTiao] != 0;
  }

  table::TableSlots table_;
  Settlement settlement_;
  Slot<logic::VoidSuits> voids_;
  Slot<ScoreNotes> notes_;
  const ReadyCheck* ready_;
  std::int32_t each_ = 0;
  bool plus_ready_value_ = false;
  Definition definition_ = kVoidSuit;
  bool to_winners_ = false;
  Passive passive_ = Passive::kPig;
  std::uint8_t pig_ = 0, pig_ready_ = 0;
};

}  // namespace

void RegisterFlowerPigs(Registry& registry) { registry.Add<FlowerPigs>(); }

}  // namespace mlf::score
