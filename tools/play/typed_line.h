// Translates a typed line into an action line. Labels of nodes and names of tiles and values in
// both languages become ids and codes, so everything shown can be typed.
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

// `seat` is the typing seat: of nodes with equal labels, one that is offered to it is preferred. A
// line without known names is returned unchanged.
std::string TypedLine(const Flow& flow, const Choices& choices, Seat seat, std::string_view line);

}  // namespace mlf::tools
