// CommandLine: the common part of our command lines: commands with examples, shared options,
// plug-ins, and the exit status. CLI11 reads them; it is slow to compile, so no header includes it.
#pragma once

#include "tools/console/console.h"
#include "tools/console/journal_input.h"

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace mlf::tools {

// Handle of one option of a command, to say more about it.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option* option) : option_(option) {}

  CommandOption& Required();
  // The help shows the value that the variable has when this is called.
  CommandOption& ShowDefault();
  // The value is one of these words.
  CommandOption& OneOf(const std::vector<std::string>& words);
  // From `low` to `high`, both included. Number: int, double.
  template <typename Number>
  CommandOption& Range(Number low, Number high);
  // One value at each occurrence, and all of them count.
  CommandOption& Repeatable();
  CommandOption& Excludes(const CommandOption& other);

 private:
  friend class CommandLine;
  CLI::Option* option_;
};

// Handle of a command of a program, or of what all its commands have in common.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  // `name` is "--games", "-o,--output", or "file" for a word by its place. Value: std::string,
  // std::vector<std::string>, int, std::uint64_t, double, or std::optional of one of them.
  template <typename Value>
  CommandOption Add(const char* name, Value& value, const std::string& about);
  // The flag sets `value`; "!--no-legend" clears it.
  CommandOption AddFlag(const char* name, bool& value, const std::string& about);

 private:
  friend class CommandLine;
  CLI::App* app_;
};

class CommandLine {
 public:
  // Loads the plug-ins of --plugin and of MLF_PLUGINS, and runs the command in `args` (without the
  // program's name). Returns the exit status.
  int Run(std::vector<std::string> args);

 protected:
  // `example` is the command line at the end of the list of commands.
  CommandLine(const Console& console, const std::string& about, std::string_view example);
  CommandLine(const CommandLine&) = delete;
  ~CommandLine();

  std::string Say(Text text) const { return std::string(text.In(console_.lang)); }

  // The options that may stand before and after the command.
  Command All();
  // Adds a command with its examples. It is run as run(options, console) after `options` is read.
  template <typename Options, typename Run>
  Command Add(const char* name, Text about, const std::string& examples, Options& options,
              Run run) {
    return AddCommand(name, about, examples,
                      [this, &options, run] { return run(options, console_); });
  }
  CommandOption AddVariant(Command command, std::string& name);
  void AddVariantDir(Command command, std::string& folder);
  // The variant and --variant-dir; --set and --preset too.
  CommandOption AddChoice(Command command, VariantChoice& choice);
  void AddChoiceAndSet(Command command, VariantChoice& choice);
  // Adds `flag` ("--set", "--set-a") and the flag for a preset ("--preset", "--preset-a"). Both
  // fill `set`.
  void AddSet(Command command, const char* flag, std::vector<std::string>& set);
  void AddStrict(Command command, bool& strict);
  // Seed: std::uint64_t or an optional one.
  template <typename Seed>
  CommandOption AddSeed(Command command, Seed& seed, Text about);
  void AddJournal(Command command, JournalChoice& choice);

 private:
  // Empty for a number from 0 that fits into 64 bits; else the message.
  std::string WrongSeed(const std::string& text) const;
  // "mlf sim: --games: ...". For an unknown option the message names the nearest one.
  int FailUsage(const CLI::ParseError& error) const;
  bool KnowsCommand(const std::vector<std::string>& args) const;

  Command AddCommand(const char* name, Text about, const std::string& examples,
                     std::function<int()> run);

  std::unique_ptr<CLI::App> app_;
  const Console& console_;
  std::vector<std::string> plugins_;
  std::function<int()> run_;
};

// Runs a program: gives `run` a console in the language of `args` or the environment. Reports
// exceptions and write errors. Returns the exit status and throws nothing.
int RunProgram(std::string_view program, const std::vector<std::string>& args, std::istream& in,
               std::ostream& out, std::ostream& err, const std::function<int(const Console&)>& run);

}  // namespace mlf::tools
