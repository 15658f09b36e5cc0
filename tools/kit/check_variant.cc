// `mlf check`: the checks of one variant.
#include <mlf/flow/game_registry.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "flow/base/words.h"
#include "tools/kit/checks.h"
#include "tools/kit/checks_worth.h"
#include "tools/kit/option_sample.h"
#include "tools/kit/scenario.h"
#include "tools/kit/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>
#include <set>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;

// "angang_v2=4 score_table=2"
std::string OptionsText(const OptionValues& options) {
  std::string text;
  for (const auto& [name, value] : options) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

// The canonical text without its numbers: equal for flows that differ in numbers alone.
std::string ShapeOf(const Flow& flow) {
  std::string text = flow.canonical();
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

class Checker {
 public:
  Checker(const Variant& variant, std::string name, const std::vector<std::string>& others,
          CheckReport& report)
      : variant_(variant), name_(std::move(name)), others_(others), report_(report) {}

  void Run() {
    const auto flow = Build({});
    if (!flow) {
      report_.faults = flow.faults();
      return;
    }
    report_.nodes = static_cast<int>((*flow)->nodes().size());
    for (const Node& node : (*flow)->nodes()) {
      report_.edges += static_cast<int>(node.then.size());
      if (node.window) report_.edges += static_cast<int>(node.window->answers.size());
    }
    WarnOfPieces(**flow);
    checked_.insert((*flow)->fingerprint());
    shapes_.insert(ShapeOf(**flow));
    report_.proof = ProveFlow(**flow, proved_);
    Play(**flow, {}, CheckReport::kHandsOfDefaults);
    CheckGames(**flow);
    report_.options = static_cast<int>(variant_.options().size());
    for (const OptionDecl& option : variant_.options()) Try(option);
    for (const Preset& preset : variant_.presets()) TryOptions({{kPresetKey, preset.name}});
    Scenarios(**flow);
  }

 private:
  Result<std::shared_ptr<const Flow>> Build(const OptionValues& options) {
    auto flow = variant_.Build(options, AllParts(), &table::TileText());
    if (flow) Warn((*flow)->warnings());
    return flow;
  }

  // A game without a board that plays pieces and does not say which.
  void WarnOfPieces(const Flow& flow) {
    const std::vector<std::string> known = AllGames().PieceIds();
    const bool names_pieces = std::ranges::any_of(flow.nodes(), [](const Node& node) {
      const Domain::Kind kind = node.impl->payload();
      return kind == Domain::kPiece || kind == Domain::kCombo || kind == Domain::kSubset;
    });
    if (flow.piece_text() != &table::TileText() || table::FindSlot<table::Board>(flow) ||
        !names_pieces || known.empty())
      return;
    Warn(
        {{"W04",
          {variant_.files().front(), 1, 1},
          "the variant has no pieces:, so its pieces are written as tiles, as 1m; if they are not, "
          "say which: pieces: " +
              Join(known, " or ")}});
  }

  // Each scenario once, with any options.
  void Warn(const Faults& warnings) {
    for (const Fault& warning : warnings) {
      const auto same = [&](const Fault& one) { return one.Text() == warning.Text(); };
      if (std::none_of(report_.warnings.begin(), report_.warnings.end(), same))
        report_.warnings.push_back(warning);
    }
  }

  // Builds each value with the options it needs; other options have their defaults. If all values
  // build the same flow, the option has no effect.
  void Try(const OptionDecl& option) {
    const OptionSample sample = SampleOption(option);
    if (!sample.whole())
      report_.sampled.push_back({option.name, static_cast<int>(sample.values.size()), sample.all});
    std::set<std::uint64_t> built;
    std::set<std::string> beside;
    for (const std::string& value : sample.values) {
      OptionValues options = variant_.Beside(option, value);
      beside.insert(OptionsText(options));
      options[option.name] = value;
      const bool is_word = std::ranges::find(option.values, value) != option.values.end();
      const bool inner = option.type == OptionDecl::Type::kInt && !is_word &&
                         value != std::to_string(option.low) &&
                         value != std::to_string(option.high);
      if (const auto flow = TryOptions(options, inner)) built.insert(flow->fingerprint());
    }
    if (built.size() != 1 || beside.size() != 1 || sample.values.size() == 1 ||
        IsWarned(option.where))
      return;
    const std::string where = beside.begin()->empty() ? "with the other options at their defaults"
                                                      : "beside " + *beside.begin();
    Warn({{"W03", option.where,
           "option " + Quoted(option.name) + " changes nothing " + where +
               "; if it acts beside another option, say beside which: when: {name: value}"}});
  }

  // Null if the flow cannot be built. `inner`: a number between the ends of its range.
  std::shared_ptr<const Flow> TryOptions(const OptionValues& options, bool inner = false) {
    ++report_.builds;
    const auto built = Build(options);
    if (built) {
      // One value of each option is its default: that flow has been checked.
      if (checked_.insert((*built)->fingerprint()).second) Examine(**built, options, inner);
      return *built;
    }
    for (Fault fault : built.faults()) {
      fault.message = OptionsText(options) + ": " + fault.message;
      report_.faults.push_back(std::move(fault));
    }
    return nullptr;
  }

  // A flow that differs from another in numbers alone needs few hands: the way through its graph is
  // the other's. Between the ends of a range it needs none.
  void Examine(const Flow& flow, const OptionValues& options, bool inner) {
    if (shapes_.insert(ShapeOf(flow)).second) {
      Play(flow, options, CheckReport::kHandsOfValue);
    } else if (!inner) {
      Play(flow, options, CheckReport::kHandsOfNumber);
    }
    Prove(flow, OptionsText(options));
  }

  bool IsWarned(const SourcePos& where) const {
    return std::any_of(report_.warnings.begin(), report_.warnings.end(),
                       [&](const Fault& one) { return one.where.Text() == where.Text(); });
  }

  // Faults with the defaults have been reported.
  void Prove(const Flow& flow, const std::string& options) {
    if (!report_.proof.holds()) return;
    for (const ProvedWindow& window : ProveFlow(flow, proved_).windows) {
      if (window.known) continue;
      for (const Label& fault : window.faults)
        report_.disproved.push_back({options + "：" + fault.zh, options + ": " + fault.en});
    }
  }

  // Faults of play with the defaults have been reported.
  void Play(const Flow& flow, const OptionValues& options, std::uint64_t hands) {
    if (unplayable_) return;
    std::string set;
    for (const auto& [option, value] : options) set += " --set " + option + "=" + value;
    const auto fault = PlayTrial(flow, hands);
    if (!fault) {
      report_.hands += hands;
      AddWorthless(flow, set, report_.faults);
      return;
    }
    unplayable_ = options.empty();
    report_.unplayable.push_back({name_ + set + " " + fault->sim, fault->text});
  }

  // The checks of checks.h, with the defaults. A game without a board is small, so more of its
  // rests are sampled.
  void CheckGames(const Flow& flow) {
    if (unplayable_) return;
    const int offers_every = table::FindSlot<table::Board>(flow) ? KitOptions{}.offers_every : 7;
    const KitOptions options{
        .bots = std::vector<BotKind>(static_cast<std::size_t>(flow.seats()), BotKind::kRandom),
        .hands = CheckReport::kHandsChecked,
        .offers_every = offers_every,
        .replay_every = 1};
    report_.findings = RunKit(flow, options).findings;
  }

  void Scenarios(const Flow& flow) {
    std::error_code ignored;
    const fs::path folder = fs::path(variant_.files().front()).parent_path() / "scenarios";
    report_.has_scenarios = fs::is_directory(folder, ignored) || !others_.empty();
    if (!report_.has_scenarios) return;
    const FlowSource build = [this](const OptionValues& options) { return Build(options); };
    report_.scenarios = RunScenarioFolder(folder.string(), build);
    for (const std::string& path : others_) {
      if (ScenarioFiles(path).empty()) {
        const Fault none{
            "S02", {path, 0, 0}, "the folder holds no scenario file; their names end in .yaml"};
        report_.scenarios.results.push_back({path, "", "", none.where, {none}});
      }
      report_.scenarios.Add(RunScenarioPath(path, build));
    }
    const auto note = [&](const Node& from, const Edge& edge) {
      const EdgeKey key{from.id, flow.node(edge.to).id, edge.player};
      if (!report_.scenarios.walked.contains(key))
        report_.never_walked.push_back(key.from + " -> " + key.to);
    };
    for (const Node& node : flow.nodes()) {
      for (const Edge& edge : node.then) note(node, edge);
      if (!node.window) continue;
      for (const Edge& edge : node.window->answers) note(node, edge);
    }
  }

  const Variant& variant_;
  const std::string name_;                  // as the command line names the variant
  const std::vector<std::string>& others_;  // scenarios that are not the variant's own
  CheckReport& report_;
  bool unplayable_ = false;          // with the defaults
  std::set<std::uint64_t> checked_;  // fingerprints of the flows built
  std::set<std::string> shapes_;     // ShapeOf the flows played
  KnownProofs proved_;               // the windows of the flows built
};

}  // namespace

CheckReport CheckVariant(const std::string& name, const std::string& variant_dir, bool strict,
                         const std::vector<std::string>& scenarios) {
  CheckReport report;
  report.id = name;
  report.strict = strict;
  const auto variant = OpenVariant(name, variant_dir);
  if (!variant) {
    report.faults = variant.faults();
    return report;
  }
  report.id = variant->id();
  Checker(*variant, variant_dir.empty() ? name : name + " --variant-dir " + variant_dir, scenarios,
          report)
      .Run();
  return report;
}

void WriteCheckReport(const CheckReport& report, Lang lang, bool verbose, std::ostream& out,
                      std::string_view program) {
  const bool zh = lang == Lang::kZh;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const auto say = [&](std::string_view in_zh, std::string_view in_en) {
    return zh ? in_zh : in_en;
  };
  out << report.id << '\n';
  out << FaultText(report.faults);
  if (report.nodes > 0) {
    out << fmt::format(
        fmt::runtime(say("  流程：{} 个节点，{} 条边；{} 个选项，{} 个取值逐一建成\n",
                         "  flow: {} nodes, {} edges; {} options, {} values built one by one\n")),
        report.nodes, report.edges, report.options, report.builds);
  }
  for (const CheckReport::Sampled& one : report.sampled) {
    const std::string all =
        one.all == kMost ? fmt::format(fmt::runtime(say("超过 {}", "more than {}")), kMost - 1)
                         : fmt::format("{}", one.all);
    out << fmt::format(fmt::runtime(say("  选项 {}：取值{}个，只建了 {} 个\n",
                                        "  option {}: of {} values {} were built\n")),
                       one.option, zh ? " " + all + " " : all, one.built);
  }
  if (report.nodes > 0) out << ProofText(report.proof, lang);
  for (const Label& fault : report.disproved)
    out << fmt::format(
        fmt::runtime(say("  问询窗证明不成立：{}\n", "  the window proof does not hold: {}\n")),
        zh ? fault.zh : fault.en);
  if (report.hands > 0) {
    out << fmt::format(
        fmt::runtime(say(
            "  试打：{} 局，默认选项 {} 局，每个取值 {} 局，只差数值的 {} 局\n",
            "  played by bots: {} hands, {} with the defaults, {} with each value, {} where only "
            "numbers differ\n")),
        report.hands, CheckReport::kHandsOfDefaults, CheckReport::kHandsOfValue,
        CheckReport::kHandsOfNumber);
  }
  for (const Finding& finding : report.findings.all())
    out << fmt::format(
        fmt::runtime(say("  逐步核对不符（{}）：{}\n", "  a check of every step fails ({}): {}\n")),
        finding.check, finding.text);
  for (const CheckReport::Unplayable& fault : report.unplayable)
    out << fmt::format(
        fmt::runtime(say("  打不下去：{} sim {}：{}\n", "  cannot be played: {} sim {}: {}\n")),
        program, fault.sim, fault.text);
  for (const Fault& warning : report.warnings)
    out << fmt::format(fmt::runtime(say("  警告：{}\n", "  warning: {}\n")), warning.Text());
  if (report.nodes > 0 && !report.has_scenarios)
    out << say("  没有场景文件\n", "  no scenario files\n");
  for (const ScenarioResult& result : report.scenarios.results) {
    if (result.ok() && !verbose) continue;
    const std::string& sentence = zh ? result.zh : result.en;
    out << fmt::format("  {} {}{}{}\n", result.ok() ? say("通过", "passes") : say("不符", "FAILS"),
                       result.name, sentence.empty() ? "" : "  ", sentence);
    for (const Fault& fault : result.failures) out << "    " << fault.Text() << '\n';
  }
  if (report.has_scenarios) {
    const int count = static_cast<int>(report.scenarios.results.size());
    out << fmt::format(
        fmt::runtime(say("  场景：{} 个，通过 {} 个\n", "  scenarios: {}, {} pass\n")), count,
        count - report.scenarios.failed());
  }
  if (verbose && !report.never_walked.empty()) {
    out << say("  场景未走过的边：\n", "  edges no scenario walks:\n");
    for (const std::string& edge : report.never_walked) out << "    " << edge << '\n';
  }
  out << (report.ok() ? say("  全部正确\n", "  all is well\n")
                      : say("  有误\n", "  there are faults\n"));
}

}  // namespace mlf::tools
