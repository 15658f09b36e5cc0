// Wins that are worth nothing: a shape that completes a hand and has no row in the fan table, a win
// node that pays nobody. For every shape of the win rule and every way to win (own draw, dealt
// hand, replacement, discard, robbing; with and without wildcards and melds) hands are built, put
// on a table, won with through the engine, judged and paid there.
#pragma once

#include <mlf/flow/flow.h>

#include <string_view>

namespace mlf::tools {

// C01: no row of the fan table counts the hand; a win in the standard shape needs none where it is
// worth something all the same. C02: no points move. Each names shape, ways, a hand and the remedy,
// at the place of the win node. Silent where a win is not offered at all (minimum_fan), where every
// row that counts it is worth 0 (fan: 0), and at nodes with `no_points`. `hands` of each kind are
// tried; nothing where the flow has no hands to win with.
Faults CheckWorth(const Flow& flow, int hands);
// The same for a flow built with `options` ("--set cap=3"; empty: the defaults): adds what `faults`
// does not hold yet of the same shape and node.
void AddWorthless(const Flow& flow, std::string_view options, Faults& faults);

}  // namespace mlf::tools
