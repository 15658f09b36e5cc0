// GreedyBot: wins when it can and keeps the hand with the most live tiles.
#pragma once

#include <mlf/components/play_node.h>
#include "bots/bot.h"
#include "bots/outlook.h"

#include <vector>

namespace mlf::bots {

class GreedyBot : public Bot {
 public:
  GreedyBot(const Flow& flow, Outlook outlook);

  void Begin(std::uint64_t) override {}
  bool looks() const override { return true; }
  Action Choose(const Question& question) override;

 protected:
  // Whether it takes a win that is offered.
  virtual bool TakesWin(bool /*only_offer*/) { return true; }
  // Whether it passes in its turn, where it could discard instead.
  virtual bool PassesTurn() { return false; }

 private:
  // The hand of the seat after `action`.
  Counts HandAfter(const SeenTable& table, const Action& action) const;
  int MeldsAfter(const SeenTable& table, const Action& action) const;

  bool Declare(const Question& q, const SeenTable& table, const Offer& offer, Action& answer) const;
  bool Claim(const Question& q, const SeenTable& table, const Offer& offer, Action& answer) const;
  bool LayThree(const Question& q, const SeenTable& table, const Offer& offer,
                Action& answer) const;
  bool Gang(const Question& q, const SeenTable& table, const Offer& offer, Action& answer) const;
  Action ChooseDiscard(const Question& q, const SeenTable& table, const Offer& offer) const;
  Action ChooseVoid(const Question& q, const SeenTable& table, const Offer& offer) const;
  Action Exchange(const Question& q, const SeenTable& table, const Offer& offer) const;

  struct NodePlay {
    logic::Play play;
    const logic::PlayNode* node;  // null: the node says nothing
  };

  Outlook outlook_;
  std::vector<NodePlay> plays_;  // by node
};

}  // namespace mlf::bots
