// Arena: programs that speak mjai, and our own bots, play whole games at our table.
//
// A program gets one message a line and answers with one line: to every message, or only when it
// may act. A program that crashes, keeps silent or breaks the protocol loses its seat for the rest
// of the game: the seat discards what it draws and passes. The other seats go on.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/journal.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlf::tools {

enum class Replies : std::uint8_t { kAuto, kEvery, kAsked };

struct ArenaOptions {
  std::vector<std::string> bots;  // one for each seat: a command, or the name of a bot of ours
  int games = 1;
  std::uint64_t seed = 1;
  std::chrono::milliseconds limit{5000};   // for a move
  std::chrono::milliseconds start{30000};  // for the first answer of a program
  Replies replies = Replies::kAuto;
  // After each game; `journal` may be replayed.
  std::function<void(int games, const Journal& journal)> on_game{};
};

struct ArenaFault {
  std::size_t bot = 0;
  int game = 0;  // from 1
  int hand = 0;  // from 1
  Seat seat = kNoSeat;
  std::string what;   // how it broke the protocol
  std::string line;   // what it said; empty if nothing
  std::string event;  // the message it answered
};

// What a bot has done over all games.
struct ArenaScore {
  std::string name;
  std::uint64_t places[4] = {};
  std::int64_t points = 0;  // final scores, premiums included
  std::uint64_t hands = 0;
  std::uint64_t wins = 0;
  std::uint64_t deal_ins = 0;
  std::uint64_t riichi = 0;
  std::uint64_t faults = 0;

  std::uint64_t games() const { return places[0] + places[1] + places[2] + places[3]; }
  double mean_rank() const;
  double rank_error() const;  // half the width of the 95 % interval
};

struct ArenaReport {
  std::vector<ArenaScore> scores;  // as ArenaOptions::bots
  std::vector<ArenaFault> faults;
  std::string stopped;  // not empty: why the games could not go on
};

ArenaReport RunArena(const Flow& flow, const ArenaOptions& options);

std::string ArenaText(const ArenaReport& report, bool zh);
std::string ArenaJson(const ArenaReport& report);

}  // namespace mlf::tools
