// The JSON Schema (draft-07) of variant.yaml, made from the registry. Keys and parameters come from
// the code, so editors complete and check what the loader reads. Rules that need the whole flow are
// left to the loader.
#pragma once

#include <mlf/flow/registry.h>

#include <set>
#include <string>

namespace mlf {
class Variant;
}

namespace mlf::tools {

// Names of one variant. With them an editor reports unknown ids too.
struct SchemaNames {
  std::set<std::string> parts;  // shared parts
  std::set<std::string> nodes;
  std::set<std::string> options;
};
SchemaNames NamesOf(const Variant& variant);

// The schema as JSON text. Without `names`, any word is accepted for a shared part, a node or an
// option.
std::string VariantSchema(const Registry& registry, const SchemaNames* names = nullptr);

}  // namespace mlf::tools
