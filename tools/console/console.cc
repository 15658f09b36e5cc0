#include "tools/console/console.h"
#include <mlf/variants/open.h>
#include "flow/base/utf8.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>

namespace mlf::tools {

void Console::DrawBar(std::uint64_t done, std::uint64_t all) const {
  if (!progress) return;
  constexpr int kWidth = 40;
  const int filled = all == 0 ? kWidth : static_cast<int>(done * kWidth / all);
  err << "\r[" << std::string(static_cast<std::size_t>(filled), '#')
      << std::string(static_cast<std::size_t>(kWidth - filled), '.') << "] "
      << (all == 0 ? 100 : done * 100 / all) << "%  " << done << "/" << all << std::flush;
}

void Console::ClearBar() const {
  if (progress) err << "\r" << std::string(79, ' ') << "\r" << std::flush;
}

std::string Console::Called() const {
  std::string called(program);
  for (const std::string& plugin : plugins) called += " --plugin " + plugin;
  return called;
}

int Console::Fail(std::string_view message) const {
  err << program << ": " << message << "\n";
  return kBadInput;
}

int Console::Fail(const Faults& faults) const {
  for (const Fault& fault : faults) err << program << ": " << fault.Text() << "\n";
  return kBadInput;
}

void Console::Warn(const Faults& warnings) const {
  for (const Fault& warning : warnings) {
    std::string text = warning.Text();
    if (std::find(warned.begin(), warned.end(), text) != warned.end()) continue;
    err << program << Format({"：警告：{}\n", ": warning: {}\n"}, text);
    warned.push_back(std::move(text));
  }
}

std::optional<Lang> LangFrom(std::string_view word) {
  if (word == "zh") return Lang::kZh;
  if (word == "en") return Lang::kEn;
  return std::nullopt;
}

Lang LangOfEnvironment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0')
      return std::string_view(value).starts_with("zh") ? Lang::kZh : Lang::kEn;
  }
  return Lang::kEn;
}

OptionValues ValuesOf(const VariantChoice& choice) {
  OptionValues values;
  for (const std::string& text : choice.set) {
    const std::size_t sign = text.find('=');
    if (sign != std::string::npos) values[text.substr(0, sign)] = text.substr(sign + 1);
  }
  return values;
}

VariantChoice VariantFrom(std::string_view text, const std::vector<std::string>& more,
                          const std::string& variant_dir) {
  VariantChoice choice{std::string(text.substr(0, text.find('?'))), {}, variant_dir};
  std::string_view rest =
      choice.name.size() < text.size() ? text.substr(choice.name.size() + 1) : std::string_view();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    choice.set.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  choice.set.insert(choice.set.end(), more.begin(), more.end());
  return choice;
}

std::shared_ptr<const Flow> Open(const Console& console, const VariantChoice& choice) {
  auto flow = OpenFlow(choice.name, ValuesOf(choice), choice.variant_dir);
  if (!flow) {
    console.Fail(flow.faults());
    return nullptr;
  }
  if (choice.strict && !(*flow)->warnings().empty()) {
    console.Fail((*flow)->warnings());
    return nullptr;
  }
  console.Warn((*flow)->warnings());
  return *flow;
}

int ForEachVariant(const Console& console, const std::string& variant_dir,
                   const std::function<void(const Variant&, const Flow&)>& use) {
  int status = kDone;
  for (const std::string& id : VariantIds(variant_dir)) {
    const auto variant = OpenVariant(id, variant_dir);
    if (!variant) {
      status = console.Fail(variant.faults());
      continue;
    }
    if (const auto flow = Open(console, {id, {}, variant_dir})) {
      use(*variant, *flow);
    } else {
      status = kBadInput;
    }
  }
  return status;
}

int Columns(std::string_view text) {
  int columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsUtf8Middle(text[i])) continue;
    columns += static_cast<unsigned char>(text[i]) >= 0xE2
                   ? 2
                   : 1;  // of three bytes or more: all that is printed here is Chinese
  }
  return columns;
}

std::string Pad(std::string_view text, int columns) {
  std::string padded(text);
  for (int used = Columns(text); used < columns; ++used) padded += ' ';
  return padded;
}

}  // namespace mlf::tools
