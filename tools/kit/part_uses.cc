#include "tools/kit/part_uses.h"

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>

#include <map>
#include <string_view>

namespace mlf::tools {

namespace {

constexpr std::string_view kListOf = "list of ";

// Parameters that the part reads itself: maps in which these keys hold parts (rows of a fan table,
// extra horses).
constexpr std::string_view kPartsOfRows[] = {"pattern", "fact"};

class Walker {
 public:
  Walker(const Registry& registry, const Value& variant, std::vector<PartNamed>& found)
      : registry_(registry), variant_(variant), found_(found) {
    for (const Registry::Entry* entry : registry.All()) {
      if (entry->role != ActionNode::kRole) roles_[std::string(entry->role)] = true;
    }
  }

  void Run() {
    if (const Value* parts = variant_.Find("parts"); parts != nullptr && parts->IsMap()) {
      for (const Value::Entry& entry : parts->entries()) {
        // A shared part may have the name of its own part type.
        in_shared_ = entry.key;
        Part(entry.value);
        in_shared_.clear();
      }
    }
    if (const Value* setter = variant_.Find("critical"); setter != nullptr) Part(*setter);
    const Value* flow = variant_.Find("flow");
    if (flow == nullptr || !flow->IsMap()) return;
    for (const Value::Entry& node : flow->entries())
      Branches(node.value, [&](const Value& value) { OneNode(node, value); });
  }

 private:
  // The entries for all values of the option where `value` is {by: option, ...}; else `value`
  // itself.
  template <typename Visit>
  void Branches(const Value& value, Visit visit) {
    if (!value.IsMap() || value.Find("by") == nullptr) return visit(value);
    for (const Value::Entry& entry : value.entries()) {
      if (entry.key != "by") Branches(entry.value, visit);
    }
  }

  void OneNode(const Value::Entry& node, const Value& spec) {
    if (!spec.IsMap()) return;
    const Value* type = spec.Find("type");
    const std::string id = type == nullptr ? node.key : type->text();
    const Registry::Entry* entry = registry_.Find(id);
    if (entry != nullptr) found_.push_back({id, type == nullptr ? node.where : type->where()});
    for (const Value::Entry& part : spec.entries()) {
      if (part.key == "with") {
        if (entry != nullptr)
          Branches(part.value, [&](const Value& value) { Parameters(*entry, value); });
      } else if (part.key == "if" || HookNamed(part.key)) {
        List(part.value);
      } else if (part.key == "window" || part.key == "then") {
        Guards(part.value);
      }
    }
  }

  static bool HookNamed(std::string_view key) {
    for (int hook = 0; hook < kHooks; ++hook) {
      if (HookKey(static_cast<Hook>(hook)) == key) return true;
    }
    return false;
  }

  // The conditions of edges, at any depth.
  void Guards(const Value& value) {
    for (const Value& item : value.items()) Guards(item);
    for (const Value::Entry& entry : value.entries()) {
      if (entry.key == "if") {
        List(entry.value);
      } else {
        Guards(entry.value);
      }
    }
  }

  void List(const Value& value) {
    Branches(value, [&](const Value& one) {
      if (!one.IsList()) return Part(one);
      for (const Value& item : one.items()) Part(item);
    });
  }

  void Part(const Value& value) {
    Branches(value, [&](const Value& spec) {
      if (spec.IsScalar()) {
        if (IsShared(spec.text()) || registry_.Find(spec.text()) == nullptr) return;
        found_.push_back({spec.text(), spec.where()});
        return;
      }
      for (const Value::Entry& entry : spec.entries()) {
        const Registry::Entry* part = registry_.Find(entry.key);
        if (part == nullptr || entry.key == "when") continue;
        found_.push_back({entry.key, entry.where});
        Branches(entry.value, [&](const Value& params) { Parameters(*part, params); });
      }
    });
  }

  void Parameters(const Registry::Entry& part, const Value& params) {
    const std::vector<ParamDoc>& docs = Docs(part);
    if (docs.empty() || params.IsNull()) return;
    for (const ParamDoc& doc : docs) {
      // A value that is no map, or that is itself a part, belongs to the first parameter.
      const Value* value = params.IsMap() ? params.Find(doc.name) : nullptr;
      const bool whole =
          value == nullptr && &doc == &docs.front() && (!params.IsMap() || WrapsAPart(params));
      if (whole) value = &params;
      if (value == nullptr) continue;
      if (doc.type == "value") {
        Rows(*value);
      } else if (doc.type.starts_with(kListOf)) {
        List(*value);
      } else if (roles_.contains(doc.type)) {
        Part(*value);
      }
    }
  }

  bool WrapsAPart(const Value& params) const {
    for (const Value::Entry& entry : params.entries()) {
      if (registry_.Find(entry.key) != nullptr) return true;
    }
    return false;
  }

  void Rows(const Value& value) {
    for (const Value& item : value.items()) Rows(item);
    for (const Value::Entry& entry : value.entries()) {
      bool part = false;
      for (const std::string_view key : kPartsOfRows) part = part || entry.key == key;
      if (part) {
        Part(entry.value);
      } else {
        Rows(entry.value);
      }
    }
  }

  bool IsShared(std::string_view name) const {
    const Value* parts = variant_.Find("parts");
    return name != in_shared_ && parts != nullptr && parts->IsMap() && parts->Find(name) != nullptr;
  }

  const std::vector<ParamDoc>& Docs(const Registry::Entry& part) {
    const auto found = docs_.find(part.info.id);
    return found != docs_.end()
               ? found->second
               : docs_.emplace(part.info.id, Registry::Describe(part)).first->second;
  }

  const Registry& registry_;
  const Value& variant_;
  std::vector<PartNamed>& found_;
  std::string in_shared_;
  std::map<std::string, bool, std::less<>> roles_;
  std::map<std::string_view, std::vector<ParamDoc>> docs_;
};

}  // namespace

std::vector<PartNamed> PartsNamedIn(const Value& variant, const Registry& registry) {
  std::vector<PartNamed> found;
  Walker(registry, variant, found).Run();
  return found;
}

std::vector<std::string> DefaultParts(const Registry& registry, const Registry::Entry& entry) {
  std::vector<std::string> ids;
  for (const ParamDoc& doc : Registry::Describe(entry)) {
    const Registry::Entry* fallback = doc.fallback.empty() ? nullptr : registry.Find(doc.fallback);
    if (fallback != nullptr && fallback->role == doc.type) ids.push_back(doc.fallback);
  }
  return ids;
}

std::vector<std::string> ParametersOfRole(const Registry& registry, std::string_view role) {
  std::vector<std::string> all;
  for (const Registry::Entry* entry : registry.All()) {
    for (const ParamDoc& doc : Registry::Describe(*entry)) {
      if (doc.type == role || (doc.type.starts_with(kListOf) &&
                               std::string_view(doc.type).substr(kListOf.size()) == role)) {
        all.push_back(std::string(entry->info.id) + ": " + doc.name);
      }
    }
  }
  return all;
}

}  // namespace mlf::tools
