// The page of a hand: it holds the journal, the tables of View, and lines of play that the engine
// accepts.
#include "support.h"

#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/state_text.h>
#include <mlf/table/tile.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "bots/bots.h"
#include "tools/chart/render.h"
#include "tools/console/html.h"
#include "tools/console/table_text.h"
#include "tools/flowviz/hand_steps.h"
#include "tools/flowviz/json_delta.h"
#include "tools/flowviz/page.h"
#include "tools/flowviz/page_files.h"
#include "tools/flowviz/replay_page.h"
#include "tools/kit/playout.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <regex>
#include <set>
#include <sstream>

namespace mlf::tools {
namespace {

using test::Count;

// Hands of greedy bots, with some refused answers and some timeouts.
Journal Recorded(const Flow& flow, std::uint64_t seed, int hands = 1) {
  Recorder recorder(flow);
  Records records = flow.Blank();
  Response response;
  recorder.Start(records, seed, response);
  Playout bots(flow, bots::BotKind::kGreedy, seed);
  const auto match = *table::FindSlot<table::Match>(flow);
  for (int step = 0; records.flow().over == 0 && match(records).hands_done < hands; ++step) {
    const Seat seat = static_cast<Seat>(std::countr_zero(static_cast<unsigned>(response.asked)));
    Action action = bots.Choice(records, seat, response.choices);
    if (step % 13 == 5) {
      Action wrong = action;
      wrong.seat = static_cast<Seat>((seat + 1) % flow.seats());
      wrong.node = flow.Find("discard");
      wrong.count = 1;
      wrong.pieces = {33};
      const Response before = response;
      recorder.Process(records, wrong, response);
      EXPECT_FALSE(response.ok());
      response = before;
    }
    if (step % 17 == 3) action = {.node = kTimeout, .seat = seat, .ask = records.flow().window.ask};
    recorder.Process(records, action, response);
    EXPECT_TRUE(response.ok()) << FormatRefusal(flow, response, kNoSeat, Lang::kEn);
  }
  recorder.Finish(records);
  return recorder.journal();
}

struct Hand {
  std::shared_ptr<const Flow> flow;
  Journal journal;
  Json data;
};
Hand MakeHand(const std::string& variant, std::uint64_t seed, HandOptions options = {},
              int hands = 1) {
  Hand hand;
  hand.flow = test::OpenOrFail(variant);
  hand.journal = Recorded(*hand.flow, seed, hands);
  auto data = HandSteps(*hand.flow, hand.journal, options);
  EXPECT_TRUE(data) << FaultText(data.faults());
  if (data) hand.data = *std::move(data);
  return hand;
}

// Objects compare regardless of the order of keys.
nlohmann::json Plain(const Json& json) { return nlohmann::json::parse(json.dump()); }

// The records before the first step and after each step.
std::vector<Records> AllRecords(const Flow& flow, const Journal& journal) {
  std::vector<Records> all;
  ReplayOptions how;
  how.on_step = [&](const Records& records, const Action&, const Response&) {
    all.push_back(records);
  };
  EXPECT_TRUE(Replay(flow, journal, how));
  return all;
}

TEST(HandSteps, AreThoseOfTheJournal) {
  for (const std::string& id : VariantIds()) {
    const Hand hand = MakeHand(id, 11, {.what_if = 0});
    std::vector<const JournalEntry*> entries;
    for (const JournalEntry& entry : hand.journal.entries) {
      if (entry.is_action()) entries.push_back(&entry);
    }
    const Json& steps = hand.data["steps"];
    ASSERT_EQ(steps.size(), entries.size() + 1) << id;
    EXPECT_FALSE(steps[0].contains("action"));
    int refused = 0, timeouts = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Json& step = steps[i + 1];
      EXPECT_EQ(step["step"], i + 1);
      EXPECT_EQ(step["action"], entries[i]->action) << id;
      EXPECT_EQ(step.contains("code"), entries[i]->kind == JournalEntry::Kind::kRefused)
          << id << " " << entries[i]->action;
      if (step.contains("code")) {
        ++refused;
        EXPECT_EQ(step["code"], CodeName(entries[i]->code));
        EXPECT_TRUE(step.contains("reason"));
        EXPECT_FALSE(step.contains("views")) << "a refusal changes nothing that anybody sees";
      }
      if (step.contains("timeout")) {
        ++timeouts;
        EXPECT_NE(step["node"], "timeout") << "what was played for the seat";
      }
    }
    EXPECT_GT(refused, 0) << id;
    EXPECT_GT(timeouts, 0) << id;
  }
}

TEST(HandSteps, ViewsAndEventsAreWhatEachViewerGets) {
  for (const std::string& id : VariantIds()) {
    const Hand hand = MakeHand(id, 5, {.what_if = 0});
    std::vector<Viewer> viewers{Viewer::Full()};
    for (Seat person = 0; person < hand.flow->people(); ++person)
      viewers.push_back(Viewer::Of(person));
    viewers.push_back(Viewer::Spectator());
    ASSERT_EQ(hand.data["viewers"].size(), viewers.size());

    const TableText en(*hand.flow, Lang::kEn);
    std::vector<Json> views;
    for (const Json& view : hand.data["first"]) views.push_back(view);
    std::size_t at = 0;
    ReplayOptions how;
    how.on_step = [&](const Records& records, const Action&, const Response& response) {
      const Json& step = hand.data["steps"][at++];
      for (std::size_t v = 0; v < viewers.size(); ++v) {
        if (step.contains("views")) views[v] = WithDelta(views[v], step["views"][v]);
        ASSERT_EQ(Plain(views[v]), Plain(table::View(*hand.flow, records, viewers[v])))
            << id << " step " << at - 1 << " viewer " << v;
        std::vector<std::string> shown, lines;
        if (step.contains("events")) {
          for (const Json& text : step["events"][v])
            shown.push_back(hand.data["texts"][text.get<std::size_t>()][1].get<std::string>());
        }
        for (const Event& event : response.events) {
          const std::string line = en.EventLine(event, viewers[v]);
          if (!line.empty()) lines.push_back(line);
        }
        EXPECT_EQ(shown, lines) << id << " step " << at - 1 << " viewer " << v;
      }
    };
    ASSERT_TRUE(Replay(*hand.flow, hand.journal, how));
  }
}

TEST(HandSteps, WhereTheWayWentIsOnTheChart) {
  const Hand hand = MakeHand("xueliu", 11, {.what_if = 0});
  std::set<std::string> edges;
  for (const Json& step : hand.data["steps"]) {
    EXPECT_EQ(step.contains("path"),
              step.contains("walked") || (step.contains("path") && step["path"].empty()))
        << step.dump();
    for (const Json& edge : step.value("walked", Json::array()))
      edges.insert(hand.data["edges"][edge.get<std::size_t>()].get<std::string>());
  }
  for (const char* edge : {"turn.discard", "discard.guo", "discard-draw", "draw-turn",
                           "start-choose_dealer", "settle-hand_end"}) {
    EXPECT_TRUE(edges.contains(edge)) << edge;
  }
  EXPECT_EQ(hand.data["steps"][0]["path"][0][0], hand.flow->entry());
  EXPECT_EQ(hand.data["steps"][0]["path"][0].size(), 2u) << "no times unless they are asked for";
}

// Parses "0a5m" into an action.
std::vector<Action> ActionsOf(const Hand& hand, const std::string& line) {
  std::vector<Action> actions;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t code = word.find_first_not_of("0123456789");
    const std::size_t length = static_cast<unsigned char>(word[code]) < 0x80 ? 1 : 2;
    const std::size_t node = hand.data["codes"][word.substr(code, length)].get<std::size_t>();
    std::string payload = word.substr(code + length);
    std::replace(payload.begin(), payload.end(), '_', ' ');
    const auto action =
        ParseAction(*hand.flow, word.substr(0, code) + " " + hand.flow->nodes()[node].id +
                                    (payload.empty() ? "" : " " + payload));
    EXPECT_TRUE(action) << word << " " << FaultText(action.faults());
    if (action) actions.push_back(*action);
  }
  return actions;
}

void LineHolds(const Hand& hand, const Records& before, const Json& line, const std::string& what) {
  Records now = before;
  Response response;
  const auto match = *table::FindSlot<table::Match>(*hand.flow);
  for (Action action : ActionsOf(hand, line["line"].get<std::string>())) {
    action.ask = now.flow().window.ask;
    hand.flow->ProcessActionNode(now, action, response);
    ASSERT_TRUE(response.ok()) << what << ": " << FormatAction(*hand.flow, action);
  }
  ASSERT_FALSE(line.contains("ended")) << what << " was broken off";
  EXPECT_EQ(match(now).hands_done, match(before).hands_done + 1) << what;
  for (std::size_t person = 0; person < line["points"].size(); ++person) {
    EXPECT_EQ(line["points"][person].get<int>(),
              match(now).score[person] - match(before).score[person])
        << what;
  }
}

TEST(HandSteps, WhatIfLinesAreTakenByTheEngine) {
  int all_lines = 0, hands = 0;
  for (const std::string& id : VariantIds()) {
    const Hand hand = MakeHand(id, 3, {.what_if = 3});
    const std::vector<Records> all = AllRecords(*hand.flow, hand.journal);
    int lines = 0;
    for (std::size_t i = 1; i < hand.data["steps"].size(); ++i) {
      const Json& step = hand.data["steps"][i];
      if (!step.contains("if") || !step["if"].contains("others")) continue;
      Choices choices;
      hand.flow->FillChoices(all[i - 1], choices);
      const Seat seat = step["seat"].get<Seat>();
      EXPECT_EQ(step["if"]["left_out"].get<std::uint64_t>() + step["if"]["others"].size() + 1,
                choices.Count(seat))
          << "every choice is played out or counted";
      LineHolds(hand, all[i - 1], step["if"]["same"], id + " same " + std::to_string(i));
      for (const Json& other : step["if"]["others"]) {
        LineHolds(hand, all[i - 1], other,
                  id + " " + other["action"].get<std::string>() + " " + std::to_string(i));
        const auto first = ParseAction(*hand.flow, other["action"].get<std::string>());
        ASSERT_TRUE(first);
        const Offer* offer = choices.Find(seat, first->node);
        ASSERT_NE(offer, nullptr);
        EXPECT_TRUE(offer->domain.Contains(*first)) << other["action"];
        ++lines;
      }
    }
    // Somebody may win with the first tiles.
    EXPECT_GT(lines, 0) << id;
    all_lines += lines;
    ++hands;
  }
  EXPECT_GT(all_lines, 40 * hands);
}

TEST(HandSteps, ALaterHandBeginsWithWhatBeganIt) {
  const Hand second = MakeHand("xueliu", 9, {.hand = 1, .what_if = 0}, 2);
  const Json& first = second.data["steps"][0];
  EXPECT_THAT(first["action"].get<std::string>(), testing::HasSubstr("ready"));
  EXPECT_TRUE(first.contains("events")) << "the deal";
  EXPECT_EQ(second.data["first"][0]["hand"], 1);
  EXPECT_GT(first["step"].get<int>(), 40);
  const auto none = HandSteps(*second.flow, second.journal, {.hand = 7});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.faults()[0].code, "H01");
}

TEST(HandSteps, TimesOnlyWhereTheyAreAskedFor) {
  const Hand hand = MakeHand("xueliu", 11, {.profile = true, .what_if = 0});
  std::int64_t all = 0;
  for (const Json& step : hand.data["steps"]) {
    for (const Json& run : step.value("path", Json::array())) {
      ASSERT_EQ(run.size(), 3u);
      for (const Json& time : run[2]) all += time[2].get<std::int64_t>();
    }
  }
  EXPECT_GT(all, 0);
}

TEST(Delta, MakesOneOutOfTheOther) {
  const char* values[] = {"null",
                          "7",
                          "[]",
                          "[1,2,3,4]",
                          "[2,3,4]",
                          "[1,2,9,3,4]",
                          "[[1],[2]]",
                          "[[1],[3]]",
                          R"({"a":1})",
                          R"({"a":{"b":[1,2]},"c":null})",
                          R"({"a":{"b":[1,2,3]},"d":"x"})",
                          R"([{"seat":0,"won":true},{"seat":1}])",
                          R"([{"seat":0},{"seat":1,"won":true}])"};
  for (const char* from : values) {
    for (const char* to : values) {
      const Json a = Json::parse(from), b = Json::parse(to);
      EXPECT_EQ(Plain(WithDelta(a, DeltaOf(a, b))), Plain(b)) << from << " " << to;
    }
  }
  EXPECT_EQ(DeltaOf(Json::parse("[1,2,3,4]"), Json::parse("[2,3,4]")).dump(), "[2,0,1,[]]")
      << "a wall that was drawn from takes a few bytes";
}

TEST(ReplayPage, IsOneSmallFileThatNeedsNothing) {
  if (WebFile("replay.html").empty()) GTEST_SKIP() << "web/ is not built (group node)";
  for (const std::string& id : VariantIds()) {
    const auto flow = test::OpenOrFail(id);
    const auto page = ReplayPage(*flow, Recorded(*flow, 1), {}, Lang::kZh);
    ASSERT_TRUE(page) << FaultText(page.faults());
    EXPECT_LT(page->size(), 1'000'000u) << id;
    const int windows = Count(RenderDot(*flow), "id=\"window.");
    EXPECT_GT(windows, 0) << id;
    EXPECT_EQ(Count(*page, "id=\"window."), 2 * windows) << id << ": the chart in both languages";
  }
  // What the page is made of is the same for all.
  const auto flow = test::OpenOrFail("xueliu");
  const Journal journal = Recorded(*flow, 2);
  const std::string page = *ReplayPage(*flow, journal, {}, Lang::kZh);
  EXPECT_EQ(page.find("<!--hand-->"), std::string::npos);
  // Names of formats (xmlns) are not fetched.
  EXPECT_FALSE(std::regex_search(page, std::regex(R"((src|href|url)\s*[=(]\s*["']?(https?:)?//)")));
  EXPECT_EQ(Count(page, "<script"), 2);
  EXPECT_EQ(page, *ReplayPage(*flow, journal, {}, Lang::kZh)) << "the same bytes";
}

TEST(HandSteps, NamesAllThatPartsKeep) {
  int all = 0;
  for (const std::string& id : VariantIds()) {
    const auto flow = test::OpenOrFail(id);
    const auto steps = HandSteps(*flow, Recorded(*flow, 12), {.what_if = 0});
    ASSERT_TRUE(steps) << FaultText(steps.faults());
    const Json& data = *steps;
    std::set<std::string_view> seen;
    for (const auto& part : flow->parts()) {
      const auto* kept = dynamic_cast<const table::StateText*>(part.get());
      if (kept == nullptr || !seen.insert(kept->StateKey()).second) continue;
      const std::string key(kept->StateKey());
      const table::StateLabel label = kept->Label();
      ASSERT_FALSE(label.zh.empty() || label.en.empty()) << id << " " << key;
      ASSERT_TRUE(data["state"].contains(key)) << id << " " << key;
      const Json& name = data["state"][key];
      EXPECT_EQ(name["zh"], label.zh) << id << " " << key;
      EXPECT_EQ(name["en"], label.en) << id << " " << key;
      EXPECT_EQ(name.value("is", ""), label.is) << id << " " << key;
      EXPECT_EQ(name.value("seats", false), kept->PerSeat()) << id << " " << key;
      ++all;
    }
    EXPECT_EQ(data["state"].size(), seen.size()) << id;
    // Every key of a table has its name, and a list by seat is as long as that.
    for (const Json& view : data["first"]) {
      for (const auto& [key, value] : view["state"].items()) {
        ASSERT_TRUE(data["state"].contains(key)) << id << " " << key;
        if (data["state"][key].contains("seats")) {
          EXPECT_EQ(value.size(), view["seats"].size()) << id << " " << key;
        }
      }
    }
  }
  EXPECT_GT(all, 40);
}

TEST(HandSteps, CallsPersonsByNameWhereItKnowsThem) {
  const auto flow = test::OpenOrFail("xueliu");
  const Journal journal = Recorded(*flow, 1);
  const auto unknown = HandSteps(*flow, journal, {.what_if = 0});
  ASSERT_TRUE(unknown);
  EXPECT_FALSE(unknown->contains("names"));
  const std::vector<Label> names = {{"小明", "小明"}, {"机器人1", "robot 1"}, {"</script>", "<"}};
  const auto known = HandSteps(*flow, journal, {.what_if = 0, .names = names});
  ASSERT_TRUE(known);
  const Json& data = *known;
  ASSERT_EQ(data["names"].size(), 3u);
  EXPECT_EQ(data["names"][0]["zh"], "小明");
  EXPECT_EQ(data["names"][1]["en"], "robot 1");
  EXPECT_EQ(data["names"][2]["zh"], "</script>");
}

TEST(Page, WhatIsPutInStaysWhatItIs) {
  EXPECT_EQ(FillPage("<a>{{x}}</a>{{y}}{{gone}}.", {{"x", "{{y}}"}, {"y", "1"}}), "<a>{{y}}</a>1.")
      << "what is put in is not looked through again";
  EXPECT_EQ(HtmlText("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
  EXPECT_EQ(ScriptJson(Json{{"a", "</script><!--"}}), R"({"a":"\u003c/script>\u003c!--"})");
  EXPECT_EQ(
      PageSvg("<?xml version=\"1.0\"?>\n<svg><text font-family=\"A,b\" x=\"1\">t</text></svg>"),
      "<svg><text x=\"1\">t</text></svg>");
}

}  // namespace
}  // namespace mlf::tools
