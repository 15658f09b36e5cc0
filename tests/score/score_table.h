// A table for parts of components/score: the parts of the variant xueliu, under given options, in a
// tiny flow whose board the tests fill.
//
//   turn (asks all others: hu or guo) -> hu -> done;   all passed -> done;   gang -> done
//
// A test names the settlements in the settle hook of `hu` (won off the focus) and of the
// system steps `gang` and `done`.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/components/void_suits.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/table/ledger.h>
#include "tests/support/tiles.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::test {

using Points = std::array<int, 4>;

class ScoreTable {
 public:
  struct Spec {
    OptionValues options;   // of xueliu
    Value judge;            // instead of the variant's
    std::vector<Value> hu;  // settlements
    std::vector<Value> gang;
    std::vector<Value> done;
  };

  explicit ScoreTable(const Spec& spec);
  bool ok() const { return flow != nullptr; }

  table::Board& board() { return slots_->board(records); }
  table::Ledger& ledger() { return ledger_slot_(records); }
  logic::VoidSuits& voids() { return void_slot_(records); }
  const score::Judge& judge() const { return *flow->Shared<score::Judge>("judge"); }

  // An empty table with 40 tiles in the wall.
  void Clear();
  // Concealed tiles; with `drawn` the last one is the drawn one. Spaces are ignored.
  void Hand(Seat seat, std::string_view tiles, bool drawn = false);
  // "peng(2m) bu_gang(4m)"; taken from the previous seat.
  void Melds(Seat seat, std::string_view melds);
  void Void(Seat seat, std::string_view suit);
  // A gang of `seat` that collected `each` from every seat of `payers`, as booked by gang_points.
  void Gang(Seat seat, table::MeldKind kind, SeatMask payers, int each);
  // Opens the window on a discard of `payer`; `winners` win on it.
  void Win(Seat payer, std::string_view tile, SeatMask winners);
  // Runs the settlements of `node` (after `gang`, also those of `done`) with `actor` to move.
  void Settle(std::string_view node, Seat actor);
  void Done(Seat actor) { Settle("done", actor); }

  Points points();

  std::shared_ptr<const Flow> flow;
  std::string faults;
  Records records;
  Response response;

 private:
  const table::OpenTableSlots* slots_ = nullptr;
  Slot<table::Ledger> ledger_slot_;
  Slot<logic::VoidSuits> void_slot_;
};

// All parts, and those of the tests: bench, and fixed_judge {values: [1, 2, 4, 8]}, for which seat
// s always wins with values[s].
const Registry& ScoreParts();
// variants/xueliu/variant.yaml with option values; null and a test failure if that is impossible.
Value Xueliu(const OptionValues& options);

Value FixedJudge(int v0, int v1, int v2, int v3);

}  // namespace mlf::test
