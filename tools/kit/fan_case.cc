#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/scenario_player.h"
#include "tools/kit/score_case.h"

#include <algorithm>

namespace mlf::tools {
namespace {

const std::vector<std::string> kFanKeys = {"win", "why",   "fans",  "gen",   "fan",
                                           "fu",  "level", "value", "points"};

}  // namespace

bool KnownFans(const Flow& flow, const Value& list, Faults& faults) {
  const auto* judge = flow.Shared<score::Judge>("judge");
  if (judge == nullptr) return true;
  std::vector<std::string> known;
  for (const score::FanRow& row : judge->Rows()) known.push_back(row.id);
  bool all = true;
  for (const Value& fan : list.items()) {
    if (std::find(known.begin(), known.end(), fan.text()) != known.end()) continue;
    AddFault(faults, "S04", fan.where(),
             "there is no fan row \"" + fan.text() + "\"" + DidYouMean(fan.text(), known));
    all = false;
  }
  return all;
}

void RunFanCase(const Flow& flow, const Value& scenario, ScenarioResult& result) {
  const auto given = ReadScoreCase(flow, *scenario.Find("fan"));
  const Value* expect = scenario.Find("expect");
  if (expect == nullptr)
    AddFault(result.failures, "S02", scenario.where(), "a fan case needs expect");
  if (!given)
    result.failures.insert(result.failures.end(), given.faults().begin(), given.faults().end());
  if (!given || expect == nullptr) return;
  const auto answer = JudgeCase(flow, *given);
  if (!answer) {
    result.failures.insert(result.failures.end(), answer.faults().begin(), answer.faults().end());
    return;
  }
  Fields fields(*expect, kFanKeys, result.failures, "expect");
  if (!fields.ok()) return;
  const auto same = [&](const char* key, const std::string& wanted, const std::string& got) {
    if (wanted != got)
      AddFault(result.failures, "E01", fields.Find(key)->where(),
               std::string(key) + ": expected " + wanted + ", got " + got);
  };
  bool win = fields.Find("why") == nullptr;
  fields.Bool("win", win);
  if (win != answer->win) {
    AddFault(result.failures, "E01", expect->where(),
             answer->win ? "win: expected off, got a win"
                         : "win: expected a win, got: " + answer->why_en);
    return;
  }
  if (const Value* why = fields.Find("why")) same("why", why->text(), answer->why);
  if (!answer->win) return;
  int gen = 0;
  std::vector<std::string> fans, wanted;
  const score::Judge& judge = *flow.Shared<score::Judge>("judge");
  for (const score::FanLine& line : answer->verdict.Lines()) {
    const std::string& id = judge.Rows()[line.row].id;
    if (judge.CountsGen(line.row)) {
      gen += line.count;
    } else {
      for (int i = 0; i < line.count; ++i) fans.push_back(id);
    }
  }
  int number = 0;
  if (fields.Int("gen", 0, 99, number)) same("gen", std::to_string(number), std::to_string(gen));
  if (fields.Int("fan", 0, 1'000'000, number))
    same("fan", std::to_string(number), std::to_string(answer->verdict.fan));
  if (fields.Int("value", 0, 1'000'000'000, number))
    same("value", std::to_string(number), std::to_string(answer->verdict.value));
  if (fields.Int("fu", 0, 1000, number))
    same("fu", std::to_string(number), std::to_string(answer->verdict.fu));
  if (const Value* level = fields.Find("level")) same("level", level->text(), answer->level);
  if (const Value* list = fields.Find("fans");
      list != nullptr && KnownFans(flow, *list, result.failures)) {
    for (const Value& fan : list->items()) wanted.push_back(fan.text());
    std::sort(wanted.begin(), wanted.end());
    std::sort(fans.begin(), fans.end());
    same("fans", "[" + Join(wanted) + "]", "[" + Join(fans) + "]");
  }
  if (const Value* list = fields.Find("points")) {
    std::vector<std::string> want, got;
    for (const Value& item : list->items()) want.push_back(item.text());
    for (const int points : answer->points) got.push_back(std::to_string(points));
    same("points", Join(want), Join(got));
  }
}

}  // namespace mlf::tools
