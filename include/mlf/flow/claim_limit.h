/// \file
/// What the pieces on the table rule out, as far as the window proof needs to know it
/// (docs/en/proof.md). Nodes and parts say it of themselves by deriving from these beside their
/// role; a node that says nothing may be offered to every asked seat at once.
#pragma once

namespace mlf {

/// Said by a player's node about the windows it is an answer of, where a piece is in question that
/// all asked seats look at.
class ClaimLimit {
 public:
  virtual ~ClaimLimit() = default;
  /// How many pieces equal to the one in question a seat must hold to be offered the node; pieces
  /// that may stand in for them do not count. Two seats never hold the same piece, so that few
  /// seats can be offered it at once.
  virtual int Holds() const { return 0; }
  /// Offered only to the first asked seat in turn order after the actor.
  virtual bool FirstInTurn() const { return false; }
};

/// Said by the part that knows which pieces a variant is played with.
class PieceSupply {
 public:
  virtual ~PieceSupply() = default;
  /// The most equal pieces there are.
  virtual int MostCopies() const = 0;
};

}  // namespace mlf
