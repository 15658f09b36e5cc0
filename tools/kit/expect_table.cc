// What a step expects of the table: who acts, points, hands, melds, rivers, state.
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>
#include "flow/base/words.h"
#include "tools/kit/position.h"
#include "tools/kit/scene.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace mlf::tools {
namespace {

using table::Board;

class TableExpectations {
 public:
  explicit TableExpectations(Scene& scene) : scene_(scene) {}

  void ExpectTurn(Fields& fields) {
    const FlowState& state = scene_.records.flow();
    if (const Value* v = fields.Find("at"))
      scene_.Same(*v, "at", v->text(),
                  state.node == kNoNode ? "" : scene_.flow->node(state.node).id);
    if (const Value* v = fields.Find("actor"))
      scene_.Same(*v, "actor", v->text(), SeatText(state.actor));
    if (const Value* v = fields.Find("asked"))
      ExpectSeats(*v, "asked", state.over != 0 ? SeatMask{0} : state.window.active);
    bool end = false;
    if (fields.Bool("end", end))
      scene_.Same(*fields.Find("end"), "end", end ? "on" : "off", state.over != 0 ? "on" : "off");
  }

  void ExpectTable(Fields& fields) {
    const auto board_slot = table::FindSlot<Board>(*scene_.flow);
    const auto match_slot = table::FindSlot<table::Match>(*scene_.flow);
    const auto ledger_slot = table::FindSlot<table::Ledger>(*scene_.flow);
    const Board& board = (*board_slot)(scene_.records);
    const table::Match& match = (*match_slot)(scene_.records);
    const auto seat_of = [&](Seat seat) -> const table::SeatBoard& { return board.seats[seat]; };
    const auto flagged = [&](table::SeatFlag flag) {
      SeatMask mask = 0;
      for (Seat s = 0; s < scene_.flow->seats(); ++s)
        mask |= seat_of(s).Is(flag) ? MaskOf(s) : SeatMask{0};
      return mask;
    };

    if (const Value* v = fields.Find("points")) {
      std::vector<int> points(Parties(*v), 0);
      if (ledger_slot)
        std::copy_n((*ledger_slot)(scene_.records).points.begin(), points.size(), points.begin());
      ExpectNumbers(*v, "points", points);
    }
    if (const Value* v = fields.Find("score"))
      ExpectNumbers(
          *v, "score",
          std::vector<int>(match.score.begin(),
                           match.score.begin() + static_cast<std::ptrdiff_t>(Parties(*v))));
    if (const Value* v = fields.Find("hand")) {
      EachSeat(
          *v, "hand", [&](Seat s) { return Sorted(seat_of(s).HandPieces()); },
          [&](const Value& x) { return SortedTiles(x); });
    }
    if (const Value* v = fields.Find("drawn")) {
      EachSeat(
          *v, "drawn",
          [&](Seat s) {
            return seat_of(s).drawn == table::kNoTile ? "none" : table::TileName(seat_of(s).drawn);
          },
          [](const Value& x) { return x.text(); });
    }
    if (const Value* v = fields.Find("melds")) {
      EachSeat(
          *v, "melds",
          [&](Seat s) {
            std::vector<std::string> words;
            for (const Meld& meld : seat_of(s).Melds()) words.push_back(MeldText(meld));
            return Join(words);
          },
          [](const Value& x) {
            std::vector<std::string> words;
            for (const Value& item : x.items()) words.push_back(item.text());
            return x.IsScalar() ? x.text() : Join(words);
          });
    }
    if (const Value* v = fields.Find("river")) {
      EachSeat(
          *v, "river",
          [&](Seat s) {
            std::vector<table::Tile> tiles;
            for (int i = 0; i < board.river_count; ++i) {
              const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
              if (discard.seat() == s && !discard.claimed()) tiles.push_back(discard.tile);
            }
            return table::FormatTiles(tiles);
          },
          [&](const Value& x) { return PlainTiles(x); });
    }
    if (const Value* v = fields.Find("won")) ExpectSeats(*v, "won", flagged(table::kHasWon));
    if (const Value* v = fields.Find("locked")) ExpectSeats(*v, "locked", flagged(table::kLocked));
    if (const Value* v = fields.Find("left")) ExpectSeats(*v, "left", flagged(table::kLeft));
    if (const Value* v = fields.Find("drawer"))
      scene_.Same(*v, "drawer", v->text(), SeatText(board.turn.drawer));
    if (const Value* v = fields.Find("dealer"))
      scene_.Same(*v, "dealer", v->text(), SeatText(board.dealer));
    if (const Value* v = fields.Find("next_dealer")) {
      scene_.Same(*v, "next_dealer", v->text(),
                  SeatText(match.next_dealer != kNoSeat ? match.next_dealer : board.next_dealer));
    }
    if (const Value* v = fields.Find("wall_left"))
      scene_.Same(*v, "wall_left", v->text(), std::to_string(board.wall.Left()));
    for (const char* key : {"state", "cells"}) {
      if (const Value* v = fields.Find(key)) ExpectState(*v);
    }
  }

 private:
  static std::string SeatText(Seat seat) {
    return seat == kNoSeat ? std::string("none") : std::to_string(seat);
  }

  // {0: ..., 2: ...}: compares `got` of each named seat with its value, both normalised by `norm`.
  template <typename Got, typename Norm>
  void EachSeat(const Value& value, const std::string& what, Got&& got, Norm&& norm) {
    if (!value.IsMap())
      return AddFault(scene_.result.failures, "S02", value.where(),
                      what + ": {0: ..., 1: ...} by seats is needed");
    for (const Value::Entry& entry : value.entries()) {
      const int seat = scene_.SeatOf(entry, scene_.flow->seats());
      if (seat >= 0)
        scene_.Same(entry.value, what + " of seat " + entry.key, norm(entry.value),
                    got(static_cast<Seat>(seat)));
    }
  }

  std::string SortedTiles(const Value& value) {
    std::vector<table::Tile> tiles;
    ReadTiles(value, tiles, scene_.result.failures);
    return Sorted(std::move(tiles));
  }
  static std::string Sorted(std::vector<table::Tile> tiles) {
    std::sort(tiles.begin(), tiles.end());
    return table::FormatTiles(tiles);
  }
  std::string PlainTiles(const Value& value) {
    std::vector<table::Tile> tiles;
    ReadTiles(value, tiles, scene_.result.failures);
    return table::FormatTiles(tiles);
  }

  std::string SeatsText(SeatMask mask) const {
    std::vector<std::string> words;
    ForEachSeat(mask, [&](Seat seat) { words.push_back(std::to_string(seat)); });
    return Join(words);
  }
  void ExpectSeats(const Value& value, const std::string& what, SeatMask got) {
    SeatMask wanted = 0;
    std::vector<Value> list = value.items();
    if (value.IsScalar()) list = {value};
    for (const Value& item : list) {
      int seat = 0;
      if (ReadInt(item, 0, scene_.flow->people() - 1, seat, scene_.result.failures))
        wanted |= MaskOf(static_cast<Seat>(seat));
    }
    scene_.Same(value, what, SeatsText(wanted), SeatsText(got));
  }

  void ExpectNumbers(const Value& value, const std::string& what, const std::vector<int>& got) {
    std::vector<std::string> wanted, have;
    std::string apart;
    if (value.items().size() != got.size()) {
      return AddFault(scene_.result.failures, "S02", value.where(),
                      what + ": a list of " + std::to_string(got.size()) +
                          " numbers is needed, one for each seat, not " + value.Canonical());
    }
    for (std::size_t seat = 0; seat < got.size(); ++seat) {
      int number = 0;
      if (!ReadInt(value.items()[seat], INT32_MIN, INT32_MAX, number, scene_.result.failures))
        return;
      wanted.push_back(std::to_string(number));
      have.push_back(std::to_string(got[seat]));
      const std::int64_t more = std::int64_t{got[seat]} - number;
      if (more != 0)
        apart += (apart.empty() ? " (seat " : ", seat ") + std::to_string(seat) + " " +
                 (more > 0 ? "+" : "") + std::to_string(more);
    }
    if (!apart.empty()) scene_.Fail(value, what, Join(wanted), Join(have) + apart + ")");
  }

  // Points of the seats, or of as many parties as the list has. Persons without a seat come last.
  std::size_t Parties(const Value& list) const {
    return std::clamp(list.items().size(), static_cast<std::size_t>(scene_.flow->seats()),
                      static_cast<std::size_t>(table::kMaxParties));
  }

  void ExpectState(const Value& value) {
    if (!value.IsMap())
      return AddFault(scene_.result.failures, "S02", value.where(),
                      "state: keys with values are needed");
    for (const Value::Entry& entry : value.entries()) {
      const table::StateText* state = nullptr;
      for (const auto& part : scene_.flow->parts()) {
        const auto* one = dynamic_cast<const table::StateText*>(part.get());
        if (one != nullptr && one->StateKey() == entry.key && state == nullptr) state = one;
      }
      if (state == nullptr) {
        AddFault(scene_.result.failures, "S04", entry.where,
                 "state: this variant keeps no \"" + entry.key + "\"" +
                     DidYouMean(entry.key, StateKeys(*scene_.flow)));
        continue;
      }
      Value got;
      if (state->PerSeat()) {
        got = Value::List();
        for (Seat s = 0; s < scene_.flow->seats(); ++s)
          got.Append(state->WriteState(scene_.records, s, kNoSeat));
      } else {
        got = state->WriteState(scene_.records, kNoSeat, kNoSeat);
      }
      scene_.Same(entry.value, "state " + entry.key, entry.value.Canonical(), got.Canonical());
    }
  }

  Scene& scene_;
};

}  // namespace

void ExpectTurn(Scene& scene, Fields& fields) { TableExpectations(scene).ExpectTurn(fields); }
void ExpectTable(Scene& scene, Fields& fields) { TableExpectations(scene).ExpectTable(fields); }

}  // namespace mlf::tools
