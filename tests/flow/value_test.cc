#include <mlf/flow/value.h>

#include <gtest/gtest.h>

#include <limits>

namespace mlf {
namespace {

Value Quoted(std::string_view text) {
  Value value(text);
  value.set_quoted(true);
  return value;
}

TEST(Value, ReadsSwitchesAndNumbers) {
  struct Case {
    const char* text;
    std::optional<bool> as_bool;
    std::optional<std::int64_t> as_int;
    const char* why;
  };
  const Case kCases[] = {
      {"on", true, {}, "switch"},
      {"off", false, {}, "switch"},
      {"true", true, {}, "switch"},
      {"false", false, {}, "switch"},
      {"yes", true, {}, "switch"},
      {"no", false, {}, "switch"},
      {"On", {}, {}, "one spelling each"},
      {"1", {}, 1, "a number is no switch"},
      {"-8", {}, -8, "sign"},
      {"+8", {}, 8, "sign"},
      {"+-8", {}, {}, "two signs"},
      {"-", {}, {}, "a sign alone"},
      {"+", {}, {}, "a sign alone"},
      {"9223372036854775807", {}, std::numeric_limits<std::int64_t>::max(), "the largest"},
      {"9223372036854775808", {}, {}, "one more"},
      {"-9223372036854775808", {}, std::numeric_limits<std::int64_t>::min(), "the smallest"},
      {"1.5", {}, {}, "no fractions"},
      {"1 ", {}, {}, "all of the text counts"},
      {"0x10", {}, {}, "decimal only"},
      {"", {}, {}, "empty"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Value(c.text).AsBool(), c.as_bool) << c.text << ": " << c.why;
    EXPECT_EQ(Value(c.text).AsInt(), c.as_int) << c.text << ": " << c.why;
    EXPECT_EQ(Quoted(c.text).AsBool(), std::nullopt) << c.text << " in quotes is a word";
    EXPECT_EQ(Quoted(c.text).AsInt(), std::nullopt) << c.text << " in quotes is a word";
  }
  EXPECT_EQ(Value(true).AsBool(), true);
  EXPECT_EQ(Value(-3).AsInt(), -3);
  EXPECT_EQ(Value().AsBool(), std::nullopt);
  EXPECT_EQ(Value::List().AsInt(), std::nullopt);
}

TEST(Value, MapKeepsWrittenOrder) {
  Value map = Value::Map({{"b", 1}, {"a", 2}});
  map.Set("c", 3);
  map.Set("b", 4);
  EXPECT_EQ(map.Canonical(), "{b: 4, a: 2, c: 3}");
  ASSERT_NE(map.Find("a"), nullptr);
  EXPECT_EQ(map.Find("a")->AsInt(), 2);
  EXPECT_EQ(map.Find("x"), nullptr);
  EXPECT_EQ(Value("a").Find("a"), nullptr) << "only maps have keys";
}

TEST(Value, CanonicalReadsBack) {
  struct Case {
    Value value;
    const char* line;
  };
  const Case kCases[] = {
      {Value("peng"), "peng"},
      {Value("zi mo"), "zi mo"},
      {Value("碰碰胡"), "碰碰胡"},
      {Value(-1), "-1"},
      {Value(""), "\"\""},
      {Value("~"), "\"~\""},
      {Value("null"), "\"null\""},
      {Value("a: b"), "\"a: b\""},
      {Value("\u3000x"),
       "\"\u3000x\""},  // U+3000 and U+00A0 at the start of a line look like an indentation
      {Value("\u00A0"), "\"\u00A0\""},
      {Value("a #b"), "\"a #b\""},
      {Value("a\"b\\c\nd\te\x01"), "\"a\\\"b\\\\c\\nd\\te\\x01\""},
      {Value("- x"), "\"- x\""},
      {Value("---"), "\"---\""},
      {Value(" x"), "\" x\""},
      {Value("x "), "\"x \""},
      {Value("123m 456p"), "123m 456p"},
      {Quoted("peng"), "peng"},
      {Quoted("off"), "\"off\""},
      {Value("off"), "off"},
      {Quoted("12"), "\"12\""},
      {Value::List(), "[]"},
      {Value::Map(), "{}"},
      {Value::List({Value(), "a", Value::Map({{"k", Value::List({1, 2})}, {"*", "x"}})}),
       "[~, a, {k: [1, 2], \"*\": x}]"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(c.value.Canonical(), c.line);
    const auto read = ParseYaml(c.value.Canonical(), "line");
    ASSERT_TRUE(read) << c.line << "\n" << FaultText(read.faults());
    EXPECT_EQ(*read, c.value) << c.line;
    EXPECT_EQ(read->Canonical(), c.line);
  }
}

TEST(Value, EqualityIsOfContent) {
  Value placed("a");
  placed.set_where({"f", 3, 4});
  EXPECT_EQ(placed, Value("a")) << "places do not count";
  EXPECT_EQ(Quoted("a"), Value("a")) << "quotes say nothing here";
  EXPECT_FALSE(Quoted("off") == Value("off")) << "a word and a switch";
  EXPECT_FALSE(Quoted("1") == Value(1)) << "a word and a number";
  EXPECT_FALSE(Value("") == Value()) << "empty text and nothing";
  EXPECT_FALSE(Value::List() == Value::Map());
  EXPECT_FALSE(Value::Map({{"a", 1}, {"b", 2}}) == Value::Map({{"b", 2}, {"a", 1}}))
      << "order is content";
  EXPECT_FALSE(Value::List({1}) == Value::List({1, 2}));
}

TEST(Overlay, MergesMapsAndReplacesTheRest) {
  struct Case {
    const char* base;
    const char* patch;
    const char* result;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"{a: 1, b: 2}", "{b: 3}", "{a: 1, b: 3}", "replaced in its place"},
      {"{a: 1}", "{b: 3}", "{a: 1, b: 3}", "added at the end"},
      {"{a: {x: 1, y: 2}}", "{a: {y: 3}}", "{a: {x: 1, y: 3}}", "maps merge"},
      {"{a: [1, 2]}", "{a: [3]}", "{a: [3]}", "lists do not"},
      {"{a: {x: 1}}", "{a: 2}", "{a: 2}", "a map gives way"},
      {"{a: 2}", "{a: {x: 1}}", "{a: {x: 1}}", "to a map"},
      {"{a: 1, b: 2}", "{a: ~}", "{b: 2}", "null removes"},
      {"{a: {x: 1}}", "{a: {x: ~}}", "{a: {}}", "null removes inside"},
      {"{a: ~}", "{a: 1}", "{a: 1}", "over a null"},
      {"{a: 1}", "{b: {x: ~}}", "{a: 1, b: {x: ~}}", "a new map is taken unchanged"},
      {"{a: 1}", "{}", "{a: 1}", "nothing to do"},
  };
  for (const Case& c : kCases) {
    Faults faults;
    const Value result = Overlay(*ParseYaml(c.base, "base"), *ParseYaml(c.patch, "patch"), faults);
    EXPECT_EQ(result.Canonical(), c.result) << c.why;
    EXPECT_TRUE(faults.empty()) << c.why << FaultText(faults);
  }
  Faults faults;
  EXPECT_EQ(Overlay(Value::Map({{"a", 1}}), Value(), faults).Canonical(), "{a: 1}")
      << "an empty patch";
  EXPECT_TRUE(faults.empty());
}

TEST(Overlay, PatchesAListByTheIdsOfItsEntries) {
  const Value base = *ParseYaml("rows:\n- {id: a, fan: 1}\n- {id: b, fan: 2}\n- {id: c}\n", "b");
  const auto over = [&](std::string_view patch) {
    Faults faults;
    const Value result = Overlay(base, *ParseYaml(patch, "p.yaml"), faults);
    return faults.empty() ? result.Find("rows")->Canonical() : FaultText(faults);
  };
  EXPECT_EQ(over("rows: {b: {fan: 3}}"), "[{id: a, fan: 1}, {id: b, fan: 3}, {id: c}]");
  EXPECT_EQ(over("rows: {a: ~, d: {fan: 4}}"), "[{id: b, fan: 2}, {id: c}, {id: d, fan: 4}]");
  EXPECT_EQ(over("rows: {d: {before: b, fan: 4}}"),
            "[{id: a, fan: 1}, {id: d, fan: 4}, {id: b, fan: 2}, {id: c}]");
  EXPECT_EQ(over("rows: [1]"), "[1]") << "a list replaces the list";
  EXPECT_EQ(over("rows:\n  d: ~\n"), "p.yaml:2:3: Y20: there is no \"d\" in rows to remove\n");
  EXPECT_EQ(over("rows:\n  d: {before: bb}\n"),
            "p.yaml:2:15: Y21: before: there is no \"bb\" in rows (did you mean \"b\"?)\n");
  EXPECT_EQ(over("rows:\n  d: 1\n"),
            "p.yaml:2:3: Y21: rows.d: a map is needed, or null to remove the entry\n");
}

TEST(Overlay, TellsEveryRemovalOfNothing) {
  Faults faults;
  const Value base = *ParseYaml("flow:\n  discard: 1\n  peng: 2\n", "base");
  const Value patch = *ParseYaml("flow:\n  discrad: ~\n  peng: ~\nzzz: ~\n", "patch.yaml");
  EXPECT_EQ(Overlay(base, patch, faults).Canonical(), "{flow: {discard: 1}}");
  EXPECT_EQ(
      FaultText(faults),
      "patch.yaml:2:3: Y20: there is no \"discrad\" in flow to remove; did you mean \"discard\"?\n"
      "patch.yaml:4:1: Y20: there is no \"zzz\" to remove\n");
}

}  // namespace
}  // namespace mlf
