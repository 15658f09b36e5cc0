// The leak check: two tables that differ only in tiles hidden from a seat must look the same to it.
//
// At a rest, the tiles hidden from the viewer (other hands, the wall) are dealt again among
// themselves, and the window is asked again. The case counts if the flow rests at the same node
// with the viewer in the same state. Then the view, the choices and a bot's choice must be equal.
// An action that both tables allow is played in both. The viewer must see the same events up to the
// next rest.
//
// Some events show hidden tiles by the rules, so these steps are not compared: the viewer drew, an
// open hand drew, a flower came, another seat won, the hand ended, or a discard showed the drawn
// tile. A locked hand has won, so not all tiles fit it. It is dealt again in half of the cases, and
// these play no action.
#include "tools/kit/checks.h"

#include <fmt/format.h>
#include <mlf/components/dead_wall.h>
#include <mlf/components/dora.h>
#include <mlf/components/flower_honours.h>
#include <mlf/components/hidden_indicator.h>
#include <mlf/components/open_hands.h>
#include <mlf/flow/text.h>
#include <mlf/play/seen_view.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/opened.h>
#include <mlf/table/staging.h>
#include <mlf/table/view.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

using table::Board;
using table::SeatBoard;
using table::Tile;

// All offers of a seat as text.
std::string ChoicesText(const Flow& flow, const Choices& choices, Seat seat) {
  std::string text;
  for (const Offer& offer : choices.Of(seat))
    text += fmt::format("{} ({}); ", FormatOffer(flow, offer, Lang::kEn), offer.domain.Count());
  return text;
}

std::string SeenText(const Flow& flow, const std::vector<Event>& events, Seat viewer) {
  std::string text;
  for (const Event& event : events) {
    const auto seen = Seen(event, Viewer::Of(viewer), flow.seats());
    if (!seen) continue;
    text += fmt::format("{} {} {} ", seen->type->id, seen->seat, seen->other);
    for (int i = 0; i < seen->count; ++i)
      text += fmt::format("{} ", static_cast<int>(seen->pieces[static_cast<std::size_t>(i)]));
    text += fmt::format("{} {}\n", seen->value, seen->text);
  }
  return text;
}

// The places of the wall that the rules may turn up for all (indicators) keep their tiles.
std::set<int> TurnedPlaces(const Flow& flow, const table::Wall& wall) {
  std::set<int> places;
  const auto* dead = flow.Shared<logic::DeadWallRule>("dead_wall");
  for (int i = 0; dead != nullptr && i < logic::kMostIndicators; ++i) {
    places.insert(dead->PlaceOf(wall.size, i, false));
    places.insert(dead->PlaceOf(wall.size, i, true));
  }
  return places;
}

// Deals the hidden tiles again. False if there are none.
bool DealAnew(const Flow& flow, Board& board, Seat viewer, SeatMask keep, Stream& random) {
  std::vector<Tile> hidden;
  for (Seat s = 0; s < flow.seats(); ++s) {
    if (s == viewer || (keep & MaskOf(s)) != 0) continue;
    for (const Tile tile : board.seats[s].HandPieces()) hidden.push_back(tile);
  }
  const std::set<int> fixed = TurnedPlaces(flow, board.wall);
  for (int i = board.wall.head; i < board.wall.tail; ++i) {
    if (!fixed.contains(i)) hidden.push_back(board.wall.tiles[static_cast<std::size_t>(i)]);
  }
  // A tile that has been named for an added gang stays in its hand.
  const bool added = board.turn.focus == table::Focus::kAddedGang &&
                     board.turn.focus_seat != viewer &&
                     (keep & MaskOf(board.turn.focus_seat)) == 0 &&
                     board.seats[board.turn.focus_seat].hand[board.turn.focus_tile] > 0;
  if (added) hidden.erase(std::ranges::find(hidden, board.FocusPiece()));
  if (hidden.empty()) return false;
  random.Shuffle(std::span<Tile>(hidden));
  // A hand at rest holds no flower, so flowers go to the wall.
  const table::TileMask flowers = table::kFlowers | logic::FlowerHonoursOf(flow);
  std::stable_partition(hidden.begin(), hidden.end(),
                        [&](Tile tile) { return (MaskOf(table::KindOf(tile)) & flowers) == 0; });
  std::size_t next = 0;
  for (Seat s = 0; s < flow.seats(); ++s) {
    if (s == viewer || (keep & MaskOf(s)) != 0) continue;
    SeatBoard& other = board.seats[s];
    const bool keeps = added && s == board.turn.focus_seat;
    int size = other.hand.Size();
    other.hand = {};
    other.red = 0;
    if (keeps) {
      table::AddToHand(board, s, board.FocusPiece());
      --size;
    }
    for (; size > 0; --size) {
      const Tile tile = hidden[next++];
      table::AddToHand(board, s, tile);
      if (other.drawn == table::kNoTile || (keeps && other.drawn == board.turn.focus_tile))
        continue;
      table::NameDrawn(board, s, tile);
    }
  }
  random.Shuffle(std::span<Tile>(hidden).subspan(next));
  for (int i = board.wall.head; i < board.wall.tail; ++i) {
    if (!fixed.contains(i)) board.wall.tiles[static_cast<std::size_t>(i)] = hidden[next++];
  }
  return true;
}

// Asks the window again for the new hands. False if the case cannot be compared.
bool AskAgain(const Flow& flow, const Records& before, Records& after, Seat viewer) {
  FlowState& state = after.flow();
  const Window& window = *flow.node(state.node).window;
  if (window.in_turn) return false;
  WindowState asked = state.window;
  state.window.active = SeatsOf(window.ask, state.actor, flow.seats());
  Choices choices;
  flow.FillChoices(after, choices);
  asked.asked = 0;
  asked.offered = {};
  for (Seat s = 0; s < flow.seats(); ++s) {
    for (const Offer& offer : choices.Of(s)) {
      for (const Edge& answer : window.answers) {
        if (answer.to == offer.node)
          asked.offered[static_cast<std::size_t>(s)] |= 1u << answer.answer;
      }
      asked.asked |= MaskOf(s);
    }
  }
  if (flow.critical_setter() != nullptr && asked.asked != 0)
    asked.asked &= flow.critical_setter()->Rest(after, state.node, asked.asked);
  bool kept = true;
  ForEachSeat(asked.answered, [&](Seat s) {
    // The new hand must allow the stored answer.
    const StoredAnswer& answer = asked.answers[static_cast<std::size_t>(s)];
    const Offer* offer = choices.Find(s, window.answers[answer.edge].to);
    Action action{.count = answer.count, .pieces = answer.pieces, .value = answer.value};
    if (offer == nullptr || !offer->domain.Contains(action)) kept = false;
  });
  asked.active = asked.asked & static_cast<SeatMask>(~asked.answered);
  state.window = asked;
  const SeatMask own = MaskOf(viewer);
  const WindowState& old = before.flow().window;
  return kept && asked.active != 0 && (asked.asked & own) == (old.asked & own) &&
         (asked.active & own) == (old.active & own);
}

}  // namespace

bool CheckLeak(const Flow& flow, const Records& records, Seat viewer, std::uint64_t seed,
               Findings& findings) {
  const auto slot = table::FindSlot<Board>(flow);
  const auto match = table::FindSlot<table::Match>(flow);
  if (!slot || !match || records.flow().over != 0 || records.flow().node == kNoNode) return false;
  std::uint32_t counter = 0;
  Stream random(StreamSeed(seed, "leak"), counter);
  Records other = records;
  SeatMask locked = 0;
  // The tiles and waits of open hands are known to all.
  const auto* open = flow.Shared<logic::OpenHandRule>("open_hands");
  SeatMask shown =
      open == nullptr ? 0 : static_cast<SeatMask>(open->Open(records) & ~MaskOf(viewer));
  for (Seat s = 0; s < flow.seats(); ++s) {
    if (s == viewer) continue;
    if ((*slot)(records).seats[s].Is(table::kLocked)) locked |= MaskOf(s);
    if ((*slot)(records).seats[s].ShownTo(viewer)) shown |= MaskOf(s);
  }
  const bool deals_locked = random.Below(2) == 0;
  if (!DealAnew(flow, (*slot)(other), viewer,
                deals_locked ? shown : static_cast<SeatMask>(locked | shown), random))
    return false;
  // Choices may leak too. Both tables are compared with the same active seats.
  const bool useful = AskAgain(flow, records, other, viewer);
  const FlowState& state = records.flow();
  const auto say = [&](const std::string& what) {
    findings.Add("leak", fmt::format("version {} of the match with seed {}, seat {} looking: {}",
                                     state.version, state.match_seed, viewer, what));
  };
  Choices choices_here;
  Choices choices_there;
  flow.FillChoices(records, choices_here);
  // The other table gets the active seats of this one.
  Records facts = other;
  facts.flow().window.active = state.window.active;
  flow.FillChoices(facts, choices_there);
  if (const std::string a = ChoicesText(flow, choices_here, viewer),
      b = ChoicesText(flow, choices_there, viewer);
      a != b) {
    say(fmt::format("its choices depend on what it cannot see: {} / {}", a, b));
    return true;
  }
  if (!useful) return false;

  const auto compare_views = [&](const Records& a, const Records& b) {
    const Json in_one = table::View(flow, a, Viewer::Of(viewer));
    const Json in_two = table::View(flow, b, Viewer::Of(viewer));
    if (in_one == in_two) return;
    const std::string one = in_one.dump();
    const std::string two = in_two.dump();
    const auto [first, second] = std::ranges::mismatch(one, two);
    const auto around = [](const std::string& text, auto at) {
      const auto from =
          static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, at - text.begin() - 40));
      return text.substr(from, 80);
    };
    say(fmt::format("its views differ: ...{}... / ...{}...", around(one, first),
                    around(two, second)));
  };
  compare_views(records, other);

  play::SeatView here(flow), there(flow);
  here.Look(records, choices_here, viewer);
  there.Look(other, choices_there, viewer);
  if (!(here.seen() == there.seen()))
    say("what a bot is shown depends on what the seat cannot see");
  if ((state.window.active & MaskOf(viewer)) != 0) {
    const auto bot = MakeBot(BotKind::kGreedy, flow);
    bot->Begin(seed);
    if (here.fallback() != there.fallback())
      say(fmt::format("its default is \"{}\" / \"{}\"", FormatAction(flow, here.fallback()),
                      FormatAction(flow, there.fallback())));
    const Action a = bot->Choose(here);
    bot->Begin(seed);
    const Action b = bot->Choose(there);
    if (a != b)
      say(fmt::format("a bot chooses \"{}\" / \"{}\"", FormatAction(flow, a),
                      FormatAction(flow, b)));
  }

  if (deals_locked && locked != 0) return true;

  // An action of a seat that is active in both tables.
  Choices all_there;
  flow.FillChoices(other, all_there);
  std::vector<Action> common;
  for (Seat s = 0; s < flow.seats(); ++s) {
    const std::uint64_t count = std::min<std::uint64_t>(choices_here.Count(s), 64);
    for (std::uint64_t n = 0; n < count; ++n) {
      const Action action = choices_here.Nth(s, n, state.window.ask);
      const Offer* offer = all_there.Find(s, action.node);
      if (offer != nullptr && offer->domain.Contains(action)) common.push_back(action);
    }
  }
  if (common.empty()) return true;
  const Action action = common[random.Below(static_cast<std::uint32_t>(common.size()))];
  Records after_here = records;
  Records after_there = other;
  Response response_here;
  Response response_there;
  flow.ProcessActionNode(after_here, action, response_here);
  flow.ProcessActionNode(after_there, action, response_there);
  if (!response_here.ok() || !response_there.ok()) {
    say(fmt::format("\"{}\" is offered in both and refused in one: {}", FormatAction(flow, action),
                    response_here.refusal.detail + response_there.refusal.detail));
    return true;
  }
  if (response_here.status != response_there.status || response_here.node != response_there.node)
    return true;
  // Who is asked first in a window in turn depends on the hands, and all see whose turn it is.
  const auto& next = flow.node(response_here.node).window;
  if (next && next->in_turn && response_here.asked != response_there.asked) return true;
  const Board& board_here = (*slot)(after_here);
  const Board& board_there = (*slot)(after_there);
  const bool drawn_here =
      board_here.river_count > 0 && board_here.river[board_here.river_count - 1u].drawn();
  const bool drawn_there =
      board_there.river_count > 0 && board_there.river[board_there.river_count - 1u].drawn();
  if (drawn_here != drawn_there) return true;
  const auto opened = table::FindSlot<table::OpenedTiles>(flow);
  const table::TileMask honours = logic::FlowerHonoursOf(flow);
  const auto indicator = table::FindSlot<logic::HiddenIndicator>(flow);
  const auto shows = [&](const Records& after) {
    if ((*match)(after).hands_done != (*match)(records).hands_done ||
        after.flow().hand != state.hand)
      return true;
    const Board& was = (*slot)(records);
    const Board& is = (*slot)(after);
    if (is.seats[viewer].draws != was.seats[viewer].draws) return true;
    if (open != nullptr && open->Open(after) != open->Open(records)) return true;
    // The hands are dealt from the wall after a question, such as that about the stakes.
    if (was.seats[viewer].hand.Empty() && !is.seats[viewer].hand.Empty()) return true;
    // The die of an indicator and how often it is thrown follow from the wall.
    if (indicator && (*indicator)(after).throws != (*indicator)(records).throws) return true;
    for (Seat s = 0; s < flow.seats(); ++s) {
      if (s != viewer && is.seats[s].wins != was.seats[s].wins) return true;
      // A flower shows the draw, and so do tiles turned up. An open hand shows its draw.
      if (opened && (*opened)(after).count != (*opened)(records).count) return true;
      if (logic::FlowersOpen(is.seats[s], honours) != logic::FlowersOpen(was.seats[s], honours) ||
          is.seats[s].shown_to != was.seats[s].shown_to)
        return true;
      if (s != viewer && is.seats[s].ShownTo(viewer) && is.seats[s].draws != was.seats[s].draws)
        return true;
    }
    // A discard that the action does not name was made by the system for a locked seat. It shows
    // the drawn tile.
    for (int i = was.river_count; i < is.river_count; ++i) {
      const table::Discard& discard = is.river[static_cast<std::size_t>(i)];
      const bool named = i == was.river_count && discard.seat() == action.seat &&
                         action.count == 1 && action.pieces[0] == discard.Piece();
      if (!named) return true;
    }
    return false;
  };
  if (shows(after_here) || shows(after_there)) return true;
  if (const std::string a = SeenText(flow, response_here.events, viewer),
      b = SeenText(flow, response_there.events, viewer);
      a != b) {
    say(fmt::format("after \"{}\" it sees\n{}/\n{}", FormatAction(flow, action), a, b));
  }
  compare_views(after_here, after_there);
  return true;
}

}  // namespace mlf::tools
