#include <mlf/flow/also_bystanders.h>
#include <mlf/flow/explain.h>
#include <mlf/flow/text.h>
#include <mlf/flow/window.h>
#include "flow/base/who_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mlf {

namespace {

std::string_view Pick(Lang lang, std::string_view zh, std::string_view en) {
  return lang == Lang::kZh ? zh : en;
}

// "peng 碰", or the id alone if the label equals it.
std::string Named(const Flow& flow, NodeIndex node, Lang lang) {
  if (node >= flow.nodes().size()) return node == kTimeout ? "timeout" : "?";
  const std::string& id = flow.node(node).id;
  const std::string label = NodeLabel(flow, node, lang);
  return label == id ? id : fmt::format("{} {}", id, label);
}

std::string SeatList(SeatMask seats, Lang lang) {
  std::vector<std::string> names;
  ForEachSeat(seats, [&](Seat seat) { names.push_back(SeatText(seat, lang)); });
  return names.empty() ? std::string(Pick(lang, "无", "nobody"))
                       : fmt::format("{}", fmt::join(names, Pick(lang, "、", ", ")));
}

Action ActionOf(const Window& window, const StoredAnswer& answer, Seat seat) {
  Action action;
  action.node = window.answers[answer.edge].to;
  action.seat = seat;
  action.count = answer.count;
  action.pieces = answer.pieces;
  action.value = answer.value;
  return action;
}

// "rank 1, winners nearest": the strength of an answer.
std::string Weight(const Edge& answer, Lang lang) {
  if (answer.pass) return std::string(Pick(lang, "放弃", "a pass"));
  std::string text = fmt::format(fmt::runtime(Pick(lang, "第{}级", "rank {}")), answer.rank);
  if (answer.winners.given())
    text += fmt::format("{}{}", Pick(lang, "，同级规则 ", ", winners "), answer.winners.Text());
  return text;
}

// Describes the open window and what each seat can answer.
void AppendQuestion(const Flow& flow, const Records& records, Lang lang, Viewer viewer,
                    std::string& out) {
  const FlowState& state = records.flow();
  const Node& node = flow.node(state.node);
  if (!node.window) return;
  const Window& window = *node.window;
  const std::string& label = lang == Lang::kZh ? window.label.zh : window.label.en;
  const Label who = WhoText(window.ask);
  out += fmt::format(fmt::runtime(Pick(lang, "问询 @{}{}{}：问{}{}", "Window @{}{}{}: asks {}{}")),
                     state.window.ask, label.empty() ? "" : " ", label, Pick(lang, who.zh, who.en),
                     window.in_turn ? Pick(lang, "，依次", ", in turn") : "");
  if (window.wait_for_all) out += Pick(lang, "，等所有人应答", ", waits for all");
  if (viewer.kind == Viewer::kFull) {
    out += fmt::format(
        fmt::runtime(Pick(lang, "；可答：{}；已答：{}", "; may answer now: {}; have answered: {}")),
        SeatList(state.window.active & static_cast<SeatMask>(~state.window.answered), lang),
        SeatList(state.window.answered, lang));
  }
  out += "\n";

  Choices choices;
  flow.FillChoices(records, choices);
  ForEachSeat(AskedBy(window, flow.nodes(), state.actor, flow.seats()), [&](Seat seat) {
    if (!viewer.Knows(seat)) return;
    if ((state.window.answered & MaskOf(seat)) != 0) {
      const Action answer = ActionOf(window, state.window.answers[seat], seat);
      out += fmt::format(
          fmt::runtime(Pick(lang, "  {} 已答：{}（{}）\n", "  {} has answered: {} ({})\n")),
          SeatText(seat, lang), FormatAction(flow, answer),
          Weight(window.answers[state.window.answers[seat].edge], lang));
      return;
    }
    const std::string offers = FormatOffers(flow, choices, seat, lang);
    if (!offers.empty()) {
      out += fmt::format(fmt::runtime(Pick(lang, "  {} 可以：{}\n", "  {} may: {}\n")),
                         SeatText(seat, lang), offers);
    } else if (((state.window.asked & ~state.window.active) & MaskOf(seat)) != 0) {
      out += fmt::format(
          fmt::runtime(Pick(lang, "  {} 还没轮到\n", "  {}: its turn to answer has not come\n")),
          SeatText(seat, lang));
      return;
    } else {
      out += fmt::format(fmt::runtime(Pick(lang, "  {} 不被问\n", "  {} is not asked\n")),
                         SeatText(seat, lang));
    }
    NodeIndex last = kNoNode;
    for (const Edge& answer : window.answers) {
      if (answer.to == last || choices.Find(seat, answer.to) != nullptr) continue;
      last = answer.to;
      const Reason* reason = flow.WhyNot(records, seat, answer.to);
      if (reason == nullptr) continue;
      out +=
          fmt::format(fmt::runtime(Pick(lang, "    不能 {}：{}（{}）\n", "    not {}: {} ({})\n")),
                      Named(flow, answer.to, lang), Pick(lang, reason->zh, reason->en), reason->id);
    }
  });
}

void AppendStand(const Flow& flow, const Records& records, Lang lang, Viewer viewer,
                 std::string& out) {
  const FlowState& state = records.flow();
  if (state.node >= flow.nodes().size()) {
    out += Pick(lang, "还没有开始。\n", "Nothing has started.\n");
    return;
  }
  out += fmt::format(
      fmt::runtime(Pick(lang, "第 {} 局，停在 {}，轮到 {}", "Hand {}, at {}, the move is {}'s")),
      state.hand + 1, Named(flow, state.node, lang), SeatText(state.actor, lang));
  // The version rises with every answer, and a timeout marks a seat as automatic. Both would reveal
  // that another seat has answered.
  if (viewer.kind == Viewer::kFull)
    out +=
        fmt::format(fmt::runtime(Pick(lang, "，状态版本 {}", ", state version {}")), state.version);
  SeatMask automatic = 0;
  ForEachSeat(state.auto_seats, [&](Seat seat) {
    if (viewer.Knows(seat)) automatic |= MaskOf(seat);
  });
  if (automatic != 0)
    out +=
        fmt::format("{}{}", Pick(lang, "；托管：", "; on automatic: "), SeatList(automatic, lang));
  if (state.over != 0) out += Pick(lang, "；已结束", "; it is over");
  out += "\n";
}

// Explains how the window of `before` decided after the answer `played`, by the engine's own
// Decide.
void AppendDecision(const Flow& flow, const Records& before, const Action& played, Lang lang,
                    std::string& out) {
  const FlowState& state = before.flow();
  if (state.node >= flow.nodes().size() || !flow.node(state.node).window || played.seat < 0 ||
      played.seat >= flow.people())
    return;
  const Window& window = *flow.node(state.node).window;
  WindowState answered = state.window;
  bool found = false;
  for (std::size_t i = 0; i < window.answers.size() && !found; ++i) {
    if (window.answers[i].to != played.node || ((answered.offered[played.seat] >> i) & 1) == 0)
      continue;
    answered.answers[played.seat] =
        StoredAnswer{static_cast<std::uint8_t>(i), played.count, played.pieces, {}, played.value};
    found = true;
  }
  if (!found) return;
  answered.answered |= MaskOf(played.seat);

  out += Pick(lang, "各家的应答：\n", "Answers:\n");
  ForEachSeat(answered.answered, [&](Seat seat) {
    out += fmt::format("  {} ({})\n",
                       FormatAction(flow, ActionOf(window, answered.answers[seat], seat)),
                       Weight(window.answers[answered.answers[seat].edge], lang));
  });
  const SeatMask open = answered.asked & static_cast<SeatMask>(~answered.answered);
  ForEachSeat(open, [&](Seat seat) {
    std::vector<std::string> still;
    for (std::size_t i = 0; i < window.answers.size(); ++i) {
      if ((answered.offered[seat] >> i) & 1)
        still.push_back(fmt::format("{} ({})", flow.node(window.answers[i].to).id,
                                    Weight(window.answers[i], lang)));
    }
    out += fmt::format(fmt::runtime(Pick(lang, "  {} 未答，还可以：{}\n",
                                         "  {} has not answered and could still: {}\n")),
                       SeatText(seat, lang), fmt::join(still, ", "));
  });

  const Decision decision = Decide(window, answered, state.actor, flow.seats());
  if (!decision.decided) {
    out += window.wait_for_all
               ? Pick(lang, "未决：要等所有人应答。\n", "Undecided: it waits for all answers.\n")
               : Pick(lang, "未决：还有人能胜过或并列最好的应答。\n",
                      "Undecided: somebody can still beat or join the best answer.\n");
    return;
  }
  if (decision.winners == 0 && decision.abort_to == kNoNode) {
    out += Pick(lang, "已决：全部放弃。\n", "Decided: all have passed.\n");
    return;
  }
  const Edge& best = window.answers[decision.answer];
  if (decision.abort_to != kNoNode) {
    out += fmt::format(
        fmt::runtime(Pick(lang, "已决：太多人要 {}（规则 {}），中止到 {}。\n",
                          "Decided: too many want {} (winners {}), so it breaks off to {}.\n")),
        flow.node(best.to).id, best.winners.Text(), Named(flow, decision.abort_to, lang));
    return;
  }
  int claimants = 0;
  ForEachSeat(answered.answered, [&](Seat seat) {
    const Edge& answer = window.answers[answered.answers[seat].edge];
    if (!answer.pass && answer.rank == best.rank) ++claimants;
  });
  out += fmt::format(fmt::runtime(Pick(lang, "已决：{} 得到 {}（第{}级最强",
                                       "Decided: {} with {} (rank {} is the best given")),
                     SeatList(decision.winners, lang), Named(flow, best.to, lang), best.rank);
  if (claimants > 1) {
    out += fmt::format(
        fmt::runtime(Pick(lang, "，{}家并列，规则 {}", ", {} seats gave it, winners {}")),
        claimants, best.winners.Text());
  }
  if (open != 0) out += Pick(lang, "，未答者改变不了", ", and no open answer can change that");
  out += Pick(lang, "）。\n", ").\n");
}

void AppendPath(const Flow& flow, const TraceEntry& entry, Lang lang, std::string& out) {
  const int kept = std::min<int>(entry.path_length, TraceEntry::kMaxPath);
  if (kept == 0) return;
  out += Pick(lang, "经过的节点：\n", "Nodes that ran:\n");
  for (int i = 0; i < kept; ++i) {
    if (entry.path[i] >= flow.nodes().size()) continue;
    const Node& node = flow.node(entry.path[i]);
    out += "  " + Named(flow, entry.path[i], lang) + "\n";
    for (int hook = 0; hook < kHooks; ++hook) {
      for (const RoleUse<Effect>& effect : node.hooks[hook])
        out += fmt::format("    {}: {}\n", HookKey(static_cast<Hook>(hook)), effect.Text());
    }
  }
  if (entry.path_length > kept)
    out += fmt::format(fmt::runtime(Pick(lang, "  …共 {} 个\n", "  ... {} in all\n")),
                       entry.path_length);
}

}  // namespace

std::string Explain(const Flow& flow, const Records& records, Lang lang, Viewer viewer) {
  std::string out;
  AppendStand(flow, records, lang, viewer, out);
  const FlowState& state = records.flow();
  if (state.node < flow.nodes().size() && state.over == 0)
    AppendQuestion(flow, records, lang, viewer, out);
  return out;
}

Result<std::string> Explain(const Flow& flow, const Journal& journal, int step, Lang lang,
                            const ReplayOptions& options) {
  if (step < 0 || step > journal.Steps()) {
    return Fault{"J14",
                 {journal.file, 0, 0},
                 fmt::format("the journal has steps 1..{}, not {}", journal.Steps(), step)};
  }
  Records before = flow.Blank();
  Records now = flow.Blank();
  Action action;
  Response response;
  bool seen = false;
  Trace trace;
  ReplayOptions watched = options;
  watched.until_step = step;
  watched.trace = &trace;
  watched.on_step = [&](const Records& records, const Action& played, const Response& answer) {
    if (options.on_step) options.on_step(records, played, answer);
    before = now;
    now = records;
    action = played;
    response = answer;
    seen = true;
  };
  const Result<ReplayReport> report = Replay(flow, journal, watched);
  // If replay fails at this very step, its fault is the explanation.
  if (!report.ok()) return report.faults();
  if (!seen)
    return Fault{"J14", {journal.file, 0, 0}, fmt::format("step {} was not reached", step)};

  std::string out;
  const bool start = action.node == kNoNode && action.seat == kNoSeat;
  if (!start) {
    AppendStand(flow, before, lang, Viewer::Full(), out);
    if (before.flow().node < flow.nodes().size() && before.flow().over == 0)
      AppendQuestion(flow, before, lang, Viewer::Full(), out);
    out += fmt::format(fmt::runtime(Pick(lang, "第 {} 步：{}\n", "Step {}: {}\n")), step,
                       FormatAction(flow, action, true));
  } else {
    out += Pick(lang, "开始。\n", "The start.\n");
  }
  const TraceEntry* entry = trace.size() > 0 ? &trace[trace.size() - 1] : nullptr;
  if (!response.ok()) {
    out += FormatRefusal(flow, response, action.seat, lang) + "\n";
    return out;
  }
  if (!start && entry != nullptr) {
    if (entry->played.node != action.node) {
      out += fmt::format(
          fmt::runtime(Pick(lang, "超时，代打：{}\n", "Time is up, played for it: {}\n")),
          FormatAction(flow, entry->played));
    }
    AppendDecision(flow, before, entry->played, lang, out);
  }
  if (entry != nullptr) AppendPath(flow, *entry, lang, out);
  if (!response.events.empty()) out += Pick(lang, "发生：\n", "What happened:\n");
  for (const Event& event : response.events)
    out += "  " + FormatEvent(flow, event, Viewer::Full(), lang) + "\n";
  out += Pick(lang, "之后：", "Then: ");
  out += Explain(flow, now, lang);
  return out;
}

std::string Explain(const Flow& flow, const TraceEntry& entry, Lang lang) {
  std::string out = fmt::format("v{} {}", entry.version, FormatAction(flow, entry.action, true));
  if (entry.played.node != entry.action.node) out += " => " + FormatAction(flow, entry.played);
  out += fmt::format(fmt::runtime(Pick(lang, "，在 {}", ", at {}")), Named(flow, entry.at, lang));
  if (entry.code != RefusalCode::kNone) {
    out += fmt::format(fmt::runtime(Pick(lang, "：不行（{}）", ": refused ({})")),
                       CodeName(entry.code));
    if (entry.reason != nullptr)
      out += fmt::format("{} {}", Pick(lang, "：", ":"),
                         Pick(lang, entry.reason->zh, entry.reason->en));
    return out + "\n";
  }
  if (entry.winners != 0)
    out +=
        fmt::format("{}{}", Pick(lang, "；胜出：", "; winners: "), SeatList(entry.winners, lang));
  const int kept = std::min<int>(entry.path_length, TraceEntry::kMaxPath);
  if (kept > 0) {
    std::vector<std::string> ids;
    ids.reserve(static_cast<std::size_t>(kept) + 1);
    for (int i = 0; i < kept; ++i)
      ids.push_back(entry.path[i] < flow.nodes().size() ? flow.node(entry.path[i]).id : "?");
    if (entry.path_length > kept) ids.push_back("...");
    out += fmt::format("{}{}", Pick(lang, "；经过 ", "; through "), fmt::join(ids, " > "));
  }
  out += fmt::format("{}{}", Pick(lang, "；停在 ", "; rests at "), Named(flow, entry.rest, lang));
  return out + "\n";
}

}  // namespace mlf
