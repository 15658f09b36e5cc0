// Words: the texts of a flow's ids, in both languages, for pages that know no variant by name.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>

namespace mlf::server {

// {"nodes", "state", "reasons", "terms"}, each by id with {"zh", "en"}: actions and states of the
// chart, `state` entries of a View, reasons of payments, and all other ids in events and states:
// what explains a win (limits, steps of payments, patterns of initial wins), why a hand is broken
// off, skills. An entry of `state` has "is" where its number stands for a
// seat or a round.
Json WordsOf(const Flow& flow);

// {type: [{"zh", "en"}]} of all events of this program and its plug-ins. Nodes that say the same
// thing differently share a type; the text that fills in most comes first.
Json EventWords();

// {option: {value: {"zh", "en"}}}, of the values that have words.
Json ValueWordsOf(const Variant& variant);

}  // namespace mlf::server
