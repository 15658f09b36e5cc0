// CarefulBot: plays as GreedyBot, but toward hands that may be won with, and folds.
//
// It claims only where the hand can still have the fan that a win needs. It declares ready only
// where its own discards do not bar it from winning. Once another seat has declared, it weighs the
// danger of a discard against its own hand.
#pragma once

#include "bots/danger.h"
#include "bots/greedy.h"

namespace mlf::bots {

class CarefulBot final : public GreedyBot {
 public:
  CarefulBot(const Flow& flow, Outlook outlook);

 private:
  bool Declare(const play::TableView& view, const SeenTable& table, const Offer& offer,
               Action& answer) const override;
  bool Claim(const play::TableView& view, const SeenTable& table, const Offer& offer,
             Action& answer) const override;
  bool Gang(const play::TableView& view, const SeenTable& table, const Offer& offer,
            Action& answer) const override;
  bool GivesUp(const SeenTable& table) const override;
  Action ChooseDiscard(const play::TableView& view, const SeenTable& table,
                       const Offer& offer) const override;

  // A discard: how near it leaves the hand, what may still come, and what it may cost.
  struct Candidate {
    Tile tile = table::kNoTile;
    int distance = 0;
    double merit = 0;
    double danger = 0;
  };
  std::vector<Candidate> Candidates(const SeenTable& table, TileMask tiles) const;
  double MeritOf(const SeenTable& table, const Counts& rest, int distance,
                 const std::array<std::uint8_t, kMaxPieces>& unseen) const;
  // Whether the hand is worth a discard of that danger.
  bool Pushes(const SeenTable& table, const Candidate& best) const;
  // What a claim leads to.
  Promise After(const SeenTable& table, const Action& claim, int& distance) const;

  Danger danger_;
};

}  // namespace mlf::bots
