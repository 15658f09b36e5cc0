// The end of a hand in the echecs form: 101006 with each settlement, 101003 with the hands.
#pragma once

#include "server/protocol/messages.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace mlf::server {

// The body of 101006.
Json EchecsSettlement(const push::Hand& push);
// The body of 101003.
Json EchecsHandOver(const push::Hand& push);

// Whose points an event `points` changes, and by how much: the payee, then the payers, whom the
// event names as tiles (1m = seat 0).
std::vector<std::pair<std::int64_t, std::int64_t>> EchecsChanges(const Json& event);

// A MeldView: act_type, card_list, and the seat that the card came from.
Json EchecsMeld(const Json& meld);

}  // namespace mlf::server
