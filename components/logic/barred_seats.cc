// not_barred: a condition of hu, zi_mo and false_win. A seat that has declared a false win where
// false_win `bars` may not win in this hand. State key in positions: `barred: [~, on, ~, ~]`.
//
// complete_hand: the hand of the seat is complete, with its drawn tile or with the tile in
// question, whatever it is worth.
#include <mlf/components/barred_seats.h>
#include <mlf/components/judge.h>
#include <mlf/components/table_guard.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/table/state_text.h>

namespace mlf::logic {
namespace {

class NotBarred final : public Guard, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"not_barred", 1, "本局没有诈和过",
                                  "the seat has declared no false win in this hand"};
  static constexpr Reason kReason{"barred", "诈和过，本局不能再和",
                                  "the seat has declared a false win and may not win this hand"};
  explicit NotBarred(Params& params) : barred_(params.Slot<BarredSeats>()), seats_(params.seats()) {
    params.Needs(kSeatBarred);
  }
  bool Holds(const Records& records, Seat seat) const override {
    return (barred_(records).seats & MaskOf(seat)) == 0;
  }
  const Reason& WhyNot() const override { return kReason; }

  std::string_view StateKey() const override { return "barred"; }
  table::StateLabel Label() const override { return {"不能再和", "barred from winning"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    const auto barred = value.IsNull() ? std::optional<bool>(false) : value.AsBool();
    if (!barred || seat < 0 || seat >= seats_)
      return "barred is given for each seat: [~, on, ~, ~], not " + value.Canonical();
    SeatMask& seats = barred_(records).seats;
    seats = static_cast<SeatMask>(*barred ? seats | MaskOf(seat) : seats & ~MaskOf(seat));
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    if (seat < 0 || seat >= seats_ || Holds(records, seat)) return {};
    return Value(true);
  }

 private:
  Slot<BarredSeats> barred_;
  int seats_;
};

class CompleteHand final : public TableGuard<CompleteHand> {
 public:
  static constexpr PartInfo kInfo{"complete_hand", 1, "牌已成型（不论番数）",
                                  "the hand is complete, whatever it is worth"};
  static constexpr Reason kReason{"not_complete", "没有胡牌", "the hand is not complete"};
  explicit CompleteHand(Params& params)
      : TableGuard(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})) {}
  bool Holds(const Records& records, Seat seat) const override {
    const score::WinCase win = score::CaseOf(board(records), seat);
    return win.by == WinBy::kSelfDraw ? win_->CanWinByDraw(records, seat)
                                      : win_->CanWin(records, seat, win.tile, win.by);
  }

 private:
  const WinRule* win_;
};

}  // namespace

void RegisterBarredSeats(Registry& registry) {
  registry.Add<NotBarred>();
  registry.Add<CompleteHand>();
}

}  // namespace mlf::logic
