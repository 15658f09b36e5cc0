// The journals of finished hands, for their players and for the replay page. They hold no seed and
// nothing of an unfinished hand.
#pragma once

#include "server/host/player.h"
#include "server/host/variant_shelf.h"
#include "server/journal/journal.h"

#include <mlf/flow/journal.h>
#include <mlf/flow/spec.h>

#include <string>
#include <vector>

namespace mlf::server {

// Hands of one match in order, without gaps. Faults: this program cannot build the rules, or the
// rows do not match.
Result<mlf::Journal> HandJournal(VariantShelf& shelf, const std::vector<StoredHand>& hands);
Result<std::string> HandJournalText(VariantShelf& shelf, const std::vector<StoredHand>& hands);
// Users, names and robots by place. Empty if they cannot be read.
std::vector<Player> PlayersAt(const HandMark& mark);
// What the hand is for the persons in it, as the match stored it at its end.
Result<std::vector<HandResult>> ResultsAt(VariantShelf& shelf, const StoredHand& hand);
// Names of the persons by place; robots have a number in each language. Empty if they cannot be
// read.
std::vector<Label> NamesAt(const StoredHand& hand);
// Whether `user` sat at the hand.
bool SatAt(const StoredHand& hand, const std::string& user);

}  // namespace mlf::server
