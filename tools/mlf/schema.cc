#include "tools/mlf/schema.h"

#include <mlf/flow/loader.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace mlf::tools {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kIdPattern = "^[a-z][a-z0-9_]*$";
constexpr std::array<std::string_view, 7> kWho = {"self",   "next", "opposite",  "previous",
                                                  "others", "all",  "bystanders"};
constexpr std::array<Hook, 9> kHookOrder = {
    Hook::kBeforeProcessAction, Hook::kProcessAction, Hook::kAfterProcessAction,
    Hook::kBeforeProcessSettle, Hook::kProcessSettle, Hook::kAfterProcessSettle,
    Hook::kBeforeSetStates,     Hook::kSetStates,     Hook::kAfterSetStates};

Json Ref(const std::string& name) { return {{"$ref", "#/definitions/" + name}}; }
Json Enum(const std::vector<std::string>& words) { return {{"enum", words}}; }
Json AnyOf(std::vector<Json> schemas) { return {{"anyOf", std::move(schemas)}}; }
Json Null() { return {{"type", "null"}}; }
Json AllOf(Json schema) { return {{"allOf", Json::array({std::move(schema)})}}; }
Json ObjectOf(Json properties) {
  return {
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

// Both languages, as an editor shows them.
Json Described(Json schema, std::string_view zh, std::string_view en) {
  if (!zh.empty() || !en.empty()) schema["description"] = std::string(zh) + " / " + std::string(en);
  return schema;
}

// The name of a definition: letters, digits and _ only, so a reference needs no escapes.
std::string DefinitionName(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (word) {
      name += c;
    } else if (c == '-') {
      name += "minus_";
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  return name;
}

std::vector<std::string> Split(std::string_view text, char between) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

class Schema {
 public:
  Schema(const Registry& registry, const SchemaNames* names) : registry_(registry), names_(names) {}

  std::string Text() {
    Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "variant.yaml"},
                 {"type", "object"},
                 {"required", {"id", "zh", "en"}},
                 {"anyOf", {{{"required", {"seats", "flow"}}}, {{"required", {"extends"}}}}},
                 {"additionalProperties", false}};
    Json properties = Json::object();
    properties["id"] = Described({{"type", "string"}, {"pattern", kIdPattern}}, "与文件夹同名",
                                 "the folder's name");
    properties["zh"] = Described(Ref("text"), "中文名", "name in Chinese");
    properties["en"] = Described(Ref("text"), "英文名", "name in English");
    properties["about"] =
        Described(About(), "开打前给人看的介绍", "what people are told of it before they play");
    properties["lessons"] = Described(
        {{"type", "object"}, {"additionalProperties", AnyOf({TwoTexts(), Null()})}},
        "第一局里给新手的话，按节点", "what beginners are told in their first hand, by node");
    properties["seats"] = Described(
        Configured("seats", {{"type", "integer"}, {"minimum", 1}, {"maximum", kMaxSeats}}),
        "座位数", "seats at the table");
    properties["pieces"] =
        Described({{"type", "string"}, {"pattern", kIdPattern}}, "棋子的种类；不写则为麻将牌",
                  "the kind of pieces; without it, tiles");
    properties["extends"] = Described({{"type", "string"}, {"pattern", kIdPattern}},
                                      "以哪个玩法为底本", "the variant this one is a patch of");
    properties["entry"] = Described(Configured("node", NodeName()), "起始节点", "the first node");
    properties["critical"] =
        Described(PartOf("critical_setter"), "停留点的部件", "narrows where the flow rests");
    properties["options"] = Described({{"type", "object"},
                                       {"propertyNames", {{"pattern", kIdPattern}}},
                                       {"additionalProperties", Ref("option")}},
                                      "房间可设的选项", "house rules a room may set");
    properties["presets"] = Described({{"type", "object"},
                                       {"propertyNames", {{"pattern", kIdPattern}}},
                                       {"additionalProperties", Ref("preset")}},
                                      "常用的选项组合", "sets of options that rooms play");
    properties["parts"] =
        Described({{"type", "object"}, {"additionalProperties", AnyOf({AnyPart(), PartOfOther()})}},
                  "共用的部件", "rules that nodes share, by name");
    properties["rules"] = Described(Json::object(), "选用的现成规则，见 mlf rules",
                                    "the named rules that it picks; `mlf rules` lists them");
    if (registry_.Find("memory_cell") != nullptr) {
      properties["memory"] = Described({{"type", "object"},
                                        {"propertyNames", {{"pattern", kIdPattern}}},
                                        {"additionalProperties", Parameters("memory_cell")}},
                                       "玩法记着的事", "what the variant remembers, by name");
    }
    properties["flow"] = Described(FlowMap(), "节点", "the nodes");
    root["properties"] = std::move(properties);
    Common();
    root["definitions"] = std::move(definitions_);
    return root.dump(1);
  }

 private:
  // ---- names ----

  static Json TwoTexts() {
    const Json word = {{"type", "string"}};
    return ObjectOf({{"zh", word}, {"en", word}});
  }
  static Json About() {
    const Json word = {{"type", "string"}};
    const Json text = TwoTexts();
    const Json tags = {{"type", "array"}, {"items", text}, {"maxItems", 3}};
    return ObjectOf(
        {{"region", text}, {"line", text}, {"tags", tags}, {"tiles", word}, {"unit", text}});
  }
  // A part taken from another variant.
  static Json PartOfOther() {
    const Json word = {{"type", "string"}, {"pattern", kIdPattern}};
    const Json of = {
        {"type", "object"},
        {"properties", {{"variant", word}, {"part", word}, {"options", {{"type", "object"}}}}},
        {"required", {"variant", "part"}},
        {"additionalProperties", false}};
    return {{"type", "object"},
            {"properties", {{"part_of", of}}},
            {"required", Json::array({"part_of"})},
            {"additionalProperties", false}};
  }

  Json Word(const std::set<std::string>* known) const {
    if (known != nullptr) return Enum({known->begin(), known->end()});
    return {{"type", "string"}, {"pattern", kIdPattern}};
  }
  // A node's id. Ids of node types are completed; a variant may have more.
  Json NodeName() const {
    if (names_ != nullptr) return Word(&names_->nodes);
    return AnyOf({Enum(registry_.Ids(ActionNode::kRole)), Word(nullptr)});
  }
  Json OptionName() const { return Word(names_ == nullptr ? nullptr : &names_->options); }

  // ---- values that options may decide ----

  // `base`, or the value of an option, or an entry by option value; null removes an entry.
  Json Configured(const std::string& name, Json base) {
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // so that it may refer to itself
      Json by = {{"type", "object"},
                 {"required", {"by"}},
                 {"properties", {{"by", Ref("option_name")}, {"else", Ref(name)}}},
                 {"additionalProperties", Ref(name)}};
      definitions_[name] = AnyOf({std::move(base), Null(), Ref("option_value"), std::move(by)});
    }
    return Ref(name);
  }

  // One item, or a list of items.
  Json OneOrMore(const std::string& name, const Json& one) {
    return Configured(name, AnyOf({one, {{"type", "array"}, {"items", one}}}));
  }

  // ---- parts ----

  // The schema of a parameter by its type (ParamDoc::type).
  Json Typed(const ParamDoc& doc) {
    const std::string& type = doc.type;
    const std::string name = DefinitionName(type);
    if (type == "bool") return Configured("switch", Ref("on_off"));
    if (type == "text" || type == "pieces")
      return Configured("word", {{"type", {"string", "number", "boolean"}}});
    if (type == "value") return Json(true);
    if (type == "node") return Configured("node", NodeName());
    if (type.starts_with("one of ")) return Configured(name, Choice(Split(type.substr(7), '|')));
    if (type.starts_with("int ")) return Configured(name, Number(type.substr(4)));
    if (type.starts_with("list of "))
      return OneOrMore("list_of_" + DefinitionName(type.substr(8)), PartOf(type.substr(8)));
    return PartOf(type);
  }

  // Words as YAML reads them: 16 is a number, on and off are switches for some readers.
  static Json Choice(const std::vector<std::string>& words) {
    Json values = Json::array();
    for (const std::string& word : words) {
      values.push_back(word);
      if (const auto number = Value(word).AsInt()) values.push_back(*number);
      if (const auto flag = Value(word).AsBool();
          flag && std::find(values.begin(), values.end(), Json(*flag)) == values.end())
        values.push_back(*flag);
    }
    return {{"enum", std::move(values)}};
  }

  // "0..20" or "0..20 or none|some".
  static Json Number(const std::string& text) {
    const std::size_t range = text.find("..");
    const std::size_t words = text.find(" or ");
    const auto low = Value(text.substr(0, range)).AsInt();
    const auto high = Value(text.substr(range + 2, words == std::string::npos ? std::string::npos
                                                                              : words - range - 2))
                          .AsInt();
    Json number = {
        {"type", "integer"}, {"minimum", low.value_or(0)}, {"maximum", high.value_or(0)}};
    if (words == std::string::npos) return number;
    return AnyOf({std::move(number), Choice(Split(text.substr(words + 4), '|'))});
  }

  // Parameters: a map, or the first one alone.
  Json ParamsOf(const Registry::Entry& entry) {
    const std::vector<ParamDoc> docs = Registry::Describe(entry);
    if (docs.empty()) return AnyOf({Null(), ObjectOf({{"when", Ref("when")}})});
    Json properties = Json::object();
    for (const ParamDoc& doc : docs) {
      Json schema = Typed(doc);
      // Editors ignore keys beside $ref, so a description needs a level of its own.
      properties[doc.name] = schema.is_boolean()
                                 ? Described(Json::object(), doc.zh, doc.en)
                                 : Described(AllOf(std::move(schema)), doc.zh, doc.en);
    }
    properties["when"] = Ref("when");
    // A list or map that the part reads itself has no schema.
    Json alone = docs.front().type == "value"
                     ? Json{{"type", {"array", "string", "number", "boolean"}}}
                     : Typed(docs.front());
    return AnyOf({ObjectOf(std::move(properties)), std::move(alone)});
  }

  // A part of a role: a shared name, an id, or {id: parameters}.
  Json PartOf(const std::string& role) {
    const std::string name = "part_" + DefinitionName(role);
    if (definitions_.contains(name)) return Ref(name);
    definitions_[name] = nullptr;
    Json properties = Json::object();
    const std::vector<std::string> ids = registry_.Ids(role);
    for (const std::string& id : ids) properties[id] = Parameters(id);
    properties["when"] = Ref("when");
    Json map = ObjectOf(std::move(properties));
    map["minProperties"] = 1;
    map["maxProperties"] = 2;  // the id, and `when`
    Json shared = Word(names_ == nullptr ? nullptr : &names_->parts);
    definitions_.erase(name);
    return Configured(name, AnyOf({Enum(ids), std::move(shared), std::move(map)}));
  }

  // The parameters of part `id`, defined once.
  Json Parameters(const std::string& id) {
    const std::string name = "with_" + id;
    if (definitions_.contains(name)) return Ref(name);
    definitions_[name] = nullptr;
    const Registry::Entry& entry = *registry_.Find(id);
    const std::string kind(PartKindName(entry.kind));
    Json base = Described(ParamsOf(entry), std::string(entry.info.zh) + "（" + kind + "）",
                          std::string(entry.info.en) + " (" + kind + ")");
    definitions_.erase(name);
    return Configured(name, std::move(base));
  }

  // Entries of `parts`: a part of any role but node.
  Json AnyPart() {
    std::set<std::string> roles;
    for (const Registry::Entry* entry : registry_.All()) {
      if (entry->role != ActionNode::kRole) roles.insert(std::string(entry->role));
    }
    std::vector<Json> any;
    any.reserve(roles.size());
    for (const std::string& role : roles) any.push_back(PartOf(role));
    return AnyOf(std::move(any));
  }

  // ---- flow ----

  Json FlowMap() {
    Json properties = Json::object();
    for (const Registry::Entry* entry : registry_.All()) {
      if (entry->role != ActionNode::kRole) continue;
      // The id of a node is its type, unless it has a key `type`.
      const std::string id(entry->info.id);
      Json own = {{"if", {{"required", {"type"}}}},
                  {"then", true},
                  {"else", {{"properties", {{"with", Parameters(id)}}}}}};
      properties[id] = Described({{"allOf", {Ref("flow_node"), std::move(own)}}},
                                 entry->info.zh_does, entry->info.en_does);
    }
    Json map = {{"type", "object"},
                {"properties", std::move(properties)},
                {"propertyNames", {{"pattern", kIdPattern}}}};
    map["additionalProperties"] = Ref("flow_node");
    FlowNode();
    return map;
  }

  void FlowNode() {
    Json node = Json::object();
    node["type"] = Described(Enum(registry_.Ids(ActionNode::kRole)), "节点类型，默认同 id",
                             "the kind of node; else its id says it");
    node["with"] = Described(Json::object(), "节点参数", "parameters of the node");
    node["if"] = Described(AllOf(Conditions()), "条件：缩小可选动作",
                           "conditions that narrow what it offers");
    for (const Hook hook : kHookOrder) {
      node[std::string(HookKey(hook))] = Described(AllOf(OneOrMore("effects", PartOf("effect"))),
                                                   "该钩子里的效果", "effects run in this hook");
    }
    node["window"] =
        Described(Window(), "问询窗；写节点名则与该节点的相同",
                  "the question put to seats; the name of a node: the same as that node puts");
    node["then"] = Described(AllOf(Then()), "系统接着做什么",
                             "what the system does next: the first whose if holds");
    node["end"] = Described(Configured("switch", Ref("on_off")), "终点", "the game ends here");
    node["consumes"] = Described(Configured("word", Json::object()), "消耗什么", "what it uses up");
    node["zh"] = Ref("text");
    node["en"] = Ref("text");
    node["group"] = Ref("text");
    node["when"] = Ref("when");
    Configured("flow_node", ObjectOf(std::move(node)));
  }

  Json Conditions() { return OneOrMore("conditions", PartOf("condition")); }

  // An id, or {id: {...}} with its keys.
  Json Named(const std::string& name, Json properties) {
    properties["when"] = Ref("when");
    Json body = AnyOf({Null(), ObjectOf(std::move(properties))});
    Json map = {{"type", "object"},
                {"minProperties", 1},
                {"maxProperties", 2},
                {"propertyNames", NodeName()}};
    // `when` may be beside the id; it is no node.
    map["propertyNames"] = AnyOf({NodeName(), Enum({"when"})});
    map["properties"] = {{"when", Ref("when")}};
    map["additionalProperties"] = std::move(body);
    return Configured(name, AnyOf({NodeName(), std::move(map)}));
  }

  Json Then() {
    Json properties = {
        {"if", Conditions()}, {"zh", Ref("text")}, {"en", Ref("text")}, {"rare", Ref("on_off")}};
    return OneOrMore("edges", Named("edge", std::move(properties)));
  }

  Json Window() {
    Json answer = {
        {"if", Conditions()},   {"who", Configured("who", Choice({kWho.begin(), kWho.end()}))},
        {"winners", Winners()}, {"zh", Ref("text")},
        {"en", Ref("text")},    {"rare", Ref("on_off")}};
    const Json answers = Named("answer", std::move(answer));
    const Json ranks = AnyOf({answers, {{"type", "array"}, {"items", answers}}});
    Json window = Json::object();
    window["ask"] = Described(AllOf(Configured("who", Json())), "问谁", "who is asked");
    window["ask_order"] = Described(Configured("ask_order", Enum({"together", "in_turn"})),
                                    "同时问或依次问", "all at once or one after the other");
    window["decide"] = Described(Configured("decide", Enum({"first", "all"})), "何时定案",
                                 "when the window decides");
    window["auto_single"] = Configured("switch", Ref("on_off"));
    window["deadline"] =
        Described(Configured("deadline", {{"type", "string"}, {"pattern", "^[0-9]+(s|ms)$"}}),
                  "时限", "time to answer, as 15s");
    window["answers"] =
        Described(AllOf(Configured("answers", {{"type", "array"}, {"items", ranks}})),
                  "可答的动作，越前越优先", "what may be answered, strongest first");
    window["pass"] = Described(AllOf(answers), "表示放弃的动作", "the answer that means no");
    window["default"] =
        Described(AllOf(OneOrMore("defaults", Named("default", {{"if", Conditions()}}))),
                  "超时动作", "what a timeout plays");
    window["zh"] = Ref("text");
    window["en"] = Ref("text");
    window["when"] = Ref("when");
    return Configured("window", AnyOf({NodeName(), ObjectOf(std::move(window))}));
  }

  Json Winners() {
    const Json abort = {{"type", "object"},
                        {"required", {"abort"}},
                        {"properties", {{"abort", NodeName()}}},
                        {"additionalProperties", false}};
    const Json plain = AnyOf({Enum({"all", "nearest"}), abort});
    Json by_count = {{"type", "object"},
                     {"minProperties", 1},
                     {"propertyNames", {{"pattern", "^[2-8]$"}}},
                     {"additionalProperties", plain}};
    return Configured("winners", AnyOf({plain, std::move(by_count)}));
  }

  // ---- options and what they are named by ----

  void Common() {
    definitions_["text"] = {{"type", {"string", "number", "boolean"}}};
    definitions_["on_off"] = {{"enum", {true, false, "on", "off", "yes", "no"}}};
    definitions_["option_name"] = OptionName();
    Json value = {{"type", "string"}, {"pattern", "^\\$[a-z][a-z0-9_]*$"}};
    if (names_ != nullptr) {
      std::vector<std::string> names;
      names.reserve(names_->options.size());
      for (const std::string& option : names_->options) names.push_back("$" + option);
      value = Enum(names);
    }
    definitions_["option_value"] = std::move(value);

    Json switched = {{"type", "string"}, {"pattern", "^!?[a-z][a-z0-9_]*$"}};
    if (names_ != nullptr) {
      std::vector<std::string> names;
      for (const std::string& option : names_->options)
        names.insert(names.end(), {option, "!" + option});
      switched = Enum(names);
    }
    Json valued = {{"type", "object"}, {"minProperties", 1}, {"propertyNames", Ref("option_name")}};
    definitions_["when"] =
        Described(AnyOf({std::move(switched), std::move(valued)}), "选项有此值时才有",
                  "there only when the option has that value");

    Json option = Json::object();
    option["type"] = Enum({"bool", "int", "choice"});
    option["default"] = {{"type", {"string", "number", "boolean"}}};
    Json needing = {{"type", "object"},
                    {"minProperties", 1},
                    {"maxProperties", 1},
                    {"additionalProperties",
                     ObjectOf({{"zh", Ref("text")}, {"en", Ref("text")}, {"when", Ref("when")}})}};
    definitions_["value_of_option"] =
        Described(AnyOf({Ref("text"), std::move(needing)}),
                  "取值；{值: {zh: ..., en: ...}} 给它名字，when 使它只在别的选项有此值时可取",
                  "a value; {value: {zh: ..., en: ...}} names it, and with when it is offered only "
                  "beside values of other options");
    for (const char* list : {"values", "words"})
      option[list] =
          AnyOf({Ref("value_of_option"), {{"type", "array"}, {"items", Ref("value_of_option")}}});
    option["when"] = Described(AllOf(Ref("when")), "只在别的选项有此值时才有这个选项",
                               "the option is there only beside these values of others");
    for (const char* bound : {"low", "high"}) option[bound] = {{"type", "integer"}};
    for (const char* text : {"zh", "en", "source"}) option[text] = Ref("text");
    definitions_["option"] = AnyOf({Null(), ObjectOf(std::move(option))});

    Json preset = {{"zh", Ref("text")}, {"en", Ref("text")}, {"source", Ref("text")}};
    // A patch removes from presets what it removes from options.
    Json values = {{"type", "object"},
                   {"propertyNames", {{"pattern", kIdPattern}}},
                   {"additionalProperties", AnyOf({Null(), Ref("text")})}};
    if (names_ != nullptr) {
      for (const std::string& name : names_->options)
        values["properties"][name] = AnyOf({Null(), Ref("text")});
      values["additionalProperties"] = Null();
    }
    preset["options"] = std::move(values);
    definitions_["preset"] = AnyOf({Null(), ObjectOf(std::move(preset))});
  }

  const Registry& registry_;
  const SchemaNames* names_;
  Json definitions_ = Json::object();
};

}  // namespace

SchemaNames NamesOf(const Variant& variant) {
  SchemaNames names;
  const auto keys = [&](const char* key, std::set<std::string>& into) {
    const Value* map = variant.value().Find(key);
    if (map == nullptr) return;
    for (const Value::Entry& entry : map->entries()) into.insert(entry.key);
  };
  keys("parts", names.parts);
  keys("memory", names.parts);  // a cell is named like a shared part
  keys("flow", names.nodes);
  keys("options", names.options);
  return names;
}

std::string VariantSchema(const Registry& registry, const SchemaNames* names) {
  return Schema(registry, names).Text();
}

}  // namespace mlf::tools
