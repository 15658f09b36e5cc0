// Sentences of conditions in the frames of charts: "only if ...", "if ...", 须, 若.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/chart/chart.h"

#include <gmock/gmock.h>

#include <cctype>

namespace mlf::tools {
namespace {

using testing::HasSubstr;

// The fault of `text` as a clause after "only if" and 须, as far as a program can tell; empty =
// none.
std::string Misfit(const Label& text) {
  const std::string en = " " + text.en + " ";
  const auto says = [](const std::string& where, const std::string& what) {
    return where.find(what) != std::string::npos;
  };
  if (text.zh.empty() || text.en.empty()) return "a language is missing";
  if (std::isupper(static_cast<unsigned char>(text.en[0])) != 0) return "it starts with a capital";
  if (text.en.ends_with('.') || text.zh.ends_with("。")) return "it ends with a full stop";
  for (const char* verb :
       {" is ", " are ", " was ", " has ", " have ", " had ", " holds ", " hold ", " can ",
        " could ", " keeps ", " kept ", " completes ", " forbids ", " does "}) {
    if (!says(en, verb)) continue;
    for (const char* frame : {" only if ", " if ", " must ", " may ", " unless ", " held back "}) {
      if (says(en, frame)) return std::string("it has a frame of its own:") + frame;
    }
    for (const char* first :
         {" a seat that ", " only ", " not ", " after ", " while ", " when ", " allows "}) {
      if (en.starts_with(first)) return std::string("it is no clause that starts with") + first;
    }
    for (const char* frame : {"须", "若", "才可", "只能", "不得", "不能", "如果", "允许"}) {
      if (says(text.zh, frame)) return std::string("它自带框架：") + frame;
    }
    return says(text.zh, "后的限制") ? "它不是一个可以成立的条件" : "";
  }
  return "it has no verb, so it is no clause";
}

PartUse UseOf(std::string_view id, std::vector<PartParam> params = {}) {
  return {AllParts().Find(id)->info, {}, std::move(params), {}};
}
PartUse Not(PartUse use) {
  return UseOf("not", {{"of", PartParam::Kind::kPart, {}, {std::move(use)}}});
}
// All or any of them.
PartUse Joined(std::string_view id, std::vector<PartUse> of) {
  return UseOf(id, {{"of", PartParam::Kind::kParts, {}, std::move(of)}});
}

TEST(ConditionText, FitsItsFrame) {
  const auto flow = test::OpenOrFail("xueliu");
  ASSERT_NE(flow, nullptr);
  int conditions = 0;
  for (const Registry::Entry* entry : AllParts().All()) {
    if (entry->role != Condition::kRole) continue;
    ++conditions;
    const std::string text(entry->info.id);
    const Label plain = PartSentence(*flow, UseOf(text));
    EXPECT_EQ(Misfit(plain), "") << text << ": only if " << plain.en << " / 须 " << plain.zh;
    if (entry->info.id == "not") continue;
    const Label opposite = PartSentence(*flow, Not(UseOf(text)));
    EXPECT_EQ(Misfit(opposite), "")
        << text << ": only if " << opposite.en << " / 须 " << opposite.zh;
    EXPECT_NE(opposite.en, plain.en);
    EXPECT_NE(opposite.zh, plain.zh);
  }
  EXPECT_GT(conditions, 20);
}

TEST(ConditionText, WhatDoesNotFitIsSeen) {
  struct Row {
    const char* zh;
    const char* en;
    const char* misfit;
  };
  for (const Row& row :
       {Row{"过水（漏胡）的一家", "a seat that declined a win is held back", "held back"},
        Row{"", "the tile is wild", "missing"}, Row{"该牌是赖子", "The tile is wild", "capital"},
        Row{"该牌是赖子。", "the tile is wild", "full stop"},
        Row{"该牌是赖子", "only if the tile is wild", "only if"},
        Row{"本轮刚摸到的牌", "a tile drawn this turn", "no verb"},
        Row{"须是赖子", "the tile is wild", "须"},
        Row{"过水后的限制", "the tile is wild", "成立"}}) {
    EXPECT_THAT(Misfit({row.zh, row.en}), HasSubstr(row.misfit)) << row.en;
  }
}

TEST(ConditionText, MadeOfOthers) {
  const auto flow = test::OpenOrFail("xueliu");
  ASSERT_NE(flow, nullptr);
  struct Row {
    PartUse part;
    const char* zh;
    const char* en;
  };
  for (const Row& row : {
           Row{UseOf("missed_win", {{"mode", PartParam::Kind::kWord, "higher_fan"}}),
               "不受过水（漏胡）限制（mode: higher_fan）",
               "no win declined before forbids this one (mode: higher_fan)"},
           Row{Not(UseOf("not_locked")), "手牌已锁定", "the hand is locked"},
           Row{Not(UseOf("match_over")), "整场未打完", "the last hand of the match is not done"},
           Row{Not(UseOf("not_wild")), "该牌是赖子", "the tile is a wildcard"},
           // Not "a draw was not due and ...": the "not" covers both.
           Row{Not(UseOf("drew_nothing")), "并非「该摸牌而牌墙已空」",
               "it is not so that a draw was due and the wall could not serve it"},
           Row{Joined("all", {UseOf("can_replace"), UseOf("not_wild")}),
               "牌墙还有牌可补，且该牌不是赖子",
               "the wall still holds a replacement tile; and the tile is not a wildcard"},
           Row{Joined("any", {UseOf("not_wild"),
                              Joined("all", {UseOf("can_replace"), UseOf("not_locked")})}),
               "该牌不是赖子，或（牌墙还有牌可补，且手牌未锁定）",
               "the tile is not a wildcard; or (the wall still holds a replacement tile; and the "
               "hand is not locked)"},
           Row{Not(Joined("any", {UseOf("not_wild"), UseOf("can_replace")})),
               "并非「（该牌不是赖子，或牌墙还有牌可补）」",
               "it is not so that (the tile is not a wildcard; or the wall still holds a "
               "replacement tile)"},
       }) {
    const Label text = PartSentence(*flow, row.part);
    EXPECT_EQ(text.zh, row.zh);
    EXPECT_EQ(text.en, row.en);
  }
}

// The condition `cell` of a cell of hangzhou.
PartUse CellUseOf(std::string cell, std::vector<PartParam> params = {}) {
  PartUse named;
  named.shared = std::move(cell);
  params.push_back({"cell", PartParam::Kind::kPart, {}, {std::move(named)}});
  return UseOf("cell", std::move(params));
}

TEST(ConditionText, NamesTheCellAndItsValue) {
  const auto flow = test::OpenOrFail("hangzhou");
  ASSERT_NE(flow, nullptr);
  const auto number = [](const char* name, int value) {
    return PartParam{name, PartParam::Kind::kWord, Value(value), {}};
  };
  const auto word = [](const char* name, const char* text) {
    return PartParam{name, PartParam::Kind::kWord, text, {}};
  };
  struct Row {
    PartUse part;
    const char* zh;
    const char* en;
    const char* opposite_en;
  };
  for (const Row& row : {
           Row{CellUseOf("chain"), "「连飘连杠」已记", "\"chain of gangs and wildcards\" is set",
               "\"chain of gangs and wildcards\" is not set"},
           Row{CellUseOf("chain", {number("most", 0)}), "「连飘连杠」未记",
               "\"chain of gangs and wildcards\" is not set",
               "\"chain of gangs and wildcards\" is set"},
           Row{CellUseOf("chain", {number("least", 2)}), "「连飘连杠」至少 2",
               "\"chain of gangs and wildcards\" is at least 2",
               "\"chain of gangs and wildcards\" is below 2"},
           Row{CellUseOf("chain", {number("below", 3), word("of", "others")}),
               "别家的「连飘连杠」至多 2",
               "\"chain of gangs and wildcards\" of another seat is at most 2",
               "\"chain of gangs and wildcards\" of another seat is above 2"},
           Row{CellUseOf("chain", {number("least", 2), number("most", 2)}), "「连飘连杠」是 2",
               "\"chain of gangs and wildcards\" is 2",
               "\"chain of gangs and wildcards\" is not 2"},
           Row{CellUseOf("chain", {number("least", 1), number("most", 3)}), "「连飘连杠」在 1 到 3",
               "\"chain of gangs and wildcards\" is from 1 to 3",
               "\"chain of gangs and wildcards\" is not from 1 to 3"},
       }) {
    const Label text = PartSentence(*flow, row.part);
    EXPECT_EQ(text.zh, row.zh);
    EXPECT_EQ(text.en, row.en);
    EXPECT_EQ(PartSentence(*flow, Not(row.part)).en, row.opposite_en);
  }
}

}  // namespace
}  // namespace mlf::tools
