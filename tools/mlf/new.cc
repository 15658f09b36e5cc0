// `mlf new`: a folder with a variant that plays at once. Nothing is ever overwritten.
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "flow/base/words.h"
#include "tools/console/write_file.h"
#include "tools/kit/fields.h"
#include "tools/kit/scenario.h"
#include "tools/mlf/commands.h"
#include "tools/mlf/new_variant.h"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

namespace mlf::tools {

namespace {

namespace fs = std::filesystem;

bool IsId(std::string_view text) {
  if (text.empty() || text[0] < 'a' || text[0] > 'z') return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

struct ChoiceWord {
  const char* word;
  Text meaning;
};

// The questions for a new variant, in order. The first choice is the default.
struct Asked {
  const char* flag;
  std::string NewCommand::* answer;
  Text ask;
  std::vector<ChoiceWord> choices;
  bool several = false;     // words joined by commas
  bool other_text = false;  // any other text is accepted too
};

const std::vector<Asked>& Questions() {
  static const std::vector<Asked> questions = {
      {"players",
       &NewCommand::players,
       {"几个人", "how many players"},
       {{"4", {"四人", "four"}}, {"3", {"三人", "three"}}, {"2", {"二人", "two"}}}},
      {"tiles",
       &NewCommand::tiles,
       {"用哪些牌（或如 1-9m 5-7z）", "which tiles (or as 1-9m 5-7z)"},
       {{"three_suits", {"万条筒，108 张", "three suits, 108"}},
        {"with_honours", {"加字牌，136 张", "and honours, 136"}},
        {"two_suits", {"条筒，72 张", "two suits, 72"}}},
       false,
       true},
      {"chi",
       &NewCommand::chi,
       {"可以吃吗", "chi"},
       {{"off", {"不可", "no"}}, {"on", {"可以", "yes"}}}},
      {"peng",
       &NewCommand::peng,
       {"可以碰吗", "peng"},
       {{"on", {"可以", "yes"}}, {"off", {"不可", "no"}}}},
      {"gang",
       &NewCommand::gang,
       {"可以杠吗", "gangs"},
       {{"on", {"可以", "yes"}}, {"off", {"不可", "no"}}}},
      {"shapes",
       &NewCommand::shapes,
       {"哪些牌型可胡（逗号相连）", "which hands win (joined by commas)"},
       {{"standard", {"四副一对", "four sets and a pair"}},
        {"seven_pairs", {"七对", "seven pairs"}},
        {"thirteen_orphans", {"十三幺", "thirteen orphans"}}},
       true},
      {"claim",
       &NewCommand::claim,
       {"一张打出的牌谁能胡", "who wins on a discard"},
       {{"all", {"一炮多响", "everybody who can"}},
        {"nearest", {"顺序最近的一家", "the nearest"}},
        {"none", {"只能自摸", "nobody: self-draw only"}}}},
      {"after-win",
       &NewCommand::after_win,
       {"胡了以后", "after a win"},
       {{"ends", {"这一局结束", "the hand ends"}},
        {"leaves", {"胡家离局（血战）", "the winner leaves"}},
        {"stays", {"胡家锁手留下（血流）", "the winner stays, locked"}}}},
      {"score",
       &NewCommand::score,
       {"怎么计分", "how it scores"},
       {{"doubling", {"每番翻倍", "2^fan"}}, {"linear", {"每番一底", "a unit a fan"}}}},
  };
  return questions;
}

std::vector<std::string> Words(const Asked& question) {
  std::vector<std::string> words;
  words.reserve(question.choices.size());
  for (const ChoiceWord& choice : question.choices) words.emplace_back(choice.word);
  return words;
}

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

// Empty for a valid `answer`, else the message.
std::string Wrong(const Asked& question, const std::string& answer, const Console& console) {
  if (question.other_text && answer.find_first_of("123456789") != std::string::npos) return {};
  const std::vector<std::string> words = Words(question);
  for (const std::string& word :
       question.several ? Split(answer) : std::vector<std::string>{answer}) {
    if (std::find(words.begin(), words.end(), word) != words.end()) continue;
    std::string list;
    for (const std::string& known : words) list += (list.empty() ? "" : ", ") + known;
    return console.Format({"--{} 是 {} 之一，不是“{}”{}", "--{} is one of {}, not \"{}\"{}"},
                          question.flag, list, word, DidYouMean(word, words));
  }
  return {};
}

// Asks until an answer is valid. An empty line means the first choice. Nothing at the end of the
// input.
std::optional<std::string> Ask(const Asked& question, const Console& console) {
  for (;;) {
    console.out << question.ask.In(console.lang);
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
      console.out << (i == 0 ? ": " : ", ") << question.choices[i].word << " ("
                  << question.choices[i].meaning.In(console.lang) << ")";
    }
    console.out << " [" << question.choices[0].word << "] > " << std::flush;
    std::string line;
    if (!std::getline(console.in, line)) {
      console.out << "\n";
      return std::nullopt;
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    if (line.empty()) return std::string(question.choices[0].word);
    const std::string wrong = Wrong(question, line, console);
    if (wrong.empty()) return line;
    console.out << "  " << wrong << "\n";
  }
}

// All missing flags, with the values that --yes would take.
int FailUnanswered(const NewCommand& answers, const Console& console) {
  std::string missing;
  for (const Asked& question : Questions()) {
    if (!(answers.*question.answer).empty()) continue;
    missing += (missing.empty() ? "--" : ", --") + std::string(question.flag) + " " +
               question.choices[0].word;
  }
  return console.Fail(
      console.Format({"输入结束，还有没答的，什么也没有建。写出这些选项，或加 --yes 全取默认：{}",
                      "the input ended before every question was answered, and nothing is made. "
                      "Give the rest as options, or --yes for the defaults: {}"},
                     missing));
}

NewRules RulesOf(const NewCommand& answers) {
  const auto has = [](const std::string& list, std::string_view word) {
    const std::vector<std::string> words = Split(list);
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  NewRules rules;
  rules.players = answers.players[0] - '0';
  rules.kinds = answers.tiles == "three_suits"    ? "1-9m 1-9s 1-9p"
                : answers.tiles == "with_honours" ? "1-9m 1-9s 1-9p 1-7z"
                : answers.tiles == "two_suits"    ? "1-9s 1-9p"
                                                  : answers.tiles;
  rules.chi = answers.chi == "on";
  rules.peng = answers.peng == "on";
  rules.gang = answers.gang == "on";
  rules.standard = has(answers.shapes, "standard");
  rules.seven_pairs = has(answers.shapes, "seven_pairs");
  rules.thirteen_orphans = has(answers.shapes, "thirteen_orphans");
  rules.claim = answers.claim == "all"       ? Claim::kAll
                : answers.claim == "nearest" ? Claim::kNearest
                                             : Claim::kNone;
  rules.after_win = answers.after_win == "ends"     ? AfterWin::kEnds
                    : answers.after_win == "leaves" ? AfterWin::kLeaves
                                                    : AfterWin::kStays;
  rules.score = answers.score == "doubling" ? ScoreStyle::kDoubling : ScoreStyle::kLinear;
  return rules;
}

// The texts of the folder, checked before anything is written.
struct FolderTexts {
  std::string yaml, scenario;
  Readmes readmes;
};

int WriteFolder(const fs::path& folder, const FolderTexts& texts, const NewCommand& options,
                const Console& console) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  // Created now, so a folder that another process created meanwhile is not touched.
  if (!fs::create_directory(folder, error)) {
    return console.Fail(
        console.Format({"不能建立文件夹 {}", "the folder {} cannot be made"}, folder.string()));
  }
  for (const auto& [file, text] : {std::pair("variant.yaml", &texts.yaml),
                                   {"README.md", &texts.readmes.en},
                                   {"README.zh-CN.md", &texts.readmes.zh},
                                   {"scenarios/opening.yaml", &texts.scenario}}) {
    const auto written = WriteBytes((folder / file).string(), *text);
    if (written) continue;
    fs::remove_all(folder, error);  // the whole variant or nothing
    return console.Fail(written.faults());
  }
  const CheckReport report = CheckVariant(folder.string(), options.variant_dir);
  WriteCheckReport(report, console.lang, false, console.out, console.Called());
  if (!report.ok()) return kBadInput;
  console.out << console.Format({"{0} 已写好。接着：\n  {1} play {0}\n  {1} check {0}\n",
                                 "{0} is written. Next:\n  {1} play {0}\n  {1} check {0}\n"},
                                folder.string(), console.Called());
  return kDone;
}

}  // namespace

int RunNew(const NewCommand& options, const Console& console) {
  if (!IsId(options.id)) {
    return console.Fail(console.Format(
        {"id 以 a-z 开头，只含 a-z、0-9 和 _，如 my_rules；“{}”不行",
         "an id begins with a-z and has only a-z, 0-9 and _, as my_rules; not \"{}\""},
        options.id));
  }
  const std::vector<std::string> built_in = VariantIds();
  if (std::find(built_in.begin(), built_in.end(), options.id) != built_in.end()) {
    return console.Fail(
        console.Format({"内置玩法已有“{}”，请换一个 id",
                        "there is a built-in variant \"{}\" already; take another id"},
                       options.id));
  }
  const fs::path dir = options.dir.empty() ? fs::path(".") : fs::path(options.dir);
  const fs::path folder = dir / options.id;
  std::error_code error;
  if (fs::exists(folder, error)) {
    return console.Fail(console.Format(
        {"{} 已经存在，不会覆盖", "{} is there already; nothing is overwritten"}, folder.string()));
  }
  const NewNames names{options.id, options.zh.empty() ? options.id : options.zh,
                       options.en.empty() ? options.id : options.en};
  const VariantSource source = StandardSource(options.variant_dir, dir.string());

  FolderTexts texts;
  if (!options.from.empty()) {
    const auto base = LoadVariant(options.from, source);
    if (!base && !source(options.from)) {
      return console.Fail(
          console.Format({"没有可作底本的玩法“{}”{}；底本是内置玩法，或与新文件夹并列的文件夹",
                          "there is no variant \"{}\" to start from{}; it is a built-in one, or a "
                          "folder beside the new one"},
                         options.from, DidYouMean(options.from, built_in)));
    }
    if (!base) return console.Fail(base.faults());
    for (const Asked& question : Questions()) {
      if (!(options.*question.answer).empty()) {
        return console.Fail(
            console.Format({"--{} 只用于全新的玩法；与 --from 同用时请改 variant.yaml",
                            "--{} is for a whole variant; with --from change variant.yaml"},
                           question.flag));
      }
    }
    texts.yaml = PatchYaml(names, options.from, base->label());
    texts.readmes = PatchReadmes(names, options.from, base->label());
  } else {
    if (!HasMahjong()) return FailWithoutMahjong(console, "new");
    NewCommand answers = options;
    for (const Asked& question : Questions()) {
      std::string& answer = answers.*question.answer;
      if (answer.empty()) {
        const std::optional<std::string> said =
            options.yes ? std::string(question.choices[0].word) : Ask(question, console);
        if (!said) return FailUnanswered(answers, console);
        answer = *said;
      }
      const std::string wrong = Wrong(question, answer, console);
      if (!wrong.empty()) return console.Fail(wrong);
    }
    const NewRules rules = RulesOf(answers);
    const Faults faults = CheckRules(rules);
    if (!faults.empty()) return console.Fail(faults);
    texts.yaml = RulesYaml(names, rules);
    texts.readmes = RulesReadmes(names, rules);
  }
  const auto variant =
      LoadVariant(VariantText{(folder / "variant.yaml").string(), texts.yaml}, source);
  if (!variant) return console.Fail(variant.faults());
  const auto flow = variant->Build({}, AllParts(), &table::TileText());
  if (!flow) return console.Fail(flow.faults());
  texts.scenario = OpeningScenario(**flow);
  return WriteFolder(folder, texts, options, console);
}

}  // namespace mlf::tools
