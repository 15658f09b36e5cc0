// Plays a match and records its actions.
#include <mlf/flow/journal.h>
#include <mlf/flow/text.h>

#include <utility>
#include <vector>

namespace mlf {

namespace {

// The bytes of the records that this flow uses.
std::string StateOf(const Flow& flow, const Records& records) {
  return {reinterpret_cast<const char*>(records.bytes.data()),
          static_cast<std::size_t>(flow.layout().size())};
}

// The slots filled before a start; empty if there are none.
std::string GivenIn(const Flow& flow, const Records& records) {
  std::string given = StateOf(flow, records).substr(sizeof(FlowState));
  if (given.find_first_not_of('\0') == std::string::npos) given.clear();
  return given;
}

// Records the chance that the caller gives in one step.
class Noting final : public Chance {
 public:
  explicit Noting(Chance& source) : source_(source) {}
  HandChance OfHand(std::uint32_t hand) override {
    return noted.emplace_back(hand, source_.OfHand(hand)).second;
  }

  std::vector<std::pair<std::uint32_t, HandChance>> noted;

 private:
  Chance& source_;
};

}  // namespace

Recorder::Recorder(const Flow& flow, JournalWriter* writer, bool keep_entries)
    : flow_(flow), writer_(writer), keep_entries_(keep_entries) {}

void Recorder::Head(std::uint64_t seed, std::string given, bool position) {
  journal_ = Journal{};
  journal_.variant = flow_.name();
  journal_.fingerprint = flow_.fingerprint_text();
  journal_.options = flow_.options();
  journal_.seed = seed;
  journal_.given = std::move(given);
  journal_.position = position;
  if (writer_ != nullptr && !fault_) fault_ = writer_->Begin(journal_);
}

void Recorder::AddChance(std::uint32_t hand, const HandChance& given) {
  JournalEntry entry;
  entry.kind = JournalEntry::Kind::kChance;
  entry.hand = hand;
  entry.seed = given.seed;
  entry.wall = FormatPieces(flow_, given.wall);
  Add(std::move(entry));
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
  std::string given = GivenIn(flow_, records);
  flow_.Start(records, seed, response, trace);
  Head(seed, std::move(given), false);
  Mark(records);
}

void Recorder::Start(Records& records, Chance& chance, Response& response, Trace* trace) {
  std::string given = GivenIn(flow_, records);
  Noting noting(chance);
  flow_.Start(records, noting, response, trace);
  Head(0, std::move(given), false);
  for (const auto& [hand, noted] : noting.noted) AddChance(hand, noted);
  Mark(records);
}

void Recorder::StartFrom(const Records& records) {
  Head(records.flow().match_seed, {}, true);
  Mark(records);
}

void Recorder::Process(Records& records, const Action& taken, Response& response, Trace* trace,
                       Chance* chance) {
  const Action action = taken;  // `taken` is often one of response.defaults, which change
  const std::uint32_t hand = records.flow().hand;
  const bool own_ask = action.ask != records.flow().window.ask;
  if (chance == nullptr) {
    flow_.ProcessActionNode(records, action, response, trace);
  } else {
    Noting noting(*chance);
    flow_.ProcessActionNode(records, action, response, trace, &noting);
    // An undone step has begun no hand.
    if (response.ok()) {
      for (const auto& [begun, noted] : noting.noted) AddChance(begun, noted);
    }
  }
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
