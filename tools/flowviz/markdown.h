// Markdown as READMEs here use it, as HTML: headings, paragraphs, lists of one level, tables, code, emphasis, links and pictures. What it does
// not know stays as it is written; no HTML passes through.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

std::string MarkdownHtml(std::string_view text);

}  // namespace mlf::tools
