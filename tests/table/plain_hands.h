// Plain code for wins, waits, distances and readings, as slow as it is simple. The tables are
// compared with it.
#pragma once

#include <mlf/table/readings.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>

namespace mlf::table {

bool PlainWin(const Counts& hand, int sets, int wild);
TileMask PlainWaits(const Counts& hand, int sets, int wild);

// Tiles missing for 0..5 sets, without and with a pair.
using Costs = std::array<std::array<int, 6>, 2>;
// The costs of one suit's word. `known` keeps the words computed so far.
const Costs& PlainCosts(std::uint32_t word, std::unordered_map<std::uint32_t, Costs>& known);

// Tiles missing when the finished suit has at most four of a kind.
int PlainMissingOfFour(std::uint32_t word, int sets, bool pair);

// All decompositions as text.
std::set<std::string> PlainReadings(const Counts& hand, int sets, int wild, TileMask stand_for);

}  // namespace mlf::table
