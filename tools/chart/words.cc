#include "tools/chart/words.h"
#include "tools/chart/palette.h"

#include <algorithm>
#include <array>

namespace mlf::tools {

std::string Circled(int number) {
  static constexpr std::array<const char*, 10> kCircled = {"①", "②", "③", "④", "⑤",
                                                           "⑥", "⑦", "⑧", "⑨", "⑩"};
  return number < 10 ? kCircled[static_cast<std::size_t>(number)]
                     : "(" + std::to_string(number + 1) + ")";
}

std::string Seconds(int ms) {
  std::string text = std::to_string(ms / 1000);
  if (ms % 1000 != 0) {
    std::string rest = std::to_string(1000 + ms % 1000).substr(1);
    while (rest.back() == '0') rest.pop_back();
    text += "." + rest;
  }
  return text;
}

namespace {

Label OneWinnersText(Winners winners, const Label& abort_to) {
  switch (winners) {
    case Winners::kAll: return {"同答都算", "all who give it"};
    case Winners::kNearest: return {"近者先得", "nearest only"};
    case Winners::kAbort: return {"转「" + abort_to.zh + "」", "go to " + abort_to.en};
    case Winners::kUnset: break;
  }
  return {};
}

}  // namespace

Label WinnersText(const Chart& chart, const ChartEdge& edge) {
  Label abort_to;
  if (edge.abort_to >= 0) abort_to = chart.nodes[static_cast<std::size_t>(edge.abort_to)].label;
  const auto& by_count = edge.winners.by_count;
  const int seats = std::min<int>(chart.seats, static_cast<int>(by_count.size()) - 1);
  Label text;
  for (int n = 2; n <= seats; ++n) {
    const Winners rule = by_count[static_cast<std::size_t>(n)];
    if (n > 2 && rule == by_count[static_cast<std::size_t>(n - 1)]) continue;
    const bool same = std::all_of(by_count.begin() + 2, by_count.begin() + seats + 1,
                                  [&](Winners w) { return w == by_count[2]; });
    const Label one = OneWinnersText(rule, abort_to);
    if (same) return one;
    if (!text.zh.empty()) {
      text.zh += "；";
      text.en += "; ";
    }
    text.zh += std::to_string(n) + "家：" + one.zh;
    text.en += std::to_string(n) + ": " + one.en;
  }
  return text;
}

PictureRows WindowRows(const Chart& chart, const ChartNode& node, int width) {
  const ChartWindow& window = *node.window;
  const Label& name = window.label;
  PictureRows rows{{{"问询窗 " + (name.zh.empty() ? node.label.zh : name.zh),
                     "window: " + (name.en.empty() ? node.label.en : name.en)},
                    palette::kWindow,
                    14,
                    true,
                    width,
                    true}};
  const Label who = WhoText(window.ask);
  Label asks{"问" + who.zh, "asks " + who.en};
  if (window.competes()) {
    asks.zh += window.in_turn ? "，依次" : "，同时";
    asks.en += window.in_turn ? ", one after the other" : ", together";
    asks.zh += window.wait_for_all ? "，答齐才定" : "，无人能再压过即定";
    asks.en += window.wait_for_all ? ", decides when all have answered"
                                   : ", decides when nothing open can beat the best";
  }
  if (window.auto_single) {
    asks.zh += "，只有一种答法时自动";
    asks.en += ", a sole answer is taken by itself";
  }
  rows.push_back({asks, palette::kFaint, 12, false, width});
  if (!window.setter.zh.empty())
    rows.push_back({{"停点：" + window.setter.zh, "rests: " + window.setter.en},
                    palette::kWindow,
                    12,
                    false,
                    width});
  Label timeout;
  if (window.deadline_ms > 0)
    timeout = {"限时 " + Seconds(window.deadline_ms) + " 秒", Seconds(window.deadline_ms) + " s"};
  for (std::size_t i = 0; i < window.defaults.size(); ++i) {
    const ChartDefault& fallback = window.defaults[i];
    const Label& to = chart.nodes[static_cast<std::size_t>(fallback.to)].label;
    timeout.zh += (i == 0 ? (timeout.zh.empty() ? "默认" : "，超时") : "，不能则") + to.zh;
    timeout.en += (i == 0 ? (timeout.en.empty() ? "default " : ", then ") : ", else ") + to.en;
    for (const ChartPart& part : fallback.when) {
      timeout.zh += "（若" + part.label.zh + "）";
      timeout.en += " (if " + part.label.en + ")";
    }
  }
  rows.push_back({timeout, palette::kFaint, 12, false, width});
  return rows;
}

}  // namespace mlf::tools
