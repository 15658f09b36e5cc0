// Robots: the bots that play in a match. They see only what their seat may know, and answer after a
// human-like pause.
#pragma once

#include <mlf/play/seen_view.h>
#include "bots/bots.h"
#include "server/world/world.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace mlf::server {

class Robots {
 public:
  // `flow` must outlive this.
  explicit Robots(const Flow& flow) : flow_(flow), view_(flow) {}

  void Clear() { bots_.clear(); }
  // Adds a robot. `seed` is its own source of chance.
  void Add(const std::string& user, std::uint64_t seed);
  // The robot's answer to the offers of `seat` in the open window.
  Action Choose(const std::string& user, const Records& records, Seat seat, const Choices& choices);
  // How long it thinks.
  static Ms Pause(World& world);

 private:
  const Flow& flow_;
  play::SeatView view_;
  std::unordered_map<std::string, std::unique_ptr<bots::Bot>> bots_;
};

}  // namespace mlf::server
