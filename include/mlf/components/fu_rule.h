/// \file
/// FuRule: the fu (符) of one reading of a hand, for tables whose value depends on them.
#pragma once

#include <mlf/components/hand_shape.h>

namespace mlf::score {

class FuRule : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "fu_rule";

  /// The fu of sets, pair and wait in the current reading. 0 is the condition of 平和.
  virtual int Items(const HandShape& hand) const = 0;
  /// All fu of the current reading, rounded.
  virtual int Fu(const HandShape& hand) const = 0;
};

}  // namespace mlf::score
