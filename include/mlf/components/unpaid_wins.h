/// \file
/// UnpaidWins: implemented by effects that declare that the wins of their node move no points, so
/// that checks do not report these wins.
#pragma once

namespace mlf::score {

class UnpaidWins {
 public:
  virtual ~UnpaidWins() = default;
};

}  // namespace mlf::score
