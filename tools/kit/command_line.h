// CommandLine: what the command lines of our programs share: commands with an example each, options
// that several of them take, and what a run comes to. Included by the one file of a program that
// says its commands, as CLI11 is slow to compile.
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
  // Runs the command that `args` (without the program's name) say; the exit status.
  int Run(std::vector<std::string> args);

 protected:
  // `example` is a line of use that the list of commands ends with.
  CommandLine(const Console& console, std::string about, std::string_view example);
  CommandLine(const CommandLine&) = delete;
  ~CommandLine() = default;

  std::string Say(Text text) const { return std::string(text.In(console_.lang)); }

  // A command with its examples, run as run(options, console) with what `options` holds by then.
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
  // `flag` ("--set", "--set-a"), and beside it the same for a preset ("--preset", "--preset-a");
  // both go to `set`.
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
  // Empty where the text is a number from 0 that 64 bits hold.
  std::string WrongSeed(const std::string& text) const;
  // "mlf sim: --games: ...", with the nearest name of an option that is not there.
  int FailUsage(const CLI::ParseError& error) const;
  bool KnowsCommand(const std::vector<std::string>& args) const;

  const Console& console_;
  std::function<int()> run_;
};

// A program around its command line: the console in the language `args` or the environment ask for,
// and a message where something is thrown or the output cannot be written. The exit status; nothing
// is thrown.
int RunProgram(std::string_view program, const std::vector<std::string>& args, std::istream& in,
               std::ostream& out, std::ostream& err, const std::function<int(const Console&)>& run);

}  // namespace mlf::tools
