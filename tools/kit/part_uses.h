// The places where variants name parts and node types. They are read from the text before options
// are applied, so the entries of every option value count.
#pragma once

#include <mlf/flow/registry.h>
#include <mlf/flow/value.h>

#include <string>
#include <vector>

namespace mlf::tools {

struct PartNamed {
  std::string id;
  SourcePos where;
};

// All places of `variant` (Variant::value) that name a part or node type of `registry`, in the
// order of the text. A shared name under `parts:` is no part, but its value is one. Parts used only
// by default (`combine` of a fan table) are not in the text; see DefaultParts.
std::vector<PartNamed> PartsNamedIn(const Value& variant, const Registry& registry);

// The default parts of the parameters of part `id`.
std::vector<std::string> DefaultParts(const Registry& registry, const Registry::Entry& entry);

// Parameters that take a part of `role`: "payment: A".
std::vector<std::string> ParametersOfRole(const Registry& registry, std::string_view role);

}  // namespace mlf::tools
