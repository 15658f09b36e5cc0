// flowviz family: the tree of kinships, the thickness of its lines, and the table of parts.
#include "tools/flowviz/family.h"
#include "support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tools::FamilyMember;
using tools::Kinship;

std::vector<FamilyMember> Family() {
  std::vector<FamilyMember> family;
  for (const auto& [id, base] :
       std::vector<std::pair<std::string, std::string>>{{"erren", ""},
                                                        {"riichi", ""},
                                                        {"sanma", "riichi"},
                                                        {"xueliu", ""},
                                                        {"xuezhan", "xueliu"}})
    family.push_back({tools::MakeChart(*OpenOrFail(id)), base});
  return family;
}

TEST(Family, ATreeThatHoldsEveryPatchBesideItsBase) {
  const std::vector<FamilyMember> family = Family();
  const std::vector<Kinship> kinships = tools::KinshipsOf(family);
  ASSERT_EQ(kinships.size(), family.size() - 1);
  int derived = 0;
  for (const Kinship& kinship : kinships) {
    const FamilyMember& from = family[static_cast<std::size_t>(kinship.a)];
    const FamilyMember& to = family[static_cast<std::size_t>(kinship.b)];
    EXPECT_EQ(kinship.derived, to.base == from.chart.name) << from.chart.name;
    derived += kinship.derived ? 1 : 0;
    EXPECT_GT(kinship.common, 0);
  }
  EXPECT_EQ(derived, 2);
}

TEST(Family, TheMoreInCommonTheThicker) {
  const tools::Picture picture = tools::FamilyPicture(Family(), true);
  const std::vector<Kinship> kinships = tools::KinshipsOf(Family());
  ASSERT_EQ(picture.edges.size(), kinships.size());
  for (std::size_t i = 0; i < kinships.size(); ++i) {
    for (std::size_t j = 0; j < kinships.size(); ++j) {
      if (kinships[i].common <= kinships[j].common) continue;
      EXPECT_GE(std::stod(picture.edges[i].width), std::stod(picture.edges[j].width));
    }
  }
  EXPECT_EQ(picture.boxes.size(), 5u);
}

TEST(Family, PictureAndTableOfParts) {
  const std::string folder = TempFolder("family");
  const Ran ran = Flowviz({"family", "xueliu", "xuezhan", "riichi", "-o", folder + "/family.svg",
                           "-o", folder + "/family.html"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ReadText(folder + "/family.svg"), HasSubstr("xueliu&gt;xuezhan"));
  const std::string page = ReadText(folder + "/family.html");
  EXPECT_THAT(page, HasSubstr("<td><code>draw</code></td><td>●</td><td>●</td><td>●</td>"
                              "<td class=\"number\">3</td>"));
  EXPECT_THAT(page, HasSubstr("<td><code>chi</code></td><td></td><td></td><td>●</td>"
                              "<td class=\"number\">1</td>"));
}

TEST(Family, MistakesAreNamed) {
  const Ran ran = Flowviz({"family", "xueliv", "-o", "x.svg"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("did you mean \"xueliu\""));
  EXPECT_EQ(Flowviz({"family"}).status, 2) << "the output is missing";
}

}  // namespace
}  // namespace mlf::test
