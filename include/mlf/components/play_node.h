/// \file
/// PlayNode: the interface by which a node states its role in the play of a hand. Bots, the
/// terminal, charts and checks recognise plays by it, independent of types and ids of nodes.
#pragma once

#include <mlf/components/win_node.h>
#include <mlf/flow/node.h>

#include <cstdint>

namespace mlf::logic {

enum class Play : std::uint8_t {
  kOther,
  kHu,         ///< the seat wins (WinNode)
  kPass,       ///< the seat lets its offers go
  kDiscard,    ///< a tile of the hand goes into the river
  kReady,      ///< a discard that also declares the hand ready
  kPeng,       ///< a claimed tile and two equal ones become an open triplet
  kChi,        ///< a claimed tile and two of the hand become an open sequence
  kGang,       ///< four equal tiles become a meld; a replacement is due
  kAddedGang,  ///< a tile joins an open triplet of the seat
  kShortGang,  ///< three equal tiles become a meld that counts as a gang
  kWildGang,   ///< a wildcard is put aside; a replacement is due
  kExchange,   ///< tiles go to another seat
  kVoidSuit,   ///< the seat names the suit it gives up
  kDraw,       ///< the seat whose draw is due draws
  kTurn,       ///< the own turn of a seat begins
  kAccounts,   ///< between hands or turns: chooses or settles, and moves no tile
  kGiveUp,     ///< the seat in turn ends the hand without a winner
  kNextHand,   ///< the seat is ready for the next hand
  kEndMatch,   ///< the seat ends the match
  kDice,       ///< the seat throws the dice
};

class PlayNode {
 public:
  virtual Play play() const = 0;
  /// Removes from `hand` the tiles of the seat's own hand that `action` uses. The tile of an added
  /// gang counts as used when the gang is named. The default uses none.
  virtual void Spend(const Action& action, Counts& hand) const;

 protected:
  ~PlayNode() = default;
};

inline void PlayNode::Spend(const Action&, Counts&) const {}

/// The play of `node`; kOther if the node has none.
inline Play PlayOf(const ActionNode& node) {
  if (Wins(node)) return Play::kHu;
  const auto* plays = dynamic_cast<const PlayNode*>(&node);
  return plays == nullptr ? Play::kOther : plays->play();
}

}  // namespace mlf::logic
