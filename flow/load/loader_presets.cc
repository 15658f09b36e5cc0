#include "flow/load/loader_presets.h"

#include "flow/base/words.h"
#include "flow/load/loader_needs.h"
#include "flow/load/loader_options.h"

namespace mlf::loader {

namespace {

class PresetReader {
 public:
  PresetReader(const std::vector<OptionDecl>& options, Faults& faults)
      : options_(options), faults_(faults) {}

  Preset Read(const Value::Entry& entry) {
    Preset preset;
    preset.name = entry.key;
    preset.where = entry.where;
    if (!entry.value.IsMap()) {
      Add("V02", entry.where, "preset " + Quoted(entry.key) + " is a map with zh, en and options");
      return preset;
    }
    CheckKeys(entry.value, {"zh", "en", "source", "options"}, "a preset", faults_);
    preset.label = {Text(entry, "zh"), Text(entry, "en")};
    if (const Value* source = entry.value.Find("source")) preset.source = source->text();
    const Value* options = entry.value.Find("options");
    if (options == nullptr || !options->IsMap()) {
      Add(options == nullptr ? "V03" : "V02", entry.where,
          "preset " + Quoted(entry.key) +
              " has no options: {name: value}; without any it is the variant itself");
      return preset;
    }
    const std::size_t before = faults_.size();
    for (const Value::Entry& option : options->entries()) Put(option, preset);
    if (faults_.size() == before) CheckNeedsOf(*options, preset);
    return preset;
  }

 private:
  void Add(std::string code, const SourcePos& where, const std::string& what) {
    faults_.push_back({std::move(code), where, what});
  }

  std::string Text(const Value::Entry& preset, const char* key) {
    const Value* text = preset.value.Find(key);
    if (text == nullptr || text->IsNull())
      Add("V03", preset.where,
          "preset " + Quoted(preset.key) + " has no " + key + ": (its name for people)");
    return text == nullptr ? "" : text->text();
  }

  void Put(const Value::Entry& entry, Preset& preset) {
    const OptionDecl* option = FindOption(options_, entry.key);
    if (option == nullptr) {
      std::string hint = DidYouMean(entry.key, NamesOf(options_));
      if (hint.empty())
        hint = "; a patch that takes an option out takes it out of the presets too: " + entry.key +
               ": ~";
      return Add(
          "V05", entry.where,
          "preset " + Quoted(preset.name) + ": there is no option " + Quoted(entry.key) + hint);
    }
    if (!entry.value.IsScalar()) {
      Add("V02", entry.where,
          "option " + Quoted(entry.key) + " takes one value: " + option->Allowed());
    } else if (const auto normal =
                   LegalValue(*option, entry.value.text(), entry.value.where(), faults_)) {
      preset.options[entry.key] = *normal;
    }
  }

  // Reports each fault at its option. If the preset breaks a default, reports it at the preset.
  void CheckNeedsOf(const Value& written, const Preset& preset) {
    OptionValues values;
    for (const OptionDecl& option : options_) values[option.name] = option.fallback;
    for (const auto& [name, value] : preset.options) values[name] = value;
    mlf::Faults missing;
    CheckNeeds(options_, values, preset.options, missing);
    for (const Fault& fault : missing) {
      SourcePos where = preset.where;
      for (const Value::Entry& entry : written.entries()) {
        if (fault.about == entry.key) where = entry.where;
      }
      faults_.push_back({"V14", where, "preset " + Quoted(preset.name) + ": " + fault.message});
    }
  }

  const std::vector<OptionDecl>& options_;
  Faults& faults_;
};

}  // namespace

std::vector<Preset> ReadPresets(const Value& presets, const std::vector<OptionDecl>& options,
                                Faults& faults) {
  std::vector<Preset> list;
  if (presets.IsNull()) return list;
  if (!presets.IsMap()) {
    faults.push_back(
        {"V02", presets.where(), "presets: is a map of names, each with zh, en and options"});
    return list;
  }
  PresetReader reader(options, faults);
  for (const Value::Entry& entry : presets.entries()) list.push_back(reader.Read(entry));
  return list;
}

}  // namespace mlf::loader
