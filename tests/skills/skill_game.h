// A table at which a test plays with scripted skills, and positions that several tests use.
#pragma once

#include <mlf/components/fact_node.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include "tests/skills/skill_flows.h"

#include <bit>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::test {

inline table::Tile T(std::string_view text) { return *table::ParseTile(text); }

// One table that a test plays at.
class Game {
 public:
  explicit Game(std::shared_ptr<const Flow> of) : flow(std::move(of)), records(flow->Blank()) {}

  bool Start(std::uint64_t seed) {
    flow->Start(records, seed, response);
    return Heard();
  }
  bool Do(const Action& action) {
    flow->ProcessActionNode(records, action, response);
    return Heard();
  }
  bool Do(const std::string& line) {
    auto action = ParseAction(*flow, line);
    EXPECT_TRUE(action.ok()) << line;
    action->ask = records.flow().window.ask;
    return Do(*action);
  }
  bool TimeOut() {
    return Do({.node = kTimeout, .seat = Asked(), .ask = records.flow().window.ask});
  }
  // Answers of the random choices that `random` makes; facts are `hour`.
  bool Random(Stream& random, int hour = 20) {
    const Seat seat = Asked();
    if (seat == logic::kFactSeat) return Do("7 huan_jing " + std::to_string(hour));
    const std::uint64_t count = response.choices.Count(seat);
    return Do(
        response.choices.Nth(seat, random.Below(static_cast<std::uint32_t>(count)), response.ask));
  }
  Seat Asked() const {
    return response.asked == 0 ? kNoSeat
                               : static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
  }
  std::string At() const { return flow->node(records.flow().node).id; }
  bool Over() const { return records.flow().over != 0; }
  table::Board& board() { return (*table::FindSlot<table::Board>(*flow))(records); }
  table::Match& match() { return (*table::FindSlot<table::Match>(*flow))(records); }
  const skills::SkillTable& skill_table() const {
    return *flow->Shared<skills::SkillTable>("skills");
  }
  const Offer* OfferOf(Seat seat, std::string_view node) const {
    return response.choices.Find(seat, flow->Find(node));
  }
  // Plays defaults until the turn of a seat; nobody has claimed anything.
  void ToTurn() {
    while (!Over() && At() != "turn") ASSERT_TRUE(TimeOut());
  }
  void Hand(Seat seat, std::string_view tiles, bool drawn = false) {
    table::SeatBoard& own = board().seats[seat];
    const auto list = *table::ParseTiles(tiles);
    own.hand = table::ToCounts(list);
    own.red = 0;
    own.drawn = drawn ? list.back() : table::kNoTile;
  }

  std::shared_ptr<const Flow> flow;
  Records records;
  Response response;
  std::vector<Event> events;  // of the last step
  std::uint64_t stream = 0;   // a hash of all events so far

 private:
  bool Heard();
};

class Skills : public testing::Test {
 protected:
  void SetUp() override { ClearScripts(); }
  void TearDown() override { ClearScripts(); }
};

inline constexpr const char* kScripted = "scripted/scripted_too/none/none";

// A hand without shape that can claim neither 6m nor 1z.
inline constexpr const char* kJunk = "1m4m7m2p5p8p3s6s9s2345z";

// The seat to move discards `tile`; the seat after the next has the hand and two melds.
void Offer14(Game& game, std::string_view tile, std::string_view hand, table::Meld one,
             table::Meld two);

// Whether the table has four tiles of each kind.
bool Conserved(const table::Board& board);

}  // namespace mlf::test
