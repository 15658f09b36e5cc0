// What a person types at the terminal, turned into the words of an action line: labels of nodes,
// names of tiles and of values in both languages become ids and codes. What is shown can be typed.
//
//   打五万, 打 5m, 打 五万, discard 5 wan  ->  discard 5m
//   吃 三万四万五万                        ->  chi 3m4m5m
//   五万                                   ->  5m
//   定缺 万                                ->  choose_void m
#pragma once

#include <mlf/flow/flow.h>

#include <string>
#include <string_view>

namespace mlf::tools {

// `seat` is who types: of nodes with one label that which is offered to it counts. A line without
// known names is given back as it is.
std::string TypedLine(const Flow& flow, const Choices& choices, Seat seat, std::string_view line);

}  // namespace mlf::tools
