// Files are written completely or not at all. RLIMIT_FSIZE simulates a full disk: a write fails
// half way.
#include "tools/console/write_file.h"
#include "tests/support/files.h"
#include "tests/support/small_disk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class WriteFile : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  // Names in the folder of `name`, including hidden ones.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("write_file_" + std::to_string(::getpid()));
};

TEST_F(WriteFile, MakesFoldersAndLeavesNothingBesideIt) {
  const auto written = WriteBytes(Path("a/b/c.txt"), "one\n");
  ASSERT_TRUE(written.ok()) << FaultText(written.faults());
  EXPECT_EQ(*written, 4u);
  EXPECT_EQ(test::ReadText(Path("a/b/c.txt")), "one\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(Path("a/b")), {}), 1);
}

TEST_F(WriteFile, ReplacesAFileAndKeepsItsPermissions) {
  ASSERT_TRUE(WriteBytes(Path("f"), "old").ok());
  ASSERT_EQ(::chmod(Path("f").c_str(), 0640), 0);
  ASSERT_TRUE(WriteBytes(Path("f"), "new").ok());
  EXPECT_EQ(test::ReadText(Path("f")), "new");
  struct stat now{};
  ASSERT_EQ(::stat(Path("f").c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 07777, 0640u);
}

TEST_F(WriteFile, OfALinkTheFileItLeadsToIsReplaced) {
  ASSERT_TRUE(WriteBytes(Path("there/f"), "old").ok());
  fs::create_symlink("there/f", Path("link"));
  ASSERT_TRUE(WriteBytes(Path("link"), "new").ok());
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(test::ReadText(Path("there/f")), "new");
}

TEST_F(WriteFile, AFullDiskLeavesTheOldFileAndSaysWhy) {
  ASSERT_TRUE(WriteBytes(Path("f"), "old").ok());
  for (const char* name : {"f", "new"}) {
    const test::OnSmallDisk ran = test::RunOnSmallDisk(1000, [&](std::string& output) {
      const auto written = WriteBytes(Path(name), std::string(5000, 'x'));
      output = written ? "" : FaultText(written.faults());
      return written ? 0 : 1;
    });
    EXPECT_EQ(ran.status, 1) << name;
    EXPECT_THAT(
        ran.output,
        HasSubstr(Path(name) +
                  ": F02: the file cannot be written: File too large; nothing has changed there"));
  }
  EXPECT_EQ(test::ReadText(Path("f")), "old");
  EXPECT_EQ(Names(), std::vector<std::string>{"f"}) << "neither half a file nor a draft";
}

TEST_F(WriteFile, WhatCannotBeReplacedIsWrittenTo) {
  const auto full = WriteBytes("/dev/full", "x");
  ASSERT_FALSE(full.ok());
  EXPECT_THAT(FaultText(full.faults()),
              HasSubstr("/dev/full: F02: cannot be written to: No space left on device"));
  EXPECT_TRUE(WriteBytes("/dev/null", "x").ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null")) << "it is no plain file now";

  fs::create_directories(folder_);
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = test::ReadText(Path("pipe")); });
  EXPECT_TRUE(WriteBytes(Path("pipe"), "through").ok());
  reader.join();
  EXPECT_EQ(read, "through");
  EXPECT_TRUE(fs::is_fifo(Path("pipe")));
}

// `-o /dev/stdout > file`: the shell has the file open. Replacing it would lose later output.
TEST_F(WriteFile, TheStandardOutputIsWrittenToUnderAnyName) {
  fs::create_directories(folder_);
  for (const std::string name : {"-", "/dev/stdout", "out"}) {
    const test::OnSmallDisk ran = test::RunOnSmallDisk(1 << 20, [&](std::string&) {
      const int file = ::open(Path("out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(file, STDOUT_FILENO);
      const bool first = WriteBytes(name == "out" ? Path("out") : name, "one ").ok();
      const bool second = ::write(STDOUT_FILENO, "two", 3) == 3;
      return first && second ? 0 : 1;
    });
    EXPECT_EQ(ran.status, 0) << name;
    EXPECT_EQ(test::ReadText(Path("out")), "one two") << name;
  }
}

TEST_F(WriteFile, BadPathsAreNamed) {
  fs::create_directories(folder_);
  struct Row {
    std::string path;
    const char* says;
  };
  for (const Row& row :
       {Row{folder_.string(), "Is a directory"}, Row{"/dev/null/x", "Not a directory"},
        Row{"/proc/no/x", "No such file or directory"}}) {
    const auto written = WriteBytes(row.path, "x");
    ASSERT_FALSE(written.ok()) << row.path;
    EXPECT_THAT(FaultText(written.faults()), HasSubstr(row.path + ": F02: "));
    EXPECT_THAT(FaultText(written.faults()), HasSubstr(row.says));
  }
}

}  // namespace
}  // namespace mlf::tools
