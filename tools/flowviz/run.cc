#include "tools/flowviz/run.h"
#include "tools/chart/render.h"
#include "tools/console/command_line.h"
#include "tools/flowviz/commands.h"

namespace mlf::tools {
namespace {

class FlowvizLine final : public CommandLine {
 public:
  explicit FlowvizLine(const Console& console)
      : CommandLine(console, "flowviz: charts of mahjong flows, drawn from what is built and runs",
                    "flowviz render xueliu -o xueliu.svg") {
    AddRender();
    AddProve();
    AddDiff();
    AddHeat();
    AddReplay();
    AddIndex();
    AddFamily();
  }

 private:
  void AddLang(Command command, std::string& lang) {
    command
        .Add("--lang", lang,
             Say({"图上的语言；默认中英都有", "language of the chart; default: both"}))
        .OneOf({"zh", "en", "both"});
  }

  void AddRender() {
    Command command = Add(
        "render", {"画流程图", "draw the chart of a variant"},
        "  flowviz render xueliu -o xueliu.svg --legend\n"
        "  flowviz render variants/xueliu --set huan_san_zhang=off --lang zh -o no_exchange.png\n"
        "  flowviz render xueliu --view actions -o actions.svg\n"
        "  flowviz render xueliu xuezhan yilaidaodi --view parts -o parts.svg",
        render_, RunRender);
    command
        .Add(
            "variant", render_.variants,
            Say({"内置玩法的 id、含 variant.yaml 的文件夹，或 yaml 文件；后面可加 ?选项=值&选项=值",
                 "id of a built-in variant, a folder with variant.yaml, or a yaml file; options "
                 "may follow it: "
                 "?option=value&option=value"}))
        .Required();
    command.Add("-o,--output", render_.out,
                Say({"文件 .dot .svg .png .pdf .mmd .json，可以多次；不给则写到标准输出",
                     "file.dot, .svg, .png, .pdf, .mmd or .json; may be given several "
                     "times; default: standard output"}));
    command
        .Add("--format", render_.format, Say({"标准输出的格式", "format of the standard output"}))
        .OneOf(ChartFormats())
        .ShowDefault();
    command
        .Add(
            "--view", render_.view,
            Say({"windows 问询窗；actions 动作；hooks 各节点的钩子与部件；parts 几个玩法共用的部件",
                 "windows; actions; hooks: the parts in each node's hooks; parts: what several "
                 "variants share"}))
        .OneOf(ChartViews())
        .ShowDefault();
    AddSet(command, "--set", render_.set);
    AddVariantDir(command, render_.variant_dir);
    AddStrict(command, render_.strict);
    AddLang(command, render_.lang);
    command.AddFlag(
        "!--no-opening", render_.opening,
        Say({"不画开局（windows 图），标题里写明省了什么",
             "omit the opening from the view of windows; the title names the omitted nodes"}));
    command.AddFlag("--legend", render_.legend,
                    Say({"加图例", "explain shapes, lines and words in the chart"}));
  }

  void AddDiff() {
    Command command = Add("diff",
                          {"两个玩法、两个版本或两组选项的不同",
                           "differences of two variants, versions or sets of options"},
                          "  flowviz diff xueliu xuezhan\n"
                          "  flowviz diff xueliu xueliu --set-b zimo=jia_di -o difference.svg\n"
                          "  flowviz diff old/variant.yaml variants/xueliu --impact journals/\n"
                          "  flowviz diff --git main..HEAD -o charts/\n"
                          "  flowviz diff --git HEAD",
                          diff_, RunDiff);
    command.Add("a", diff_.a,
                Say({"一个玩法，可带 ?选项=值", "a variant, optionally with ?option=value"}));
    command.Add("b", diff_.b, Say({"另一个玩法", "the other one"}));
    AddSet(command, "--set", diff_.set);
    AddSet(command, "--set-a", diff_.set_a);
    AddSet(command, "--set-b", diff_.set_b);
    AddVariantDir(command, diff_.variant_dir);
    command.Add(
        "-o,--output", diff_.out,
        Say({"画成一张图 .svg .png …，或写成 .json .md；用 --git 时是文件夹",
             "one chart as .svg, .png, ..., or the text as .json, .md; with --git a folder"}));
    command.AddFlag("--json", diff_.json, Say({"输出 JSON", "as JSON"}));
    AddLang(command, diff_.lang);
    command.AddFlag("--legend", diff_.legend,
                    Say({"加图例", "explain shapes, lines and words in the chart"}));
    command.Add("--impact", diff_.impact,
                Say({"在两边重放这些日志（或文件夹里的），列出不同的局",
                     "replay these journals (or those of a folder) on both sides, and list "
                     "the hands that differ"}));
    command.Add("--git", diff_.git,
                Say({"两个提交 BASE..HEAD；只写 BASE 则与工作区比",
                     "two commits, BASE..HEAD; BASE alone is compared with the working tree"}));
    command
        .Add("--folder", diff_.folder,
             Say({"仓库里玩法所在的文件夹", "folder of the variants in the repository"}))
        .ShowDefault();
  }

  void AddHeat() {
    Command command = Add("heat", {"对局经过每条边的次数", "how often play takes each edge"},
                          "  flowviz heat xueliu --games 10000 -o heat.svg\n"
                          "  flowviz heat xueliu --journals journals/ --fail-under 95",
                          heat_, RunHeat);
    command
        .Add("variant", heat_.variant,
             Say({"玩法，可带 ?选项=值", "a variant, optionally with ?option=value"}))
        .Required();
    AddSet(command, "--set", heat_.set);
    AddVariantDir(command, heat_.variant_dir);
    command.Add("--games", heat_.games, Say({"局数", "hands to play"}))
        .Range(1.0, 1e9)
        .ShowDefault();
    command
        .Add("--bot", heat_.bot,
             Say({"random、greedy，或各座位逗号相连",
                  "random, greedy, or a list with one for each seat"}))
        .ShowDefault();
    AddSeed(command, heat_.seed, {"种子", "seed"}).ShowDefault();
    command
        .Add("--threads", heat_.threads,
             Say({"线程数；不影响次数", "threads; the counts do not depend on them"}))
        .Range(1, 256)
        .ShowDefault();
    command.Add("--journals", heat_.journals,
                Say({"不打新局，用这个文件夹里的日志",
                     "use the journals of this folder instead of new games"}));
    command.Add("-o,--output", heat_.out,
                Say({"画成图 .svg .png …，或写成 .json", "a chart as .svg, .png, ..., or .json"}));
    command.AddFlag("--json", heat_.json, Say({"输出 JSON", "as JSON"}));
    AddLang(command, heat_.lang);
    command.AddFlag("!--no-opening", heat_.opening,
                    Say({"不画开局", "omit the opening from the chart"}));
    command.AddFlag("--legend", heat_.legend,
                    Say({"加图例", "explain shapes, lines and words in the chart"}));
    command.AddFlag("!--no-times", heat_.times,
                    Say({"不计时：同样的种子得到同样的字节",
                         "omit times: the same seed then gives the same bytes"}));
    command
        .Add("--fail-under", heat_.fail_under,
             Say({"经过的边低于这个百分比时退出码为 1",
                  "exit with status 1 if less than this percentage of the edges was taken"}))
        .Range(0.0, 100.0);
  }

  void AddProve() {
    Command command =
        Add("prove",
            {"证明每个问询窗：无论可选动作、应答和次序如何，都及时裁决，结果唯一",
             "prove that every window decides in time and uniquely, for all offers, answers and "
             "orders"},
            "  flowviz prove xueliu\n"
            "  flowviz prove variants/xuezhan --set end_checks=always -o counterexamples",
            prove_, RunProve);
    AddVariant(command, prove_.variant.name).Required();
    command
        .Add("-o,--output", prove_.out,
             Say({"反例的场景文件写到哪个文件夹", "folder for scenarios of counterexamples"}))
        .ShowDefault();
    command
        .Add("--hands", prove_.hands,
             Say({"找一个反例最多打多少局", "limit of hands played in search of a counterexample"}))
        .ShowDefault();
    command.Add("--lang", prove_.lang, Say({"输出的语言", "language of what is printed"}))
        .OneOf({"zh", "en"});
    AddSet(command, "--set", prove_.variant.set);
    AddVariantDir(command, prove_.variant.variant_dir);
    AddStrict(command, prove_.variant.strict);
  }

  void AddPageLang(Command command, std::string& lang) {
    command.Add("--lang", lang, Say({"网页打开时的语言", "initial language of the page"}))
        .OneOf({"zh", "en"});
  }

  void AddReplay() {
    Command command =
        Add("replay", {"把一局做成逐步查看的网页", "make a page that shows one hand step by step"},
            "  mlf play xueliu --bots 4 --hands 1 --seed 7 --journal game.txt\n"
            "  flowviz replay game.txt -o hand.html\n"
            "  flowviz replay game.txt --hand 2 --profile -o hand.html",
            replay_, RunReplayPage);
    AddJournal(command, replay_.journal);
    command.Add("-o,--output", replay_.out,
                Say({"网页文件；不给则写到标准输出", "the page; default: standard output"}));
    command.Add("--hand", replay_.hand, Say({"第几局，从 1 起", "which hand, from 1"}))
        .Range(1, 1000000)
        .ShowDefault();
    command.AddFlag("--profile", replay_.profile,
                    Say({"写出各钩子的用时", "include the time of each hook"}));
    command
        .Add("--what-if", replay_.what_if,
             Say({"每一步推演几种别的选择，0 为不推演", "other choices tried per step; 0 = none"}))
        .Range(0, 100)
        .ShowDefault();
    AddSeed(command, replay_.seed, {"推演所用机器人的种子", "seed of the bots that play them"})
        .ShowDefault();
    AddPageLang(command, replay_.lang);
  }

  void AddIndex() {
    Command command =
        Add("index",
            {"所有玩法的网页：流程图、规则、番种、选项、热度",
             "pages of all variants: chart, rules, fans, options, heat"},
            "  flowviz index -o site\n  flowviz index xueliu xuezhan --games 1000 -o site", index_,
            RunIndex);
    command.Add("variant", index_.variants,
                Say({"只做这些；默认全部", "only these; default: all"}));
    command.Add("-o,--output", index_.out, Say({"放到这个文件夹", "output folder"})).Required();
    command
        .Add("--games", index_.games,
             Say({"热度所打的局数，0 为不画", "hands played for the heat; 0 = none"}))
        .ShowDefault();
    AddSeed(command, index_.seed, {"种子", "seed"}).ShowDefault();
    AddVariantDir(command, index_.variant_dir);
    AddPageLang(command, index_.lang);
  }

  void AddFamily() {
    Command command =
        Add("family",
            {"玩法的亲缘：谁改自谁、谁像谁，以及玩法与部件的对照表（html）",
             "how variants derive from and resemble each other; as .html with the table of parts"},
            "  flowviz family -o family.svg --legend\n  flowviz family -o family.html", family_,
            RunFamily);
    command.Add("variant", family_.variants,
                Say({"只看这些；默认全部", "only these; default: all"}));
    command
        .Add("-o,--output", family_.out,
             Say({"写到文件，扩展名定格式；可给几个",
                  "output file, its extension is the format; may be repeated"}))
        .Required();
    command.AddFlag("--legend", family_.legend, Say({"画图例", "draw a legend"}));
    AddVariantDir(command, family_.variant_dir);
    AddLang(command, family_.lang);
  }

  RenderCommand render_;
  ProveCommand prove_;
  DiffCommand diff_;
  HeatCommand heat_;
  ReplayPageCommand replay_;
  IndexCommand index_;
  FamilyCommand family_;
};

}  // namespace

int RunFlowviz(std::vector<std::string> args, std::istream& in, std::ostream& out,
               std::ostream& err, std::string_view program) {
  return RunProgram(program, args, in, out, err, [&](const Console& console) {
    return FlowvizLine(console).Run(std::move(args));
  });
}

}  // namespace mlf::tools
