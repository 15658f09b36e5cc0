// A mahjong of one's own: xueliu with an own claim node, an own fan and an own settlement.
#pragma once

#include <mlf/flow/registry.h>

// Adds its parts.
void RegisterDuiJia(mlf::Registry& registry);
