// GreedyBot: wins when it can and keeps the hand with the most live tiles.
#pragma once

#include <mlf/components/play_node.h>
#include "bots/bot.h"
#include "bots/outlook.h"

#include <vector>

namespace mlf::bots {

// How well `tile` fits into `hand`: equal and neighbouring tiles, then its distance from the end of
// the suit.
int Companions(const Counts& hand, Tile tile);

class GreedyBot : public Bot {
 public:
  GreedyBot(const Flow& flow, Outlook outlook);

  void Begin(std::uint64_t) override {}
  Action Choose(const play::TableView& viewuestion) override;

 protected:
  // Whether it takes a win that is offered.
  virtual bool TakesWin(bool /*only_offer*/) { return true; }
  // Whether it passes in its turn although it could discard.
  virtual bool PassesTurn() { return false; }

  // The hand of the seat after `action`, and its melds.
  Counts HandAfter(const SeenTable& table, const Action& action) const;
  int MeldsAfter(const SeenTable& table, const Action& action) const;
  logic::Play PlayAt(NodeIndex node) const { return plays_[node].play; }
  const Outlook& outlook() const { return outlook_; }

  // Each fills `answer` if it takes the offer.
  virtual bool Declare(const play::TableView& view, const SeenTable& table, const Offer& offer,
                       Action& answer) const;
  virtual bool Claim(const play::TableView& view, const SeenTable& table, const Offer& offer,
                     Action& answer) const;
  virtual bool Gang(const play::TableView& view, const SeenTable& table, const Offer& offer,
                    Action& answer) const;
  virtual bool GivesUp(const SeenTable&) const { return false; }
  virtual Action ChooseDiscard(const play::TableView& view, const SeenTable& table,
                               const Offer& offer) const;

 private:
  bool LayThree(const play::TableView& view, const SeenTable& table, const Offer& offer,
                Action& answer) const;
  bool SetAside(const play::TableView& view, const SeenTable& table, const Offer& offer,
                Action& answer) const;
  Action ChooseVoid(const play::TableView& view, const SeenTable& table, const Offer& offer) const;
  Action Exchange(const play::TableView& view, const SeenTable& table, const Offer& offer) const;

  struct NodePlay {
    logic::Play play;
    const logic::PlayNode* node;  // null: the node is no PlayNode
  };

  Outlook outlook_;
  std::vector<NodePlay> plays_;  // by node
};

}  // namespace mlf::bots
