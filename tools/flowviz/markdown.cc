#include "tools/flowviz/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace mlf::tools {
namespace {

template <auto kFree>
struct Freed {
  void operator()(auto* what) const { kFree(what); }
};

// Changes for a page that is one file: it has its own first heading and language switch, and
// pictures become text.
void FitPage(cmark_node* document) {
  const std::unique_ptr<cmark_iter, Freed<cmark_iter_free>> iter(cmark_iter_new(document));
  for (cmark_event_type event; (event = cmark_iter_next(iter.get())) != CMARK_EVENT_DONE;) {
    if (event != CMARK_EVENT_EXIT) continue;
    cmark_node* node = cmark_iter_get_node(iter.get());
    if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
      cmark_node_set_heading_level(node, std::min(cmark_node_get_heading_level(node) + 1, 6));
    } else if (cmark_node_get_type(node) == CMARK_NODE_IMAGE) {
      while (cmark_node* words = cmark_node_first_child(node))
        cmark_node_insert_before(node, words);
      cmark_node_free(node);
    } else if (cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH) {
      cmark_node* only = cmark_node_first_child(node);
      if (only != nullptr && cmark_node_next(only) == nullptr &&
          cmark_node_get_type(only) == CMARK_NODE_LINK)
        cmark_node_free(node);
    }
  }
}

// The paragraph "[中文](README.zh-CN.md)".
bool IsLinkAlone(std::string_view line) {
  return line.starts_with('[') && line.ends_with(')') && line.find(']') == line.rfind("](");
}

bool BeginsWide(std::string_view line) {
  return !line.empty() && (static_cast<unsigned char>(line.front()) & 0x80) != 0;
}

}  // namespace

std::string FirstSentence(std::string_view markdown) {
  std::string sentence;
  std::size_t begin = 0;
  while (begin < markdown.size()) {
    const std::size_t end = std::min(markdown.find('\n', begin), markdown.size());
    const std::string_view line = markdown.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() && !sentence.empty()) break;
    if (line.empty() || line.starts_with('#') || IsLinkAlone(line)) continue;
    sentence += (sentence.empty() || BeginsWide(line) ? "" : " ") + std::string(line);
  }
  for (const std::string_view stop : {"。", ". "}) {
    const std::size_t at = sentence.find(stop);
    if (at != std::string::npos) sentence.erase(at + (stop == "。" ? stop.size() : 1));
  }
  return sentence;
}

std::string MarkdownHtml(std::string_view text) {
  cmark_gfm_core_extensions_ensure_registered();
  const std::unique_ptr<cmark_parser, Freed<cmark_parser_free>> parser(
      cmark_parser_new(CMARK_OPT_DEFAULT));
  cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser.get(), text.data(), text.size());
  const std::unique_ptr<cmark_node, Freed<cmark_node_free>> document(
      cmark_parser_finish(parser.get()));
  FitPage(document.get());
  // By default raw HTML and links that run scripts are omitted.
  const std::unique_ptr<char, Freed<std::free>> html(cmark_render_html(
      document.get(), CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser.get())));
  return html.get();
}

}  // namespace mlf::tools
