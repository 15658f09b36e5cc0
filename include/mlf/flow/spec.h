/// \file
/// What a flow is made from: nodes, edges and windows as a loader or a program writes them.
/// FlowBuilder checks and compiles them.
#pragma once

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

/// Seats relative to the one whose move it is. `opposite` exists for an even number of seats only.
/// Bystanders are persons without a seat: numbers from the seats up, of whom the nodes ask those
/// there are.
enum class Who : std::uint8_t { kSelf, kNext, kOpposite, kPrevious, kOthers, kAll, kBystanders };
std::string_view WhoName(Who who);
std::optional<Who> WhoFrom(std::string_view word);
SeatMask SeatsOf(Who who, Seat actor, int seats);
/// The seat `offset` (0..seats) turns after `actor`.
constexpr Seat SeatAfter(Seat actor, int offset, int seats) {
  const int seat = actor + offset;
  return static_cast<Seat>(seat < seats ? seat : seat - seats);
}

/// How many of those who gave the same best answer win.
enum class Winners : std::uint8_t { kUnset, kAll, kNearest, kAbort };
std::string_view WinnersName(Winners winners);

struct WinnersRule {
  /// by_count[n]: the rule when n seats gave the answer; n = 1 always wins. All kUnset = no rule
  /// was given.
  std::array<Winners, kMaxSeats + 1> by_count{};
  std::string abort_to{};  ///< the node that kAbort leads to

  static WinnersRule Of(Winners winners);
  bool given() const { return by_count[2] != Winners::kUnset; }
  std::string Text() const;  ///< "all", "nearest", "2: nearest, 3: all"
};

/// A default answer of a window: `answer` is played when it is offered to the seat (and `when`
/// holds).
struct DefaultSpec {
  std::string answer{};
  std::vector<Value> when{};
  SourcePos where{};
};

/// A critical node's question.
struct WindowSpec {
  Who ask = Who::kSelf;
  bool in_turn = false;       ///< ask_order: one seat after the other
  bool wait_for_all = false;  ///< decide only when all have answered
  bool auto_single = false;   ///< a sole forced offer is taken at once
  std::string pass{};         ///< the answer that means "no"; empty = none
  std::int32_t deadline_ms = 0;
  std::vector<DefaultSpec> defaults{};  ///< first one offered is played
  Label label{};                        ///< 问询窗 name
};

struct NodeSpec {
  std::string id{};
  std::string type{};  ///< registry id; empty = the same as id
  Value params{};
  std::vector<Value> conditions{};  ///< `if`: narrow what the node offers, wherever it is asked
  std::map<Hook, std::vector<Value>> hooks{};  ///< Effects, run after the node's own code
  std::optional<WindowSpec> window{};
  bool end = false;
  std::string consumes{};  ///< what the node uses up ("wall"), for system cycles
  Label label{};           ///< empty = the type's own
  std::string group{};     ///< for charts: opening, turn, claims, settlement, end
  SourcePos where{};
};

struct EdgeSpec {
  std::string from{};
  std::string to{};
  bool player = false;  ///< an answer to `from`'s window; else a system edge, tried in pushed order
  int rank = 0;         ///< answers: 0 is the strongest
  Who who = Who::kAll;  ///< answers: which of the asked seats may give it
  WinnersRule winners{};  ///< answers
  std::vector<Value> guards{};
  Label label{};
  bool rare = false;  ///< walked by a scenario, not by ordinary games
  SourcePos where{};
};

}  // namespace mlf
