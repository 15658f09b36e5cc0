// The message about a node whose Offers and payload() name different kinds of payload.
#pragma once

#include <mlf/flow/action.h>

#include <array>
#include <string>

namespace mlf {

inline std::string PayloadFault(Domain::Kind says, Domain::Kind offered) {
  static constexpr std::array kNames = {"kNone",   "kNothing", "kPiece", "kCombo",
                                        "kSubset", "kValue",   "kRange", "kBits"};
  const std::string kind = std::string("Domain::") + kNames[offered];
  return "Offers offers " + kind + ", and payload() returns Domain::" + kNames[says] +
         "; override payload() to return " + kind;
}

}  // namespace mlf
