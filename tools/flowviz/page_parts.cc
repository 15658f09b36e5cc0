#include "tools/flowviz/page_parts.h"
#include "tools/console/html.h"
#include "tools/flowviz/page.h"

#include <fmt/format.h>

namespace mlf::tools {

std::string Both(std::string_view zh, std::string_view en) {
  if (zh == en) return HtmlText(zh);
  return fmt::format("<span class=\"zh\">{}</span><span class=\"en\">{}</span>",
                     HtmlText(zh.empty() ? en : zh), HtmlText(en.empty() ? zh : en));
}

std::string Heading(std::string_view zh, std::string_view en) {
  return "<h2>" + Both(zh, en) + "</h2>\n";
}

std::string ChartSection(const std::string& id, std::string_view zh, std::string_view en,
                         const std::string& note, const std::string& svg_zh,
                         const std::string& svg_en) {
  return "<section class=\"panel\" data-chart id=\"" + id + "\">" + Heading(zh, en) + note +
         "<div class=\"zoom\"><button data-zoom=\"0.8\" aria-label=\"smaller\">−</button><button "
         "data-zoom=\"1.25\" aria-label=\"larger\">+</button>"
         "<button data-zoom=\"fit\">" +
         Both("适合宽度", "fit") + "</button></div>\n<div class=\"chart zh\" tabindex=\"0\">" +
         PageSvg(svg_zh) + "</div><div class=\"chart en\" tabindex=\"0\">" + PageSvg(svg_en) +
         "</div></section>\n";
}

}  // namespace mlf::tools
