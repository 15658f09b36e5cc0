// Who let what go by in a window: the one answer for missed wins and missed claims.
#pragma once

#include <mlf/flow/flow.h>

#include <string_view>

namespace mlf::logic {

// The seats that were offered `node` in the window just decided and answered something else, whoever took the tile in the end. A seat the
// window did not wait for has declined nothing. For effects of the answers; nobody where no window has decided.
SeatMask Declined(const Step& step, std::string_view node);

}  // namespace mlf::logic
