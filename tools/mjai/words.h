// The words of mjai: names of tiles, and messages made of events.
//
// mjai names tiles 1m..9m, 1p..9p, 1s..9s, red fives 5mr 5pr 5sr, and E S W N P F C for
// 东南西北白发中. "?" is a tile that the reader does not know.
#pragma once

#include <mlf/components/dead_wall.h>
#include <mlf/components/dora.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/json.h>
#include <mlf/table/board.h>
#include <mlf/table/ledger.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

std::string MjaiTile(table::Tile piece);
// Nothing if it is no tile; "?" is not.
std::optional<table::Tile> TileFromMjai(std::string_view text);
Json MjaiTiles(const std::vector<table::Tile>& pieces);

// A message or a file that cannot be, and why. Thrown and caught within this folder.
struct Misfit {
  std::string why;
};
// The tile that `json` names; the tiles of the list `key` of a message. They throw a Misfit.
table::Tile MjaiTileOf(const Json& json);
table::Tile MjaiTileAt(const Json& message, const char* key);
std::vector<table::Tile> MjaiTilesAt(const Json& message, const char* key);
// The number of the round that start_kyoku names, 0 = East 1; and the wind of a round. The first
// throws a Misfit.
int MjaiRound(const Json& start);
std::string_view MjaiWind(int round);

// Why a flow cannot be written as mjai; empty if it can. mjai has no message for an exchange, a
// void suit or a wild gang, and needs four seats and rounds.
std::string WhyNoMjai(const Flow& flow);

// Turns the events of a match into messages, all tiles known. Feed it every response in order.
class MjaiFeed {
 public:
  explicit MjaiFeed(const Flow& flow);

  // Messages of the response to one action, or of the start. `records` are those after it.
  std::vector<Json> Take(const Records& records, const Response& response);

  // The message as `seat` may know it: draws and dealt hands of others are "?".
  static Json SeenBy(const Json& message, Seat seat);

 private:
  void Add(const Records& records, const Event& event, std::vector<Json>& out);
  void CloseWin(std::vector<Json>& out);
  Json Start(const Records& records) const;
  Json Consumed(const table::Meld& meld, bool added) const;
  Json Scores() const;

  const Flow& flow_;
  Slot<table::Board> board_;
  Slot<table::Match> match_;
  std::vector<int> scores_;  // running, by seat
  std::vector<int> deltas_;  // since the last message with them
  std::vector<std::vector<table::Tile>> dealt_;
  bool opened_ = false;  // start_kyoku is out
  Json win_;             // a win whose points are not known yet
  std::vector<table::Tile> ura_;
  std::string broken_;  // why the hand is broken off
  SeatMask waits_ = 0;
  table::Tile drawn_ = table::kNoTile;  // drawn last, a piece
  table::Tile last_ = table::kNoTile;   // discarded or added to a gang last
  bool won_ = false;
};

}  // namespace mlf::tools
