// Markdown as HTML (CommonMark with tables, by cmark-gfm), to stand in a page that is one file: headings one level lower, of pictures their
// words, no raw HTML, no link that runs something.
#pragma once

#include <mlf/flow/viewer.h>

#include <string>
#include <string_view>

namespace mlf::tools {

std::string MarkdownHtml(std::string_view text);

// What of a text in Chinese and English is in one of them: of sections headed "（中文）" or "(English)" those, elsewhere each line by what it is
// mostly made of. Tables and code stay.
std::string MarkdownIn(std::string_view text, Lang lang);
// The first sentence below the headings.
std::string FirstSentence(std::string_view markdown);

}  // namespace mlf::tools
