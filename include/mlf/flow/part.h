/// \file
/// Parts: rules as reusable pieces. A node is a part that players or the system run. The engine
/// knows two other roles:
///   Condition   narrows an offer or guards an edge
///   Effect      runs in a hook of a node
/// Higher layers add roles (win shapes, fan patterns, payer rules) by deriving from Part.
///
/// A part is constructed once per flow from its Params and never changes. All game state is in
/// Records.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/flow/response.h>

#include <string_view>

namespace mlf {

class Step;

/// The description of a part: `static constexpr PartInfo kInfo`. Raise `version` whenever the
/// behaviour changes.
struct PartInfo {
  std::string_view id;
  int version;
  std::string_view zh;  ///< label of a node, or sentence of a part
  std::string_view en;
  std::string_view zh_does = {};  ///< for nodes: a sentence about what it does
  std::string_view en_does = {};
};

class Part {
 public:
  virtual ~Part() = default;
  /// Checks the records against this part's parameters, for Flow::Validate; see validate.h.
  virtual void CheckRecords(const Validation&) const {}
};

/// Asks whether `seat` may do something now. `candidates` are the pieces still offered. If no piece
/// is involved (a pass, a guard of an edge), every bit is set.
struct Query {
  const Records& records;
  Seat seat;
  PieceMask candidates;
};

/// A condition on an offer or an edge (LogicComponent).
class Condition : public Part {
 public:
  static constexpr std::string_view kRole = "condition";

  /// Returns the candidates that stay allowed; 0 = the condition fails.
  virtual PieceMask Allow(const Query& query) const = 0;
  /// The reason for refusals.
  virtual const Reason& WhyNot() const = 0;
  /// Whether it certainly holds when a node found no `what` left (ActionNode::may_lack).
  virtual bool TellsLack(std::string_view) const { return false; }
};

/// A condition that ignores pieces.
class Guard : public Condition {
 public:
  virtual bool Holds(const Records& records, Seat seat) const = 0;
  PieceMask Allow(const Query& query) const final {
    return Holds(query.records, query.seat) ? query.candidates : 0;
  }
};

/// Code that runs in a hook (LogicComponent or ScoreComponent).
class Effect : public Part {
 public:
  static constexpr std::string_view kRole = "effect";

  virtual void Run(Step& step) const = 0;
};

}  // namespace mlf
