// The game as a plug-in: mlf check harbour --plugin harbour.so
#include <mlf/flow/plugin.h>
#include "harbour.h"

MLF_PLUGIN(registry) {
  harbour::Register(registry);
  mlf::RegisterOwnVariants(registry);
}
