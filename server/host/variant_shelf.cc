#include "server/host/variant_shelf.h"

#include <mlf/flow/registry.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "flow/base/text_file.h"
#include "flow/base/words.h"
#include "server/journal/whole_file.h"

#include <sys/stat.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace mlf::server {
namespace {

namespace fs = std::filesystem;

// The texts of a variant and its bases.
constexpr std::size_t kMostKept = std::size_t{32} << 20;

Json TypedValue(const OptionDecl& option, const std::string& value) {
  if (option.type == OptionDecl::Type::kBool) return value == "on";
  if (option.type == OptionDecl::Type::kInt) {
    if (const auto number = ParseNumber<std::int64_t>(value)) return *number;
  }
  return value;
}

Json NeedsJson(const std::vector<OptionNeed>& needs) {
  Json list = Json::array();
  for (const OptionNeed& need : needs) {
    Json json{{"option", need.option}, {"values", need.values}};
    if (need.except) json["except"] = true;
    list.push_back(std::move(json));
  }
  return list;
}

std::string_view TypeName(OptionDecl::Type type) {
  switch (type) {
    case OptionDecl::Type::kBool: return "bool";
    case OptionDecl::Type::kInt: return "int";
    case OptionDecl::Type::kChoice: return "choice";
  }
  return "";
}

Json OptionDeclJson(const OptionDecl& option) {
  Json json{{"id", option.name},
            {"type", TypeName(option.type)},
            {"default", TypedValue(option, option.fallback)}};
  if (!option.values.empty()) json["values"] = option.values;
  if (option.type == OptionDecl::Type::kInt) {
    json["low"] = option.low;
    json["high"] = option.high;
  }
  if (!option.needs.empty()) json["needs"] = NeedsJson(option.needs);
  if (!option.source.empty()) json["help"] = option.source;
  json["zh"] = option.label.zh;
  json["en"] = option.label.en;
  return json;
}

// A map or list of texts.
Json TextsJson(const Value& value) {
  Json json;
  for (const Value& item : value.items()) json.push_back(TextsJson(item));
  for (const Value::Entry& entry : value.entries()) {
    if (!entry.value.IsNull()) json[entry.key] = TextsJson(entry.value);
  }
  return value.IsScalar() ? Json(value.text()) : json;
}

Json Description(const std::string& id, const Variant& variant) {
  const auto flow = variant.Build({}, AllParts(), &table::TileText());
  Json json{{"id", id},
            {"zh", variant.label().zh},
            {"en", variant.label().en},
            {"seats", flow ? (*flow)->seats() : 0}};
  if (const Value* about = variant.value().Find("about"); about != nullptr && !about->IsNull())
    json["about"] = TextsJson(*about);
  Json presets = Json::array();
  for (const Preset& preset : variant.presets()) {
    presets.push_back(
        Json{{"id", preset.name},
             {"zh", preset.label.zh},
             {"en", preset.label.en},
             {"options", OptionJson(variant, {preset.options.begin(), preset.options.end()})}});
  }
  if (!presets.empty()) json["presets"] = std::move(presets);
  json["options"] = Json::array();
  for (const OptionDecl& option : variant.options())
    json["options"].push_back(OptionDeclJson(option));
  json["chart"] = "/api/v1/variants/" + id + "/chart.svg";
  return json;
}

// Variants from stored texts: name -> text.
VariantSource SourceOf(const Json& texts) {
  return [&texts](std::string_view name) -> std::optional<VariantText> {
    const auto found = texts.find(name);
    if (found == texts.end() || !found->is_string()) return std::nullopt;
    return VariantText{std::string(name), found->get<std::string>(), std::string(name)};
  };
}

}  // namespace

Json OptionJson(const Variant& variant,
                const std::vector<std::pair<std::string, std::string>>& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) {
    const OptionDecl* option = variant.FindOption(name);
    json[name] = option != nullptr ? TypedValue(*option, value) : Json(value);
  }
  return json;
}

OptionValues OptionsFrom(const Json& json) {
  OptionValues values;
  if (!json.is_object()) return values;
  for (const auto& [name, value] : json.items()) {
    values[name] = value.is_string()    ? value.get<std::string>()
                   : value.is_boolean() ? (value.get<bool>() ? "on" : "off")
                                        : value.dump();
  }
  return values;
}

VariantShelf::VariantShelf(std::string variant_dir, std::string kept_dir)
    : variant_dir_(std::move(variant_dir)), kept_dir_(std::move(kept_dir)) {
  std::error_code ignored;
  if (variant_dir_.empty() || kept_dir_.empty()) return;
  for (const auto& entry : fs::directory_iterator(kept_dir_, ignored)) {
    if (entry.path().extension() == ".json") of_folder_.insert(entry.path().stem().string());
  }
}

std::vector<std::string> VariantShelf::ids() const {
  std::vector<std::string> all = VariantIds(variant_dir_);
  for (const std::string& id : of_folder_) {
    if (!IsGone(id) && std::ranges::find(all, id) == all.end()) all.push_back(id);
  }
  std::ranges::sort(all);
  return all;
}

bool VariantShelf::Has(const std::string& id) const {
  const std::vector<std::string> all = ids();
  return std::ranges::find(all, id) != all.end();
}

// The operator has removed it. A folder of variants that is away as a whole is a fault instead,
// such as a disk that is not mounted.
bool VariantShelf::IsGone(const std::string& id) const {
  std::error_code ignored;
  return fs::is_directory(variant_dir_, ignored) &&
         fs::status(fs::path(variant_dir_) / id, ignored).type() == fs::file_type::not_found;
}

bool VariantShelf::IsWithdrawn(const std::string& id) const {
  return of_folder_.contains(id) && IsGone(id) && !StandardSource()(id);
}

// Also what it had and what cannot be read now: the program's own variant of the same name is
// another one.
bool VariantShelf::InFolder(const std::string& id) const {
  std::error_code ignored;
  if (variant_dir_.empty() || id.empty()) return false;
  const fs::path file = fs::path(variant_dir_) / id / "variant.yaml";
  return fs::status(file, ignored).type() != fs::file_type::not_found ||
         (of_folder_.contains(id) && !IsGone(id));
}

Result<std::optional<VariantText>> VariantShelf::TextOf(std::string_view id) const {
  const std::string name(id);
  if (!InFolder(name)) return StandardSource()(id);
  if (auto text = FolderSource(variant_dir_)(id)) return text;
  const auto read = ReadTextFile(variant_dir_ + "/" + name + "/variant.yaml", kYamlMaxBytes + 1);
  if (!read) return read.faults();
  return Fault{"V09", {variant_dir_ + "/" + name, 0, 0}, "this name is no id of a variant"};
}

bool VariantShelf::SameTexts(const Json& texts) const {
  return std::ranges::all_of(texts.items(), [&](const auto& item) {
    const auto now = TextOf(item.key());
    if (!now || !*now) return item.value().is_null();
    return item.value().is_string() &&
           (*now)->text == item.value().template get_ref<const std::string&>();
  });
}

Result<VariantShelf::Shelved> VariantShelf::Read(const std::string& id, Json& texts) const {
  texts = Json::object();
  Faults unreadable;
  bool of_folder = false;
  const VariantSource source = [&](std::string_view name) -> std::optional<VariantText> {
    const auto text = TextOf(name);
    if (!text) unreadable.push_back(text.faults().front());
    texts[std::string(name)] = text && *text ? Json((*text)->text) : Json();
    if (!text || !*text) return std::nullopt;
    of_folder = of_folder || InFolder(std::string(name));
    return *text;
  };
  Result<Variant> variant = LoadVariant(id, source, &AllParts(), &table::TileText());
  if (!unreadable.empty()) return unreadable;
  if (!variant) return variant.faults();
  if (of_folder) {
    // Those of the program are built by its tests.
    std::vector<OptionValues> all{{}};
    for (const Preset& preset : variant->presets()) all.push_back({{kPresetKey, preset.name}});
    for (const OptionValues& options : all) {
      if (auto flow = variant->Build(options, AllParts(), &table::TileText()); !flow)
        return flow.faults();
    }
  }
  return Shelved{std::make_shared<const Variant>(std::move(*variant)),
                 std::make_shared<const std::string>(texts.dump()),
                 of_folder,
                 {}};
}

std::optional<VariantShelf::Shelved> VariantShelf::ReadKept(const std::string& id) const {
  if (!of_folder_.contains(id) || kept_dir_.empty()) return std::nullopt;
  const auto text = ReadTextFile(KeptFile(id), kMostKept);
  const auto texts = text ? ParseJson(*text) : Result<Json>(text.faults());
  if (!texts || !texts->is_object()) return std::nullopt;
  Result<Variant> variant = LoadVariant(id, SourceOf(*texts), &AllParts(), &table::TileText());
  if (!variant) return std::nullopt;
  return Shelved{std::make_shared<const Variant>(std::move(*variant)),
                 std::make_shared<const std::string>(*text),
                 true,
                 {}};
}

void VariantShelf::Keep(const std::string& id, const std::string& texts) {
  if (kept_dir_.empty()) return;
  if (const auto old = ReadTextFile(KeptFile(id), kMostKept); old && *old == texts) return;
  ::mkdir(kept_dir_.c_str(), 0700);
  if (!ReplaceFile(KeptFile(id), texts))
    lines_.push_back({true, fmt::format("variant {}: its valid version cannot be kept in {}: {}",
                                        id, kept_dir_, std::strerror(errno))});
}

VariantShelf::Shelved* VariantShelf::Put(const std::string& id, Shelved shelved) {
  std::erase_if(flows_, [&](const auto& flow) { return flow.first.first == id; });
  return &(shelf_[id] = std::move(shelved));
}

Result<VariantShelf::Shelved*> VariantShelf::Newest(const std::string& id) {
  const auto found = shelf_.find(id);
  Shelved* known = found == shelf_.end() ? nullptr : &found->second;
  if (known != nullptr && (variant_dir_.empty() || SameTexts(*ParseJson(*known->texts)))) {
    refused_.erase(id);
    return known;
  }
  const auto refused = refused_.find(id);
  if (refused != refused_.end() && SameTexts(refused->second.texts) &&
      refused->second.gone == IsWithdrawn(id)) {
    if (known != nullptr) return known;
    return refused->second.faults;
  }
  Json texts;
  Result<Shelved> read = Read(id, texts);
  if (read) {
    refused_.erase(id);
    if (read->of_folder) {
      of_folder_.insert(id);
      Keep(id, *read->texts);
      if (known != nullptr) lines_.push_back({false, "variant " + id + ": new files are served"});
    }
    return Put(id, *std::move(read));
  }
  const bool gone = IsWithdrawn(id);
  Faults faults = read.faults();
  if (gone)
    faults = {{"V09", {variant_dir_ + "/" + id, 0, 0}, "the folder of this variant is gone"}};
  refused_[id] = {std::move(texts), faults, gone};
  if (known != nullptr) return known;
  if (auto kept = ReadKept(id)) return Put(id, *std::move(kept));
  return faults;
}

Result<VariantShelf::Shelved*> VariantShelf::Shelve(const std::string& id) {
  if (const auto found = shelf_.find(id); found != shelf_.end()) return &found->second;
  if (!Has(id) && !of_folder_.contains(id))
    return Fault{"V09", {}, "there is no variant " + Quoted(id) + DidYouMean(id, ids())};
  return Newest(id);
}

std::vector<VariantShelf::Broken> VariantShelf::broken() const {
  std::vector<Broken> list;
  for (const auto& [id, refused] : refused_)
    list.push_back({id, refused.faults, !refused.gone && shelf_.contains(id)});
  return list;
}

std::vector<VariantShelf::Line> VariantShelf::News() {
  if (variant_dir_.empty()) return {};
  std::set<std::string> all = of_folder_;
  for (const std::string& id : VariantIds(variant_dir_)) all.insert(id);
  std::map<std::string, std::string> now;
  for (const std::string& id : all) {
    (void)Newest(id);
    const auto refused = refused_.find(id);
    if (refused == refused_.end()) {
      if (told_.erase(id) != 0) lines_.push_back({false, "variant " + id + ": valid again"});
      continue;
    }
    const std::string why = FaultText(refused->second.faults);
    now[id] = why;
    if (seen_[id] != why || told_[id] == why) continue;
    told_[id] = why;
    lines_.push_back(
        {true, fmt::format("variant {}: {}; {}", id, why,
                           refused->second.gone  ? "no new desk plays it, and open desks go "
                                                   "on with its last valid version"
                           : shelf_.contains(id) ? "its last valid version is served"
                                                 : "it is not served")});
  }
  seen_ = std::move(now);
  return std::exchange(lines_, {});
}

Result<std::shared_ptr<const Variant>> VariantShelf::Open(const std::string& id) {
  const auto shelved = Shelve(id);
  if (!shelved) return shelved.faults();
  return (*shelved)->variant;
}

Result<std::shared_ptr<const Flow>> VariantShelf::FlowFor(const std::string& id,
                                                          const OptionValues& options) {
  if (const auto known = Shelve(id); !known) return known.faults();
  const auto shelved = Newest(id);
  if (!shelved) return shelved.faults();
  const Variant& variant = *(*shelved)->variant;
  const auto complete = variant.Complete(options);
  if (!complete) return complete.faults();
  const std::pair<std::string, OptionValues> key{id, {complete->begin(), complete->end()}};
  ForgetGone();
  std::weak_ptr<const Flow>& known = flows_[key];
  if (std::shared_ptr<const Flow> flow = known.lock()) return flow;
  auto built = variant.Build(options, AllParts(), &table::TileText());
  if (!built) return built;
  known = *built;
  if (options.empty()) (*shelved)->usual = *built;
  by_fingerprint_[(*built)->fingerprint_text()] = {*built, (*shelved)->texts};
  return built;
}

void VariantShelf::ForgetGone() {
  if (remembered() < forget_at_) return;
  std::erase_if(flows_, [](const auto& entry) { return entry.second.expired(); });
  std::erase_if(by_fingerprint_, [](const auto& entry) { return entry.second.flow.expired(); });
  forget_at_ = 2 * remembered() + kForgetFrom;
}

// The preset whose options are those of the flow; empty where there is none.
std::string VariantShelf::PresetOf(const Variant& variant, const Flow& flow) {
  for (const Preset& preset : variant.presets()) {
    const auto options = variant.Complete({{kPresetKey, preset.name}});
    if (options && *options == flow.options()) return preset.name;
  }
  return {};
}

MatchHead VariantShelf::HeadFor(const std::string& id, const Flow& flow) {
  MatchHead head;
  head.variant = id;
  // The texts of its build; those of the files may be newer.
  if (const auto built = by_fingerprint_.find(flow.fingerprint_text());
      built != by_fingerprint_.end() && built->second.texts != nullptr)
    head.texts = *built->second.texts;
  Json options = Json::object();
  for (const auto& [name, value] : flow.options()) options[name] = value;
  if (const auto shelved = shelf_.find(id); shelved != shelf_.end()) {
    const std::string preset = PresetOf(*shelved->second.variant, flow);
    if (!preset.empty()) options[kPresetKey] = preset;
  }
  head.options = options.dump();
  head.fingerprint = flow.fingerprint_text();
  return head;
}

Result<std::shared_ptr<const Flow>> VariantShelf::FlowOf(const MatchHead& head) {
  Built& known = by_fingerprint_[head.fingerprint];
  if (std::shared_ptr<const Flow> flow = known.flow.lock()) return flow;
  const auto texts = ParseJson(head.texts);
  const auto options = ParseJson(head.options);
  if (!texts || !options || !texts->is_object() || !options->is_object())
    return Fault{"V09", {}, "the texts of the match's variant are damaged"};
  const Result<Variant> variant =
      LoadVariant(head.variant, SourceOf(*texts), &AllParts(), &table::TileText());
  if (!variant) return variant.faults();
  auto flow = variant->Build(OptionsFrom(*options), AllParts(), &table::TileText());
  if (!flow) return flow;
  if ((*flow)->fingerprint_text() != head.fingerprint)
    return Fault{"J08",
                 {},
                 "the match began under fingerprint " + head.fingerprint +
                     ", and this program builds " + (*flow)->fingerprint_text() +
                     " from its texts"};
  const auto shelved = shelf_.find(head.variant);
  known.flow = *flow;
  known.texts = shelved != shelf_.end() && *shelved->second.texts == head.texts
                    ? shelved->second.texts
                    : std::make_shared<const std::string>(head.texts);
  return flow;
}

Json VariantShelf::Describe(const std::string& id) {
  const auto shelved = Has(id) ? Newest(id) : Shelve(id);
  if (!shelved) return nullptr;
  if ((*shelved)->described.is_null())
    (*shelved)->described = Description(id, *(*shelved)->variant);
  Json json = (*shelved)->described;
  if (refused_.contains(id)) json["older"] = true;
  return json;
}

Json VariantShelf::Describe() {
  Json list = Json::array();
  for (const std::string& id : ids()) {
    if (Json json = Describe(id); !json.is_null()) list.push_back(std::move(json));
  }
  return list;
}

}  // namespace mlf::server
