#include "tools/mlf/run.h"
#include "tools/mlf/commands.h"
#include "tools/play/play.h"

namespace mlf::tools {

namespace {

class MlfLine final : public PlayLine {
 public:
  explicit MlfLine(const Console& console)
      : PlayLine(console, "MajongLogicFlow", "mlf play xueliu") {
    AddLang();
    AddList();
    AddVariants();
    AddRules();
    AddParts();
    AddNew();
    AddCheck();
    AddPlay();
    AddDemo();
    AddSim();
    AddScore();
    AddFollow();
    AddMjai();
    AddImport();
    AddExport();
    AddHand();
    AddReplay();
    AddExplain();
    AddView();
    AddVerifyWall();
  }

 private:
  void AddList() {
    Command command = Add("list", {"列出玩法和选项", "list the variants and their options"},
                          "  mlf list\n  mlf list --json", list_, RunList);
    command.AddFlag("--json", list_.json, Say({"输出 JSON", "as JSON"}));
    AddVariantDir(command, list_.variant_dir);
  }
  void AddVariants() {
    Command command = Add("variants",
                          {"一张表：每个玩法有什么（人数、牌、吃、赖子、花牌、起胡番、牌型）",
                           "a table of what each variant has: seats, tiles, chi, wildcards, "
                           "flowers, minimum, shapes"},
                          "  mlf variants\n  mlf variants --json", variants_, RunVariants);
    command.AddFlag("--json", variants_.json, Say({"输出 JSON", "as JSON"}));
    AddVariantDir(command, variants_.variant_dir);
  }
  void AddRules() {
    Command command = Add("rules",
                          {"列出现成的规则：做什么、参数、谁在用",
                           "list the named rules: what each does, its parameters, who uses it"},
                          "  mlf rules\n  mlf rules --json", rules_, RunRules);
    command.AddFlag("--json", rules_.json, Say({"输出 JSON", "as JSON"}));
    AddVariantDir(command, rules_.variant_dir);
  }
  void AddParts() {
    Command command = Add("parts",
                          {"列出可用的节点和部件，或写出 variant.yaml 的 JSON Schema",
                           "list nodes and parts, or write the JSON Schema of variant.yaml"},
                          "  mlf parts\n  mlf parts win_points\n  mlf parts --role condition\n  "
                          "mlf parts --schema > variant.schema.json",
                          parts_, RunParts);
    command.Add("id", parts_.id, Say({"只看这一个，写全", "this one only, in full"}));
    command.Add("--role", parts_.role,
                Say({"只列这一类：node、condition、effect …",
                     "of this role only: node, condition, effect, ..."}));
    command.AddFlag("--json", parts_.json, Say({"输出 JSON", "as JSON"}));
    command.AddFlag("--schema", parts_.schema,
                    Say({"写出 JSON Schema，供编辑器补全和检查",
                         "write a JSON Schema, by which an editor completes and checks"}));
    command.Add("--of", parts_.of,
                Say({"schema 中列入此玩法的名称", "the schema knows the names of this variant"}));
    AddVariantDir(command, parts_.variant_dir);
  }
  void AddNew() {
    Command command =
        Add("new", {"新建一个马上能打的玩法", "make a folder with a variant that plays at once"},
            "  mlf new my_xueliu --from xueliu\n  mlf new my_rules\n  mlf new my_rules --players 3 "
            "--tiles two_suits --chi on --after-win leaves --yes",
            new_, RunNew);
    command
        .Add("id", new_.id,
             Say({"新玩法的 id，也是文件夹名", "id of the new variant, and name of its folder"}))
        .Required();
    command.Add("--from", new_.from, Say({"在这个玩法上改", "a patch of this variant"}));
    command.Add("--dir", new_.dir,
                Say({"建在这个文件夹里；默认当前文件夹", "where the folder is made; else here"}));
    command.Add("--zh", new_.zh, Say({"中文名", "name in Chinese"}));
    command.Add("--en", new_.en, Say({"英文名", "name in English"}));
    command.Add("--players", new_.players, "4, 3, 2");
    command.Add("--tiles", new_.tiles,
                Say({"three_suits, with_honours, two_suits，或如 1-9m 5-7z",
                     "three_suits, with_honours, two_suits, or as 1-9m 5-7z"}));
    command.Add("--chi", new_.chi, "on, off");
    command.Add("--peng", new_.peng, "on, off");
    command.Add("--gang", new_.gang, "on, off");
    command.Add("--shapes", new_.shapes, "standard,seven_pairs,thirteen_orphans");
    command.Add(
        "--claim", new_.claim,
        Say({"谁能胡打出的牌：all, nearest, none", "who wins on a discard: all, nearest, none"}));
    command.Add("--after-win", new_.after_win,
                Say({"胡了以后：ends, leaves, stays", "after a win: ends, leaves, stays"}));
    command.Add("--score", new_.score, "doubling, linear");
    command.AddFlag("--yes,--defaults", new_.yes,
                    Say({"没说的都取默认，不问", "ask nothing: what is not said is the default"}));
    AddVariantDir(command, new_.variant_dir);
  }
  void AddCheck() {
    Command command = Add(
        "check", {"检查玩法：流程与场景", "check a variant: its graph and its scenarios"},
        "  mlf check variants/xueliu\n  mlf check xueliu --scenarios my_cases", check_, RunCheck);
    AddChoice(command, check_.variant).Required();
    AddStrict(command, check_.variant.strict);
    command
        .Add("--scenarios", check_.scenarios,
             Say({"再执行这些场景：文件或文件夹，可以多次",
                  "run these scenarios too: a file or a folder, may be given several times"}))
        .Repeatable();
    command.AddFlag("--watch", check_.watch,
                    Say({"文件一改就再检查", "check again whenever a file changes"}));
    command.AddFlag("-v,--verbose", check_.verbose,
                    Say({"也列出通过的场景", "name the scenarios that passed too"}));
  }
  void AddSim() {
    Command command =
        Add("sim", {"机器人打很多局，统计结果", "bots play many hands; what came of them"},
            "  mlf sim xueliu --games 2000 --bot greedy --seed 1\n  mlf sim xueliu --games 2000 "
            "--bot greedy,random,random,random --json\n"
            "  mlf sim xueliu --games 2000 --against-set cap=4 --html compare.html",
            sim_, RunSim);
    AddChoiceAndSet(command, sim_.variant);
    command.Add("--games", sim_.games, Say({"局数", "hands to play"}))
        .Range(1.0, 1e9)
        .ShowDefault();
    command
        .Add("--bot", sim_.bot,
             Say({"random、greedy，或各座位逗号相连",
                  "random, greedy, or a list with one for each seat"}))
        .ShowDefault();
    AddSeed(command, sim_.seed, {"种子", "seed"}).ShowDefault();
    command
        .Add("--threads", sim_.threads,
             Say({"线程数，0 为有几个核就用几个；不影响结果",
                  "threads, 0 for one a core; they change nothing in the result"}))
        .Range(0, 256)
        .ShowDefault();
    command.AddFlag("--json", sim_.json, Say({"输出 JSON", "as JSON"}));
    command.Add(
        "--against", sim_.against,
        Say({"与这个玩法比较，种子相同", "compared with this variant, from the same seeds"}));
    AddSet(command, "--against-set", sim_.against_set);
    command.Add("--html", sim_.html,
                Say({"把比较写成网页", "write the comparison as a page to this file"}));
  }
  void AddScore() {
    Command command = Add("score", {"算番：每行一个 JSON", "judge hands: one JSON object a line"},
                          "  echo "
                          "'{\"id\":\"a\",\"hand\":\"123m456m789m12p55p\",\"win\":\"3p\",\"by\":"
                          "\"self_draw\",\"state\":{\"void\":\"s\"}}' | mlf "
                          "score xueliu --set cap=4",
                          score_, RunScore);
    AddChoiceAndSet(command, score_);
  }
  void AddFollow() {
    Command command = Add("follow",
                          {"按记录重打一局：每行一个 JSON",
                           "recorded hands through the flow: one JSON object a line"},
                          "  mlf follow riichi < rounds.jsonl", follow_, RunFollow);
    AddChoiceAndSet(command, follow_);
  }
  void AddHand() {
    Command command =
        Add("hand",
            {"一手牌的向听、听牌和打法；不给牌时每行读一个 JSON",
             "distance, waits and best discards of a hand; without one, rows of JSON"},
            "  mlf hand 123m456m789m12p55p\n  echo "
            "'{\"id\":\"a\",\"tiles\":\"123m456m789m12p55p\"}' | mlf hand",
            hand_, RunHand);
    command.Add("tiles", hand_.tiles, Say({"如 123m456m789m12p55p", "such as 123m456m789m12p55p"}));
    command.Add("--copies", hand_.copies, Say({"每种牌的张数", "copies of each tile"}))
        .Range(1, 7)
        .ShowDefault();
  }
  void AddReplay() {
    Command command =
        Add("replay", {"重放并核对对局日志", "replay a journal and verify it"},
            "  mlf replay game.txt\n  mlf replay game.txt --quiet --profile", replay_, RunReplay);
    AddJournal(command, replay_.journal);
    command.AddFlag("-q,--quiet", replay_.quiet,
                    Say({"只核对，不打印过程", "verify only, without the events"}));
    command.AddFlag("--profile", replay_.profile,
                    Say({"各钩子用了多少时间", "how long each hook took"}));
  }
  void AddExplain() {
    Command command =
        Add("explain", {"说明某一步为何如此", "why a step of a journal went the way it did"},
            "  mlf explain game.txt --step 12", explain_, RunExplain);
    AddJournal(command, explain_.journal);
    command.Add(
        "--step", explain_.step,
        Say({"第几步；默认说明最后停在哪里", "number of the step; default: the end of the game"}));
  }
  void AddView() {
    Command command =
        Add("view", {"某一步之后看到的牌桌（JSON）", "the table after a step as JSON"},
            "  mlf view game.txt --step 12 --seat 0", view_, RunView);
    AddJournal(command, view_.journal);
    command.Add("--step", view_.step,
                Say({"第几步；默认最后", "number of the step; else the last one"}));
    command
        .Add("--seat", view_.seat,
             Say({"座位号、spectator 或 full", "a seat's number, spectator or full"}))
        .ShowDefault();
  }
  void AddMjai() {
    mjai_.variant.name = "riichi";
    Command command =
        Add("mjai",
            {"让说 mjai 协议的程序同桌对战，或让自带的机器人说 mjai",
             "seat programs that speak mjai at our table, or let a bot of ours speak it"},
            "  mlf mjai --bots \"python3 bot.py\" greedy greedy greedy --games 100\n"
            "  mlf mjai --serve-bot greedy",
            mjai_, RunMjai);
    AddChoice(command, mjai_.variant).ShowDefault();
    AddSet(command, "--set", mjai_.variant.set);
    CommandOption bots = command.Add(
        "--bots", mjai_.bots,
        Say({"各座位的命令，或自带机器人的名字；一个或两个则轮流坐满四家",
             "a command for each seat, or the name of a bot of ours; one or two fill all seats"}));
    CommandOption serve =
        command.Add("--serve-bot", mjai_.serve,
                    Say({"让这个机器人在标准输入输出上说 mjai",
                         "this bot of ours speaks mjai on the standard input and output"}));
    bots.Excludes(serve);
    command.Add("--games", mjai_.games, Say({"场数，座位轮换", "games; the seats rotate"}))
        .Range(1, 1000000)
        .ShowDefault();
    AddSeed(command, mjai_.seed, {"种子", "seed"}).ShowDefault();
    command.Add("--limit", mjai_.limit_ms, Say({"每步限时（毫秒）", "milliseconds for a move"}))
        .Range(1, 3600000)
        .ShowDefault();
    command
        .Add("--start-limit", mjai_.start_ms,
             Say({"第一次应答的限时（毫秒）", "milliseconds for the first answer"}))
        .Range(1, 3600000)
        .ShowDefault();
    command
        .Add("--replies", mjai_.replies,
             Say({"程序何时应答：every 每条消息，asked 轮到它时，auto 自动辨别",
                  "when a program answers: to every message, when asked, or find out"}))
        .OneOf({"auto", "every", "asked"})
        .ShowDefault();
    command.AddFlag("--json", mjai_.json, Say({"输出 JSON", "as JSON"}));
    command.Add("--journals", mjai_.journals,
                Say({"把每场的日志写到这个文件夹", "write a journal of each game here"}));
  }
  void AddImport() {
    import_.variant.name = "riichi";
    Command command =
        Add("import",
            {"把别的程序的牌谱变成对局日志：mjai、天凤 mjlog（XML）、tenhou.net/6（JSON）",
             "make a journal of a game of another program: mjai, Tenhou's mjlog (XML) or "
             "tenhou.net/6 (JSON)"},
            "  mlf import game.mjson --out game.txt\n  mlf import log.xml --out game.txt --set "
            "uma=20_10",
            import_, RunImport);
    command.Add("file", import_.file, Say({"牌谱文件", "the file of the game"})).Required();
    command
        .Add("--variant", import_.variant.name, Say({"按这个玩法", "by the rules of this variant"}))
        .ShowDefault();
    AddVariantDir(command, import_.variant.variant_dir);
    AddSet(command, "--set", import_.variant.set);
    command
        .Add("--format", import_.format,
             Say({"格式；默认看内容", "the format; else by the content"}))
        .OneOf({"mjai", "mjlog", "tenhou6"});
    command.Add("--out", import_.out,
                Say({"日志文件；默认标准输出", "the journal; else the standard output"}));
  }
  void AddExport() {
    Command command = Add("export",
                          {"把对局日志变成 mjai、天凤 mjlog 或 tenhou.net/6 的牌谱",
                           "write a journal as a game of mjai, Tenhou's mjlog or tenhou.net/6"},
                          "  mlf export game.txt --format mjlog --out log.xml", export_, RunExport);
    AddJournal(command, export_.journal);
    command.Add("--format", export_.format, Say({"格式", "the format"}))
        .OneOf({"mjai", "mjlog", "tenhou6"})
        .ShowDefault();
    command.Add("--out", export_.out,
                Say({"文件；默认标准输出", "the file; else the standard output"}));
  }
  void AddVerifyWall() {
    Command command =
        Add("verify-wall",
            {"核对服务器的一局：承诺、密钥、盐和看到的牌",
             "check a hand of a server: commit, key, salts and the tiles seen"},
            "  mlf verify-wall hand.json\n  mlf verify-wall hand.json --journal hand.txt",
            verify_wall_, RunVerifyWall);
    command.Add("file", verify_wall_.file,
                Say({"保存的推送（JSON）；不给则读标准输入",
                     "what was kept of the pushes (JSON); else the standard input"}));
    command.Add("--journal", verify_wall_.journal,
                Say({"这一局的日志，一并核对", "the journal of that hand, checked too"}));
    AddVariantDir(command, verify_wall_.variant_dir);
  }

  ListCommand list_, variants_, rules_;
  PartsCommand parts_;
  NewCommand new_;
  CheckCommand check_;
  SimCommand sim_;
  VariantChoice score_;
  VariantChoice follow_;
  MjaiCommand mjai_;
  ImportCommand import_;
  ExportCommand export_;
  HandCommand hand_;
  ReplayCommand replay_;
  ExplainCommand explain_;
  ViewCommand view_;
  VerifyWallCommand verify_wall_;
};

}  // namespace

int RunMlf(std::vector<std::string> args, std::istream& in, std::ostream& out, std::ostream& err,
           std::string_view program) {
  return RunProgram(program, args, in, out, err,
                    [&](const Console& console) { return MlfLine(console).Run(std::move(args)); });
}

}  // namespace mlf::tools
