// Markdown as HTML (CommonMark with tables, by cmark-gfm), to stand in a page that is one file: headings one level lower, of pictures their
// words, no raw HTML, no link that runs something.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

std::string MarkdownHtml(std::string_view text);

}  // namespace mlf::tools
