#include <mlf/table/ledger.h>
#include <mlf/table/meld_name.h>
#include <mlf/table/turn_gang.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/position.h"

#include <algorithm>
#include <utility>

namespace mlf::tools {
namespace {

using table::kNoTile;

class Reader {
 public:
  Reader(const Flow& flow, Faults& faults) : flow_(flow), faults_(faults) {}

  void Read(const Value& value, PositionSpec& spec) {
    spec.where = value.where();
    spec.seats.resize(static_cast<std::size_t>(flow_.seats()));
    Fields fields(value,
                  {"at", "actor", "dealer", "seats", "wall", "tail", "wall_left", "out_of_play",
                   "seed", "state", "ledger", "score", "hands_done", "next_dealer", "fresh",
                   "after_gang", "after_gang_from"},
                  faults_, "position");
    if (!fields.ok()) return;
    fields.Text("at", spec.at);
    ReadOptionalSeat(fields, "actor", spec.actor);
    if (const Value* dealer = fields.Find("dealer"))
      ReadSeat(*dealer, flow_.seats(), spec.dealer, faults_);
    ReadOptionalSeat(fields, "next_dealer", spec.next_dealer);
    fields.Tiles("wall", spec.wall);
    fields.Tiles("tail", spec.tail);
    fields.Tiles("out_of_play", spec.out_of_play);
    for (const auto& [key, where] :
         {std::pair("wall", &spec.wall_where), std::pair("tail", &spec.tail_where),
          std::pair("out_of_play", &spec.out_of_play_where)}) {
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
        AddFault(faults_, "S02", seed->where(),
                 "seed: a number from 0 is needed, not " + seed->Canonical());
      }
    }
    fields.Int("hands_done", 0, 254, spec.hands_done);
    bool may_act_on_draw = false;
    if (fields.Bool("fresh", may_act_on_draw)) spec.may_act_on_draw = may_act_on_draw;
    if (const Value* gang = fields.Find("after_gang")) {
      const auto kind = table::MeldKindFrom(gang->text());
      if (!kind || !table::DrawsReplacement(*kind)) {
        AddFault(faults_, "S02", gang->where(),
                 "after_gang: one of ming_gang, bu_gang, an_gang, lai_gang is needed, not " +
                     gang->Canonical());
      } else {
        spec.after_gang = *kind;
      }
    }
    if (const Value* from = fields.Find("after_gang_from"))
      ReadSeat(*from, flow_.seats(), spec.after_gang_from, faults_);
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
        AddFault(faults_, "S04", value.where(),
                 "seats: there are " + std::to_string(spec.seats.size()) + " seats");
        return;
      }
      for (std::size_t i = 0; i < value.items().size(); ++i)
        ReadSeatSpec(value.items()[i], static_cast<Seat>(i), spec.seats[i]);
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
      if (ReadSeat(key, flow_.seats(), seat, faults_))
        ReadSeatSpec(entry.value, seat, spec.seats[static_cast<std::size_t>(seat)]);
    }
  }

  void ReadSeatSpec(const Value& value, Seat seat, SeatSpec& out) {
    out.where = value.where();
    if (value.IsNull()) return;
    if (value.IsScalar()) {  // the hand alone
      out.hand_given = ReadTiles(value, out.hand, faults_);
      return;
    }
    Fields fields(value,
                  {"hand", "drawn", "melds", "flowers", "river", "set_aside", "won", "left",
                   "locked", "ready", "draws", "discards"},
                  faults_, "seat " + std::to_string(seat));
    if (!fields.ok()) return;
    out.hand_given = fields.Tiles("hand", out.hand);
    if (const Value* drawn = fields.Find("drawn")) {
      std::vector<Tile> tile;
      if (drawn->text() == "none") {
        out.drawn = kNoTile;
      } else if (ReadTiles(*drawn, tile, faults_)) {
        if (tile.size() == 1 &&
            std::find(out.hand.begin(), out.hand.end(), tile[0]) != out.hand.end()) {
          out.drawn = tile[0];
        } else {
          AddFault(faults_, "S02", drawn->where(),
                   "drawn: one tile of the hand is needed, or none");
        }
      }
    }
    fields.Tiles("river", out.river);
    fields.Tiles("set_aside", out.set_aside);
    if (fields.Tiles("flowers", out.flowers)) {
      for (const Tile tile : out.flowers) {
        if (!table::IsFlower(tile))
          AddFault(faults_, "S02", fields.Find("flowers")->where(),
                   "flowers: " + table::TileName(tile) + " is no flower");
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
      if (out.melds.size() > table::kMaxMelds)
        AddFault(faults_, "S05", melds->where(),
                 "melds: at most " + std::to_string(table::kMaxMelds));
    }
  }

  void ReadOneMeld(const Value& value, Seat seat, SeatSpec& out) {
    auto meld = ReadMeld(flow_, value.text(), seat);
    if (meld) {
      out.melds.push_back(*meld);
    } else {
      AddFault(faults_, "S02", value.where(), meld.faults().front().message);
    }
  }

  void ReadScore(const Value& value, PositionSpec& spec) {
    if (!value.IsList() || static_cast<int>(value.items().size()) != flow_.seats()) {
      AddFault(faults_, "S02", value.where(),
               "score: a list of " + std::to_string(flow_.seats()) + " numbers is needed");
      return;
    }
    for (const Value& item : value.items()) {
      int number = 0;
      if (!ReadInt(item, -100'000'000, 100'000'000, number, faults_)) return;
      spec.score.push_back(number);
    }
  }

  void ReadLedger(const Value& value, PositionSpec& spec) {
    if (!value.IsList())
      return AddFault(
          faults_, "S02", value.where(),
          "ledger: a list such as [{to: 0, from: others, each: 2, reason: an_gang}] is needed");
    std::vector<std::string> known;
    const std::vector<const Reason*>& reasons = flow_.Numbers(table::kLedgerReasons);
    for (const Reason* reason : reasons) {
      if (reason != nullptr) known.emplace_back(reason->id);
    }
    if (value.items().size() > table::Ledger::kCapacity / 2)
      return AddFault(faults_, "S02", value.where(), "ledger: too many entries");
    for (const Value& item : value.items()) {
      LedgerSpec entry;
      Fields fields(item, {"to", "from", "each", "reason", "open"}, faults_, "ledger");
      if (!fields.ok()) continue;
      for (const char* needed : {"to", "from", "each", "reason"}) {
        if (fields.Find(needed) == nullptr)
          AddFault(faults_, "S02", item.where(), std::string("ledger: ") + needed + " is missing");
      }
      if (const Value* to = fields.Find("to")) ReadSeat(*to, flow_.seats(), entry.to, faults_);
      if (const Value* from = fields.Find("from")) {
        Seat seat = 0;
        if (from->text() == "others") {
          entry.from =
              static_cast<SeatMask>(((1u << flow_.seats()) - 1) & ~unsigned{MaskOf(entry.to)});
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
        AddFault(
            faults_, "S04", item.where(),
            "ledger: this variant has no reason \"" + reason + "\"" + DidYouMean(reason, known));
        continue;
      }
      entry.reason = static_cast<std::uint8_t>(found - reasons.begin());
      const auto kind = table::MeldKindFrom(reason);
      entry.gang = entry.open = kind && table::IsGang(*kind);
      fields.Bool("open", entry.open);
      spec.ledger.push_back(entry);
    }
  }

  const Flow& flow_;
  Faults& faults_;
};

}  // namespace

Result<PositionSpec> ReadPosition(const Flow& flow, const Value& position) {
  Faults faults;
  PositionSpec spec;
  Reader(flow, faults).Read(position, spec);
  if (!faults.empty()) return faults;
  return spec;
}

}  // namespace mlf::tools
