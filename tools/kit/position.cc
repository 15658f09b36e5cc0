#include "tools/kit/position.h"
#include <mlf/components/reasons.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/random.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace mlf::tools {
namespace {

using table::Board;
using table::kNoTile;

// The parameter `name` of the node of `type`; `fallback` when there is no such node.
int NodeNumber(const Flow& flow, std::string_view type, std::string_view name, int fallback) {
  for (const Node& node : flow.nodes()) {
    if (node.type == type) return node.use.Number(name, fallback);
  }
  return fallback;
}

// Puts a table together out of a spec; faults where that is not possible.
class Placer {
 public:
  Placer(const Flow& flow, const PositionSpec& spec, Records& records, Faults& faults)
      : flow_(flow), spec_(spec), records_(records), faults_(faults), rest_({}) {}

  PositionEntry Place() {
    const auto board_slot = table::FindSlot<Board>(flow_);
    const auto match_slot = table::FindSlot<table::Match>(flow_);
    const auto* tiles = flow_.Shared<logic::TileSet>("tiles");
    if (!board_slot || !match_slot || tiles == nullptr) {
      AddFault(faults_, "S06", spec_.where,
               "this flow has no table with tiles, so there are no positions of it");
      return {};
    }
    for (const Tile tile : tiles->Tiles()) ++rest_[tile];
    records_ = flow_.Blank();
    Board& board = (*board_slot)(records_);
    table::PrepareBoard(board, flow_.seats());
    board.dealer = spec_.dealer;

    // State first: it may lay tiles aside. Then what is named, so that nothing is named too often;
    // then what nobody named.
    PlaceState();
    const Counts aside = table::AllTiles(board);
    ForEach(aside.Kinds(),
            [&](Tile tile) { TakeOne(tile, aside[tile], spec_.state.where(), "state"); });
    for (const SeatSpec& seat : spec_.seats) TakeNamed(seat);
    Take(spec_.wall, spec_.wall_where, "wall");
    Take(spec_.tail, spec_.tail_where, "tail");
    Take(spec_.out_of_play, spec_.out_of_play_where, "out_of_play");
    for (const Tile tile : spec_.out_of_play) board.removed.Add(tile);
    if (!faults_.empty()) return {};
    const Seat actor = Actor();
    PlaceSeats(board);
    PlaceWall(board);
    if (!faults_.empty()) return {};

    PositionEntry entry{kNoNode, actor};
    const bool holds_more = board.seats[actor].HandSize() % 3 == HandSize(flow_) % 3 + 1;
    const std::string at = !spec_.at.empty() ? spec_.at : holds_more ? "turn" : "draw";
    entry.node = flow_.Find(at);
    if (entry.node == kNoNode) {
      std::vector<std::string> ids;
      for (const Node& node : flow_.nodes()) ids.push_back(node.id);
      AddFault(faults_, "S04", spec_.where,
               "at: there is no node \"" + at + "\"" + DidYouMean(at, ids));
      return {};
    }
    board.drawer = actor;
    board.fresh = spec_.fresh.value_or(holds_more) ? 1 : 0;
    if (spec_.after_gang != MeldKind::kNone) {
      board.turn_gang = spec_.after_gang;
      board.turn_gang_from =
          spec_.after_gang_from != kNoSeat ? spec_.after_gang_from : GangSource(board, actor);
      board.from_tail = holds_more ? 0 : 1;
    }
    PlaceMatch(board, (*match_slot)(records_));
    PlaceLedger();
    records_.flow().actor = actor;
    records_.flow().match_seed = spec_.seed.value_or(0);
    return entry;
  }

 private:
  static std::size_t Index(Seat seat) { return static_cast<std::size_t>(seat); }

  void Take(const std::vector<Tile>& tiles, const SourcePos& where, const std::string& about) {
    for (const Tile tile : tiles) TakeOne(tile, 1, where, about);
  }
  void TakeOne(Tile tile, int count, const SourcePos& where, const std::string& about) {
    if (rest_[tile] >= count) {
      rest_[tile] -= count;
    } else {
      std::string message = about + ": more " + table::TileName(tile) + " than there are in play";
      if (faults_.empty() || faults_.back().message != message)
        AddFault(faults_, "S03", where, std::move(message));
    }
  }

  void TakeNamed(const SeatSpec& seat) {
    Take(seat.hand, seat.where, "hand");
    Take(seat.river, seat.where, "river");
    Take(seat.set_aside, seat.where, "set_aside");
    Take(seat.flowers, seat.where, "flowers");
    for (const Meld& meld : seat.melds) {
      for (int i = 0; i < (meld.kind == MeldKind::kChi ? 3 : 1); ++i) {
        const auto tile = static_cast<Tile>(meld.tile + i);
        TakeOne(tile, meld.CountOf(tile), seat.where, "melds");
      }
    }
  }

  // Hands of the right size; who acts.
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
      const SeatSpec& seat = spec_.seats[Index(*spec_.actor)];
      if (seat.hand_given && more == kNoSeat && spec_.at.empty() && faults_.empty()) {
        AddFault(faults_, "S05", seat.where,
                 "seat " + std::to_string(*spec_.actor) +
                     " is to act and holds no tile too many: give it the one it has drawn, or "
                     "write `at: draw` to let it draw");
      }
      return *spec_.actor;
    }
    return more != kNoSeat ? more : spec_.dealer;
  }

  // Tiles of a hand nobody described: far apart, so that it claims nothing and is far from winning.
  // Worked: 147m147p147s and 258m2p.
  std::vector<Tile> IdleHand(std::size_t seat, int size) {
    static constexpr std::array<int, 9> kRanks = {0, 3, 6, 1, 4, 7, 2, 5, 8};
    std::vector<Tile> order;
    for (const int rank : kRanks) {
      for (int suit = 0; suit < 3; ++suit)
        order.push_back(static_cast<Tile>(suit * kGroupSize + rank));
    }
    for (Tile tile = 27; tile < 34; ++tile) order.push_back(tile);
    std::vector<Tile> hand;
    std::array<int, kMaxPieces> own{};
    for (int most = 1; most <= 4 && static_cast<int>(hand.size()) < size; ++most) {
      for (std::size_t i = 0; i < order.size() && static_cast<int>(hand.size()) < size; ++i) {
        const Tile tile = order[(i + 9 * (seat % 3) / 3) % order.size()];
        if (rest_[tile] == 0 || own[tile] >= most) continue;
        --rest_[tile];
        ++own[tile];
        hand.push_back(tile);
      }
    }
    std::sort(hand.begin(), hand.end());
    return hand;
  }

  void Lay(Board& board, Seat seat, Tile tile, std::uint8_t marks) {
    if (board.river_count == table::kMaxTiles) return;
    board.river[board.river_count++] = {
        tile, static_cast<std::uint8_t>(static_cast<std::uint8_t>(seat) | marks)};
  }

  void PlaceSeats(Board& board) {
    const int full = HandSize(flow_);
    for (std::size_t s = 0; s < spec_.seats.size(); ++s) {
      const SeatSpec& seat = spec_.seats[s];
      table::SeatBoard& out = board.seats[s];
      for (const Meld& meld : seat.melds) {
        if (out.meld_count == table::kMaxMelds) break;
        table::AddMeld(board, static_cast<Seat>(s), meld);
        if (meld.kind != MeldKind::kAnGang && meld.from != static_cast<Seat>(s)) {
          Lay(board, meld.from, static_cast<Tile>(meld.tile + meld.taken), table::kMarkClaimed);
        }
      }
      std::vector<Tile> hand = seat.hand;
      if (!seat.hand_given) hand = IdleHand(s, full - 3 * out.meld_count);
      if (static_cast<int>(hand.size()) + 3 * out.meld_count < full) {
        AddFault(faults_, "S05", seat.where,
                 "seat " + std::to_string(s) + ": not enough tiles are left for its hand");
        return;
      }
      for (const Tile tile : hand) out.hand.Add(tile);
      for (const Tile tile : seat.set_aside) out.set_aside.Add(tile);
      for (const Tile tile : seat.flowers) {
        if (table::IsFlower(tile))
          out.flowers = static_cast<std::uint8_t>(out.flowers | 1 << (tile - 36));
      }
      const bool more = static_cast<int>(hand.size()) + 3 * out.meld_count == full + 1;
      if (more && seat.draws == 0 && static_cast<Seat>(s) == spec_.dealer &&
          seat.drawn != kNoTile) {
        board.dealt_extra =
            static_cast<std::uint8_t>(1 + seat.drawn.value_or(hand.back()));  // dealt, not drawn
      } else if (more) {
        out.drawn = seat.drawn.value_or(seat.draws.value_or(1) == 0 ? kNoTile : hand.back());
      }
      if (seat.has_won) out.flags |= table::kHasWon;
      if (seat.left) out.flags |= table::kLeft;
      if (seat.locked) out.flags |= table::kLocked;
      if (seat.ready) SetReady(out, static_cast<Seat>(s), seat.where);
      for (const Tile tile : seat.won) out.won_kinds |= MaskOf(tile);
      out.wins =
          static_cast<std::uint8_t>(seat.has_won ? std::max<std::size_t>(1, seat.won.size()) : 0);
      board.win_events = static_cast<std::uint8_t>(board.win_events + out.wins);
      if (seat.has_won && board.next_dealer == kNoSeat) board.next_dealer = static_cast<Seat>(s);
    }
    if (spec_.next_dealer) board.next_dealer = *spec_.next_dealer;
  }

  // Where a part keeps it, the part says what declaring does; a seat that has declared is locked
  // (rules/common.md#waits).
  void SetReady(table::SeatBoard& out, Seat seat, const SourcePos& where) {
    out.flags |= table::kReady | table::kLocked;
    Value on(true);
    on.set_where(where);
    if (std::ranges::count(StateKeys(flow_), "ready") > 0)
      SetState(flow_, "ready", on, seat, records_, faults_);
  }

  // Tiles nobody named: into the wall as far as it reaches, else into the rivers.
  void PlaceWall(Board& board) {
    std::vector<Tile> unnamed;
    for (int tile = 0; tile < kMaxPieces; ++tile)
      unnamed.insert(unnamed.end(), static_cast<std::size_t>(rest_[static_cast<std::size_t>(tile)]),
                     static_cast<Tile>(tile));
    if (spec_.seed) {
      std::uint32_t counter = 0;
      Stream(StreamSeed(HandSeed(*spec_.seed, 0), "position"), counter)
          .Shuffle(std::span<Tile>(unnamed));
    }
    const std::size_t named = spec_.wall.size() + spec_.tail.size();
    const std::size_t left =
        spec_.wall_left ? static_cast<std::size_t>(*spec_.wall_left) : named + unnamed.size();
    if (left < named || left > named + unnamed.size()) {
      AddFault(faults_, "S05", spec_.where,
               "wall_left: " + std::to_string(left) + " tiles; with the tiles named it can be " +
                   std::to_string(named) + ".." + std::to_string(named + unnamed.size()));
      return;
    }
    table::Wall& wall = board.wall;
    wall.keep = static_cast<std::uint8_t>(NodeNumber(flow_, "shuffle", "keep", 0));
    const auto put = [&](Tile tile) { wall.tiles[wall.size++] = tile; };
    for (const Tile tile : spec_.wall) put(tile);
    for (std::size_t i = 0; i < left - named; ++i) put(unnamed[i]);
    for (std::size_t i = spec_.tail.size(); i > 0; --i) put(spec_.tail[i - 1]);
    wall.tail = wall.size;

    Seat seat = spec_.dealer;
    for (std::size_t i = left - named; i < unnamed.size(); ++i) {
      Lay(board, seat, unnamed[i], 0);
      seat = static_cast<Seat>((seat + 1) % flow_.seats());
    }
    for (std::size_t row = 0;; ++row) {
      bool any = false;
      for (int turn = 0; turn < flow_.seats(); ++turn) {
        seat = static_cast<Seat>((spec_.dealer + turn) % flow_.seats());
        const std::vector<Tile>& river = spec_.seats[Index(seat)].river;
        if (row >= river.size()) continue;
        Lay(board, seat, river[row], 0);
        any = true;
      }
      if (!any) break;
    }
    // A position is of the middle of a hand: nobody wins in its first turn, unless it says so.
    table::PerSeat<int> laid{};
    for (int i = 0; i < board.river_count; ++i)
      ++laid[board.river[static_cast<std::size_t>(i)].seat()];
    for (std::size_t s = 0; s < spec_.seats.size(); ++s) {
      const SeatSpec& given = spec_.seats[s];
      board.seats[s].draws = static_cast<std::uint8_t>(given.draws.value_or(std::max(2, laid[s])));
      board.seats[s].discards = static_cast<std::uint8_t>(
          given.discards.value_or(given.draws ? laid[s] : std::max(2, laid[s])));
    }
  }

  static Seat GangSource(const Board& board, Seat actor) {
    const table::SeatBoard& own = board.seats[actor];
    for (int i = own.meld_count; i > 0; --i) {
      const Meld& meld = own.melds[static_cast<std::size_t>(i - 1)];
      if (meld.kind == board.turn_gang) return meld.kind == MeldKind::kMingGang ? meld.from : actor;
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
  std::array<int, kMaxPieces> rest_;  // copies nobody has yet
};

}  // namespace

int HandSize(const Flow& flow) { return NodeNumber(flow, "deal", "hand", 13); }

bool DealerDraws(const Flow& flow) { return NodeNumber(flow, "deal", "dealer_extra", 1) == 0; }

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
