// The canonical text of a part's parameters, from which fingerprints are computed.
#include <mlf/flow/params.h>

#include <gtest/gtest.h>

#include <string>

namespace mlf {
namespace {

std::string CanonicalOf(const std::string& yaml, bool added) {
  const auto value = ParseYaml(yaml, "params.yaml");
  EXPECT_TRUE(value.ok()) << FaultText(value.faults());
  Params params(*value, {}, nullptr);
  const Doc doc{"中文", "English", added};
  static constexpr std::string_view kWords[] = {"none"};
  params.Bool("flag", true, doc);
  params.Int("number", 3, 0, 9, doc);
  params.IntOrWord("cap", "none", 1, 9, kWords, doc);
  params.Enum("mode", 1, {"a", "b"}, doc);
  params.Text("text", "word", doc);
  params.Raw("raw", doc);
  PartUse use;
  use.params = params.checked();
  return use.ParamsText();
}

TEST(Params, EveryParameterIsInTheCanonicalText) {
  EXPECT_EQ(CanonicalOf("{number: 3}", false),
            "{flag: on, number: 3, cap: 0, mode: b, text: word, raw: ~}");
}

TEST(Params, AnAddedParameterIsThereOnlyWhereItChangesSomething) {
  EXPECT_EQ(CanonicalOf("{number: 3}", true), "");
  EXPECT_EQ(CanonicalOf("{flag: on, cap: none, mode: b, text: word}", true), "")
      << "the default, written out";
  EXPECT_EQ(CanonicalOf("{flag: off, number: 4, cap: 2, mode: a, text: other, raw: [1]}", true),
            "{flag: off, number: 4, cap: 2, mode: a, text: other, raw: [1]}");
}

}  // namespace
}  // namespace mlf
