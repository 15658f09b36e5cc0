/// \file
/// ValueRule: converts a fan total to what one payer pays, in units of di.
#pragma once

#include <mlf/components/judge.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::score {

class ValueRule : public Part {
 public:
  static constexpr std::string_view kRole = "value_rule";

  /// `full`: the verdict contains one of FullRows().
  virtual std::int32_t Value(std::int32_t fan, WinBy by, bool full) const = 0;
  /// False if the rows are points themselves, so that there is no separate total.
  virtual bool has_fan_total() const { return true; }
  /// Ids of rows that make a win worth the maximum, regardless of its fan
  /// (`rules/xueliu.md#options`, `tianhu_mode=cap`).
  virtual const std::vector<std::string>& FullRows() const {
    static const std::vector<std::string> kNone;
    return kNone;
  }
};

}  // namespace mlf::score
