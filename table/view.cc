#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>
#include <mlf/table/view.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace mlf::table {

namespace {

constexpr std::array<std::string_view, 8> kKinds = {"none",    "chi",     "peng",      "ming_gang",
                                                    "bu_gang", "an_gang", "chao_tian", "lai_gang"};

// A Value as JSON: numbers and switches keep their type, the rest becomes text.
Json FromValue(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull: return nullptr;
    case Value::Kind::kScalar:
      if (const auto number = value.AsInt()) return *number;
      if (const auto on = value.AsBool()) return *on;
      return value.text();
    case Value::Kind::kList: {
      Json list = Json::array();
      for (const Value& item : value.items()) list.push_back(FromValue(item));
      return list;
    }
    case Value::Kind::kMap: {
      Json map = Json::object();
      for (const Value::Entry& entry : value.entries()) map[entry.key] = FromValue(entry.value);
      return map;
    }
  }
  return nullptr;
}

class Viewing {
 public:
  Viewing(const Flow& flow, const Records& records, Viewer viewer, const Board& board)
      : flow_(flow), records_(records), viewer_(viewer), board_(board) {}

  Json Seats() const {
    Json seats = Json::array();
    for (Seat seat = 0; seat < flow_.seats(); ++seat) seats.push_back(OneSeat(seat));
    return seats;
  }

  Json River() const {
    Json river = Json::array();
    for (int i = 0; i < board_.river_count; ++i) {
      const Discard& discard = board_.river[static_cast<std::size_t>(i)];
      Json one{{"seat", discard.seat()}, {"tile", TileName(discard.tile)}};
      if (discard.drawn()) one["drawn"] = true;
      if (discard.claimed()) one["claimed"] = true;
      if (discard.won()) one["won"] = true;
      if (discard.robbed()) one["robbed"] = true;
      river.push_back(std::move(one));
    }
    return river;
  }

  Json LedgerEntries(const Ledger& ledger) const {
    const std::vector<const Reason*>& reasons = flow_.Numbers(kLedgerReasons);
    Json list = Json::array();
    for (int i = 0; i < ledger.count; ++i) {
      const LedgerEntry& entry = ledger.entries[static_cast<std::size_t>(i)];
      Json payers = Json::array();
      ForEachSeat(entry.payers, [&](Seat payer) { payers.push_back(payer); });
      Json one{{"to", entry.party()}, {"from", std::move(payers)}, {"each", entry.each}};
      if (entry.reason < reasons.size() && reasons[entry.reason] != nullptr) {
        const Reason& reason = *reasons[entry.reason];
        one["reason"] = Json{{"id", reason.id}, {"zh", reason.zh}, {"en", reason.en}};
      }
      if (entry.refers != 0) one["undoes"] = entry.refers - 1;
      if (entry.undone()) one["undone"] = true;
      list.push_back(std::move(one));
    }
    return list;
  }

  // The state of the parts by key. The first part with a key stands for all.
  Json State() const {
    // WriteState shows everything for kNoSeat. A spectator has no seat, so it queries with an
    // invalid seat number.
    const Seat as = viewer_.kind == Viewer::kFull   ? kNoSeat
                    : viewer_.kind == Viewer::kSeat ? viewer_.seat
                                                    : static_cast<Seat>(kMaxSeats);
    Json state = Json::object();
    std::set<std::string_view> seen;
    for (const auto& part : flow_.parts()) {
      const auto* text = dynamic_cast<const StateText*>(part.get());
      if (text == nullptr || !seen.insert(text->StateKey()).second) continue;
      Json value;
      if (text->PerSeat()) {
        bool any = false;
        for (Seat seat = 0; seat < flow_.seats(); ++seat) {
          value.push_back(FromValue(text->WriteState(records_, seat, as)));
          any = any || !value.back().is_null();
        }
        if (!any) value = nullptr;
      } else {
        value = FromValue(text->WriteState(records_, kNoSeat, as));
      }
      if (!value.is_null()) state[std::string(text->StateKey())] = std::move(value);
    }
    return state;
  }

  // The open window as far as it concerns this viewer; null if it does not.
  Json Window() const {
    const FlowState& state = records_.flow();
    if (state.over != 0 || state.node == kNoNode || !flow_.node(state.node).window) return nullptr;
    const mlf::Window& window = *flow_.node(state.node).window;
    Choices choices;
    flow_.FillChoices(records_, choices);
    Json seats = Json::array();
    for (Seat seat = 0; seat < flow_.people(); ++seat) {
      if (!viewer_.Knows(seat)) continue;
      const SeatMask bit = MaskOf(seat);
      Json one{{"seat", seat}};
      if ((state.window.active & bit) != 0) {
        Json offers = Json::array();
        for (const Offer& offer : choices.Of(seat)) offers.push_back(OfferBody(flow_, offer));
        one["offers"] = std::move(offers);
      } else if ((state.window.asked & state.window.answered & bit) != 0) {
        const StoredAnswer& answer = state.window.answers[static_cast<std::size_t>(seat)];
        one["answered"] = flow_.node(window.answers[answer.edge].to).id;
        if (answer.count > 0)
          one["pieces"] = PiecesBody(flow_, {answer.pieces.data(), answer.count});
        if (answer.value != 0) one["value"] = answer.value;
      } else if (viewer_.kind != Viewer::kFull && (state.window.asked & bit) != 0) {
        one["waits"] = true;  // asked in turn, and its turn has not come
      } else {
        continue;
      }
      seats.push_back(std::move(one));
    }
    if (seats.empty()) return nullptr;
    return Json{{"ask", state.window.ask},
                {"deadline_ms", window.deadline_ms},
                {"seats", std::move(seats)}};
  }

 private:
  Json Tiles(const Counts& tiles) const {
    Json list = Json::array();
    for (const Tile tile : ToList(tiles)) list.push_back(TileName(tile));
    return list;
  }

  Json OneSeat(Seat seat) const {
    const SeatBoard& own = board_.seats[seat];
    const bool own_hand = viewer_.Knows(seat);
    const bool knows = own_hand || (viewer_.kind == Viewer::kSeat && own.ShownTo(viewer_.seat));
    Json json{{"seat", seat}, {"count", own.hand.Size()}};
    if (knows) json["hand"] = Tiles(own.hand);
    if (own.drawn != kNoTile) json["drawn"] = knows ? TileName(own.drawn) : "?";
    Json melds = Json::array();
    for (const Meld& meld : own.Melds()) {
      const bool hidden = meld.kind == MeldKind::kAnGang && !knows;
      Json one{{"kind", kKinds[static_cast<std::size_t>(meld.kind)]}};
      Json tiles = Json::array();
      for (int i = 0; i < meld.Size(); ++i)
        tiles.push_back(hidden ? "?"
                               : TileName(static_cast<Tile>(
                                     meld.tile + (meld.kind == MeldKind::kChi ? i : 0))));
      one["tiles"] = std::move(tiles);
      if (meld.from != seat) one["from"] = meld.from;
      if (meld.kind == MeldKind::kChi)
        one["taken"] = TileName(static_cast<Tile>(meld.tile + meld.taken));
      melds.push_back(std::move(one));
    }
    json["melds"] = std::move(melds);
    if (!own.set_aside.Empty()) json["set_aside"] = Tiles(own.set_aside);
    if (own.wins > 0) json["wins"] = own.wins;
    if (own.won_kinds != 0) {
      Json kinds = Json::array();
      ForEach(own.won_kinds, [&](Tile tile) { kinds.push_back(TileName(tile)); });
      json["won_on"] = std::move(kinds);
    }
    if (own.flowers != 0) {
      Json flowers = Json::array();
      for (int i = 0; i < 8; ++i) {
        if ((own.flowers >> i) & 1) flowers.push_back(TileName(static_cast<Tile>(36 + i)));
      }
      json["flowers"] = std::move(flowers);
    }
    if (own.Is(kHasWon)) json["won"] = true;
    if (own.Is(kLeft)) json["left"] = true;
    if (own.Is(kLocked)) json["locked"] = true;
    if (own.Is(kReady)) json["ready"] = true;
    if (own_hand && (records_.flow().auto_seats & MaskOf(seat)) != 0) json["auto"] = true;
    return json;
  }

  const Flow& flow_;
  const Records& records_;
  Viewer viewer_;
  const Board& board_;
};

}  // namespace

Json View(const Flow& flow, const Records& records, Viewer viewer) {
  if (viewer.kind == Viewer::kSeat && (viewer.seat < 0 || viewer.seat >= flow.people()))
    viewer = Viewer::Spectator();
  const auto board_slot = FindSlot<Board>(flow);
  const auto match_slot = FindSlot<Match>(flow);
  if (!board_slot || !match_slot || records.flow().fingerprint != flow.fingerprint())
    return nullptr;
  const Board& board = (*board_slot)(records);
  const Match& match = (*match_slot)(records);
  const FlowState& state = records.flow();
  const Viewing viewing(flow, records, viewer, board);

  Json json{{"v", kJsonVersion}, {"variant", flow.name()}};
  json["viewer"] = viewer.kind == Viewer::kFull        ? "full"
                   : viewer.kind == Viewer::kSpectator ? "spectator"
                                                       : "seat";
  if (viewer.kind == Viewer::kSeat) json["seat"] = viewer.seat;
  json["hand"] = state.hand;
  if (state.over != 0) json["over"] = true;
  if (state.node != kNoNode) json["node"] = flow.node(state.node).id;
  json["actor"] = state.actor;
  json["dealer"] = board.dealer;
  json["drawer"] = board.drawer;
  json["wall_left"] = board.wall.Left();
  if (board.wall.keep > 0) json["wall_keep"] = board.wall.keep;
  if (board.turned != 0) json["turned"] = TileName(static_cast<Tile>(board.turned - 1));
  if (match.dice[0] != 0) json["dice"] = Json::array({match.dice[0], match.dice[1]});
  if (board.next_dealer != kNoSeat) json["next_dealer"] = board.next_dealer;
  json["dealer_runs"] = match.dealer_runs;
  json["hands_done"] = match.hands_done;

  const auto ledger_slot = FindSlot<Ledger>(flow);
  Json scores = Json::array(), points = Json::array();
  for (Seat seat = 0; seat < flow.people(); ++seat) {
    scores.push_back(match.score[seat]);
    points.push_back(ledger_slot ? (*ledger_slot)(records).points[seat] : 0);
  }
  json["scores"] = std::move(scores);
  json["points"] = std::move(points);
  json["ledger"] = ledger_slot ? viewing.LedgerEntries((*ledger_slot)(records)) : Json::array();
  json["seats"] = viewing.Seats();
  json["river"] = viewing.River();
  if (board.focus != Focus::kNone) {
    json["focus"] = Json{{"kind", board.focus == Focus::kDiscard ? "discard" : "added_gang"},
                         {"tile", TileName(board.focus_tile)},
                         {"seat", board.focus_seat}};
  }
  if (board.turn_gang != MeldKind::kNone)
    json["after_gang"] = kKinds[static_cast<std::size_t>(board.turn_gang)];
  if (board.discard_gang != MeldKind::kNone && board.focus == Focus::kDiscard)
    json["discard_after_gang"] = kKinds[static_cast<std::size_t>(board.discard_gang)];
  json["state"] = viewing.State();
  Json window = viewing.Window();
  if (!window.is_null()) json["window"] = std::move(window);
  if (viewer.kind == Viewer::kFull) {
    Json wall = Json::array();
    for (int i = board.wall.head; i < board.wall.tail; ++i)
      wall.push_back(TileName(board.wall.tiles[static_cast<std::size_t>(i)]));
    json["wall"] = std::move(wall);
    json["version"] = state.version;
    json["seed"] = state.match_seed;
  }
  return json;
}

}  // namespace mlf::table
