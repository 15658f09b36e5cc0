// RebuildResults: what users have played, counted again from the journals of all matches.
#pragma once

#include "server/host/variant_shelf.h"
#include "server/journal/seal.h"
#include "server/journal/storage.h"

#include <cstddef>
#include <string>
#include <vector>

namespace mlf::server {

struct Rebuilt {
  std::size_t matches = 0, hands = 0;
  // "desk D match N: why". Their figures stay as they are.
  std::vector<std::string> skipped;
};

// Of a server that is stopped. The marks of every match, of skipped ones too, lose the names of
// users who were deleted; `seal` and `entropy` seal them again. Throws SqlError if the disk cannot
// be read. Where it cannot be written, `storage` is not healthy afterwards, and the matches counted
// last are as before.
Rebuilt RebuildResults(Storage& storage, const Seal& seal, VariantShelf& variants,
                       Entropy& entropy);

}  // namespace mlf::server
