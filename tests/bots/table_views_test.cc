// A bot plays on a TableView alone: the same hand seen through records, the JSON of a server and
// mjai gets the same answers, and no view holds what its seat may not know.
#include <mlf/bots/bots.h>
#include <mlf/components/open_hands.h>
#include <mlf/flow/state_text.h>
#include <mlf/flow/text.h>
#include <mlf/mjai/view.h>
#include <mlf/play/json_view.h>
#include <mlf/play/seen_view.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/sight.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "bots/bots.h"
#include "tools/mjai/words.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <map>

namespace mlf::bots {
namespace {

using play::JsonView;
using play::SeatView;
using table::Board;

std::string Told(const Flow& flow, const Action& action) {
  return action.node == kNoNode ? "nothing" : FormatAction(flow, action);
}

// `begin` as a server pushes it to `seat`.
Json Push(const Flow& flow, const Records& records, const Response& response, Seat seat) {
  Json push = ResponseJson(flow, response, Viewer::Of(seat));
  push["t"] = "begin";
  push["view"] = table::View(flow, records, Viewer::Of(seat));
  return push;
}

// Plays `hands` hands with greedy bots, and calls visit(records, response, seat) at each question.
template <typename Visit, typename After>
void PlayHands(const Flow& flow, std::uint64_t seed, std::uint32_t hands, Visit&& visit,
               After&& after) {
  Records records = flow.Blank();
  Response response;
  flow.Start(records, seed, response);
  ASSERT_TRUE(response.ok()) << response.refusal.detail;
  after(records, response);
  const auto bot = MakeBot(BotKind::kGreedy, flow);
  SeatView view(flow);
  while (records.flow().over == 0 && records.flow().hand < hands && response.asked != 0) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
    visit(records, response, seat);
    if (testing::Test::HasFatalFailure()) return;
    view.Look(records, response, seat);
    Action action = bot->Choose(view);
    flow.ProcessActionNode(records, action, response);
    ASSERT_TRUE(response.ok()) << Told(flow, action);
    after(records, response);
    if (testing::Test::HasFatalFailure()) return;
  }
}

class EveryTableView : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(TableViews, EveryTableView, testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

// The first state text of `seen` that tells more than the seat may know; empty if none does.
std::string Leak(const Flow& flow, const Records& records, Seat seat, const Records& seen) {
  if (seen.flow().match_seed != 0) return "the seed";
  for (const std::uint32_t counter : seen.flow().streams) {
    if (counter != 0) return "a counter of a random stream";
  }
  for (Seat other = 0; other < kMaxSeats; ++other) {
    if (other == seat) continue;
    const auto at = static_cast<std::size_t>(other);
    const WindowState& window = seen.flow().window;
    if (window.offered[at] != 0 || window.answers[at].count != 0 ||
        ((window.asked | window.answered | window.active) & MaskOf(other)) != 0)
      return "the window of another seat";
  }
  const auto board = table::FindSlot<Board>(flow);
  for (Seat other = 0; board && other < flow.seats(); ++other) {
    const table::SeatBoard& real = (*board)(records).seats[other];
    const table::SeatBoard& shown = (*board)(seen).seats[other];
    if (other == seat || real.ShownTo(seat)) continue;
    if (!shown.hand.Empty() || shown.drawn != table::kNoTile) return "the hand of another seat";
    for (const table::Meld& meld : shown.Melds()) {
      if (meld.Hidden() && meld.tile != table::kNoTile) return "a concealed gang";
    }
  }
  if (board) {
    for (const table::Tile tile : (*board)(seen).wall.tiles) {
      if (tile != 0) return "the wall";
    }
  }
  for (const auto& part : flow.parts()) {
    const auto* text = dynamic_cast<const StateText*>(part.get());
    if (text == nullptr) continue;
    for (Seat of = kNoSeat; of < flow.seats(); ++of) {
      if (of == seat || text->PerSeat() != (of != kNoSeat)) continue;
      const Value told = text->WriteState(seen, of, kNoSeat);
      const Value known = text->WriteState(records, of, seat);
      // Not even a value that its seat may know in part, as the kind of a tile that lies face down.
      const bool in_part = known.Canonical() != text->WriteState(records, of, kNoSeat).Canonical();
      if (!told.IsNull() && (known.IsNull() || (in_part && told.Canonical() != known.Canonical())))
        return "state " + std::string(text->StateKey());
    }
  }
  return "";
}

TEST_P(EveryTableView, ABotChoosesTheSameFromTheJsonOfAServer) {
  const auto flow = *OpenFlow(GetParam());
  std::map<BotKind, std::unique_ptr<Bot>> bots;
  for (const BotKind kind : {BotKind::kGreedy, BotKind::kCareful, BotKind::kRandom})
    bots[kind] = MakeBot(kind, *flow);
  SeatView own(*flow);
  JsonView foreign(*flow);
  int questions = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    PlayHands(
        *flow, seed, 2,
        [&](const Records& records, const Response& response, Seat seat) {
          own.Look(records, response, seat);
          const Json push = Push(*flow, records, response, seat);
          const auto takes = foreign.Take(push);
          ASSERT_TRUE(takes.ok()) << FaultText(takes.faults()) << push;
          ASSERT_EQ(*takes, JsonView::Takes::kAsked) << push;
          ASSERT_EQ(foreign.seat(), seat);
          ASSERT_EQ(foreign.nonce(), own.nonce());
          ASSERT_EQ(Told(*flow, foreign.fallback()), Told(*flow, own.fallback()));
          ASSERT_EQ(foreign.moves(), own.moves()) << push;
          ASSERT_EQ(foreign.pieces(), own.pieces());
          for (Seat of = 0; of < flow->seats(); ++of) {
            ASSERT_EQ(foreign.HandSize(of), own.HandSize(of));
            ASSERT_EQ(foreign.Points(of), own.Points(of));
            ASSERT_EQ(foreign.River(of).size(), own.River(of).size());
          }
          for (const auto& [kind, bot] : bots) {
            // A window of many seats goes on before all are answered; each bot is asked alone.
            bot->Begin(seed + records.flow().version);
            const Action here = bot->Choose(own);
            bot->Begin(seed + records.flow().version);
            ASSERT_EQ(Told(*flow, bot->Choose(foreign)), Told(*flow, here))
                << BotName(kind) << " " << push;
          }
          // The view alone is a question too.
          JsonView bare(*flow);
          ASSERT_EQ(*bare.Take(push["view"]), JsonView::Takes::kAsked);
          ASSERT_EQ(bare.moves(), own.moves());
          ++questions;
        },
        [](const Records&, const Response&) {});
  }
  EXPECT_GT(questions, 40);
}

TEST_P(EveryTableView, NoViewHoldsWhatItsSeatMayNotKnow) {
  const auto flow = *OpenFlow(GetParam());
  SeatView own(*flow);
  JsonView foreign(*flow);
  for (std::uint64_t seed = 11; seed <= 13; ++seed) {
    PlayHands(
        *flow, seed, 2, [](const Records&, const Response&, Seat) {},
        [&](const Records& records, const Response& response) {
          if (records.flow().over != 0) return;
          for (Seat seat = 0; seat < flow->people(); ++seat) {
            own.Look(records, response, seat);
            ASSERT_EQ(Leak(*flow, records, seat, own.seen()), "");
            const Json push = Push(*flow, records, response, seat);
            ASSERT_TRUE(foreign.Take(push).ok()) << push;
            ASSERT_EQ(Leak(*flow, records, seat, foreign.seen()), "");
          }
        });
  }
}

// The bots of these hands cover nothing.
TEST(TableViews, CoveredKindsAreKnownToTheirSeatAlone) {
  const auto flow = *OpenFlow("kawuxing");
  Records records = flow->Blank(), seen = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  const auto hands = table::FindSlot<logic::OpenHands>(*flow);
  ASSERT_TRUE(hands);
  const table::TileMask kinds = MaskOf(*table::ParseTile("3p")) | MaskOf(*table::ParseTile("9s"));
  (*hands)(records).Cover(1, kinds);
  const table::Sight sight(*flow);
  sight.Fill(records, 0, seen);
  EXPECT_EQ((*hands)(seen).Covered(1), 0u);
  sight.Fill(records, 1, seen);
  EXPECT_EQ((*hands)(seen).Covered(1), kinds);
}

TEST(TableViews, ABotChoosesTheSameOnAllThreeFillings) {
  const auto flow = *OpenFlow("riichi");
  std::map<BotKind, std::unique_ptr<Bot>> bots;
  for (const BotKind kind : {BotKind::kGreedy, BotKind::kCareful, BotKind::kEfficient})
    bots[kind] = MakeBot(kind, *flow);
  int questions = 0, declared = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    tools::MjaiFeed feed(*flow);
    std::vector<std::unique_ptr<mjai::MjaiView>> mjai;
    std::vector<bool> asked(4);
    for (int seat = 0; seat < 4; ++seat) {
      mjai.push_back(std::make_unique<mjai::MjaiView>(*flow));
      const Json start{{"type", "start_game"}, {"id", seat}};
      ASSERT_TRUE(mjai.back()->Take(start.dump()).ok());
    }
    SeatView own(*flow);
    JsonView foreign(*flow);
    PlayHands(
        *flow, seed, 3,
        [&](const Records& records, const Response& response, Seat seat) {
          const auto at = static_cast<std::size_t>(seat);
          own.Look(records, response, seat);
          ASSERT_TRUE(foreign.Take(Push(*flow, records, response, seat)).ok());
          if (!asked[at]) return;  // mjai does not ask between hands
          ASSERT_EQ(mjai[at]->pieces(), own.pieces());
          ASSERT_EQ(mjai[at]->moves(), own.moves());
          ASSERT_EQ(Leak(*flow, records, seat, mjai[at]->seen()), "");
          for (Seat of = 0; of < 4; ++of) {
            ASSERT_EQ(mjai[at]->HandSize(of), own.HandSize(of));
            ASSERT_EQ(mjai[at]->River(of).size(), own.River(of).size());
            ASSERT_EQ(mjai[at]->Riichi(of), own.Riichi(of));
          }
          for (const auto& [kind, bot] : bots) {
            const play::Choosing choosing(*flow);
            const play::Move here = choosing.MoveOf(own.seen(), bot->Choose(own));
            ASSERT_EQ(choosing.MoveOf(foreign.seen(), bot->Choose(foreign)), here);
            ASSERT_EQ(choosing.MoveOf(mjai[at]->seen(), bot->Choose(*mjai[at])), here)
                << BotName(kind) << " seed " << seed << " " << Told(*flow, bot->Choose(own));
          }
          ++questions;
        },
        [&](const Records& records, const Response& response) {
          for (const Json& message : feed.Take(records, response)) {
            if (message["type"] == "reach") ++declared;
            for (Seat seat = 0; seat < 4; ++seat) {
              const auto at = static_cast<std::size_t>(seat);
              const auto takes = mjai[at]->Take(tools::MjaiFeed::SeenBy(message, seat).dump());
              ASSERT_TRUE(takes.ok()) << FaultText(takes.faults()) << message;
              asked[at] = *takes == mjai::MjaiView::Takes::kAsked;
            }
          }
        });
  }
  EXPECT_GT(questions, 500);
  EXPECT_GT(declared, 5);
}

TEST(TableViews, APublicBotPlaysOnAViewAlone) {
  const auto flow = *OpenFlow("xueliu");
  Player bot("greedy", flow, 3);
  SeatView own(*flow);
  PlayHands(
      *flow, 5, 1,
      [&](const Records& records, const Response& response, Seat seat) {
        own.Look(records, response, seat);
        EXPECT_EQ(bot.Answer(own), bot.Choose(records, response, seat));
      },
      [](const Records&, const Response&) {});

  // A view of another game: its records lie elsewhere.
  const auto riichi = *OpenFlow("riichi");
  Records records = riichi->Blank();
  Response response;
  riichi->Start(records, 1, response);
  SeatView other(*riichi);
  const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
  other.Look(records, response, seat);
  EXPECT_EQ(bot.Answer(other).node, kTimeout);
}

// A chi of winds leaves one out, and one with white has its tiles in two suits.
TEST(JsonView, ReadsEveryFormOfChi) {
  const auto flow = *OpenFlow("xiamen");
  const auto board = table::FindSlot<Board>(*flow);
  ASSERT_TRUE(board);
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
  const auto tile = [](const char* name) { return *table::ParseTile(name); };
  const table::Meld melds[] = {table::ChiOf({tile("1z"), tile("3z"), tile("4z")}, tile("3z"), 1),
                               table::ChiOf({tile("2p"), tile("3p"), tile("4p")}, tile("4p"), 2),
                               table::ChiOf({tile("7m"), tile("8m"), tile("5z")}, tile("5z"), 3),
                               table::ChiOf({tile("7m"), tile("9m"), tile("5z")}, tile("7m"), 3)};
  for (const table::Meld& meld : melds) {
    table::SeatBoard& own = (*board)(records).seats[0];
    own.melds[0] = meld;
    own.meld_count = 1;
    JsonView view(*flow);
    ASSERT_TRUE(view.Take(Push(*flow, records, response, seat)).ok());
    const table::Meld& read = (*board)(view.seen()).seats[0].melds[0];
    EXPECT_EQ(read.tile, meld.tile);
    EXPECT_EQ(read.marks, meld.marks) << int{meld.marks};
  }
}

TEST(JsonView, SaysWhatIsWrongAndKeepsItsTable) {
  const auto flow = *OpenFlow("riichi");
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
  const Json push = Push(*flow, records, response, seat);
  JsonView view(*flow);
  ASSERT_TRUE(view.Take(push).ok());
  const Records before = view.seen();

  const auto fault = [&](const char* where, Json value) {
    Json bad = push;
    bad[Json::json_pointer(where)] = std::move(value);
    const auto takes = view.Take(bad);
    EXPECT_EQ(view.seen(), before) << where;
    return takes.ok() ? std::string("taken") : takes.faults().front().message;
  };
  EXPECT_EQ(fault("/view/variant", "xueliu"),
            "the view is one of \"xueliu\" and the player has the rules of riichi");
  EXPECT_EQ(fault("/view/viewer", "spectator"),
            "the view is that of a spectator: a player needs that of a seat");
  EXPECT_EQ(fault("/view/seat", 9), "\"seat\" must be a number in 0..3");
  EXPECT_EQ(fault("/view/actor", -2), "\"actor\" must be a number in 0..7");
  EXPECT_EQ(fault("/view/node", "turm"), "\"node\": the game has no \"turm\"");
  EXPECT_EQ(fault("/view/wall_left", 900), "\"wall_left\" must be a number in 0..136");
  EXPECT_EQ(fault("/view/seats", Json::array()), "\"seats\" must have 4 seats");
  EXPECT_EQ(fault("/view/seats/0/count", "x"), "\"count\" must be a number in 0..144");
  EXPECT_EQ(fault("/view/river", 5), "\"river\" is not a list");
  EXPECT_EQ(fault("/view/river", Json::array({{{"seat", 0}, {"tile", "9x"}}})),
            "\"tile\" names no tile: \"9x\"");
  EXPECT_EQ(fault("/view/state/round", 1000),
            "\"state\": round: a number in 0..99 is needed (0 = East 1), not 1000");
  EXPECT_EQ(fault("/choices/0/offers/0/kind", "coin"), "\"kind\": there is no payload coin");
  EXPECT_EQ(fault("/choices/0/offers/0/node", "fly"), "\"node\": the game has no \"fly\"");
  EXPECT_EQ(fault("/ask", -1), "\"ask\" must be the number of a window");
  EXPECT_NE(fault("/view", 5), "taken");
  EXPECT_FALSE(view.Take(Json::array()).ok());

  // A step without the table is a reason to sync; one without a question closes the last one.
  EXPECT_EQ(*view.Take(Json{{"t", "step"}, {"ask", 3}, {"choices", Json::array()}}),
            JsonView::Takes::kSync);
  EXPECT_TRUE(view.offers().empty());
  ASSERT_TRUE(view.Take(push).ok());
  EXPECT_FALSE(view.offers().empty());
  EXPECT_EQ(*view.Take(Json{{"t", "said"}}), JsonView::Takes::kNothing);
  EXPECT_FALSE(view.offers().empty());
  EXPECT_EQ(*view.Take(Json{{"t", "step"}, {"events", Json::array()}}), JsonView::Takes::kNothing);
  EXPECT_TRUE(view.offers().empty());
}

}  // namespace
}  // namespace mlf::bots
