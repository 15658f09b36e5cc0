// ThrowDice (掷骰): a seat throws two dice, or lets the node that follows throw them.
//
// After:     start, choose_dealer.
// Before:    choose_dealer, shuffle.
// Always:    the wall is shuffled, whatever the dice show.
#pragma once

#include <mlf/components/play_node.h>
#include <mlf/nodes/bases.h>

#include <array>

namespace mlf::nodes {

// Throws two dice, or takes the given ones, and says what they show.
std::array<std::uint8_t, 2> ThrowTwoDice(Step& step, const table::TableSlots& table, int stream);

}  // namespace mlf::nodes
