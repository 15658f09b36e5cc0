// HtmlText: text escaped for HTML, SVG and the HTML-like labels of Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

// For text between tags or in an attribute.
std::string HtmlText(std::string_view text);

}  // namespace mlf::tools
