// Words: the texts of a flow's ids, in both languages, for pages that know no variant by name.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>

namespace mlf::server {

// {"nodes", "state", "reasons", "terms"}, each by id with {"zh", "en"}: actions and states of the
// chart, `state` entries of a View, reasons of payments, and all other ids in events and states:
// what explains a win (limits, steps of payments, patterns of initial wins), why a hand is broken
// off, skills. An entry of `state` has "is" where its number stands for a seat or a round, and
// "barred" where it tells what keeps a seat from winning on discards (furiten). And {"wins":
// {"discard", "self_draw"}}, the ids of the nodes that seats win through; one that the game has not
// is absent. And {"named": {key: {"zh", "en", "tiles": {"1m": "2m"}}}}: which tiles the tiles of a
// state name (dora), and what these are called. And {"hands"}, those of a match; 0 = no number ends
// it.
Json WordsOf(const Flow& flow);

// {type: [{"zh", "en"}]} of all events of this program and its plug-ins. Nodes that say the same
// thing differently share a type; the text that fills in most comes first. With a flow, what its
// seats answer is told by its own name of that answer: pon for peng. `unit` {"zh", "en"} is the
// game's own word for fan; null = that.
Json EventWords(const Flow* flow = nullptr, const Json& unit = nullptr);

// {option: {value: {"zh", "en"}}}, of the values that have words.
Json ValueWordsOf(const Variant& variant);

// {node: {"zh", "en"}}: what beginners are told when the node is offered first, and for the entry
// before the first tile.
Json LessonsOf(const Variant& variant);

}  // namespace mlf::server
