/// \file
/// OpeningReady (天听, 地听): seats that are ready from the opening on. It is registered, not
/// declared, and others do not see it. State key: `opening_ready: [~, heavenly, earthly, ~]`.
#pragma once

#include <mlf/flow/declared.h>
#include <mlf/flow/records.h>

#include <cstdint>

namespace mlf::logic {

inline constexpr Topic kOpeningReadyNoted{"opening_ready_noted", "天听、地听被记下",
                                          "hands that are ready from the opening are noted"};

struct OpeningReady {
  static constexpr std::string_view kSlot = "opening_ready";
  static constexpr Scope kScope = Scope::kHand;

  SeatMask heavenly = 0;
  SeatMask earthly = 0;
  std::uint8_t reserved[6] = {};

  void Check(const Validation& check) const;
};

}  // namespace mlf::logic
