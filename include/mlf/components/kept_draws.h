/// \file
/// KeptDraws: the seats that have kept a drawn tile without a discard, because the last tiles are
/// dealt round (`rules/hefei.md#last-tiles`). The effect pass_draw writes it. Such a seat holds one
/// tile more than it was dealt.
#pragma once

#include <mlf/flow/validate.h>

#include <cstdint>

namespace mlf::logic {

struct KeptDraws {
  static constexpr std::string_view kSlot = "kept_draws";
  static constexpr Scope kScope = Scope::kHand;

  SeatMask seats = 0;
  std::uint8_t reserved[7] = {};

  void Check(const Validation& check) const {
    check.Require(seats < 1u << check.flow.seats(), "only seats keep a drawn tile");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

}  // namespace mlf::logic
