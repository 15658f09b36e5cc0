// HandSteps: one hand of a journal, step by step, as the JSON that the page of a hand shows. What
// it holds is what the engine says when the journal is played again; the tables are those of
// table::View.
//
// The object:
//   v, variant, zh, en, fingerprint, options, seats, people, hand, profile (whether there are
//   times) viewers   "full", a number for each person, "spectator"; lists by viewer below are in
//   this order nodes     [{id, zh, en, player, window: {zh, en}, hooks: [[hook, canonical text, zh,
//   en]]}]: what a variant put into the hooks edges     ids of the chart's edges codes     a
//   character for each action players bring: {"a": index in nodes}, for lines of play texts [[zh,
//   en]]: sentences, named by their index below first     the view of each viewer before anything
//   of `steps` but the first steps     the first is the start of the hand (the deal, or the action
//   that began it), then each action, refused ones too:
//     step    its number in the journal        action  as a journal writes it; absent of a start
//     seat, node, pieces, value                timeout true where the system played the default,
//     which stands in node and pieces code, reason                             of a refusal: code,
//     text       instead  texts: what the seat could do views   deltas by viewer (json_delta.h);
//     absent where nothing changed events  texts by viewer path    [[node, seat]], with times
//     [[node, seat, [[hook, effect, ns]]]]; effect -1 is the node's own code walked  edges that
//     were walked why     [[seat, node, text]]: answers of the window just opened that are not
//     offered, and why if      what if the seat had chosen otherwise: {same, others, left_out}.
//     `same` is the line where bots go on after what was chosen,
//             `others` the lines of other choices: {action, line, points, ended}. `line` is words
//             of person, code of the action and payload
//             ("0a5m 1b"). left_out: choices for which no line was played.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/flow/json.h>

#include <cstdint>

namespace mlf::tools {

struct HandOptions {
  std::uint32_t hand = 0;  // its number in the match, from 0
  bool profile = false;    // how long hooks took: makes the bytes another each time
  int what_if = 4;         // other choices tried at a step; 0 = none
  std::uint64_t seed = 1;  // of the bots that go on
  // Lines of play take most of the room; when they have filled this many bytes, later steps get
  // none.
  std::size_t what_if_bytes = 380'000;
  bool try_other = false;  // replays under another fingerprint
};

// Faults as Replay, and H01: the journal has no such hand.
Result<Json> HandSteps(const Flow& flow, const Journal& journal, const HandOptions& options);

}  // namespace mlf::tools
