// Presets: named sets of options. Private to the loader.
#pragma once

#include <mlf/flow/loader.h>

#include <vector>

namespace mlf::loader {

// Faults:
// - V01 unknown key, V02 wrong kind of value, V03 a name for people is missing;
// - V05, V06 unknown option or value;
// - V14 an option or value without what it needs.
std::vector<Preset> ReadPresets(const Value& presets, const std::vector<OptionDecl>& options,
                                Faults& faults);

}  // namespace mlf::loader
