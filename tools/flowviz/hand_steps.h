// HandSteps: one hand of a journal, step by step, as the JSON of the page of a hand. The data come
// from the engine while it replays the journal; the tables are those of table::View.
//
// The object:
//   v, variant, zh, en, fingerprint, options, seats, people, hand
//   names     [{zh, en}] of the persons by place; absent when they are not known
//   state     {key: {zh, en, seats, is}}: names of what parts keep in `state` of a view. `seats` is
//             true for a list by seat; `is` tells what a number stands for: "seat", "round"
//   terms     {id: {zh, en}}: ids in those values
//   profile   true when times are included
//   viewers   "full", a number for each person, "spectator"; lists by viewer have this order
//   nodes     [{id, zh, en, player, window: {zh, en}, hooks}]; hooks are the variant's effects:
//             [[hook, canonical text, zh, en]]
//   edges     ids of the chart's edges
//   codes     a character for each player action, for lines of play: {"a": index in nodes}
//   texts     [[zh, en]]: sentences, referenced by index
//   first     the view of each viewer before the first of `steps`
//   steps     the start of the hand (the deal, or the action before it), then each action,
//             refused ones included:
//     step      its number in the journal
//     action    as written in the journal; absent for a start
//     seat, node, pieces, value
//     timeout   true: the system played the default, which is in node and pieces
//     code, reason, instead   of a refusal: code, text, texts of what the seat could do
//     views     deltas by viewer (json_delta.h); absent when nothing changed
//     events    texts by viewer
//     path      [[node, seat]]; with times [[node, seat, [[hook, effect, ns]]]], where effect -1
//               is the node's own code
//     walked    edges that were taken
//     why       [[seat, node, text]]: answers of the new window that are not offered, and why
//     if        other choices of the seat: {same, others, left_out}. `same` is the line in which
//               bots continue after the real choice. `others` are the lines of other choices:
//               {action, line, points, ended}. `line` has a word for each action: person, code of
//               the action, payload ("0a5m 1b"). `left_out` counts choices without a line.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/flow/json.h>
#include <mlf/flow/spec.h>

#include <cstdint>
#include <vector>

namespace mlf::tools {

struct HandOptions {
  std::uint32_t hand = 0;  // number in the match, from 0
  bool profile = false;    // include times of hooks; the bytes then differ each time
  int what_if = 4;         // other choices tried per step; 0 = none
  std::uint64_t seed = 1;  // of the bots that continue
  // Lines of play take most of the space. Steps beyond this limit get none.
  std::size_t what_if_bytes = 380'000;
  bool try_other = false;  // replay under another fingerprint
  // Of the persons by place; empty where nobody knows them.
  std::vector<Label> names{};
};

// Faults: those of Replay, and H01 for a hand that the journal does not have.
Result<Json> HandSteps(const Flow& flow, const Journal& journal, const HandOptions& options);

}  // namespace mlf::tools
