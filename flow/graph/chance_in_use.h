// The caller's chance during one step of the engine. It lives no longer, so that records hold
// nothing of a wall but the wall that a node has built.
#pragma once

#include <mlf/flow/chance.h>
#include <mlf/flow/records.h>

#include <optional>
#include <span>

namespace mlf {

class ChanceInUse {
 public:
  explicit ChanceInUse(Chance& source) : source_(source) {}

  // Flow::Start asks before the entry node runs, as that node may begin the first hand without
  // saying so.
  void BeginMatch(Records& records);
  void BeginHand(Records& records, std::uint32_t hand);
  // The wall of the hand begun in this step, once; nothing when no hand was begun.
  std::optional<std::span<const Piece>> TakeWall();
  // Fails when a wall was given and no node has taken it: its hand would be played with another.
  void CheckTaken() const;

 private:
  void Ask(Records& records, std::uint32_t hand);

  Chance& source_;
  std::optional<HandChance> given_;
  bool at_start_ = false;
  bool wall_due_ = false;
};

}  // namespace mlf
