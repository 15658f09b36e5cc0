#include "server/host/robots.h"

#include <array>

namespace mlf::server {
namespace {

constexpr std::uint64_t kLeastMs = 600;
constexpr std::uint64_t kMostMs = 1800;

}  // namespace

void Robots::Add(const std::string& user, std::uint64_t seed) {
  auto& bot = bots_[user];
  bot = bots::MakeBot(bots::BotKind::kGreedy, flow_);
  bot->Begin(seed);
}

Action Robots::Choose(const std::string& user, const Records& records, Seat seat,
                      const Choices& choices) {
  view_.Look(records, choices, seat);
  return bots_.at(user)->Choose(view_);
}

Ms Robots::Pause(World& world) {
  std::array<std::uint64_t, 1> word{};
  world.entropy.Fill(std::as_writable_bytes(std::span(word)));
  return static_cast<Ms>(kLeastMs + word[0] % (kMostMs - kLeastMs));
}

}  // namespace mlf::server
