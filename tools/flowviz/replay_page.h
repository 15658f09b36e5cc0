// The page of one hand: chart and table side by side, step by step, as one file that works offline.
#pragma once

#include <mlf/flow/viewer.h>
#include "tools/flowviz/hand_steps.h"

#include <string>

namespace mlf::tools {

// `lang` is the initial language; the reader may switch. The same journal gives the same bytes,
// unless times are included.
Result<std::string> ReplayPage(const Flow& flow, const Journal& journal, const HandOptions& options,
                               Lang lang);

}  // namespace mlf::tools
