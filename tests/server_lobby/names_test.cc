// Names and chat: what people may write, and which names are taken for another's.
#include "server/lobby/names.h"
#include "server/journal/skeleton.h"

#include <gtest/gtest.h>

#include <string>

namespace mlf::server {
namespace {

TEST(Names, WhatNobodySeesIsNoName) {
  const struct {
    const char* text;
    bool name, chat;
    const char* what;
  } kRows[] = {
      {"ming", true, true, "plain"},
      {"小明", true, true, "Chinese"},
      {"Jos\u00e9", true, true, "a letter with an accent"},
      {"jose\u0301", true, true, "the same in two parts"},
      {"\u0e17\u0e35\u0e48", true, true, "Thai, two marks on one letter"},
      {"🀄", true, true, "a tile"},
      {"mi\u200bng", false, true, "zero-width space"},
      {"mi\u200dng", false, true, "zero-width joiner"},
      {"mi\u2060ng", false, true, "word joiner"},
      {"mi\u00adng", false, true, "soft hyphen"},
      {"mi\ufe0fng", false, true, "variation selector"},
      {"👨\u200d👩", false, true, "joined emoji"},
      {"\u3164", false, false, "Hangul filler"},
      {"\uffa0", false, false, "half-width Hangul filler"},
      {"\u115f\u1160", false, false, "fillers of Jamo"},
      {"\u2800\u2800", false, false, "empty braille"},
      {"a\u3164b", false, true, "a filler inside"},
      {"\u200b", false, false, "nothing to see"},
      {"\u3000", false, false, "ideographic space alone"},
      {"\u0301a", false, true, "a mark in front"},
      {"\ue000", false, true, "a private character"},
      {"\u202eab", false, false, "right-to-left override"},
      {"a\u0301\u0301\u0301\u0301\u0301\u0301", false, false, "a tower of marks"},
      {"a\u0302\u0323\u0301\u0300", true, true, "four marks"},
      {"a\u20dd\u20dd\u20dd\u20dd\u20dd", false, false, "circles around circles"},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(CleanName(row.text, 24).has_value(), row.name) << row.what;
    EXPECT_EQ(CleanText(row.text, 120).has_value(), row.chat) << row.what;
  }
}

TEST(Names, LookAlikesHaveOneSkeleton) {
  const struct {
    const char* a;
    const char* b;
    bool alike;
  } kRows[] = {
      {"alice", "ALICE", true},
      {"alice", "\u0430lice", true},  // Cyrillic
      {"alice", "a\u217cice", true},  // the Roman numeral fifty
      {"alice", "AIice", true},       // capital i
      {"alice", "a1ice", true},
      {"alice", "\U0001d41a\U0001d425\U0001d422\U0001d41c\U0001d41e", true},  // mathematical
      {"alice", "\uff41\uff4c\uff49\uff43\uff45", true},                      // full width
      {"alice", "\u24d0lice", true},                                          // circled
      {"alice", "al ice", true},
      {"alice", "ali\u0301ce", true},
      {"bob", "b\u043eb", true},
      {"bob", "b0b", true},
      {"modern", "modem", true},
      {"vvang", "wang", true},
      {"ОЛЕГ", "олег", true},
      {"口天", "\u30ed天", true},  // katakana ro
      {"alice", "alise", false},
      {"小明", "小名", false},
      {"wang1", "wang2", false},
      {"李一", "李二", false},
      {"zhang.san", "zhangsan", false},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(NameSkeleton(row.a) == NameSkeleton(row.b), row.alike) << row.a << " " << row.b;
}

TEST(Names, ThoseOfTheSystemAreTaken) {
  for (const char* name : {"robot 1", "Robot 12", "robot", "r\u043eb\u043et 3", "R0B0T l",
                           "robot_7", "[robot 2]", "\uff52\uff4f\uff42\uff4f\uff54 1", "机器人 1",
                           "機器人2", "系统", "管理员", "Admin", "s\u0443stem", "SERVER"})
    EXPECT_TRUE(IsSystemName(name)) << name;
  for (const char* name :
       {"robert", "robotics fan", "机器猫", "administer", "Bob", "hostess", "ming"})
    EXPECT_FALSE(IsSystemName(name)) << name;
}

}  // namespace
}  // namespace mlf::server
