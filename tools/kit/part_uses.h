// Where variants name parts and kinds of nodes: read off the text, options not put in, so that what
// stands beside any value of an option counts.
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

// Every place of `variant` (Variant::value) that names a part or a kind of node of `registry`, in
// the order of the text. A name that the variant shares under `parts:` is no part; what the shared
// name is made of is. Parts that stand in the text by default only (`combine` of a fan table) are
// not written, and so not among them: see DefaultParts.
std::vector<PartNamed> PartsNamedIn(const Value& variant, const Registry& registry);

// The parts that the parameters of part `id` have where nothing is written.
std::vector<std::string> DefaultParts(const Registry& registry, const Registry::Entry& entry);

// Parameters that take a part of `role`: "payment: A".
std::vector<std::string> ParametersOfRole(const Registry& registry, std::string_view role);

}  // namespace mlf::tools
