// The journals of finished hands, for those who sat there and for the replay page. They hold no
// seed and nothing of a hand that has not ended.
#pragma once

#include "server/host/variant_shelf.h"
#include "server/journal/journal.h"

#include <mlf/flow/journal.h>

#include <string>
#include <vector>

namespace mlf::server {

// Hands of one match in order, without gaps. Faults: rules that this program cannot build, rows
// that do not fit.
Result<mlf::Journal> HandJournal(VariantShelf& shelf, const std::vector<StoredHand>& hands);
Result<std::string> HandJournalText(VariantShelf& shelf, const std::vector<StoredHand>& hands);
// Whether `user` sat at the hand.
bool SatAt(const StoredHand& hand, const std::string& user);

}  // namespace mlf::server
