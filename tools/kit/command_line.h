// CommandLine: the common part of our command lines: commands with examples, shared options,
// plug-ins, and the exit status. Only the file that declares the commands of a program includes
// this header, because CLI11 is slow to compile.
#pragma once

#include "tools/kit/console.h"
#include "tools/kit/journal_input.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

class CommandLine {
 public:
  // Loads the plug-ins of --plugin and of MLF_PLUGINS, and runs the command in `args` (without the
  // program's name). Returns the exit status.
  int Run(std::vector<std::string> args);

 protected:
  // `example` is the command line at the end of the list of commands.
  CommandLine(const Console& console, std::string about, std::string_view example);
  CommandLine(const CommandLine&) = delete;
  ~CommandLine() = default;

  std::string Say(Text text) const { return std::string(text.In(console_.lang)); }

  // Adds a command with its examples. It is run as run(options, console) after `options` is read.
  template <typename Options, typename Command>
  CLI::App& Add(const char* name, Text about, const std::string& examples, Options& options,
                Command run) {
    CLI::App* command = app_.add_subcommand(name, Say(about));
    command->footer(Say({"例：", "Example:"}) + "\n" + examples);
    command->callback(
        [this, &options, run] { run_ = [this, &options, run] { return run(options, console_); }; });
    return *command;
  }
  CLI::Option* AddVariant(CLI::App& command, std::string& name);
  void AddVariantDir(CLI::App& command, std::string& folder);
  // Adds `flag` ("--set", "--set-a") and the flag for a preset ("--preset", "--preset-a"). Both
  // fill `set`.
  void AddSet(CLI::App& command, const char* flag, std::vector<std::string>& set);
  void AddStrict(CLI::App& command, bool& strict);
  // `seed` is a std::uint64_t or an optional one.
  template <typename Number>
  CLI::Option* AddSeed(CLI::App& command, Number& seed, Text about) {
    return command.add_option("--seed", seed, Say(about))->check([this](const std::string& text) {
      return WrongSeed(text);
    });
  }
  void AddJournal(CLI::App& command, JournalChoice& choice);

  CLI::App app_;

 private:
  // Empty for a number from 0 that fits into 64 bits; else the message.
  std::string WrongSeed(const std::string& text) const;
  // "mlf sim: --games: ...". For an unknown option the message names the nearest one.
  int FailUsage(const CLI::ParseError& error) const;
  bool KnowsCommand(const std::vector<std::string>& args) const;

  const Console& console_;
  std::vector<std::string> plugins_;
  std::function<int()> run_;
};

// Runs a program: gives `run` a console in the language of `args` or the environment. Reports
// exceptions and write errors. Returns the exit status and throws nothing.
int RunProgram(std::string_view program, const std::vector<std::string>& args, std::istream& in,
               std::ostream& out, std::ostream& err, const std::function<int(const Console&)>& run);

}  // namespace mlf::tools
