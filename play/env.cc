#include <mlf/play/env.h>

#include <charconv>
#include <ctime>
#include <sstream>

namespace mlf::play {

std::optional<std::int32_t> ClockEnv::Ask(std::string_view name) {
  const bool weekday = name == "weekday";
  if (name != "hour" && !weekday) return std::nullopt;
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  if (::localtime_r(&now, &local) == nullptr) return std::nullopt;
  if (weekday) return local.tm_wday == 0 ? 7 : local.tm_wday;  // C counts from Sunday
  return local.tm_hour;
}

std::string FormatAnswers(const std::vector<EnvAnswer>& answers) {
  std::string text;
  for (const EnvAnswer& one : answers)
    text += std::to_string(one.hand) + " " + one.name + " " +
            (one.answer ? std::to_string(*one.answer) : "-") + "\n";
  return text;
}

Result<std::vector<EnvAnswer>> ParseAnswers(std::string_view text) {
  std::vector<EnvAnswer> answers;
  std::istringstream in{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::istringstream words(line);
    EnvAnswer one;
    std::string answer, more;
    std::int32_t value = 0;
    const bool read =
        static_cast<bool>(words >> one.hand >> one.name >> answer) && !(words >> more);
    const char* end = answer.data() + answer.size();
    const auto parsed = std::from_chars(answer.data(), end, value);
    if (!read || (answer != "-" && (parsed.ec != std::errc() || parsed.ptr != end))) {
      return Fault{"N01",
                   {"", number, 1},
                   "\"" + line + "\" is not an answer; write \"<hand> <name> <number or ->\""};
    }
    if (answer != "-") one.answer = value;
    answers.push_back(std::move(one));
  }
  return answers;
}

std::optional<std::int32_t> RecordedEnv::Ask(std::string_view name) {
  if (next_ < answers_.size() && answers_[next_].name == name) return answers_[next_++].answer;
  if (missing_.empty()) missing_ = name;
  return std::nullopt;
}

}  // namespace mlf::play
