// ViewFacts: where the facts of a table lie in the records of its flow.
#pragma once

#include <mlf/components/deposit.h>
#include <mlf/components/dora.h>
#include <mlf/components/drawn_hand.h>
#include <mlf/components/extra_rounds.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/rounds.h>
#include <mlf/components/winds.h>
#include <mlf/play/choices.h>
#include <mlf/play/seen_view.h>
#include <mlf/table/ledger.h>
#include <mlf/table/sight.h>

#include <optional>
#include <vector>

namespace mlf::play {

struct ViewFacts {
  explicit ViewFacts(const Flow& of);

  // The points of the match, with those of the running hand unless `hand_over`.
  int Points(const Records& records, Seat seat, bool hand_over) const;
  int Round(const Records& records) const;  // 0 = East 1; without rounds the hands done
  int ExtraRound(const Records& records) const;
  int Deposit(const Records& records) const;
  bool AllLast(const Records& records) const;
  std::vector<Tile> IndicatorsOf(const Records& records) const;
  // How many discards of the seat came before its declared one; nothing if it has not declared.
  std::optional<int> RiichiAt(const Records& records, Seat seat) const;
  // The offers of an open window are those of a hand, not of the time after it.
  static bool HandOver(const table::Match& match, const FlowState& state) {
    return state.over != 0 || match.hands_done > state.hand;
  }

  const Flow& flow;
  Choosing choosing;
  table::Sight sight;
  std::optional<Slot<table::Board>> board;
  std::optional<Slot<table::Match>> match;
  std::optional<Slot<table::Ledger>> ledger;
  std::optional<Slot<logic::Indicators>> indicators;
  std::optional<Slot<logic::ExtraRounds>> extra;
  std::optional<Slot<logic::ReadyState>> ready;
  std::optional<Slot<logic::DrawnHand>> drawn;
  const logic::RoundRule* rounds;
  const score::Deposit* deposit;
  const logic::SeatWinds* seat_winds;
  const logic::RoundWind* round_wind;
  std::vector<const logic::MatchLimit*> limits;

 private:
  void Add(const Part* part);
};

}  // namespace mlf::play
