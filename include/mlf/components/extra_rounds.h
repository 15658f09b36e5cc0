/// \file
/// ExtraRounds (本场): how often in a row the deal was repeated or the hand drawn. Each adds to
/// what a win costs.
///
/// Positions and single hands set the number with `honba: 2`.
#pragma once

#include <mlf/flow/params.h>

#include <cstdint>

namespace mlf::logic {

struct ExtraRounds {
  static constexpr std::string_view kSlot = "extra_rounds";
  static constexpr Scope kScope = Scope::kMatch;

  std::uint8_t count = 0;
  std::uint8_t reserved[3] = {};

  void Check(const Validation& check) const;
};

}  // namespace mlf::logic
