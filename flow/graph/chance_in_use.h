// The caller's chance during one step of the engine. It ends with the step, so records hold only
// the wall that a node has built.
#pragma once

#include <mlf/flow/chance.h>
#include <mlf/flow/records.h>

#include <optional>
#include <span>

namespace mlf {

class ChanceInUse {
 public:
  explicit ChanceInUse(Chance& source) : source_(source) {}

  // Flow::Start asks before the entry node runs, because that node may begin the first hand without
  // a call of BeginHand.
  void BeginMatch(Records& records);
  void BeginHand(Records& records, std::uint32_t hand);
  // The wall of the hand begun in this step, once; nothing when no hand was begun.
  std::optional<std::span<const Piece>> TakeWall();
  // Fails if a wall was given and no node has taken it. The hand would then be played with another
  // wall.
  void CheckTaken() const;

 private:
  void Ask(Records& records, std::uint32_t hand);

  Chance& source_;
  std::optional<HandChance> given_;
  bool at_start_ = false;
  bool wall_due_ = false;
};

}  // namespace mlf
