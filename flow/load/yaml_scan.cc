#include "flow/load/yaml_scan.h"
#include "flow/base/utf8.h"

#include <algorithm>

namespace mlf::yaml {

namespace {

constexpr std::size_t kMaxEncodingFaults = 10;  // a wrong encoding affects every line
// Indentation faults kept until it is known which are inside quotes.
constexpr std::size_t kMaxIndentation = 10'000;

// Copies `raw` into source.text. Replaces and reports refused bytes.
void ScanBytes(std::string_view raw, Source& source, Scan& scan) {
  std::size_t faulty_lines = 0;
  bool line_reported = false;
  source.text.reserve(raw.size());
  const auto tell = [&](std::string message) {
    if (!line_reported && ++faulty_lines <= kMaxEncodingFaults) {
      if (faulty_lines == kMaxEncodingFaults)
        message += " (and perhaps more: only the first lines are listed)";
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
      tell(std::string("a control character (0x") + code + ") is not allowed here");
      ++i;
    } else if (const std::string_view character = raw.substr(i, length);
               character == "\xEF\xBB\xBF" || character == "\xE2\x80\x8B") {
      // Pasted text may contain them. They make a correct-looking key unknown.
      tell("an invisible character (U+FEFF or U+200B) is here; delete it");
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
  source.Rewind();
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
  source.Rewind();
}

}  // namespace

// A word of the file for a message: quoted, and truncated if long.
std::string Show(std::string_view word) {
  constexpr std::size_t kShown = 60;
  std::size_t end = std::min(word.size(), kShown);
  while (end > 0 && end < word.size() && IsUtf8Middle(word[end])) --end;
  return '"' + std::string(word.substr(0, end)) + (end < word.size() ? "..." : "") + '"';
}

std::size_t Source::LineAt(std::size_t offset) const {
  return static_cast<std::size_t>(std::upper_bound(lines.begin(), lines.end(), offset) -
                                  lines.begin()) -
         1;
}

std::string_view Source::Line(std::size_t line) const {
  const std::size_t begin = lines[line];
  const std::size_t end = line + 1 < lines.size() ? lines[line + 1] - 1 : text.size();
  std::string_view content = std::string_view(text).substr(begin, end - begin);
  if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
  return content;
}

SourcePos Source::At(std::size_t offset) const {
  offset = std::min(offset, text.size());
  const std::size_t line = LineAt(offset);
  // Positions are requested nearly in order. Counting from the last one keeps a single long line
  // linear.
  const bool goes_on = last_offset_ >= lines[line] && last_offset_ <= offset;
  int column = goes_on ? last_column_ : 1;
  for (std::size_t i = goes_on ? last_offset_ : lines[line]; i < offset; ++i)
    column += IsUtf8Middle(text[i]) ? 0 : 1;
  if (offset >= last_offset_) {
    last_offset_ = offset;
    last_column_ = column;
  }
  return {file, static_cast<int>(line) + 1, column};
}

void Source::Rewind() const {
  last_offset_ = 0;
  last_column_ = 1;
}

Scan ScanText(std::string_view raw, Source& source) {
  Scan scan;
  ScanBytes(raw, source, scan);
  ScanIndentation(source, scan);
  return scan;
}

}  // namespace mlf::yaml
