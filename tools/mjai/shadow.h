// Shadow: the table as a program that speaks mjai knows it.
//
// It keeps records of the flow in which the tiles that nobody has shown are laid at will. Before a
// message names a tile, that tile is brought to where the message has it. So the choices of the own
// seat, furiten included, are those of the flow. A message may show what should have lain there one
// act earlier (a draw, the tiles of a claim). Then the last act is taken back and done again.
#pragma once

#include <mlf/components/dead_wall.h>
#include <mlf/components/dora.h>
#include <mlf/components/play_node.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/json.h>
#include <mlf/table/board.h>

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

class Shadow {
 public:
  explicit Shadow(const Flow& flow);

  // Takes one message. Returns what is impossible about it, or an empty text.
  std::string Take(const Json& message);
  // Whether the own seat is asked by the last message.
  bool asks() const;

  Seat seat() const { return seat_; }
  const Records& records() const { return records_; }
  const Response& response() const { return response_; }

 private:
  using Tiles = std::vector<table::Tile>;

  void Begin(const Json& message);
  void LayFirstDraw(table::Tile tile);
  void OwnDraw(table::Tile tile);
  void Dora(table::Tile tile);
  // A discard or a gang of `act_`, after which the flow goes on by itself. `holds`: tiles that
  // `claimant` must have by then.
  void Act(Seat claimant = kNoSeat, const Tiles& holds = {});
  void AskAgain(Seat seat);
  void Claim(const Json& message);
  void TakeClaim(const Json& claim, Seat seat);
  Action ActionOf(const Json& message, Seat seat) const;
  void PassAll();
  void Do(const Action& action);
  void MarkReady();

  table::Board& board() { return board_(records_); }
  const table::Board& board() const { return board_(records_); }
  // Lays `tile` at a place of the wall, or into a hand for another one.
  void Lay(std::size_t place, table::Tile tile);
  void Hold(Seat seat, const Tiles& tiles);
  // Where a tile that nobody has shown is: a place of the wall, or a hand.
  struct Place {
    std::size_t wall = 0;
    Seat seat = kNoSeat;
  };
  Place Find(table::Tile tile, Seat except) const;
  void Put(const Place& place, table::Tile out, table::Tile in);
  void Exchange(Seat seat, table::Tile out, table::Tile in);

  const Flow& flow_;
  Slot<table::Board> board_;
  std::optional<Slot<logic::Indicators>> indicators_;
  std::optional<Slot<logic::ReadyState>> ready_;
  const logic::DeadWallRule* dead_;
  Records records_, base_;  // base_: before act_
  Response response_;
  Json act_;          // the last discard or gang
  std::string told_;  // the type of the last message, and who acted
  Seat told_seat_ = kNoSeat;
  Seat seat_ = kNoSeat;
  bool live_ = false;       // a hand is running
  std::size_t pinned_ = 0;  // the place of the next own draw; 0 = not announced
  int shown_ = 0;           // indicators announced
  SeatMask declares_ = 0;   // has said "reach", and not discarded
  SeatMask declared_ = 0;
  std::array<Tiles, kMaxSeats> reserved_;  // tiles that must stay in a hand during an act
};

}  // namespace mlf::tools
