// Chance from the caller: what a hand takes from it, and how journals keep it. Walls of real tiles
// are in tests/kit/chance_test.cc.
#include "toy.h"

#include <mlf/flow/chance.h>
#include <mlf/flow/journal.h>
#include <mlf/flow/random.h>
#include <mlf/flow/text.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace mlf::test {
namespace {

// Seeds by hand; the flow of these tests builds no wall.
class Seeds final : public Chance {
 public:
  explicit Seeds(std::vector<std::uint64_t> of) : of_(std::move(of)) {}
  HandChance OfHand(std::uint32_t hand) override {
    asked.push_back(hand);
    if (hand >= of_.size()) throw std::runtime_error("no more hands are drawn");
    return {.wall = wall, .seed = of_[hand]};
  }

  std::vector<std::uint32_t> asked;
  std::vector<Piece> wall;

 private:
  std::vector<std::uint64_t> of_;
};

// What hand `hand` draws from the stream "luck".
std::int32_t Luck(std::uint64_t seed, std::uint32_t hand) {
  std::uint32_t counter = 0;
  return static_cast<std::int32_t>(
      Stream(StreamSeed(HandSeed(seed, hand), "luck"), counter).Below(1000));
}
std::int32_t LuckOf(const Flow& flow, Records& records) {
  for (const Layout::Entry& slot : flow.layout().entries()) {
    if (slot.name == ToyScore::kSlot) return mlf::Slot<ToyScore>(slot.offset)(records).points[3];
  }
  return -1;
}

constexpr std::uint64_t kFirst = 0x1111, kSecond = 0x2222;

struct ChanceMatch {
  std::shared_ptr<const Flow> flow = TwoHands();
  Seeds chance{{kFirst, kSecond}};
  Records records = flow->Blank();
  Response response;
  Recorder recorder{*flow};

  ChanceMatch() { recorder.Start(records, chance, response); }

  void Play(const char* text, Chance* source = nullptr) {
    Result<Action> action = ParseAction(*flow, text);
    ASSERT_TRUE(action.ok()) << text;
    action->ask = records.flow().window.ask;
    recorder.Process(records, *action, response, nullptr, source != nullptr ? source : &chance);
  }
  void FirstHand() {
    for (const char* text : {"2 say", "2 say", "0 no", "1 timeout", "2 give 3a"}) Play(text);
  }
  void Whole() {
    FirstHand();
    for (const char* text : {"1 say", "0 no", "1 give 1a"}) Play(text);
    EXPECT_EQ(response.status, Status::kOver);
    recorder.Finish(records);
  }
};

TEST(CallersChance, EachHandTakesItsOwnSeed) {
  ChanceMatch match;
  ASSERT_TRUE(match.response.ok());
  EXPECT_EQ(match.chance.asked, (std::vector<std::uint32_t>{0}))
      << "the entry node begins hand 0 by itself, which is not asked for twice";
  EXPECT_EQ(match.records.flow().match_seed, kFirst);
  const std::int32_t first = LuckOf(*match.flow, match.records);
  EXPECT_EQ(first, Luck(kFirst, 0));
  match.FirstHand();
  EXPECT_EQ(match.chance.asked, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(match.records.flow().match_seed, kSecond);
  EXPECT_EQ(LuckOf(*match.flow, match.records) - first, Luck(kSecond, 1));
}

TEST(CallersChance, TheSeedInTheRecordsIsNeverRead) {
  ChanceMatch plain;
  plain.FirstHand();
  ChanceMatch other;
  other.records = other.flow->Blank();
  other.records.flow().match_seed = 99;
  other.recorder.Start(other.records, other.chance, other.response);
  for (const char* text : {"2 say", "2 say", "0 no", "1 timeout"}) other.Play(text);
  other.records.flow().match_seed = 98;
  other.Play("2 give 3a");
  EXPECT_TRUE(plain.records == other.records);
}

TEST(CallersChance, AStepThatCannotHaveItIsUndone) {
  ChanceMatch match;
  for (const char* text : {"2 say", "2 say", "0 no", "1 timeout"}) match.Play(text);
  const Records before = match.records;
  const std::size_t entries = match.recorder.journal().entries.size();
  Seeds none{{}};
  match.Play("2 give 3a", &none);
  EXPECT_EQ(match.response.refusal.code, RefusalCode::kInternal);
  EXPECT_NE(match.response.refusal.detail.find("no more hands are drawn"), std::string::npos)
      << match.response.refusal.detail;
  EXPECT_TRUE(match.records == before);

  Seeds with_wall{{kFirst, kSecond}};
  with_wall.wall = {1, 2, 3};
  match.Play("2 give 3a", &with_wall);
  EXPECT_EQ(match.response.refusal.code, RefusalCode::kInternal) << "no node took the wall";
  EXPECT_TRUE(match.records == before);
  EXPECT_EQ(match.recorder.journal().entries.size(), entries + 2) << "no chance of a hand undone";

  match.Play("2 give 3a");
  EXPECT_TRUE(match.response.ok()) << "the hand begins when it is tried again";
  for (const char* text : {"1 say", "0 no", "1 give 1a"}) match.Play(text);
  match.recorder.Finish(match.records);
  const auto replayed = Replay(*match.flow, match.recorder.journal());
  ASSERT_TRUE(replayed.ok()) << FaultText(replayed.faults());
  EXPECT_TRUE(replayed->records == match.records);
  EXPECT_EQ(replayed->refused, 3) << "one by the rules, two undone";
}

TEST(CallersChance, AStartThatCannotHaveItLeavesTheRecords) {
  ChanceMatch match;
  match.FirstHand();
  const Records before = match.records;
  Seeds with_wall{{kFirst}};
  with_wall.wall = {1, 2, 3};
  Response response;
  match.flow->Start(match.records, with_wall, response);
  EXPECT_EQ(response.refusal.code, RefusalCode::kInternal);
  EXPECT_TRUE(match.records == before);
}

std::vector<std::string> Contents(const Journal& journal) {
  std::vector<std::string> contents;
  const std::string text = WriteJournal(journal, JournalForm::kText);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    contents.push_back(line.substr(0, line.rfind(" #")));
    at = end + 1;
  }
  return contents;
}

TEST(ChanceInJournals, IsBeforeTheStepThatBeginsItsHand) {
  ChanceMatch match;
  match.Whole();
  const std::vector<std::string> lines = Contents(match.recorder.journal());
  ASSERT_EQ(lines.size(), 19u);
  EXPECT_EQ(lines[5], "seed 0");
  EXPECT_EQ(lines[6], "chance 0 0000000000001111");
  EXPECT_EQ(lines[7].substr(0, 7), "hand 0 ");
  EXPECT_EQ(lines[12], "chance 1 0000000000002222");
  EXPECT_EQ(lines[13], "2 give 3a");
  EXPECT_EQ(lines[14].substr(0, 7), "hand 1 ");
  EXPECT_EQ(match.recorder.journal().Steps(), 8);
  for (const JournalForm form : {JournalForm::kText, JournalForm::kBinary}) {
    const auto read = ReadJournal(WriteJournal(match.recorder.journal(), form), "x", true);
    ASSERT_TRUE(read.ok()) << FaultText(read.faults());
    EXPECT_EQ(read->journal.entries, match.recorder.journal().entries);
    for (const std::optional<std::uint32_t> from : {std::optional<std::uint32_t>(), {0}, {1}}) {
      const auto replayed = Replay(*match.flow, read->journal, {.from_hand = from});
      ASSERT_TRUE(replayed.ok()) << FaultText(replayed.faults());
      EXPECT_TRUE(replayed->complete);
      EXPECT_TRUE(replayed->records == match.records);
    }
  }
}

TEST(ChanceInJournals, ThatIsMissingTwiceOrUnfitIsNamed) {
  ChanceMatch match;
  match.Whole();
  const Journal good = match.recorder.journal();
  const auto reread = [](const Journal& journal) {
    const auto read = ReadJournal(WriteJournal(journal, JournalForm::kText), "a.journal", true);
    EXPECT_TRUE(read.ok()) << FaultText(read.faults());
    return read->journal;
  };
  // Entries: 0 chance, 1 mark, 2-5 actions, 6 chance, 7 the action that begins hand 1, 8 mark.
  using Change = void (*)(std::vector<JournalEntry>&);
  struct Row {
    const char* what;
    Change change;
    const char* code;
    int line;
  };
  const Row rows[] = {
      {"the start without", [](auto& e) { e.erase(e.begin()); }, "J17", 0},
      {"the second hand without", [](auto& e) { e.erase(e.begin() + 6); }, "J17", 13},
      {"of the second hand, behind its action", [](auto& e) { std::swap(e[6], e[7]); }, "J17", 13},
      {"of the second hand, one action early", [](auto& e) { std::swap(e[5], e[6]); }, "J18", 12},
      {"of the first hand twice", [](auto& e) { e.insert(e.begin(), e[0]); }, "J18", 8},
      {"of the second hand twice", [](auto& e) { e.insert(e.begin() + 6, e[6]); }, "J18", 14},
      {"of no hand", [](auto& e) { e[6].hand = 7; }, "J17", 14},
      {"of a third hand at the end",
       [](auto& e) {
         e.push_back(e[6]);
         e.back().hand = 2;
       },
       "J18", 19},
      {"with a wall at the start", [](auto& e) { e[0].wall = "3a4a"; }, "J19", 0},
      {"with a wall at a hand", [](auto& e) { e[6].wall = "3a4a"; }, "J19", 14},
      {"with a wall that cannot be read", [](auto& e) { e[6].wall = "zz"; }, "J19", 14},
      {"another seed", [](auto& e) { e[6].seed = 5; }, "J12", 15},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    Journal altered = good;
    row.change(altered.entries);
    const auto replayed = Replay(*match.flow, reread(altered));
    ASSERT_FALSE(replayed.ok());
    EXPECT_EQ(replayed.faults().front().code, row.code) << replayed.faults().front().Text();
    EXPECT_EQ(replayed.faults().front().where.line, row.line) << replayed.faults().front().Text();
  }
  for (const char* line : {"chance", "chance 1", "chance 1 12", "chance x 0000000000001111",
                           "chance 1 0000000000001111 3a 4a"}) {
    Journal cut = good;
    cut.entries.resize(1);
    cut.entries[0] = JournalEntry();
    cut.entries[0].action = line;
    cut.final_hash.reset();
    const auto read = ReadJournal(WriteJournal(cut, JournalForm::kText), "x", false);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->stop->code, "J04") << line;
  }
}

TEST(ChanceInJournals, CutBehindAChanceIsUsedAsFarAsItGoes) {
  ChanceMatch match;
  match.Whole();
  Journal cut = match.recorder.journal();
  cut.entries.resize(7);
  cut.final_hash.reset();
  const auto replayed = Replay(*match.flow, cut);
  ASSERT_TRUE(replayed.ok()) << FaultText(replayed.faults());
  EXPECT_EQ(replayed->accepted + replayed->refused, 4);
}

TEST(ChanceInJournals, OneHandIsAJournalOfItsOwn) {
  ChanceMatch match;
  match.Whole();
  const Journal& whole = match.recorder.journal();
  Records last;
  for (const std::uint32_t hand : {0u, 1u}) {
    const auto one = HandJournal(*match.flow, whole, hand);
    ASSERT_TRUE(one.ok()) << FaultText(one.faults());
    EXPECT_TRUE(one->position);
    EXPECT_EQ(one->seed, 0u);
    ASSERT_TRUE(one->entries.front().kind == JournalEntry::Kind::kHand);
    EXPECT_EQ(one->entries.front().hand, hand);
    EXPECT_EQ(one->Steps(), hand == 0 ? 4 : 3);
    const auto read = ReadJournal(WriteJournal(*one, JournalForm::kText), "x", true);
    ASSERT_TRUE(read.ok()) << FaultText(read.faults());
    const auto replayed = Replay(*match.flow, read->journal);
    ASSERT_TRUE(replayed.ok()) << FaultText(replayed.faults());
    EXPECT_TRUE(replayed->complete);
    EXPECT_EQ(replayed->records.flow().hand, hand);
    last = replayed->records;
    const auto again = HandJournal(*match.flow, read->journal, hand);
    ASSERT_TRUE(again.ok()) << "a journal of one hand is that already";
    EXPECT_EQ(WriteJournal(*again, JournalForm::kText), WriteJournal(*one, JournalForm::kText));
  }
  EXPECT_TRUE(last == match.records);
  const auto first = HandJournal(*match.flow, whole, 0);
  for (const JournalEntry& entry : first->entries) {
    EXPECT_NE(entry.kind, JournalEntry::Kind::kChance);
    const std::uint64_t later = kSecond;
    EXPECT_EQ(entry.state.find(std::string(reinterpret_cast<const char*>(&later), sizeof later)),
              std::string::npos)
        << "the seed of the second hand";
  }

  EXPECT_EQ(HandJournal(*match.flow, whole, 2).faults().front().code, "J14");
  Records records = match.flow->Blank();
  Recorder from_seed(*match.flow);
  from_seed.Start(records, 42, match.response);
  EXPECT_EQ(HandJournal(*match.flow, from_seed.journal(), 0).faults().front().code, "J17")
      << "its mark holds the seed of the match";
}

}  // namespace
}  // namespace mlf::test
