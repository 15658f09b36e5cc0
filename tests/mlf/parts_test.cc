// `mlf parts`: every part and node describes itself, and the generated schema accepts what the
// loader accepts.
#include "cli.h"
#include "tests/support/json_schema.h"

#include <mlf/flow/registry.h>
#include <mlf/flow/value.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace mlf::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

const fs::path kRoot = MLF_SOURCE_DIR;

// YAML 1.2 as editors read it: numbers, true and false are typed, on and off are words.
json AsJson(const Value& value) {
  if (value.IsNull()) return nullptr;
  if (value.IsList()) {
    json list = json::array();
    for (const Value& item : value.items()) list.push_back(AsJson(item));
    return list;
  }
  if (value.IsMap()) {
    json map = json::object();
    for (const Value::Entry& entry : value.entries()) map[entry.key] = AsJson(entry.value);
    return map;
  }
  if (const auto number = value.AsInt()) return *number;
  if (!value.quoted() && (value.text() == "true" || value.text() == "false"))
    return value.text() == "true";
  return value.text();
}

json Yaml(const std::string& text) {
  const auto value = ParseYaml(text, "text");
  EXPECT_TRUE(value.ok()) << (value.ok() ? "" : FaultText(value.faults()));
  return value ? AsJson(*value) : json();
}

json SchemaOf(const std::vector<std::string>& more = {}) {
  std::vector<std::string> args = {"parts", "--schema"};
  args.insert(args.end(), more.begin(), more.end());
  const Ran ran = Mlf(args);
  EXPECT_EQ(ran.status, 0) << ran.err;
  const json schema = json::parse(ran.out, nullptr, /*allow_exceptions=*/false);
  EXPECT_TRUE(schema.is_object()) << "no JSON";
  return schema;
}

const json& Schema() {
  static const json schema = SchemaOf();
  return schema;
}

TEST(Parts, EveryPartSaysWhatItIsInBothLanguages) {
  const Ran ran = Mlf({"parts", "--json"});
  const json list = json::parse(ran.out);
  EXPECT_EQ(list.size(), AllParts().All().size());
  for (const json& part : list) {
    EXPECT_NE(part["zh"], "") << part["id"];
    EXPECT_EQ(part["kind"] == "ActionNode", part["role"] == "node") << part["id"];
    EXPECT_NE(part["en"], "") << part["id"];
    for (const json& param : part["params"]) {
      EXPECT_NE(param["type"], "") << part["id"] << " " << param["name"];
      EXPECT_NE(param["zh"], "") << part["id"] << " " << param["name"];
      EXPECT_NE(param["en"], "") << part["id"] << " " << param["name"];
    }
  }
}

TEST(Parts, AreListedByRoleAndOneInFull) {
  const Ran all = Mlf({"parts"});
  EXPECT_EQ(all.status, 0) << all.err;
  for (const char* line :
       {"\n== ActionNode: an action\nnode\n", "\n== LogicComponent: what may happen\ncondition\n",
        "\n== ScoreComponent: what it is worth, and who pays\neffect\n",
        "\n  peng  peng: takes the tile just discarded", "\n  an_gang", "condition\n",
        "not_locked  the hand is not locked", "hand          int 1..16"}) {
    EXPECT_THAT("\n" + all.out, HasSubstr(line));
  }
  EXPECT_THAT(Mlf({"parts", "--lang", "zh"}).out, HasSubstr("每家起手张数"));
  const Ran role = Mlf({"parts", "--role", "effect"});
  EXPECT_THAT(role.out, HasSubstr("win_points"));
  EXPECT_THAT(role.out, testing::Not(HasSubstr("not_locked")));
  // Effects are of both kinds.
  const std::size_t score = role.out.find("== ScoreComponent");
  EXPECT_LT(role.out.find("lock_winner"), score);
  EXPECT_GT(role.out.find("win_points"), score);
  EXPECT_THAT(Mlf({"parts", "win_points"}).out, HasSubstr("role effect (ScoreComponent): "));
  const Ran one = Mlf({"parts", "deal"});
  EXPECT_THAT(one.out, HasSubstr("deal  (node, version 1)"));
  EXPECT_THAT(one.out, HasSubstr("tiles dealt to each seat / 每家起手张数"));
  EXPECT_THAT(Mlf({"parts", "win_points"}).out, HasSubstr("    xueliu/variant.yaml:"));
  const Ran wrong = Mlf({"parts", "win_point"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"win_points\"?"));
  EXPECT_THAT(Mlf({"parts", "--role", "nodes"}).err, HasSubstr("did you mean \"node\"?"));
}

// Every variant of the project, including patches.
TEST(Schema, AcceptsEveryVariant) {
  int count = 0;
  for (const char* folder : {"variants", "tests/variants", "examples/variants"}) {
    for (const auto& entry : fs::directory_iterator(kRoot / folder)) {
      const fs::path file = entry.path() / "variant.yaml";
      if (!fs::exists(file)) continue;
      ++count;
      const json variant = Yaml(ReadText(file.string()));
      EXPECT_THAT(Violations(Schema(), variant), testing::IsEmpty()) << file;
      if (count % 6 != 1) continue;
      EXPECT_THAT(Violations(SchemaOf({"--of", entry.path().string()}), variant),
                  testing::IsEmpty())
          << file << ", with its own names";
    }
  }
  EXPECT_GE(count, 5);
}

TEST(Schema, RefusesWhatTheLoaderWould) {
  const std::string text = ReadText((kRoot / "variants/xueliu/variant.yaml").string());
  struct Case {
    const char* from;
    const char* to;
  };
  const Case cases[] = {
      {"options:", "optoins:"},
      {"type: bool", "type: flag"},
      {"low: 1, high: 20", "low: 1, hihg: 20"},
      {"copies: 4", "copys: 4"},
      {"copies: 4", "copies: 9"},
      {"shapes: [standard", "shapes: [{standrad: {sets: 4}}"},
      {"with: {hand: 13", "with: {hnad: 13"},
      {"with: {hand: 13", "with: {hand: many"},
      {"ask: self", "ask: me"},
      {"decide: all", "decide: last"},
      {"deadline: 15s", "deadline: 15"},
      {"winners: nearest", "winners: closest"},
      {"winners: nearest", "winers: nearest"},
      {"consumes: wall", "consume: wall"},
      {"{payers: source}", "{payers: sauce}"},
      {"payers: source", "payers: sauce"},
      {"{missed_win: {mode: $lou_hu}}", "{missed_wins: {mode: $lou_hu}}"},
      {"{missed_win: {mode: $lou_hu}}", "{missed_win: {mod: $lou_hu}}"},
  };
  for (const Case& row : cases) {
    std::string changed = text;
    const std::size_t at = changed.find(row.from);
    if (at == std::string::npos) continue;  // one of the two spellings above
    changed.replace(at, std::string(row.from).size(), row.to);
    EXPECT_FALSE(Violations(Schema(), Yaml(changed)).empty()) << row.to;
  }
}

// With a variant's names the schema refuses unknown ids as well.
TEST(Schema, OfAVariantKnowsItsNames) {
  const std::string text = ReadText((kRoot / "variants/xueliu/variant.yaml").string());
  const json schema = SchemaOf({"--of", "xueliu"});
  for (const auto& [from, to] :
       {std::pair("then: choose_dealer", "then: chose_dealer"), std::pair("$cap", "$kap"),
        std::pair("if: after_draw", "if: after_drew"),
        std::pair("when: tui_shui", "when: tuishui")}) {
    std::string changed = text;
    changed.replace(changed.find(from), std::string(from).size(), to);
    EXPECT_FALSE(Violations(schema, Yaml(changed)).empty()) << to;
    EXPECT_TRUE(Violations(Schema(), Yaml(changed)).empty()) << to << ": any word may be a name";
  }
}

TEST(Schema, TheCheckerItselfCanFail) {
  const json schema = json::parse(
      R"({"type":"object","properties":{"a":{"type":"integer","minimum":1}},"additionalProperties":false,"required":["a"]})");
  EXPECT_TRUE(Violations(schema, json::parse(R"({"a":1})")).empty());
  for (const char* bad : {R"({"a":0})", R"({"a":"x"})", R"({"b":1,"a":1})", "{}", "[]"})
    EXPECT_FALSE(Violations(schema, json::parse(bad)).empty()) << bad;
  EXPECT_FALSE(Violations(json::parse(R"({"patternProperties":{}})"), json::object()).empty())
      << "a keyword it does not know";
}

}  // namespace
}  // namespace mlf::test
