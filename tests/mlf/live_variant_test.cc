// A variant file that changes while tables run.
#include "cli.h"

#include <mlf/variants/live_variant.h>
#include "tools/mlf/commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <thread>

namespace mlf::test {
namespace {

namespace fs = std::filesystem;

const std::string kHead = "id: live\nzh: 活\nen: live\nextends: xueliu\n";

std::string Folder(const std::string& name) {
  const std::string folder = TempFile("live_" + name) + "/live";
  fs::remove_all(fs::path(folder).parent_path());
  fs::create_directories(folder + "/scenarios");
  WriteText(folder + "/variant.yaml", kHead);
  return folder;
}

int Deadline(const Flow& flow) { return flow.node(flow.Find("turn")).window->deadline_ms; }

// Plays `flow` by timeouts to the end of its first hand; returns the number of steps, or -1.
int PlayOut(const Flow& flow, Records& records, Response& response) {
  for (int steps = 0; steps < 2000; ++steps) {
    if (response.status == Status::kRefused) return -1;
    if (response.status == Status::kOver || flow.node(records.flow().node).id == "hand_end")
      return steps;
    for (Seat seat = 0; seat < flow.seats(); ++seat) {
      if ((records.flow().window.active & MaskOf(seat)) == 0) continue;
      flow.ProcessActionNode(
          records, {.node = kTimeout, .seat = seat, .ask = records.flow().window.ask}, response);
      break;
    }
  }
  return -1;
}

TEST(LiveVariant, ARunningTableFinishesOnItsVersion) {
  const std::string folder = Folder("running");
  LiveVariant live(folder);
  auto first = live.FlowFor({{"cap", "5"}});
  ASSERT_TRUE(first.ok()) << FaultText(first.faults());
  EXPECT_EQ(live.version(), 1);
  Records table = (*first)->Blank();
  Response response;
  (*first)->Start(table, 7, response);

  WriteText(folder + "/variant.yaml", kHead + "flow:\n  turn: {window: {deadline: 8s}}\n");
  EXPECT_EQ(FaultText(live.Reload()), "");
  EXPECT_EQ(live.version(), 2);
  const auto second = live.FlowFor({{"cap", "5"}});
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(Deadline(**second), 8000) << "a new table takes the new version";
  EXPECT_EQ(Deadline(**first), 15000);
  EXPECT_NE((*first)->fingerprint(), (*second)->fingerprint());
  // The new version refuses records of the old one; the old one continues with them.
  Records copy = table;
  Response refused;
  (*second)->ProcessActionNode(copy, {.node = kTimeout, .seat = 0, .ask = copy.flow().window.ask},
                               refused);
  EXPECT_EQ(refused.status, Status::kRefused);
  EXPECT_GT(PlayOut(**first, table, response), 20);

  // A stored table finds its version as long as another table runs on it.
  const std::uint64_t old = (*first)->fingerprint();
  EXPECT_EQ(live.Find(old), *first);
  EXPECT_EQ(live.Find((*second)->fingerprint()), *second);
  first = live.FlowFor({{"cap", "5"}});
  EXPECT_EQ(live.Find(old), nullptr) << "nobody runs on it any more";
}

TEST(LiveVariant, AFaultyFileChangesNothingAndSaysWhy) {
  const std::string folder = Folder("faulty");
  LiveVariant live(folder);
  const auto before = live.FlowFor();
  ASSERT_TRUE(before.ok());
  const char* const faulty[] = {
      "flow:\n  turn: {window: {dedline: 8s}}\n",  // does not load
      "flow:\n  peng: {if: not_lokced}\n",         // does not build
      "flow:\n  settle: {then: ~}\n",              // does not pass the lints
      "\tflow:\n",                                 // is no YAML
  };
  for (const char* text : faulty) {
    WriteText(folder + "/variant.yaml", kHead + text);
    const Faults faults = live.Reload();
    ASSERT_FALSE(faults.empty()) << text;
    EXPECT_THAT(std::string(faults[0].where.file.str()), testing::HasSubstr("variant.yaml"))
        << text;
    EXPECT_GT(faults[0].where.line, 0) << text;
    const auto now = live.FlowFor();
    ASSERT_TRUE(now.ok());
    EXPECT_EQ(*now, *before);
    EXPECT_EQ(live.version(), 1);
  }
  fs::remove(folder + "/variant.yaml");
  EXPECT_FALSE(live.Reload().empty());
  EXPECT_EQ(*live.FlowFor(), *before);
  // Valid again.
  WriteText(folder + "/variant.yaml", kHead + "flow:\n  turn: {window: {deadline: 8s}}\n");
  EXPECT_TRUE(live.Reload().empty());
  EXPECT_EQ(Deadline(**live.FlowFor()), 8000);
}

TEST(LiveVariant, AnOptionThatIsGoneIsDroppedAndAnotherThatFailsIsNot) {
  const std::string folder = Folder("options");
  WriteText(folder + "/variant.yaml",
            kHead +
                "options:\n  quick: {type: bool, default: off}\nflow:\n  turn: {window: {deadline: "
                "{by: quick, on: 3s, off: 15s}}}\n");
  LiveVariant live(folder);
  ASSERT_TRUE(live.FlowFor({{"quick", "on"}}).ok());
  // Only the value used by a room is faulty: nothing is replaced.
  WriteText(folder + "/variant.yaml",
            kHead +
                "options:\n  quick: {type: bool, default: off}\nflow:\n  turn: {window: {deadline: "
                "{by: quick, on: 3, off: 15s}}}\n");
  EXPECT_FALSE(live.Reload().empty());
  EXPECT_EQ(Deadline(**live.FlowFor({{"quick", "on"}})), 3000);
  // The option is removed: rooms with it are refused from now on.
  WriteText(folder + "/variant.yaml", kHead);
  EXPECT_TRUE(live.Reload().empty());
  EXPECT_FALSE(live.FlowFor({{"quick", "on"}}).ok());
  EXPECT_TRUE(live.FlowFor().ok());
}

TEST(LiveVariant, ManyThreads) {
  const std::string folder = Folder("threads");
  LiveVariant live(folder);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&live, t] {
      for (int i = 0; i < 5; ++i) {
        if (t == 0) {
          EXPECT_TRUE(live.Reload().empty());
        } else {
          const auto flow = live.FlowFor({{"cap", std::to_string(t)}});
          ASSERT_TRUE(flow.ok());
          const auto found = live.Find((*flow)->fingerprint());
          ASSERT_NE(found, nullptr) << "this one at least";
          EXPECT_EQ(found->fingerprint(), (*flow)->fingerprint());
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// `mlf check --watch` prints its findings after each change of a file.
TEST(Watch, ChecksAgainWhenAFileChanges) {
  const std::string folder = Folder("watch");
  WriteText(folder + "/scenarios/s.yaml",
            "scenarios:\n  - {name: A, zh: 甲, en: a, position: {}, steps: []}\n");
  std::istringstream in;
  std::ostringstream out, err;
  tools::CheckCommand command;
  command.variant.name = folder;
  command.watch = true;
  command.poll_ms = 5;
  int round = 0;
  command.on_checked = [&] {
    ++round;
    if (round == 1)
      WriteText(folder + "/variant.yaml", kHead + "flow:\n  peng: {if: not_lokced}\n");
    if (round == 2) WriteText(folder + "/variant.yaml", kHead);
    if (round == 3)
      WriteText(folder + "/scenarios/s.yaml",
                "scenarios:\n  - {name: A, zh: 甲, en: a, position: {dealer: 9}, steps: []}\n");
    return round < 4;
  };
  tools::RunCheck(command, {in, out, err, Lang::kEn, false});
  EXPECT_EQ(round, 4);
  EXPECT_THAT(err.str(), testing::HasSubstr("not_lokced"));
  EXPECT_THAT(out.str(), testing::HasSubstr("scenarios: 1, 1 pass"));
  EXPECT_THAT(out.str(), testing::HasSubstr("a number in 0..3 is needed, not 9"));
}

}  // namespace
}  // namespace mlf::test
