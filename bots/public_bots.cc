// The public class of bots (include/mlf/bots/bots.h).
#include <mlf/bots/bots.h>
#include <mlf/play/seen_view.h>
#include "bots/bots.h"

#include <utility>

namespace mlf::bots {

struct Player::Inside {
  Inside(BotKind kind, std::shared_ptr<const Flow> of)
      : flow(std::move(of)), choosing(*flow), view(*flow), bot(MakeBot(kind, *flow)) {}

  std::shared_ptr<const Flow> flow;
  play::Choosing choosing;
  play::SeatView view;
  std::unique_ptr<Bot> bot;
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

Action Player::Answer(const play::TableView& view) {
  // Records of another flow must not be read: their slots lie elsewhere.
  if (view.offers().empty() || view.flow().fingerprint() != inside_->flow->fingerprint())
    return {.node = kTimeout, .seat = view.seat(), .ask = view.nonce()};
  return inside_->bot->Choose(view);
}

play::Move Player::Choose(const play::TableView& view) {
  return inside_->choosing.MoveOf(view.seen(), Answer(view));
}

Action Player::Choose(const Records& records, const Response& response, Seat seat) {
  inside_->view.Look(records, response, seat);
  return Answer(inside_->view);
}

}  // namespace mlf::bots
