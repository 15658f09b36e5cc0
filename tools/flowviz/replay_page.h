// The page of one hand: chart and table side by side, step by step. One file that works offline.
#pragma once

#include <mlf/flow/viewer.h>
#include "tools/flowviz/hand_steps.h"

#include <string>

namespace mlf::tools {

// `lang` is the one it opens in; the reader may switch. The same journal gives the same bytes,
// unless times are asked for.
Result<std::string> ReplayPage(const Flow& flow, const Journal& journal, const HandOptions& options,
                               Lang lang);

}  // namespace mlf::tools
