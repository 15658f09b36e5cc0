/// \file
/// Parts: rules as reusable pieces. A node is a part that players or the system run; the other two
/// roles the engine knows are
///   Condition   narrows an offer, or guards an edge
///   Effect      does something in one of a node's hooks
/// Layers above add roles of their own (win shapes, fan patterns, payer rules) by deriving from
/// Part.
///
/// A part is constructed once per flow from its Params and never changes afterwards; all game state
/// lives in Records.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/flow/response.h>

#include <string_view>

namespace mlf {

class Step;

/// What a part says about itself: `static constexpr PartInfo kInfo`. `version` rises whenever its
/// behaviour changes.
struct PartInfo {
  std::string_view id;
  int version;
  std::string_view zh;  ///< a node's label / a part's sentence
  std::string_view en;
  std::string_view zh_does = {};  ///< of a node: what it does, in a sentence
  std::string_view en_does = {};
};

class Part {
 public:
  virtual ~Part() = default;
  /// What holds of a table at rest by this part's parameters, for Flow::Validate; see validate.h.
  virtual void CheckRecords(const Validation&) const {}
};

/// Asks whether `seat` may do something now. `candidates` are the pieces the offer is still open
/// to; where no piece is involved (a pass, a guard on an edge) every bit is set.
struct Query {
  const Records& records;
  Seat seat;
  PieceMask candidates;
};

/// LogicComponent: a condition on an offer or an edge.
class Condition : public Part {
 public:
  static constexpr std::string_view kRole = "condition";

  /// The part of `query.candidates` that stays allowed; nothing = not at all.
  virtual PieceMask Allow(const Query& query) const = 0;
  /// Why not, for refusals.
  virtual const Reason& WhyNot() const = 0;
  /// Whether it is sure to hold where a node has found none of `what` left (ActionNode::may_lack).
  virtual bool TellsLack(std::string_view) const { return false; }
};

/// A condition that does not look at pieces.
class Guard : public Condition {
 public:
  virtual bool Holds(const Records& records, Seat seat) const = 0;
  PieceMask Allow(const Query& query) const final {
    return Holds(query.records, query.seat) ? query.candidates : 0;
  }
};

/// LogicComponent or ScoreComponent: something that happens in a hook.
class Effect : public Part {
 public:
  static constexpr std::string_view kRole = "effect";

  virtual void Run(Step& step) const = 0;
};

}  // namespace mlf
