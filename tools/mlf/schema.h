// The JSON Schema (draft-07) of variant.yaml, made from the registry: what a key may be called, and
// what a part or node takes, is read off the code, so an editor completes and checks what the
// loader reads. It is looser than the loader where only a whole flow can tell.
#pragma once

#include <mlf/flow/registry.h>

#include <set>
#include <string>

namespace mlf {
class Variant;
}

namespace mlf::tools {

// Names that one variant gives. With them an id that is none of them is a fault for the editor too.
struct SchemaNames {
  std::set<std::string> parts;  // shared parts
  std::set<std::string> nodes;
  std::set<std::string> options;
};
SchemaNames NamesOf(const Variant& variant);

// The schema as JSON text. Without `names` any word may be the name of a shared part, a node or an
// option.
std::string VariantSchema(const Registry& registry, const SchemaNames* names = nullptr);

}  // namespace mlf::tools
