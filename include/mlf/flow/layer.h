/// \file
/// Layer: rules beside a variant that are woven into its graph before it is compiled,
/// such as the skills of seats. A variant names a layer by a key of its own (`skills:`), a table by
/// an option of that name. A flow that names none is built as if the layer did not exist.
#pragma once

#include <mlf/flow/spec.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlf {

class Registry;

/// What a variant says, with its options substituted: the arguments of FlowBuilder in the order of
/// the calls.
struct FlowDraft {
  int seats = 0;
  SourcePos seats_where{};
  std::string entry{};
  std::optional<Value> critical{};
  std::vector<std::pair<std::string, Value>> parts{};
  std::vector<NodeSpec> nodes{};
  std::vector<EdgeSpec> edges{};

  NodeSpec* Find(std::string_view id);
};

struct Layer {
  std::string_view key;
  /// The layer in force: `written` (the value of the key in the variant; null if absent), with the
  /// options of a table over it: `key` under an empty name, `key.name` under `name`. Null = off.
  Value (*settings)(const Value& written, const std::map<std::string, std::string>& given,
                    Faults& faults);
  /// Changes the graph. `settings` is not null.
  void (*weave)(const Value& settings, const Registry& registry, FlowDraft& draft, Faults& faults);
};

}  // namespace mlf
