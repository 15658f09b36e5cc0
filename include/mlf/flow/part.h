/// \file
/// Parts: rules as reusable pieces. Each part is one of three:
///   ActionNode      an action, which players or the system run (node.h)
///   LogicComponent  a rule about what may happen
///   ScoreComponent  a rule about what it is worth
/// The role of a component says where it can be used. The engine knows two roles:
///   Condition   narrows an offer or guards an edge
///   Effect      runs in a hook of a node
/// Higher layers add roles (win shapes, fan patterns, payer rules), each a class that derives from
/// Part and from one of the two components.
///
/// A part is constructed once per flow from its Params and never changes. All game state is in
/// Records.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/flow/response.h>

#include <cstdint>
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

/// A rule about what may happen: who may do what, what counts as a win, what comes next. A base
/// beside Part; `dynamic_cast<const LogicComponent*>(part)` tells.
class LogicComponent {
 protected:
  LogicComponent() = default;
  ~LogicComponent() = default;
};

/// A rule about what something is worth: fan patterns, values, who pays. A base beside Part.
class ScoreComponent {
 protected:
  ScoreComponent() = default;
  ~ScoreComponent() = default;
};

/// What a part is, as data.
enum class PartKind : std::uint8_t { kNode, kLogic, kScore };
std::string_view PartKindName(PartKind kind);  ///< "ActionNode", "LogicComponent", ...

/// Asks whether `seat` may do something now. `candidates` are the pieces still offered. If no piece
/// is involved (a pass, a guard of an edge), every bit is set.
struct Query {
  const Records& records;
  Seat seat;
  PieceMask candidates;
};

/// A condition on an offer or an edge.
class Condition : public Part, public LogicComponent {
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

/// Code that runs in a hook. Derive from LogicEffect or ScoreEffect.
class Effect : public Part {
 public:
  static constexpr std::string_view kRole = "effect";

  virtual void Run(Step& step) const = 0;
};

/// An effect that changes what may happen next, such as a seat that is locked.
class LogicEffect : public Effect, public LogicComponent {};

/// An effect that moves or counts points.
class ScoreEffect : public Effect, public ScoreComponent {};

}  // namespace mlf
