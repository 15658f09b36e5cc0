#include <mlf/tools/flowviz/markdown.h>
#include <mlf/tools/flowviz/page.h>
#include <mlf/tools/kit/html.h>

#include <algorithm>
#include <vector>

namespace mlf::tools {
namespace {

std::string_view Trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// A link may lead to the web, to a place on the page or to a file beside it, and nowhere that runs something.
bool SafeLink(std::string_view to) {
  const std::size_t colon = to.find(':');
  if (colon == std::string_view::npos || to.find_first_of("/?#") < colon) return true;
  const std::string_view scheme = to.substr(0, colon);
  return scheme == "https" || scheme == "http" || scheme == "mailto";
}

std::string Inline(std::string_view text) {
  std::string out;
  std::string_view rest = text;
  while (!rest.empty()) {
    // `code`
    if (rest[0] == '`') {
      const std::size_t end = rest.find('`', 1);
      if (end != std::string_view::npos) {
        out += "<code>" + HtmlText(rest.substr(1, end - 1)) + "</code>";
        rest.remove_prefix(end + 1);
        continue;
      }
    }
    // **strong**
    if (rest.starts_with("**")) {
      const std::size_t end = rest.find("**", 2);
      if (end != std::string_view::npos && end > 2) {
        out += "<strong>" + Inline(rest.substr(2, end - 2)) + "</strong>";
        rest.remove_prefix(end + 2);
        continue;
      }
    }
    // [text](link); of a picture, which a page that stands alone has not, its text
    const bool picture = rest.starts_with("![");
    if (picture || rest[0] == '[') {
      const std::size_t middle = rest.find("](");
      const std::size_t end = middle == std::string_view::npos ? middle : rest.find(')', middle);
      if (end != std::string_view::npos) {
        const std::string_view words = rest.substr(picture ? 2 : 1, middle - (picture ? 2 : 1));
        const std::string_view to = rest.substr(middle + 2, end - middle - 2);
        if (picture || !SafeLink(to)) {
          out += Inline(words);
        } else {
          out += "<a href=\"" + HtmlText(to) + "\">" + Inline(words) + "</a>";
        }
        rest.remove_prefix(end + 1);
        continue;
      }
    }
    out += HtmlText(rest.substr(0, 1));
    rest.remove_prefix(1);
  }
  return out;
}

std::vector<std::string_view> Cells(std::string_view line) {
  std::vector<std::string_view> cells;
  line = Trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  for (;;) {
    const std::size_t bar = line.find('|');
    cells.push_back(Trim(line.substr(0, bar)));
    if (bar == std::string_view::npos) return cells;
    line.remove_prefix(bar + 1);
  }
}

bool IsRule(std::string_view line) { return line.find("---") != std::string_view::npos && line.find_first_not_of("|-: ") == std::string_view::npos; }
bool IsItem(std::string_view line) { return line.starts_with("- ") || line.starts_with("* "); }

class Writer {
 public:
  explicit Writer(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      if (line.ends_with('\r')) line.remove_suffix(1);
      lines_.push_back(line);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
  }

  std::string Write() {
    while (at_ < lines_.size()) Block();
    return std::move(out_);
  }

 private:
  void Block() {
    const std::string_view line = Trim(lines_[at_]);
    if (line.empty()) {
      ++at_;
    } else if (line.starts_with("```")) {
      Code();
    } else if (line[0] == '#') {
      const std::size_t level = std::min<std::size_t>(line.find_first_not_of('#'), 5);
      // The page has its own first heading.
      const std::string tag = "h" + std::to_string(std::min<std::size_t>(level + 1, 6));
      out_ += "<" + tag + ">" + Inline(Trim(line.substr(std::min(line.size(), level)))) + "</" + tag + ">\n";
      ++at_;
    } else if (line[0] == '|' && at_ + 1 < lines_.size() && IsRule(lines_[at_ + 1])) {
      Table();
    } else if (IsItem(line)) {
      List();
    } else {
      Paragraph();
    }
  }

  void Code() {
    out_ += "<pre>";
    for (++at_; at_ < lines_.size() && !Trim(lines_[at_]).starts_with("```"); ++at_) out_ += HtmlText(lines_[at_]) + "\n";
    ++at_;
    out_ += "</pre>\n";
  }

  void Table() {
    out_ += "<div class=\"wide\"><table>\n<tr>";
    for (const std::string_view cell : Cells(lines_[at_])) out_ += "<th>" + Inline(cell) + "</th>";
    out_ += "</tr>\n";
    for (at_ += 2; at_ < lines_.size() && Trim(lines_[at_]).starts_with('|'); ++at_) {
      out_ += "<tr>";
      for (const std::string_view cell : Cells(lines_[at_])) out_ += "<td>" + Inline(cell) + "</td>";
      out_ += "</tr>\n";
    }
    out_ += "</table></div>\n";
  }

  void List() {
    out_ += "<ul>\n";
    while (at_ < lines_.size() && IsItem(Trim(lines_[at_]))) {
      std::string item(Trim(lines_[at_++]).substr(2));
      // Lines that are set in go on with the item.
      while (at_ < lines_.size() && lines_[at_].starts_with("  ") && !IsItem(Trim(lines_[at_])) && !Trim(lines_[at_]).empty()) {
        item += "\n" + std::string(Trim(lines_[at_++]));
      }
      out_ += "<li>" + Inline(item) + "</li>\n";
    }
    out_ += "</ul>\n";
  }

  void Paragraph() {
    std::string text;
    while (at_ < lines_.size()) {
      const std::string_view line = Trim(lines_[at_]);
      if (line.empty() || line[0] == '#' || line[0] == '|' || IsItem(line) || line.starts_with("```")) break;
      text += (text.empty() ? "" : "\n") + std::string(line);
      ++at_;
    }
    // A bar that begins no table.
    if (text.empty()) text = std::string(Trim(lines_[at_++]));
    out_ += "<p>" + Inline(text) + "</p>\n";
  }

  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string MarkdownHtml(std::string_view text) { return Writer(text).Write(); }

}  // namespace mlf::tools
