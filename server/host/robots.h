// Robots: the bots that sit at a match. They see what their seat may know, and answer after a pause
// as people need one.
#pragma once

#include "bots/bots.h"
#include "bots/sight.h"
#include "server/world/world.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace mlf::server {

class Robots {
 public:
  // `flow` must outlive this.
  explicit Robots(const Flow& flow) : flow_(flow), sight_(flow) {}

  void Clear() { bots_.clear(); }
  // A robot that may be asked from now on; `seed` is its own chance.
  void Add(const std::string& user, std::uint64_t seed);
  // What it does with what `seat` is offered in the open window.
  Action Choose(const std::string& user, const Records& records, Seat seat, const Choices& choices);
  // How long it thinks.
  static Ms Pause(World& world);

 private:
  const Flow& flow_;
  bots::Sight sight_;
  std::unordered_map<std::string, std::unique_ptr<bots::Bot>> bots_;
  Records seen_;
};

}  // namespace mlf::server
