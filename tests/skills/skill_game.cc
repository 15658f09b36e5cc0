#include "tests/skills/skill_game.h"

#include <algorithm>

namespace mlf::test {

bool Game::Heard() {
  events = response.events;
  for (const Event& event : events) {
    std::string text(event.type->id);
    text += FormatEvent(*flow, event, Viewer::Full(), Lang::kEn);
    text += static_cast<char>(event.seen_by);
    text += static_cast<char>(event.shown_to);
    stream = Mix64(stream ^ HashName(text));
  }
  return response.ok();
}

void Offer14(Game& game, std::string_view tile, std::string_view hand, table::Meld one,
             table::Meld two) {
  ASSERT_TRUE(game.Start(5)) << game.response.refusal.detail;
  game.ToTurn();
  const Seat from = game.records.flow().actor;
  const Seat to = static_cast<Seat>((from + 2) % 4);
  for (Seat seat = 0; seat < 4; ++seat) game.Hand(seat, kJunk);
  game.Hand(from, std::string(kJunk) + std::string(tile), true);
  game.Hand(to, hand);
  table::SeatBoard& own = game.board().seats[to];
  one.from = two.from = from;
  own.melds[0] = one, own.melds[1] = two;
  own.meld_count = game.board().melds_made = 2;
  ASSERT_TRUE(game.Do(std::to_string(int{from}) + " discard " + std::string(tile)))
      << FormatRefusal(*game.flow, game.response, from, Lang::kEn);
}

bool Conserved(const table::Board& board) {
  const auto copies = table::CountTiles(board, true);
  return std::all_of(copies.begin(), copies.begin() + 34, [](int n) { return n == 4; });
}

}  // namespace mlf::test
