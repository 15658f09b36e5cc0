#include "flow/graph/chance_in_use.h"
#include <mlf/flow/check.h>

#include <utility>

namespace mlf {

void ChanceInUse::Ask(Records& records, std::uint32_t hand) {
  CheckTaken();
  given_ = source_.OfHand(hand);
  wall_due_ = !given_->wall.empty();
  records.flow().match_seed = given_->seed;
}

void ChanceInUse::BeginMatch(Records& records) {
  Ask(records, 0);
  at_start_ = true;
}

void ChanceInUse::BeginHand(Records& records, std::uint32_t hand) {
  if (std::exchange(at_start_, false) && hand == 0) return;
  Ask(records, hand);
}

std::optional<std::span<const Piece>> ChanceInUse::TakeWall() {
  if (!given_) return std::nullopt;
  wall_due_ = false;
  return given_->wall;
}

void ChanceInUse::CheckTaken() const {
  MLF_CHECK(!wall_due_, "a wall was given, and the step that began its hand built none of it");
}

}  // namespace mlf
