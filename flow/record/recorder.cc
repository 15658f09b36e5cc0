// Plays a match and notes what it is given.
#include <mlf/flow/journal.h>
#include <mlf/flow/text.h>

#include <utility>

namespace mlf {

namespace {

// The bytes of the records that this flow uses.
std::string StateOf(const Flow& flow, const Records& records) {
  return {reinterpret_cast<const char*>(records.bytes.data()),
          static_cast<std::size_t>(flow.layout().size())};
}

}  // namespace

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

}  // namespace mlf
