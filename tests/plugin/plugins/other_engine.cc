// A plug-in built for another engine. Its constructor would end the process if it ran.
#include <mlf/flow/plugin.h>

#include <cstdlib>

#undef MLF_ENGINE
#define MLF_ENGINE "0.1.0 00000000"

namespace {
const int kRuns = [] {
  std::abort();
  return 0;
}();
}  // namespace

MLF_PLUGIN(registry) { static_cast<void>(registry), static_cast<void>(kRuns); }
