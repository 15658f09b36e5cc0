#include <mlf/flow/journal.h>
#include <mlf/flow/text.h>
#include "flow/base/words.h"

#include <fmt/format.h>
#include <boost/crc.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

namespace mlf {

namespace {

constexpr std::string_view kMagicText = "mlf-journal";
constexpr std::string_view kMagicBinary = "MLFJ";
constexpr int kVersion = 1;
// No content is near this; a longer one is a length that was altered.
constexpr std::uint32_t kLongestRecord = 1u << 20;

// ---- the two checks ----

constexpr std::uint32_t kCheckStart = 0x811C9DC5u;

std::uint32_t RunCheck(std::uint32_t check, std::string_view line) {
  for (const char c : line) check = (check ^ static_cast<unsigned char>(c)) * 0x01000193u;
  return (check ^ '\n') * 0x01000193u;
}
std::string CheckText(std::uint32_t check) {
  return fmt::format("#{:04x}", (check ^ (check >> 16)) & 0xFFFF);
}

void PutU32(std::string& out, std::uint32_t n) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i));
}
std::uint32_t GetU32(std::string_view bytes) {
  std::uint32_t n = 0;
  for (int i = 0; i < 4; ++i)
    n |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return n;
}

std::uint32_t RunCrc(std::uint32_t before, std::string_view content) {
  std::string head;
  PutU32(head, before);
  boost::crc_32_type crc;
  crc.process_bytes(head.data(), head.size());
  crc.process_bytes(content.data(), content.size());
  return crc.checksum();
}

// ---- contents ----

// Bytes as hex digits, three or more zero bytes as their number in brackets: most of a table's
// state is empty.
std::string StateText(std::string_view state) {
  std::string text;
  for (std::size_t i = 0; i < state.size();) {
    std::size_t end = i;
    while (end < state.size() && state[end] == 0) ++end;
    if (end - i >= 3) {
      text += fmt::format("({})", end - i);
      i = end;
    } else {
      text += fmt::format("{:02x}", static_cast<unsigned char>(state[i++]));
    }
  }
  return text;
}

std::optional<std::string> ReadState(std::string_view text) {
  std::string state;
  while (!text.empty()) {
    if (text[0] == '(') {
      const std::size_t close = text.find(')');
      if (close == std::string_view::npos) return std::nullopt;
      const auto zeros = ParseNumber<std::uint32_t>(text.substr(1, close - 1));
      if (!zeros || *zeros > Records::kCapacity) return std::nullopt;
      state.append(*zeros, '\0');
      text.remove_prefix(close + 1);
    } else {
      const auto byte = ParseNumber<std::uint8_t>(text.substr(0, 2), 16);
      if (text.size() < 2 || !byte) return std::nullopt;
      state += static_cast<char>(*byte);
      text.remove_prefix(2);
    }
    if (state.size() > Records::kCapacity) return std::nullopt;
  }
  return state;
}

std::optional<RefusalCode> CodeFrom(std::string_view name) {
  for (int code = 1; code <= static_cast<int>(RefusalCode::kInternal); ++code) {
    if (CodeName(static_cast<RefusalCode>(code)) == name) return static_cast<RefusalCode>(code);
  }
  return std::nullopt;
}

// Names and options are one line each, whatever somebody has put into them.
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
             (binary ? entry.state : StateText(entry.state));
  }
  return {};
}

std::vector<std::string> HeadContents(const Journal& journal) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} {}", kMagicText, kVersion));
  lines.push_back("variant " + OneLine(journal.variant));
  lines.push_back("fingerprint " + OneLine(journal.fingerprint));
  for (const auto& [name, value] : journal.options)
    lines.push_back(OneLine(fmt::format("option {} {}", name, value)));
  lines.push_back(fmt::format("seed {}", journal.seed));
  // The same digits in both forms: it is rare, and heads are lines.
  if (!journal.given.empty()) lines.push_back("given " + StateText(journal.given));
  if (journal.position) lines.push_back("position");
  return lines;
}

// Splits off the first word.
std::string_view TakeWord(std::string_view& rest) {
  const std::size_t space = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, space);
  rest.remove_prefix(std::min(space + 1, rest.size()));
  return word;
}

// Takes the contents of a journal one by one, whichever form they came in.
class Reader {
 public:
  explicit Reader(bool binary) : binary_(binary) {}

  // Empty, or what is wrong, with the code in front.
  struct Trouble {
    std::string_view code;
    std::string message;
  };
  std::optional<Trouble> Take(std::string_view content, int line) {
    if (ended_) return Trouble{"J06", "something stands behind the end"};
    std::string_view rest = content;
    const std::string_view word = TakeWord(rest);
    if (!titled_) {
      if (word != kMagicText) return Trouble{"J01", "this is no journal"};
      if (ParseNumber<int>(rest) != kVersion)
        return Trouble{"J01", fmt::format("journal version {} is not {}", rest, kVersion)};
      titled_ = true;
      return std::nullopt;
    }
    if (!seeded_) return TakeHead(word, rest);
    if (word == "position" && rest.empty() && journal_.entries.empty() && !journal_.position) {
      journal_.position = true;
      return std::nullopt;
    }
    if (word == "given" && journal_.entries.empty() && journal_.given.empty()) {
      const auto given = ReadState(rest);
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
      const auto state = binary_ ? std::optional(std::string(rest)) : ReadState(rest);
      if (!hand || !hash || key != "state" || !state || state->size() > Records::kCapacity) {
        return Trouble{"J04", "a mark is written `hand NUMBER HASH state BYTES`"};
      }
      entry.kind = JournalEntry::Kind::kHand;
      entry.hand = *hand;
      entry.hash = *hash;
      entry.state = *state;
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
      return Trouble{"J04", fmt::format("`{}` begins no action, mark or end", word)};
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

Fault FaultAt(std::string_view code, const std::string& file, int line, std::string message) {
  return Fault{std::string(code), SourcePos{file, line, 0}, std::move(message)};
}

std::optional<Fault> ReadText(std::string_view bytes, const std::string& file, Reader& reader) {
  std::uint32_t check = kCheckStart;
  int line = 0;
  const std::size_t size = bytes.size();
  while (!bytes.empty()) {
    ++line;
    const std::size_t at = size - bytes.size();
    const std::size_t newline = bytes.find('\n');
    const bool cut = newline == std::string_view::npos;
    std::string_view text = bytes.substr(0, newline);
    bytes.remove_prefix(cut ? bytes.size() : newline + 1);
    if (!text.empty() && text.back() == '\r')
      text.remove_suffix(1);  // carried through a system that ends lines so
    const std::size_t mark = text.rfind(" #");
    const std::string_view content = text.substr(0, mark);
    if (line == 1 && !content.starts_with(kMagicText))
      return FaultAt("J01", file, line, "this is no journal");
    check = RunCheck(check, content);
    if (mark == std::string_view::npos || text.substr(mark + 1) != CheckText(check)) {
      if (cut)
        return FaultAt(
            "J05", file, line,
            fmt::format("the journal breaks off within this line, which begins at byte {}", at));
      return FaultAt("J03", file, line,
                     fmt::format("this line (at byte {}) was altered, or one before it taken out: "
                                 "its check does not fit",
                                 at));
    }
    if (auto trouble = reader.Take(content, line))
      return FaultAt(trouble->code, file, line, std::move(trouble->message));
  }
  if (!reader.ended())
    return FaultAt("J05", file, line + 1,
                   fmt::format("the journal breaks off at byte {}: there is no end", size));
  return std::nullopt;
}

std::optional<Fault> ReadBinary(std::string_view bytes, const std::string& file, Reader& reader) {
  if (bytes.size() <= kMagicBinary.size())
    return FaultAt("J05", file, 1, "the journal breaks off within its first bytes");
  const int version = static_cast<unsigned char>(bytes[kMagicBinary.size()]);
  if (version != kVersion)
    return FaultAt("J01", file, 1, fmt::format("journal version {} is not {}", version, kVersion));
  std::size_t at = kMagicBinary.size() + 1;
  std::uint32_t crc = 0;
  int record = 0;
  while (at < bytes.size()) {
    ++record;
    const std::string here = fmt::format("record {} at byte {}", record, at);
    if (bytes.size() - at < 8)
      return FaultAt("J05", file, record,
                     here + ": the journal breaks off within the record's head");
    const std::uint32_t length = GetU32(bytes.substr(at));
    if (length > kLongestRecord)
      return FaultAt("J03", file, record, here + ": this record was altered: its length cannot be");
    if (bytes.size() - at - 8 < length)
      return FaultAt("J05", file, record, here + ": the journal breaks off within the record");
    const std::string_view content = bytes.substr(at + 8, length);
    crc = RunCrc(crc, content);
    if (crc != GetU32(bytes.substr(at + 4))) {
      return FaultAt(
          "J03", file, record,
          here +
              ": this record was altered, or one before it taken out: its checksum does not fit");
    }
    if (auto trouble = reader.Take(content, record))
      return FaultAt(trouble->code, file, record, here + ": " + trouble->message);
    at += 8 + length;
  }
  if (!reader.ended())
    return FaultAt("J05", file, record + 1,
                   fmt::format("the journal breaks off at byte {}: there is no end", at));
  return std::nullopt;
}

// The bytes of the records that this flow uses.
std::string StateOf(const Flow& flow, const Records& records) {
  return {reinterpret_cast<const char*>(records.bytes.data()),
          static_cast<std::size_t>(flow.layout().size())};
}

// Where `action` does not say which window it answers, it answers the open one.
bool NamesAsk(const std::string& text) {
  const std::size_t space = text.rfind(' ');
  return space != std::string::npos && space + 1 < text.size() && text[space + 1] == '@';
}

// The slots in which `records` are not as `state` says; the engine's own part is called `flow`.
std::string SlotsThatDiffer(const Flow& flow, const Records& records, const std::string& state) {
  std::vector<std::string> names;
  const auto differs = [&](std::size_t offset, std::size_t size) {
    const std::size_t held = offset < state.size() ? std::min(size, state.size() - offset) : 0;
    return held != size ||
           std::memcmp(records.bytes.data() + offset, state.data() + offset, size) != 0;
  };
  if (differs(0, sizeof(FlowState))) names.push_back("flow");
  for (const Layout::Entry& slot : flow.layout().entries()) {
    if (differs(slot.offset, slot.size)) names.push_back(slot.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// The table as the mark keeps it.
Result<Records> RestoreMark(const Flow& flow, const JournalEntry& mark, const std::string& file) {
  const auto fault = [&](const std::string& message) {
    return FaultAt("J16", file, mark.line,
                   fmt::format("the mark of hand {}: {}", mark.hand, message));
  };
  const Result<Records> records = flow.Restore(mark.state);
  if (!records) return fault(records.faults().front().Text());
  if (records->flow().hand != mark.hand || records->flow().node == kNoNode)
    return fault("its state is that of another hand");
  if (records->Hash() != mark.hash)
    return fault("its state was altered: it does not fit the hash beside it");
  return records;
}

// What the step that led here would have answered, without its events.
void Describe(const Flow& flow, const Records& records, Response& response) {
  const FlowState& state = records.flow();
  response.Clear();
  response.status = state.over != 0 ? Status::kOver : Status::kRests;
  response.node = state.node;
  response.version = state.version;
  if (state.over != 0) return;
  response.ask = state.window.ask;
  flow.FillChoices(records, response.choices);
  for (int s = 0; s < flow.people(); ++s) {
    const Seat seat = static_cast<Seat>(s);
    if (response.choices.Of(seat).empty()) continue;
    response.asked |= MaskOf(seat);
    response.defaults[seat] = flow.Default(records, seat);
  }
  if (flow.node(state.node).window)
    response.deadline_ms = flow.node(state.node).window->deadline_ms;
}

}  // namespace

int Journal::Steps() const {
  return static_cast<int>(std::count_if(entries.begin(), entries.end(), [](const JournalEntry& e) {
    return e.kind != JournalEntry::Kind::kHand;
  }));
}

// ---- writing ----

std::optional<Fault> JournalWriter::Put(const std::string& content) {
  if (fault_) return fault_;
  std::string bytes;
  if (form_ == JournalForm::kText) {
    check_ = RunCheck(check_, content);
    bytes = content + " " + CheckText(check_) + "\n";
  } else {
    check_ = RunCrc(check_, content);
    PutU32(bytes, static_cast<std::uint32_t>(content.size()));
    PutU32(bytes, check_);
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
        fmt::format("the journal cannot be written on: {}; what was written before can be read",
                    why)};
  }
  return fault_;
}

std::optional<Fault> JournalWriter::Begin(const Journal& journal) {
  check_ = form_ == JournalForm::kText ? kCheckStart : 0;
  entries_ = 0;
  if (form_ == JournalForm::kBinary) out_ << kMagicBinary << static_cast<char>(kVersion);
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
  // A string takes everything, so there is no fault to pass on.
  static_cast<void>(writer.Begin(journal));
  for (const JournalEntry& entry : journal.entries) static_cast<void>(writer.Append(entry));
  if (journal.final_hash) static_cast<void>(writer.End(*journal.final_hash));
  return std::move(out).str();
}

// ---- reading ----

Result<JournalRead> ReadJournal(std::string_view bytes, const std::string& file, bool strict) {
  const bool binary = bytes.starts_with(kMagicBinary);
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
    return FaultAt("J01", path, 0,
                   "a journal is a file, and this is a folder; give the file that was recorded");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  if (in) bytes << in.rdbuf();
  if (!in || in.bad()) return FaultAt("J01", path, 0, "the file cannot be read");
  return ReadJournal(std::move(bytes).str(), path, strict);
}

// ---- recording ----

Recorder::Recorder(const Flow& flow, JournalWriter* writer, bool keep_entries)
    : flow_(flow), writer_(writer), keep_entries_(keep_entries) {}

void Recorder::Head(const Records& records, std::string given, bool position) {
  journal_ = Journal{};
  journal_.variant = flow_.name();
  journal_.fingerprint = flow_.fingerprint_text();
  journal_.options = flow_.options();
  journal_.seed = records.flow().match_seed;
  journal_.given = std::move(given);
  journal_.position = position;
  if (writer_ != nullptr && !fault_) fault_ = writer_->Begin(journal_);
  Mark(records);
}

void Recorder::Mark(const Records& records) {
  JournalEntry mark;
  mark.kind = JournalEntry::Kind::kHand;
  mark.hand = records.flow().hand;
  mark.hash = records.Hash();
  mark.state = StateOf(flow_, records);
  Add(std::move(mark));
}

void Recorder::Add(JournalEntry entry) {
  if (writer_ != nullptr && !fault_) fault_ = writer_->Append(entry);
  if (keep_entries_) journal_.entries.push_back(std::move(entry));
}

void Recorder::Start(Records& records, std::uint64_t seed, Response& response, Trace* trace) {
  std::string given = StateOf(flow_, records).substr(sizeof(FlowState));
  if (given.find_first_not_of('\0') == std::string::npos) given.clear();
  flow_.Start(records, seed, response, trace);
  Head(records, std::move(given), false);
}

void Recorder::StartFrom(const Records& records) { Head(records, {}, true); }

void Recorder::Process(Records& records, const Action& taken, Response& response, Trace* trace) {
  const Action action = taken;  // often one of response.defaults, which are about to change
  const std::uint32_t hand = records.flow().hand;
  const bool own_ask = action.ask != records.flow().window.ask;
  flow_.ProcessActionNode(records, action, response, trace);
  JournalEntry entry;
  entry.action = FormatAction(flow_, action, own_ask);
  if (!response.ok()) {
    entry.kind = JournalEntry::Kind::kRefused;
    entry.code = response.refusal.code;
  }
  Add(std::move(entry));
  if (records.flow().hand != hand) Mark(records);
}

void Recorder::Finish(const Records& records) {
  journal_.final_hash = records.Hash();
  if (writer_ != nullptr && !fault_) fault_ = writer_->End(*journal_.final_hash);
}

// ---- replay ----

Result<ReplayReport> Replay(const Flow& flow, const Journal& journal,
                            const ReplayOptions& options) {
  ReplayReport report;
  report.same_fingerprint = journal.fingerprint == flow.fingerprint_text();
  const auto head_fault = [&](std::string_view code, std::string message) {
    return FaultAt(code, journal.file, 0, std::move(message));
  };
  const bool restores = journal.position || options.from_hand.has_value();
  if (!report.same_fingerprint && (!options.try_other_fingerprint || restores)) {
    return head_fault(
        "J08",
        fmt::format("the journal was played under fingerprint {} of {}, this is {} of {}{}",
                    journal.fingerprint, journal.variant, flow.fingerprint_text(), flow.name(),
                    restores && options.try_other_fingerprint
                        ? "; a mark cannot be taken over from another one"
                        : ""));
  }

  Records& records = report.records = flow.Blank();
  Response& response = report.response;
  std::size_t next = 0;
  int step = 0;
  if (restores) {
    for (; next < journal.entries.size(); ++next) {
      const JournalEntry& entry = journal.entries[next];
      if (entry.kind != JournalEntry::Kind::kHand) {
        ++step;
        if (!options.from_hand) break;  // a position stands before every action
      } else if (!options.from_hand || entry.hand == *options.from_hand) {
        break;
      }
    }
    if (next == journal.entries.size() || journal.entries[next].kind != JournalEntry::Kind::kHand) {
      return head_fault("J14",
                        options.from_hand
                            ? fmt::format("the journal has no mark of hand {}", *options.from_hand)
                            : "the journal begins at a position, but no mark holds it");
    }
    const JournalEntry& mark = journal.entries[next];
    const Result<Records> restored = RestoreMark(flow, mark, journal.file);
    if (!restored) return restored.faults();
    records = *restored;
    Describe(flow, records, response);
  } else {
    if (!journal.given.empty()) {
      if (!report.same_fingerprint || journal.given.size() + sizeof(FlowState) !=
                                          static_cast<std::size_t>(flow.layout().size())) {
        return head_fault("J08",
                          "what was given before the start cannot be taken over by another flow");
      }
      std::memcpy(records.bytes.data() + sizeof(FlowState), journal.given.data(),
                  journal.given.size());
      if (const auto damaged = flow.Validate(records))
        return head_fault("J16", "what was given before the start: " + damaged->Text());
    }
    flow.Start(records, journal.seed, response, options.trace);
    if (!response.ok())
      return head_fault(
          "J10", "the start is refused: " + FormatRefusal(flow, response, kNoSeat, Lang::kEn));
  }
  if (options.on_step) options.on_step(records, Action{}, response);

  for (; next < journal.entries.size(); ++next) {
    const JournalEntry& entry = journal.entries[next];
    const std::uint32_t hand = records.flow().hand;
    const auto fault = [&](std::string_view code, std::string message) {
      return FaultAt(code, journal.file, entry.line,
                     fmt::format("step {}, hand {}: {}", step, hand, message));
    };
    if (entry.kind == JournalEntry::Kind::kHand) {
      ++report.hands;
      if (!report.same_fingerprint) continue;
      if (entry.hand != hand)
        return fault("J12", fmt::format("hand {} should have begun here", entry.hand));
      const std::string differ = SlotsThatDiffer(flow, records, entry.state);
      if (!differ.empty() || entry.hash != records.Hash() ||
          entry.state.size() != static_cast<std::size_t>(flow.layout().size())) {
        return fault(
            "J12", fmt::format("the hand begins otherwise than the journal says; what differs: {}",
                               differ.empty() ? "the hash" : differ));
      }
      continue;
    }
    if (options.until_step && step >= *options.until_step) return report;
    ++step;
    Result<Action> read = ParseRecordedAction(flow, entry.action);
    if (!read.ok())
      return fault("J09", fmt::format("`{}`: {}", entry.action, read.faults().front().message));
    Action action = *read;
    if (!NamesAsk(entry.action)) action.ask = records.flow().window.ask;
    flow.ProcessActionNode(records, action, response, options.trace);
    if (entry.kind == JournalEntry::Kind::kAction) {
      if (!response.ok()) {
        return fault("J10", fmt::format("`{}` was accepted and is refused now: {}", entry.action,
                                        FormatRefusal(flow, response, action.seat, Lang::kEn)));
      }
      ++report.accepted;
    } else {
      if (response.ok())
        return fault("J11", fmt::format("`{}` was refused ({}) and is accepted now", entry.action,
                                        CodeName(entry.code)));
      if (response.refusal.code != entry.code) {
        return fault("J11",
                     fmt::format("`{}` was refused as {} and is refused as {} now", entry.action,
                                 CodeName(entry.code), CodeName(response.refusal.code)));
      }
      ++report.refused;
    }
    if (options.on_step) options.on_step(records, action, response);
  }
  if (options.until_step && step < *options.until_step) {
    return head_fault("J14",
                      fmt::format("the journal has {} steps, not {}", step, *options.until_step));
  }
  if (journal.final_hash) {
    if (report.same_fingerprint && *journal.final_hash != records.Hash()) {
      return head_fault("J13",
                        fmt::format("the match ends with hash {:016x}, not {:016x}: an action was "
                                    "altered into another that is allowed "
                                    "too, after the last hand that was marked ({})",
                                    records.Hash(), *journal.final_hash, records.flow().hand));
    }
    report.complete = report.same_fingerprint;
  }
  return report;
}

}  // namespace mlf
