#include "flow/load/loader_needs.h"

#include "flow/base/words.h"
#include "flow/load/loader_options.h"
#include "flow/load/option_faults.h"

#include <algorithm>

namespace mlf {

bool OptionNeed::Allows(const std::string& value) const {
  return (std::find(values.begin(), values.end(), value) != values.end()) != except;
}

std::string OptionNeed::Text() const { return option + (except ? "!=" : "=") + Join(values, "/"); }

std::string NeedsText(const std::vector<OptionNeed>& needs) {
  std::string text;
  for (const OptionNeed& need : needs) text += (text.empty() ? "" : ", ") + need.Text();
  return text;
}

std::vector<OptionNeed> OptionDecl::NeedsOf(const std::string& value) const {
  std::vector<OptionNeed> all = needs;
  if (const auto found = value_needs.find(value); found != value_needs.end())
    all.insert(all.end(), found->second.begin(), found->second.end());
  return all;
}

namespace loader {

namespace {

class WhenReader {
 public:
  WhenReader(const std::vector<OptionDecl>& options, Faults& faults)
      : options_(options), faults_(faults) {}

  std::vector<OptionNeed> Read(const Value& when) {
    std::vector<OptionNeed> needs;
    if (when.IsScalar()) {
      ReadSwitch(when, needs);
    } else if (!when.IsMap() || when.entries().empty()) {
      Add("V02", when.where(),
          "when: is an option that is on or off, or {option: value} or {option: [values]}");
    } else {
      for (const Value::Entry& entry : when.entries()) ReadEntry(entry, needs);
    }
    return needs;
  }

 private:
  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }

  // `name` or `!name`.
  void ReadSwitch(const Value& when, std::vector<OptionNeed>& needs) {
    const bool off = when.text().starts_with('!');
    const std::string name = when.text().substr(off ? 1 : 0);
    const OptionDecl* option = NamedOption(options_, name, when.where(), faults_);
    if (option == nullptr) return;
    if (option->type != OptionDecl::Type::kBool) {
      Add("V06", when.where(),
          "option \"" + name + "\" is not on or off; write when: {" + name + ": <value>} with " +
              option->Allowed());
      return;
    }
    needs.push_back({name, {off ? "off" : "on"}, false, when.where()});
  }

  void ReadEntry(const Value::Entry& entry, std::vector<OptionNeed>& needs) {
    const OptionDecl* option = NamedOption(options_, entry.key, entry.where, faults_);
    if (option == nullptr) return;
    OptionNeed need{entry.key, {}, false, entry.where};
    if (entry.value.IsScalar() && entry.value.text().starts_with('!') &&
        !option->Normal(entry.value.text())) {
      need.except = true;
      ReadValue(*option, entry.value.text().substr(1), entry.value.where(), need);
    } else {
      for (const Value& value :
           entry.value.IsList() ? entry.value.items() : std::vector<Value>{entry.value}) {
        if (value.IsScalar()) {
          ReadValue(*option, value.text(), value.where(), need);
        } else {
          Add("V02", entry.where,
              "when: {" + entry.key + ": ...} takes a value, \"!value\" or a list of values");
        }
      }
    }
    needs.push_back(std::move(need));
  }

  void ReadValue(const OptionDecl& option, const std::string& text, const SourcePos& where,
                 OptionNeed& need) {
    if (const auto normal = LegalValue(option, text, where, faults_))
      need.values.push_back(*normal);
  }

  const std::vector<OptionDecl>& options_;
  Faults& faults_;
};

// Visits all needs of an option, including those of its values.
template <typename Visit>
void ForEachNeed(const OptionDecl& option, Visit&& visit) {
  for (const OptionNeed& need : option.needs) visit(need);
  for (const auto& [value, needs] : option.value_needs) {
    for (const OptionNeed& need : needs) visit(need);
  }
}

// Finds options that need each other. Reports each cycle once.
class NeedCycleFinder {
 public:
  NeedCycleFinder(const std::vector<OptionDecl>& options, Faults& faults)
      : options_(options), faults_(faults) {}

  bool Find() {
    for (const OptionDecl& option : options_) Visit(option);
    return found_;
  }

 private:
  void Visit(const OptionDecl& option) {
    if (std::find(done_.begin(), done_.end(), option.name) != done_.end()) return;
    if (const auto at = std::find(path_.begin(), path_.end(), option.name); at != path_.end()) {
      found_ = true;
      faults_.push_back({"V12", option.where,
                         "options need each other in a circle: " +
                             Join(std::vector<std::string>(at, path_.end()), " -> ") + " -> " +
                             option.name});
      return;
    }
    path_.push_back(option.name);
    ForEachNeed(option, [&](const OptionNeed& need) {
      if (const OptionDecl* other = FindOption(options_, need.option)) Visit(*other);
    });
    path_.pop_back();
    done_.push_back(option.name);
  }

  const std::vector<OptionDecl>& options_;
  Faults& faults_;
  std::vector<std::string> path_, done_;
  bool found_ = false;
};

// Values to try for a needed option, the default first.
std::vector<std::string> Candidates(const OptionDecl& option, const OptionNeed& need) {
  std::vector<std::string> values = {option.fallback};
  values.insert(values.end(), need.values.begin(), need.values.end());
  values.insert(values.end(), option.values.begin(), option.values.end());
  if (option.type == OptionDecl::Type::kBool) values.insert(values.end(), {"on", "off"});
  // For an int, any two values are enough: a need excepts at most a few.
  if (option.type == OptionDecl::Type::kInt)
    values.insert(values.end(), {std::to_string(option.low), std::to_string(option.high)});
  std::erase_if(values, [&](const std::string& value) { return !need.Allows(value); });
  return values;
}

// Backtracking search: chooses values of other options that meet the needs from `next` on. Keeps
// the values in `chosen`.
bool Meet(const std::vector<OptionDecl>& options, const std::vector<OptionNeed>& needs,
          std::size_t next, OptionValues& chosen) {
  if (next == needs.size()) return true;
  const OptionNeed& need = needs[next];
  const OptionDecl* option = FindOption(options, need.option);
  if (option == nullptr) return false;
  if (const auto already = chosen.find(need.option); already != chosen.end()) {
    return need.Allows(already->second) && Meet(options, needs, next + 1, chosen);
  }
  for (const std::string& value : Candidates(*option, need)) {
    OptionValues with = chosen;
    with[need.option] = value;
    std::vector<OptionNeed> more = needs;
    for (OptionNeed& own : option->NeedsOf(value)) more.push_back(std::move(own));
    if (Meet(options, more, next + 1, with)) {
      chosen = std::move(with);
      return true;
    }
  }
  return false;
}

// An option without a value is unavailable and meets no need.
bool Met(const OptionNeed& need, const OptionValues& values) {
  const auto found = values.find(need.option);
  return found != values.end() && need.Allows(found->second);
}

bool AllMet(const std::vector<OptionNeed>& needs, const OptionValues& values) {
  return std::all_of(needs.begin(), needs.end(),
                     [&](const OptionNeed& need) { return Met(need, values); });
}

}  // namespace

std::vector<OptionNeed> ReadWhen(const Value& when, const std::vector<OptionDecl>& options,
                                 Faults& faults) {
  return WhenReader(options, faults).Read(when);
}

void ReadNeeds(const Value& tree, std::vector<OptionDecl>& options, Faults& faults) {
  const std::size_t before = faults.size();
  for (OptionDecl& option : options) {
    const Value* map = tree.Find(option.name);
    if (map == nullptr || !map->IsMap()) continue;
    if (const Value* when = map->Find("when")) option.needs = ReadWhen(*when, options, faults);
    for (const char* key : {"values", "words"}) {
      const Value* list = map->Find(key);
      if (list == nullptr) continue;
      for (const Value& item : list->IsList() ? list->items() : std::vector<Value>{*list}) {
        if (!item.IsMap() || item.entries().size() != 1) continue;
        const Value::Entry& entry = item.entries()[0];
        if (const Value* when = entry.value.IsMap() ? entry.value.Find("when") : nullptr)
          option.value_needs[entry.key] = ReadWhen(*when, options, faults);
      }
    }
  }
  if (faults.size() != before || NeedCycleFinder(options, faults).Find()) return;
  OptionValues fallbacks;
  for (const OptionDecl& option : options) fallbacks[option.name] = option.fallback;
  const OptionValues in_force = InForce(options, fallbacks);
  for (const OptionDecl& option : options) {
    std::vector<std::string> values = option.values;
    if (option.value_needs.count(option.fallback) == 0) values.push_back(option.fallback);
    for (const std::string& value : values) {
      if (Beside(options, option, value)) continue;
      faults.push_back({"V13", option.where,
                        "option \"" + option.name + "\" can never be \"" + value +
                            "\": no values of other options meet " +
                            NeedsText(option.NeedsOf(value))});
    }
    const auto own = option.value_needs.find(option.fallback);
    if (in_force.count(option.name) == 0 || own == option.value_needs.end() ||
        AllMet(own->second, in_force))
      continue;
    faults.push_back({"V13", option.where,
                      "option \"" + option.name + "\": the default \"" + option.fallback +
                          "\" needs " + NeedsText(own->second) +
                          ", which does not hold where nothing is set; take another default"});
  }
}

OptionValues InForce(const std::vector<OptionDecl>& options, const OptionValues& values) {
  OptionValues left = values;
  // Removing one option may remove others. The needs have no cycles, so this ends.
  for (bool changed = true; changed;) {
    changed = false;
    for (const OptionDecl& option : options) {
      if (left.count(option.name) == 0 || AllMet(option.needs, left)) continue;
      left.erase(option.name);
      changed = true;
    }
  }
  return left;
}

OptionValues CheckNeeds(const std::vector<OptionDecl>& options, const OptionValues& values,
                        const OptionValues& given, Faults& faults) {
  const OptionValues in_force = InForce(options, values);
  // "score_table=2 (it is 1)"
  const auto missing = [&](const std::vector<OptionNeed>& needs) {
    std::string text;
    for (const OptionNeed& need : needs) {
      if (Met(need, in_force)) continue;
      text += (text.empty() ? "" : ", ") + need.Text() +
              (in_force.count(need.option) != 0 ? " (it is " + in_force.at(need.option) + ")"
                                                : " (it is not there)");
    }
    return text;
  };
  for (const OptionDecl& option : options) {
    const bool is_given = given.count(option.name) != 0;
    if (in_force.count(option.name) == 0) {
      if (is_given) faults.push_back(Unavailable(options, option, missing(option.needs)));
      continue;
    }
    const std::string& value = in_force.at(option.name);
    const auto needs = option.value_needs.find(value);
    if (needs == option.value_needs.end() || AllMet(needs->second, in_force)) continue;
    faults.push_back(ValueUnavailable(options, option, value, is_given, missing(needs->second)));
  }
  return in_force;
}

std::optional<OptionValues> Beside(const std::vector<OptionDecl>& options, const OptionDecl& option,
                                   const std::string& value) {
  OptionValues chosen;
  if (!Meet(options, option.NeedsOf(value), 0, chosen)) return std::nullopt;
  std::erase_if(chosen, [&](const auto& entry) {
    return FindOption(options, entry.first)->fallback == entry.second;
  });
  return chosen;
}

}  // namespace loader
}  // namespace mlf
