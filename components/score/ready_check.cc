#include <mlf/components/open_hands.h>
#include <mlf/components/ready_check.h>
#include <mlf/flow/registry.h>
#include <mlf/table/staging.h>

#include <algorithm>

namespace mlf::score {

namespace {

// Valued as a discard win, only the basic pattern and gen count. Valued as a self-draw, the fan of
// every self-draw is added.
class BestWait final : public ReadyCheck {
 public:
  static constexpr PartInfo kInfo{"ready_check", 1, "查叫：局终谁有叫，值多少",
                                  "who is ready at the end of a hand, and what that is worth"};

  explicit BestWait(Params& params);

  table::TileMask Waits(const Records& records, Seat seat) const override {
    if (open_ != nullptr && open_->IsOpen(records, seat)) return open_->Waits(records, seat);
    if (!HoldsOneMore(records, seat)) return win_->Waits(records, seat, own_four_);
    table::TileMask waits = 0;
    WithoutOne(records, seat,
               [&](const Records& less) { waits |= win_->Waits(less, seat, own_four_); });
    return waits;
  }
  std::int32_t Best(const Records& records, Seat seat) const override;

 private:
  enum class CountAs : std::uint8_t { kDiscard, kSelfDraw };

  // The last tiles are dealt round and not discarded (pass_draw). Such a seat is ready if it is
  // without one of its tiles.
  bool HoldsOneMore(const Records& records, Seat seat) const {
    const table::SeatBoard& own = table_.board(records).seats[seat];
    return own.HandSize() % 3 == 2 && own.drawn == table::kNoTile;
  }
  template <typename Visit>
  void WithoutOne(const Records& records, Seat seat, Visit visit) const {
    Records less = records;
    const table::Staging board = table_.staging(less);
    ForEach(table_.board(records).seats[seat].hand.Kinds(), [&](Tile tile) {
      table::TakeFromHand(board, seat, tile);
      visit(less);
      table::AddToHand(board, seat, tile);
    });
  }

  table::TableSlots table_;
  const logic::WinRule* win_;
  const Judge* judge_;
  CountAs count_as_;
  logic::OwnFour own_four_;
  const logic::OpenHandRule* open_;
};

BestWait::BestWait(Params& params)
    : table_(params),
      win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
      judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})),
      count_as_(params.Enum("count_as", CountAs::kDiscard, {"discard", "self_draw"},
                            {"大叫按点炮或按自摸计",
                             "ready hands are counted as won on a discard, or by self-draw"})),
      own_four_(params.Bool("own_four_waits", false,
                            {"所听的牌四张全在自己手里也算有叫",
                             "a wait on a tile whose four copies the seat holds counts"})
                    ? logic::OwnFour::kWait
                    : logic::OwnFour::kNoWait),
      open_(params.PartIfAny<logic::OpenHandRule>(
          "open_hands", {"亮倒，不写则没有", "the open hands; without it there are none", true})) {}

std::int32_t BestWait::Best(const Records& records, Seat seat) const {
  std::int32_t best = 0;
  if (HoldsOneMore(records, seat)) {
    WithoutOne(records, seat,
               [&](const Records& less) { best = std::max(best, Best(less, seat)); });
    return best;
  }
  Records tried;
  if (count_as_ == CountAs::kSelfDraw) tried = records;
  ForEach(Waits(records, seat), [&](Tile tile) {
    WinCase win{.seat = seat,
                .payer = kNoSeat,
                .tile = tile,
                .by = WinBy::kDiscard,
                .facts = WinCase::Facts::kNone,
                .given = {}};
    Verdict verdict;
    if (count_as_ == CountAs::kDiscard) {
      judge_->Evaluate(records, win, verdict);
    } else {
      // No given facts. Facts that follow from the case itself still count.
      win.by = WinBy::kSelfDraw;
      win.facts = WinCase::Facts::kGiven;
      const table::Staging board = table_.staging(tried);
      table::AddToHand(board, seat, tile);
      judge_->Evaluate(tried, win, verdict);
      table::TakeFromHand(board, seat, tile);
    }
    if (verdict.win) best = std::max(best, verdict.value);
  });
  return best;
}

}  // namespace

void RegisterReadyCheck(Registry& registry) { registry.Add<BestWait>(); }

}  // namespace mlf::score
