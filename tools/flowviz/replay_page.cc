#include "tools/flowviz/replay_page.h"
#include "tools/chart/render.h"
#include "tools/flowviz/page.h"
#include "tools/flowviz/page_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mlf::tools {
namespace {

// Where web/replay.html takes the hand.
constexpr std::string_view kPlace = "<!--hand-->";

}  // namespace

Result<std::string> ReplayPage(const Flow& flow, const Journal& journal, const HandOptions& options,
                               Lang lang) {
  const Result<Json> steps = HandSteps(flow, journal, options);
  if (!steps) return steps.faults();
  const Result<std::string> zh = Render(flow, "svg", {.lang = ChartLang::kZh});
  if (!zh) return zh.faults();
  const Result<std::string> en = Render(flow, "svg", {.lang = ChartLang::kEn});
  if (!en) return en.faults();
  std::string page(WebFile("replay.html"));
  const std::size_t place = page.find(kPlace);
  if (place == std::string::npos) {
    return Fault{"H02",
                 {},
                 "this program was built without npm, so it has no page of a hand; install npm and "
                 "build it again with ./dev build"};
  }
  page.replace(
      place, kPlace.size(),
      fmt::format(
          "<template id=\"chart-zh\">{}</template>\n<template id=\"chart-en\">{}</template>\n"
          "<script type=\"application/json\" id=\"data\" lang=\"{}\">{}</script>",
          PageSvg(*zh), PageSvg(*en), lang == Lang::kZh ? "zh" : "en", ScriptJson(*steps)));
  return page;
}

}  // namespace mlf::tools
