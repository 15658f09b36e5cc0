// SeenTable: the table as a client computes it from the events it gets. It is compared with the
// server's view.
#pragma once

#include <mlf/flow/json.h>

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::robots {

class SeenTable {
 public:
  // The table from which the events continue. `ready_sees`: by the rules a seat that has declared
  // ready sees the other hands.
  void Begin(const Json& view, int own_seat, bool ready_sees = false);
  // Applies the events. Returns hidden information that an event shows; nothing if there is none.
  std::optional<std::string> Apply(const Json& events);
  // Hidden information about other hands that a view shows; nothing if there is none.
  static std::optional<std::string> ShowsTooMuch(const Json& view, int own_seat, bool ready_sees);
  // The first difference between the server's view and the table from the events.
  std::optional<std::string> Differs(const Json& view) const;
  bool begun() const { return begun_; }

 private:
  struct Seat {
    int count = 0;  // concealed tiles
    int melds = 0;
    std::map<std::string, int> hand;  // of the own seat
  };

  void Take(int seat, const Json& pieces, int more);
  void One(const std::string& type, int seat, const Json& pieces);
  void GiveBack();
  std::optional<std::string> Compare(const Json& view) const;

  bool begun_ = false;
  int own_ = -1;
  bool ready_sees_ = false;
  bool ready_ = false;  // the own seat has declared ready
  int wall_left_ = 0;
  bool indicator_ = false;  // a hidden indicator lies beside the wall
  std::vector<Seat> seats_;
  std::vector<std::pair<int, std::string>> river_;
  std::optional<std::pair<int, Json>>
      added_;  // the seat that adds a tile to its peng, and the tile
  // The seat that has turned up tiles of the wall, and the tiles. It may hold one of them, which no
  // event tells, until it wins on it or discards all.
  std::optional<std::pair<int, Json>> opened_;
  // The seat that was robbed of that tile, as long as no event tells whether it lost the tile.
  std::optional<std::pair<int, Json>> robbed_;
};

}  // namespace mlf::robots
