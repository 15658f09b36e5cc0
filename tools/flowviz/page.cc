#include "tools/flowviz/page.h"
#include <mlf/flow/check.h>
#include "tools/console/html.h"
#include "tools/flowviz/page_files.h"

#include <nlohmann/json.hpp>

namespace mlf::tools {

std::string FillPage(std::string_view page, const PagePlaces& places) {
  std::string out;
  for (;;) {
    const std::size_t open = page.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : page.find("}}", open);
    if (close == std::string_view::npos) return out += page;
    out += page.substr(0, open);
    const auto found = places.find(page.substr(open + 2, close - open - 2));
    if (found != places.end()) out += found->second;
    page.remove_prefix(close + 2);
  }
}

std::string WholePage(const std::string& name, Lang lang, std::string_view title,
                      const PagePlaces& places) {
  const auto both = [&](const std::string& kind) {
    return std::string(PageFile("page" + kind)) + std::string(PageFile(name + kind));
  };
  MLF_CHECK(!PageFile(name + ".html").empty(), "the program holds no such page");
  return FillPage(PageFile("page.html"), {{"lang", lang == Lang::kZh ? "zh" : "en"},
                                          {"title", HtmlText(title)},
                                          {"style", both(".css")},
                                          {"body", FillPage(PageFile(name + ".html"), places)},
                                          {"script", both(".js")}});
}

std::string ScriptJson(const Json& json) {
  std::string out;
  // In JSON a "<" occurs only inside strings. "</script" or "<!--" would end or change the element.
  for (const char c : json.dump()) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string PageSvg(std::string svg) {
  const std::size_t begin = svg.find("<svg");
  if (begin != std::string::npos) svg.erase(0, begin);
  // Every text names its font, which is a fifth of the drawing.
  std::string out;
  std::string_view rest = svg;
  static constexpr std::string_view kFont = " font-family=\"";
  for (;;) {
    const std::size_t at = rest.find(kFont);
    if (at == std::string_view::npos) return out += rest;
    out += rest.substr(0, at);
    const std::size_t end = rest.find('"', at + kFont.size());
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
}

}  // namespace mlf::tools
