// VariantShelf: a variant whose files change while the server runs.
#include "server/host/variant_shelf.h"
#include "flow/base/text_file.h"
#include "tests/support/files.h"

#include <mlf/variants/open.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace mlf::test {
namespace {

namespace fs = std::filesystem;
using server::Json;
using server::MatchHead;
using server::VariantShelf;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Shelf : public testing::Test {
 protected:
  Shelf() {
    fs::create_directories(folder_ / "home");
    Write("4");
  }
  ~Shelf() override {
    for (const fs::path& path : {folder_, kept_, Away()}) fs::remove_all(path);
  }

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
  fs::path Away() const { return folder_.string() + "-away"; }
  const fs::path kept_ = folder_.string() + "-kept";
  VariantShelf shelf_{folder_.string(), kept_.string()};
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

constexpr const char* kBroken = "id: home\nzh: 家规\nen: House rules\nextends: no_such\n";

std::vector<std::string> Texts(const std::vector<VariantShelf::Line>& lines) {
  std::vector<std::string> texts;
  for (const auto& [warning, text] : lines) texts.push_back((warning ? "! " : "") + text);
  return texts;
}

TEST_F(Shelf, ABrokenEditLeavesTheLastValidVersion) {
  const auto before = Home();
  EXPECT_FALSE(shelf_.Describe("home").contains("older"));
  WriteText(kBroken);
  EXPECT_EQ(Home(), before);
  EXPECT_EQ(shelf_.Describe("home")["older"], true);
  EXPECT_TRUE(shelf_.Has("home"));
  ASSERT_THAT(shelf_.broken(), SizeIs(1));
  EXPECT_THAT(FaultText(shelf_.broken()[0].faults), HasSubstr("home/variant.yaml:4"));
  Write("32");
  EXPECT_NE(Home(), before);
  EXPECT_FALSE(shelf_.Describe("home").contains("older"));
  EXPECT_THAT(shelf_.broken(), IsEmpty());
}

// The ways in which files stop being a variant.
TEST_F(Shelf, EachWayToBreakAVariantLeavesTheLastValidVersion) {
  const fs::path file = folder_ / "home" / "variant.yaml";
  const auto before = Home();
  const struct {
    const char* what;
    std::function<void()> harm;
    const char* says;
  } kRows[] = {
      {"no YAML", [&] { WriteText("id: [home\n"); }, "variant.yaml:"},
      {"an emptied file, as an editor leaves it while it writes", [&] { WriteText(""); },
       "variant.yaml"},
      {"half of it", [&] { WriteText("id: home\nzh: 家规\nen: House ru"); }, "variant.yaml"},
      {"another id", [&] { WriteText("id: away\nzh: 家规\nen: House rules\nextends: xueliu\n"); },
       "variant.yaml:1"},
      {"a default that the options do not have",
       [&] {
         WriteText(
             "id: home\nzh: 家规\nen: House rules\nextends: xueliu\n"
             "options: {hands: {default: -7}}\n");
       },
       "variant.yaml:5"},
      {"a file that is gone", [&] { fs::remove(file); }, "home/variant.yaml"},
      {"a folder in its place",
       [&] {
         fs::remove(file);
         fs::create_directory(file);
       },
       "home/variant.yaml"},
      {"the whole folder of variants is away", [&] { fs::rename(folder_, Away()); },
       "home/variant.yaml"},
  };
  for (const auto& row : kRows) {
    SCOPED_TRACE(row.what);
    row.harm();
    EXPECT_EQ(Home(), before);
    EXPECT_TRUE(shelf_.Has("home"));
    EXPECT_EQ(shelf_.Describe("home")["older"], true);
    shelf_.News();
    EXPECT_THAT(Texts(shelf_.News()),
                Contains(AllOf(HasSubstr("! variant home: "), HasSubstr(row.says),
                               HasSubstr("its last valid version is served"))));
    // Nobody else has kept it: a program that starts now reads what this one has kept.
    VariantShelf restarted(folder_.string(), kept_.string());
    const auto flow = restarted.FlowFor("home", {});
    ASSERT_TRUE(flow) << FaultText(flow.faults());
    EXPECT_EQ((*flow)->fingerprint_text(), before->fingerprint_text());
    if (fs::exists(Away())) fs::rename(Away(), folder_);
    fs::remove_all(file);
    Write("4");
    EXPECT_FALSE(shelf_.Describe("home").contains("older"));
  }
}

// Root reads every file, but without two of its capabilities as its permissions say.
class NoRoot {
 public:
  NoRoot() {
    ::syscall(SYS_capget, &head_, before_);
    __user_cap_data_struct now[2] = {before_[0], before_[1]};
    now[0].effective &= ~((1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH));
    ::syscall(SYS_capset, &head_, now);
  }
  ~NoRoot() { ::syscall(SYS_capset, &head_, before_); }
  NoRoot(const NoRoot&) = delete;
  NoRoot& operator=(const NoRoot&) = delete;

 private:
  __user_cap_header_struct head_{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct before_[2]{};
};

TEST_F(Shelf, AFileThatMayNotBeReadLeavesTheLastValidVersion) {
  const NoRoot no_root;
  const auto before = Home();
  fs::permissions(folder_ / "home" / "variant.yaml", fs::perms::none);
  EXPECT_EQ(Home(), before);
  EXPECT_THAT(FaultText(shelf_.broken()[0].faults), HasSubstr("home/variant.yaml"));
}

// Half of a save is no news: an editor is still writing.
TEST_F(Shelf, ABrokenEditIsToldOnceWhenItStays) {
  Home();
  EXPECT_THAT(shelf_.News(), IsEmpty());
  WriteText("");
  EXPECT_THAT(shelf_.News(), IsEmpty());
  Write("16");
  EXPECT_THAT(Texts(shelf_.News()), ElementsAre("variant home: new files are served"));
  WriteText(kBroken);
  EXPECT_THAT(shelf_.News(), IsEmpty());
  EXPECT_THAT(shelf_.News(), SizeIs(1));
  EXPECT_THAT(shelf_.News(), IsEmpty()) << "once";
  Write("32");
  EXPECT_THAT(Texts(shelf_.News()),
              ElementsAre("variant home: new files are served", "variant home: valid again"));
}

TEST_F(Shelf, AVariantIsWithdrawnWithItsFolder) {
  const auto before = Home();
  fs::rename(folder_ / "home", folder_ / "house");
  EXPECT_FALSE(shelf_.Has("home"));
  for (const Json& variant : shelf_.Describe()) EXPECT_NE(variant["id"], "home");
  EXPECT_EQ(Home(), before) << "its desks go on";
  VariantShelf restarted(folder_.string(), kept_.string());
  EXPECT_FALSE(restarted.Has("home"));
  EXPECT_TRUE(restarted.FlowFor("home", {})) << "also after a restart";
  shelf_.News();
  const auto news = Texts(shelf_.News());
  EXPECT_THAT(news, Contains(AllOf(HasSubstr("variant home: "), HasSubstr("gone"),
                                   HasSubstr("no new desk plays it"))));
  EXPECT_THAT(news, Contains(AllOf(HasSubstr("variant house: "), HasSubstr("variant.yaml:1"),
                                   HasSubstr("it is not served"))));
}

// The program's own variant of that name is another game.
TEST_F(Shelf, ABrokenEditDoesNotBringBackTheVariantItReplaces) {
  fs::create_directory(folder_ / "erren");
  std::ofstream(folder_ / "erren" / "variant.yaml")
      << *ReadTextFile(test::SourcePath("variants/erren/variant.yaml"), 1 << 20) << "# ours\n";
  const auto ours = *shelf_.FlowFor("erren", {});
  const std::string texts = shelf_.HeadFor("erren", *ours).texts;
  EXPECT_THAT(texts, HasSubstr("# ours"));
  fs::remove(folder_ / "erren" / "variant.yaml");
  EXPECT_EQ(shelf_.HeadFor("erren", **shelf_.FlowFor("erren", {})).texts, texts);
  fs::remove_all(folder_ / "erren");
  EXPECT_THAT(shelf_.HeadFor("erren", **shelf_.FlowFor("erren", {})).texts,
              testing::Not(HasSubstr("# ours")))
      << "withdrawn";
}

// Folders of other things beside variants, and a base that breaks below a variant of the program.
TEST_F(Shelf, AFolderWithoutAVariantIsNone) {
  fs::create_directory(folder_ / "erren");
  EXPECT_TRUE(shelf_.FlowFor("erren", {}));
  EXPECT_FALSE(shelf_.Describe("erren").contains("older"));
}

TEST_F(Shelf, AVariantThatNeverWasValidIsNotServed) {
  WriteText(kBroken);
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
