// Player: one person or robot at a match, with the host's counters for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace mlf::server {

using Key = std::array<std::uint8_t, 32>;

struct Player {
  std::string user;  // id; robots have one of their own
  std::string name;
  bool robot = false;
  int person = 0;  // place at the start of the match; rotation moves persons between places

  bool on_auto = false;       // 托管
  bool auto_shown = false;    // the same, as everybody has seen it
  int timeouts = 0;           // in a row
  std::int32_t extra_ms = 0;  // extra time left in this match
  std::uint32_t mine = 0;     // accepted acts
  std::uint32_t asks = 0;     // questions to it so far: the number of the last one
  // Its salt for the wall of the next hand.
  std::optional<Key> salt;
};

}  // namespace mlf::server
