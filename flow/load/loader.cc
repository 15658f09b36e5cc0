#include <mlf/flow/game_registry.h>
#include <mlf/flow/layer.h>
#include <mlf/flow/loader.h>

#include "flow/base/text_file.h"
#include "flow/base/words.h"
#include "flow/build/build_context.h"
#include "flow/load/loader_about.h"
#include "flow/load/loader_needs.h"
#include "flow/load/loader_options.h"
#include "flow/load/loader_presets.h"
#include "flow/load/loader_reader.h"
#include "flow/load/loader_rules.h"
#include "flow/load/loader_usage.h"
#include "flow/load/option_faults.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace mlf {

namespace {

// Sorts faults in file order, as a designer reads them, and drops duplicates.
void Tidy(Faults& faults) {
  std::sort(faults.begin(), faults.end(), [](const Fault& a, const Fault& b) {
    return std::tie(a.where.file, a.where.line, a.where.column, a.code, a.message) <
           std::tie(b.where.file, b.where.line, b.where.column, b.code, b.message);
  });
  const auto same = [](const Fault& a, const Fault& b) { return a.Text() == b.Text(); };
  faults.erase(std::unique(faults.begin(), faults.end(), same), faults.end());
}

void Append(Faults& faults, const Faults& more) {
  faults.insert(faults.end(), more.begin(), more.end());
}

// The subtree in which options may be used.
Value Configurable(const Value& tree, const std::vector<const Layer*>& layers) {
  Value result = Value::Map();
  result.set_where(tree.where());
  for (const Value::Entry& entry : tree.entries()) {
    if (entry.key == "seats" || entry.key == "entry" || entry.key == "critical" ||
        entry.key == "parts" || entry.key == "flow" ||
        std::ranges::find(layers, entry.key, &Layer::key) != layers.end()) {
      result.entries().push_back(entry);
    }
  }
  return result;
}

// Weaves the layers in force into `spec`: the layers that the tree names, with the options of a
// table laid over them.
void Weave(const std::vector<const Layer*>& layers, const Registry& registry, const Value& tree,
           const OptionValues& given, loader::FlowSpec& spec, Faults& faults) {
  for (const Layer* layer : layers) {
    const std::string key(layer->key);
    std::map<std::string, std::string> own;
    for (const auto& [name, text] : given) {
      if (name == key) own[""] = text;
      if (name.starts_with(key + ".")) own[name.substr(key.size() + 1)] = text;
    }
    const Value* written = tree.Find(key);
    if (written == nullptr && own.empty()) continue;
    const Value settings = layer->settings(written == nullptr ? Value() : *written, own, faults);
    if (!settings.IsNull()) layer->weave(settings, registry, spec, faults);
  }
}

OptionValues Fallbacks(const std::vector<OptionDecl>& options) {
  OptionValues values;
  for (const OptionDecl& option : options) values[option.name] = option.fallback;
  return values;
}

std::string HeaderText(const Value& tree, std::string_view key, std::string_view what,
                       Faults& faults) {
  const Value* value = tree.Find(key);
  if (value == nullptr || value->IsNull()) {
    faults.push_back({"V03", tree.where(),
                      "the variant has no " + std::string(key) + ": (" + std::string(what) + ")"});
    return {};
  }
  if (!value->IsScalar())
    faults.push_back({"V02", value->where(), std::string(key) + ": is a text"});
  return value->text();
}

// The text form of the pieces that the variant names (V15 if there is none), or `fallback`.
const PieceText* PiecesOf(const Value& tree, const PieceText* fallback, Faults& faults) {
  const Value* pieces = tree.Find("pieces");
  if (pieces == nullptr) return fallback;
  const GameRegistry& games = AllGames();
  if (const PieceText* text = games.FindPieces(pieces->text())) return text;
  const std::vector<std::string> known = games.PieceIds();
  faults.push_back({"V15", pieces->where(),
                    "there are no pieces " + Quoted(pieces->text()) +
                        DidYouMean(pieces->text(), known) + "; leave pieces: out for tiles"});
  return fallback;
}

std::vector<std::string> NodeIds(const loader::FlowSpec& spec) {
  std::vector<std::string> ids;
  ids.reserve(spec.nodes.size());
  for (const NodeSpec& node : spec.nodes) ids.push_back(node.id);
  return ids;
}

// Moves all of `spec` into `builder`.
void Push(loader::FlowSpec& spec, FlowBuilder& builder) {
  builder.SetSeats(spec.seats, spec.seats_where);
  if (!spec.entry.empty()) builder.SetEntry(spec.entry);
  for (auto& [name, part] : spec.parts) builder.PushPart(name, std::move(part));
  if (spec.critical) builder.BindCriticalActionNodeSetter(std::move(*spec.critical));
  for (NodeSpec& node : spec.nodes) builder.PushActionNode(std::move(node));
  for (EdgeSpec& edge : spec.edges) builder.PushEdge(std::move(edge));
}

// Appends the builder's faults for a text that already has faults. `whole`: those are about the
// head of the text alone. Else entries of the flow may be dropped; leaves out what that may have
// caused: lints, missing answers, and missing nodes unless they look misspelt.
void AppendPartFaults(const Faults& built, const std::vector<std::string>& node_ids, bool whole,
                      Faults& faults) {
  if (whole) return Append(faults, built);
  std::copy_if(built.begin(), built.end(), std::back_inserter(faults), [&](const Fault& fault) {
    if (fault.code == "B03") return !Nearest(fault.about, node_ids).empty();
    return fault.code != "B01" && fault.code != "B07" && !fault.code.starts_with('L');
  });
}

}  // namespace

constexpr std::string_view kPartOf = "part_of";

// Reads one variant and its bases.
class VariantLoader {
 public:
  VariantLoader(const VariantSource& source, const Registry* registry, const PieceText* piece_text)
      : source_(source), registry_(registry), piece_text_(piece_text) {}

  Result<Variant> Load(const VariantText& text) {
    if (registry_ != nullptr) variant_.layers_ = registry_->layers();
    Value tree = ReadChain(text);
    if (!faults_.empty() && tree.IsNull()) return Finish();
    loader::PutRules(tree, source_, variant_.files_, faults_);
    variant_.id_ = HeaderText(tree, "id", "one word, the name of its folder", of_head_);
    variant_.label_.zh = HeaderText(tree, "zh", "its name in Chinese", of_head_);
    variant_.label_.en = HeaderText(tree, "en", "its name in English", of_head_);
    const Value* options = tree.Find("options");
    variant_.options_ = loader::ReadOptions(options == nullptr ? Value() : *options, faults_);
    if (const Value* presets = tree.Find("presets"))
      variant_.presets_ = loader::ReadPresets(*presets, variant_.options_, of_head_);
    if (const Value* about = tree.Find("about"))
      loader::CheckAbout(*about, PiecesOf(tree, piece_text_, of_head_), of_head_);
    const Value& configurable = variant_.configurable_ = Configurable(tree, variant_.layers_);
    loader::CheckReferences(configurable, variant_.options_, faults_);
    // Read with the defaults, so that structural faults are reported too. Build checks other
    // values.
    loader::FlowSpec spec = loader::ReadFlowSpec(
        loader::PutOptions(configurable, variant_.options_, Fallbacks(variant_.options_)), faults_);
    if (const Value* lessons = tree.Find("lessons"))
      loader::CheckLessons(*lessons, spec, text.name, of_head_);
    variant_.warnings_ = loader::FindUnused(configurable, variant_.options_, registry_);
    const bool faulty = !faults_.empty() || !of_head_.empty();
    if (faulty && registry_ != nullptr && spec.seats > 0 && !spec.nodes.empty()) {
      const std::vector<std::string> node_ids = NodeIds(spec);
      FlowBuilder builder(*registry_, PiecesOf(tree, piece_text_, of_head_));
      Weave(variant_.layers_, *registry_,
            loader::PutOptions(configurable, variant_.options_, Fallbacks(variant_.options_)), {},
            spec, faults_);
      Push(spec, builder);
      if (const auto built = builder.Build(); !built)
        AppendPartFaults(built.faults(), node_ids, faults_.empty(), faults_);
    }
    loader::NamePutOptions(configurable, variant_.options_, Fallbacks(variant_.options_), faults_);
    variant_.value_ = std::move(tree);
    return Finish();
  }

 private:
  Result<Variant> Finish() {
    Append(faults_, of_head_);
    Tidy(faults_);
    if (!faults_.empty()) return std::move(faults_);
    return std::move(variant_);
  }

  // Lays `text` over its bases. Returns null if one of them cannot be read. chain_ holds the ids on
  // the way here.
  Value ReadChain(const VariantText& text) {
    variant_.files_.push_back(text.name);
    Result<Value> parsed = ParseYaml(text.text, text.name);
    if (!parsed) {
      Append(faults_, parsed.faults());
      return {};
    }
    Value tree = std::move(parsed).value();
    if (!tree.IsMap()) {
      faults_.push_back({"V02", tree.where(),
                         "a variant is a map: id, zh, en, seats, options, presets, parts, flow"});
      return {};
    }
    std::vector<std::string_view> keys = {"id",      "zh",    "en",       "seats",   "pieces",
                                          "extends", "entry", "critical", "options", "presets",
                                          "rules",   "parts", "flow",     "about",   "lessons"};
    for (const Layer* layer : variant_.layers_) keys.push_back(layer->key);
    loader::CheckKeys(tree, keys, "a variant", faults_);
    if (const Value* id = tree.Find("id"); id != nullptr) {
      if (!text.id.empty() && id->text() != text.id) {
        of_head_.push_back({"V04", id->where(),
                            "the folder is \"" + text.id + "\", and the variant in it says id: " +
                                id->text() + "; write id: " + text.id + ", or rename the folder"});
      }
      if (chain_.empty()) chain_.push_back(id->text());
    }
    TakePartsOfOthers(tree);
    return ReadBase(std::move(tree));
  }

  // `part_of` in parts: is replaced by the part of the other variant, with that variant's options
  // put in.
  void TakePartsOfOthers(Value& tree) {
    Value* parts = tree.Find("parts");
    if (parts == nullptr || !parts->IsMap()) return;
    std::erase_if(parts->entries(), [&](Value::Entry& entry) {
      const Value& spec = entry.value;
      if (!spec.IsMap() || spec.entries().size() != 1 || spec.entries()[0].key != kPartOf)
        return false;
      std::optional<Value> taken = PartOfOther(spec.entries()[0].value);
      if (taken) entry.value = std::move(*taken);
      return !taken;
    });
  }

  std::optional<Value> PartOfOther(const Value& from) {
    const auto fault = [&](std::string code, const SourcePos& where, std::string what) {
      faults_.push_back({std::move(code), where, std::move(what)});
      return std::nullopt;
    };
    if (!from.IsMap())
      return fault("V02", from.where(), "part_of: is a map {variant: ..., part: ..., options: {}}");
    loader::CheckKeys(from, {"variant", "part", "options"}, "part_of", faults_);
    const Value* id = from.Find("variant");
    const Value* part = from.Find("part");
    if (id == nullptr || part == nullptr)
      return fault("V03", from.where(),
                   "part_of has no " + std::string(id == nullptr ? "variant:" : "part:"));
    if (std::ranges::find(chain_, id->text()) != chain_.end())
      return fault(
          "V08", id->where(),
          "a part cannot come from " + Quoted(id->text()) + ", which this text is part of");
    std::optional<VariantText> text = source_ ? source_(id->text()) : std::nullopt;
    if (!text)
      return fault("V09", id->where(),
                   "there is no variant " + Quoted(id->text()) + " to take a part of");
    text->id = id->text();
    VariantLoader other(source_, registry_, piece_text_);
    other.chain_ = chain_;
    other.chain_.push_back(id->text());
    const Result<Variant> variant = other.Load(*text);
    if (!variant) {
      Append(faults_, variant.faults());
      return std::nullopt;
    }
    for (const std::string& file : variant->files()) variant_.files_.push_back(file);
    OptionValues options;
    if (const Value* given = from.Find("options")) {
      for (const Value::Entry& option : given->entries()) options[option.key] = option.value.text();
    }
    const Result<Value> resolved = variant->Resolve(options);
    if (!resolved) {
      for (Fault one : resolved.faults()) {
        one.where = from.where();
        faults_.push_back(std::move(one));
      }
      return std::nullopt;
    }
    const Value* parts = resolved->Find("parts");
    if (const Value* found = parts == nullptr ? nullptr : parts->Find(part->text())) return *found;
    std::vector<std::string> known;
    for (std::size_t i = 0; parts != nullptr && i < parts->entries().size(); ++i)
      known.push_back(parts->entries()[i].key);
    return fault(
        "V04", part->where(),
        id->text() + " has no part " + Quoted(part->text()) + DidYouMean(part->text(), known));
  }

  Value ReadBase(Value tree) {
    const Value* extends = tree.Find("extends");
    if (extends == nullptr) return tree;
    const std::string base_id = extends->text();
    const SourcePos where = extends->where();
    auto& entries = tree.entries();
    entries.erase(std::find_if(entries.begin(), entries.end(),
                               [](const Value::Entry& entry) { return entry.key == "extends"; }));
    if (std::find(chain_.begin(), chain_.end(), base_id) != chain_.end()) {
      std::string cycle;
      for (const std::string& id : chain_) cycle += id + " -> ";
      faults_.push_back({"V08", where, "extends goes in a circle: " + cycle + base_id});
      return {};
    }
    std::optional<VariantText> text = source_ ? source_(base_id) : std::nullopt;
    if (!text) {
      faults_.push_back({"V09", where, "there is no variant \"" + base_id + "\" to extend"});
      return {};
    }
    text->id = base_id;
    chain_.push_back(base_id);
    const Value base = ReadChain(*text);
    if (base.IsNull()) return {};
    return Overlay(base, tree, faults_);
  }

  const VariantSource& source_;
  const Registry* registry_;
  const PieceText* piece_text_;
  Variant variant_;
  std::vector<std::string> chain_;
  Faults faults_;
  Faults of_head_;  // faults that leave the flow whole
};

VariantSource FolderSource(std::string folder) {
  return [folder = std::move(folder)](std::string_view id) -> std::optional<VariantText> {
    // `rules.piao` is a named rule (loader_rules.h).
    const bool rule = id.starts_with("rules.");
    if (rule) id.remove_prefix(6);
    // Ids are one word, so that no text can name files elsewhere.
    if (id.empty() ||
        id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string_view::npos)
      return std::nullopt;
    const std::string path = folder + (rule ? "/rules/" + std::string(id) + ".yaml"
                                            : "/" + std::string(id) + "/variant.yaml");
    auto text = ReadTextFile(path, kYamlMaxBytes + 1);
    if (!text) return std::nullopt;
    return VariantText{path, std::move(*text)};
  };
}

Result<Variant> LoadVariant(const VariantText& text, const VariantSource& source,
                            const Registry* registry, const PieceText* piece_text) {
  return VariantLoader(source, registry, piece_text).Load(text);
}

Result<Variant> LoadVariant(std::string_view id, const VariantSource& source,
                            const Registry* registry, const PieceText* piece_text) {
  std::optional<VariantText> text = source ? source(id) : std::nullopt;
  if (!text) return Fault{"V09", {}, "there is no variant \"" + std::string(id) + "\""};
  text->id = id;
  return LoadVariant(*text, source, registry, piece_text);
}

const OptionDecl* Variant::FindOption(std::string_view name) const {
  return loader::FindOption(options_, name);
}

Result<std::vector<std::pair<std::string, std::string>>> Variant::Complete(
    const OptionValues& given) const {
  const auto settings = PutPreset(given);
  if (!settings) return settings.faults();
  Faults faults;
  OptionValues values = Fallbacks(options_);
  for (const auto& [name, text] : *settings) {
    const OptionDecl* option = FindOption(name);
    if (option == nullptr) {
      if (LayerOf(name) != nullptr) continue;
      std::vector<std::string> layers;
      for (const Layer* layer : layers_) layers.emplace_back(layer->key);
      faults.push_back(loader::UnknownOption(*this, name, layers));
    } else if (const std::optional<std::string> normal = option->Normal(text)) {
      values[name] = *normal;
    } else {
      faults.push_back(loader::WrongValue(*option, text));
    }
  }
  if (!faults.empty()) return faults;
  values = loader::CheckNeeds(options_, values, *settings, faults);
  if (!faults.empty()) return faults;
  std::vector<std::pair<std::string, std::string>> complete;
  for (const OptionDecl& option : options_) {
    if (const auto found = values.find(option.name); found != values.end())
      complete.emplace_back(*found);
  }
  for (const auto& [name, text] : *settings) {
    if (FindOption(name) == nullptr) complete.emplace_back(name, text);
  }
  return complete;
}

const Layer* Variant::LayerOf(std::string_view name) const {
  const auto found = std::ranges::find(layers_, name.substr(0, name.find('.')), &Layer::key);
  return found == layers_.end() ? nullptr : *found;
}

Result<OptionValues> Variant::PutPreset(const OptionValues& given) const {
  const auto named = given.find(kPresetKey);
  if (named == given.end()) return given;
  OptionValues rest = given;
  rest.erase(kPresetKey);
  const auto preset = std::find_if(presets_.begin(), presets_.end(),
                                   [&](const Preset& one) { return one.name == named->second; });
  if (preset != presets_.end()) return Over(preset->options, rest);
  return loader::UnknownPreset(*this, named->second);
}

OptionValues Variant::Over(const OptionValues& base, const OptionValues& given) const {
  const auto put = PutPreset(given);
  const OptionValues& top = put ? *put : given;
  OptionValues values = Fallbacks(options_);
  for (const OptionValues* layer : {&base, &top}) {
    for (const auto& [name, text] : *layer) {
      const OptionDecl* option = FindOption(name);
      if (const auto normal = option == nullptr ? std::nullopt : option->Normal(text))
        values[name] = *normal;
    }
  }
  const OptionValues in_force = loader::InForce(options_, values);
  OptionValues over = top;
  for (const auto& [name, text] : base) {
    if (FindOption(name) == nullptr || in_force.count(name) != 0) over.emplace(name, text);
  }
  return over;
}

OptionValues Variant::Beside(const OptionDecl& option, const std::string& value) const {
  return *loader::Beside(options_, option, value);
}

Result<Value> Variant::Resolve(const OptionValues& given) const {
  const auto complete = Complete(given);
  if (!complete) return complete.faults();
  return loader::PutOptions(configurable_, options_, {complete->begin(), complete->end()});
}

Result<std::shared_ptr<const Flow>> Variant::Build(const OptionValues& given,
                                                   const Registry& registry,
                                                   const PieceText* piece_text) const {
  auto complete = Complete(given);
  if (!complete) return complete.faults();
  Faults faults;
  const OptionValues values{complete->begin(), complete->end()};
  const Value put = loader::PutOptions(configurable_, options_, values);
  loader::FlowSpec spec = loader::ReadFlowSpec(put, faults);
  OptionValues of_layers = values;
  std::erase_if(of_layers, [&](const auto& value) { return FindOption(value.first) != nullptr; });
  Weave(registry.layers(), registry, put, of_layers, spec, faults);

  Faults of_head;
  FlowBuilder builder(registry, PiecesOf(value_, piece_text, of_head));
  const std::vector<std::string> node_ids = NodeIds(spec);
  builder.SetName(id_, label_).SetOptions(*complete).SetWarnings(warnings_);
  Push(spec, builder);
  auto flow = builder.Build();
  if (flow && faults.empty() && of_head.empty()) return flow;
  if (!flow) AppendPartFaults(flow.faults(), node_ids, faults.empty(), faults);
  Append(faults, of_head);
  loader::NamePutOptions(configurable_, options_, values, faults);
  Tidy(faults);
  return faults;
}

}  // namespace mlf
