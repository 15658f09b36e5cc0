#include <mlf/flow/check.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace mlf {
namespace {
std::atomic<bool> abort_on_check = false;
}

void AbortOnCheck(bool abort) { abort_on_check = abort; }

void CheckFailed(const char* file, int line, const char* condition, std::string_view text) {
  const std::string_view path(file);
  std::string what(text);
  what += " (";
  what += path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  what += ':' + std::to_string(line) + ')';
  if (abort_on_check) {
    std::fprintf(stderr, "MLF_CHECK(%s): %s\n", condition, what.c_str());
    std::abort();
  }
  throw CheckFailure(std::move(what));
}

}  // namespace mlf
