/// \file
/// Declarations of a part beside its behaviour: what it brings about, what it needs, and where it
/// can work. A part declares them in its constructor (Params::Brings, Needs, ...). The builder
/// compares all parts of a flow and refuses parts that can never do anything (lint_parts.cc).
///
///   inline constexpr Topic kLockedSeat{"locked_seat", "有一家锁定了手牌", "a seat's hand is
///   locked"};
///
///   explicit LockWinner(Params& params) ... { params.Brings(kLockedSeat); }
///   explicit NotLocked(Params& params) ... { params.Needs(kLockedSeat); }
#pragma once

#include <mlf/flow/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

class Part;

/// A fact that can hold in a game, as a clause without a full stop: "a tile is in question". Static
/// storage. Topics with equal ids are the same.
struct Topic {
  std::string_view id;
  std::string_view zh;
  std::string_view en;
};

/// Some persons have no seat, and a window may ask them (`ask: bystanders`).
inline constexpr Topic kBystanderTopic{"bystanders", "有场外的人",
                                       "there are persons without a seat"};

/// Whom a player's node can be offered to.
enum class OfferedTo : std::uint8_t { kSeats, kBystanders, kBoth };

struct Declared {
  struct Bring {
    const Topic* topic = nullptr;
    const Topic* given = nullptr;  ///< brought only if this holds already; null = always
    int from = 0, until = 0;       ///< of a node: the hooks (Hook) whose effects see the topic
  };

  std::string_view id;  ///< of the part
  SourcePos where;
  std::vector<const Part*> parts;  ///< nested parts
  std::vector<Bring> brings;
  std::vector<const Topic*> ends;
  std::vector<std::vector<const Topic*>>
      needs;  ///< one of each inner list must be brought somewhere in the flow
  std::vector<const Topic*> needs_here;
  bool own_turn = false;
  OfferedTo offered_to = OfferedTo::kSeats;
};

}  // namespace mlf
