/// \file
/// Claims that must lead to ready (吃碰须听): whether a hand can be ready after a claim and a
/// discard. The node chi asks for each sequence, the condition ready_after_peng for a triplet.
#pragma once

#include <mlf/components/win_rule.h>

namespace mlf::logic {

inline constexpr Reason kNotReadyAfterClaim{
    "not_ready_after_claim", "要了之后听不了牌",
    "after the claim no discard would leave the hand ready"};

/// Whether `seat`, once it has laid the discard in question down as `kind` with `a` and `b` of its
/// hand, can discard some tile and wait for another by `win`.
bool ReadyAfterClaim(const table::TableSlots& table, const WinRule& win, const Records& records,
                     Seat seat, table::MeldKind kind, table::Tile a, table::Tile b);

}  // namespace mlf::logic
