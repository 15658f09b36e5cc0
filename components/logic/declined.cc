// No parts here.
#include "components/logic/declined.h"

#include <algorithm>
#include <bit>

namespace mlf::logic {

bool DeclinedEffect::Concerns(const Node& asking, const std::vector<Node>& nodes) const {
  return std::ranges::any_of(asking.window->answers,
                             [&](const Edge& answer) { return LetsGo(nodes[answer.to].id); });
}

SeatMask DeclinedEffect::Declined(const Step& step) const {
  if (step.action.ask == 0) return 0;  // entered without a window: a single hand is being judged
  const auto& asking = step.flow.node(step.records.flow().node).window;
  if (!asking) return 0;
  const WindowState& window = step.records.flow().window;
  SeatMask seats = 0;
  ForEachSeat(window.asked & window.answered, [&](Seat seat) {
    const auto s = static_cast<std::size_t>(seat);
    for (std::uint32_t others = window.offered[s] & ~(1u << window.answers[s].edge); others != 0;
         others &= others - 1) {
      const Edge& answer = asking->answers[static_cast<std::size_t>(std::countr_zero(others))];
      if (LetsGo(step.flow.node(answer.to).id)) seats |= MaskOf(seat);
    }
  });
  return seats;
}

}  // namespace mlf::logic
