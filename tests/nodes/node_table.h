// A table for tests of shared nodes: the graph of a Sichuan hand without conditions or payments of
// a variant. Everything observed comes from the nodes.
#pragma once

#include <mlf/components/void_suits.h>
#include <mlf/flow/flow.h>
#include <mlf/table/ledger.h>
#include "nodes/exchange_three.h"
#include "tests/support/tiles.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::test {

class NodeTable {
 public:
  struct Spec {
    int seats = 4;
    int hands = 2;
    bool dealer_extra = true;
    std::string first = "dice";
    std::string robbed_tile = "lost";
    std::string dealt_tile = "most_waits";
    std::string opening = "exchange";  // or "void", "pass", "none"
    Value pass{};    // of pass_tiles, with the opening "pass"; the window is of `moment`
    int wishes = 0;  // the most that a seat may wish; above 0 each names a number
    std::string red_fives{};
  };

  explicit NodeTable(const Spec& spec);
  NodeTable() : NodeTable(Spec()) {}

  table::Board& board() { return board_(records); }
  table::Match& match() { return match_(records); }
  table::Ledger& ledger() { return ledger_(records); }
  logic::VoidSuits& voids() { return void_(records); }
  table::SeatBoard& seat(int s) { return board().seats[s]; }

  // Runs from the entry to the first rest.
  Status Start(std::uint64_t seed);
  // An empty board with `wall`, for tests to fill.
  void Clear(std::string_view wall = "1z2z3z4z5z6z7z");
  void Hand(Seat seat, std::string_view tiles);
  // The last tile of the hand counts as drawn.
  void HandDrawn(Seat seat, std::string_view tiles);
  // Enters `node` with `actor` to move.
  Status Enter(std::string_view node, Seat actor);
  // Plays "0 discard 5m" in the open window; true if accepted. Checks the conservation of tiles.
  bool Play(std::string_view line);
  // Plays defaults until the window of `node` is open, for at most `steps` steps.
  bool DefaultsUntil(std::string_view node, int steps = 1000);

  // The offers of `seat` as text: "hu, peng 5p, guo".
  std::string Offers(Seat seat) const;
  // Id of the reason why `seat` may not take `node` now; empty if it may.
  std::string WhyNot(Seat seat, std::string_view node) const;
  // The default of `seat`, as text.
  std::string Default(Seat seat) const;
  std::string At() const { return flow->node(records.flow().node).id; }
  // Events of a type in the last step as `viewer` sees them: "1: 5m" or "1: ?". kNoSeat sees
  // everything.
  std::vector<std::string> Events(std::string_view type, Seat viewer = kNoSeat) const;
  std::string Tiles(Seat seat) { return table::FormatTiles(this->seat(seat).hand); }
  // Number of a named event in the last step.
  int Count(std::string_view type) const { return static_cast<int>(Events(type).size()); }

  std::shared_ptr<const Flow> flow;
  Records records;
  Response response;

 private:
  Slot<table::Ledger> ledger_;
  Slot<logic::VoidSuits> void_;
  Slot<table::Board> board_;
  Slot<table::Match> match_;
};

}  // namespace mlf::test
