// Console: the input, the outputs and the language of a command. Commands use nothing else, so
// tests run them in-process.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/viewer.h>

#include <fmt/core.h>

#include <cstdint>
#include <functional>
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

// Exit statuses.
inline constexpr int kDone = 0;
inline constexpr int kBadInput = 1;
inline constexpr int kUsage = 2;
inline constexpr int kInterrupted = 130;  // 128 plus the number of SIGINT, as in shells

struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Lang lang = Lang::kEn;
  bool progress = false;  // `err` is a terminal, so a bar may be drawn
  std::string_view program = "mlf";

  bool zh() const { return lang == Lang::kZh; }
  template <typename... Args>
  std::string Format(Text text, const Args&... args) const {
    return fmt::vformat(text.In(lang), fmt::make_format_args(args...));
  }
  // Draws "[#####.....] 50% 500/1000" on the current line of `err`, if that is a terminal. ClearBar
  // clears the line.
  void DrawBar(std::uint64_t done, std::uint64_t all) const;
  void ClearBar() const;
  // Writes "mlf: ..." (the program's name) to `err`. Returns kBadInput.
  int Fail(std::string_view message) const;
  int Fail(const Faults& faults) const;
  // Writes "mlf: warning: ..." to `err`. Each warning is written once in a run.
  void Warn(const Faults& warnings) const;

  // How the program was called, for a command to repeat: "mlf --plugin build/cards.so".
  std::string Called() const;

  mutable std::vector<std::string> warned{};   // by Warn
  mutable std::vector<std::string> plugins{};  // of --plugin
};

// Reads "zh" or "en"; nothing for other words.
std::optional<Lang> LangFrom(std::string_view word);
// The first of LC_ALL, LC_MESSAGES and LANG that is set decides: Chinese if it begins with zh.
Lang LangOfEnvironment();

// A variant and its options on a command line.
struct VariantChoice {
  std::string name;
  std::vector<std::string> set;  // "option=value"
  std::string variant_dir;
  bool strict = false;  // warnings are faults
};
// The values of `set`. The command line has checked their form.
OptionValues ValuesOf(const VariantChoice& choice);
// Reads a choice in one word: "xueliu" or "xueliu?cap=4&zimo=jia_di". Settings of `more` come after
// its own.
VariantChoice VariantFrom(std::string_view text, const std::vector<std::string>& more = {},
                          const std::string& variant_dir = "");
// Opens the variant and writes its warnings. If that fails, writes the faults and returns null.
std::shared_ptr<const Flow> Open(const Console& console, const VariantChoice& choice);
// Calls `use` for each variant of the engine or of `variant_dir`, with default options. Writes the
// faults of a variant that cannot be opened and goes on; the result is then kBadInput, else kDone.
int ForEachVariant(const Console& console, const std::string& variant_dir,
                   const std::function<void(const Variant&, const Flow&)>& use);

// The columns of `text` on a terminal. A Chinese character takes two.
int Columns(std::string_view text);
// `text` padded with spaces to `columns`.
std::string Pad(std::string_view text, int columns);

}  // namespace mlf::tools
