#include <mlf/components/logic/tile_set.h>
#include <mlf/components/score/reasons.h>
#include <mlf/flow/random.h>
#include <mlf/flow/words.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>
#include <mlf/tools/kit/fields.h>
#include <mlf/tools/kit/position.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace mlf::tools {
namespace {

using table::Board;
using table::kNoTile;

constexpr std::array<std::pair<std::string_view, MeldKind>, 7> kMeldKinds = {{{"chi", MeldKind::kChi},
                                                                             {"peng", MeldKind::kPeng},
                                                                             {"ming_gang", MeldKind::kMingGang},
                                                                             {"bu_gang", MeldKind::kBuGang},
                                                                             {"an_gang", MeldKind::kAnGang},
                                                                             {"chao_tian", MeldKind::kChaoTian},
                                                                             {"lai_gang", MeldKind::kLaiGang}}};

// A ganged wildcard lies by itself and is no meld.
bool IsMeld(MeldKind kind) { return kind != MeldKind::kLaiGang; }
// 朝天 draws no replacement.
bool DrawsReplacement(MeldKind kind) { return table::IsGang(kind) && kind != MeldKind::kChaoTian; }

std::vector<std::string> MeldKindNames() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : kMeldKinds) {
    if (IsMeld(kind)) names.emplace_back(name);
  }
  return names;
}

// A number among the parameters of the node of `type`, as the flow was built.
int NodeNumber(const Flow& flow, std::string_view type, std::string_view key, int fallback) {
  for (const Node& node : flow.nodes()) {
    const std::size_t brace = node.params.find('{');
    if (node.type != type || brace == std::string::npos) continue;
    const auto params = ParseYaml(node.params.substr(brace), "params");
    const Value* value = params && params->IsMap() ? params->Find(key) : nullptr;
    const auto number = value == nullptr ? std::nullopt : value->AsInt();
    if (number) return static_cast<int>(*number);
  }
  return fallback;
}

const table::StateText* StateOf(const Flow& flow, std::string_view key) {
  for (const auto& part : flow.parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state != nullptr && state->StateKey() == key) return state;
  }
  return nullptr;
}

bool ReadSeat(const Value& value, int seats, Seat& out, Faults& faults) {
  int seat = 0;
  if (!ReadInt(value, 0, seats - 1, seat, faults)) return false;
  out = static_cast<Seat>(seat);
  return true;
}

class Reader {
 public:
  Reader(const Flow& flow, Faults& faults) : flow_(flow), faults_(faults) {}

  void Read(const Value& value, PositionSpec& spec) {
    spec.where = value.where();
    spec.seats.resize(static_cast<std::size_t>(flow_.seats()));
    Fields fields(value,
                  {"at", "actor", "dealer", "seats", "wall", "tail", "wall_left", "seed", "state", "ledger", "score", "hands_done",
                   "next_dealer", "fresh", "after_gang", "after_gang_from"},
                  faults_, "position");
    if (!fields.ok()) return;
    fields.Text("at", spec.at);
    ReadOptionalSeat(fields, "actor", spec.actor);
    if (const Value* dealer = fields.Find("dealer")) ReadSeat(*dealer, flow_.seats(), spec.dealer, faults_);
    ReadOptionalSeat(fields, "next_dealer", spec.next_dealer);
    fields.Tiles("wall", spec.wall);
    fields.Tiles("tail", spec.tail);
    for (const auto& [key, where] : {std::pair("wall", &spec.wall_where), std::pair("tail", &spec.tail_where)}) {
      const Value* tiles = fields.Find(key);
      *where = tiles == nullptr ? value.where() : tiles->where();
    }
    int number = 0;
    if (fields.Int("wall_left", 0, table::kMaxTiles, number)) spec.wall_left = number;
    if (const Value* seed = fields.Find("seed")) {
      const auto read = seed->AsInt();
      if (read && *read >= 0) {
        spec.seed = static_cast<std::uint64_t>(*read);
      } else {
        AddFault(faults_, "S02", seed->where(), "seed: a number from 0 is needed, not " + seed->Canonical());
      }
    }
    fields.Int("hands_done", 0, 254, spec.hands_done);
    bool fresh = false;
    if (fields.Bool("fresh", fresh)) spec.fresh = fresh;
    if (const Value* gang = fields.Find("after_gang")) {
      const auto kind = MeldKindFrom(gang->text());
      if (!kind || !DrawsReplacement(*kind)) {
        AddFault(faults_, "S02", gang->where(), "after_gang: one of ming_gang, bu_gang, an_gang, lai_gang is needed, not " + gang->Canonical());
      } else {
        spec.after_gang = *kind;
      }
    }
    if (const Value* from = fields.Find("after_gang_from")) ReadSeat(*from, flow_.seats(), spec.after_gang_from, faults_);
    if (const Value* state = fields.Find("state")) spec.state = *state;
    if (const Value* ledger = fields.Find("ledger")) ReadLedger(*ledger, spec);
    if (const Value* score = fields.Find("score")) ReadScore(*score, spec);
    if (const Value* seats = fields.Find("seats")) ReadSeats(*seats, spec);
  }

 private:
  void ReadOptionalSeat(Fields& fields, std::string_view key, std::optional<Seat>& out) {
    const Value* value = fields.Find(key);
    Seat seat = 0;
    if (value != nullptr && ReadSeat(*value, flow_.seats(), seat, faults_)) out = seat;
  }

  // A list with one entry for each seat, or {0: ..., 2: ...}.
  void ReadSeats(const Value& value, PositionSpec& spec) {
    if (value.IsList()) {
      if (value.items().size() > spec.seats.size()) {
        AddFault(faults_, "S04", value.where(), "seats: there are " + std::to_string(spec.seats.size()) + " seats");
        return;
      }
      for (std::size_t i = 0; i < value.items().size(); ++i) ReadSeatSpec(value.items()[i], static_cast<Seat>(i), spec.seats[i]);
      return;
    }
    if (!value.IsMap()) {
      AddFault(faults_, "S02", value.where(), "seats: {0: {hand: ...}, 1: ...} is needed");
      return;
    }
    for (const Value::Entry& entry : value.entries()) {
      Value key(entry.key);
      key.set_where(entry.where);
      Seat seat = 0;
      if (ReadSeat(key, flow_.seats(), seat, faults_)) ReadSeatSpec(entry.value, seat, spec.seats[static_cast<std::size_t>(seat)]);
    }
  }

  void ReadSeatSpec(const Value& value, Seat seat, SeatSpec& out) {
    out.where = value.where();
    if (value.IsNull()) return;
    if (value.IsScalar()) {  // the hand alone
      out.hand_given = ReadTiles(value, out.hand, faults_);
      return;
    }
    Fields fields(value, {"hand", "drawn", "melds", "flowers", "river", "set_aside", "won", "left", "locked", "ready", "draws", "discards"}, faults_,
                  "seat " + std::to_string(seat));
    if (!fields.ok()) return;
    out.hand_given = fields.Tiles("hand", out.hand);
    if (const Value* drawn = fields.Find("drawn")) {
      std::vector<Tile> tile;
      if (drawn->text() == "none") {
        out.drawn = kNoTile;
      } else if (ReadTiles(*drawn, tile, faults_)) {
        if (tile.size() == 1 && std::find(out.hand.begin(), out.hand.end(), tile[0]) != out.hand.end()) {
          out.drawn = tile[0];
        } else {
          AddFault(faults_, "S02", drawn->where(), "drawn: one tile of the hand is needed, or none");
        }
      }
    }
    fields.Tiles("river", out.river);
    fields.Tiles("set_aside", out.set_aside);
    if (fields.Tiles("flowers", out.flowers)) {
      for (const Tile tile : out.flowers) {
        if (!table::IsFlower(tile)) AddFault(faults_, "S02", fields.Find("flowers")->where(), "flowers: " + table::TileName(tile) + " is no flower");
      }
    }
    if (const Value* won = fields.Find("won")) {
      if (won->AsBool()) {
        out.has_won = *won->AsBool();
      } else if (ReadTiles(*won, out.won, faults_)) {
        out.has_won = !out.won.empty();
      }
    }
    fields.Bool("left", out.left);
    fields.Bool("locked", out.locked);
    fields.Bool("ready", out.ready);
    int number = 0;
    if (fields.Int("draws", 0, 200, number)) out.draws = number;
    if (fields.Int("discards", 0, 200, number)) out.discards = number;
    if (const Value* melds = fields.Find("melds")) {
      if (melds->IsScalar()) ReadOneMeld(*melds, seat, out);
      for (const Value& meld : melds->items()) ReadOneMeld(meld, seat, out);
      if (out.melds.size() > table::kMaxMelds) AddFault(faults_, "S05", melds->where(), "melds: at most " + std::to_string(table::kMaxMelds));
    }
  }

  void ReadOneMeld(const Value& value, Seat seat, SeatSpec& out) {
    auto meld = ReadMeld(value.text(), seat, flow_.seats());
    if (meld) {
      out.melds.push_back(*meld);
    } else {
      AddFault(faults_, "S02", value.where(), meld.faults().front().message);
    }
  }

  void ReadScore(const Value& value, PositionSpec& spec) {
    if (!value.IsList() || static_cast<int>(value.items().size()) != flow_.seats()) {
      AddFault(faults_, "S02", value.where(), "score: a list of " + std::to_string(flow_.seats()) + " numbers is needed");
      return;
    }
    for (const Value& item : value.items()) {
      int number = 0;
      if (!ReadInt(item, -100'000'000, 100'000'000, number, faults_)) return;
      spec.score.push_back(number);
    }
  }

  void ReadLedger(const Value& value, PositionSpec& spec) {
    if (!value.IsList()) return AddFault(faults_, "S02", value.where(), "ledger: a list such as [{to: 0, from: others, each: 2, reason: an_gang}] is needed");
    std::vector<std::string> known;
    const std::vector<const Reason*>& reasons = flow_.Numbers(table::kLedgerReasons);
    for (const Reason* reason : reasons) {
      if (reason != nullptr) known.emplace_back(reason->id);
    }
    if (value.items().size() > table::Ledger::kCapacity / 2) return AddFault(faults_, "S02", value.where(), "ledger: too many entries");
    for (const Value& item : value.items()) {
      LedgerSpec entry;
      Fields fields(item, {"to", "from", "each", "reason", "open"}, faults_, "ledger");
      if (!fields.ok()) continue;
      for (const char* needed : {"to", "from", "each", "reason"}) {
        if (fields.Find(needed) == nullptr) AddFault(faults_, "S02", item.where(), std::string("ledger: ") + needed + " is missing");
      }
      if (const Value* to = fields.Find("to")) ReadSeat(*to, flow_.seats(), entry.to, faults_);
      if (const Value* from = fields.Find("from")) {
        Seat seat = 0;
        if (from->text() == "others") {
          entry.from = static_cast<SeatMask>(((1u << flow_.seats()) - 1) & ~unsigned{MaskOf(entry.to)});
        } else if (from->IsList()) {
          for (const Value& payer : from->items()) {
            if (ReadSeat(payer, flow_.seats(), seat, faults_)) entry.from |= MaskOf(seat);
          }
        } else if (ReadSeat(*from, flow_.seats(), seat, faults_)) {
          entry.from = MaskOf(seat);
        }
        if ((entry.from & MaskOf(entry.to)) != 0) {
          AddFault(faults_, "S06", from->where(), "ledger: nobody pays itself");
          continue;
        }
      }
      fields.Int("each", 1, 1'000'000, entry.each);
      std::string reason;
      fields.Text("reason", reason);
      const auto is_reason = [&](const Reason* r) { return r != nullptr && r->id == reason; };
      const auto found = std::find_if(reasons.begin(), reasons.end(), is_reason);
      if (found == reasons.end()) {
        AddFault(faults_, "S04", item.where(), "ledger: this variant has no reason \"" + reason + "\"" + DidYouMean(reason, known));
        continue;
      }
      entry.reason = static_cast<std::uint8_t>(found - reasons.begin());
      const auto kind = MeldKindFrom(reason);
      entry.gang = entry.open = kind && table::IsGang(*kind);
      fields.Bool("open", entry.open);
      spec.ledger.push_back(entry);
    }
  }

  const Flow& flow_;
  Faults& faults_;
};

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
      AddFault(faults_, "S06", spec_.where, "this flow has no table with tiles, so there are no positions of it");
      return {};
    }
    for (const Tile tile : tiles->Tiles()) ++rest_[tile];
    records_ = flow_.Blank();
    Board& board = (*board_slot)(records_);
    table::PrepareBoard(board, flow_.seats());
    board.dealer = spec_.dealer;

    // State first: it may lay tiles aside. Then what is named, so that nothing is named too often; then what nobody named.
    PlaceState();
    const Counts aside = table::AllTiles(board);
    ForEach(aside.Kinds(), [&](Tile tile) { TakeOne(tile, aside[tile], spec_.state.where(), "state"); });
    for (const SeatSpec& seat : spec_.seats) TakeNamed(seat);
    Take(spec_.wall, spec_.wall_where, "wall");
    Take(spec_.tail, spec_.tail_where, "tail");
    if (!faults_.empty()) return {};
    const Seat actor = Actor();
    PlaceSeats(board);
    PlaceWall(board);
    if (!faults_.empty()) return {};

    PositionEntry entry{kNoNode, actor};
    const bool holds_more = board.seats[static_cast<std::size_t>(actor)].HandSize() % 3 == HandSize(flow_) % 3 + 1;
    const std::string at = !spec_.at.empty() ? spec_.at : holds_more ? "turn" : "draw";
    entry.node = flow_.Find(at);
    if (entry.node == kNoNode) {
      std::vector<std::string> ids;
      for (const Node& node : flow_.nodes()) ids.push_back(node.id);
      AddFault(faults_, "S04", spec_.where, "at: there is no node \"" + at + "\"" + DidYouMean(at, ids));
      return {};
    }
    board.drawer = actor;
    board.fresh = spec_.fresh.value_or(holds_more) ? 1 : 0;
    if (spec_.after_gang != MeldKind::kNone) {
      board.turn_gang = spec_.after_gang;
      board.turn_gang_from = spec_.after_gang_from != kNoSeat ? spec_.after_gang_from : GangSource(board, actor);
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
      if (faults_.empty() || faults_.back().message != message) AddFault(faults_, "S03", where, std::move(message));
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
      if (size == full + 1 && more == kNoSeat && spec_.actor.value_or(static_cast<Seat>(s)) == static_cast<Seat>(s)) {
        more = static_cast<Seat>(s);
      } else if (size != full) {
        const int wanted = full - 3 * static_cast<int>(seat.melds.size());
        AddFault(faults_, "S05", seat.where,
                 "seat " + std::to_string(s) + ": " + std::to_string(seat.hand.size()) + " tiles in hand; with " + std::to_string(seat.melds.size()) +
                     " melds it is " + std::to_string(wanted) + (size == full + 1 ? ", one more only for the seat to act" : " (one more for the seat to act)"));
      }
    }
    if (spec_.actor) {
      const SeatSpec& seat = spec_.seats[Index(*spec_.actor)];
      if (seat.hand_given && more == kNoSeat && spec_.at.empty() && faults_.empty()) {
        AddFault(faults_, "S05", seat.where,
                 "seat " + std::to_string(*spec_.actor) + " is to act and holds no tile too many: give it the one it has drawn, or write `at: draw` to let it draw");
      }
      return *spec_.actor;
    }
    return more != kNoSeat ? more : spec_.dealer;
  }

  // Tiles of a hand nobody described: far apart, so that it claims nothing and is far from winning. Worked: 147m147p147s and 258m2p.
  std::vector<Tile> IdleHand(std::size_t seat, int size) {
    static constexpr std::array<int, 9> kRanks = {0, 3, 6, 1, 4, 7, 2, 5, 8};
    std::vector<Tile> order;
    for (const int rank : kRanks) {
      for (int suit = 0; suit < 3; ++suit) order.push_back(static_cast<Tile>(suit * kGroupSize + rank));
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
    board.river[board.river_count++] = {tile, static_cast<std::uint8_t>(static_cast<std::uint8_t>(seat) | marks)};
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
        AddFault(faults_, "S05", seat.where, "seat " + std::to_string(s) + ": not enough tiles are left for its hand");
        return;
      }
      for (const Tile tile : hand) out.hand.Add(tile);
      for (const Tile tile : seat.set_aside) out.set_aside.Add(tile);
      for (const Tile tile : seat.flowers) {
        if (table::IsFlower(tile)) out.flowers = static_cast<std::uint8_t>(out.flowers | 1 << (tile - 36));
      }
      const bool more = static_cast<int>(hand.size()) + 3 * out.meld_count == full + 1;
      if (more && seat.draws == 0 && static_cast<Seat>(s) == spec_.dealer && seat.drawn != kNoTile) {
        board.dealt_extra = static_cast<std::uint8_t>(1 + seat.drawn.value_or(hand.back()));  // dealt, not drawn
      } else if (more) {
        out.drawn = seat.drawn.value_or(seat.draws.value_or(1) == 0 ? kNoTile : hand.back());
      }
      if (seat.has_won) out.flags |= table::kHasWon;
      if (seat.left) out.flags |= table::kLeft;
      if (seat.locked) out.flags |= table::kLocked;
      if (seat.ready) SetReady(out, static_cast<Seat>(s), seat.where);
      for (const Tile tile : seat.won) out.won_kinds |= MaskOf(tile);
      out.wins = static_cast<std::uint8_t>(seat.has_won ? std::max<std::size_t>(1, seat.won.size()) : 0);
      board.win_events = static_cast<std::uint8_t>(board.win_events + out.wins);
      if (seat.has_won && board.next_dealer == kNoSeat) board.next_dealer = static_cast<Seat>(s);
    }
    if (spec_.next_dealer) board.next_dealer = *spec_.next_dealer;
  }

  // Where a part keeps it, the part says what declaring does; a seat that has declared is locked (machinery §1).
  void SetReady(table::SeatBoard& out, Seat seat, const SourcePos& where) {
    out.flags |= table::kReady | table::kLocked;
    Value on(true);
    on.set_where(where);
    if (StateOf(flow_, "ready") != nullptr) SetState(flow_, "ready", on, seat, records_, faults_);
  }

  // Tiles nobody named: into the wall as far as it reaches, else into the rivers.
  void PlaceWall(Board& board) {
    std::vector<Tile> unnamed;
    for (int tile = 0; tile < kMaxPieces; ++tile) unnamed.insert(unnamed.end(), static_cast<std::size_t>(rest_[static_cast<std::size_t>(tile)]), static_cast<Tile>(tile));
    if (spec_.seed) {
      std::uint32_t counter = 0;
      Stream(StreamSeed(HandSeed(*spec_.seed, 0), "position"), counter).Shuffle(std::span<Tile>(unnamed));
    }
    const std::size_t named = spec_.wall.size() + spec_.tail.size();
    const std::size_t left = spec_.wall_left ? static_cast<std::size_t>(*spec_.wall_left) : named + unnamed.size();
    if (left < named || left > named + unnamed.size()) {
      AddFault(faults_, "S05", spec_.where,
               "wall_left: " + std::to_string(left) + " tiles; with the tiles named it can be " + std::to_string(named) + ".." + std::to_string(named + unnamed.size()));
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
    std::array<int, table::kMaxPlayers> laid{};
    for (int i = 0; i < board.river_count; ++i) ++laid[Index(board.river[static_cast<std::size_t>(i)].seat())];
    for (std::size_t s = 0; s < spec_.seats.size(); ++s) {
      const SeatSpec& given = spec_.seats[s];
      board.seats[s].draws = static_cast<std::uint8_t>(given.draws.value_or(std::max(2, laid[s])));
      board.seats[s].discards = static_cast<std::uint8_t>(given.discards.value_or(given.draws ? laid[s] : std::max(2, laid[s])));
    }
  }

  static Seat GangSource(const Board& board, Seat actor) {
    const table::SeatBoard& own = board.seats[Index(actor)];
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
    if (!spec_.state.IsMap()) return AddFault(faults_, "S02", spec_.state.where(), "state: keys with values are needed, such as {void: [m, p, s, s]}");
    for (const Value::Entry& entry : spec_.state.entries()) SetState(flow_, entry.key, entry.value, spec_.state_seat, records_, faults_);
  }

  const Flow& flow_;
  const PositionSpec& spec_;
  Records& records_;
  Faults& faults_;
  std::array<int, kMaxPieces> rest_;  // copies nobody has yet
};

}  // namespace

std::string_view MeldKindName(MeldKind kind) {
  for (const auto& [name, known] : kMeldKinds) {
    if (known == kind) return name;
  }
  return "";
}

std::optional<MeldKind> MeldKindFrom(std::string_view name) {
  for (const auto& [known, kind] : kMeldKinds) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

Result<Meld> ReadMeld(std::string_view text, Seat owner, int seats) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return Fault{"S02", {}, "\"" + std::string(text) + "\": a meld is written peng(5m), or peng(5m) from 2"};
  }
  const std::string word(text.substr(0, open));
  const auto kind = MeldKindFrom(word);
  if (!kind || !IsMeld(*kind)) return Fault{"S02", {}, "there is no meld \"" + word + "\"" + DidYouMean(word, MeldKindNames())};
  auto tiles = table::ParseTiles(text.substr(open + 1, close - open - 1));
  if (!tiles) return Fault{"S03", {}, "\"" + std::string(text) + "\": " + tiles.faults().front().message};

  Meld meld{*kind, kNoTile, static_cast<Seat>((owner + seats - 1) % seats), 0};
  if (*kind == MeldKind::kAnGang || *kind == MeldKind::kChaoTian) meld.from = owner;
  const bool one_kind = !tiles->empty() && std::all_of(tiles->begin(), tiles->end(), [&](Tile t) { return t == tiles->front(); });
  if (*kind == MeldKind::kChi) {
    const Tile claimed = tiles->empty() ? kNoTile : tiles->front();
    std::sort(tiles->begin(), tiles->end());
    const bool run = tiles->size() == 3 && table::IsSuited(tiles->back()) && (*tiles)[1] == (*tiles)[0] + 1 && (*tiles)[2] == (*tiles)[0] + 2 &&
                     GroupOf(tiles->front()) == GroupOf(tiles->back());
    if (!run) return Fault{"S02", {}, "\"" + std::string(text) + "\": a chi is three tiles in a row, the claimed one first, such as chi(423m)"};
    meld.tile = tiles->front();
    meld.taken = static_cast<std::uint8_t>(claimed - meld.tile);
  } else {
    meld.tile = one_kind ? tiles->front() : kNoTile;
    const bool right = one_kind && !table::IsFlower(meld.tile) && (tiles->size() == 1 || static_cast<int>(tiles->size()) == meld.Size());
    if (!right) return Fault{"S02", {}, "\"" + std::string(text) + "\": " + word + " is of one kind, written once: " + word + "(5m)"};
  }
  std::string_view after = text.substr(close + 1);
  while (!after.empty() && after.front() == ' ') after.remove_prefix(1);
  if (after.empty()) return meld;
  if (!after.starts_with("from ") || after.size() != 6 || after[5] < '0' || after[5] >= '0' + seats || after[5] - '0' == owner || meld.kind == MeldKind::kAnGang) {
    return Fault{"S02", {}, "\"" + std::string(text) + "\": behind a meld stands nothing, or from and another seat: peng(5m) from 2"};
  }
  meld.from = static_cast<Seat>(after[5] - '0');
  return meld;
}

std::string MeldText(const Meld& meld) {
  std::string tiles = table::TileName(meld.tile);
  if (meld.kind == MeldKind::kChi) tiles = table::FormatTiles(std::vector<Tile>{meld.tile, static_cast<Tile>(meld.tile + 1), static_cast<Tile>(meld.tile + 2)});
  return std::string(MeldKindName(meld.kind)) + "(" + tiles + ")";
}

std::vector<std::string> StateKeys(const Flow& flow) {
  std::vector<std::string> keys;
  for (const auto& part : flow.parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state != nullptr && std::find(keys.begin(), keys.end(), state->StateKey()) == keys.end()) keys.emplace_back(state->StateKey());
  }
  return keys;
}

void SetState(const Flow& flow, std::string_view key, const Value& value, Seat seat, Records& records, Faults& faults) {
  const table::StateText* state = StateOf(flow, key);
  if (state == nullptr) {
    const std::vector<std::string> keys = StateKeys(flow);
    return AddFault(faults, "S04", value.where(), "state: this variant keeps no \"" + std::string(key) + "\"" + DidYouMean(std::string(key), keys));
  }
  const auto set = [&](Seat of, const Value& one) {
    if (const auto fault = state->ReadState(records, of, one)) AddFault(faults, "S02", one.where(), *fault);
  };
  if (!state->PerSeat()) return set(kNoSeat, value);
  if (value.IsList()) {
    if (static_cast<int>(value.items().size()) != flow.seats()) {
      return AddFault(faults, "S02", value.where(), "state: " + std::string(key) + " needs a value for each of the " + std::to_string(flow.seats()) + " seats");
    }
    for (std::size_t s = 0; s < value.items().size(); ++s) set(static_cast<Seat>(s), value.items()[s]);
    return;
  }
  if (seat == kNoSeat) return AddFault(faults, "S02", value.where(), "state: " + std::string(key) + " is given for each seat: [m, p, ~, s]");
  set(seat, value);
}

int HandSize(const Flow& flow) { return NodeNumber(flow, "deal", "hand", 13); }

bool DealerDraws(const Flow& flow) { return NodeNumber(flow, "deal", "dealer_extra", 1) == 0; }

Result<PositionSpec> ReadPosition(const Flow& flow, const Value& position) {
  Faults faults;
  PositionSpec spec;
  Reader(flow, faults).Read(position, spec);
  if (!faults.empty()) return faults;
  return spec;
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

Result<std::uint64_t> SetStart(const Flow& flow, const Value& start, Records& records) {
  Faults faults;
  records = flow.Blank();
  std::uint64_t seed = 0;
  const auto board_slot = table::FindSlot<Board>(flow);
  const auto match_slot = table::FindSlot<table::Match>(flow);
  const auto* tiles = flow.Shared<logic::TileSet>("tiles");
  if (!board_slot || !match_slot || tiles == nullptr) return Fault{"S06", start.where(), "this flow has no table with tiles"};
  Board& board = (*board_slot)(records);
  table::Match& match = (*match_slot)(records);

  Fields fields(start, {"seed", "dealer", "dice", "direction", "wall", "tail", "hands"}, faults, "start");
  if (!fields.ok()) return faults;
  if (const Value* value = fields.Find("seed")) {
    const auto read = value->AsInt();
    if (read && *read >= 0) {
      seed = static_cast<std::uint64_t>(*read);
    } else {
      AddFault(faults, "S02", value->where(), "seed: a number from 0 is needed, not " + value->Canonical());
    }
  }
  const Value* dealer_value = fields.Find("dealer");
  Seat dealer = 0;
  if (dealer_value != nullptr && ReadSeat(*dealer_value, flow.seats(), dealer, faults)) match.given_dealer = static_cast<std::uint8_t>(1 + dealer);
  if (const Value* dice = fields.Find("dice")) {
    if (!dice->IsList() || dice->items().size() != 2) {
      AddFault(faults, "S02", dice->where(), "dice: two numbers are needed, [3, 4]");
    } else {
      for (std::size_t i = 0; i < 2; ++i) {
        int face = 0;
        if (ReadInt(dice->items()[i], 1, 6, face, faults)) match.given_dice[i] = static_cast<std::uint8_t>(face);
      }
      if (dealer_value == nullptr) dealer = static_cast<Seat>((match.given_dice[0] + match.given_dice[1] + flow.seats() - 1) % flow.seats());
    }
  }
  if (const Value* direction = fields.Find("direction")) {
    const int seats = flow.seats();
    const std::string& word = direction->text();
    // A seat receives from the one 1 + n places on: from the next seat where tiles go to the previous one.
    if (word == "previous") {
      match.given_direction = 1;
    } else if (word == "opposite" && seats % 2 == 0) {
      match.given_direction = static_cast<std::uint8_t>(seats / 2);
    } else if (word == "next") {
      match.given_direction = static_cast<std::uint8_t>(seats - 1);
    } else {
      AddFault(faults, "S02", direction->where(), "direction: previous, opposite or next is needed (where the tiles go), not " + direction->Canonical());
    }
  }

  std::vector<Tile> wall, tail;
  const bool wall_given = fields.Tiles("wall", wall);
  const bool tail_given = fields.Tiles("tail", tail);
  const Value* hands = fields.Find("hands");
  if (hands == nullptr && !wall_given && !tail_given) {
    if (!faults.empty()) return faults;
    return seed;
  }
  if (dealer_value == nullptr && fields.Find("dice") == nullptr) {
    AddFault(faults, "S06", start.where(), "start: a given wall needs the dealer too, by dealer or dice");
  }

  std::array<int, kMaxPieces> rest{};
  for (const Tile tile : tiles->Tiles()) ++rest[tile];
  const auto take = [&](const std::vector<Tile>& list, const SourcePos& where) {
    for (const Tile tile : list) {
      if (rest[tile]-- == 0) return AddFault(faults, "S03", where, "more " + table::TileName(tile) + " than there are in play");
    }
  };
  std::array<std::vector<Tile>, table::kMaxPlayers> given;
  const auto size = static_cast<std::size_t>(HandSize(flow));
  const auto extra = static_cast<std::size_t>(NodeNumber(flow, "deal", "dealer_extra", 1));
  const auto full_size = [&](Seat seat) { return size + (seat == dealer ? extra : 0); };
  if (hands != nullptr) {
    const auto read = [&](const Value& value, Seat seat) {
      std::vector<Tile>& hand = given[static_cast<std::size_t>(seat)];
      if (!ReadTiles(value, hand, faults)) return;
      if (hand.size() > full_size(seat)) AddFault(faults, "S05", value.where(), "hands: seat " + std::to_string(seat) + " is dealt " + std::to_string(full_size(seat)) + " tiles");
      take(hand, value.where());
    };
    if (hands->IsMap()) {
      for (const Value::Entry& entry : hands->entries()) {
        Value key(entry.key);
        key.set_where(entry.where);
        Seat seat = 0;
        if (ReadSeat(key, flow.seats(), seat, faults)) read(entry.value, seat);
      }
    } else if (hands->IsList() && static_cast<int>(hands->items().size()) <= flow.seats()) {
      for (std::size_t s = 0; s < hands->items().size(); ++s) read(hands->items()[s], static_cast<Seat>(s));
    } else {
      AddFault(faults, "S02", hands->where(), "hands: {0: 123m..., 1: ...} is needed");
    }
  }
  take(wall, start.where());
  take(tail, start.where());
  if (!faults.empty()) return faults;

  std::vector<Tile> unnamed;
  for (std::size_t tile = 0; tile < kMaxPieces; ++tile) unnamed.insert(unnamed.end(), static_cast<std::size_t>(rest[tile]), static_cast<Tile>(tile));
  std::uint32_t counter = 0;
  Stream(StreamSeed(HandSeed(seed, 0), "position"), counter).Shuffle(std::span<Tile>(unnamed));
  const auto fill = [&](std::vector<Tile>& list, std::size_t wanted) {
    while (list.size() < wanted && !unnamed.empty()) {
      list.push_back(unnamed.back());
      unnamed.pop_back();
    }
  };
  std::vector<Tile> order;
  if (hands != nullptr) {
    for (int turn = 0; turn < flow.seats(); ++turn) {
      const auto seat = static_cast<Seat>((dealer + turn) % flow.seats());
      std::vector<Tile>& hand = given[static_cast<std::size_t>(seat)];
      fill(hand, full_size(seat));
      order.insert(order.end(), hand.begin(), hand.begin() + static_cast<std::ptrdiff_t>(size));
    }
    if (extra != 0) order.push_back(given[static_cast<std::size_t>(dealer)].back());
  }
  order.insert(order.end(), wall.begin(), wall.end());
  order.insert(order.end(), unnamed.begin(), unnamed.end());
  order.insert(order.end(), tail.rbegin(), tail.rend());
  for (std::size_t i = 0; i < order.size(); ++i) board.wall.tiles[i] = order[i];
  board.wall.size = board.wall.tail = static_cast<std::uint8_t>(order.size());
  match.given_wall = 1;
  return seed;
}

}  // namespace mlf::tools
