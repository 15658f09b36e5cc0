#include "server/host/variant_shelf.h"

#include <mlf/flow/json.h>
#include <mlf/flow/registry.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "flow/base/words.h"

#include <algorithm>

namespace mlf::server {
namespace {

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

VariantShelf::VariantShelf(std::string variant_dir) : variant_dir_(std::move(variant_dir)) {}

std::vector<std::string> VariantShelf::ids() const { return VariantIds(variant_dir_); }

bool VariantShelf::Has(const std::string& id) const {
  const std::vector<std::string> all = ids();
  return std::ranges::find(all, id) != all.end();
}

void VariantShelf::LookAgain(const std::string& id) {
  const auto found = shelf_.find(id);
  if (variant_dir_.empty() || found == shelf_.end()) return;
  const VariantSource source = StandardSource(variant_dir_);
  const auto texts = ParseJson(*found->second.texts);
  const bool same = std::ranges::all_of(texts->items(), [&](const auto& item) {
    const std::optional<VariantText> now = source(item.key());
    return now && now->text == item.value().template get<std::string>();
  });
  if (same) return;
  shelf_.erase(found);
  std::erase_if(flows_, [&](const auto& flow) { return flow.first.first == id; });
}

Result<VariantShelf::Shelved*> VariantShelf::Shelve(const std::string& id) {
  if (const auto found = shelf_.find(id); found != shelf_.end()) return &found->second;
  if (!Has(id))
    return Fault{"V09", {}, "there is no variant " + Quoted(id) + DidYouMean(id, ids())};
  Json texts = Json::object();
  const VariantSource source = [&, standard = StandardSource(variant_dir_)](std::string_view name) {
    std::optional<VariantText> text = standard(name);
    if (text) texts[std::string(name)] = text->text;
    return text;
  };
  Result<Variant> variant = LoadVariant(id, source, &AllParts(), &table::TileText());
  if (!variant) return variant.faults();
  Shelved shelved{std::make_shared<const Variant>(std::move(*variant)),
                  std::make_shared<const std::string>(texts.dump()),
                  {}};
  return &shelf_.emplace(id, std::move(shelved)).first->second;
}

Result<std::shared_ptr<const Variant>> VariantShelf::Open(const std::string& id) {
  const auto shelved = Shelve(id);
  if (!shelved) return shelved.faults();
  return (*shelved)->variant;
}

Result<std::shared_ptr<const Flow>> VariantShelf::FlowFor(const std::string& id,
                                                          const OptionValues& options) {
  LookAgain(id);
  const auto shelved = Shelve(id);
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
  by_fingerprint_[(*built)->fingerprint_text()] = {*built, (*shelved)->texts};
  return built;
}

void VariantShelf::ForgetGone() {
  if (remembered() < forget_at_) return;
  std::erase_if(flows_, [](const auto& entry) { return entry.second.expired(); });
  std::erase_if(by_fingerprint_, [](const auto& entry) { return entry.second.flow.expired(); });
  forget_at_ = 2 * remembered() + kForgetFrom;
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
  const VariantSource source = [&](std::string_view name) -> std::optional<VariantText> {
    const auto found = texts->find(name);
    if (found == texts->end() || !found->is_string()) return std::nullopt;
    return VariantText{std::string(name), found->get<std::string>(), std::string(name)};
  };
  const Result<Variant> variant =
      LoadVariant(head.variant, source, &AllParts(), &table::TileText());
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
  LookAgain(id);
  if (const auto known = shelf_.find(id);
      known != shelf_.end() && !known->second.described.is_null())
    return known->second.described;
  const auto flow = FlowFor(id, {});
  const auto shelved = Shelve(id);
  if (!shelved) return nullptr;
  const Variant& variant = *(*shelved)->variant;
  Json json{{"id", id},
            {"zh", variant.label().zh},
            {"en", variant.label().en},
            {"seats", flow ? (*flow)->seats() : 0}};
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
  return (*shelved)->described = std::move(json);
}

Json VariantShelf::Describe() {
  Json list = Json::array();
  for (const std::string& id : ids()) {
    if (Json json = Describe(id); !json.is_null()) list.push_back(std::move(json));
  }
  return list;
}

}  // namespace mlf::server
