/// \file
/// False wins (诈和), and BarredSeats: seats that may not win in the running hand any more
/// after one.
#pragma once

#include <mlf/flow/declared.h>
#include <mlf/flow/records.h>
#include <mlf/flow/validate.h>

#include <cstdint>

namespace mlf::logic {

inline constexpr Topic kFalseWinDeclared{"false_win", "有人诈和", "a seat declares a false win"};
inline constexpr Topic kSeatBarred{"seat_barred", "诈和者本局不能再和",
                                   "a false win bars its seat from winning"};

struct BarredSeats {
  static constexpr std::string_view kSlot = "barred_seats";
  static constexpr Scope kScope = Scope::kHand;

  SeatMask seats = 0;

  void Check(const Validation& check) const {
    check.Require((seats & ~check.Seats()) == 0, "only seats are barred");
  }
};

}  // namespace mlf::logic
