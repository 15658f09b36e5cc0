// The loop of a table: start it, and while it is not over, look and act. [variant] [seed]
#include <mlf/play/table.h>
#include <mlf/table/hand_tables.h>
#include <mlf/variants/open.h>

#include <algorithm>
#include <iostream>
#include <string>

using namespace mlf::play;

namespace {

// Prints how each hand ends.
class Reporter final : public DispatchedObserver {
  void OnRoundEnded(const Table& table, const RoundEnded& ended) override {
    std::cout << "round " << table.round() << "." << table.extra_round() << "  "
              << EndingName(ended.result);
    for (const Form& form : ended.forms) {
      for (const Form::Row& row : form.rows) std::cout << "  " << row.id << " " << row.fan;
    }
    std::cout << "\n";
  }
  void OnTableEnded(const Table&, const TableEnded& ended) override {
    for (const mlf::Seat seat : ended.ranks)
      std::cout << "seat " << int{seat} << ": " << ended.scores[seat] << "\n";
  }
};

// Wins and declares riichi when it may, claims nothing, and keeps the hand nearest to ready.
Move Look(const TableView& view) {
  const auto moves = view.moves();  // in ascending priority
  if (moves.back().code >= Code::kTsumo) return moves.back();
  Move best = moves.front();  // PASS, where a tile may be claimed
  for (int nearest = 99; const Move& move : moves) {
    if (move.tile == mlf::table::kNoTile || move.code > Code::kSpinRiichi) continue;
    mlf::Counts rest = view.hand();
    rest.Remove(mlf::table::KindOf(move.tile));
    const int distance = mlf::table::Distance(rest, 4);
    if (distance <= nearest) best = move;  // of equal ones the highest: riichi
    nearest = std::min(nearest, distance);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const auto flow = mlf::OpenFlow(argc > 1 ? argv[1] : "riichi");
  if (!flow) return std::cerr << mlf::FaultText(flow.faults()), 1;
  Table table(*flow);
  Reporter reporter;
  table.AddObserver(reporter);
  table.Start(argc > 2 ? std::stoull(argv[2]) : 1);
  while (!table.over()) {
    const mlf::Seat seat = table.NextSeat();
    if (!table.Act(seat, Look(*table.ViewOf(seat))).ok()) return 1;
  }
}
