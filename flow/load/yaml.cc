// The checked YAML reader, in three steps:
//   1. The scan checks bytes: encoding, control characters, indentation.
//   2. The library's parser sends events to Builder, which builds the tree and reports all faults
//      after which parsing can continue.
//   3. The library throws at its first syntax error. SyntaxFault converts it to a sentence with a
//      remedy.
// The library reads a clean copy in which each refused byte is replaced by one character, so that
// positions stay correct.
#include <mlf/flow/value.h>
#include "flow/base/text_file.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <memory>
#include <sstream>
#include <tuple>
#include <unordered_map>

namespace mlf {

namespace {

constexpr std::size_t kMaxFaults = 100;         // limits the output for hostile files
constexpr std::size_t kMaxEncodingFaults = 10;  // a wrong encoding affects every line
// Indentation faults kept until it is known which are inside quotes.
constexpr std::size_t kMaxIndentation = 10'000;
constexpr std::size_t kMaxValues =
    200'000;  // bounds memory: short values need more than their text
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Thrown through the library to end a parse. Never leaves ParseYaml.
struct Stop {};

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The length of the UTF-8 character at `at` (1..4), or 0 if it is invalid: Unicode 15, table 3-7.
std::size_t Utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) -> unsigned {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u;
  };
  const auto within = [&](std::size_t k, unsigned low, unsigned high) {
    return byte(k) >= low && byte(k) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return within(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;   // no overlong forms
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;  // no surrogates
    return within(1, low, high) && within(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;  // no more than U+10FFFF
    return within(1, low, high) && within(2, 0x80, 0xBF) && within(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

// A word of the file for a message: quoted, and truncated if long.
std::string Show(std::string_view word) {
  constexpr std::size_t kShown = 60;
  std::size_t end = std::min(word.size(), kShown);
  while (end > 0 && end < word.size() && IsContinuation(word[end])) --end;
  return '"' + std::string(word.substr(0, end)) + (end < word.size() ? "..." : "") + '"';
}

// The text for the library, and the start of each line.
struct Source {
  FileName file;
  std::string text;
  std::vector<std::size_t> lines{0};  // offsets
  mutable std::size_t last_offset = 0;
  mutable int last_column = 1;

  // Line numbers count from 0, as indices of `lines`.
  std::size_t LineAt(std::size_t offset) const {
    return static_cast<std::size_t>(std::upper_bound(lines.begin(), lines.end(), offset) -
                                    lines.begin()) -
           1;
  }
  std::string_view Line(std::size_t line) const {
    const std::size_t begin = lines[line];
    const std::size_t end = line + 1 < lines.size() ? lines[line + 1] - 1 : text.size();
    std::string_view content = std::string_view(text).substr(begin, end - begin);
    if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
    return content;
  }
  SourcePos At(std::size_t offset) const {
    offset = std::min(offset, text.size());
    const std::size_t line = LineAt(offset);
    // Positions are requested nearly in order. Counting from the last one keeps a single long line
    // linear.
    const bool goes_on = last_offset >= lines[line] && last_offset <= offset;
    int column = goes_on ? last_column : 1;
    for (std::size_t i = goes_on ? last_offset : lines[line]; i < offset; ++i)
      column += IsContinuation(text[i]) ? 0 : 1;
    if (offset >= last_offset) {
      last_offset = offset;
      last_column = column;
    }
    return {file, static_cast<int>(line) + 1, column};
  }
  char CharAt(std::size_t offset) const { return offset < text.size() ? text[offset] : '\0'; }
};

std::size_t Offset(const YAML::Mark& mark) {
  return mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos);
}

struct PlacedFault {
  std::size_t offset = 0;
  Fault fault;
};

// A line that continues a quoted text has no indentation. So indentation faults are confirmed after
// parsing.
struct Scan {
  std::vector<PlacedFault> encoding;
  std::vector<PlacedFault> indentation;
};

// Copies `raw` into source.text. Replaces and reports refused bytes.
void ScanBytes(std::string_view raw, Source& source, Scan& scan) {
  std::size_t faulty_lines = 0;
  bool line_reported = false;
  source.text.reserve(raw.size());
  const auto tell = [&](std::string message) {
    if (!line_reported && ++faulty_lines <= kMaxEncodingFaults) {
      if (faulty_lines == kMaxEncodingFaults)
        message += " (and perhaps more: only the first lines are told)";
      scan.encoding.push_back({source.text.size(), {"Y03", {}, std::move(message)}});
    }
    line_reported = true;
    source.text += kReplacement;
  };
  for (std::size_t i = 0; i < raw.size();) {
    const auto c = static_cast<unsigned char>(raw[i]);
    const std::size_t length = Utf8Length(raw, i);
    if (length == 0) {
      tell("this is not UTF-8; save the file as UTF-8 (not GBK or UTF-16)");
      ++i;
    } else if (c == '\r' && (i + 1 == raw.size() || raw[i + 1] != '\n')) {
      tell("a carriage return without a line feed; end lines with LF or CR LF");
      // Editors show a new line here.
      source.text.replace(source.text.size() - kReplacement.size(), kReplacement.size(), "\n");
      source.lines.push_back(source.text.size());
      line_reported = false;
      ++i;
    } else if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) {
      char code[8];
      std::snprintf(code, sizeof code, "%02X", static_cast<unsigned>(c));
      tell(std::string("a control character (0x") + code + ") cannot stand here");
      ++i;
    } else if (const std::string_view character = raw.substr(i, length);
               character == "\xEF\xBB\xBF" || character == "\xE2\x80\x8B") {
      // Pasted text may contain them. They make a correct-looking key unknown.
      tell("an invisible character (U+FEFF or U+200B) stands here; delete it");
      i += length;
    } else {
      source.text += raw.substr(i, length);
      i += length;
      if (c == '\n') {
        source.lines.push_back(source.text.size());
        line_reported = false;
      }
    }
  }
  for (PlacedFault& placed : scan.encoding) placed.fault.where = source.At(placed.offset);
  source.last_offset = 0;
  source.last_column = 1;
}

// Whether `line` ends with the header of a block scalar: `key: |`, `- >-`, perhaps with a comment.
bool OpensBlockScalar(std::string_view line) {
  if (const std::size_t comment = line.find(" #"); comment != std::string_view::npos)
    line = line.substr(0, comment);
  while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
  while (!line.empty() &&
         (line.back() == '+' || line.back() == '-' || (line.back() >= '0' && line.back() <= '9')))
    line.remove_suffix(1);
  if (line.empty() || (line.back() != '|' && line.back() != '>')) return false;
  line.remove_suffix(1);
  return line.empty() || line.back() == ' ';
}

// Finds tabs and wide or no-break spaces in the indentation of lines. Inside a block scalar they
// are text.
void ScanIndentation(Source& source, Scan& scan) {
  constexpr std::string_view kWideBlank =
      "\xE3\x80\x80";  // U+3000, what an input method types for a space
  constexpr std::string_view kHardBlank = "\xC2\xA0";  // U+00A0, what a web page or a chat pastes
  bool in_block = false;
  std::size_t block_indent = 0;
  for (std::size_t n = 0; n < source.lines.size(); ++n) {
    const std::size_t begin = source.lines[n];
    const std::string_view line = source.Line(n);
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    if (spaces == line.size()) continue;
    if (in_block && spaces > block_indent) continue;
    std::size_t first_bad = std::string_view::npos;
    std::string_view name;
    std::size_t i = 0;
    for (;;) {
      const std::string_view rest = line.substr(i);
      std::size_t length = 0;
      std::string_view kind;
      if (rest.starts_with(' ')) {
        length = 1;
      } else if (rest.starts_with('\t')) {
        length = 1;
        kind = "a tab";
      } else if (rest.starts_with(kWideBlank)) {
        length = kWideBlank.size();
        kind = "a full-width space (U+3000)";
      } else if (rest.starts_with(kHardBlank)) {
        length = kHardBlank.size();
        kind = "a no-break space (U+00A0)";
      } else {
        break;
      }
      if (!kind.empty() && first_bad == std::string_view::npos) {
        first_bad = i;
        name = kind;
      }
      i += length;
    }
    const std::string_view word = line.substr(i);
    // A tab before a comment or a line end indents nothing. The other blanks would be read as text.
    const bool harmless = name == "a tab" && (word.empty() || word[0] == '#');
    if (first_bad != std::string_view::npos && !harmless &&
        scan.indentation.size() < kMaxIndentation) {
      std::string message =
          "the line is indented with " + std::string(name) + "; indent with spaces";
      scan.indentation.push_back(
          {begin + first_bad, {"Y04", source.At(begin + first_bad), std::move(message)}});
    }
    // The library would stop at a tab. With a space it reads the rest of the file.
    const auto first = source.text.begin() + static_cast<std::ptrdiff_t>(begin);
    std::replace(first, first + static_cast<std::ptrdiff_t>(i), '\t', ' ');
    in_block = (word.empty() || word[0] != '#') && OpensBlockScalar(line);
    block_indent = spaces;
  }
  source.last_offset = 0;
  source.last_column = 1;
}

// Describes what in `line` probably caused a syntax error shortly after it; empty if nothing does.
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

// Builds the tree from the library's events. Values that cannot be kept are built too, so that
// their faults are reported.
class Builder final : public YAML::EventHandler {
 public:
  explicit Builder(const Source& source) : source_(source) {}

  std::vector<PlacedFault> faults;
  std::vector<std::pair<std::size_t, std::size_t>> quotes;  // of multi-line texts: both offsets
  Value root;
  bool seen_root = false;
  bool unclosed = false;  // an unclosed quote swallowed the rest of the file

  // Offset of the innermost open list or map; npos if none is open.
  std::size_t InnermostOpen() const {
    return open_.empty() ? std::string::npos : open_.back().offset;
  }

  void Tell(std::size_t offset, std::string code, std::string message) {
    faults.push_back({offset, {std::move(code), source_.At(offset), std::move(message)}});
    if (faults.size() >= kMaxFaults) throw Stop{};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!document_done_) return;
    const std::size_t at = Offset(mark);
    if (std::string_view(source_.text).substr(at).starts_with("---")) {
      Tell(at, "Y07", "a second document begins here; a file holds one");
    } else {
      Tell(at, "Y07",
           "the document ended before this; is the indentation right, or is a bracket or a quote "
           "closed too early?");
    }
    throw Stop{};
  }
  void OnDocumentEnd() override { document_done_ = true; }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (skipped_ > 0) return;
    std::size_t at = Offset(mark);
    CheckProperties(at, "", anchor);
    if (ExpectsKey()) {
      const bool written =
          source_.CharAt(at) == '~' || source_.CharAt(at) == 'n' || source_.CharAt(at) == 'N';
      Tell(at, "Y09",
           written ? "null is no key; write it in quotes if it is meant as a word"
                   : "a key is missing here");
      open_.back().key_kept = false;
      open_.back().expects_key = false;
      return;
    }
    Value value;
    value.set_where(source_.At(at));
    // For an empty value the library marks the next token. Report the position of the key.
    if (!open_.empty() && open_.back().value.IsMap() && !IsNullWord(at))
      value.set_where(open_.back().key_where);
    Place(std::move(value));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    if (skipped_ > 0) return;
    Tell(Offset(mark), "Y10", "aliases (*) are not used here; write the value out");
    if (ExpectsKey()) {
      open_.back().key_kept = false;
      open_.back().expects_key = false;
    } else {
      Place(Value());
    }
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    if (skipped_ > 0) return;
    const std::size_t at = Offset(mark);
    CheckProperties(at, tag, anchor);
    const std::size_t end = CheckQuotes(at, text);
    if (ExpectsKey()) {
      TakeKey(at, end, text);
      return;
    }
    Value value(text);
    value.set_where(source_.At(at));
    value.set_quoted(tag == "!");  // the library's tag of a text that is not plain
    Place(std::move(value));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    Open(Offset(mark), tag, anchor, style == YAML::EmitterStyle::Flow, Value::List());
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    Open(Offset(mark), tag, anchor, style == YAML::EmitterStyle::Flow, Value::Map());
  }
  void OnMapEnd() override { Close(); }

 private:
  // A list or map that is still open.
  struct Frame {
    Value value;
    std::size_t offset = 0;
    bool flow = false;  // in brackets
    bool expects_key = false;
    // The current entry. It is built and discarded if its key is invalid.
    bool key_kept = false;
    std::string key;
    SourcePos key_where;
    std::unordered_map<std::string, SourcePos> keys;
  };

  bool ExpectsKey() const { return !open_.empty() && open_.back().expects_key; }

  bool IsNullWord(std::size_t at) const {
    const std::string_view rest =
        std::string_view(source_.text).substr(std::min(at, source_.text.size()));
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      if (!rest.starts_with(word)) continue;
      const std::size_t after = rest.find_first_not_of(" \t", word.size());
      return after == std::string_view::npos ||
             rest[after] != ':';  // otherwise this is the next key
    }
    return false;
  }

  void CheckProperties(std::size_t at, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor)
      Tell(at, "Y10", "anchors (&) are not used here; write the value out where it is needed");
    if ((!tag.empty() && tag != "?" && tag != "!") || source_.CharAt(at) == '!') {
      Tell(at, "Y10", "tags (!) are not used here; put the word in quotes if it begins with !");
    }
  }

  // Returns the end of the scalar that begins at `at`; npos for a multi-line plain scalar. The
  // library accepts the end of the file as a closing quote, which would silently turn the rest into
  // one text.
  std::size_t CheckQuotes(std::size_t at, const std::string& scalar) {
    const char quote = source_.CharAt(at);
    if (quote != '"' && quote != '\'')
      return std::string_view(source_.text).substr(at).starts_with(scalar) ? at + scalar.size()
                                                                           : std::string::npos;
    const std::string& text = source_.text;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
      if (quote == '"' && text[i] == '\\') {
        ++i;
      } else if (text[i] == quote) {
        if (quote == '\'' && source_.CharAt(i + 1) == quote) {
          ++i;
          continue;
        }
        if (source_.LineAt(at) != source_.LineAt(i)) quotes.emplace_back(at, i);
        return i + 1;
      }
    }
    unclosed = true;
    quotes.emplace_back(at, text.size());
    Tell(at, "Y05", std::string("the quote ") + quote + " opened here is never closed");
    return std::string::npos;
  }

  // The library also accepts `? key`, and keys without a colon at the end of a file or in {}.
  bool IsKeyWritten(std::size_t at, std::size_t end, const std::string& text) {
    std::size_t before = at;
    while (before > 0 && source_.text[before - 1] == ' ') --before;
    if (before > 0 && source_.text[before - 1] == '?') {
      Tell(before - 1, "Y09", "the form \"? key\" is not used here; write key: value");
      return false;
    }
    if (end == std::string::npos) return true;
    const std::string_view blanks = open_.back().flow ? " \t\r\n" : " \t";
    const std::size_t colon = source_.text.find_first_not_of(blanks, end);
    if (source_.CharAt(colon) == ':') return true;
    std::string message = "a colon is missing after the key " + Show(text);
    const std::string suspect = Suspect(source_, source_.LineAt(at));
    if (!suspect.empty()) message += " (" + suspect + ")";
    Tell(at, "Y05", std::move(message));
    return false;
  }

  void TakeKey(std::size_t at, std::size_t end, const std::string& text) {
    Frame& frame = open_.back();
    frame.expects_key = false;
    frame.key_where = source_.At(at);
    frame.key_kept = false;
    if (text == "<<" && source_.CharAt(at) == '<') {
      Tell(at, "Y10", "merge keys (<<) are not used here; write the values out");
      return;
    }
    if (!IsKeyWritten(at, end, text)) return;
    const auto [first, is_new] = frame.keys.emplace(text, frame.key_where);
    if (!is_new) {
      // Replaced bytes may have been different.
      if (text.find(kReplacement) != std::string::npos) return;
      Tell(at, "Y08",
           Show(text) + " is written twice in one map; the first is at line " +
               std::to_string(first->second.line) + ", column " +
               std::to_string(first->second.column));
      return;
    }
    frame.key = text;
    frame.key_kept = true;
  }

  void Open(std::size_t at, const std::string& tag, YAML::anchor_t anchor, bool flow, Value value) {
    if (skipped_ > 0) {
      ++skipped_;
      return;
    }
    CheckProperties(at, tag, anchor);
    if (open_.size() >= static_cast<std::size_t>(kYamlMaxDepth)) {
      Tell(at, "Y11",
           "nested too deep; at most " + std::to_string(kYamlMaxDepth) + " levels can be read");
      skipped_ = 1;
      skipped_at_ = at;
      return;
    }
    value.set_where(source_.At(at));
    Frame frame;
    frame.expects_key = value.IsMap();
    frame.value = std::move(value);
    frame.offset = at;
    frame.flow = flow;
    open_.push_back(std::move(frame));
  }

  void Close() {
    if (skipped_ > 0) {
      if (--skipped_ == 0) Finish(skipped_at_, Value());
      return;
    }
    Value value = std::move(open_.back().value);
    const std::size_t at = open_.back().offset;
    open_.pop_back();
    Finish(at, std::move(value));
  }

  // Finishes a list or map. Only now is it certain to be one, because an unclosed bracket begins
  // like a key.
  void Finish(std::size_t at, Value value) {
    if (ExpectsKey()) {
      if (!value.IsNull())
        Tell(at, "Y09",
             std::string("a ") + (value.IsMap() ? "map" : "list") +
                 " cannot be a key; keys are plain words");
      open_.back().expects_key = false;
      open_.back().key_kept = false;
    } else {
      Place(std::move(value));
    }
  }

  void Place(Value value) {
    if (++values_ > kMaxValues) {
      Tell(0, "Y02", "the file holds more than " + std::to_string(kMaxValues) + " values");
      throw Stop{};
    }
    if (open_.empty()) {
      if (!seen_root) root = std::move(value);
      seen_root = true;
      return;
    }
    Frame& frame = open_.back();
    if (frame.value.IsList()) {
      frame.value.Append(std::move(value));
      return;
    }
    if (frame.key_kept)
      frame.value.entries().push_back({std::move(frame.key), frame.key_where, std::move(value)});
    frame.expects_key = true;
  }

  const Source& source_;
  std::vector<Frame> open_;
  std::size_t skipped_ = 0;  // open levels below the depth limit
  std::size_t skipped_at_ = 0;
  std::size_t values_ = 0;
  bool document_done_ = false;
};

// Converts the library's syntax error to a sentence with its position.
PlacedFault SyntaxFault(const Source& source, const Builder& builder,
                        const YAML::Exception& error) {
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
    const std::size_t open = builder.InnermostOpen();
    const SourcePos where = source.At(open == std::string::npos ? at : open);
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
        "a \"key: value\" cannot stand here; is the line indented like its neighbours, or does the "
        "text before the colon need quotes?";
  } else if (said == E::MAP_KEY) {
    message = "a key cannot stand here; is the line indented like its neighbours?";
  } else if (said == E::BLOCK_ENTRY) {
    message = "a list item (-) cannot stand here; begin the list on a line of its own";
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
    message = "--- or ... cannot stand inside a text in quotes; is a quote not closed?";
  } else if (said == E::EOF_IN_SCALAR) {
    message = "the file ends inside a text; is a quote not closed?";
  } else if (said == E::CHAR_IN_BLOCK || said == E::ZERO_INDENT_IN_BLOCK) {
    message = "after | or > only +, - or a digit 1-9 can stand";
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
    if (!builder.quotes.empty() && builder.quotes.back().second < at &&
        source.LineAt(builder.quotes.back().second) == source.LineAt(at)) {
      const SourcePos where = source.At(builder.quotes.back().first);
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

// Whether a fault may be only a consequence of an earlier indentation fault, because the scan
// changed the indentation.
bool RestsOnIndentation(const std::string& code) {
  return code == "Y05" || code == "Y07" || code == "Y08" || code == "Y09";
}

Result<Value> Parse(std::string_view raw, const std::string& file_name) {
  if (raw.size() > kYamlMaxBytes) {
    return Fault{"Y02",
                 {file_name, 0, 0},
                 "the file is larger than " + std::to_string(kYamlMaxBytes >> 20) + " MB"};
  }
  if (raw.starts_with("\xFF\xFE") || raw.starts_with("\xFE\xFF")) {
    return Fault{"Y03", {file_name, 1, 1}, "the file is UTF-16; save it as UTF-8"};
  }
  if (raw.starts_with("\xEF\xBB\xBF")) raw.remove_prefix(3);  // byte order mark

  Source source;
  source.file = file_name;
  Scan scan;
  ScanBytes(raw, source, scan);
  ScanIndentation(source, scan);

  Builder builder(source);
  std::vector<PlacedFault> syntax;
  try {
    std::istringstream stream(source.text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Stop&) {
  } catch (const YAML::Exception& error) {
    syntax.push_back(SyntaxFault(source, builder, error));
  } catch (const std::exception& error) {
    syntax.push_back({0,
                      {"Y05",
                       {file_name, 0, 0},
                       std::string("this cannot be read as YAML (") + error.what() + ")"}});
  }

  // A line that continues a quoted text may begin with anything.
  std::erase_if(scan.indentation, [&](const PlacedFault& placed) {
    // The quotes are sorted and disjoint, so only the last one opened before the place can contain
    // it.
    const auto after = std::lower_bound(builder.quotes.begin(), builder.quotes.end(),
                                        std::pair(placed.offset, std::size_t{0}));
    return after != builder.quotes.begin() && placed.offset <= std::prev(after)->second;
  });
  const std::size_t certain =
      scan.indentation.empty() ? std::string::npos : scan.indentation.front().offset;
  const auto doubtful = [&](const PlacedFault& placed) {
    return RestsOnIndentation(placed.fault.code) &&
           source.LineAt(placed.offset) >= source.LineAt(std::min(certain, source.text.size())) &&
           certain != std::string::npos;
  };
  // An unclosed quote causes all errors at the end of the file.
  if (builder.unclosed) syntax.clear();

  std::vector<PlacedFault> all = std::move(scan.encoding);
  for (auto* part : {&scan.indentation, &builder.faults, &syntax}) {
    for (PlacedFault& placed : *part) {
      if (part == &scan.indentation || !doubtful(placed)) all.push_back(std::move(placed));
    }
  }
  std::sort(all.begin(), all.end(), [](const PlacedFault& a, const PlacedFault& b) {
    return std::tie(a.offset, a.fault.code, a.fault.message) <
           std::tie(b.offset, b.fault.code, b.fault.message);
  });
  if (all.empty()) {
    if (!builder.root.IsNull()) return std::move(builder.root);
    return Fault{"Y06", {file_name, 1, 1}, "there is nothing in this document"};
  }
  Faults faults;
  for (PlacedFault& placed : all) {
    if (faults.size() == kMaxFaults) {
      faults.push_back(
          {"Y05", {file_name, 0, 0}, "there are more faults; only the first are told"});
      break;
    }
    faults.push_back(std::move(placed.fault));
  }
  return faults;
}

}  // namespace

Result<Value> ParseYaml(std::string_view text, const std::string& file_name) {
  return Parse(text, file_name);
}

Result<Value> ReadYamlFile(const std::string& path) {
  // One byte more is enough to detect a file that is too large.
  const auto text = ReadTextFile(path, kYamlMaxBytes + 1);
  if (!text) return text.faults();
  return ParseYaml(*text, path);
}

}  // namespace mlf
