#include "tools/flowviz/part_text.h"

namespace mlf::tools {
namespace {

bool IsWord(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// The position after the bracket that closes the one at `at`; skips quoted text.
std::size_t Closing(std::string_view text, std::size_t at) {
  int depth = 0;
  char quote = '\0';
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == '\\' && quote == '"')
        ++at;
      else if (c == quote)
        quote = '\0';
      continue;
    }
    if (c == '"') quote = c;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return at + 1;
  }
  return text.size();
}

}  // namespace

std::vector<std::string> SplitList(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '{' || text.front() == '[') &&
      Closing(text, 0) == text.size())
    text = text.substr(1, text.size() - 2);
  std::vector<std::string> items;
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    while (begin < end && text[begin] == ' ') ++begin;
    if (end > begin) items.emplace_back(text.substr(begin, end - begin));
  };
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (quoted) {
      if (text[at] == '\\') ++at;
      continue;
    }
    if (text[at] == '{' || text[at] == '[')
      at = Closing(text, at) - 1;
    else if (text[at] == ',') {
      add(at);
      begin = at + 1;
    }
  }
  add(text.size());
  return items;
}

PartText ReadPart(std::string_view text) {
  PartText part;
  const std::size_t mark = text.find('@');
  part.id = text.substr(0, mark);
  std::size_t end = mark == std::string_view::npos ? text.size() : mark + 1;
  while (end < text.size() && IsWord(text[end])) ++end;
  if (mark != std::string_view::npos) part.version = text.substr(mark + 1, end - mark - 1);
  part.braces = text.substr(end);
  for (const std::string& item : SplitList(part.braces)) {
    const std::size_t colon = item.find(": ");
    part.params.emplace_back(item.substr(0, colon),
                             colon == std::string::npos ? "" : item.substr(colon + 2));
  }
  return part;
}

std::vector<std::string> NestedParts(std::string_view text) {
  std::vector<std::string> found;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!IsWord(text[at]) && text[at] != '$') {
      ++at;
      continue;
    }
    const std::size_t begin = at++;
    while (at < text.size() && IsWord(text[at])) ++at;
    const bool part = at < text.size() && text[at] == '@';
    if (!part && text[begin] != '$') continue;
    if (part) {
      ++at;
      while (at < text.size() && IsWord(text[at])) ++at;
      if (at < text.size() && text[at] == '{') at = Closing(text, at);
    }
    found.emplace_back(text.substr(begin, at - begin));
  }
  return found;
}

std::vector<std::string> AllPartsIn(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string& part : NestedParts(text)) {
    if (part.starts_with('$')) continue;
    all.push_back(part);
    for (std::string& inner : AllPartsIn(ReadPart(part).braces)) all.push_back(std::move(inner));
  }
  return all;
}

std::string ShortPart(std::string_view text, std::size_t most) {
  const PartText part = ReadPart(text);
  if (part.braces.empty()) return part.id;
  return part.id + " " + (part.braces.size() <= most ? part.braces : "{…}");
}

}  // namespace mlf::tools
