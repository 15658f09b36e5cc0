#include "tools/kit/compare.h"

#include <fmt/format.h>
#include <mlf/components/judge.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <nlohmann/json.hpp>
#include "tools/console/console.h"
#include "tools/console/html.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace mlf::tools {
namespace {

constexpr double kNormal95 = 1.959964;  // quantile of the normal distribution

// A share of `whole` independent trials.
Estimate Share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  const double n = static_cast<double>(whole), p = static_cast<double>(part) / n;
  return {p, kNormal95 * std::sqrt(std::max(0.0, p * (1 - p)) / n)};
}

// The mean of `n` values, from their sum and sum of squares.
Estimate Mean(double sum, double squares, std::uint64_t n) {
  if (n == 0) return {};
  const double count = static_cast<double>(n), mean = sum / count;
  if (n == 1) return {mean, 0};
  const double variance = (squares - count * mean * mean) / (count - 1);
  return {mean, kNormal95 * std::sqrt(std::max(0.0, variance) / count)};
}

Estimate Points(const Totals::Seat& seat, std::uint64_t hands) {
  return Mean(static_cast<double>(seat.points), static_cast<double>(seat.points_squared), hands);
}

std::uint64_t Judged(const Totals& totals) {
  std::uint64_t judged = 0;
  for (const auto& [fan, count] : totals.fan) judged += count;
  return judged;
}

template <typename Map, typename Key>
std::uint64_t CountOf(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? 0 : found->second;
}

Label FanName(const ComparedSide& side, const std::string& id) {
  const auto* judge = side.flow->Shared<score::Judge>("judge");
  if (judge == nullptr) return {};
  const auto row = std::ranges::find(judge->Rows(), id, &score::FanRow::id);
  return row == judge->Rows().end() ? Label{} : Label{row->zh, row->en};
}

struct Heading {
  const char* group;
  const char* zh;
  const char* en;
};
constexpr Heading kHeadings[] = {{"hands", "整局", "hands"},
                                 {"seats", "各家", "seats"},
                                 {"fan", "番数（占胡牌）", "total fan (of wins)"},
                                 {"fan_rows", "番种（占胡牌）", "fan rows (of wins)"}};

bool HasRows(const std::vector<ComparedRow>& rows, const Heading& heading) {
  return std::ranges::find(rows, heading.group, &ComparedRow::group) != rows.end();
}

std::string Shown(const ComparedRow& row, const Estimate& estimate, bool sign) {
  if (row.unit == ComparedRow::Unit::kShare) {
    return sign ? fmt::format("{:+.2f}% ±{:.2f}", 100 * estimate.value, 100 * estimate.half)
                : fmt::format("{:.2f}% ±{:.2f}", 100 * estimate.value, 100 * estimate.half);
  }
  return sign ? fmt::format("{:+.3f} ±{:.3f}", estimate.value, estimate.half)
              : fmt::format("{:.3f} ±{:.3f}", estimate.value, estimate.half);
}

// Two bars a row, with their intervals as whiskers, on one scale.
std::string Plot(const std::vector<const ComparedRow*>& rows, bool zh) {
  constexpr double kLeft = 200, kWidth = 520, kRow = 34;
  double low = 0, high = 0;
  for (const ComparedRow* row : rows) {
    for (const Estimate* e : {&row->a, &row->b}) {
      low = std::min(low, e->value - e->half);
      high = std::max(high, e->value + e->half);
    }
  }
  if (high - low <= 0) high = low + 1;
  const auto x = [&](double value) { return kLeft + (value - low) / (high - low) * kWidth; };
  std::string out =
      fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">\n",
                  kLeft + kWidth + 20, kRow * static_cast<double>(rows.size()) + 10);
  double y = 5;
  for (const ComparedRow* row : rows) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 8,
                       y + 18, HtmlText(zh ? row->zh : row->en));
    int side = 0;
    for (const Estimate* e : {&row->a, &row->b}) {
      const double top = y + 3 + 13 * side;
      out += fmt::format(
          "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
          "height=\"11\"><title>{}</title></rect>\n",
          side == 0 ? "a" : "b", std::min(x(0), x(e->value)), top, std::abs(x(e->value) - x(0)),
          Shown(*row, *e, false));
      out += fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                         x(e->value - e->half), x(e->value + e->half), top + 5.5, top + 5.5);
      ++side;
    }
    y += kRow;
  }
  return out +
         fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.1f}\"/>\n</svg>\n",
                     x(0), y);
}

}  // namespace

Estimate ComparedRow::Difference() const {
  return {b.value - a.value, std::sqrt(a.half * a.half + b.half * b.half)};
}

bool ComparedRow::Apart() const {
  const Estimate difference = Difference();
  return std::abs(difference.value) > difference.half;
}

std::vector<ComparedRow> CompareRows(const ComparedSide& a, const ComparedSide& b) {
  using Unit = ComparedRow::Unit;
  std::vector<ComparedRow> rows;
  const Totals& s = a.report.totals;
  const Totals& t = b.report.totals;
  const auto add = [&](const char* group, std::string id, std::string zh, std::string en, Unit unit,
                       auto&& figure) {
    rows.push_back(
        {group, std::move(id), std::move(zh), std::move(en), unit, figure(s), figure(t)});
  };
  const bool has_wins = HasWins(*a.flow) || HasWins(*b.flow);
  const bool has_dealer =
      table::FindSlot<table::Board>(*a.flow) || table::FindSlot<table::Board>(*b.flow);
  if (has_wins) {
    add("hands", "draws", "流局", "nobody won", Unit::kShare,
        [](const Totals& x) { return Share(x.hands_without_winner, x.hands); });
    add("hands", "wins", "每局胡牌次数", "wins a hand", Unit::kNumber, [](const Totals& x) {
      return Mean(static_cast<double>(x.wins), static_cast<double>(x.wins_squared), x.hands);
    });
    add("hands", "self_draws", "自摸（占胡牌）", "self-drawn (of wins)", Unit::kShare,
        [](const Totals& x) { return Share(x.self_draws, x.wins); });
  }
  add("hands", "length", "每局动作数", "actions a hand", Unit::kNumber, [](const Totals& x) {
    return Mean(static_cast<double>(x.actions), static_cast<double>(x.actions_squared), x.hands);
  });

  const std::size_t seats = std::max(s.seats.size(), t.seats.size());
  for (std::size_t seat = 0; has_wins && seat < seats; ++seat) {
    const std::string number = std::to_string(seat);
    add("seats", "win_rate_" + number, "座" + number + " 胡牌率", "seat " + number + " won hands",
        Unit::kShare, [&](const Totals& x) {
          return seat < x.seats.size() ? Share(x.seats[seat].hands_won, x.hands) : Estimate{};
        });
  }
  if (has_wins)
    add("seats", "win_rate_dealer", "庄家 胡牌率", "dealer won hands", Unit::kShare,
        [](const Totals& x) { return Share(x.dealer.hands_won, x.hands); });
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const std::string number = std::to_string(seat);
    add("seats", "points_" + number, "座" + number + " 每局得分",
        "seat " + number + " points a hand", Unit::kNumber, [&](const Totals& x) {
          return seat < x.seats.size() ? Points(x.seats[seat], x.hands) : Estimate{};
        });
  }
  if (has_dealer)
    add("seats", "points_dealer", "庄家 每局得分", "dealer points a hand", Unit::kNumber,
        [](const Totals& x) { return Points(x.dealer, x.hands); });

  std::set<int> fans;
  std::set<std::string> ids;
  for (const Totals* totals : {&s, &t}) {
    for (const auto& [fan, count] : totals->fan) fans.insert(fan);
    for (const auto& [id, count] : totals->fan_rows) ids.insert(id);
  }
  for (const int fan : fans) {
    add("fan", std::to_string(fan), fmt::format("{} 番", fan), fmt::format("{} fan", fan),
        Unit::kShare, [&](const Totals& x) { return Share(CountOf(x.fan, fan), Judged(x)); });
  }
  for (const std::string& id : ids) {
    Label name = FanName(a, id);
    if (name.zh.empty()) name = FanName(b, id);
    add("fan_rows", id, name.zh.empty() ? id : name.zh, name.en.empty() ? id : name.en,
        Unit::kShare, [&](const Totals& x) {
          return Share(std::min(CountOf(x.fan_rows, id), Judged(x)), Judged(x));
        });
  }
  return rows;
}

std::string CompareText(const ComparedSide& a, const ComparedSide& b, const SimOptions& options,
                        Lang lang) {
  const bool zh = lang == Lang::kZh;
  std::string out = fmt::format("A  {}\nB  {}\n", a.name, b.name);
  out += fmt::format(
      fmt::runtime(zh ? "各 {} 局，种子 {}，机器人 {}；± 是 95% 区间，* 表示差的区间不含零\n"
                      : "{} hands each, seed {}, bots {}; ± is the 95% interval, * a difference "
                        "whose interval leaves out zero\n"),
      options.hands, options.seed, BotList(options.bots));
  const std::vector<ComparedRow> rows = CompareRows(a, b);
  for (const Heading& heading : kHeadings) {
    if (!HasRows(rows, heading)) continue;
    out += "\n" + Pad(zh ? heading.zh : heading.en, 33) + " " + Pad("A", 19) + " " + Pad("B", 19) +
           " " + "B - A\n";
    for (const ComparedRow& row : rows) {
      if (row.group != heading.group) continue;
      out += Pad("  " + (zh ? row.zh : row.en), 33) + " " + Pad(Shown(row, row.a, false), 19) +
             " " + Pad(Shown(row, row.b, false), 19) + " " + Shown(row, row.Difference(), true) +
             (row.Apart() ? " *" : "") + "\n";
    }
  }
  return out;
}

std::string CompareJson(const ComparedSide& a, const ComparedSide& b, const SimOptions& options) {
  using Json = nlohmann::ordered_json;
  Json json = {
      {"v", 1}, {"seed", options.seed}, {"hands", options.hands}, {"bots", BotList(options.bots)}};
  for (const auto& [key, side] : {std::pair("a", &a), std::pair("b", &b)}) {
    Json set = Json::object();
    for (const auto& [name, value] : side->flow->options()) set[name] = value;
    json[key] = {{"name", side->name},
                 {"variant", side->flow->name()},
                 {"fingerprint", side->flow->fingerprint_text()},
                 {"options", std::move(set)}};
  }
  json["rows"] = Json::array();
  for (const ComparedRow& row : CompareRows(a, b)) {
    const Estimate difference = row.Difference();
    json["rows"].push_back({{"group", row.group},
                            {"id", row.id},
                            {"zh", row.zh},
                            {"en", row.en},
                            {"unit", row.unit == ComparedRow::Unit::kShare ? "share" : "number"},
                            {"a", row.a.value},
                            {"a_half", row.a.half},
                            {"b", row.b.value},
                            {"b_half", row.b.half},
                            {"difference", difference.value},
                            {"difference_half", difference.half},
                            {"apart", row.Apart()}});
  }
  return json.dump(2);
}

std::string CompareHtml(const ComparedSide& a, const ComparedSide& b, const SimOptions& options,
                        Lang lang) {
  const bool zh = lang == Lang::kZh;
  const std::string title = a.name + " / " + b.name;
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta "
      "charset=\"utf-8\">\n<title>{}</title>\n<style>\n"
      "body {{ font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; "
      "color: #222; }}\n"
      "table {{ border-collapse: collapse; }} td, th {{ padding: .15em .8em; text-align: right; "
      "border-bottom: 1px solid #ddd; }}\n"
      "td:first-child, th:first-child {{ text-align: left; }} .apart {{ font-weight: bold; }}\n"
      "svg {{ font-size: 13px; }} svg line {{ stroke: #333; }} .a {{ fill: #4878a8; }} .b {{ fill: "
      "#d08040; }}\n"
      ".key {{ display: inline-block; width: .9em; height: .9em; }} .key.a {{ background: #4878a8; "
      "}} .key.b {{ background: #d08040; }}\n"
      "</style>\n</head>\n<body>\n<h1>{}</h1>\n<p><span class=\"key a\"></span> A: {} &nbsp; <span "
      "class=\"key b\"></span> B: "
      "{}</p>\n<p>{}</p>\n",
      zh ? "zh" : "en", HtmlText(title), HtmlText(title), HtmlText(a.name), HtmlText(b.name),
      fmt::format(
          fmt::runtime(zh ? "各 {} 局，种子 {}，机器人 {}；± 是 95% 区间，粗体表示差的区间不含零。"
                          : "{} hands each, seed {}, bots {}; ± is the 95% interval, bold a "
                            "difference whose interval leaves out zero."),
          options.hands, options.seed, HtmlText(BotList(options.bots))));
  const std::vector<ComparedRow> rows = CompareRows(a, b);
  for (const Heading& heading : kHeadings) {
    if (!HasRows(rows, heading)) continue;
    out +=
        fmt::format("<h2>{0}</h2>\n<table>\n<tr><th></th><th>A</th><th>B</th><th>B − A</th></tr>\n",
                    zh ? heading.zh : heading.en);
    std::vector<const ComparedRow*> shares, numbers;
    for (const ComparedRow& row : rows) {
      if (row.group != heading.group) continue;
      (row.unit == ComparedRow::Unit::kShare ? shares : numbers).push_back(&row);
      out += fmt::format("<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                         row.Apart() ? " class=\"apart\"" : "", HtmlText(zh ? row.zh : row.en),
                         Shown(row, row.a, false), Shown(row, row.b, false),
                         Shown(row, row.Difference(), true));
    }
    out += "</table>\n";
    // Shares are on one scale; so are the numbers that are points.
    if (!shares.empty()) out += Plot(shares, zh);
    if (!numbers.empty() && std::string_view(heading.group) == "seats") out += Plot(numbers, zh);
  }
  return out + "</body>\n</html>\n";
}

}  // namespace mlf::tools
