// Journals: both formats round-trip, replay ends with the same bytes, and each kind of damage is
// reported with its line.
#include "toy.h"

#include <mlf/flow/journal.h>
#include <mlf/flow/text.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <streambuf>

namespace mlf::test {
namespace {

// A match of two hands with some refusals.
struct Played {
  std::shared_ptr<const Flow> flow = TwoHands();
  Records records = flow->Blank();
  Response response;
  Journal journal;

  explicit Played(JournalWriter* writer = nullptr, std::uint64_t seed = 42) {
    Recorder recorder(*flow, writer);
    recorder.Start(records, seed, response);
    const auto play = [&](const char* text, bool accepted = true, bool stale = false) {
      Result<Action> action = ParseAction(*flow, text);
      ASSERT_TRUE(action.ok()) << text;
      action->ask = stale ? 99 : records.flow().window.ask;
      recorder.Process(records, *action, response);
      EXPECT_EQ(response.ok(), accepted)
          << text << " " << CodeName(response.refusal.code) << response.refusal.detail;
    };
    play("2 say");
    play("2 say", false);
    play("0 no", false, true);
    play("0 no");
    play("1 timeout");
    play("2 give 9c", false);
    play("2 give 3a");
    play("1 say");
    recorder.Process(records, {.node = 200, .seat = -3, .count = 7, .ask = 5}, response);
    EXPECT_EQ(response.refusal.code, RefusalCode::kUnknownAction);
    play("0 no");
    play("1 give 1a");
    EXPECT_EQ(response.status, Status::kOver);
    recorder.Finish(records);
    journal = recorder.journal();
    fault = recorder.fault();
  }
  std::optional<Fault> fault;
};

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string Join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}
// Writes the journal as text and reads it back, so that entries have line numbers.
Journal Reread(const Journal& journal) {
  auto read = ReadJournal(WriteJournal(journal, JournalForm::kText), "a.journal", true);
  EXPECT_TRUE(read.ok()) << FaultText(read.faults());
  return read.ok() ? read->journal : Journal{};
}

TEST(Journal, KeepsActionsRefusalsAndMarks) {
  const Played played;
  const std::vector<std::string> lines = Lines(WriteJournal(played.journal, JournalForm::kText));
  std::vector<std::string> shown;
  for (const std::string& line : lines) shown.push_back(line.substr(0, line.rfind(" #")));
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_EQ(shown[0], "mlf-journal 1");
  EXPECT_EQ(shown[1], "variant two_hands");
  EXPECT_EQ(shown[2], "fingerprint " + played.flow->fingerprint_text());
  EXPECT_EQ(shown[3], "option cap none");
  EXPECT_EQ(shown[4], "option stake two words");
  EXPECT_EQ(shown[5], "seed 42");
  EXPECT_EQ(shown[6].substr(0, 7), "hand 0 ");
  EXPECT_EQ(shown[7], "2 say");
  EXPECT_EQ(shown[8], "! 2 say already_answered");
  EXPECT_EQ(shown[9], "! 0 no @99 stale_ask");
  EXPECT_EQ(shown[11], "1 timeout");
  EXPECT_EQ(shown[12], "! 2 give 9c invalid_payload");
  EXPECT_EQ(shown[13], "2 give 3a");
  EXPECT_EQ(shown[14].substr(0, 7), "hand 1 ");
  EXPECT_EQ(shown[16], "! -3 ? raw:7:00000000:0:0 @5 unknown_action");
  EXPECT_EQ(shown[19].substr(0, 7), "end 13 ");
  EXPECT_LT(lines[6].size(), 700u) << "a state is mostly empty";
}

TEST(Journal, BothFormsGiveBackTheSame) {
  const Played played;
  for (const JournalForm form : {JournalForm::kText, JournalForm::kBinary}) {
    std::ostringstream out;
    JournalWriter writer(out, form);
    const Played again(&writer);
    EXPECT_FALSE(again.fault);
    EXPECT_EQ(out.str(), WriteJournal(played.journal, form))
        << "written as it happens or afterwards";
    const auto read = ReadJournal(out.str(), "x", true);
    ASSERT_TRUE(read.ok()) << FaultText(read.faults());
    EXPECT_FALSE(read->stop);
    const Journal& journal = read->journal;
    EXPECT_EQ(journal.variant, played.journal.variant);
    EXPECT_EQ(journal.fingerprint, played.journal.fingerprint);
    EXPECT_EQ(journal.options, played.journal.options);
    EXPECT_EQ(journal.seed, 42u);
    EXPECT_EQ(journal.entries, played.journal.entries);
    EXPECT_EQ(journal.final_hash, played.journal.final_hash);
    EXPECT_EQ(journal.Steps(), 11);
  }
  EXPECT_EQ(Join(Lines(WriteJournal(played.journal, JournalForm::kText))),
            WriteJournal(played.journal, JournalForm::kText));
}

TEST(Journal, LinesMayEndAsOtherSystemsEndThem) {
  std::string text;
  for (const std::string& line : Lines(WriteJournal(Played().journal, JournalForm::kText)))
    text += line + "\r\n";
  EXPECT_TRUE(ReadJournal(text, "x", true).ok());
}

TEST(Journal, AnyAlteredLineIsNamed) {
  const std::vector<std::string> lines = Lines(WriteJournal(Played().journal, JournalForm::kText));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const std::size_t at :
         {std::size_t{0}, lines[i].size() / 2, lines[i].size() - 6, lines[i].size() - 1}) {
      std::vector<std::string> altered = lines;
      altered[i][at] = altered[i][at] == '3' ? '4' : '3';
      const auto read = ReadJournal(Join(altered), "x", true);
      ASSERT_FALSE(read.ok()) << "line " << i + 1 << " at " << at;
      EXPECT_EQ(read.faults().front().where.line, static_cast<int>(i) + 1)
          << read.faults().front().Text();
    }
    // Removed, or duplicated.
    std::vector<std::string> without = lines;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(ReadJournal(Join(without), "x", true).ok()) << "without line " << i + 1;
    std::vector<std::string> twice = lines;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    const auto read = ReadJournal(Join(twice), "x", true);
    ASSERT_FALSE(read.ok()) << "line " << i + 1 << " twice";
    EXPECT_EQ(read.faults().front().where.line, static_cast<int>(i) + 2);
  }
  EXPECT_EQ(ReadJournal(Join(lines) + "2 say #0000\n", "x", true).faults().front().where.line, 21);
}

TEST(Journal, ATruncatedOneGivesAllWholeEntries) {
  const Played played;
  for (const JournalForm form : {JournalForm::kText, JournalForm::kBinary}) {
    const std::string whole = WriteJournal(played.journal, form);
    std::size_t most = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::string_view cut(whole.data(), size);
      const auto strict = ReadJournal(cut, "x", true);
      // The last line of a text may lack its newline.
      const bool only_newline = form == JournalForm::kText && size + 1 == whole.size();
      EXPECT_EQ(strict.ok(), only_newline) << size;
      const auto read = ReadJournal(cut, "x", false);
      if (!read.ok()) continue;
      if (!only_newline) {
        ASSERT_TRUE(read->stop) << size;
        EXPECT_EQ(read->stop->code, "J05") << read->stop->Text();
        EXPECT_GT(read->stop->where.line, 0);
      }
      const auto& entries = read->journal.entries;
      EXPECT_GE(entries.size(), most) << "never fewer than of a shorter piece";
      most = entries.size();
      ASSERT_LE(entries.size(), played.journal.entries.size());
      EXPECT_TRUE(std::equal(entries.begin(), entries.end(), played.journal.entries.begin()))
          << size;
      const auto replayed = Replay(*played.flow, read->journal);
      ASSERT_TRUE(replayed.ok()) << "a server that died goes on from here, but: "
                                 << FaultText(replayed.faults());
    }
    EXPECT_EQ(most, played.journal.entries.size());
  }
}

TEST(Journal, AnyAlteredByteOfTheBinaryFormIsNoticed) {
  const Played played;
  const std::string whole = WriteJournal(played.journal, JournalForm::kBinary);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string altered = whole;
    altered[i] = static_cast<char>(altered[i] ^ 0x10);
    EXPECT_FALSE(ReadJournal(altered, "x", true).ok()) << "byte " << i;
    const auto read = ReadJournal(altered, "x", false);
    if (!read.ok()) continue;
    ASSERT_TRUE(read->stop);
    EXPECT_NE(read->stop->message.find("byte"), std::string::npos) << read->stop->message;
    const auto& entries = read->journal.entries;
    EXPECT_TRUE(std::equal(entries.begin(), entries.end(), played.journal.entries.begin()));
  }
}

TEST(Journal, BadHeadsAndLinesAreNamed) {
  struct Row {
    const char* what;
    std::string content;  // lines without checksums
    const char* code;
    int line;
  };
  const std::string head = "mlf-journal 1\nvariant v\nfingerprint 0123456789abcdef\nseed 1\n";
  const Row rows[] = {
      {"nothing", "", "J05", 1},
      {"something else", "hello\n", "J01", 1},
      {"a later version", "mlf-journal 2\n", "J01", 1},
      {"no variant", "mlf-journal 1\nfingerprint 0123456789abcdef\nseed 1\n", "J02", 3},
      {"a short fingerprint", "mlf-journal 1\nvariant v\nfingerprint 01234\n", "J02", 3},
      {"two variants", "mlf-journal 1\nvariant v\nvariant w\n", "J02", 3},
      {"an action before the seed", "mlf-journal 1\nvariant v\n0 no\n", "J02", 3},
      {"a seed that is no number",
       "mlf-journal 1\nvariant v\nfingerprint 0123456789abcdef\nseed x\n", "J02", 4},
      {"a word", head + "hello\n", "J04", 5},
      {"a refusal without code", head + "! 0 no\n", "J04", 5},
      {"a refusal of no code", head + "! 0 no because\n", "J04", 5},
      {"a mark without state", head + "hand 0 0123456789abcdef\n", "J04", 5},
      {"a mark with a bad state", head + "hand 0 0123456789abcdef state 0x\n", "J04", 5},
      {"a mark with a huge state", head + "hand 0 0123456789abcdef state (2049)\n", "J04", 5},
      {"a mark with endless zeros", head + "hand 0 0123456789abcdef state (99999999999)\n", "J04",
       5},
      {"an end of another count", head + "0 no\nend 2 0123456789abcdef\n", "J07", 6},
      {"an end without hash", head + "0 no\nend 1\n", "J04", 6},
      {"something behind the end", head + "end 0 0123456789abcdef\n0 no\n", "J06", 6},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    // Tests the reader with the checksum of the writer: FNV-1a over the lines, folded.
    std::string text;
    std::uint32_t check = 0x811C9DC5u;
    for (const std::string& line : Lines(row.content)) {
      for (const char c : line + "\n")
        check = (check ^ static_cast<unsigned char>(c)) * 0x01000193u;
      char mark[8];
      std::snprintf(mark, sizeof mark, " #%04x", (check ^ (check >> 16)) & 0xFFFF);
      text += line + mark + "\n";
    }
    const auto read = ReadJournal(text, "x", true);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.faults().front().code, row.code) << read.faults().front().Text();
    EXPECT_EQ(read.faults().front().where.line, row.line);
  }
}

TEST(Replay, EndsWithTheSameBits) {
  const Played played;
  std::vector<std::uint64_t> hashes;
  ReplayOptions options;
  options.on_step = [&](const Records& records, const Action&, const Response&) {
    hashes.push_back(records.Hash());
  };
  const auto report = Replay(*played.flow, Reread(played.journal), options);
  ASSERT_TRUE(report.ok()) << FaultText(report.faults());
  EXPECT_TRUE(report->records == played.records);
  EXPECT_EQ(report->accepted, 7);
  EXPECT_EQ(report->refused, 4);
  EXPECT_EQ(report->hands, 2);
  EXPECT_TRUE(report->complete);
  EXPECT_EQ(report->response.status, Status::kOver);
  EXPECT_EQ(hashes.size(), 12u) << "the start and eleven steps";
}

TEST(Replay, StartsAtAnyHandAndStopsAtAnyStep) {
  const Played played;
  for (const std::uint32_t hand : {0u, 1u}) {
    const auto report = Replay(*played.flow, played.journal, {.from_hand = hand});
    ASSERT_TRUE(report.ok()) << FaultText(report.faults());
    EXPECT_TRUE(report->records == played.records);
    EXPECT_EQ(report->accepted, hand == 0 ? 7 : 3);
  }
  const auto none = Replay(*played.flow, played.journal, {.from_hand = 2});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.faults().front().code, "J14");
  for (int step = 0; step <= 11; ++step) {
    const auto report = Replay(*played.flow, played.journal, {.until_step = step});
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report->accepted + report->refused, step);
    EXPECT_FALSE(report->complete && step < 11);
  }
  EXPECT_FALSE(Replay(*played.flow, played.journal, {.until_step = 12}).ok());
  // A hand that is resumed in the middle continues identically.
  const auto at = Replay(*played.flow, played.journal, {.from_hand = 1, .until_step = 7});
  ASSERT_TRUE(at.ok()) << FaultText(at.faults());
  EXPECT_EQ(at->response.status, Status::kRests);
  EXPECT_EQ(at->response.asked, 0b111);
  EXPECT_EQ(at->response.defaults[1].node, played.flow->Find("no"));
  EXPECT_EQ(at->response.deadline_ms, 1000);
}

// A change with valid checksums, as by rewriting the file: the replay finds it.
TEST(Replay, NamesTheLineThatGoesAnotherWay) {
  const Played played;
  struct Row {
    const char* what;
    std::size_t entry;  // 0 = the mark of hand 0, 1 = "2 say" ...
    const char* action;
    const char* code;
    int line;
  };
  const Row rows[] = {
      {"an action that is refused", 1, "2 give 1a", "J10", 8},
      {"an action no flow knows", 1, "2 shout", "J09", 8},
      {"a line that is none", 7, "2 give 3z", "J09", 14},
      {"a refused action that is allowed", 2, "1 no", "J11", 9},
      {"a refused action of another code", 2, "9 say", "J11", 9},
      {"another piece, noticed at the next hand", 7, "2 give 4a", "J12", 15},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    Journal altered = played.journal;
    altered.entries[row.entry].action = row.action;
    const auto report = Replay(*played.flow, Reread(altered));
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.faults().front().code, row.code) << report.faults().front().Text();
    EXPECT_EQ(report.faults().front().where.line, row.line) << report.faults().front().Text();
    EXPECT_NE(report.faults().front().message.find(row.line == 15 ? "toy_score" : "hand 0"),
              std::string::npos)
        << report.faults().front().message;
  }
  Journal last = played.journal;
  last.entries.back().action = "1 give 3a";
  EXPECT_EQ(Replay(*played.flow, last).faults().front().code, "J13");

  Journal other_state = played.journal;
  other_state.entries[8]
      .state[static_cast<std::size_t>(played.flow->layout().entries()[0].offset)] ^= 1;
  const auto report = Replay(*played.flow, Reread(other_state));
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.faults().front().code, "J12");
  EXPECT_NE(report.faults().front().message.find(played.flow->layout().entries()[0].name),
            std::string::npos)
      << report.faults().front().message;
  EXPECT_EQ(Replay(*played.flow, Reread(other_state), {.from_hand = 1}).faults().front().code,
            "J16")
      << "its hash does not fit";
  Journal other_seed = played.journal;
  other_seed.seed = 43;
  EXPECT_EQ(Replay(*played.flow, other_seed).faults().front().code, "J12");
}

TEST(Replay, RefusesAnotherFingerprintUnlessAsked) {
  const Played played;
  const auto other = TwoHands(2);
  ASSERT_NE(other->fingerprint(), played.flow->fingerprint());
  const auto refused = Replay(*other, played.journal);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.faults().front().code, "J08");
  EXPECT_NE(refused.faults().front().message.find(played.journal.fingerprint), std::string::npos);
  const auto tried = Replay(*other, played.journal, {.try_other_fingerprint = true});
  ASSERT_TRUE(tried.ok()) << FaultText(tried.faults());
  EXPECT_FALSE(tried->same_fingerprint);
  EXPECT_FALSE(tried->complete);
  EXPECT_EQ(tried->accepted, 7);
  EXPECT_EQ(Replay(*other, played.journal, {.try_other_fingerprint = true, .from_hand = 1})
                .faults()
                .front()
                .code,
            "J08");
}

TEST(Recording, BeginsAtAPosition) {
  const Played played;
  Records records = played.flow->Blank();
  Response response;
  played.flow->Enter(records, played.flow->Find("say"), 1, response);
  ASSERT_TRUE(response.ok());
  Recorder recorder(*played.flow);
  recorder.StartFrom(records);
  recorder.Process(records, response.defaults[1], response);
  ASSERT_TRUE(response.ok());
  recorder.Finish(records);
  const auto report = Replay(*played.flow, Reread(recorder.journal()));
  ASSERT_TRUE(report.ok()) << FaultText(report.faults());
  EXPECT_TRUE(report->records == records);
}

TEST(Recording, KeepsWhatWasGivenBeforeTheStart) {
  const auto flow = TwoHands();
  Records records = flow->Blank();
  Response response;
  Recorder recorder(*flow);
  recorder.Start(records, 1, response);
  EXPECT_TRUE(recorder.journal().given.empty());
  // A second match in the same records keeps the points.
  recorder.Start(records, 2, response);
  EXPECT_FALSE(recorder.journal().given.empty());
  recorder.Process(records, response.defaults[0], response);
  recorder.Finish(records);
  for (const JournalForm form : {JournalForm::kText, JournalForm::kBinary}) {
    const auto read = ReadJournal(WriteJournal(recorder.journal(), form), "x", true);
    ASSERT_TRUE(read.ok()) << FaultText(read.faults());
    const auto report = Replay(*flow, read->journal);
    ASSERT_TRUE(report.ok()) << FaultText(report.faults());
    EXPECT_TRUE(report->records == records);
    EXPECT_EQ(
        Replay(*TwoHands(2), read->journal, {.try_other_fingerprint = true}).faults().front().code,
        "J08");
  }
}

// A stream with space for `room` bytes.
class SmallDisk final : public std::streambuf {
 public:
  explicit SmallDisk(std::size_t room) : room_(room) {}
  std::string text;

 protected:
  int overflow(int c) override {
    if (text.size() >= room_) return traits_type::eof();
    text += static_cast<char>(c);
    return c;
  }

 private:
  std::size_t room_;
};

TEST(Recording, AFullDiskStopsTheJournalAndNotTheGame) {
  const Played whole;
  for (const JournalForm form : {JournalForm::kText, JournalForm::kBinary}) {
    const std::size_t size = WriteJournal(whole.journal, form).size();
    for (std::size_t room = 0; room < size; room += 7) {
      SmallDisk disk(room);
      std::ostream out(&disk);
      JournalWriter writer(out, form);
      const Played played(&writer);
      ASSERT_TRUE(played.fault) << room;
      EXPECT_EQ(played.fault->code, "J15");
      EXPECT_TRUE(played.records == whole.records);
      EXPECT_EQ(played.journal.entries, whole.journal.entries) << "memory has it all";
      const auto read = ReadJournal(disk.text, "x", false);
      if (!read.ok()) continue;
      EXPECT_TRUE(Replay(*played.flow, read->journal).ok()) << "what was written is whole";
    }
  }
}

TEST(Recording, MayKeepNothingInMemory) {
  const auto flow = TwoHands();
  std::ostringstream out;
  JournalWriter writer(out, JournalForm::kText);
  Recorder recorder(*flow, &writer, /*keep_entries=*/false);
  Records records = flow->Blank();
  Response response;
  recorder.Start(records, 1, response);
  recorder.Process(records, response.defaults[0], response);
  recorder.Finish(records);
  EXPECT_TRUE(recorder.journal().entries.empty());
  const auto read = ReadJournal(out.str(), "x", true);
  ASSERT_TRUE(read.ok()) << FaultText(read.faults());
  EXPECT_TRUE(Replay(*flow, read->journal)->complete);
}

}  // namespace
}  // namespace mlf::test
