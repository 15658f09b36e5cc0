#include <mlf/flow/flow.h>
#include <mlf/flow/points.h>

namespace mlf {

const SeatPoints* PointsOf(const Flow& flow) {
  for (const auto& part : flow.parts()) {
    if (const auto* points = dynamic_cast<const SeatPoints*>(part.get())) return points;
  }
  return nullptr;
}

}  // namespace mlf
