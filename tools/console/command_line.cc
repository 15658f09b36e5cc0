#include "tools/console/command_line.h"
#include <mlf/flow/plugin.h>
#include "flow/base/words.h"
#include "tools/console/finish_output.h"
#include "tools/console/version.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <sstream>

namespace mlf::tools {

namespace {

// The language is needed before the command line is read, because its help is a text too.
Lang LangOf(const std::vector<std::string>& args) {
  std::optional<Lang> lang;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].starts_with("--lang=")) lang = LangFrom(args[i].substr(7));
    if (args[i] == "--lang" && i + 1 < args.size()) lang = LangFrom(args[i + 1]);
  }
  return lang.value_or(LangOfEnvironment());
}

// Examples name mlf; another program that has the command is named as it was called.
std::string AsCalled(std::string examples, std::string_view program) {
  for (const std::string_view before : {"  ", "| "}) {
    const std::string named = std::string(before) + "mlf ";
    for (std::size_t at = 0; (at = examples.find(named, at)) != std::string::npos;) {
      examples.replace(at + before.size(), 3, program);
      at += program.size();
    }
  }
  return examples;
}

}  // namespace

CommandOption& CommandOption::Required() {
  option_->required();
  return *this;
}

CommandOption& CommandOption::ShowDefault() {
  option_->capture_default_str();
  return *this;
}

CommandOption& CommandOption::OneOf(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

template <typename Number>
CommandOption& CommandOption::Range(Number low, Number high) {
  option_->check(CLI::Range(low, high));
  return *this;
}
template CommandOption& CommandOption::Range(int, int);
template CommandOption& CommandOption::Range(double, double);

CommandOption& CommandOption::Repeatable() {
  option_->take_all()->expected(1)->allow_extra_args(false);
  return *this;
}

CommandOption& CommandOption::Excludes(const CommandOption& other) {
  option_->excludes(other.option_);
  return *this;
}

template <typename Value>
CommandOption Command::Add(const char* name, Value& value, const std::string& about) {
  return CommandOption(app_->add_option(name, value, about));
}
template CommandOption Command::Add(const char*, std::string&, const std::string&);
template CommandOption Command::Add(const char*, std::vector<std::string>&, const std::string&);
template CommandOption Command::Add(const char*, int&, const std::string&);
template CommandOption Command::Add(const char*, std::uint32_t&, const std::string&);
template CommandOption Command::Add(const char*, std::uint64_t&, const std::string&);
template CommandOption Command::Add(const char*, std::optional<int>&, const std::string&);
template CommandOption Command::Add(const char*, std::optional<std::uint64_t>&, const std::string&);
template CommandOption Command::Add(const char*, double&, const std::string&);

CommandOption Command::AddFlag(const char* name, bool& value, const std::string& about) {
  return CommandOption(app_->add_flag(name, value, about));
}

CommandLine::CommandLine(const Console& console, const std::string& about, std::string_view example)
    : app_(std::make_unique<CLI::App>(about)), console_(console) {
  app_->require_subcommand(1);
  app_->name(std::string(console.program));
  app_->fallthrough();  // --plugin may follow the command
  All()
      .Add("--plugin", plugins_,
           Say({"载入插件（.so），可以多次；另见环境变量 MLF_PLUGINS",
                "load a plug-in (.so), may be given several times; see MLF_PLUGINS too"}))
      .Repeatable();
  app_->set_version_flag("--version", VersionLine(console.program),
                         Say({"打印版本", "print the version"}));
  app_->footer(console.Format({"例：\n  {}\n  {} <命令> --help 看每个命令的例子",
                               "Example:\n  {}\n  {} <command> --help shows an example of each"},
                              example, console.program));
}

CommandLine::~CommandLine() = default;

Command CommandLine::All() { return Command(app_.get()); }

Command CommandLine::AddCommand(const char* name, Text about, const std::string& examples,
                                std::function<int()> run) {
  CLI::App* command = app_->add_subcommand(name, Say(about));
  command->footer(Say({"例：", "Example:"}) + "\n" + AsCalled(examples, console_.program));
  command->callback([this, run = std::move(run)] { run_ = run; });
  return Command(command);
}

CommandOption CommandLine::AddVariant(Command command, std::string& name) {
  return command.Add("variant", name,
                     Say({"内置玩法的 id、含 variant.yaml 的文件夹，或 yaml 文件",
                          "id of a built-in variant, a folder with variant.yaml, or a yaml file"}));
}

void CommandLine::AddVariantDir(Command command, std::string& folder) {
  command.Add("--variant-dir", folder,
              Say({"玩法所在的文件夹，先于内置的查找",
                   "a folder of variants, looked in before the built-in ones"}));
}

void CommandLine::AddSet(Command command, const char* flag, std::vector<std::string>& set) {
  command.Add(flag, set, Say({"选项=值，可以多次", "option=value, may be given several times"}))
      .Repeatable()
      .option_->check([this](const std::string& text) {
        const std::size_t sign = text.find('=');
        return sign == std::string::npos || sign == 0
                   ? Say({"应写成 选项=值：", "is not option=value: "}) + text
                   : std::string();
      });
  // "--against-set" has "--against-preset" beside it, and "--set-a" has "--preset-a". It is
  // declared after `set`, which is filled first.
  std::string preset_flag = flag;
  preset_flag.replace(preset_flag.find("set"), 3, "preset");
  command.app_->add_option_function<std::string>(
      preset_flag,
      [&set](const std::string& name) { set.push_back(std::string(kPresetKey) + "=" + name); },
      Say({"预设，选项=值 在它之上", "a preset of the variant; option=value lies on top of it"}));
}

void CommandLine::AddStrict(Command command, bool& strict) {
  command.AddFlag("--strict", strict, Say({"警告也算错误", "warnings are faults"}));
}

template <typename Seed>
CommandOption CommandLine::AddSeed(Command command, Seed& seed, Text about) {
  CommandOption option = command.Add("--seed", seed, Say(about));
  option.option_->check([this](const std::string& text) { return WrongSeed(text); });
  return option;
}
template CommandOption CommandLine::AddSeed(Command, std::uint64_t&, Text);
template CommandOption CommandLine::AddSeed(Command, std::optional<std::uint64_t>&, Text);

CommandOption CommandLine::AddChoice(Command command, VariantChoice& choice) {
  CommandOption name = AddVariant(command, choice.name);
  AddVariantDir(command, choice.variant_dir);
  return name;
}
void CommandLine::AddChoiceAndSet(Command command, VariantChoice& choice) {
  AddChoice(command, choice).Required();
  AddSet(command, "--set", choice.set);
}

void CommandLine::AddJournal(Command command, JournalChoice& choice) {
  command.Add("journal", choice.file, Say({"对局日志", "a journal"})).Required();
  command.Add(
      "--variant", choice.variant,
      Say({"不用日志所记的玩法，用这个", "this variant instead of the one the journal names"}));
  AddVariantDir(command, choice.variant_dir);
  command.AddFlag(
      "--try", choice.try_other,
      Say({"指纹不同也试着重放", "replay under another fingerprint too, as far as it goes"}));
  command.AddFlag("--strict", choice.strict,
                  Say({"日志中断则拒绝，而不是用其完整的部分",
                       "refuse a journal that breaks off, instead of using what is whole"}));
}

// The first word names the command. The parser would say only that one is missing.
bool CommandLine::KnowsCommand(const std::vector<std::string>& args) const {
  if (args.empty() || args[0].starts_with("-")) return true;
  std::vector<std::string> known;
  for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(command->get_name());
  if (std::find(known.begin(), known.end(), args[0]) != known.end()) return true;
  const std::string near = Nearest(args[0], known);
  console_.Fail(console_.Format(
      {"没有命令“{}”{}；{} --help 列出所有命令",
       "there is no command \"{}\"{}; {} --help lists them"},
      args[0], near.empty() ? "" : console_.Format({"，是不是 {}？", " (did you mean {}?)"}, near),
      console_.program));
  return false;
}

std::string CommandLine::WrongSeed(const std::string& text) const {
  if (ParseNumber<std::uint64_t>(text)) return {};
  return console_.Format({"种子是 0 到 18446744073709551615 的整数，不是 {}",
                          "a seed is a whole number from 0 to 18446744073709551615, not {}"},
                         text);
}

int CommandLine::FailUsage(const CLI::ParseError& error) const {
  const CLI::App* command = app_.get();
  const std::vector<CLI::App*> given = app_->get_subcommands();
  if (!given.empty()) command = given.front();
  const std::string program =
      std::string(console_.program) + (command == app_.get() ? "" : " " + command->get_name());
  std::string message = error.what();
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    // The parser reports unknown words only in its message: "...: word word". An unknown option is
    // reported before a word.
    std::vector<std::string> extra;
    std::istringstream words(message.substr(message.rfind(": ") + 2));
    for (std::string word; words >> word;) extra.push_back(word);
    const auto option = std::find_if(extra.begin(), extra.end(),
                                     [](const std::string& word) { return word.starts_with("-"); });
    std::string name = option != extra.end() ? *option : extra.empty() ? "" : extra.front();
    name = name.substr(0, name.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* known_option : command->get_options()) {
      for (const std::string& one : known_option->get_lnames()) known.push_back("--" + one);
    }
    const std::string near = Nearest(name, known);
    message =
        name.starts_with("-")
            ? console_.Format({"没有选项 {}{}", "there is no option {}{}"}, name,
                              near.empty()
                                  ? ""
                                  : console_.Format({"，是不是 {}？", " (did you mean {}?)"}, near))
            : console_.Format({"多了一个词：{}", "{} is one word too many"}, name);
  }
  console_.err << program << ": " << message
               << console_.Format({"；{} --help 有说明\n", "; see {} --help\n"}, program);
  return kUsage;
}

int CommandLine::Run(std::vector<std::string> args) {
  if (!KnowsCommand(args)) return kUsage;
  std::reverse(args.begin(), args.end());  // CLI11 expects them in reverse order
  try {
    app_->parse(args);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0)
      return app_->exit(error, console_.out, console_.err);  // --help, --version
    return FailUsage(error);
  }
  if (const Faults faults = LoadPluginsOfRun(plugins_); !faults.empty())
    return console_.Fail(faults);
  console_.plugins = plugins_;
  return run_();
}

int RunProgram(std::string_view program, const std::vector<std::string>& args, std::istream& in,
               std::ostream& out, std::ostream& err,
               const std::function<int(const Console&)>& run) {
  const Console console{
      in, out, err, LangOf(args), &err == &std::cerr && ::isatty(STDERR_FILENO) == 1, program};
  int status = kBadInput;
  try {
    status = run(console);
  } catch (const std::exception& error) {
    err << program << ": " << error.what() << "\n";
  }
  return FinishOutput(console, status);
}

}  // namespace mlf::tools
