/// \file
/// What a part says of itself beside what it does: what it brings about, what it waits for, and
/// where it can do its work. A part says so in its constructor (Params::Brings, Needs, ...); the
/// builder compares all parts of a flow and refuses what can never do anything (lint_parts.cc).
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

/// Something that can be so in a game, as a sentence without a full stop: "a tile is in question".
/// Has static life; equal ids are one topic.
struct Topic {
  std::string_view id;
  std::string_view zh;
  std::string_view en;
};

/// There are persons without a seat, whom a window may ask (`ask: bystanders`).
inline constexpr Topic kBystanderTopic{"bystanders", "有场外的人",
                                       "there are persons without a seat"};

/// Whom a player's node offers itself to.
enum class OfferedTo : std::uint8_t { kSeats, kBystanders, kBoth };

struct Declared {
  struct Bring {
    const Topic* topic = nullptr;
    const Topic* given = nullptr;  ///< brought only where this is so already; null = always
    int from = 0, until = 0;       ///< of a node: the hooks in which effects find it (Hook)
  };

  std::string_view id;  ///< of the part
  SourcePos where;
  std::vector<const Part*> parts;  ///< those it is made of
  std::vector<Bring> brings;
  std::vector<const Topic*> ends;
  std::vector<std::vector<const Topic*>> needs;  ///< of each list one, anywhere in the flow
  std::vector<const Topic*> needs_here;
  bool own_turn = false;
  OfferedTo offered_to = OfferedTo::kSeats;
};

}  // namespace mlf
