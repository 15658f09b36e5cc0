/// \file
/// StateText (flow/state_text.h), and what parts of mahjong tell views beside it.
#pragma once

#include <mlf/flow/state_text.h>
#include <mlf/table/tile.h>

namespace mlf::table {

using mlf::StateLabel;
using mlf::StateText;

/// A mixin of parts that know with which discard a seat declared, for views.
class Declarations {
 public:
  virtual ~Declarations() = default;
  /// The discards of `seat` up to that one; 0 = it did not declare with a discard.
  virtual int DeclaredAt(const Records& records, Seat seat) const = 0;
};

/// A mixin of parts that make kinds of tiles wild, for views.
class WildKinds {
 public:
  virtual ~WildKinds() = default;
  virtual TileMask WildsOf(const Records& records) const = 0;  ///< 0 = none, or not known yet
  /// The kind that is read as the wild one, and is not wild itself.
  virtual Face FaceOf(const Records&) const { return {}; }
  /// Whether there is ever such a kind; constant.
  virtual bool HasFace() const { return false; }
};

}  // namespace mlf::table
