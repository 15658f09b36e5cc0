// `mlf parts`: the nodes and parts a variant may name, as the code describes itself.
#include <mlf/flow/registry.h>
#include <mlf/variants/open.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/part_uses.h"
#include "tools/mlf/commands.h"
#include "tools/mlf/roles.h"
#include "tools/mlf/schema.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

namespace mlf::tools {

namespace {

using Json = nlohmann::ordered_json;

Json PartJson(const Registry::Entry& entry) {
  Json params = Json::array();
  for (const ParamDoc& doc : Registry::Describe(entry)) {
    params.push_back({{"name", doc.name},
                      {"type", doc.type},
                      {"default", doc.fallback},
                      {"zh", doc.zh},
                      {"en", doc.en}});
  }
  Json part = {{"id", entry.info.id}, {"kind", PartKindName(entry.kind)},
               {"role", entry.role},  {"version", entry.info.version},
               {"zh", entry.info.zh}, {"en", entry.info.en}};
  if (!entry.info.zh_does.empty())
    part["zh_does"] = entry.info.zh_does, part["en_does"] = entry.info.en_does;
  part["params"] = std::move(params);
  return part;
}

std::string_view Sentence(const Console& console, std::string_view zh, std::string_view en) {
  return console.zh() ? zh : en;
}

constexpr PartKind kKinds[] = {PartKind::kNode, PartKind::kLogic, PartKind::kScore};

// The roles of the parts of a kind, in the order of a reader: parts of nodes and edges, then parts
// of parts.
std::vector<std::string> Roles(PartKind kind) {
  std::set<std::string> rest;
  for (const Registry::Entry* entry : AllParts().All()) {
    if (entry->kind == kind) rest.insert(std::string(entry->role));
  }
  std::vector<std::string> roles;
  for (const char* first : {"node", "condition", "effect"}) {
    if (rest.erase(first) > 0) roles.emplace_back(first);
  }
  roles.insert(roles.end(), rest.begin(), rest.end());
  return roles;
}

std::string KindTitle(PartKind kind, const Console& console) {
  constexpr Text kTitles[] = {
      {"ActionNode（动作节点）", "ActionNode: an action"},
      {"LogicComponent（逻辑部件）：什么可以发生", "LogicComponent: what may happen"},
      {"ScoreComponent（计分部件）：值多少、谁付",
       "ScoreComponent: what it is worth, and who pays"}};
  return console.Format(kTitles[static_cast<int>(kind)]);
}

void PrintParams(const std::vector<ParamDoc>& docs, const Console& console, bool both) {
  int names = 0, types = 0, presets = 0;
  for (const ParamDoc& doc : docs) {
    names = std::max(names, Columns(doc.name));
    types = std::max(types, Columns(doc.type));
    presets = std::max(presets, Columns(doc.fallback));
  }
  for (const ParamDoc& doc : docs) {
    console.out << "    " << Pad(doc.name, names + 2) << Pad(doc.type, types + 2)
                << Pad(doc.fallback, presets + 2) << Sentence(console, doc.zh, doc.en);
    if (both) console.out << " / " << Sentence(console, doc.en, doc.zh);
    console.out << "\n";
  }
}

void PrintList(PartKind kind, const std::string& role, const Console& console) {
  console.out << role << "\n";
  for (const Registry::Entry* entry : AllParts().All()) {
    if (entry->kind != kind || entry->role != role) continue;
    console.out << "  " << entry->info.id << "  "
                << Sentence(console, entry->info.zh, entry->info.en);
    if (!entry->info.zh_does.empty())
      console.out << Sentence(console, "：", ": ")
                  << Sentence(console, entry->info.zh_does, entry->info.en_does);
    console.out << "\n";
    PrintParams(Registry::Describe(*entry), console, false);
  }
}

// The places where built-in variants name the part, for any option value. An extending variant
// lists only its additions.
std::vector<std::string> UsesOf(std::string_view id) {
  std::vector<std::string> uses;
  for (const std::string& name : VariantIds()) {
    const auto variant = OpenVariant(name);
    if (!variant) continue;
    for (const PartNamed& part : PartsNamedIn(variant->value(), AllParts())) {
      const std::string place =
          std::string(part.where.file.str()) + ":" + std::to_string(part.where.line);
      if (part.id == id && std::find(uses.begin(), uses.end(), place) == uses.end())
        uses.push_back(place);
    }
  }
  return uses;
}

// The parameters whose default it is: "fan_table: combine".
std::vector<std::string> DefaultOf(std::string_view id) {
  std::vector<std::string> all;
  for (const Registry::Entry* entry : AllParts().All()) {
    for (const ParamDoc& doc : Registry::Describe(*entry)) {
      if (doc.fallback == id && doc.type == AllParts().Find(id)->role)
        all.push_back(std::string(entry->info.id) + ": " + doc.name);
    }
  }
  return all;
}

void PrintOne(const Registry::Entry& entry, const Console& console) {
  console.out << entry.info.id << "  (" << entry.role << ", "
              << console.Format({"版本 {}", "version {}"}, entry.info.version) << ")\n"
              << "  " << entry.info.zh << "\n  " << entry.info.en << "\n";
  if (!entry.info.zh_does.empty())
    console.out << "  " << entry.info.zh_does << "\n  " << entry.info.en_does << "\n";
  const std::vector<ParamDoc> docs = Registry::Describe(entry);
  console.out << (docs.empty() ? console.Format({"  没有参数\n", "  no parameters\n"})
                               : console.Format({"  参数：名称、类型、默认值\n",
                                                 "  parameters: name, type, default\n"}));
  PrintParams(docs, console, true);
  if (const RoleText* role = FindRole(entry.role)) {
    console.out << console.Format({"  角色 {}（{}）：{}\n    {}\n", "  role {} ({}): {}\n    {}\n"},
                                  entry.role, PartKindName(entry.kind),
                                  Sentence(console, role->what.zh, role->what.en),
                                  Sentence(console, role->together.zh, role->together.en));
  }
  const auto list = [&](Text title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    console.out << "  " << console.Format(title) << "\n";
    for (const std::string& line : lines) console.out << "    " << line << "\n";
  };
  list({"要这个角色的参数（部件: 参数）", "parameters that take this role (part: parameter)"},
       ParametersOfRole(AllParts(), entry.role));
  list({"这些参数不写时就是它", "the default of"}, DefaultOf(entry.info.id));
  const std::vector<std::string> uses = UsesOf(entry.info.id);
  list({"用在", "used at"}, uses);
  if (uses.empty())
    console.out << console.Format(
        {"  内置玩法都没有用到它；例子见 docs/zh/parts.md\n",
         "  used by no built-in variant; docs/en/parts.md has an example\n"});
}

int PrintSchema(const std::string& variant_name, const std::string& variant_dir,
                const Console& console) {
  if (variant_name.empty()) {
    console.out << VariantSchema(AllParts()) << "\n";
    return kDone;
  }
  const auto variant = OpenVariant(variant_name, variant_dir);
  if (!variant) return console.Fail(variant.faults());
  const SchemaNames names = NamesOf(*variant);
  console.out << VariantSchema(AllParts(), &names) << "\n";
  return kDone;
}

int ListParts(const PartsCommand& options, const Console& console) {
  std::vector<std::string> all;
  for (const PartKind kind : kKinds) {
    for (const std::string& role : Roles(kind)) all.push_back(role);
  }
  if (!options.role.empty() && std::find(all.begin(), all.end(), options.role) == all.end()) {
    return console.Fail(console.Format({"没有角色“{}”{}", "there is no role \"{}\"{}"},
                                       options.role, DidYouMean(options.role, all)));
  }
  Json list = Json::array();
  for (const PartKind kind : kKinds) {
    bool titled = options.json;
    for (const std::string& role : Roles(kind)) {
      if (!options.role.empty() && role != options.role) continue;
      if (!std::exchange(titled, true)) console.out << "== " << KindTitle(kind, console) << "\n";
      if (!options.json) {
        PrintList(kind, role, console);
        continue;
      }
      for (const Registry::Entry* entry : AllParts().All()) {
        if (entry->kind == kind && entry->role == role) list.push_back(PartJson(*entry));
      }
    }
  }
  if (options.json) console.out << list.dump(1) << "\n";
  return kDone;
}

}  // namespace

int RunParts(const PartsCommand& options, const Console& console) {
  if (options.schema) return PrintSchema(options.of, options.variant_dir, console);
  if (options.id.empty()) return ListParts(options, console);
  const Registry::Entry* entry = AllParts().Find(options.id);
  if (entry == nullptr) {
    return console.Fail(
        console.Format({"没有节点或部件“{}”{}", "there is no node or part \"{}\"{}"}, options.id,
                       DidYouMean(options.id, AllParts().Ids())));
  }
  if (options.json) {
    Json part = PartJson(*entry);
    part["parameters_of_role"] = ParametersOfRole(AllParts(), entry->role);
    part["default_of"] = DefaultOf(entry->info.id);
    part["used_at"] = UsesOf(entry->info.id);
    console.out << part.dump(1) << "\n";
  } else {
    PrintOne(*entry, console);
  }
  return kDone;
}

}  // namespace mlf::tools
