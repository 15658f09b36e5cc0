// Markdown as HTML (CommonMark with tables, by cmark-gfm) for a page that is one file. Headings
// move one level down, a picture becomes its text, and a paragraph that is only the link to the
// other language is omitted. Raw HTML and links that run scripts are removed.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

std::string MarkdownHtml(std::string_view text);

// The first sentence after the headings and the language link.
std::string FirstSentence(std::string_view markdown);

}  // namespace mlf::tools
