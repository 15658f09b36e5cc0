// Writes the journal one entry at a time, so that a crash loses at most one.
#include <mlf/flow/journal.h>
#include "flow/record/journal_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ostream>
#include <sstream>

namespace mlf {

namespace {

// Keeps names and options on one line, whatever they contain.
std::string OneLine(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return line;
}

std::string EntryContent(const JournalEntry& entry, bool binary) {
  switch (entry.kind) {
    case JournalEntry::Kind::kAction: return OneLine(entry.action);
    case JournalEntry::Kind::kRefused:
      return fmt::format("! {} {}", OneLine(entry.action), CodeName(entry.code));
    case JournalEntry::Kind::kHand:
      return fmt::format("hand {} {:016x} state ", entry.hand, entry.hash) +
             (binary ? entry.state : journal_form::StateText(entry.state));
    case JournalEntry::Kind::kChance:
      return fmt::format("chance {} {:016x}{}{}", entry.hand, entry.seed,
                         entry.wall.empty() ? "" : " ", OneLine(entry.wall));
  }
  return {};
}

std::vector<std::string> HeadContents(const Journal& journal) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} {}", journal_form::kMagicText, journal_form::kVersion));
  lines.push_back("variant " + OneLine(journal.variant));
  lines.push_back("fingerprint " + OneLine(journal.fingerprint));
  for (const auto& [name, value] : journal.options)
    lines.push_back(OneLine(fmt::format("option {} {}", name, value)));
  lines.push_back(fmt::format("seed {}", journal.seed));
  // Both forms use hex digits here: it is rare, and header entries are lines.
  if (!journal.given.empty()) lines.push_back("given " + journal_form::StateText(journal.given));
  if (journal.position) lines.push_back("position");
  return lines;
}

}  // namespace

int Journal::Steps() const {
  return static_cast<int>(std::ranges::count_if(entries, &JournalEntry::is_action));
}

std::optional<Fault> JournalWriter::Put(const std::string& content) {
  if (fault_) return fault_;
  std::string bytes;
  if (form_ == JournalForm::kText) {
    check_ = journal_form::RunCheck(check_, content);
    bytes = content + " " + journal_form::CheckText(check_) + "\n";
  } else {
    check_ = journal_form::RunCrc(check_, content);
    journal_form::PutU32(bytes, static_cast<std::uint32_t>(content.size()));
    journal_form::PutU32(bytes, check_);
    bytes += content;
  }
  errno = 0;
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out_.flush();
  if (!out_) {
    const std::string why = errno == 0 ? "the stream takes no more" : std::strerror(errno);
    fault_ = Fault{
        "J15",
        {file_, 0, 0},
        fmt::format("the journal cannot be continued: {}; its steps so far can be read", why)};
  }
  return fault_;
}

std::optional<Fault> JournalWriter::Begin(const Journal& journal) {
  check_ = form_ == JournalForm::kText ? journal_form::kCheckStart : 0;
  entries_ = 0;
  if (form_ == JournalForm::kBinary)
    out_ << journal_form::kMagicBinary << static_cast<char>(journal_form::kVersion);
  for (const std::string& content : HeadContents(journal)) {
    if (auto fault = Put(content)) return fault;
  }
  return std::nullopt;
}

std::optional<Fault> JournalWriter::Append(const JournalEntry& entry) {
  ++entries_;
  return Put(EntryContent(entry, form_ == JournalForm::kBinary));
}

std::optional<Fault> JournalWriter::End(std::uint64_t final_hash) {
  return Put(fmt::format("end {} {:016x}", entries_, final_hash));
}

std::string WriteJournal(const Journal& journal, JournalForm form) {
  std::ostringstream out;
  JournalWriter writer(out, form);
  // A string stream never fails.
  static_cast<void>(writer.Begin(journal));
  for (const JournalEntry& entry : journal.entries) static_cast<void>(writer.Append(entry));
  if (journal.final_hash) static_cast<void>(writer.End(*journal.final_hash));
  return std::move(out).str();
}

}  // namespace mlf
