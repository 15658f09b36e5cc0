// A plug-in that needs a function which nobody has.
#include <mlf/flow/plugin.h>

int FunctionThatNobodyHas();

MLF_PLUGIN(registry) {
  if (FunctionThatNobodyHas() != 0) registry.AddVariant({});
}
