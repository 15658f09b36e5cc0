/// \file
/// Bots: players made of code, for any flow. CMake component `bots`, target mlf::bots.
///
///   bots::Player bot("greedy", flow, 7);
///   flow->ProcessActionNode(records, bot.Choose(records, response, seat), response);
///
/// A bot reads what its seat may know, a play::TableView: the hands of others and the wall are
/// hidden from it. So it also sits at a table of another program, whose messages fill the view
/// (play::JsonView, kit::MjaiView). In a game without a win rule every bot plays at random.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/play/view.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlf::bots {

/// "random", "greedy", ...
std::vector<std::string> Names();

class Player final : public play::Player {
 public:
  /// `name` is one of Names(); with another one the bot plays at random. Bots with equal seeds give
  /// equal answers.
  Player(const std::string& name, std::shared_ptr<const Flow> flow, std::uint64_t seed);
  ~Player() override;
  Player(Player&&) noexcept;
  Player& operator=(Player&&) noexcept;

  /// The action of the seat of `view`, a view of the flow of this player. If the seat is not asked,
  /// or the view is one of another flow, an action that the flow refuses.
  Action Answer(const play::TableView& view);
  /// The same as a move of a play::Table.
  play::Move Choose(const play::TableView& view) override;
  /// The action of `seat`, which `response` asks: the response that led to `records`. If the seat
  /// is not asked, an action that the flow refuses.
  Action Choose(const Records& records, const Response& response, Seat seat);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace mlf::bots
