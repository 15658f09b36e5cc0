#include "tools/kit/score_io.h"
#include <mlf/components/value_rule.h>
#include "tools/kit/json_lines.h"
#include "tools/kit/score_case.h"

#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>

namespace mlf::tools {
namespace {

using score::Judge;

Json AnswerJson(const Flow& flow, const ScoreAnswer& answer) {
  Json json{{"win", answer.win}};
  if (!answer.win)
    json["why"] = Json{{"code", answer.why}, {"zh", answer.why_zh}, {"en", answer.why_en}};
  if (!answer.verdict.win) return json;
  const Judge& judge = *flow.Shared<Judge>("judge");
  Json fans = Json::array();
  for (const score::FanLine& line : answer.verdict.Lines()) {
    const score::FanRow& row = judge.Rows()[line.row];
    fans.push_back(Json{{"id", row.id}, {"zh", row.zh}, {"fan", line.fan}, {"count", line.count}});
  }
  json["fans"] = std::move(fans);
  if (judge.has_fan_total()) json["fan"] = answer.verdict.fan;
  if (answer.fan_points) json["fan_points"] = *answer.fan_points;
  if (!answer.win) return json;
  if (judge.has_fu()) {
    if (!answer.verdict.limit) {
      json["han"] = answer.verdict.fan;
      json["fu"] = answer.verdict.fu;
    }
    json["yakuman"] = judge.LimitsOf(answer.verdict);
    json["level"] = answer.level;
  }
  if (answer.verdict.times != 1) json["times"] = answer.verdict.times;
  const auto* stated = dynamic_cast<const score::StatedValue*>(&judge);
  if (stated == nullptr || stated->states_value()) json["value"] = answer.verdict.value;
  json["points"] = answer.points;
  Json reading = Json::object();
  if (answer.pair.empty()) {
    reading["pairs"] = answer.sets;
  } else {
    reading["pair"] = answer.pair;
    reading["sets"] = answer.sets;
    if (!answer.knitted.empty()) reading["knitted"] = answer.knitted;
  }
  json["reading"] = std::move(reading);
  return json;
}

Result<Json> ScoreRow(const Flow& flow, const Value& row) {
  const auto given = ReadScoreCase(flow, row, {"id"});
  if (!given) return given.faults();
  const auto answer = JudgeCase(flow, *given);
  if (!answer) return answer.faults();
  return AnswerJson(flow, *answer);
}

}  // namespace

int RunScore(const Flow& flow, std::istream& in, std::ostream& out) {
  return EachLine(in, out, [&](const Value& row) { return ScoreRow(flow, row); });
}

Result<std::string> ScoreJson(const Flow& flow, std::string_view json) {
  return OneRow(json, [&](const Value& row) { return ScoreRow(flow, row); });
}

}  // namespace mlf::tools
