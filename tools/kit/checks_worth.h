// Finds wins that are worth nothing: a shape without a row in the fan table, or a win node that
// pays nobody. The check builds hands for every shape of the win rule and every way to win: own
// draw, dealt hand, replacement, discard, robbing, with and without wildcards and melds. The engine
// plays, judges and pays each win.
#pragma once

#include <mlf/flow/flow.h>

#include <string_view>

namespace mlf::tools {

// C01: no row of the fan table counts the hand. A win in the standard shape needs no row if it is
// worth something. C02: no points move. A fault names the shape, the ways, a hand and the remedy,
// at the place of the win node. There is no fault in these cases: the win is not offered
// (minimum_fan), every row that counts it has fan: 0, or the node has `no_points`. `hands` hands of
// each kind are tried. A flow without hands has no faults.
Faults CheckWorth(const Flow& flow, int hands);
// Does the same for a flow built with `options` ("--set cap=3"; empty = the defaults). Adds faults
// whose shape and node `faults` does not contain yet.
void AddWorthless(const Flow& flow, std::string_view options, Faults& faults);

}  // namespace mlf::tools
