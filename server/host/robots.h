// Robots: the bots that sit at a match. They see what their seat may know, and answer after a pause
// as people need one.
#pragma once

#include "server/world/world.h"

#include <mlf/flow/flow.h>

#include <string>

namespace mlf::server {

class Robots {
 public:
  // `flow` must outlive this.
  explicit Robots(const Flow& flow) : flow_(flow) {}

  void Clear() {}
  // A robot that may be asked from now on; `seed` is its own chance.
  void Add(const std::string& user, std::uint64_t seed);
  // What it does with what `seat` is offered in the open window.
  Action Choose(const std::string& user, const Records& records, Seat seat, const Choices& choices);
  // How long it thinks.
  static Ms Pause(World& world);

 private:
  const Flow& flow_;
};

}  // namespace mlf::server
