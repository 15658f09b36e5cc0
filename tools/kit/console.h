// Console: where a command reads and writes, and in which language. Commands know no other way out,
// so tests run them in-process.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/viewer.h>

#include <fmt/core.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

// A text for people in both languages.
struct Text {
  std::string_view zh;
  std::string_view en;

  std::string_view In(Lang lang) const { return lang == Lang::kZh ? zh : en; }
};

// What a command answers with.
inline constexpr int kDone = 0;
inline constexpr int kBadInput = 1;
inline constexpr int kUsage = 2;
inline constexpr int kInterrupted = 130;  // as shells have it: 128 and the number of SIGINT

struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Lang lang = Lang::kEn;
  bool progress = false;  // `err` is a terminal: a bar may be drawn there
  std::string_view program = "mlf";

  bool zh() const { return lang == Lang::kZh; }
  template <typename... Args>
  std::string Format(Text text, const Args&... args) const {
    return fmt::vformat(text.In(lang), fmt::make_format_args(args...));
  }
  // "[#####.....] 50%  500/1000" over itself on `err`, where that is a terminal; and the line empty
  // again.
  void DrawBar(std::uint64_t done, std::uint64_t all) const;
  void ClearBar() const;
  // "mlf: ..." (the program's name) on `err`; answers kBadInput.
  int Fail(std::string_view message) const;
  int Fail(const Faults& faults) const;
  // "mlf: warning: ..." on `err`, each once in a run.
  void Warn(const Faults& warnings) const;

  mutable std::vector<std::string> warned{};  // what Warn has written
};

// "zh" or "en"; nothing for other words.
std::optional<Lang> LangFrom(std::string_view word);
// As LC_ALL, LC_MESSAGES or LANG, whichever is set first, says: Chinese where it begins with zh.
Lang LangOfEnvironment();

// A variant as a command line names it.
struct VariantChoice {
  std::string name;
  std::vector<std::string> set;  // "option=value"
  std::string variant_dir;
  bool strict = false;  // warnings are faults
};
// The values of `set`; the command line has made sure of the form.
OptionValues ValuesOf(const VariantChoice& choice);
// The choice in one word, as "xueliu" or "xueliu?cap=4&zimo=jia_di", its settings before those that
// stand in `more`.
VariantChoice VariantFrom(std::string_view text, const std::vector<std::string>& more = {},
                          const std::string& variant_dir = "");
// Null where it cannot be opened; what is wrong with it is written then. Warnings are written too.
std::shared_ptr<const Flow> Open(const Console& console, const VariantChoice& choice);

// Columns that a terminal uses for `text`: Chinese characters take two.
int Columns(std::string_view text);
// `text`, filled up with spaces to `columns`.
std::string Pad(std::string_view text, int columns);

}  // namespace mlf::tools
