// VariantShelf: a variant whose files change while the server runs.
#include "server/host/variant_shelf.h"

#include <mlf/variants/open.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace mlf::test {
namespace {

namespace fs = std::filesystem;
using server::MatchHead;
using server::VariantShelf;
using testing::HasSubstr;

class Shelf : public testing::Test {
 protected:
  Shelf() {
    fs::create_directories(folder_ / "home");
    Write("4");
  }
  ~Shelf() override { fs::remove_all(folder_); }

  void WriteText(const std::string& text) {
    std::ofstream(folder_ / "home" / "variant.yaml", std::ios::trunc) << text;
  }
  // A house rule on top of a variant of the library.
  void Write(const std::string& hands) {
    WriteText("id: home\nzh: 家规\nen: House rules\nextends: xueliu\noptions: {hands: {default: " +
              hands + "}}\n");
  }
  std::shared_ptr<const Flow> Home() {
    auto flow = shelf_.FlowFor("home", {});
    EXPECT_TRUE(flow) << FaultText(flow.faults());
    return flow ? *flow : nullptr;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("mlf-shelf-" + std::to_string(::getpid()));
  VariantShelf shelf_{folder_.string()};
};

TEST_F(Shelf, AChangedVariantIsReadAnew) {
  const auto before = Home();
  EXPECT_EQ(Home(), before);  // unchanged files give the same flow
  Write("16");
  const auto after = Home();
  EXPECT_NE(after->fingerprint_text(), before->fingerprint_text());
  EXPECT_EQ(Home(), after);
}

TEST_F(Shelf, AMatchKeepsTheTextsItWasBuiltFrom) {
  const auto before = Home();
  Write("16");
  const auto after = Home();
  const MatchHead old = shelf_.HeadFor("home", *before), now = shelf_.HeadFor("home", *after);
  EXPECT_THAT(old.texts, HasSubstr("default: 4"));
  EXPECT_THAT(now.texts, HasSubstr("default: 16"));
  // After a restart both are built from their own texts.
  VariantShelf restarted(folder_.string());
  for (const MatchHead* head : {&old, &now}) {
    const auto flow = restarted.FlowOf(*head);
    ASSERT_TRUE(flow) << FaultText(flow.faults());
    EXPECT_EQ((*flow)->fingerprint_text(), head->fingerprint);
    EXPECT_EQ(restarted.HeadFor("home", **flow).texts, head->texts);
  }
}

// A client may ask for any combination of options.
TEST(Shelves, RememberNoFlowThatNobodyHolds) {
  VariantShelf shelf("");
  const auto held = *shelf.FlowFor("erren", {});
  for (int stake = 0; stake < 400; ++stake)
    ASSERT_TRUE(shelf.FlowFor("xueliu", {{"stake", std::to_string(stake)}}));
  EXPECT_LE(shelf.remembered(), 2 * VariantShelf::kForgetFrom + 2);
  EXPECT_EQ(*shelf.FlowFor("erren", {}), held);
  EXPECT_FALSE(shelf.HeadFor("erren", *held).texts.empty());
}

TEST_F(Shelf, AFaultIsReported) {
  Home();
  WriteText("id: home\nzh: 家规\nen: House rules\nextends: no_such\n");
  const auto flow = shelf_.FlowFor("home", {});
  ASSERT_FALSE(flow);
  EXPECT_THAT(FaultText(flow.faults()), HasSubstr("no_such"));
  EXPECT_TRUE(shelf_.Describe("home").is_null());
  Write("32");
  EXPECT_NE(Home(), nullptr);
  EXPECT_EQ(shelf_.Describe("home")["id"], "home");
}

}  // namespace
}  // namespace mlf::test
