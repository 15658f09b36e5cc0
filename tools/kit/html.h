// HtmlText: text as it stands in HTML, SVG and the HTML-like labels of Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

// Text between tags or in an attribute.
std::string HtmlText(std::string_view text);

}  // namespace mlf::tools
