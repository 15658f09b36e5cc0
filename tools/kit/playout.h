// Playout: the rest of a hand, played by bots from where it stands. The same records and seed give
// the same line.
#pragma once

#include <mlf/table/ledger.h>
#include "tools/kit/bots.h"
#include "tools/kit/sight.h"

#include <optional>
#include <vector>

namespace mlf::tools {

// One way a hand went on.
struct PlayedLine {
  std::vector<Action> actions;       // the first one is the one that was given
  std::vector<std::int64_t> points;  // of the whole hand, by person
  bool ended = false;                // false: broken off at kMost actions
};

class Playout {
 public:
  // Longer than any hand; a flow that never ends is broken off here.
  static constexpr int kMost = 4000;

  // All persons play as `kind`.
  Playout(const Flow& flow, BotKind kind, std::uint64_t seed);

  // From `records` with `first`, to the end of the hand. Nothing where the first action is refused.
  std::optional<PlayedLine> Play(const Records& records, const Action& first);
  // What the bot of `seat` would do now.
  Action Choice(const Records& records, Seat seat, const Choices& choices);

 private:
  int HandsDone(const Records& records) const { return match_ ? (*match_)(records).hands_done : 0; }
  std::vector<std::int64_t> Points(const Records& from, const Records& now) const;

  const Flow& flow_;
  std::uint64_t seed_;
  Sight sight_;
  std::vector<std::unique_ptr<Bot>> bots_;
  std::optional<Slot<table::Match>> match_;
  std::optional<Slot<table::Ledger>> ledger_;
  Records seen_;
};

}  // namespace mlf::tools
