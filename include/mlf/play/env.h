/// \file
/// TableEnv: facts from outside the table: the hour, the phase of the moon, what a player owns.
///
/// A table writes down every answer. A replay reads them from RecordedEnv and asks nobody.
#pragma once

#include <mlf/flow/result.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::play {

class TableEnv {
 public:
  virtual ~TableEnv() = default;
  /// The fact `name`; nothing if it is not known here.
  virtual std::optional<std::int32_t> Ask(std::string_view name) = 0;
};

/// Knows `hour`, 0..23, and `weekday`, Monday = 1 to Sunday = 7, by the clock and time zone of the
/// machine.
class ClockEnv : public TableEnv {
 public:
  std::optional<std::int32_t> Ask(std::string_view name) override;
};

struct EnvAnswer {
  std::uint32_t hand = 0;  ///< of the match, from 0
  std::string name;
  std::optional<std::int32_t> answer;

  friend bool operator==(const EnvAnswer&, const EnvAnswer&) = default;
};

/// One line an answer: "3 hour 18"; "3 moon -" where nothing was known.
std::string FormatAnswers(const std::vector<EnvAnswer>& answers);
/// Faults: N01 a line that is not an answer.
Result<std::vector<EnvAnswer>> ParseAnswers(std::string_view text);

/// Gives recorded answers in their order.
class RecordedEnv final : public TableEnv {
 public:
  explicit RecordedEnv(std::vector<EnvAnswer> answers) : answers_(std::move(answers)) {}

  std::optional<std::int32_t> Ask(std::string_view name) override;
  /// The first question that the record does not hold; empty if there was none.
  const std::string& missing() const { return missing_; }

 private:
  std::vector<EnvAnswer> answers_;
  std::size_t next_ = 0;
  std::string missing_;
};

}  // namespace mlf::play
