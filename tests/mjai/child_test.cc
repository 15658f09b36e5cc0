#include "tools/mjai/child.h"

#include <gtest/gtest.h>

namespace mlf::tools {
namespace {

using namespace std::chrono_literals;

// This process does not ignore SIGPIPE, as no program that uses the library needs to.
TEST(Child, AProgramThatHasEndedTakesNoLine) {
  Child child("exit 3");
  std::string line;
  EXPECT_EQ(child.ReadLine(line, 10s), Child::Read::kClosed);
  EXPECT_EQ(child.End(), "exit status 3");
  EXPECT_FALSE(child.Write("hello", 10s));
}

TEST(Child, AnswersLineByLine) {
  Child child("exec cat");
  std::string line;
  for (const char* said : {"one", "two"}) {
    EXPECT_TRUE(child.Write(said, 10s));
    EXPECT_EQ(child.ReadLine(line, 10s), Child::Read::kLine);
    EXPECT_EQ(line, said);
  }
}

}  // namespace
}  // namespace mlf::tools
