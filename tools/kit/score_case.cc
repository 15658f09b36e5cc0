#include "tools/kit/score_case.h"
#include "tools/kit/fields.h"

namespace mlf::tools {

Result<ScoreCase> ReadScoreCase(const Flow& flow, const Value& value,
                                const std::vector<std::string>& extra) {
  Faults faults;
  ScoreCase out;
  out.where = value.where();
  std::vector<std::string> known = {"hand", "melds",  "win",   "by",        "events",
                                    "seat", "dealer", "payer", "seats_won", "state"};
  known.insert(known.end(), extra.begin(), extra.end());
  Fields fields(value, known, faults);
  if (!fields.ok()) return faults;
  for (const char* needed : {"hand", "win", "by"}) {
    if (fields.Find(needed) == nullptr)
      AddFault(faults, "S02", value.where(), std::string(needed) + ": is missing");
  }
  fields.Tiles("hand", out.hand);
  std::vector<Tile> win;
  if (fields.Tiles("win", win)) {
    if (win.size() == 1) {
      out.win = win[0];
    } else {
      AddFault(faults, "S02", fields.Find("win")->where(), "win: one tile is needed");
    }
  }
  const int last = flow.seats() - 1;
  int number = 0;
  if (fields.Int("seat", 0, last, number)) out.seat = static_cast<Seat>(number);
  if (fields.Int("dealer", 0, last, number)) out.dealer = static_cast<Seat>(number);
  // Without a dealer, the seat wind of the hand decides who deals.
  const Value* state = fields.Find("state");
  const Value* wind = state != nullptr && state->IsMap() ? state->Find("seat_wind") : nullptr;
  const std::size_t turn = wind != nullptr && wind->IsScalar()
                               ? std::string_view("ESWN").find(wind->text())
                               : std::string_view::npos;
  // Without a seat, the wind names the winner; of two seats, the winner is seat 0 all the same.
  const bool names_seat = fields.Find("seat") == nullptr && flow.seats() > 2;
  if ((names_seat || fields.Find("dealer") == nullptr) && wind != nullptr &&
      !wind->text().empty() && turn != std::string_view::npos) {
    const int from_dealer = flow.seats() == 2 ? static_cast<int>(turn) / 2 : static_cast<int>(turn);
    if (names_seat) {
      out.seat = static_cast<Seat>((out.dealer + from_dealer) % flow.seats());
    } else {
      out.dealer = static_cast<Seat>((out.seat + flow.seats() - from_dealer) % flow.seats());
    }
  }
  out.payer = out.seat == 1 ? static_cast<Seat>(2 % flow.seats()) : Seat{1};
  if (fields.Int("payer", 0, last, number)) out.payer = static_cast<Seat>(number);
  if (const Value* melds = fields.Find("melds")) {
    if (!melds->IsList() && !melds->IsNull())
      AddFault(faults, "S02", melds->where(), "melds: a list is needed");
    for (const Value& item : melds->items()) {
      // By default the tile comes from the payer, because rules may ask for its source.
      auto meld =
          ReadMeld(flow, item.text(), out.seat, out.payer == out.seat ? kNoSeat : out.payer);
      if (!meld) {
        AddFault(faults, meld.faults().front().code, item.where(), meld.faults().front().message);
        continue;
      }
      out.melds.push_back(*meld);
    }
  }
  std::string by;
  if (fields.Text("by", by)) {
    if (by == "self_draw") {
      out.by = score::WinBy::kSelfDraw;
    } else if (by == "rob") {
      out.by = score::WinBy::kRob;
    } else if (by != "discard") {
      AddFault(faults, "S02", fields.Find("by")->where(),
               "by: self_draw, discard or rob is needed, not \"" + by + "\"");
    }
  }
  if (const Value* events = fields.Find("events")) {
    if (!events->IsList() && !events->IsNull())
      AddFault(faults, "S02", events->where(), "events: a list is needed");
    for (const Value& event : events->items()) out.events.push_back(event.text());
  }
  if (const Value* won = fields.Find("seats_won")) {
    if (!won->IsList() && !won->IsNull())
      AddFault(faults, "S02", won->where(), "seats_won: a list is needed");
    for (const Value& seat : won->items()) {
      if (ReadInt(seat, 0, last, number, faults))
        out.seats_won |= MaskOf(static_cast<Seat>(number));
    }
  }
  if (state != nullptr) out.state = *state;
  if (!faults.empty()) return faults;
  return out;
}

}  // namespace mlf::tools
