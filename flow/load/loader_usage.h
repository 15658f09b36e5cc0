// What a variant declares and nothing reads: options, and parts that nobody asks for. Private to
// the loader.
#pragma once

#include <mlf/flow/loader.h>

#include <vector>

namespace mlf::loader {

// W01: an option that no $name, by or when reads; also one that only unused parts read. W02: a
// shared part that neither the flow nor a part in use names or asks for, though its role can be
// asked for; the name that somebody asks for in vain stands in the message where it is near. `tree`
// holds every branch of every option. Without a registry nothing is known of parts, and all of them
// count as used.
Faults FindUnused(const Value& tree, const std::vector<OptionDecl>& options,
                  const Registry* registry);

}  // namespace mlf::loader
