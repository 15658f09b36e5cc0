// Markdown as HTML (CommonMark with tables, by cmark-gfm), to stand in a page that is one file:
// headings one level lower, of pictures their words, no link to the other language (a paragraph
// that is one link), no raw HTML, no link that runs something.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

std::string MarkdownHtml(std::string_view text);

// The first sentence below the headings and the link to the other language.
std::string FirstSentence(std::string_view markdown);

}  // namespace mlf::tools
