// The public class of bots (include/mlf/bots/bots.h).
#include <mlf/bots/bots.h>
#include "bots/bots.h"
#include "bots/sight.h"

#include <utility>

namespace mlf::bots {

struct Player::Inside {
  Inside(BotKind kind, std::shared_ptr<const Flow> of)
      : flow(std::move(of)), sight(*flow), bot(MakeBot(kind, *flow)) {}

  std::shared_ptr<const Flow> flow;
  Sight sight;
  std::unique_ptr<Bot> bot;
  Records seen;
};

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const BotKind kind :
       {BotKind::kRandom, BotKind::kGreedy, BotKind::kShy, BotKind::kCareful, BotKind::kEfficient})
    names.emplace_back(BotName(kind));
  return names;
}

Player::Player(const std::string& name, std::shared_ptr<const Flow> flow, std::uint64_t seed)
    : inside_(std::make_unique<Inside>(BotFrom(name).value_or(BotKind::kRandom), std::move(flow))) {
  inside_->bot->Begin(seed);
}

Player::~Player() = default;
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(Player&&) noexcept = default;

Action Player::Choose(const Records& records, const Response& response, Seat seat) {
  if (response.choices.Of(seat).empty())
    return {.node = kTimeout, .seat = seat, .ask = response.ask};
  inside_->sight.Fill(records, seat, inside_->seen);
  return inside_->bot->Choose({inside_->seen, seat, response.choices, response.ask,
                               response.defaults[static_cast<std::size_t>(seat)]});
}

}  // namespace mlf::bots
