// ReadyCheck (查叫): whether a seat is ready (听牌, 有叫) at the end of a hand, and what its best win is worth. The variant's shared part
// `ready_check`: one answer for pigs, da-jiao and refunds (xueliu §7 5-7).
#pragma once

#include <mlf/components/score/judge.h>

#include <cstdint>

namespace mlf::score {

class ReadyCheck final : public Part {
 public:
  static constexpr std::string_view kRole = "ready_check";
  static constexpr PartInfo kInfo{"ready_check", 1, "查叫：局终谁有叫，值多少", "who is ready at the end of a hand, and what that is worth"};

  explicit ReadyCheck(Params& params);

  // The tiles `seat` waits on, with the tiles it holds now.
  table::TileMask Waits(const Records& records, Seat seat) const { return win_->Waits(records, seat, own_four_); }
  bool IsReady(const Records& records, Seat seat) const { return Waits(records, seat) != 0; }
  // The largest value over its waits, in units; 0 when it is not ready. Counted as a discard win nothing but basic pattern and gen counts;
  // counted as a self-draw that adds what every self-draw adds.
  std::int32_t Best(const Records& records, Seat seat) const;

 private:
  enum class CountAs : std::uint8_t { kDiscard, kSelfDraw };

  table::TableSlots table_;
  const logic::WinRule* win_;
  const Judge* judge_;
  CountAs count_as_;
  logic::OwnFour own_four_;
};

}  // namespace mlf::score
