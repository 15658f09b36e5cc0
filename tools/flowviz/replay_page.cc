#include "tools/flowviz/replay_page.h"
#include "tools/chart/render.h"
#include "tools/flowviz/page.h"
#include "tools/flowviz/page_files.h"

#include <nlohmann/json.hpp>

namespace mlf::tools {

Result<std::string> ReplayPage(const Flow& flow, const Journal& journal, const HandOptions& options,
                               Lang lang) {
  const Result<Json> steps = HandSteps(flow, journal, options);
  if (!steps) return steps.faults();
  const Result<std::string> zh = Render(flow, "svg", {.lang = ChartLang::kZh});
  if (!zh) return zh.faults();
  const Result<std::string> en = Render(flow, "svg", {.lang = ChartLang::kEn});
  if (!en) return en.faults();
  const std::string& name = lang == Lang::kZh ? flow.label().zh : flow.label().en;
  return WholePage("replay", lang, name.empty() ? flow.name() : name,
                   {{"tiles", std::string(PageFile("tiles.svg"))},
                    {"chart_zh", PageSvg(*zh)},
                    {"chart_en", PageSvg(*en)},
                    {"data", ScriptJson(*steps)}});
}

}  // namespace mlf::tools
