// Finds options and parts that a variant declares but never uses. Private to the loader.
#pragma once

#include <mlf/flow/loader.h>

#include <vector>

namespace mlf::loader {

// W01: an option that no $name, by or when reads, or only unused parts read. W02: a shared part
// that neither the flow nor a used part names or requests, although its role can be requested. The
// message suggests a similar requested name that is missing. `tree` holds all branches of all
// options. Without a registry, all parts count as used.
Faults FindUnused(const Value& tree, const std::vector<OptionDecl>& options,
                  const Registry* registry);

}  // namespace mlf::loader
