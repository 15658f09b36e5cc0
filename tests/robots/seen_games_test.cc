// The events that a seat is sent give the table that the server shows it, in hands of every
// variant. A robot at a real server compares the two only where it comes back.
#include "tools/robots/seen_table.h"
#include "tools/robots/sight.h"

#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "tools/kit/games.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace mlf::robots {
namespace {

constexpr std::uint64_t kHands = 6;

// One table for each seat, from the events that are sent to it.
class SeenByAll {
 public:
  SeenByAll(const Flow& flow, bool ready_sees)
      : flow_(flow), ready_sees_(ready_sees), tables_(static_cast<std::size_t>(flow.seats())) {}

  void OnStep(const tools::GameStep& step) {
    if (step.response.status == Status::kOver) return;
    const std::uint32_t hand = step.after.flow().hand;
    const bool begins = step.action.node == kNoNode || hand != step.before.flow().hand;
    // One seat in its turn compares: views take longer than the game.
    const auto compares = static_cast<Seat>(steps_++ % static_cast<std::uint64_t>(flow_.seats()));
    for (Seat seat = 0; seat < flow_.seats(); ++seat) {
      SeenTable& table = tables_[static_cast<std::size_t>(seat)];
      const Viewer viewer = Viewer::Of(seat);
      if (begins) {
        table.Begin(table::View(flow_, step.after, viewer), seat, ready_sees_);
        continue;
      }
      const Json events = ResponseJson(flow_, step.response, viewer).at("events");
      for (const Json& event : events) types_.insert(event.at("type").get<std::string>());
      if (const auto wrong = table.Apply(events)) Note(step, seat, *wrong);
      if (seat != compares) continue;
      const Json view = table::View(flow_, step.after, viewer);
      if (const auto much = SeenTable::ShowsTooMuch(view, seat, ready_sees_))
        Note(step, seat, *much);
      if (const auto differs = table.Differs(view))
        Note(step, seat, *differs + "; events " + events.dump());
      ++compared_;
    }
  }
  const std::set<std::string>& types() const { return types_; }  // of the events
  const std::string& fault() const { return fault_; }
  std::uint64_t compared() const { return compared_; }

 private:
  // Only the first fault: the tables differ from there on.
  void Note(const tools::GameStep& step, Seat seat, const std::string& what) {
    if (fault_.empty())
      fault_ = "match " + std::to_string(step.match_seed) + ", hand " +
               std::to_string(step.after.flow().hand) + ", seat " + std::to_string(seat) + ": " +
               what;
  }

  const Flow& flow_;
  const bool ready_sees_;  // by the rules, a seat that has declared ready sees the other hands
  std::vector<SeenTable> tables_;
  std::set<std::string> types_;
  std::string fault_;
  std::uint64_t compared_ = 0, steps_ = 0;
};

TEST(SeenGames, EventsGiveTheViewInEveryVariant) {
  std::set<std::string, std::less<>> types;
  server::VariantShelf variants("");
  for (const std::string& id : VariantIds()) {
    const auto flow = OpenFlow(id);
    ASSERT_TRUE(flow) << FaultText(flow.faults());
    for (const tools::BotKind kind : {tools::BotKind::kRandom, tools::BotKind::kGreedy}) {
      SeenByAll seen(**flow, ReadySeesHands(variants, id, Json::object()));
      tools::Player player(**flow, std::vector(static_cast<std::size_t>((*flow)->people()), kind));
      tools::Totals totals = player.Empty();
      const auto fault = player.Play(
          {.seed = 5, .hands = kHands, .on_step = [&](const auto& step) { seen.OnStep(step); }},
          totals);
      EXPECT_FALSE(fault) << fault.value_or("");
      EXPECT_EQ(seen.fault(), "") << id << " with " << tools::BotName(kind) << " bots";
      EXPECT_GT(seen.compared(), kHands * 8) << id;
      types.insert(seen.types().begin(), seen.types().end());
    }
  }
  for (const char* rare : {"set_aside", "open_draw", "lai_gang", "flowers_replaced", "bu_gang"})
    EXPECT_TRUE(types.contains(rare)) << rare;
}

}  // namespace
}  // namespace mlf::robots
