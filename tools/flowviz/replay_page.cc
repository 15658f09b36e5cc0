#include <mlf/tools/flowviz/page.h>
#include <mlf/tools/flowviz/page_files.h>
#include <mlf/tools/flowviz/render.h>
#include <mlf/tools/flowviz/replay_page.h>
#include <mlf/tools/kit/html.h>

#include <nlohmann/json.hpp>

namespace mlf::tools {

Result<std::string> ReplayPage(const Flow& flow, const Journal& journal, const HandOptions& options, Lang lang) {
  const Result<Json> steps = HandSteps(flow, journal, options);
  if (!steps) return steps.faults();
  const Result<std::string> zh = Render(flow, "svg", {.lang = ChartLang::kZh});
  if (!zh) return zh.faults();
  const Result<std::string> en = Render(flow, "svg", {.lang = ChartLang::kEn});
  if (!en) return en.faults();
  const std::string& name = lang == Lang::kZh ? flow.label().zh : flow.label().en;
  return FillPage(PageFile("replay.html"), {{"lang", lang == Lang::kZh ? "zh" : "en"},
                                            {"title", HtmlText(name.empty() ? flow.name() : name)},
                                            {"style", std::string(PageFile("page.css")) + std::string(PageFile("replay.css"))},
                                            {"tiles", std::string(PageFile("tiles.svg"))},
                                            {"chart_zh", PageSvg(*zh)},
                                            {"chart_en", PageSvg(*en)},
                                            {"data", ScriptJson(*steps)},
                                            {"script", std::string(PageFile("page.js")) + std::string(PageFile("replay.js"))}});
}

}  // namespace mlf::tools
