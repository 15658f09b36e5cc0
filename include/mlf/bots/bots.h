/// \file
/// Bots: players made of code, for any flow. CMake component `bots`, target mlf::bots.
///
///   bots::Player bot("greedy", flow, 7);
///   flow->ProcessActionNode(records, bot.Choose(records, response, seat), response);
///
/// A bot reads what its seat may know: the hands of others and the wall are hidden from it. In a
/// game without a win rule every bot plays at random.
#pragma once

#include <mlf/flow/flow.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlf::bots {

/// "random", "greedy", ...
std::vector<std::string> Names();

class Player {
 public:
  /// `name` is one of Names(); with another one the bot plays at random. Bots with equal seeds give
  /// equal answers.
  Player(const std::string& name, std::shared_ptr<const Flow> flow, std::uint64_t seed);
  ~Player();
  Player(Player&&) noexcept;
  Player& operator=(Player&&) noexcept;

  /// The action of `seat`, which `response` asks: the response that led to `records`. If the seat
  /// is not asked, an action that the flow refuses.
  Action Choose(const Records& records, const Response& response, Seat seat);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace mlf::bots
