#include "flow/load/yaml_syntax.h"

#include <algorithm>
#include <array>

namespace mlf::yaml {

namespace {

// A hint if the line before `line` is a single word: a key without its colon.
std::string WordWithoutColon(const Source& source, std::size_t line) {
  if (line == 0) return {};
  std::string_view text = source.Line(line - 1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::string_view word = text.substr(begin);
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (word.empty() || !std::all_of(word.begin(), word.end(), letter)) return {};
  return "is a colon missing after " + Show(word) + " on line " + std::to_string(line) + "?";
}

}  // namespace

std::string Suspect(const Source& source, std::size_t line) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kWide = {{{"：", ":"},
                                                                                    {"，", ","},
                                                                                    {"［", "["},
                                                                                    {"］", "]"},
                                                                                    {"｛", "{"},
                                                                                    {"｝", "}"},
                                                                                    {"“", "\""},
                                                                                    {"”", "\""},
                                                                                    {"【", "["},
                                                                                    {"】", "]"}}};
  std::string_view text = source.Line(line).substr(0, 1000);
  if (const std::size_t comment = text.find(" #"); comment != std::string_view::npos)
    text = text.substr(0, comment);
  const auto place = [&](std::size_t at) {
    const SourcePos where = source.At(source.lines[line] + at);
    return "line " + std::to_string(where.line) + ", column " + std::to_string(where.column);
  };
  std::size_t first = std::string_view::npos;
  std::string message;
  for (const auto& [wide, narrow] : kWide) {
    const std::size_t at = text.find(wide);
    if (at >= first) continue;
    first = at;
    message = "the full-width " + std::string(wide) + " at " + place(at) + " is text; was " +
              std::string(narrow) + " meant?";
  }
  if (!message.empty()) return message;
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && colon + 1 < text.size() && text[colon + 1] != ' ' &&
      text[colon + 1] != '/') {
    const bool tab = text[colon + 1] == '\t';
    if (!tab) return "a space is missing after the colon at " + place(colon);
  }
  if (const std::size_t tab = text.find('\t'); tab != std::string_view::npos)
    return "there is a tab at " + place(tab) + "; use spaces";
  return {};
}

std::size_t Offset(const YAML::Mark& mark) {
  return mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos);
}

PlacedFault SyntaxFault(const Source& source, const ReadSoFar& read, const YAML::Exception& error) {
  namespace E = YAML::ErrorMsg;
  const std::string& said = error.msg;
  std::size_t at =
      error.mark.is_null() ? source.text.size() : std::min(Offset(error.mark), source.text.size());
  // At the end of the file, point at the last word, not after the last line.
  if (at == source.text.size()) {
    while (at > 0 && (source.CharAt(at - 1) == '\n' || source.CharAt(at - 1) == '\r' ||
                      source.CharAt(at - 1) == ' '))
      --at;
  }
  std::string code = "Y05";
  std::string message;
  const auto opened = [&](std::string_view what, std::string_view close) {
    const SourcePos where = source.At(read.innermost_open.value_or(at));
    return "expected , or " + std::string(close) + " here, for the " + std::string(what) +
           " opened at line " + std::to_string(where.line) + ", column " +
           std::to_string(where.column);
  };
  if (said == E::UNKNOWN_ANCHOR || said == E::ALIAS_NOT_FOUND || said == E::CHAR_IN_ALIAS) {
    code = "Y10";
    message =
        "aliases (*) are not used here; write the value out, or put it in quotes if it begins with "
        "*";
  } else if (said == E::ANCHOR_NOT_FOUND || said == E::CHAR_IN_ANCHOR) {
    code = "Y10";
    message = "anchors (&) are not used here; put the word in quotes if it begins with &";
  } else if (said == E::CHAR_IN_TAG_HANDLE || said == E::TAG_WITH_NO_SUFFIX ||
             said == E::END_OF_VERBATIM_TAG || said == E::MULTIPLE_TAGS) {
    code = "Y10";
    message = "tags (!) are not used here; put the word in quotes if it begins with !";
  } else if (said == E::BAD_FILE) {  // the library's own depth limit, far above ours
    code = "Y11";
    message = "nested too deep; at most " + std::to_string(kYamlMaxDepth) + " levels can be read";
  } else if (said == E::MAP_VALUE) {
    message =
        "a \"key: value\" is not allowed here; is the line indented like its neighbours, or does "
        "the "
        "text before the colon need quotes?";
  } else if (said == E::MAP_KEY) {
    message = "a key is not allowed here; is the line indented like its neighbours?";
  } else if (said == E::BLOCK_ENTRY) {
    message = "a list item (-) is not allowed here; begin the list on a line of its own";
  } else if (said == E::END_OF_MAP) {
    message =
        "expected \"key: value\" like the lines before; is the indentation right, or a colon "
        "missing?";
  } else if (said == E::END_OF_SEQ) {
    message = "expected a list item (- ...) like the lines before; is the indentation right?";
  } else if (said == E::END_OF_SEQ_FLOW) {
    message = opened("list", "]");
  } else if (said == E::END_OF_MAP_FLOW) {
    message = opened("map", "}");
  } else if (said == E::FLOW_END) {
    message = "this bracket does not close what is open here";
  } else if (said == E::TAB_IN_INDENTATION) {
    code = "Y04";
    message = "the line is indented with a tab; indent with spaces";
  } else if (said == E::UNKNOWN_TOKEN) {
    message = "a word cannot begin with this character; put it in quotes";
  } else if (said.starts_with(E::INVALID_ESCAPE)) {
    message = "unknown escape after \\; write \\\\ for a backslash, or use single quotes";
  } else if (said.starts_with(E::INVALID_UNICODE) || said == E::INVALID_HEX) {
    message = "the number after \\x, \\u or \\U is no character";
  } else if (said == E::DOC_IN_SCALAR) {
    message = "--- or ... is not allowed inside a text in quotes; is a quote not closed?";
  } else if (said == E::EOF_IN_SCALAR) {
    message = "the file ends inside a text; is a quote not closed?";
  } else if (said == E::CHAR_IN_BLOCK || said == E::ZERO_INDENT_IN_BLOCK) {
    message = "after | or > only +, - or a digit 1-9 is allowed";
  } else if (said == E::YAML_DIRECTIVE_ARGS || said.starts_with(E::YAML_VERSION) ||
             said == E::YAML_MAJOR_VERSION || said == E::REPEATED_YAML_DIRECTIVE ||
             said == E::TAG_DIRECTIVE_ARGS || said == E::REPEATED_TAG_DIRECTIVE) {
    message = "lines that begin with % are not used here";
  } else {
    message = "this cannot be read as YAML (" + said + ")";
  }
  if (code == "Y05") {
    // The library reports a missing colon only at the next colon, a line later.
    std::size_t line = source.LineAt(at);
    std::string suspect = Suspect(source, line);
    for (int back = 0; suspect.empty() && back < 2 && line > 0; ++back)
      suspect = Suspect(source, --line);
    if (!read.quotes.empty() && read.quotes.back().second < at &&
        source.LineAt(read.quotes.back().second) == source.LineAt(at)) {
      const SourcePos where = source.At(read.quotes.back().first);
      suspect = "the text in quotes that ends on this line began at line " +
                std::to_string(where.line) + ", column " + std::to_string(where.column) +
                "; is a quote missing there?";
    }
    if (suspect.empty() && (said == E::MAP_VALUE || said == E::END_OF_MAP))
      suspect = WordWithoutColon(source, source.LineAt(at));
    if (!suspect.empty()) message += " (" + suspect + ")";
  }
  SourcePos where = source.At(at);
  return {at, {std::move(code), std::move(where), std::move(message)}};
}

}  // namespace mlf::yaml
