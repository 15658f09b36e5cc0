#include "flow/load/loader_usage.h"

#include "flow/base/words.h"
#include "flow/build/build_context.h"
#include "flow/load/loader_options.h"

#include <algorithm>
#include <set>
#include <string>

namespace mlf::loader {

namespace {

// Walks the flow, and each part when something reached first names or requests it. Then walks the
// parts that no other part can request.
class Usage {
 public:
  Usage(const Value& tree, const std::vector<OptionDecl>& options, const Registry* registry)
      : options_(options), registry_(registry), parts_(tree.Find("parts")) {
    for (const Value::Entry& entry : tree.entries()) {
      if (entry.key != "parts" || registry == nullptr) Walk(entry.value);
    }
  }

  Faults Unused() {
    if (registry_ != nullptr && parts_ != nullptr) WalkStandaloneParts();
    Faults warnings;
    for (const OptionDecl& option : options_) {
      if (read_.count(option.name) == 0) {
        warnings.push_back({"W01", option.where,
                            "nothing reads option " + Quoted(option.name) + "; use it (\"$" +
                                option.name + "\", by: or when:), or take it out"});
      }
    }
    if (registry_ == nullptr || parts_ == nullptr) return warnings;
    std::vector<std::string> missing;
    std::set_difference(asked_.begin(), asked_.end(), used_.begin(), used_.end(),
                        std::back_inserter(missing));
    for (const Value::Entry& part : parts_->entries()) {
      if (used_.count(part.key) != 0) continue;
      const std::string near = DidYouMean(part.key, missing);
      warnings.push_back(
          {"W02", part.where,
           "nobody asks for the part " + Quoted(part.key) +
               (near.empty() ? "; name it where it is needed, or take it out" : near)});
    }
    return warnings;
  }

 private:
  void Walk(const Value& value) {
    if (value.IsScalar()) return Scalar(value.text());
    for (const Value& item : value.items()) Walk(item);
    if (!value.IsMap()) return;
    const bool by = value.Find("by") != nullptr;
    for (const Value::Entry& entry : value.entries()) {
      if (entry.key == "by") {
        read_.insert(entry.value.text());
      } else if (entry.key == "when") {
        When(entry.value);
      } else {
        if (!by) Type(entry.key);
        Walk(entry.value);
      }
    }
  }

  void Scalar(const std::string& text) {
    if (text.empty() || text[0] != '$') return Word(text);
    read_.insert(text.substr(1));
    // The value of the option may name a part.
    if (const OptionDecl* option = FindOption(options_, text.substr(1))) {
      for (const std::string& value : option->values) Word(value);
    }
  }

  void When(const Value& when) {
    if (when.IsScalar())
      read_.insert(when.text().starts_with('!') ? when.text().substr(1) : when.text());
    for (const Value::Entry& entry : when.entries()) read_.insert(entry.key);
  }

  void Word(const std::string& word) {
    Part(word);
    Type(word);
  }

  // Marks the part `name` as used and walks it.
  void Part(const std::string& name) {
    const Value* part = parts_ == nullptr ? nullptr : parts_->Find(name);
    if (part != nullptr && used_.insert(name).second) Walk(*part);
  }

  // A part whose role no parameter takes works by itself: it holds shared state.
  void WalkStandaloneParts() {
    std::set<std::string> taken = {std::string(ActionNode::kRole), std::string(Condition::kRole),
                                   std::string(Effect::kRole)};
    for (const Value::Entry& part : parts_->entries()) {
      if (used_.count(part.key) != 0) continue;
      if (taken.size() == 3) {
        for (const Registry::Entry* entry : registry_->All()) {
          for (const ParamDoc& doc : Registry::Describe(*entry))
            taken.insert(doc.type.substr(doc.type.starts_with("list of ") ? 8 : 0));
        }
      }
      if (IsOfOtherRole(part.value, taken)) Part(part.key);
    }
  }

  // Whether the part made from `spec`, with some option values, has a role outside `roles`.
  bool IsOfOtherRole(const Value& spec, const std::set<std::string>& roles) const {
    if (spec.IsMap() && spec.Find("by") != nullptr) {
      return std::any_of(spec.entries().begin(), spec.entries().end(),
                         [&](const Value::Entry& one) {
                           return one.key != "by" && IsOfOtherRole(one.value, roles);
                         });
    }
    const std::string& id =
        spec.IsMap() && !spec.entries().empty() ? spec.entries()[0].key : spec.text();
    const Registry::Entry* entry = registry_->Find(id);
    return entry != nullptr && roles.count(std::string(entry->role)) == 0;
  }

  // Visits a type of part or node. A missing parameter is requested from the shared part of that
  // name, or made of another type.
  void Type(const std::string& id) {
    const Registry::Entry* entry = registry_ == nullptr ? nullptr : registry_->Find(id);
    if (entry == nullptr || !types_.insert(id).second) return;
    for (const ParamDoc& doc : Registry::Describe(*entry)) {
      if (registry_->Find(doc.fallback) != nullptr) {
        Type(doc.fallback);
      } else if (!registry_->Ids(doc.type).empty()) {
        asked_.insert(doc.name);
        Part(doc.name);
      }
    }
  }

  const std::vector<OptionDecl>& options_;
  const Registry* registry_;
  const Value* parts_;
  std::set<std::string> read_;   // options that were read
  std::set<std::string> used_;   // parts in use
  std::set<std::string> asked_;  // names of requested parts
  std::set<std::string> types_;  // types already visited
};

}  // namespace

Faults FindUnused(const Value& tree, const std::vector<OptionDecl>& options,
                  const Registry* registry) {
  return Usage(tree, options, registry).Unused();
}

}  // namespace mlf::loader
