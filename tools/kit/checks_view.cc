// The counterpart of the leak check: a view contains everything that its seat may know. The check
// reads the table back from the JSON and compares it with the records.
#include "tools/kit/checks.h"

#include <fmt/format.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>
#include <mlf/table/view.h>
#include <nlohmann/json.hpp>

namespace mlf::tools {
namespace {

using table::Board;
using table::SeatBoard;
using table::Tile;

class Reading {
 public:
  Reading(const Flow& flow, const Records& records, Seat viewer, const Json& view,
          Findings& findings)
      : flow_(flow), records_(records), viewer_(viewer), view_(view), findings_(findings) {}

  void Run(const Board& board, const table::Match& match, const table::Ledger* ledger) {
    const FlowState& state = records_.flow();
    Same("node", state.node == kNoNode ? Json() : Json(flow_.node(state.node).id));
    Same("actor", state.actor);
    Same("dealer", board.dealer);
    Same("drawer", board.turn.drawer);
    Same("wall_left", board.wall.Left());
    Same("hands_done", match.hands_done);
    Same("dealer_runs", match.dealer_runs);
    Json scores = Json::array();
    Json points = Json::array();
    for (std::size_t s = 0; s < static_cast<std::size_t>(flow_.people()); ++s) {
      scores.push_back(match.score[s]);
      points.push_back(ledger == nullptr ? 0 : ledger->points[s]);
    }
    Same("scores", scores);
    Same("points", points);
    Expect("ledger", At(view_, "ledger").size() == (ledger == nullptr ? 0u : ledger->count));
    for (int i = 0; ledger != nullptr && i < ledger->count; ++i) {
      const table::LedgerEntry& entry = ledger->entries[static_cast<std::size_t>(i)];
      const Json& shown = Item(At(view_, "ledger"), static_cast<std::size_t>(i));
      SeatMask payers = 0;
      for (const Json& payer : At(shown, "from")) payers |= MaskOf(payer.get<Seat>());
      Expect("ledger entry", At(shown, "to") == entry.party() && At(shown, "each") == entry.each &&
                                 payers == entry.payers && !At(shown, "reason").is_null());
    }
    Expect("river", At(view_, "river").size() == board.river_count);
    for (int i = 0; i < board.river_count; ++i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      const Json& shown = Item(At(view_, "river"), static_cast<std::size_t>(i));
      Expect("river", At(shown, "seat") == discard.seat() &&
                          At(shown, "tile") == table::TileName(discard.Piece()) &&
                          Flag(shown, "drawn") == discard.drawn() &&
                          Flag(shown, "claimed") == discard.claimed() &&
                          Flag(shown, "won") == discard.won() &&
                          Flag(shown, "robbed") == discard.robbed());
    }
    if (board.turn.focus != table::Focus::kNone) {
      Expect("focus", At(At(view_, "focus"), "tile") == table::TileName(board.FocusPiece()) &&
                          At(At(view_, "focus"), "seat") == board.turn.focus_seat);
    } else {
      Expect("focus", At(view_, "focus").is_null());
    }
    for (Seat seat = 0; seat < flow_.seats(); ++seat)
      OneSeat(seat, board.seats[seat], Item(At(view_, "seats"), static_cast<std::size_t>(seat)));
    States();
    Window();
  }

  // A game without a board.
  void RunPlain() {
    Expect("plain", Flag(view_, "plain"));
    States();
    Window();
  }

 private:
  static const Json& At(const Json& json, const char* key) {
    static const Json kNull;
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found == json.end() ? kNull : *found;
  }
  static const Json& Item(const Json& list, std::size_t i) {
    static const Json kNull;
    return list.is_array() && i < list.size() ? list[i] : kNull;
  }
  static bool Flag(const Json& json, const char* key) { return At(json, key) == true; }
  static Counts Tiles(const Json& list) {
    Counts tiles;
    for (const Json& name : list) {
      const auto tile = table::ParseTile(name.get<std::string>());
      if (tile) tiles.Add(table::KindOf(*tile));
    }
    return tiles;
  }

  void Expect(std::string_view what, bool holds) {
    if (holds) return;
    findings_.Add("view",
                  fmt::format("version {} of the match with seed {}: the view of seat {} does not "
                              "hold the {} as it is",
                              records_.flow().version, records_.flow().match_seed, viewer_, what));
  }
  void Same(const char* key, const Json& value) { Expect(key, At(view_, key) == value); }

  void OneSeat(Seat seat, const SeatBoard& own, const Json& shown) {
    const bool knows = seat == viewer_ || own.ShownTo(viewer_);
    Expect("size of a hand", At(shown, "count") == own.hand.Size());
    Expect("hand", knows ? Tiles(At(shown, "hand")) == own.hand &&
                               At(shown, "hand").size() == static_cast<std::size_t>(own.hand.Size())
                         : At(shown, "hand").is_null());
    Expect("drawn tile",
           own.drawn == table::kNoTile
               ? At(shown, "drawn").is_null()
               : At(shown, "drawn") == (knows ? table::TileName(own.DrawnPiece()) : "?"));
    Expect("melds", At(shown, "melds").size() == own.meld_count);
    for (int i = 0; i < own.meld_count; ++i) {
      const table::Meld& meld = own.melds[static_cast<std::size_t>(i)];
      const Json& tiles = At(Item(At(shown, "melds"), static_cast<std::size_t>(i)), "tiles");
      Expect("meld", tiles.size() == static_cast<std::size_t>(meld.Size()));
      if (meld.Hidden() && !knows) continue;
      const Counts counts = Tiles(tiles);
      ForEach(counts.Kinds(),
              [&](Tile tile) { Expect("meld", counts[tile] == meld.CountOf(tile)); });
      Expect("meld",
             counts.Size() == meld.Size() &&
                 (meld.from == seat ||
                  At(Item(At(shown, "melds"), static_cast<std::size_t>(i)), "from") == meld.from));
    }
    Expect("tiles set aside", Tiles(At(shown, "set_aside")) == own.set_aside);
    Expect("wins", At(shown, "wins") == (own.wins > 0 ? Json(own.wins) : Json()));
    Expect("kinds won on", Tiles(At(shown, "won_on")).Kinds() == own.won_kinds);
    Expect("flags", Flag(shown, "won") == own.Is(table::kHasWon) &&
                        Flag(shown, "left") == own.Is(table::kLeft) &&
                        Flag(shown, "locked") == own.Is(table::kLocked) &&
                        Flag(shown, "ready") == own.Is(table::kReady));
  }

  // All state of parts that the viewer may know is in the view.
  void States() {
    for (const auto& part : flow_.parts()) {
      const auto* state = dynamic_cast<const table::StateText*>(part.get());
      if (state == nullptr) continue;
      const Json& shown = At(At(view_, "state"), std::string(state->StateKey()).c_str());
      const auto holds = [&](const Value& value, const Json& json) {
        return value.IsNull() || !json.is_null();
      };
      if (!state->PerSeat()) {
        Expect("state", holds(state->WriteState(records_, kNoSeat, viewer_), shown));
        continue;
      }
      for (Seat seat = 0; seat < flow_.seats(); ++seat)
        Expect("state", holds(state->WriteState(records_, seat, viewer_),
                              Item(shown, static_cast<std::size_t>(seat))));
    }
  }

  void Window() {
    const FlowState& state = records_.flow();
    Choices choices;
    flow_.FillChoices(records_, choices);
    const auto offers = choices.Of(viewer_);
    if (offers.empty() || (state.window.active & MaskOf(viewer_)) == 0) return;
    const Json& window = At(view_, "window");
    Expect("window", At(window, "ask") == state.window.ask);
    const Json& shown = At(Item(At(window, "seats"), 0), "offers");
    Expect("offers", shown.size() == offers.size());
    for (std::size_t i = 0; i < offers.size(); ++i)
      Expect("offers", At(Item(shown, i), "node") == flow_.node(offers[i].node).id);
  }

  const Flow& flow_;
  const Records& records_;
  Seat viewer_;
  const Json& view_;
  Findings& findings_;
};

}  // namespace

void CheckView(const Flow& flow, const Records& records, Seat viewer, const Json& view,
               Findings& findings) {
  const auto board = table::FindSlot<Board>(flow);
  const auto match = table::FindSlot<table::Match>(flow);
  const auto ledger = table::FindSlot<table::Ledger>(flow);
  Reading reading(flow, records, viewer, view, findings);
  if (!board || !match) return reading.RunPlain();
  reading.Run((*board)(records), (*match)(records), ledger ? &(*ledger)(records) : nullptr);
}

void CheckView(const Flow& flow, const Records& records, Seat viewer, Findings& findings) {
  CheckView(flow, records, viewer, table::View(flow, records, Viewer::Of(viewer)), findings);
}

}  // namespace mlf::tools
