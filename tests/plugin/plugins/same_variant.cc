// A plug-in with a variant that exists already.
#include <mlf/flow/plugin.h>

MLF_PLUGIN(registry) { registry.AddVariant({.id = "xueliu", .yaml = "id: xueliu\n"}); }
