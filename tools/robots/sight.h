// What the rules of a desk let a ready seat see of other hands.
#pragma once

#include "server/host/variant_shelf.h"

#include <mlf/flow/json.h>

#include <string>

namespace mlf::robots {

// Whether a seat that has declared ready sees the concealed tiles of others, by the rules of
// `variant` with `options` (an object). True for rules that are not known here.
bool ReadySeesHands(server::VariantShelf& variants, const std::string& variant,
                    const Json& options);

}  // namespace mlf::robots
