// Reads both forms of the journal into one list of entries, up to the first damage.
#include <mlf/flow/journal.h>
#include "flow/base/words.h"
#include "flow/record/journal_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace mlf {

namespace {

// Far above any content. A longer record has a damaged length.
constexpr std::uint32_t kLongestRecord = 1u << 20;

std::optional<RefusalCode> CodeFrom(std::string_view name) {
  for (int code = 1; code <= static_cast<int>(RefusalCode::kInternal); ++code) {
    if (CodeName(static_cast<RefusalCode>(code)) == name) return static_cast<RefusalCode>(code);
  }
  return std::nullopt;
}

// Splits off the first word.
std::string_view TakeWord(std::string_view& rest) {
  const std::size_t space = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, space);
  rest.remove_prefix(std::min(space + 1, rest.size()));
  return word;
}

// Takes the contents of a journal one by one, in either form.
class Reader {
 public:
  explicit Reader(bool binary) : binary_(binary) {}

  // A fault without its position.
  struct Trouble {
    std::string_view code;
    std::string message;
  };
  std::optional<Trouble> Take(std::string_view content, int line) {
    if (ended_) return Trouble{"J06", "there is text after the end"};
    std::string_view rest = content;
    const std::string_view word = TakeWord(rest);
    if (!titled_) {
      if (word != journal_form::kMagicText) return Trouble{"J01", "this is no journal"};
      if (ParseNumber<int>(rest) != journal_form::kVersion)
        return Trouble{"J01",
                       fmt::format("journal version {} is not {}", rest, journal_form::kVersion)};
      titled_ = true;
      return std::nullopt;
    }
    if (!seeded_) return TakeHead(word, rest);
    if (word == "position" && rest.empty() && journal_.entries.empty() && !journal_.position) {
      journal_.position = true;
      return std::nullopt;
    }
    if (word == "given" && journal_.entries.empty() && journal_.given.empty()) {
      const auto given = journal_form::ReadState(rest);
      if (!given || given->empty())
        return Trouble{"J04", "what was given before the start is written `given BYTES`"};
      journal_.given = *given;
      return std::nullopt;
    }
    if (word == "end") {
      const auto count = ParseNumber<std::uint64_t>(TakeWord(rest));
      const auto hash = rest.size() == 16 ? ParseNumber<std::uint64_t>(rest, 16) : std::nullopt;
      if (!count || !hash) return Trouble{"J04", "an end is written `end COUNT HASH`"};
      if (*count != journal_.entries.size()) {
        return Trouble{"J07", fmt::format("the end counts {} entries, {} were read", *count,
                                          journal_.entries.size())};
      }
      journal_.final_hash = hash;
      ended_ = true;
      return std::nullopt;
    }
    JournalEntry entry;
    entry.line = line;
    if (word == "hand") {
      const auto hand = ParseNumber<std::uint32_t>(TakeWord(rest));
      const std::string_view digits = TakeWord(rest);
      const auto hash = digits.size() == 16 ? ParseNumber<std::uint64_t>(digits, 16) : std::nullopt;
      const std::string_view key = TakeWord(rest);
      const auto state = binary_ ? std::optional(std::string(rest)) : journal_form::ReadState(rest);
      if (!hand || !hash || key != "state" || !state || state->size() > Records::kCapacity) {
        return Trouble{"J04", "a mark is written `hand NUMBER HASH state BYTES`"};
      }
      entry.kind = JournalEntry::Kind::kHand;
      entry.hand = *hand;
      entry.hash = *hash;
      entry.state = *state;
    } else if (word == "chance") {
      const auto hand = ParseNumber<std::uint32_t>(TakeWord(rest));
      const std::string_view digits = TakeWord(rest);
      const auto seed = digits.size() == 16 ? ParseNumber<std::uint64_t>(digits, 16) : std::nullopt;
      if (!hand || !seed || rest.find(' ') != std::string_view::npos)
        return Trouble{"J04", "a chance is written `chance HAND SEED WALL`"};
      entry.kind = JournalEntry::Kind::kChance;
      entry.hand = *hand;
      entry.seed = *seed;
      entry.wall = rest;
    } else if (word == "!") {
      const std::size_t space = rest.rfind(' ');
      const auto code =
          space == std::string_view::npos ? std::nullopt : CodeFrom(rest.substr(space + 1));
      if (!code)
        return Trouble{"J04",
                       "a refused action ends with its code, such as `! 2 peng 5p not_asked`"};
      entry.kind = JournalEntry::Kind::kRefused;
      entry.action = rest.substr(0, space);
      entry.code = *code;
    } else if (ParseNumber<int>(word) && !rest.empty()) {
      entry.action = content;
    } else {
      return Trouble{"J04", fmt::format("`{}` begins no action, mark, chance or end", word)};
    }
    journal_.entries.push_back(std::move(entry));
    return std::nullopt;
  }

  bool has_head() const { return seeded_; }
  bool ended() const { return ended_; }
  Journal& journal() { return journal_; }

 private:
  std::optional<Trouble> TakeHead(std::string_view word, std::string_view rest) {
    if (word == "variant" && !rest.empty() && journal_.variant.empty()) {
      journal_.variant = rest;
    } else if (word == "fingerprint" && rest.size() == 16 && ParseNumber<std::uint64_t>(rest, 16) &&
               journal_.fingerprint.empty()) {
      journal_.fingerprint = rest;
    } else if (word == "option" && !rest.empty()) {
      const std::string_view name = TakeWord(rest);
      journal_.options.emplace_back(name, rest);
    } else if (word == "seed" && ParseNumber<std::uint64_t>(rest) && !journal_.variant.empty() &&
               !journal_.fingerprint.empty()) {
      journal_.seed = *ParseNumber<std::uint64_t>(rest);
      seeded_ = true;
    } else {
      return Trouble{"J02", fmt::format("`{}` does not belong here: a head is variant, "
                                        "fingerprint, options, seed, each `NAME VALUE`",
                                        word)};
    }
    return std::nullopt;
  }

  bool binary_;
  bool titled_ = false;
  bool seeded_ = false;
  bool ended_ = false;
  Journal journal_;
};

std::optional<Fault> ReadText(std::string_view bytes, const std::string& file, Reader& reader) {
  std::uint32_t check = journal_form::kCheckStart;
  int line = 0;
  const std::size_t size = bytes.size();
  while (!bytes.empty()) {
    ++line;
    const std::size_t at = size - bytes.size();
    const std::size_t newline = bytes.find('\n');
    const bool cut = newline == std::string_view::npos;
    std::string_view text = bytes.substr(0, newline);
    bytes.remove_prefix(cut ? bytes.size() : newline + 1);
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);  // CR LF line ends
    const std::size_t mark = text.rfind(" #");
    const std::string_view content = text.substr(0, mark);
    if (line == 1 && !content.starts_with(journal_form::kMagicText))
      return journal_form::FaultAt("J01", file, line, "this is no journal");
    check = journal_form::RunCheck(check, content);
    if (mark == std::string_view::npos || text.substr(mark + 1) != journal_form::CheckText(check)) {
      if (cut)
        return journal_form::FaultAt(
            "J05", file, line,
            fmt::format("the journal breaks off within this line, which begins at byte {}", at));
      return journal_form::FaultAt(
          "J03", file, line,
          fmt::format("this line (at byte {}) was altered, or one before it taken out: "
                      "its check does not fit",
                      at));
    }
    if (auto trouble = reader.Take(content, line))
      return journal_form::FaultAt(trouble->code, file, line, std::move(trouble->message));
  }
  if (!reader.ended())
    return journal_form::FaultAt(
        "J05", file, line + 1,
        fmt::format("the journal breaks off at byte {}: there is no end", size));
  return std::nullopt;
}

std::optional<Fault> ReadBinary(std::string_view bytes, const std::string& file, Reader& reader) {
  if (bytes.size() <= journal_form::kMagicBinary.size())
    return journal_form::FaultAt("J05", file, 1, "the journal breaks off within its first bytes");
  const int version = static_cast<unsigned char>(bytes[journal_form::kMagicBinary.size()]);
  if (version != journal_form::kVersion)
    return journal_form::FaultAt(
        "J01", file, 1,
        fmt::format("journal version {} is not {}", version, journal_form::kVersion));
  std::size_t at = journal_form::kMagicBinary.size() + 1;
  std::uint32_t crc = 0;
  int record = 0;
  while (at < bytes.size()) {
    ++record;
    const std::string here = fmt::format("record {} at byte {}", record, at);
    if (bytes.size() - at < 8)
      return journal_form::FaultAt("J05", file, record,
                                   here + ": the journal breaks off within the record's head");
    const std::uint32_t length = journal_form::GetU32(bytes.substr(at));
    if (length > kLongestRecord)
      return journal_form::FaultAt("J03", file, record,
                                   here + ": this record was altered: its length cannot be");
    if (bytes.size() - at - 8 < length)
      return journal_form::FaultAt("J05", file, record,
                                   here + ": the journal breaks off within the record");
    const std::string_view content = bytes.substr(at + 8, length);
    crc = journal_form::RunCrc(crc, content);
    if (crc != journal_form::GetU32(bytes.substr(at + 4))) {
      return journal_form::FaultAt(
          "J03", file, record,
          here +
              ": this record was altered, or one before it taken out: its checksum does not fit");
    }
    if (auto trouble = reader.Take(content, record))
      return journal_form::FaultAt(trouble->code, file, record, here + ": " + trouble->message);
    at += 8 + length;
  }
  if (!reader.ended())
    return journal_form::FaultAt(
        "J05", file, record + 1,
        fmt::format("the journal breaks off at byte {}: there is no end", at));
  return std::nullopt;
}

}  // namespace

Result<JournalRead> ReadJournal(std::string_view bytes, const std::string& file, bool strict) {
  const bool binary = bytes.starts_with(journal_form::kMagicBinary);
  Reader reader(binary);
  std::optional<Fault> stop =
      binary ? ReadBinary(bytes, file, reader) : ReadText(bytes, file, reader);
  if (stop && (strict || !reader.has_head())) return *std::move(stop);
  JournalRead read;
  read.journal = std::move(reader.journal());
  read.journal.file = file;
  read.stop = std::move(stop);
  return read;
}

Result<JournalRead> ReadJournalFile(const std::string& path, bool strict) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return journal_form::FaultAt(
        "J01", path, 0,
        "a journal is a file, and this is a folder; give the file that was recorded");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  if (in) bytes << in.rdbuf();
  if (!in || in.bad()) return journal_form::FaultAt("J01", path, 0, "the file cannot be read");
  return ReadJournal(std::move(bytes).str(), path, strict);
}

}  // namespace mlf
