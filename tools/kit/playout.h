// Playout: bots play the rest of a hand. Equal records and seeds give equal actions.
#pragma once

#include <mlf/play/seen_view.h>
#include <mlf/table/ledger.h>
#include "bots/bots.h"

#include <optional>
#include <vector>

namespace mlf::tools {

// One continuation of a hand.
struct PlayedLine {
  std::vector<Action> actions;       // the first one is given
  std::vector<std::int64_t> points;  // gained in the whole hand, by person
  bool ended = false;                // false: stopped after kMost actions
};

class Playout {
 public:
  // More actions than any hand has. A flow that never ends is stopped here.
  static constexpr int kMost = 4000;

  // All persons play as `kind`.
  Playout(const Flow& flow, bots::BotKind kind, std::uint64_t seed);

  // Plays `first` and then to the end of the hand. Nothing if `first` is refused.
  std::optional<PlayedLine> Play(const Records& records, const Action& first);
  // The choice of the bot of `seat`.
  Action Choice(const Records& records, Seat seat, const Choices& choices);

 private:
  int HandsDone(const Records& records) const { return match_ ? (*match_)(records).hands_done : 0; }
  std::vector<std::int64_t> Points(const Records& from, const Records& now) const;

  const Flow& flow_;
  std::uint64_t seed_;
  play::SeatView view_;
  std::vector<std::unique_ptr<bots::Bot>> bots_;
  std::optional<Slot<table::Match>> match_;
  std::optional<Slot<table::Ledger>> ledger_;
};

}  // namespace mlf::tools
