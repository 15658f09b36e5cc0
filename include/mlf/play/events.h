/// \file
/// The events of a table, as observers get them. An event carries what passes; all that lasts is
/// read from the table.
///
/// An event is given at its moment: on Drawn the tile is in the hand and nothing later has
/// happened. A variant gives the events that it has.
///
///   start    TableStarted, Diced, FirstDealerChosen
///   hand     Cleaned, RoundStarted, Diced (if the wall is opened by dice), Dealt, Flipped, Drawn
///   riichi   RiichiCalled, Discarded, then, unless won on, PointsChanged, RiichiEstablished
///   claim    Barked, Discarded; a gang: Barked, Drawn
///   end      RoundEnded, PointsChanged, and TableEnded after the last hand
#pragma once

#include <mlf/table/board.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mlf::play {

class Table;

enum class Ending : std::uint8_t {
  kTsumo,
  kRon,
  kHp,     ///< the wall is empty (荒牌)
  kKskp,   ///< nine kinds (九种九牌)
  kSfrt,   ///< four equal winds (四风连打)
  kSksr,   ///< four gangs (四杠散了)
  kScrc,   ///< four riichi (四家立直)
  kSchr,   ///< three wins on one tile (三家和)
  kNgsmg,  ///< paid for its discards (流局满贯)
  kAbort,  ///< any other hand without a winner
};
std::string_view EndingName(Ending ending);  ///< "TSUMO"

/// A win: its rows in the order of the fan table.
struct Form {
  struct Row {
    std::string id;
    int fan = 0;

    friend bool operator==(const Row&, const Row&) = default;
  };
  Seat seat = kNoSeat;
  table::Tile tile = table::kNoTile;
  std::vector<Row> rows;
  int value = 0;  ///< in units, as the variant counts them
};

struct TableStarted {
  std::uint64_t seed = 0;
};
struct FirstDealerChosen {
  Seat seat = kNoSeat;
};
struct RoundStarted {
  int round = 0;  ///< 0 = East 1; without rounds the number of the hand
  int extra_round = 0;
  Seat dealer = kNoSeat;
  bool all_last = false;
  int deposit = 0;
  std::uint64_t seed = 0;  ///< of the hand; 0 if a Chance gives the walls
};
struct Cleaned {};
struct Diced {
  int die1 = 0, die2 = 0;
};
struct Dealt {};
struct Flipped {};
struct Drawn {
  Seat seat = kNoSeat;
};
struct Discarded {
  Seat seat = kNoSeat;
  bool spin = false;  ///< the tile was the drawn one
};
struct RiichiCalled {
  Seat seat = kNoSeat;
};
struct RiichiEstablished {
  Seat seat = kNoSeat;
};
struct Barked {
  Seat seat = kNoSeat;
  table::Meld meld;   ///< an added gang may still be robbed
  bool spin = false;  ///< a gang with the drawn tile
};
struct RoundEnded {
  Ending result = Ending::kAbort;
  std::vector<Seat> openers;  ///< the winners; without any, the seats that wait or give up
  Seat discarder = kNoSeat;   ///< of the tile won on
  std::vector<Form> forms;    ///< of each winner
};
struct PointsChanged {};
struct TableEnded {
  std::vector<Seat> ranks;  ///< the seats from the first place on
  std::vector<int> scores;  ///< final, by seat
};
struct PoppedUp {
  Seat seat = kNoSeat;  ///< only its view has the text
};

using TableEvent = std::variant<TableStarted, FirstDealerChosen, RoundStarted, Cleaned, Diced,
                                Dealt, Flipped, Drawn, Discarded, RiichiCalled, RiichiEstablished,
                                Barked, RoundEnded, PointsChanged, TableEnded, PoppedUp>;
std::string_view EventName(const TableEvent& event);  ///< "TableStarted"

class TableObserver {
 public:
  virtual ~TableObserver() = default;
  /// Must neither throw nor act on the table.
  virtual void OnEvent(const Table& table, const TableEvent& event) = 0;
};

/// One function for each event, instead of a switch.
class DispatchedObserver : public TableObserver {
 public:
  void OnEvent(const Table& table, const TableEvent& event) final;

 protected:
  virtual void OnTableStarted(const Table&, std::uint64_t /*seed*/) {}
  virtual void OnFirstDealerChosen(const Table&, Seat) {}
  virtual void OnRoundStarted(const Table&, const RoundStarted&) {}
  virtual void OnCleaned(const Table&) {}
  virtual void OnDiced(const Table&, int /*die1*/, int /*die2*/) {}
  virtual void OnDealt(const Table&) {}
  virtual void OnFlipped(const Table&) {}
  virtual void OnDrawn(const Table&, Seat) {}
  virtual void OnDiscarded(const Table&, Seat, bool /*spin*/) {}
  virtual void OnRiichiCalled(const Table&, Seat) {}
  virtual void OnRiichiEstablished(const Table&, Seat) {}
  virtual void OnBarked(const Table&, Seat, const table::Meld&, bool /*spin*/) {}
  virtual void OnRoundEnded(const Table&, const RoundEnded&) {}
  virtual void OnPointsChanged(const Table&) {}
  virtual void OnTableEnded(const Table&, const TableEnded&) {}
  virtual void OnPoppedUp(const Table&, Seat) {}
};

}  // namespace mlf::play
