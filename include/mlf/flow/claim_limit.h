/// \file
/// Limits that the window proof uses (docs/en/proof.md). A node or part implements these interfaces
/// beside its role. A node without a ClaimLimit may be offered to every asked seat at once.
#pragma once

namespace mlf {

/// Implemented by claim nodes: answers to a window about one piece, such as a discard. Bounds how
/// many seats can get the offer.
class ClaimLimit {
 public:
  virtual ~ClaimLimit() = default;
  /// How many pieces equal to the one in question a seat must hold; wild pieces do not count. No
  /// piece is held by two seats, which bounds the number of offers.
  virtual int Holds() const { return 0; }
  /// Whether the node is offered only to the first asked seat in turn order after the actor.
  virtual bool FirstInTurn() const { return false; }
};

/// Implemented by the part that defines the pieces of a variant.
class PieceSupply {
 public:
  virtual ~PieceSupply() = default;
  /// The largest number of equal pieces.
  virtual int MostCopies() const = 0;
};

}  // namespace mlf
