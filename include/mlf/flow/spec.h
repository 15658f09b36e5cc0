/// \file
/// Specs: nodes, edges and windows as a loader or a program writes them. FlowBuilder checks and
/// compiles them.
#pragma once

#include <mlf/flow/handles.h>
#include <mlf/flow/node.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

struct Label {
  std::string zh{};
  std::string en{};
};

/// Seats relative to the actor. `opposite` needs an even number of seats. Bystanders are persons
/// without a seat, numbered from `seats` up; nodes offer only to persons who exist.
enum class Who : std::uint8_t { kSelf, kNext, kOpposite, kPrevious, kOthers, kAll, kBystanders };
std::string_view WhoName(Who who);
std::optional<Who> WhoFrom(std::string_view word);
SeatMask SeatsOf(Who who, Seat actor, int seats);
/// The seat `offset` (0..seats) turns after `actor`.
constexpr Seat SeatAfter(Seat actor, int offset, int seats) {
  const int seat = actor + offset;
  return static_cast<Seat>(seat < seats ? seat : seat - seats);
}

/// Which seats win when several gave the same best answer.
enum class Winners : std::uint8_t { kUnset, kAll, kNearest, kAbort };
std::string_view WinnersName(Winners winners);

struct WinnersRule {
  /// by_count[n]: the rule when n seats gave the answer. n = 1 always wins. All kUnset = no rule
  /// given.
  std::array<Winners, kMaxSeats + 1> by_count{};
  std::string abort_to{};  ///< target node of kAbort

  static WinnersRule Of(Winners winners);
  bool given() const { return by_count[2] != Winners::kUnset; }
  std::string Text() const;  ///< "all", "nearest", "2: nearest, 3: all"
};

/// A default answer of a window. It is played if it is offered to the seat and `when` holds.
struct DefaultSpec {
  std::string answer{};
  std::vector<Value> when{};
  SourcePos where{};
};

/// The window of a critical node.
struct WindowSpec {
  Who ask = Who::kSelf;
  bool in_turn = false;       ///< ask_order: one seat after another
  bool wait_for_all = false;  ///< decide only after all answers
  bool auto_single = false;   ///< take a single forced action without asking
  std::string pass{};         ///< the answer that declines; empty = none
  std::int32_t deadline_ms = 0;
  std::vector<DefaultSpec> defaults{};  ///< the first one offered is played
  Label label{};                        ///< name of the window (问询窗)
};

namespace detail {

struct ByClass {};  // the type of a node whose class is given
template <typename T>
struct NodeKind {
  using Type = ByClass;
  using Params = SettingsOf<T>;
};
template <>
struct NodeKind<void> {
  using Type = std::string;
  using Params = Value;
};

}  // namespace detail

/// A node: of the type that is named (NodeSpec), or of the class T, for FlowBuilder::Push.
template <typename T>
struct NodeSpecOf {
  std::string id{};                           ///< of a class: empty = T::kInfo.id
  typename detail::NodeKind<T>::Type type{};  ///< registry id; empty = same as id
  typename detail::NodeKind<T>::Params params{};
  std::vector<Value> conditions{};  ///< `if`: narrow the offers of the node in every window
  std::map<Hook, std::vector<Value>> hooks{};  ///< effects, run after the node's own code
  std::optional<WindowSpec> window{};
  bool end = false;
  std::string consumes{};  ///< what the node uses up ("wall"), for cycles of system steps
  Label label{};           ///< empty = the label of the type
  std::string group{};     ///< for charts: opening, turn, claims, settlement, end
  SourcePos where{};
};
using NodeSpec = NodeSpecOf<void>;

struct EdgeSpec {
  std::string from{};
  std::string to{};
  bool player = false;  ///< an answer of `from`'s window; otherwise a system edge, in pushed order
  int rank = 0;         ///< for answers: 0 is the strongest
  Who who = Who::kAll;  ///< for answers: which of the asked seats may give it
  WinnersRule winners{};  ///< for answers
  std::vector<Value> guards{};
  Label label{};
  bool rare = false;  ///< covered by a scenario, not by ordinary games
  SourcePos where{};
};

}  // namespace mlf
