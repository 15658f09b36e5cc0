#include "bots/bot_player.h"

namespace mlf::bots {

BotPlayer::BotPlayer(BotKind kind, const play::Table& table, std::uint64_t seed)
    : table_(table), sight_(table.flow()), bot_(MakeBot(kind, table.flow())) {
  bot_->Begin(seed);
}

play::Move BotPlayer::Choose(const play::TableView& view) {
  const Response& response = table_.response();
  const Seat seat = view.seat();
  sight_.Fill(table_.records(), seat, seen_);
  const Action action = bot_->Choose({seen_, seat, response.choices, response.ask,
                                      response.defaults[static_cast<std::size_t>(seat)]});
  return table_.choosing().MoveOf(table_.records(), action);
}

}  // namespace mlf::bots
