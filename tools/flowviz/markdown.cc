#include <mlf/tools/flowviz/markdown.h>

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

// What differs on a page that stands alone: it has a first heading of its own, and of a picture only the words.
void FitPage(cmark_node* document) {
  const std::unique_ptr<cmark_iter, Freed<cmark_iter_free>> iter(cmark_iter_new(document));
  for (cmark_event_type event; (event = cmark_iter_next(iter.get())) != CMARK_EVENT_DONE;) {
    if (event != CMARK_EVENT_EXIT) continue;
    cmark_node* node = cmark_iter_get_node(iter.get());
    if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
      cmark_node_set_heading_level(node, std::min(cmark_node_get_heading_level(node) + 1, 6));
    } else if (cmark_node_get_type(node) == CMARK_NODE_IMAGE) {
      while (cmark_node* words = cmark_node_first_child(node)) cmark_node_insert_before(node, words);
      cmark_node_free(node);
    }
  }
}

// Whether a line is Chinese: whether more of it is Chinese characters than Latin words, four letters making a word.
bool IsChinese(std::string_view line) {
  int wide = 0, letters = 0;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xE3 && byte <= 0xE9) ++wide;
    if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') ++letters;
  }
  return wide * 4 > letters;
}

// The half of "中文 · English", "中文 / English" or "中文 English" that is in `lang`.
std::string HeadingIn(const std::string& line, Lang lang) {
  const std::size_t text = line.find_first_not_of("# ");
  if (text == std::string::npos) return line;
  const auto half = [&](std::size_t end, std::size_t begin) {
    const std::string one = line.substr(text, end - text), two = line.substr(begin);
    if (IsChinese(one) == IsChinese(two)) return line;
    return line.substr(0, text) + (IsChinese(one) == (lang == Lang::kZh) ? one : two);
  };
  for (const std::string_view mark : {" · ", " / ", " "}) {
    const std::size_t at = line.find(mark, text);
    if (at != std::string::npos) return half(at, at + mark.size());
  }
  return line;
}

}  // namespace

std::string MarkdownIn(std::string_view text, Lang lang) {
  std::string out, line;
  bool code = false;
  bool only_zh = false, only_en = false;  // of the section
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("```")) code = !code;
    if (!code && line.starts_with('#')) {
      only_zh = line.find("（中文）") != std::string::npos;
      only_en = line.find("(English)") != std::string::npos;
      if (!only_zh && !only_en) line = HeadingIn(line, lang);
    }
    const bool kept = only_zh || only_en ? only_zh == (lang == Lang::kZh)
                                         : code || line.empty() || line.starts_with('#') || line.starts_with('|') || line.starts_with("```") || IsChinese(line) == (lang == Lang::kZh);
    if (kept) out += line + "\n";
  }
  return out;
}

std::string FirstSentence(std::string_view markdown) {
  std::string sentence;
  std::size_t begin = 0;
  while (begin < markdown.size()) {
    const std::size_t end = std::min(markdown.find('\n', begin), markdown.size());
    const std::string_view line = markdown.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() && !sentence.empty()) break;
    if (line.empty() || line.starts_with('#')) continue;
    sentence += (sentence.empty() || IsChinese(line) ? "" : " ") + std::string(line);
  }
  for (const std::string_view stop : {"。", ". "}) {
    const std::size_t at = sentence.find(stop);
    if (at != std::string::npos) sentence.erase(at + (stop == "。" ? stop.size() : 1));
  }
  return sentence;
}

std::string MarkdownHtml(std::string_view text) {
  cmark_gfm_core_extensions_ensure_registered();
  const std::unique_ptr<cmark_parser, Freed<cmark_parser_free>> parser(cmark_parser_new(CMARK_OPT_DEFAULT));
  cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser.get(), text.data(), text.size());
  const std::unique_ptr<cmark_node, Freed<cmark_node_free>> document(cmark_parser_finish(parser.get()));
  FitPage(document.get());
  // The default leaves out raw HTML and links that run something.
  const std::unique_ptr<char, Freed<std::free>> html(
      cmark_render_html(document.get(), CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser.get())));
  return html.get();
}

}  // namespace mlf::tools
