// Named rules: files of cells, parts, conditions and effects that several variants share. A variant
// picks them under `rules:`, with parameters.
//
//   rules: [{claim_limit: {node: chi, most: 2}}, {discard_circle: {when: circle}}]
//
// Faults: V16 an unknown rule or parameter; V17 a rule that does not fit the variant.
#pragma once

#include <mlf/flow/loader.h>

#include <string>
#include <vector>

namespace mlf::loader {

// Puts the rules that `tree` names into it, and takes `rules:` out. The variant's own cells and
// parts win over those of a rule; conditions and effects of a rule come after the node's own. Adds
// the files that were read to `files`.
void PutRules(Value& tree, const VariantSource& source, std::vector<std::string>& files,
              Faults& faults);

}  // namespace mlf::loader
