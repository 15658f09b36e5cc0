// What a compiled flow keeps of the parameters of its parts, and the text made from it.
#include <mlf/flow/part_use.h>
#include "tests/flow/toy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf {
namespace {

using testing::HasSubstr;

Value Read(const std::string& yaml) {
  auto value = ParseYaml(yaml, "f");
  EXPECT_TRUE(value.ok()) << FaultText(value.faults());
  return value ? std::move(*value) : Value();
}

// start -> end if `guard`, with `early` as a shared part.
std::shared_ptr<const Flow> WithGuard(const std::string& guard) {
  FlowBuilder builder(test::ToyRegistry(), &test::ToyText());
  builder.SetName("t").SetSeats(4);
  builder.PushPart("early", Read("{marks: {least: 3}}"));
  builder.PushActionNode({.id = "start", .type = "tick"});
  builder.PushActionNode({.id = "end", .type = "tick", .end = true});
  builder.PushEdge({.from = "start", .to = "end", .guards = {Read(guard)}});
  builder.PushEdge({.from = "start", .to = "end"});
  return test::BuildOrDie(builder);
}

TEST(PartUse, KeepsTheParametersOfPartsWithinParts) {
  const auto flow = WithGuard("any:\n  of:\n  - not: early\n  - seat_is:\n      seat: 2\n");
  const PartUse& any = flow->node(0).then[0].guards[0];
  EXPECT_EQ(any.info.id, "any");
  EXPECT_EQ(any.info.en, test::ToyRegistry().Find("any")->info.en);
  ASSERT_NE(any.Find("of"), nullptr);
  EXPECT_EQ(any.Find("of")->kind, PartParam::Kind::kParts);
  EXPECT_EQ(any.Find("or"), nullptr);
  const std::vector<const PartUse*> of = any.Children();
  ASSERT_EQ(of.size(), 2u);
  ASSERT_EQ(of[0]->Children().size(), 1u);
  const PartUse& early = *of[0]->Children()[0];
  EXPECT_EQ(early.Name(), "$early");
  EXPECT_EQ(early.info.id, "marks") << "a reference says what it refers to";
  EXPECT_TRUE(early.params.empty()) << "these are in Flow::shared() once";
  EXPECT_EQ(of[1]->Name(), "seat_is");
  EXPECT_EQ(of[1]->Number("seat", -1), 2);
  EXPECT_EQ(of[1]->Number("least", -1), -1);
  EXPECT_EQ(of[1]->Find("seat")->value.where().Text(), "f:5:13");
  EXPECT_EQ(any.Text(), "any@1{of: [not@1{of: $early}, seat_is@1{seat: 2}]}");
  EXPECT_THAT(flow->canonical(), HasSubstr("  then end " + any.Text() + "\n"));
  ASSERT_EQ(flow->shared().size(), 1u);
  EXPECT_EQ(flow->shared()[0].use.Number("least", -1), 3);
  EXPECT_THAT(flow->canonical(), HasSubstr("part early = marks@1{least: 3}\n"));
}

TEST(PartUse, HasTheDefaultsOfWhatIsNotWritten) {
  const auto flow = WithGuard("seat_is");
  const PartUse& guard = flow->node(0).then[0].guards[0];
  EXPECT_EQ(guard.Number("seat", -1), 0);
  EXPECT_EQ(guard.Text(), "seat_is@1{seat: 0}");
}

TEST(PartUse, TextsOfEachKindOfParameter) {
  using Kind = PartParam::Kind;
  PartUse use;
  use.info = {"x", 3, "", ""};
  EXPECT_EQ(use.Text(), "x@3");
  use.params = {{"word", Kind::kWord, "a, b"},
                {"node", Kind::kNode, "draw"},
                {"value", Kind::kValue, Read("{a: [1, \"x, y\"]}")},
                {"part", Kind::kPart, {}, {use}},
                {"parts", Kind::kParts}};
  EXPECT_EQ(use.Text(),
            "x@3{word: a, b, node: draw, value: {a: [1, \"x, y\"]}, part: x@3, parts: []}");
  use.shared = "named";
  EXPECT_EQ(use.Text(), "$named");
}

TEST(Value, WithoutLeavesKeysOutAtAnyDepth) {
  const Value value = Read("{zh: 甲, rows: [{id: a, zh: 乙}, {zh: [1]}], b: {en: x, c: zh}}");
  static constexpr std::string_view kKeys[] = {"zh", "en"};
  EXPECT_EQ(value.Without(kKeys).Canonical(), "{rows: [{id: a}, {}], b: {c: zh}}");
  EXPECT_EQ(value.Without(kKeys).Find("rows")->items()[0].Find("id")->where().Text(),
            value.Find("rows")->items()[0].Find("id")->where().Text());
  EXPECT_EQ(value.Without({}), value);
}

}  // namespace
}  // namespace mlf
