#include "flow/load/loader_options.h"

#include "flow/base/words.h"
#include "flow/build/build_context.h"
#include "flow/load/loader_needs.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace mlf {

std::optional<std::string> OptionDecl::Normal(const std::string& text) const {
  const bool word = std::find(values.begin(), values.end(), text) != values.end();
  switch (type) {
    case Type::kBool: {
      const std::optional<bool> flag = Value(text).AsBool();
      if (!flag) return std::nullopt;
      return *flag ? "on" : "off";
    }
    case Type::kInt: {
      if (word) return text;
      const std::optional<std::int64_t> number = Value(text).AsInt();
      if (!number || *number < low || *number > high) return std::nullopt;
      return std::to_string(*number);
    }
    case Type::kChoice:
      if (word) return text;
      return std::nullopt;
  }
  return std::nullopt;
}

std::string OptionDecl::Allowed() const {
  std::vector<std::string> words;
  if (type == Type::kBool) words = {"on", "off"};
  if (type == Type::kInt) words.push_back(std::to_string(low) + ".." + std::to_string(high));
  words.insert(words.end(), values.begin(), values.end());
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

namespace loader {

void CheckKeys(const Value& map, const std::vector<std::string_view>& known, std::string_view of,
               Faults& faults) {
  const std::vector<std::string> words(known.begin(), known.end());
  for (const Value::Entry& entry : map.entries()) {
    if (std::find(words.begin(), words.end(), entry.key) != words.end()) continue;
    std::string message = std::string(of) + " has no \"" + entry.key + "\"";
    if (const std::string hint = DidYouMean(entry.key, words); !hint.empty()) {
      message += hint;
    } else {
      message += "; it can have";
      for (std::size_t i = 0; i < words.size(); ++i) message += (i == 0 ? " " : ", ") + words[i];
    }
    faults.push_back({"V01", entry.where, std::move(message)});
  }
}

std::vector<std::string> NamesOf(const std::vector<OptionDecl>& options) {
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const OptionDecl& option : options) names.push_back(option.name);
  return names;
}

const OptionDecl* FindOption(const std::vector<OptionDecl>& options, std::string_view name) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const OptionDecl& option) { return option.name == name; });
  return found == options.end() ? nullptr : &*found;
}

const OptionDecl* NamedOption(const std::vector<OptionDecl>& options, const std::string& name,
                              const SourcePos& where, Faults& faults) {
  const OptionDecl* option = FindOption(options, name);
  if (option == nullptr) {
    const std::string near = DidYouMean(name, NamesOf(options));
    faults.push_back({"V05", where,
                      "there is no option \"" + name + "\"" +
                          (near.empty() ? "; declare it under options:" : near)});
  }
  return option;
}

std::optional<std::string> LegalValue(const OptionDecl& option, const std::string& text,
                                      const SourcePos& where, Faults& faults) {
  const std::optional<std::string> normal = option.Normal(text);
  if (!normal) {
    faults.push_back({"V06", where,
                      "option \"" + option.name + "\" cannot be \"" + text + "\"" +
                          DidYouMean(text, option.values) + "; it is " + option.Allowed()});
  }
  return normal;
}

namespace {

// ---- Declarations ----

void AddV10(Faults& faults, const SourcePos& where, const std::string& option,
            const std::string& what) {
  faults.push_back({"V10", where, "option \"" + option + "\": " + what});
}

std::string ReadText(const Value& map, std::string_view key) {
  const Value* text = map.Find(key);
  return text == nullptr ? "" : text->text();
}

// The words of a list (or a single one); `key` is values or words. A word may be a map with its
// name for people and its needs: {cap: {zh: 到顶, en: the cap, when: ...}}. ReadNeeds reads needs.
void ReadWords(const Value& map, std::string_view key, OptionDecl& option, Faults& faults) {
  const Value* list = map.Find(key);
  if (list == nullptr) return;
  for (const Value& item : list->IsList() ? list->items() : std::vector<Value>{*list}) {
    const bool with_more =
        item.IsMap() && item.entries().size() == 1 && item.entries()[0].value.IsMap();
    if (!item.IsScalar() && !with_more) {
      AddV10(faults, item.where(), option.name,
             std::string(key) +
                 " is a list of words, each alone or as {word: {zh: ..., en: ..., when: ...}}");
      continue;
    }
    const std::string& word = with_more ? item.entries()[0].key : item.text();
    if (std::find(option.values.begin(), option.values.end(), word) != option.values.end()) {
      AddV10(faults, item.where(), option.name, "\"" + word + "\" is twice in " + std::string(key));
      continue;
    }
    option.values.push_back(word);
    if (!with_more) continue;
    const Value& more = item.entries()[0].value;
    CheckKeys(more, {"zh", "en", "when"}, "a value of an option", faults);
    Label label{ReadText(more, "zh"), ReadText(more, "en")};
    if (label.zh.empty() != label.en.empty())
      AddV10(faults, item.where(), option.name, "\"" + word + "\" is named in zh and en, or not");
    if (!label.zh.empty()) option.value_labels[word] = std::move(label);
  }
}

std::int64_t ReadBound(const Value& map, std::string_view key, const OptionDecl& option,
                       Faults& faults) {
  const Value* bound = map.Find(key);
  if (bound == nullptr) {
    AddV10(faults, option.where, option.name,
           "an int needs low and high; " + std::string(key) + " is missing");
    return 0;
  }
  const std::optional<std::int64_t> number = bound->AsInt();
  if (!number) AddV10(faults, bound->where(), option.name, std::string(key) + " is a number");
  return number.value_or(0);
}

void ReadType(const Value& map, OptionDecl& option, Faults& faults) {
  const Value* type = map.Find("type");
  const std::string text = type == nullptr ? "" : type->text();
  if (text == "bool") {
    CheckKeys(map, {"type", "default", "zh", "en", "source", "when"}, "a bool option", faults);
  } else if (text == "int") {
    option.type = OptionDecl::Type::kInt;
    CheckKeys(map, {"type", "default", "low", "high", "words", "zh", "en", "source", "when"},
              "an int option", faults);
    option.low = ReadBound(map, "low", option, faults);
    option.high = ReadBound(map, "high", option, faults);
    ReadWords(map, "words", option, faults);
    if (option.low > option.high) AddV10(faults, option.where, option.name, "low is above high");
  } else if (text == "choice") {
    option.type = OptionDecl::Type::kChoice;
    CheckKeys(map, {"type", "default", "values", "zh", "en", "source", "when"}, "a choice option",
              faults);
    ReadWords(map, "values", option, faults);
    if (option.values.empty())
      AddV10(faults, option.where, option.name, "a choice needs values: [a, b]");
  } else {
    std::string message = "type is bool, int or choice";
    if (type != nullptr)
      message += ", not \"" + text + "\"" + DidYouMean(text, {"bool", "int", "choice"});
    AddV10(faults, type == nullptr ? option.where : type->where(), option.name, message);
  }
}

OptionDecl ReadOption(const Value::Entry& entry, Faults& faults) {
  OptionDecl option;
  option.name = entry.key;
  option.where = entry.where;
  if (!entry.value.IsMap()) {
    AddV10(faults, entry.where, entry.key, "is a map with type and default");
    return option;
  }
  if (entry.key == kPresetKey)
    AddV10(faults, entry.where, entry.key,
           "the name is taken: preset=... names a preset; take another");
  const std::size_t before = faults.size();
  ReadType(entry.value, option, faults);
  option.label = {ReadText(entry.value, "zh"), ReadText(entry.value, "en")};
  option.source = ReadText(entry.value, "source");
  const Value* fallback = entry.value.Find("default");
  if (fallback == nullptr) {
    AddV10(faults, entry.where, entry.key, "has no default");
  } else if (const auto normal = option.Normal(fallback->text()); normal && fallback->IsScalar()) {
    option.fallback = *normal;
  } else if (faults.size() == before) {
    AddV10(faults, fallback->where(), entry.key,
           "the default \"" + fallback->text() + "\" is not " + option.Allowed());
  }
  // Use some default, so that the rest of the file is checked too.
  if (option.fallback.empty()) {
    option.fallback = option.type == OptionDecl::Type::kBool  ? "off"
                      : option.type == OptionDecl::Type::kInt ? std::to_string(option.low)
                                                              : "";
    if (option.fallback.empty() && !option.values.empty()) option.fallback = option.values.front();
  }
  return option;
}

// ---- References ----

class ReferenceChecker {
 public:
  ReferenceChecker(const std::vector<OptionDecl>& options, Faults& faults)
      : options_(options), faults_(faults) {}

  void Check(const Value& value) {
    if (value.IsScalar() && value.text().size() > 1 && value.text()[0] == '$')
      NamedOption(options_, value.text().substr(1), value.where(), faults_);
    for (const Value& item : value.items()) Check(item);
    if (!value.IsMap()) return;
    if (const Value* by = value.Find("by")) CheckBy(value, *by);
    for (const Value::Entry& entry : value.entries()) {
      if (entry.key == "when") {
        ReadWhen(entry.value, options_, faults_);
      } else if (entry.key != "by") {
        Check(entry.value);
      }
    }
  }

 private:
  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }

  void CheckBy(const Value& map, const Value& by) {
    if (!by.IsScalar()) {
      Add("V02", by.where(), "by: names an option");
      return;
    }
    const OptionDecl* option = NamedOption(options_, by.text(), by.where(), faults_);
    if (option == nullptr) return;
    std::vector<std::string> covered;
    for (const Value::Entry& entry : map.entries()) {
      if (entry.key == "by" || entry.key == "else") continue;
      if (entry.key == "when") {
        Add("V02", entry.where, "a map has either by or when; put when into the lines of by");
        continue;
      }
      if (const auto normal = LegalValue(*option, entry.key, entry.where, faults_))
        covered.push_back(*normal);
    }
    if (map.Find("else") == nullptr) CheckCovered(*option, covered, by.where());
  }

  void CheckCovered(const OptionDecl& option, const std::vector<std::string>& covered,
                    const SourcePos& where) {
    std::vector<std::string> wanted = option.values;
    if (option.type == OptionDecl::Type::kBool) wanted = {"on", "off"};
    if (option.type == OptionDecl::Type::kInt) {
      // One number more than there are entries is enough to find an uncovered one. Unsigned,
      // because the range may be 64 bits wide.
      const auto low = static_cast<std::uint64_t>(option.low);
      const std::uint64_t last =
          std::min<std::uint64_t>(covered.size(), static_cast<std::uint64_t>(option.high) - low);
      for (std::uint64_t n = 0; n <= last; ++n)
        wanted.push_back(std::to_string(static_cast<std::int64_t>(low + n)));
    }
    for (const std::string& value : wanted) {
      if (std::find(covered.begin(), covered.end(), value) != covered.end()) continue;
      Add("V07", where,
          "nothing is given here for " + option.name + " = " + value + "; add \"" + value +
              ":\" or \"else:\"");
      return;
    }
  }

  const std::vector<OptionDecl>& options_;
  Faults& faults_;
};

// ---- Substitution ----

class Putter {
 public:
  Putter(const std::vector<OptionDecl>& options, const OptionValues& values)
      : options_(options), values_(values) {}

  // What happened to a value.
  enum class Fate : std::uint8_t {
    kKept,
    kGone,  // its `when` fails; a map with no other key is removed too: {pattern: {fan: 2, when:
            // x}}
    kTakenOut,  // removed from its place; the map or list around it stays
  };

  // The option that `value` references, without its $; empty if none.
  static std::string NamedBy(const Value& value) {
    return value.IsScalar() && value.text().size() > 1 && value.text()[0] == '$'
               ? value.text().substr(1)
               : std::string();
  }

  // Calls `visit(name, value, place)` for each option reference.
  template <typename Visit>
  void ForEachPlace(const Value& in, Visit&& visit) const {
    if (const std::string name = NamedBy(in); !name.empty()) {
      if (const std::string* value = ValueOf(name)) visit(name, *value, in.where());
    }
    for (const Value& item : in.items()) ForEachPlace(item, visit);
    for (const Value::Entry& entry : in.entries()) ForEachPlace(entry.value, visit);
  }

  Fate Put(const Value& in, Value& out) const {
    switch (in.kind()) {
      case Value::Kind::kNull: out = in; return Fate::kKept;
      case Value::Kind::kScalar: return PutScalar(in, out);
      case Value::Kind::kList: return PutList(in, out);
      case Value::Kind::kMap: return in.Find("by") != nullptr ? PutBy(in, out) : PutMap(in, out);
    }
    return Fate::kKept;
  }

 private:
  // An unavailable option has its default.
  const std::string* ValueOf(const std::string& name) const {
    if (const auto found = values_.find(name); found != values_.end()) return &found->second;
    const OptionDecl* option = FindOption(options_, name);
    return option == nullptr ? nullptr : &option->fallback;
  }

  Fate PutScalar(const Value& in, Value& out) const {
    out = in;
    const std::string name = NamedBy(in);
    if (name.empty()) return Fate::kKept;
    const std::string* value = ValueOf(name);
    if (value == nullptr) return Fate::kTakenOut;
    out = Value(*value);
    out.set_where(in.where());
    return Fate::kKept;
  }

  Fate PutList(const Value& in, Value& out) const {
    out = Value::List();
    out.set_where(in.where());
    out.items().reserve(in.items().size());
    for (const Value& item : in.items()) {
      if (Put(item, out.items().emplace_back()) != Fate::kKept) out.items().pop_back();
    }
    // A list that was empty stays. A list emptied by `when` is removed from a list around it.
    return out.items().empty() && !in.items().empty() ? Fate::kTakenOut : Fate::kKept;
  }

  Fate PutBy(const Value& in, Value& out) const {
    const std::string name = in.Find("by")->text();
    const OptionDecl* option = FindOption(options_, name);
    const std::string* value = ValueOf(name);
    const Value* chosen = in.Find("else");
    if (option != nullptr && value != nullptr) {
      for (const Value::Entry& entry : in.entries()) {
        if (entry.key != "by" && entry.key != "else" && option->Normal(entry.key) == *value)
          chosen = &entry.value;
      }
    }
    if (chosen == nullptr || chosen->IsNull()) return Fate::kTakenOut;
    return Put(*chosen, out);
  }

  Fate PutMap(const Value& in, Value& out) const {
    const Value* when = in.Find("when");
    if (when != nullptr && !Holds(*when)) return Fate::kGone;
    out = Value::Map();
    out.set_where(in.where());
    out.entries().reserve(in.entries().size());
    bool gone = false;
    for (const Value::Entry& entry : in.entries()) {
      if (&entry.value == when) continue;
      const Fate fate = Put(
          entry.value, out.entries().emplace_back(Value::Entry{entry.key, entry.where, {}}).value);
      if (fate != Fate::kKept && !(fate == Fate::kTakenOut && entry.value.IsList()))
        out.entries().pop_back();
      gone = gone || fate == Fate::kGone;
    }
    if (gone && in.entries().size() == 1) return Fate::kTakenOut;
    // {hu: {when: x}} is {hu: }.
    if (when != nullptr && in.entries().size() == 1) out = EmptyAt(in.where());
    return Fate::kKept;
  }

  static Value EmptyAt(const SourcePos& where) {
    Value empty;
    empty.set_where(where);
    return empty;
  }

  bool Holds(const Value& when) const {
    Faults reported;  // ReferenceChecker reports these
    const std::vector<OptionNeed> needs = ReadWhen(when, options_, reported);
    return reported.empty() && std::all_of(needs.begin(), needs.end(), [&](const OptionNeed& need) {
             const std::string* value = ValueOf(need.option);
             return value != nullptr && need.Allows(*value);
           });
  }

  const std::vector<OptionDecl>& options_;
  const OptionValues& values_;
};

}  // namespace

std::vector<OptionDecl> ReadOptions(const Value& options, Faults& faults) {
  std::vector<OptionDecl> list;
  if (options.IsNull()) return list;
  if (!options.IsMap()) {
    faults.push_back(
        {"V02", options.where(), "options: is a map of names, each with type and default"});
    return list;
  }
  for (const Value::Entry& entry : options.entries()) list.push_back(ReadOption(entry, faults));
  ReadNeeds(options, list, faults);
  return list;
}

void CheckReferences(const Value& tree, const std::vector<OptionDecl>& options, Faults& faults) {
  ReferenceChecker(options, faults).Check(tree);
}

Value PutOptions(const Value& tree, const std::vector<OptionDecl>& options,
                 const OptionValues& values) {
  Value out;
  if (Putter(options, values).Put(tree, out) != Putter::Fate::kKept) return Value::Map();
  return out;
}

void NamePutOptions(const Value& tree, const std::vector<OptionDecl>& options,
                    const OptionValues& values, Faults& faults) {
  Putter(options, values)
      .ForEachPlace(tree,
                    [&](const std::string& name, const std::string& value, const SourcePos& where) {
                      if (where.line == 0) return;
                      for (Fault& fault : faults) {
                        if (std::tie(fault.where.file, fault.where.line, fault.where.column) !=
                            std::tie(where.file, where.line, where.column))
                          continue;
                        fault.message = "$" + name + " is \"" + value + "\" here: " + fault.message;
                      }
                    });
}

}  // namespace loader
}  // namespace mlf
