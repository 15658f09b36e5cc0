#include "flow/load/loader_rules.h"

#include "flow/base/words.h"
#include "flow/load/loader_options.h"

#include <algorithm>
#include <array>
#include <map>

namespace mlf::loader {

namespace {

constexpr std::array<std::string_view, 10> kAddedTo = {
    "if",     "before_action", "action",        "after_action", "before_settle",
    "settle", "after_settle",  "before_states", "states",       "after_states"};

class RulePutter {
 public:
  RulePutter(Value& tree, const VariantSource& source, std::vector<std::string>& files,
             Faults& faults)
      : tree_(tree), source_(source), files_(files), faults_(faults) {}

  // `item` is a name, or {name: parameters}.
  void Put(const Value& item) {
    const bool map = item.IsMap() && item.entries().size() == 1;
    if (!map && !(item.IsScalar() && !item.IsNull()))
      return Add("V02", item.where(),
                 "a rule is a name, or {name: {parameters}}, not " + item.Canonical());
    name_ = map ? item.entries()[0].key : item.text();
    const SourcePos where = map ? item.entries()[0].where : item.where();
    const std::optional<VariantText> text = source_ ? source_("rules." + name_) : std::nullopt;
    if (!text)
      return Add("V16", where, "there is no rule " + Quoted(name_) + "; `mlf rules` lists them");
    files_.push_back(text->name);
    Result<Value> rule = ParseYaml(text->text, text->name);
    if (!rule) {
      faults_.insert(faults_.end(), rule.faults().begin(), rule.faults().end());
      return;
    }
    const std::size_t before = faults_.size();
    CheckKeys(*rule,
              {"id", "zh", "en", "does", "params", "optional", "memory", "parts", "nodes", "flow",
               "example", "scenarios"},
              "a rule", faults_);
    static const Value kNone = Value::Map();
    ReadParameters(*rule, map && item.entries()[0].value.IsMap() ? item.entries()[0].value : kNone,
                   where);
    if (faults_.size() != before) return;
    Lay(*rule, "memory");
    Lay(*rule, "parts");
    LayNodes(*rule);
    optional_.clear();
    if (const Value* optional = rule->Find("optional")) {
      for (const Value& node : optional->items()) optional_.push_back(node.text());
    }
    if (const Value* flow = rule->Find("flow")) AddToFlow(Filled(*flow), where);
  }

 private:
  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }

  void ReadParameters(const Value& rule, const Value& given, const SourcePos& where) {
    values_.clear();
    when_ = given.Find("when");
    const Value* params = rule.Find("params");
    std::vector<std::string> known{"when"};
    for (std::size_t i = 0; params != nullptr && i < params->entries().size(); ++i) {
      const Value::Entry& param = params->entries()[i];
      known.push_back(param.key);
      const Value* value = given.Find(param.key);
      if (value == nullptr && param.value.IsMap()) value = param.value.Find("default");
      if (value == nullptr) {
        Add("V16", where,
            "the rule " + Quoted(name_) + " needs " + param.key + ":; " + Meaning(param.value));
      } else {
        values_.emplace(param.key, *value);
      }
    }
    for (const Value::Entry& entry : given.entries()) {
      if (std::ranges::find(known, entry.key) != known.end()) continue;
      const std::string hint = DidYouMean(entry.key, known);
      Add("V16", entry.where,
          "the rule " + Quoted(name_) + " has no parameter " + Quoted(entry.key) +
              (hint.empty() ? "; it has " + Join(known) : hint));
    }
  }

  static std::string Meaning(const Value& param) {
    const Value* en = param.IsMap() ? param.Find("en") : nullptr;
    return en == nullptr ? "give it a value" : en->text();
  }

  // A copy of `value` with the parameters put in. Other words with a $ are options of the variant.
  Value Filled(const Value& value) const {
    if (value.IsScalar() && value.text().starts_with('$')) {
      const auto found = values_.find(value.text().substr(1));
      return found == values_.end() ? value : found->second;
    }
    Value filled = value;
    for (Value& item : filled.items()) item = Filled(item);
    if (!filled.IsMap()) return filled;
    for (Value::Entry& entry : filled.entries()) {
      if (entry.key.starts_with('$')) {
        const auto found = values_.find(entry.key.substr(1));
        if (found != values_.end()) entry.key = found->second.text();
      }
      entry.value = Filled(entry.value);
    }
    return filled;
  }

  // A part that is there only when the rule is.
  Value WithWhen(Value part) {
    if (when_ == nullptr) return part;
    const SourcePos where = part.where();
    if (part.IsScalar()) {
      Value map = Value::Map();
      map.entries().push_back({part.text(), where, Value::Map()});
      part = std::move(map);
    }
    if (part.IsMap() && part.entries().size() == 1) {
      Value& parameters = part.entries()[0].value;
      if (parameters.IsNull()) parameters = Value::Map();
      if (parameters.IsMap() && parameters.Find("when") == nullptr) {
        parameters.Set("when", *when_);
        part.set_where(where);
        return part;
      }
    }
    Add("V17", where,
        "when: cannot be added to " + part.Canonical() + " of the rule " + Quoted(name_) +
            "; write the part as {name: {parameter: value}}");
    return part;
  }

  // Lays memory: or parts: of the rule below those of the variant.
  void Lay(const Value& rule, std::string_view key) {
    const Value* written = rule.Find(key);
    if (written == nullptr) return;
    Value filled = Filled(*written);
    for (Value::Entry& entry : filled.entries()) {
      if (key == "parts") {
        entry.value = WithWhen(std::move(entry.value));
      } else if (when_ != nullptr && entry.value.IsMap()) {
        entry.value.Set("when", *when_);
      }
    }
    Value* own = tree_.Find(key);
    if (own == nullptr) {
      tree_.entries().push_back({std::string(key), written->where(), std::move(filled)});
    } else if (own->IsMap()) {
      for (Value::Entry& entry : filled.entries()) {
        if (own->Find(entry.key) == nullptr) own->entries().push_back(std::move(entry));
      }
    }
  }

  // Nodes of the rule stand after those of the variant, which may write one of them itself.
  void LayNodes(const Value& rule) {
    const Value* written = rule.Find("nodes");
    Value* flow = tree_.Find("flow");
    if (written == nullptr || flow == nullptr || !flow->IsMap()) return;
    Value filled = Filled(*written);
    for (Value::Entry& node : filled.entries()) {
      if (when_ != nullptr && node.value.IsMap()) node.value.Set("when", *when_);
      if (flow->Find(node.key) == nullptr) flow->entries().push_back(std::move(node));
    }
  }

  void AddToFlow(const Value& more, const SourcePos& where) {
    Value* flow = tree_.Find("flow");
    for (const Value::Entry& node : more.entries()) {
      Value* own = flow != nullptr && flow->IsMap() ? flow->Find(node.key) : nullptr;
      if (own == nullptr && std::ranges::find(optional_, node.key) != optional_.end()) continue;
      if (own == nullptr) {
        Add("V17", where,
            "the rule " + Quoted(name_) + " adds to the node " + Quoted(node.key) +
                ", which this variant has not; add the node, or take the rule out");
        continue;
      }
      AddToNode(*own, node);
    }
  }

  // A node may be written by option: {by: rob, on: {...}, off: ~}.
  void AddToNode(Value& own, const Value::Entry& node) {
    if (own.IsNull()) own = Value::Map();
    if (!own.IsMap()) return;
    if (own.Find("by") != nullptr) {
      for (Value::Entry& branch : own.entries()) {
        if (branch.key != "by" && branch.value.IsMap()) AddToNode(branch.value, node);
      }
      return;
    }
    for (const Value::Entry& entry : node.value.entries()) {
      if (std::ranges::find(kAddedTo, entry.key) == kAddedTo.end()) {
        Add("V17", entry.where,
            "a rule adds conditions and effects to a node, not " + entry.key + ": of " +
                Quoted(node.key) + "; write that in the variant");
        continue;
      }
      Value list = Value::List();
      list.set_where(entry.value.where());
      Value* present = own.Find(entry.key);
      if (present != nullptr && present->IsList()) list = *present;
      if (present != nullptr && !present->IsList() && !present->IsNull()) list.Append(*present);
      const std::vector<Value> added =
          entry.value.IsList() ? entry.value.items() : std::vector<Value>{entry.value};
      for (const Value& part : added) list.Append(WithWhen(part));
      if (present != nullptr) {
        *present = std::move(list);
      } else {
        own.entries().push_back({entry.key, entry.where, std::move(list)});
      }
    }
  }

  Value& tree_;
  const VariantSource& source_;
  std::vector<std::string>& files_;
  Faults& faults_;
  std::string name_;
  std::map<std::string, Value, std::less<>> values_;
  std::vector<std::string> optional_;  // nodes that the variant may lack
  const Value* when_ = nullptr;
};

}  // namespace

void PutRules(Value& tree, const VariantSource& source, std::vector<std::string>& files,
              Faults& faults) {
  const Value* written = tree.Find("rules");
  if (written == nullptr) return;
  const Value rules = *written;
  std::erase_if(tree.entries(), [](const Value::Entry& entry) { return entry.key == "rules"; });
  RulePutter putter(tree, source, files, faults);
  if (!rules.IsList()) return putter.Put(rules);
  for (const Value& rule : rules.items()) putter.Put(rule);
}

}  // namespace mlf::loader
