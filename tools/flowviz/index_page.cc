#include "tools/flowviz/index_page.h"
#include "tools/chart/render.h"
#include "tools/console/html.h"
#include "tools/flowviz/heat.h"
#include "tools/flowviz/markdown.h"
#include "tools/flowviz/page.h"
#include "tools/flowviz/page_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <regex>

namespace mlf::tools {
namespace {

// A row of a fan table has a name in both languages and a number.
void Collect(const Value& value, std::vector<FanTableRow>& rows) {
  for (const Value& item : value.items()) Collect(item, rows);
  for (const Value::Entry& entry : value.entries()) Collect(entry.value, rows);
  if (!value.IsMap()) return;
  const auto text = [&](const char* key) {
    const Value* found = value.Find(key);
    return found == nullptr    ? std::string()
           : found->IsScalar() ? found->text()
                               : found->Canonical();
  };
  if (value.Find("id") == nullptr || value.Find("zh") == nullptr || value.Find("fan") == nullptr)
    return;
  rows.push_back({text("id"), {text("zh"), text("en")}, text("fan"), text("kind")});
}

std::string FanTable(const Variant& variant) {
  const std::vector<FanTableRow> rows = FanRows(variant);
  if (rows.empty()) return {};
  std::string out = "<section class=\"panel\" id=\"fans\">" + Heading("番种", "Fans") +
                    "<div class=\"wide\"><table>\n<tr><th>" + Both("番种", "row") +
                    "</th><th class=\"number\">" + Both("番", "fan") + "</th><th>" +
                    Both("类别", "kind") + "</th><th>id</th></tr>\n";
  for (const FanTableRow& row : rows) {
    out += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td><td><code>{}</code></td></tr>\n",
        Both(row.label.zh, row.label.en), HtmlText(row.fan), HtmlText(row.kind), HtmlText(row.id));
  }
  return out + "</table></div></section>\n";
}

// The `when` of an option or of one of its values.
std::string NeedsOf(const OptionDecl& option) {
  const auto only = [](const std::string& value, const std::vector<OptionNeed>& needs) {
    const std::string text = NeedsText(needs);
    return "<br>" + Both(value + "仅当 " + text, value + "only with " + text);
  };
  std::string out;
  if (!option.needs.empty()) out += only("", option.needs);
  for (const auto& [value, needs] : option.value_needs) out += only(value + " ", needs);
  return out;
}

std::string OptionTable(const Variant& variant) {
  if (variant.options().empty()) return {};
  std::string out = "<section class=\"panel\" id=\"options\">" + Heading("选项", "Options") +
                    "<div class=\"wide\"><table>\n<tr><th>" + Both("名称", "name") + "</th><th>" +
                    Both("含义", "what it is") + "</th><th>" + Both("默认", "default") +
                    "</th><th>" + Both("可取", "values") + "</th></tr>\n";
  for (const OptionDecl& option : variant.options()) {
    out += fmt::format(
        "<tr><td><code>{}</code></td><td>{}</td><td><code>{}</code></td><td>{}</td></tr>\n",
        HtmlText(option.name), Both(option.label.zh, option.label.en), HtmlText(option.fallback),
        HtmlText(option.Allowed()) + NeedsOf(option));
  }
  return out + "</table></div></section>\n";
}

std::string PresetTable(const Variant& variant) {
  if (variant.presets().empty()) return {};
  std::string out = "<section class=\"panel\" id=\"presets\">" + Heading("预设", "Presets") +
                    "<div class=\"wide\"><table>\n<tr><th>" + Both("名称", "name") + "</th><th>" +
                    Both("哪里这样打", "where it is played") + "</th><th>" +
                    Both("选项", "options") + "</th></tr>\n";
  for (const Preset& preset : variant.presets()) {
    std::string options;
    for (const auto& [option, value] : preset.options)
      options +=
          (options.empty() ? "" : "<br>") + ("<code>" + HtmlText(option + "=" + value) + "</code>");
    out += fmt::format("<tr><td><code>{}</code></td><td>{}{}</td><td>{}</td></tr>\n",
                       HtmlText(preset.name), Both(preset.label.zh, preset.label.en),
                       preset.source.empty()
                           ? ""
                           : "<br><span class=\"faint\">" + HtmlText(preset.source) + "</span>",
                       options);
  }
  return out + "</table></div></section>\n";
}

Result<std::string> Charts(const IndexedVariant& indexed, const IndexOptions& options) {
  const Result<std::string> zh = Render(*indexed.flow, "svg", {.lang = ChartLang::kZh});
  if (!zh) return zh.faults();
  const Result<std::string> en = Render(*indexed.flow, "svg", {.lang = ChartLang::kEn});
  if (!en) return en.faults();
  std::string out = ChartSection("chart", "流程图", "Chart", "", *zh, *en);
  if (options.games == 0) return out;
  const Chart chart = MakeChart(*indexed.flow);
  HeatOptions how{.hands = options.games,
                  .seed = options.seed,
                  .bots = std::vector<BotKind>(static_cast<std::size_t>(indexed.flow->seats()),
                                               BotKind::kGreedy),
                  .times = false};
  std::optional<std::string> fault;
  const Heat heat = PlayHeat(*indexed.flow, chart, how, fault);
  if (fault) return Fault{"F04", {}, *fault};
  const Picture picture = HeatPicture(chart, heat, false);
  const Result<std::string> heat_zh = DrawPicture(picture, "svg", ChartLang::kZh);
  if (!heat_zh) return heat_zh.faults();
  const Result<std::string> heat_en = DrawPicture(picture, "svg", ChartLang::kEn);
  if (!heat_en) return heat_en.faults();
  const HeatCover cover = Cover(chart, heat);
  const std::string note =
      "<p class=\"faint\">" +
      Both(fmt::format("贪心机器人打 {} 局（种子 {}），走过 {} 条边中的 {} 条。", options.games,
                       options.seed, cover.all, cover.walked),
           fmt::format("Greedy bots played {} hands (seed {}) and walked {} of {} edges.",
                       options.games, options.seed, cover.walked, cover.all)) +
      "</p>";
  return out + ChartSection("heat", "热度", "Heat", note, *heat_zh, *heat_en);
}

// The chart as a thumbnail: boxes and lines without text, and without ids, because a page holds
// several.
std::string SmallChart(const Flow& flow) {
  const Result<std::string> drawn = Render(flow, "svg", {.lang = ChartLang::kZh});
  if (!drawn) return {};
  static const std::regex kText(
      R"(<text[^>]*>[^<]*</text>\n?|<title>[^<]*</title>\n?|</?a( [^>]*)?>\n?|<!--[^>]*-->\n?| id="[^"]*")");
  return std::regex_replace(PageSvg(*drawn), kText, "");
}

// The names of the presets. The options of each are in its tooltip and in the table of the
// variant's page.
std::string PresetList(const Variant& variant) {
  if (variant.presets().empty()) return {};
  std::string out =
      "<ul class=\"presets\"><li class=\"faint\">" + Both("预设", "presets") + "</li>";
  for (const Preset& preset : variant.presets()) {
    std::string options;
    for (const auto& [option, value] : preset.options)
      options += (options.empty() ? "" : " ") + option + "=" + value;
    out += fmt::format("<li title=\"{}\">{}</li>", HtmlText(preset.name + ": " + options),
                       Both(preset.label.zh.empty() ? preset.name : preset.label.zh,
                            preset.label.en.empty() ? preset.name : preset.label.en));
  }
  return out + "</ul>\n";
}

// The card of a variant: name, summary, number of players, first options and presets, thumbnail.
std::string Card(const IndexedVariant& one) {
  constexpr std::size_t kMost = 6;
  const Variant& variant = one.variant;
  const std::string zh = FirstSentence(one.readme_zh), en = FirstSentence(one.readme_en);
  std::string options;
  for (std::size_t i = 0; i < variant.options().size() && i < kMost; ++i) {
    const OptionDecl& option = variant.options()[i];
    options += fmt::format("<li>{} <code>{}</code></li>",
                           Both(option.label.zh.empty() ? option.name : option.label.zh,
                                option.label.en.empty() ? option.name : option.label.en),
                           HtmlText(option.fallback));
  }
  if (variant.options().size() > kMost) {
    const std::string rest = std::to_string(variant.options().size() - kMost);
    options +=
        "<li class=\"faint\">" + Both("另有 " + rest + " 个选项", rest + " more options") + "</li>";
  }
  return fmt::format(
      "<a class=\"card panel\" href=\"{}\">\n<div class=\"stamp\" "
      "aria-hidden=\"true\">{}</div>\n<h2>{} <span "
      "class=\"faint\">{}</span></h2>\n<p>{}</p>\n<ul>{}</ul>\n{}<p class=\"faint\">{}</p></a>\n",
      HtmlText(IndexFile(one)), SmallChart(*one.flow), Both(variant.label().zh, variant.label().en),
      HtmlText(variant.id()), Both(zh, en), options, PresetList(variant),
      Both(fmt::format("{} 家 · {} 节点 · {} 条边 · {} 番种", one.flow->seats(),
                       one.flow->nodes().size(), CountEdges(*one.flow), FanRows(variant).size()),
           fmt::format("{} seats · {} nodes · {} edges · {} fans", one.flow->seats(),
                       one.flow->nodes().size(), CountEdges(*one.flow), FanRows(variant).size())));
}

std::string Page(std::string_view title, std::string heading, std::string facts, std::string body,
                 Lang lang) {
  return WholePage(
      "index", lang, title,
      {{"heading", std::move(heading)}, {"facts", std::move(facts)}, {"body", std::move(body)}});
}

}  // namespace

std::vector<FanTableRow> FanRows(const Variant& variant) {
  std::vector<FanTableRow> rows;
  const Result<Value> resolved = variant.Resolve({});
  const Value* parts = resolved ? resolved->Find("parts") : nullptr;
  const Value* judge = parts != nullptr ? parts->Find("judge") : nullptr;
  if (judge != nullptr) Collect(*judge, rows);  // other tables are worth nothing
  return rows;
}

std::string IndexFile(const IndexedVariant& variant) { return variant.variant.id() + ".html"; }

Result<std::string> VariantPage(const IndexedVariant& indexed, const IndexOptions& options,
                                Lang lang) {
  const Variant& variant = indexed.variant;
  Result<std::string> charts = Charts(indexed, options);
  if (!charts) return charts.faults();
  std::string body = "<div class=\"columns\"><div class=\"column\">\n";
  if (!indexed.readme_zh.empty()) {
    body += "<section class=\"panel readme\" id=\"rules\">" + Heading("规则", "Rules") +
            "<div class=\"zh\">" + MarkdownHtml(indexed.readme_zh) + "</div><div class=\"en\">" +
            MarkdownHtml(indexed.readme_en) + "</div></section>\n";
  }
  body += FanTable(variant) + OptionTable(variant) + PresetTable(variant) +
          "</div><div class=\"column\">\n" + *charts + "</div></div>\n";
  const Flow& flow = *indexed.flow;
  const std::string facts =
      "<a href=\"index.html\">" + Both("← 所有玩法", "← all variants") + "</a> · " +
      Both(fmt::format("{} · {} 家 · {} 节点 · {} 条边 · 指纹 {}", variant.id(), flow.seats(),
                       flow.nodes().size(), CountEdges(flow), flow.fingerprint_text()),
           fmt::format("{} · {} seats · {} nodes · {} edges · fingerprint {}", variant.id(),
                       flow.seats(), flow.nodes().size(), CountEdges(flow),
                       flow.fingerprint_text()));
  return Page(variant.label().zh + " " + variant.label().en,
              Both(variant.label().zh, variant.label().en), facts, std::move(body), lang);
}

std::string IndexPage(const std::vector<IndexedVariant>& variants, Lang lang) {
  std::string body = "<div class=\"cards\">\n";
  for (const IndexedVariant& one : variants) body += Card(one);
  body += "</div>\n";
  return Page(lang == Lang::kZh ? "玩法" : "Variants", Both("玩法", "Variants"), "",
              std::move(body), lang);
}

}  // namespace mlf::tools
