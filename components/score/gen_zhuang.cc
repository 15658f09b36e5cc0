// gen_zhuang (跟庄, rules/common.md#gen-zhuang): each other seat in turn follows the dealer's first
// discard with the same tile, with no meld in between. The dealer then pays every other seat. Runs
// in the settle hook of the discard. The state of the river ensures that it happens once a hand.
#include <mlf/components/pair_factor.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

using table::Board;

class GenZhuang final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "gen_zhuang", 1, "跟庄：庄家打的第一张，各家第一张都跟着打同样的，庄家赔各家",
      "where the first discards of all others are the dealer's first one, the dealer pays them"};

  explicit GenZhuang(Params& params)
      : table_(params),
        settlement_(params),
        each_(params.Int("each", 1, 1, 1000, {"庄家赔每家多少", "what the dealer pays each"})),
        dealer_may_gang_(
            params.Bool("dealer_may_gang", true,
                        {"庄家出牌前的杠不妨碍",
                         "a gang of the dealer before its discard does not prevent it"})),
        times_(TimesOf(params)),
        reason_(params.Number(table::kLedgerReasons, kGenZhuang)) {
    params.NeedsHere(logic::kDiscarding);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (!Followed(board)) return;
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (seat != board.dealer)
        dues[count++] =
            settlement_.Owed(seat, MaskOf(board.dealer),
                             each_ * ProductOf(times_, step.records, seat, board.dealer), reason_);
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

 private:
  // Whether the last discard completes the first round of the river: one equal tile from each seat,
  // and no meld in between. Gangs of the dealer before its first discard may be allowed.
  bool Followed(const Board& board) const {
    if (board.river_count != board.seat_count) return false;
    if (!dealer_may_gang_ && board.seats[board.dealer].meld_count > 0) return false;
    for (int turn = 0; turn < board.seat_count; ++turn) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(turn)];
      const auto seat = static_cast<Seat>((board.dealer + turn) % board.seat_count);
      const bool followed = discard.seat() == seat && discard.tile == board.river[0].tile &&
                            !discard.claimed() && !discard.won();
      if (!followed || (turn > 0 && board.seats[seat].meld_count > 0)) return false;
    }
    return true;
  }

  table::TableSlots table_;
  Settlement settlement_;
  int each_;
  bool dealer_may_gang_;
  std::vector<const PairFactor*> times_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterGenZhuang(Registry& registry) { registry.Add<GenZhuang>(); }

}  // namespace mlf::score
