/// \file
/// The compiled form of a flow: plain, immutable data for the engine, lints, charts and
/// differences.
#pragma once

#include <mlf/flow/part_use.h>
#include <mlf/flow/spec.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlf {

/// Decides at which offers the flow rests. By default it rests wherever a seat has an offer. A
/// custom setter is a named part, drawn in the chart, and may skip seats.
class CriticalActionNodeSetter : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "critical_setter";
  /// Returns the seats to rest for, out of those with an offer at `node`. For 0 the flow goes on as
  /// if all had passed.
  virtual SeatMask Rest(const Records& records, NodeIndex node, SeatMask with_offers) const = 0;
};

struct Edge {
  NodeIndex from = kNoNode;
  NodeIndex to = kNoNode;
  bool player = false;
  bool pass = false;
  bool rare = false;
  std::uint8_t answer = 0;  ///< index within the window
  std::uint8_t rank = 0;
  Who who = Who::kAll;
  WinnersRule winners;
  NodeIndex abort_to = kNoNode;
  std::vector<RoleUse<Condition>> guards;
  Label label;
  SourcePos where;
};

struct DefaultAnswer {
  std::uint8_t answer = 0;
  std::vector<RoleUse<Condition>> when;
};

struct Window {
  Who ask = Who::kSelf;
  bool in_turn = false;
  bool wait_for_all = false;
  bool auto_single = false;
  std::int32_t deadline_ms = 0;
  std::vector<Edge> answers;  ///< by rank
  std::vector<DefaultAnswer> defaults;
  Label label;
};

struct Node {
  std::string id;
  std::string type;
  PartUse use;  ///< the type with its parameters
  const ActionNode* impl = nullptr;
  HookCodes own{};  ///< the hooks that `impl` implements
  std::vector<RoleUse<Condition>> conditions;
  std::array<std::vector<RoleUse<Effect>>, kHooks> hooks;
  std::optional<Window> window;
  std::vector<Edge> then;  ///< system edges, in order
  bool end = false;
  std::string consumes;
  Label label;
  std::string group;
  SourcePos where;
};

}  // namespace mlf
