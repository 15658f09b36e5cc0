/// \file
/// ValueRule: converts a fan total to what one payer pays, in units of di.
#pragma once

#include <mlf/components/judge.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::score {

/// Implemented by judges that may leave their value unsaid where a hand is judged outside a game.
class StatedValue {
 public:
  virtual ~StatedValue() = default;
  /// False if every payer owes another amount, so that the value says what none of them pays.
  virtual bool states_value() const = 0;
};

class ValueRule : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "value_rule";

  /// `verdict` has its fan, fu and limit. `full`: it contains one of FullRows().
  virtual std::int32_t Value(const Verdict& verdict, WinBy by, bool full) const = 0;
  /// How many limits the rows come to, and the name of the limit that decides (Judge::LimitsOf,
  /// LevelOf).
  virtual int Limits(const Verdict&) const { return 0; }
  virtual const Reason* Level(const Verdict&) const { return nullptr; }
  virtual std::span<const Reason> Levels() const { return {}; }
  /// False if the rows are points themselves, so that there is no separate total.
  virtual bool has_fan_total() const { return true; }
  virtual bool states_value() const { return true; }  ///< StatedValue
  /// Ids of rows that make a win worth the maximum, regardless of its fan
  /// (`rules/xueliu.md#options`, `tianhu_mode=cap`).
  virtual const std::vector<std::string>& FullRows() const {
    static const std::vector<std::string> kNone;
    return kNone;
  }
};

}  // namespace mlf::score
