#include <mlf/components/passed_wins.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>
#include "components/logic/declined.h"

namespace mlf::logic {

void PassedWins::Check(const Validation& check) const {
  check.RequireSeatsOnly(count, "only seats pass up wins");
  check.RequireZero(reserved, "the unused bytes are zero");
}
namespace {

const EventType kPassedWin{"passed_win", "{seat} 过胡，共 {value} 次",
                           "{seat} passes up a win, {value} so far"};

// For the seat that answers. Belongs in the states of every answer that can replace a win: guo,
// discard, gangs. A win with too little fan was not offered, so it is not passed up.
class CountPassedWin final : public DeclinedEffect, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"count_passed_win", 1,
                                  "听牌的一家每过一次胡记一次（见 guo_hu_factor）",
                                  "counts the wins that ready seats pass up, for guo_hu_factor"};
  explicit CountPassedWin(Params& params)
      : table_(params),
        passed_(params.Slot<PassedWins>()),
        only_ready_(params.Bool("only_ready", true,
                                {"只计已报听的一家", "only of seats that have declared ready"})),
        claim_node_(
            params.Text("claim_node", "hu",
                        {"胡他人牌的节点", "the node by which a seat wins on another's tile"})),
        draw_node_(params.Text("draw_node", "zi_mo",
                               {"自摸的节点", "the node by which a seat wins by its own draw"})),
        seats_(params.seats()) {
    params.Brings(kWinPassed);
  }

  void Run(Step& step) const override {
    if ((Declined(step) & MaskOf(step.seat)) == 0 ||
        (only_ready_ && !table_.board(step.records).seats[step.seat].Is(table::kReady)))
      return;
    std::uint8_t& count = passed_(step.records).count[step.seat];
    if (count < 255) ++count;
    step.Emit(kPassedWin, step.seat).value = count;
  }

  std::string_view StateKey() const override { return "passes"; }
  table::StateLabel Label() const override { return {"过胡", "wins passed up"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    if (seat < 0 || seat >= seats_) return "passes are given for each seat: [0, 2]";
    const auto number = value.IsNull() ? std::optional<std::int64_t>(0) : value.AsInt();
    if (!number || *number < 0 || *number > 255)
      return "passes: a number in 0..255 is needed, not " + value.Canonical();
    passed_(records).count[seat] = static_cast<std::uint8_t>(*number);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    if (seat < 0 || seat >= seats_) return {};
    const int count = passed_(records).count[seat];
    return count == 0 ? Value() : Value(count);
  }

 private:
  bool LetsGo(std::string_view node) const override {
    return node == claim_node_ || node == draw_node_;
  }

  table::TableSlots table_;
  Slot<PassedWins> passed_;
  bool only_ready_;
  std::string claim_node_;
  std::string draw_node_;
  int seats_;
};

}  // namespace

void RegisterPassedWins(Registry& registry) { registry.Add<CountPassedWin>(); }

}  // namespace mlf::logic
