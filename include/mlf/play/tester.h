/// \file
/// TableTester: players play one table from start to end, and every rest is checked.
#pragma once

#include <mlf/play/table.h>

#include <cstdint>
#include <span>
#include <string>

namespace mlf::play {

struct TesterReport {
  int acts = 0;
  int hands = 0;
  bool at_limit = false;  ///< the match has ended with the last hand that its limit allows
  std::string fault;      ///< the first thing that is wrong, with the number of acts before it
};

/// What is checked at every rest:
///   - a seat that is asked has one state, and the others watch
///   - dice are thrown by nobody while another seat has other choices
///   - DRAWN in one seat means WATCH in the others
///   - a seat that may discard cannot claim
///   - a seat that has not declared may discard the tile that it drew (`drawn_tile_goes`)
///   - every move is an action of the flow, and every action a move
class TableTester {
 public:
  struct Options {
    bool drawn_tile_goes = true;  ///< off for variants that may forbid it, as with void suits
    int most_acts = 20000;
  };

  TableTester() = default;
  explicit TableTester(const Options& options) : options_(options) {}

  /// Starts `table` and plays it. `players`: one for each seat.
  TesterReport Run(Table& table, std::uint64_t seed, std::span<Player* const> players) const;

 private:
  std::string FaultAt(const Table& table) const;
  std::string FaultOf(const Table& table, Seat seat, const SeatChoices& choices) const;
  static std::string NoEndAt(const Table& table);

  Options options_;
};

/// Any of its moves, each equally likely.
class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : seed_(seed) {}
  Move Choose(const TableView& view) override;

 private:
  std::uint64_t seed_;
  std::uint32_t drawn_ = 0;
};

}  // namespace mlf::play
