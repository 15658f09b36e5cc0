// Faults of the options that somebody gives to Build. Players read them too, so each speaks both
// languages: names of options and values in Chinese, ids in English. Private to the loader.
#pragma once

#include <mlf/flow/loader.h>

#include <string>
#include <vector>

namespace mlf::loader {

// O01. `others`: names that may be given beside the options.
Fault UnknownOption(const Variant& variant, const std::string& name,
                    const std::vector<std::string>& others);
// O02.
Fault WrongValue(const OptionDecl& option, const std::string& text);
// O03. `missing` names the unmet needs, in English.
Fault Unavailable(const std::vector<OptionDecl>& options, const OptionDecl& option,
                  const std::string& missing);
Fault ValueUnavailable(const std::vector<OptionDecl>& options, const OptionDecl& option,
                       const std::string& value, bool is_given, const std::string& missing);
// O04.
Fault UnknownPreset(const Variant& variant, const std::string& name);

}  // namespace mlf::loader
