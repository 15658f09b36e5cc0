/// \file
/// MLF_CHECK: reports a broken invariant. Inside a hook it throws; ProcessActionNode restores the
/// records and answers `internal`, so one broken table does not stop the process. Tests and fuzzers
/// call AbortOnCheck(true) to stop at the first failure.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace mlf {

class CheckFailure : public std::exception {
 public:
  explicit CheckFailure(std::string text) : text_(std::move(text)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// Process-wide, for test programs only.
void AbortOnCheck(bool abort);
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition,
                              std::string_view text);

}  // namespace mlf

#define MLF_CHECK(condition, text)                                \
  do {                                                            \
    if (!(condition)) [[unlikely]]                                \
      ::mlf::CheckFailed(__FILE__, __LINE__, #condition, (text)); \
  } while (false)
