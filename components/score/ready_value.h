// ReadyValue: is a seat ready (听牌) at the end of a hand, and what is its best win worth. One answer for pigs, da-jiao and refunds
// (xueliu §7 5-7).
#pragma once

#include <mlf/components/score/judge.h>

#include <cstdint>

namespace mlf::score {

class ReadyValue {
 public:
  // Takes `win`, `judge` and `count_as` of the part it belongs to.
  explicit ReadyValue(Params& params);

  // Whether `seat` waits on anything, with the tiles it holds now.
  bool IsReady(const Records& records, Seat seat) const { return win_->Waits(records, seat) != 0; }
  // The largest value over its waits; 0 when it is not ready. Counted as a discard win nothing but basic pattern and gen counts; counted as a
  // self-draw that adds what every self-draw adds.
  std::int32_t Best(const Records& records, Seat seat) const;

 private:
  enum class CountAs : std::uint8_t { kDiscard, kSelfDraw };

  table::TableSlots table_;
  const logic::WinRule* win_;
  const Judge* judge_;
  CountAs count_as_;
};

}  // namespace mlf::score
