// No parts here.
#include <mlf/components/logic/declined.h>

#include <algorithm>

namespace mlf::logic {

SeatMask Declined(const Step& step, std::string_view node) {
  if (step.action.ask == 0) return 0;  // entered without a question: a case judged by itself
  const auto& asking = step.flow.node(step.records.flow().node).window;
  if (!asking) return 0;
  const WindowState& window = step.records.flow().window;
  SeatMask seats = 0;
  ForEachSeat(window.asked & window.answered, [&](Seat seat) {
    const auto s = static_cast<std::size_t>(seat);
    const auto declined = [&](const Edge& answer) {
      return ((window.offered[s] >> answer.answer) & 1) != 0 && window.answers[s].edge != answer.answer &&
             step.flow.node(answer.to).id == node;
    };
    if (std::ranges::any_of(asking->answers, declined)) seats |= MaskOf(seat);
  });
  return seats;
}

}  // namespace mlf::logic
