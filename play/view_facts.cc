#include "play/view_facts.h"
#include <mlf/table/find_slot.h>

#include <algorithm>

namespace mlf::play {

ViewFacts::ViewFacts(const Flow& of)
    : flow(of),
      choosing(of),
      sight(of),
      board(table::FindSlot<table::Board>(of)),
      match(table::FindSlot<table::Match>(of)),
      ledger(table::FindSlot<table::Ledger>(of)),
      indicators(table::FindSlot<logic::Indicators>(of)),
      extra(table::FindSlot<logic::ExtraRounds>(of)),
      ready(table::FindSlot<logic::ReadyState>(of)),
      drawn(table::FindSlot<logic::DrawnHand>(of)),
      rounds(of.Shared<logic::RoundRule>("rounds")),
      deposit(of.Shared<score::Deposit>("deposit")),
      seat_winds(of.Shared<logic::SeatWinds>("seat_winds")),
      round_wind(of.Shared<logic::RoundWind>("round_wind")) {
  for (const auto& part : flow.parts()) Add(part.get());
  for (const Node& node : flow.nodes()) Add(node.impl);
}

void ViewFacts::Add(const Part* part) {
  const auto* limit = dynamic_cast<const logic::MatchLimit*>(part);
  if (limit != nullptr && std::ranges::find(limits, limit) == limits.end()) limits.push_back(limit);
}

int ViewFacts::Points(const Records& records, Seat seat, bool hand_over) const {
  if (!match || seat < 0 || seat >= table::kMaxParties) return 0;
  int points = (*match)(records).score[seat];
  if (!hand_over && ledger) points += (*ledger)(records).points[seat];
  return points;
}

int ViewFacts::Round(const Records& records) const {
  if (rounds != nullptr) return rounds->Of(records);
  return match ? (*match)(records).hands_done : 0;
}

int ViewFacts::ExtraRound(const Records& records) const {
  return extra ? (*extra)(records).count : 0;
}

int ViewFacts::Deposit(const Records& records) const {
  return deposit != nullptr ? deposit->Points(records) : 0;
}

bool ViewFacts::AllLast(const Records& records) const {
  return std::ranges::any_of(
      limits, [&](const logic::MatchLimit* limit) { return limit->MayBeLast(records); });
}

std::vector<Tile> ViewFacts::IndicatorsOf(const Records& records) const {
  std::vector<Tile> tiles;
  if (indicators) {
    for (const Tile tile : (*indicators)(records).dora.Tiles()) tiles.push_back(tile);
  }
  if (!board) return tiles;
  if (const auto turned = (*board)(records).turned) tiles.push_back(*turned);
  return tiles;
}

std::optional<int> ViewFacts::RiichiAt(const Records& records, Seat seat) const {
  if (!ready || seat < 0 || seat >= flow.seats()) return std::nullopt;
  const int at = (*ready)(records).at[seat];
  return at == 0 ? std::nullopt : std::optional(at - 1);
}

}  // namespace mlf::play
