// The example as a plug-in: mlf check dui_jia --plugin dui_jia.so
#include <mlf/flow/plugin.h>
#include "dui_jia.h"

MLF_PLUGIN(registry) {
  RegisterDuiJia(registry);
  mlf::RegisterOwnVariants(registry);
}
