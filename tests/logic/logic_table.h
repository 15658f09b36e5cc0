// A table for parts of components/logic: a tiny flow of one claim window, whose records the tests
// fill by hand.
//
//   turn (asks the others: hu, peng, guo) -> hu | peng -> done;   all passed -> done
//
// What each seat is offered is written by the test. A part under test is a condition of the node
// `probe` or an effect of another.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/components/void_suits.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/flow.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>
#include "components/logic/missed_win.h"
#include "tests/support/tiles.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::test {

using logic::MissedWins;
using logic::VoidSuits;

// Behaviour of the test's nodes.
struct Script {
  static constexpr std::string_view kSlot = "script";
  static constexpr Scope kScope = Scope::kHand;
  std::uint8_t hu = 0;    // seats offered hu
  std::uint8_t peng = 0;  // seats offered peng
  std::uint8_t rob = 0;   // 1 = a win takes the robbed tile away
  std::uint8_t reserved = 0;

  void Check(const Validation&) const {}
};

class LogicTable {
 public:
  struct Spec {
    std::vector<Value> conditions;  // of `probe`
    std::vector<Value> guards;      // of the edge hu -> probe
    std::vector<Value> hu;          // effects of SetStates
    std::vector<Value> peng;
    std::vector<Value> guo;
    std::vector<Value> done;  // of a system step
    Value win =
        Value::Map({{"win_rule", Value::Map({{"shapes", Value::List({"standard", "seven_pairs"})},
                                             {"filters", "no_void_tiles"}})}});
    Value wilds;  // shared part `wilds`, if any
  };

  // `faults` receives the faults if the flow does not build.
  explicit LogicTable(const Spec& spec);
  bool ok() const { return flow != nullptr; }

  table::Board& board() { return slots->board(records); }
  table::Match& match() { return slots->match(records); }
  table::Ledger& ledger() { return ledger_slot(records); }
  VoidSuits& voids() { return void_slot(records); }
  MissedWins& missed() { return missed_slot(records); }
  Script& script() { return script_slot(records); }

  // Sets the concealed tiles; with `drawn` the last one is the drawn one.
  void Hand(Seat seat, std::string_view tiles, bool drawn = false);
  void Meld(Seat seat, table::MeldKind kind, std::string_view tile);
  // `seat` discards `tile` (or adds it to its peng), which becomes the focus. For a rob the hand
  // must hold it.
  void Focus(table::Focus focus, Seat seat, std::string_view tile);
  void OwnTurn(Seat seat);

  // Result of condition `i` for `candidates`.
  PieceMask Allow(Seat seat, PieceMask candidates = ~PieceMask{0}, int i = 0) const;
  // Opens the claim window on the focus.
  void Ask(Seat actor);
  // `winners` win on the tile that `payer` discards or adds. With Focus::kNone the first one wins
  // in the own turn of `payer`.
  bool Win(table::Focus focus, Seat payer, std::string_view winners);
  // `seat` answers with the node `id`; true if accepted.
  bool Answer(Seat seat, std::string_view id);
  // The part with state key `key`, or null.
  const table::StateText* State(std::string_view key) const;

  std::shared_ptr<const Flow> flow;
  std::string faults;
  Records records;
  Response response;

 private:
  const table::OpenTableSlots* slots = nullptr;
  Slot<table::Ledger> ledger_slot;
  Slot<VoidSuits> void_slot;
  Slot<MissedWins> missed_slot;
  Slot<Script> script_slot;
};

// "230" as a mask of seats.
inline SeatMask Seats(std::string_view digits) {
  SeatMask mask = 0;
  for (const char c : digits) mask |= MaskOf(static_cast<Seat>(c - '0'));
  return mask;
}

// All parts of components/logic and those of the test.
const Registry& LogicParts();

}  // namespace mlf::test
