// Faults of options as players read them in Chinese. Messages of Fault are English, for developers.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/loader.h>

namespace mlf::server {

// `bad_option` for options that do not build a flow of the variant. `given` may name a preset.
Error OptionError(const Variant& variant, const OptionValues& given, const Fault& fault);

}  // namespace mlf::server
