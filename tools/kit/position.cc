#include "tools/kit/position.h"
#include <mlf/components/deal_node.h>
#include <mlf/components/reasons.h>
#include <mlf/components/tile_set.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/nodes_of.h"
#include "tools/kit/place_board.h"

#include <string>
#include <vector>

namespace mlf::tools {
namespace {

using table::Board;

// Builds a table from a spec, or adds faults.
class Placer {
 public:
  Placer(const Flow& flow, const PositionSpec& spec, Records& records, Faults& faults)
      : flow_(flow), spec_(spec), records_(records), faults_(faults) {}

  PositionEntry Place() {
    const auto board_slot = table::FindSlot<Board>(flow_);
    const auto match_slot = table::FindSlot<table::Match>(flow_);
    const auto* tiles = flow_.Shared<logic::TileSet>("tiles");
    if (!board_slot || !match_slot || tiles == nullptr) {
      AddFault(faults_, "S06", spec_.where,
               "this flow has no table with tiles, so it has no positions");
      return {};
    }
    records_ = flow_.Blank();
    Board& board = (*board_slot)(records_);
    table::PrepareBoard(board, flow_.seats());
    board.dealer = spec_.dealer;

    // State comes first, because it may set tiles aside. Then the tiles that the position names,
    // then the rest.
    PlaceState();
    TileSupply supply(*tiles, faults_);
    const Counts aside = table::AllTiles(board);
    ForEach(aside.Kinds(),
            [&](Tile tile) { supply.Take(tile, aside[tile], spec_.state.where(), "state"); });
    for (const SeatSpec& seat : spec_.seats) supply.Take(seat);
    supply.Take(spec_.wall, spec_.wall_where, "wall");
    supply.Take(spec_.tail, spec_.tail_where, "tail");
    supply.Take(spec_.out_of_play, spec_.out_of_play_where, "out_of_play");
    for (const Tile tile : spec_.out_of_play) board.removed.Add(table::KindOf(tile));
    if (!faults_.empty()) return {};
    const Seat actor = Actor();
    const Placing placing{flow_, spec_, records_, board, supply, faults_};
    PlaceSeats(placing);
    PlaceWall(placing);
    if (!faults_.empty()) return {};

    const bool holds_more = board.seats[actor].HandSize() % 3 == HandSize(flow_) % 3 + 1;
    const PositionEntry entry{Entered(holds_more), actor};
    if (entry.node == kNoNode) return {};
    board.turn.drawer = actor;
    board.turn.may_act_on_draw = spec_.may_act_on_draw.value_or(holds_more) ? 1 : 0;
    if (spec_.after_gang != MeldKind::kNone) {
      board.turn.gang = spec_.after_gang;
      board.turn.gang_from =
          spec_.after_gang_from != kNoSeat ? spec_.after_gang_from : GangSource(board, actor);
      board.turn.from_tail = holds_more ? 0 : 1;
    }
    PlaceMatch(board, (*match_slot)(records_));
    PlaceLedger();
    records_.flow().actor = actor;
    records_.flow().match_seed = spec_.seed.value_or(0);
    return entry;
  }

 private:
  // Returns the node to enter, or kNoNode with a fault.
  NodeIndex Entered(bool holds_more) {
    if (spec_.at.empty()) {
      const NodeIndex node = NodeOf(flow_, holds_more ? logic::Play::kTurn : logic::Play::kDraw);
      if (node == kNoNode)
        AddFault(faults_, "S04", spec_.where,
                 std::string("at: this variant has no node ") +
                     (holds_more ? "for a seat's turn" : "that draws") +
                     "; name the node to enter");
      return node;
    }
    const NodeIndex node = flow_.Find(spec_.at);
    if (node == kNoNode) {
      std::vector<std::string> ids;
      for (const Node& known : flow_.nodes()) ids.push_back(known.id);
      AddFault(faults_, "S04", spec_.where,
               "at: there is no node \"" + spec_.at + "\"" + DidYouMean(spec_.at, ids));
    }
    return node;
  }

  // Checks hand sizes and returns the seat to act.
  Seat Actor() {
    const int full = HandSize(flow_);
    Seat more = kNoSeat;
    for (std::size_t s = 0; s < spec_.seats.size(); ++s) {
      const SeatSpec& seat = spec_.seats[s];
      if (!seat.hand_given) continue;
      const int size = static_cast<int>(seat.hand.size()) + 3 * static_cast<int>(seat.melds.size());
      if (size == full + 1 && more == kNoSeat &&
          spec_.actor.value_or(static_cast<Seat>(s)) == static_cast<Seat>(s)) {
        more = static_cast<Seat>(s);
      } else if (size != full) {
        const int wanted = full - 3 * static_cast<int>(seat.melds.size());
        AddFault(faults_, "S05", seat.where,
                 "seat " + std::to_string(s) + ": " + std::to_string(seat.hand.size()) +
                     " tiles in hand; with " + std::to_string(seat.melds.size()) + " melds it is " +
                     std::to_string(wanted) +
                     (size == full + 1 ? ", one more only for the seat to act"
                                       : " (one more for the seat to act)"));
      }
    }
    if (spec_.actor) {
      const SeatSpec& seat = spec_.seats[static_cast<std::size_t>(*spec_.actor)];
      if (seat.hand_given && more == kNoSeat && spec_.at.empty() && faults_.empty()) {
        const NodeIndex draw = NodeOf(flow_, logic::Play::kDraw);
        const std::string or_draw =
            draw == kNoNode ? "" : ", or write `at: " + flow_.node(draw).id + "` to let it draw";
        AddFault(faults_, "S05", seat.where,
                 "seat " + std::to_string(*spec_.actor) +
                     " is to act and holds no extra tile: give it the tile it has drawn" + or_draw);
      }
      return *spec_.actor;
    }
    return more != kNoSeat ? more : spec_.dealer;
  }

  static Seat GangSource(const Board& board, Seat actor) {
    const table::SeatBoard& own = board.seats[actor];
    for (int i = own.meld_count; i > 0; --i) {
      const Meld& meld = own.melds[static_cast<std::size_t>(i - 1)];
      if (meld.kind == board.turn.gang) return meld.kind == MeldKind::kMingGang ? meld.from : actor;
    }
    return actor;
  }

  void PlaceMatch(const Board& board, table::Match& match) {
    match.dealer = board.dealer;
    match.next_dealer = kNoSeat;
    match.hands_done = static_cast<std::uint8_t>(spec_.hands_done);
    records_.flow().hand = static_cast<std::uint32_t>(spec_.hands_done);
    for (std::size_t s = 0; s < spec_.score.size(); ++s) match.score[s] = spec_.score[s];
  }

  void PlaceLedger() {
    if (spec_.ledger.empty()) return;
    const auto ledger = table::FindSlot<table::Ledger>(flow_);
    const auto notes = table::FindSlot<score::ScoreNotes>(flow_);
    if (!ledger) return AddFault(faults_, "S06", spec_.where, "ledger: this flow keeps none");
    for (const LedgerSpec& entry : spec_.ledger) {
      table::Book((*ledger)(records_), entry.to, entry.from, entry.each, entry.reason, entry.open);
      if (entry.gang && notes) (*notes)(records_).last_gang_paid |= MaskOf(entry.to);
    }
  }

  void PlaceState() {
    if (spec_.state.IsNull()) return;
    if (!spec_.state.IsMap())
      return AddFault(faults_, "S02", spec_.state.where(),
                      "state: keys with values are needed, such as {void: [m, p, s, s]}");
    for (const Value::Entry& entry : spec_.state.entries())
      SetState(flow_, entry.key, entry.value, spec_.state_seat, records_, faults_);
  }

  const Flow& flow_;
  const PositionSpec& spec_;
  Records& records_;
  Faults& faults_;
};

}  // namespace

int HandSize(const Flow& flow) {
  const auto* deal = NodeSaying<logic::DealNode>(flow);
  return deal == nullptr ? 13 : deal->hand_size();
}

bool DealerDraws(const Flow& flow) {
  const auto* deal = NodeSaying<logic::DealNode>(flow);
  return deal != nullptr && deal->dealer_draws();
}

Result<PositionEntry> PlacePosition(const Flow& flow, const PositionSpec& spec, Records& records) {
  Faults faults;
  const PositionEntry entry = Placer(flow, spec, records, faults).Place();
  if (!faults.empty()) return faults;
  return entry;
}

Result<PositionEntry> SetPosition(const Flow& flow, const Value& position, Records& records) {
  const auto spec = ReadPosition(flow, position);
  if (!spec) return spec.faults();
  return PlacePosition(flow, *spec, records);
}

}  // namespace mlf::tools
