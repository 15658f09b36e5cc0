#include "tools/mlf/new_variant.h"

#include <mlf/components/tile_set.h>
#include <mlf/flow/text.h>

#include "tools/kit/yaml.h"

#include <fmt/format.h>

#include <bit>

namespace mlf::tools {

namespace {

// The text of a YAML file, built by lines. Empty entries are omitted.
class Lines {
 public:
  template <typename... Args>
  void Add(fmt::format_string<Args...> line, Args&&... args) {
    text_ += fmt::format(line, std::forward<Args>(args)...) + "\n";
  }
  void Raw(std::string_view line) { (text_ += line) += "\n"; }
  void RawIf(bool condition, std::string_view line) {
    if (condition) Raw(line);
  }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string Joined(const std::vector<std::string>& words, std::string_view between = ", ") {
  return fmt::format("{}", fmt::join(words, between));
}

// For a comment: a line break in a name would end it.
std::string OneLine(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return text;
}

int Tiles(table::TileMask kinds) {
  int tiles = 0;
  ForEach(kinds, [&](table::Tile tile) { tiles += table::IsFlower(tile) ? 1 : 4; });
  return tiles;
}

std::string Header(const NewNames& names) {
  return fmt::format("id: {}\nzh: {}\nen: {}\n", names.id, YamlText(names.zh), YamlText(names.en));
}

void AddFans(Lines& lines, const NewRules& rules) {
  // If a fan is a unit, the plain hand must be worth one.
  const bool doubling = rules.score == ScoreStyle::kDoubling;
  const int plain = doubling ? 0 : 1, some = doubling ? 1 : 2, much = doubling ? 2 : 4;
  const bool discards = rules.claim != Claim::kNone;
  lines.Raw("  judge:");
  lines.Raw("    fan_table:");
  lines.Raw(
      "      combine: best_basic        # 一个基本番型加全部附加番 / one basic row with its gen, "
      "plus all events");
  lines.Raw(doubling ? "      value: {doubling: {cap: $cap}}"
                     : "      value: {linear: {each: 1, cap: $cap}}");
  lines.Raw("      rows:");
  if (rules.standard) {
    lines.Add(
        "        - {{id: ping_hu, zh: 平胡, en: plain, kind: basic, fan: {}, pattern: "
        "standard_win}}",
        plain);
    lines.Add(
        "        - {{id: peng_peng_hu, zh: 碰碰胡, en: all triplets, kind: basic, fan: {}, "
        "pattern: all_triplets}}",
        some);
    lines.Add(
        "        - {{id: qing_yi_se, zh: 清一色, en: one suit, kind: basic, fan: {}, pattern: "
        "{{all_of: [standard_win, one_suit]}}}}",
        much);
  }
  if (rules.seven_pairs) {
    lines.Add(
        "        - {{id: qi_dui, zh: 七对, en: seven pairs, kind: basic, fan: {}, pattern: "
        "seven_pairs_win}}",
        much);
  }
  if (rules.thirteen_orphans) {
    lines.Add(
        "        - {{id: shi_san_yao, zh: 十三幺, en: thirteen orphans, kind: basic, fan: {}, "
        "pattern: {{none_of: [standard_win, seven_pairs_win]}}}}",
        2 * much);
  }
  lines.Raw("        - {id: gen, zh: 根, en: four of a kind, kind: gen, fan: 1}");
  lines.Raw(
      "        - {id: zi_mo, zh: 自摸, en: self-draw, kind: event, fan: 1, fact: self_drawn}");
  lines.RawIf(rules.gang,
              "        - {id: gang_shang_hua, zh: 杠上开花, en: win on the gang's replacement, "
              "kind: event, fan: 1, fact: on_own_replacement}");
  lines.RawIf(rules.gang && discards,
              "        - {id: gang_shang_pao, zh: 杠上炮, en: win on the discard after a gang, "
              "kind: event, fan: 1, fact: on_gang_discard}");
  lines.RawIf(rules.gang && rules.peng && discards,
              "        - {id: qiang_gang_hu, zh: 抢杠胡, en: robbing a gang, kind: event, fan: 1, "
              "fact: robbed}");
  lines.Raw(
      "        - {id: hai_di, zh: 海底, en: last tile, kind: event, fan: 1, fact: last_tile}");
}

std::string WinnersWord(const NewRules& rules) {
  return rules.claim == Claim::kAll ? "all" : "nearest";
}

void AddTurn(Lines& lines, const NewRules& rules) {
  const bool stays = rules.after_win == AfterWin::kStays;
  lines.Raw("  # ---- 自己的回合 / own turn ----");
  lines.Raw("  draw: {group: turn, consumes: wall, then: [{settle: {if: drew_nothing}}, turn]}");
  lines.Raw("  turn:");
  lines.Raw("    group: turn");
  lines.Raw("    window:");
  lines.Raw("      ask: self");
  lines.Raw("      deadline: 15s");
  lines.Raw("      answers:");
  lines.Raw("        - zi_mo: {if: after_draw}");
  lines.RawIf(rules.gang, "        - an_gang: {if: after_draw}");
  lines.RawIf(rules.gang && rules.peng, "        - bu_gang: {if: after_draw}");
  lines.Raw("        - guo: {if: after_draw}");
  lines.Raw(stays ? "        - discard: {if: may_decline_win}" : "        - discard");
  lines.Raw(stays ? "      default: [discard, zi_mo]" : "      default: discard");
  lines.Raw("      zh: 自询窗");
  lines.Raw("      en: own turn");
  lines.Add("  guo: {{group: turn{}, then: turn}}", stays ? ", if: may_decline_win" : "");
  lines.Raw("  discard:");
  lines.Raw("    group: turn");
  lines.RawIf(stays, "    if: locked_discards_drawn");
  std::vector<std::string> answers;
  if (rules.claim != Claim::kNone) answers.push_back("hu: {winners: " + WinnersWord(rules) + "}");
  if (rules.gang) answers.emplace_back("ming_gang: {winners: nearest}");
  if (rules.peng) answers.emplace_back("peng: {winners: nearest}");
  if (rules.chi) answers.emplace_back("chi: {winners: nearest}");
  if (!answers.empty()) {
    lines.Raw("    window:");
    lines.Raw("      ask: others");
    lines.Raw("      deadline: 10s");
    lines.Raw("      answers:                       # 越靠前越优先 / first line wins");
    for (const std::string& answer : answers) lines.Add("        - {}", answer);
    lines.Raw("      pass: guo");
    lines.Raw(stays && rules.claim != Claim::kNone ? "      default: [guo, hu]"
                                                   : "      default: guo");
    lines.Raw("      zh: 出牌问询窗");
    lines.Raw("      en: claims");
  }
  lines.Raw("    then: draw");
  lines.Raw("");
  if (!rules.chi && !rules.peng && !rules.gang) return;
  lines.Raw("  # ---- 吃碰杠 / chi, peng, gangs ----");
  const std::string claim_if = stays ? ", if: not_locked" : "";
  if (rules.chi) lines.Add("  chi: {{group: claims{}, then: turn}}", claim_if);
  if (rules.peng) lines.Add("  peng: {{group: claims{}, then: turn}}", claim_if);
  if (!rules.gang) return;
  const std::string gang_if = stays ? "[can_replace, locked_keeps_waits]" : "can_replace";
  lines.Add(
      "  ming_gang: {{group: claims, if: {}, settle: {{gang_points: {{each: 2, payers: source}}}}, "
      "then: draw}}",
      gang_if);
  lines.Add(
      "  an_gang: {{group: claims, if: {}, settle: {{gang_points: {{each: 2, payers: others}}}}, "
      "then: draw}}",
      gang_if);
  if (!rules.peng) return;
  lines.Raw("  bu_gang:");
  lines.Raw("    group: claims");
  lines.Add("    if: {}", gang_if);
  if (rules.claim != Claim::kNone) {
    lines.Add(
        "    window: {{ask: others, decide: all, deadline: 10s, answers: [{{hu: {{winners: "
        "{}}}}}], pass: guo, default: {}, zh: 抢杠窗, "
        "en: robbing}}",
        WinnersWord(rules), stays ? "[guo, hu]" : "guo");
  }
  lines.Raw("    then: bu_gang_done");
  lines.Raw(
      "  bu_gang_done: {group: claims, settle: {gang_points: {each: 1, payers: others}}, then: "
      "draw}");
}

void AddWins(Lines& lines, const NewRules& rules) {
  lines.Raw("");
  lines.Raw("  # ---- 胡 / wins ----");
  std::string states = "[note_first_win]", then = "settle";
  if (rules.after_win == AfterWin::kLeaves) {
    states = "[leave_winner, note_first_win, draw_after_winners]";
    then = "[{settle: {if: one_seat_left}}, draw]";
  } else if (rules.after_win == AfterWin::kStays) {
    states = "[lock_winner, note_first_win, draw_after_winners]";
    then = "draw";
  }
  if (rules.claim != Claim::kNone)
    lines.Add("  hu: {{group: settlement, settle: win_points, states: {}, then: {}}}", states,
              then);
  lines.Add("  zi_mo: {{group: settlement, settle: win_points, states: {}, then: {}}}", states,
            then);
}

struct Said {
  std::string zh, en;
};

// The rules in words, a sentence each.
std::vector<Said> Sentences(const NewRules& rules) {
  std::vector<Said> said;
  const auto kinds = logic::ParseKinds(rules.kinds);
  const int tiles = kinds ? Tiles(*kinds) : 0;
  said.push_back(
      {fmt::format(
           "{} 人；{} 张牌（`{}`）。庄家 14 张，其余 13 张。首局掷骰定庄，以后首位胡家坐庄。",
           rules.players, tiles, rules.kinds),
       fmt::format("{} seats; {} tiles (`{}`). The dealer is dealt 14, the others 13. Dice choose "
                   "the first dealer, later the first winner deals.",
                   rules.players, tiles, rules.kinds)});
  said.push_back({fmt::format("{}吃，{}碰，{}杠。", rules.chi ? "可" : "不可",
                              rules.peng ? "可" : "不可", rules.gang ? "可" : "不可"),
                  fmt::format("{}chi, {}peng, {}gang.", rules.chi ? "" : "no ",
                              rules.peng ? "" : "no ", rules.gang ? "" : "no ")});
  std::vector<std::string> zh, en;
  if (rules.standard) zh.emplace_back("四副加一对"), en.emplace_back("four sets and a pair");
  if (rules.seven_pairs) zh.emplace_back("七对"), en.emplace_back("seven pairs");
  if (rules.thirteen_orphans) zh.emplace_back("十三幺"), en.emplace_back("thirteen orphans");
  said.push_back({"胡牌牌型：" + Joined(zh, "、") + "。", "Complete hands: " + Joined(en) + "."});
  switch (rules.claim) {
    case Claim::kAll:
      said.push_back({"一张牌可以多家胡。", "Several seats may win on one tile."});
      break;
    case Claim::kNearest:
      said.push_back({"一张牌只有顺序最近的一家胡。", "Only the nearest seat wins on a tile."});
      break;
    case Claim::kNone:
      said.push_back({"只能自摸，不能点炮。", "Wins are by self-draw only."});
      break;
  }
  switch (rules.after_win) {
    case AfterWin::kEnds: said.push_back({"有人胡，这一局就结束。", "A win ends the hand."}); break;
    case AfterWin::kLeaves:
      said.push_back(
          {"胡家离局，其余继续，直到只剩一家或牌墙空。",
           "A winner leaves; the others play on until one is left or the wall is empty."});
      break;
    case AfterWin::kStays:
      said.push_back({"胡家锁手留下，继续摸、胡、付，直到牌墙空。",
                      "A winner stays with a locked hand and goes on winning and paying until the "
                      "wall is empty."});
      break;
  }
  said.push_back(rules.score == ScoreStyle::kDoubling
                     ? Said{"分值 = 2^番，可封顶。点炮者付；自摸各家付。",
                            "Value = 2^fan, capped if the room says so. The discarder pays; a "
                            "self-draw is paid by all."}
                     : Said{"每番一底，可封顶。点炮者付；自摸各家付。",
                            "A unit a fan, capped if the room says so. The discarder pays; a "
                            "self-draw is paid by all."});
  if (rules.gang) {
    said.push_back(
        {fmt::format("明杠由放杠者付 2；暗杠其余各家付 2{}。",
                     rules.peng ? "；补杠其余各家付 1" : ""),
         fmt::format("A ming_gang is paid 2 by its source, an an_gang 2 by each other seat{}.",
                     rules.peng ? ", a bu_gang 1 by each" : "")});
  }
  return said;
}

// Title, link to the other language, heading of the rules.
Readmes Beginnings(const NewNames& names) {
  return {"# " + names.en + "\n\n[中文](README.zh-CN.md)\n\n## Rules\n\n",
          "# " + names.zh + "\n\n[English](README.md)\n\n## 规则\n\n"};
}

}  // namespace

Faults CheckRules(const NewRules& rules) {
  Faults faults;
  const auto add = [&](std::string message) { faults.push_back({"N01", {}, std::move(message)}); };
  const auto kinds = logic::ParseKinds(rules.kinds);
  if (!kinds) {
    add("--tiles: " + kinds.faults().front().message + ", in \"" + rules.kinds + "\"");
    return faults;
  }
  const int tiles = Tiles(*kinds), dealt = 13 * rules.players + 1;
  if (tiles <= dealt)
    add(fmt::format("--tiles: {} tiles are too few: {} players are dealt {}", tiles, rules.players,
                    dealt));
  if (tiles > table::kMaxTiles)
    add(fmt::format("--tiles: {} tiles are too many; a wall holds {}", tiles, table::kMaxTiles));
  if ((*kinds & table::kFlowers) != 0)
    add("--tiles: flowers need nodes that replace them; begin without, and add them to the flow");
  if (!rules.standard && !rules.seven_pairs && !rules.thirteen_orphans)
    add("--shapes: at least one of standard, seven_pairs, thirteen_orphans");
  if (rules.thirteen_orphans && (*kinds & table::kHonours) != table::kHonours)
    add("--shapes: thirteen_orphans needs all honours; take --tiles with_honours");
  return faults;
}

std::string RulesYaml(const NewNames& names, const NewRules& rules) {
  Lines lines;
  lines.Raw("# " + OneLine(names.zh) +
            ": 由 mlf new 写出，可随意修改 / written by mlf new, change what you like.");
  lines.Raw("# mlf parts 列出可用的节点与部件 / mlf parts lists the nodes and parts there are.");
  std::string text = lines.Take() + Header(names);
  lines.Add("seats: {}", rules.players);
  lines.Raw("");
  lines.Raw("options:");
  lines.Raw(
      "  cap: {type: int, default: none, words: [none], low: 1, high: 20, zh: 封顶番数, en: cap in "
      "fan}");
  lines.Raw("  hands: {type: int, default: 8, low: 1, high: 64, zh: 局数, en: hands in a match}");
  lines.Raw("");
  lines.Raw("parts:");
  lines.Add("  tiles: {{tile_set: {{kinds: {}, copies: 4}}}}", rules.kinds);
  std::vector<std::string> shapes;
  if (rules.standard) shapes.emplace_back("standard");
  if (rules.seven_pairs) shapes.emplace_back("seven_pairs");
  if (rules.thirteen_orphans) shapes.emplace_back("thirteen_orphans");
  lines.Add("  win: {{win_rule: {{shapes: [{}]}}}}", Joined(shapes));
  AddFans(lines, rules);
  lines.Raw("");
  lines.Raw("flow:");
  lines.Raw("  # ---- 开局 / opening ----");
  lines.Raw("  start: {group: opening, then: choose_dealer}");
  lines.Raw("  choose_dealer: {group: opening, then: shuffle}");
  lines.Raw("  shuffle: {group: opening, then: deal}");
  lines.Raw("  deal: {group: opening, with: {hand: 13, dealer_extra: 1}, then: turn}");
  lines.Raw("");
  AddTurn(lines, rules);
  AddWins(lines, rules);
  lines.Raw("");
  lines.Raw("  # ---- 局终 / end ----");
  lines.Raw("  settle: {group: end, then: hand_end}");
  lines.Raw("  hand_end:");
  lines.Raw("    group: end");
  lines.Raw("    with: {hands: $hands}");
  lines.Raw(
      "    window: {ask: all, decide: all, deadline: 30s, answers: [{ready: {winners: all, if: "
      "{not: match_over}}}], default: ready, "
      "zh: 续局窗, en: ready for the next hand}");
  lines.Raw("    then: match_end");
  lines.Raw("  ready: {group: end, then: start}");
  lines.Raw("  match_end: {group: end, end: true}");
  return text + lines.Take();
}

Readmes RulesReadmes(const NewNames& names, const NewRules& rules) {
  Readmes readmes = Beginnings(names);
  for (const Said& said : Sentences(rules)) {
    readmes.en += "- " + said.en + "\n";
    readmes.zh += "- " + said.zh + "\n";
  }
  readmes.en +=
      "\n`variant.yaml` holds the fans and options. Each rule should have a scenario in "
      "`scenarios/`.\n";
  readmes.zh += "\n番表、选项见 `variant.yaml`；每条规则在 `scenarios/` 里应有一例。\n";
  return readmes;
}

std::string PatchYaml(const NewNames& names, const std::string& base, const Label& base_label) {
  return fmt::format("# 在{}上改，只写不同之处 / a patch of {}: only the differences.\n",
                     base_label.zh, base_label.en) +
         Header(names) + "extends: " + base +
         "\n\n"
         "# 映射逐键合并，其余整项替换，空值（~）删除。例如 / maps merge key by key, the rest "
         "replaces, ~ removes. For example:\n"
         "# flow:\n"
         "#   turn:\n"
         "#     window: {deadline: 8s}\n";
}

Readmes PatchReadmes(const NewNames& names, const std::string& base, const Label& base_label) {
  Readmes readmes = Beginnings(names);
  readmes.en +=
      fmt::format("The rules are those of `{}` ({}), with these differences:\n\n- (nothing yet)\n",
                  base, base_label.en);
  readmes.zh += fmt::format("同{}（`{}`），不同之处：\n\n- （暂无）\n", base_label.zh, base);
  return readmes;
}

std::string OpeningScenario(const Flow& flow) {
  constexpr std::uint64_t kSeed = 1;
  constexpr int kWindows = 3;
  std::string text =
      "scenarios:\n"
      "  - name: opening\n"
      "    zh: 开局，各家都等到超时\n"
      "    en: the opening, every seat timed out\n" +
      fmt::format("    start: {{seed: {}}}\n    steps:\n", kSeed);
  Records records = flow.Blank();
  Response response;
  flow.Start(records, kSeed, response);
  for (int window = 0; window < kWindows && response.status == Status::kRests; ++window) {
    std::vector<std::string> asked;
    ForEachSeat(response.asked, [&](Seat seat) { asked.push_back(std::to_string(seat)); });
    text += fmt::format("      - {{at: {}, actor: {}, asked: [{}]}}\n", flow.node(response.node).id,
                        static_cast<int>(records.flow().actor), Joined(asked));
    if (window + 1 == kWindows) break;
    // In rising order of seats until the window decides. The order does not change the result.
    const std::uint32_t ask = response.ask;
    bool open = true;
    for (Seat seat = 0; seat < flow.seats() && open; ++seat) {
      if ((records.flow().window.active & MaskOf(seat)) == 0) continue;
      flow.ProcessActionNode(records, {.node = kTimeout, .seat = seat, .ask = ask}, response);
      text += fmt::format("      - {} timeout\n", static_cast<int>(seat));
      open = response.status == Status::kWaits;
    }
  }
  return text;
}

}  // namespace mlf::tools
