// No parts here.
#include <mlf/components/logic/declined.h>

#include <bit>

namespace mlf::logic {

SeatMask Declined(const Step& step, std::string_view node) {
  if (step.action.ask == 0) return 0;  // entered without a question: a case judged by itself
  const auto& asking = step.flow.node(step.records.flow().node).window;
  if (!asking) return 0;
  const WindowState& window = step.records.flow().window;
  SeatMask seats = 0;
  ForEachSeat(window.asked & window.answered, [&](Seat seat) {
    const auto s = static_cast<std::size_t>(seat);
    for (std::uint32_t others = window.offered[s] & ~(1u << window.answers[s].edge); others != 0; others &= others - 1) {
      const Edge& answer = asking->answers[static_cast<std::size_t>(std::countr_zero(others))];
      if (step.flow.node(answer.to).id == node) seats |= MaskOf(seat);
    }
  });
  return seats;
}

}  // namespace mlf::logic
