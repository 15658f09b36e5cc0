// mlf verify-wall: the example of docs/en/fair.md fits, and whatever is altered in it is named.
#include "cli.h"

#include <mlf/components/tile_set.h>
#include <mlf/flow/journal.h>
#include <mlf/variants/open.h>
#include "server/fair/wall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace mlf::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json Example() {
  const std::string page = ReadText(SourcePath("docs/en/fair.md"));
  const std::size_t begin = page.find("```json") + 7;
  return json::parse(page.substr(begin, page.find("```", begin) - begin));
}

TEST(VerifyWall, TheExampleOfThePageFits) {
  const Ran ran = Mlf({"verify-wall"}, Example().dump());
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("commit: fits\n"));
  EXPECT_THAT(ran.out, HasSubstr("salts: fits\n"));
  EXPECT_THAT(ran.out, HasSubstr("seen 0 68m545p: fits\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nwall: 68m545p623m"));
  EXPECT_THAT(ran.out, HasSubstr("\nseed: c0d11d64e246b052\n"));
  EXPECT_THAT(Mlf({"verify-wall", "--lang", "zh"}, Example().dump()).out,
              HasSubstr("commit：相符"));
  const std::string file = TempFile("hand.json");
  WriteText(file, Example().dump());
  EXPECT_EQ(Mlf({"verify-wall", file}).status, 0);
  EXPECT_EQ(Mlf({"verify-wall", file + ".none"}).status, 1);
}

TEST(VerifyWall, WhatIsAlteredIsNamed) {
  struct Row {
    const char* what;
    std::function<void(json&)> alter;
    const char* says;
  };
  const Row rows[] = {
      {"another key", [](json& j) { j["key"] = std::string(64, '0'); },
       "commit: does not fit: the key gives "},
      {"another desk", [](json& j) { j["desk"] = "d-8"; }, "commit: does not fit"},
      {"another match", [](json& j) { j["match"] = 2; }, "commit: does not fit"},
      {"another hand", [](json& j) { j["hand"] = 1; }, "commit: does not fit"},
      {"a salt less", [](json& j) { j["salts"].erase(3); },
       "salts: does not fit: 3 places, and the table has 4"},
      {"the own salt ignored", [](json& j) { j["salts"][0] = nullptr; },
       "seen 0 68m545p: does not fit: place "},
      {"a tile that did not lie there", [](json& j) { j["seen"][1]["tiles"] = "4m"; },
       "place 107 is 3m, and 4m was seen there"},
      {"a tile behind the wall", [](json& j) { j["seen"][1]["at"] = 108; },
       "the wall has 108 tiles, and place 108 was seen"},
      {"no tiles", [](json& j) { j["seen"][1]["tiles"] = "x"; }, "these are no tiles"},
      {"a field too many", [](json& j) { j["kye"] = 1; }, "kye: there is no such field"},
      {"no commit", [](json& j) { j.erase("commit"); },
       "commit: is missing; 64 hex digits are needed"},
      {"a short key", [](json& j) { j["key"] = "00"; }, "key: 64 hex digits are needed"},
      {"letters that are no digits", [](json& j) { j["key"] = std::string(64, 'x'); }, "key: 64"},
      {"a negative hand", [](json& j) { j["hand"] = -1; }, "hand: a number from 0 is needed"},
      {"salts that are none", [](json& j) { j["salts"] = "a0"; }, "salts: a list"},
      {"a variant that is none", [](json& j) { j["variant"] = "nonesuch"; }, "nonesuch"},
      {"an option that is none", [](json& j) { j["options"]["cup"] = 4; }, "cup"},
      {"tiles without a place", [](json& j) { j["seen"][0].erase("at"); }, "seen: a list of"},
      {"a list", [](json& j) { j = json::array(); }, "an object is needed"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    json altered = Example();
    row.alter(altered);
    const Ran ran = Mlf({"verify-wall"}, altered.dump());
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.err, HasSubstr(row.says));
    EXPECT_EQ(ran.out.find("wall: "), std::string::npos);
  }
  EXPECT_EQ(Mlf({"verify-wall"}, "{").status, 1);
}

TEST(VerifyWall, TheJournalOfTheHandIsCheckedToo) {
  json claim = Example();
  const auto flow = OpenFlow("xueliu", {{"cap", "4"}, {"hands", "2"}});
  ASSERT_TRUE(flow.ok());
  claim["options"]["hands"] = 2;
  // The chance of hand 0 is that of the page; the next hand has another.
  class OfPage final : public Chance {
   public:
    explicit OfPage(const Flow& f) : flow_(f) {}
    HandChance OfHand(std::uint32_t hand) override {
      namespace fair = server::fair;
      fair::Bytes32 key{}, first{}, third{};
      for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
      first.fill(0xA0);
      third.fill(0xA2);
      const std::optional<fair::Bytes32> salts[] = {first, std::nullopt, third, std::nullopt};
      if (hand != 0) key.fill(static_cast<std::uint8_t>(hand));
      return fair::ChanceOf(fair::WallKey(key, salts), logic::WallTiles(flow_));
    }

   private:
    const Flow& flow_;
  } chance(**flow);
  Records records = (*flow)->Blank();
  Response response;
  Recorder recorder(**flow);
  recorder.Start(records, chance, response);
  while (response.ok() && response.status != Status::kOver) {
    const Seat seat = static_cast<Seat>(std::countr_zero(response.asked));
    recorder.Process(records, response.defaults[seat], response, nullptr, &chance);
  }
  ASSERT_TRUE(response.ok()) << response.refusal.detail;
  recorder.Finish(records);
  const auto written = [&](const Journal& journal) {
    const std::string file = TempFile("hand.txt");
    WriteText(file, WriteJournal(journal, JournalForm::kText));
    return file;
  };
  const auto one = HandJournal(**flow, recorder.journal(), 0);
  ASSERT_TRUE(one.ok()) << FaultText(one.faults());
  for (const Journal& journal : {*one, recorder.journal()}) {
    const Ran ran = Mlf({"verify-wall", "--journal", written(journal)}, claim.dump());
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("journal: fits\n"));
  }
  const auto next = HandJournal(**flow, recorder.journal(), 1);
  ASSERT_TRUE(next.ok());
  Ran ran = Mlf({"verify-wall", "--journal", written(*next)}, claim.dump());
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("journal: does not fit")) << "it has no hand 0";
  claim["salts"][1] = std::string(64, '1');
  claim.erase("seen");
  ran = Mlf({"verify-wall", "--journal", written(*one)}, claim.dump());
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("journal: does not fit: place "));
  claim = Example();
  ran = Mlf({"verify-wall", "--journal", written(*one)}, claim.dump());
  EXPECT_THAT(ran.err, HasSubstr("it was played under fingerprint ")) << "other options";
}

}  // namespace
}  // namespace mlf::test
