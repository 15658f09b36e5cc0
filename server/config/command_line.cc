#include "server/config/command_line.h"
#include "flow/base/text_file.h"
#include "flow/base/trusted_file.h"
#include "flow/base/words.h"
#include "server/config/settings.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlf::server {
namespace {

// All occurrences of one setting that CLI11 found.
using Given = std::vector<std::string>;

void AddSettings(CLI::App& app, const std::vector<Setting>& settings, std::vector<Given>& given) {
  given.resize(settings.size());
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Setting& setting = settings[i];
    Given& to = given[i];
    const CLI::callback_t take = [&to](const std::vector<std::string>& words) {
      to = words;
      return true;
    };
    const std::string about = fmt::format("{} ({})", setting.about, setting.Get().Canonical());
    CLI::Option* option = app.add_option(setting.option(), take, about);
    option->group("Settings")->type_name("VALUE");
    if (std::holds_alternative<Setting::Switch>(setting.kind)) {
      option->expected(0, 1);
    } else if (const auto* texts = std::get_if<Setting::Texts>(&setting.kind)) {
      // One behind each occurrence: the next word is another one's.
      option->allow_extra_args(false)->expected(1)->multi_option_policy(
          CLI::MultiOptionPolicy::TakeAll);
      if (texts->commas) option->delimiter(',');
    } else {
      option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
}

Value ValueOf(const Setting& setting, const Given& given) {
  if (std::holds_alternative<Setting::Texts>(setting.kind)) {
    std::vector<Value> items(given.begin(), given.end());
    return Value::List(std::move(items));
  }
  // A switch without a value is on.
  const bool bare = given.empty() || given.front().empty();
  if (std::holds_alternative<Setting::Switch>(setting.kind) && bare) return Value(true);
  return Value(given.empty() ? std::string() : given.back());
}

// Gives a value of the command line its place, which later faults name.
void PlaceAt(const std::string& option, Value& value) {
  SourcePos where;
  where.file = option;
  value.set_where(where);
  for (Value& item : value.items()) item.set_where(where);
}

Fault UnknownWord(const std::string& word, const CLI::App& app) {
  std::vector<std::string> known;
  if (word.starts_with("-")) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    const std::string name = word.substr(0, word.find('='));
    return {"S05", {}, fmt::format("there is no option {}{}", name, DidYouMean(name, known))};
  }
  known = {"backup", "check-upgrade", "cluster-certs", "migrate", "rebuild-results"};
  return {
      "S05", {}, fmt::format("there is no command {}{}", Quoted(word), DidYouMean(word, known))};
}

}  // namespace

Result<Invocation> ReadCommandLine(std::vector<std::string> args) {
  Invocation run;
  CLI::App app("Runs tables of mahjong for people.", "mlf-server");
  app.set_help_flag("-h,--help", "print this");
  bool version = false, print = false;
  std::string file;
  app.add_flag("--version", version, "print the version");
  app.add_flag("--print-config", print, "print the effective settings as a server.yaml");
  app.add_option("--config", file, "server.yaml; its keys are the settings with _ for -")
      ->type_name("FILE");
  app.footer(
      "Commands:\n  mlf-server backup --data DIR FILE      copy the data of a running or stopped "
      "server\n"
      "  mlf-server check-upgrade --data DIR    list matches that this program cannot go on with\n"
      "  mlf-server rebuild-results --data DIR    count what people have played from the journals\n"
      "  mlf-server migrate to-cluster --data DIR --cluster ETCD     move everything to a cluster\n"
      "  mlf-server migrate to-folder --data DIR --cluster ETCD    and back\n"
      "  mlf-server cluster-certs FOLDER NODE ...    certificates by which nodes know each other");
  app.allow_extras();
  const std::vector<Setting> settings = Settings(run.config);
  std::vector<Given> given;
  AddSettings(app, settings, given);

  if (!args.empty() && args.front() == "backup") run.what = Invocation::What::kBackup;
  if (!args.empty() && args.front() == "check-upgrade") run.what = Invocation::What::kCheckUpgrade;
  if (!args.empty() && args.front() == "rebuild-results")
    run.what = Invocation::What::kRebuildResults;
  if (!args.empty() && args.front() == "cluster-certs") run.what = Invocation::What::kClusterCerts;
  const bool migrates = !args.empty() && args.front() == "migrate";
  if (migrates) run.what = Invocation::What::kMigrateToFolder;  // the next word tells
  if (run.what != Invocation::What::kServe) args.erase(args.begin());
  try {
    std::ranges::reverse(args);  // CLI11 expects them in reverse order
    app.parse(args);
  } catch (const CLI::CallForHelp&) {
    run.what = Invocation::What::kHelp;
    run.help = app.help();
    return run;
  } catch (const CLI::ParseError& error) {
    return Fault{"S05", {}, error.what()};
  }
  if (app.count("--cluster") > 1)
    return Fault{"S05",
                 {},
                 "--cluster is given twice, and a cluster has one etcd: name all its members in "
                 "one, --cluster etcd://A,B,C"};
  std::vector<std::string> rest = app.remaining();
  if (run.what == Invocation::What::kBackup) {
    const auto name =
        std::ranges::find_if(rest, [](const std::string& word) { return !word.starts_with("-"); });
    if (name == rest.end())
      return Fault{"S05", {}, "backup needs the file to write: mlf-server backup --data DIR FILE"};
    run.backup_file = *name;
    rest.erase(name);
  }
  if (run.what == Invocation::What::kClusterCerts) {
    std::ranges::copy_if(rest, std::back_inserter(run.words),
                         [](const std::string& word) { return !word.starts_with("-"); });
    std::erase_if(rest, [](const std::string& word) { return !word.starts_with("-"); });
    if (run.words.size() < 2)
      return Fault{"S05",
                   {},
                   "cluster-certs needs a folder and the names of nodes: mlf-server cluster-certs "
                   "FOLDER NODE ..."};
  }
  if (migrates) {
    const auto way =
        std::ranges::find_if(rest, [](const std::string& word) { return !word.starts_with("-"); });
    if (way == rest.end() || (*way != "to-cluster" && *way != "to-folder"))
      return Fault{"S05",
                   {},
                   "migrate goes one way or the other: mlf-server migrate to-cluster, or "
                   "mlf-server migrate to-folder"};
    if (*way == "to-cluster") run.what = Invocation::What::kMigrateToCluster;
    rest.erase(way);
  }
  if (!rest.empty()) return UnknownWord(rest.front(), app);
  if (version) run.what = Invocation::What::kVersion;
  if (print) run.what = Invocation::What::kPrintConfig;

  Faults faults;
  if (!file.empty()) {
    const Result<std::string> text = ReadTextFile(file, kYamlMaxBytes + 1);
    if (!text) return text.faults();
    faults = ReadSettings(*text, file, run.config);
    struct stat about{};
    if (!run.config.plugins.empty() && stat(file.c_str(), &about) == 0) {
      if (const auto why = WhyNotTrusted(file, about, geteuid()))
        faults.push_back({"S06", {}, file + " names plug-ins, which are code, but " + *why});
    }
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (app.count(settings[i].option()) == 0) continue;
    Value value = ValueOf(settings[i], given[i]);
    PlaceAt(settings[i].option(), value);
    if (auto fault = settings[i].Set(value)) faults.push_back(*std::move(fault));
  }
  if (migrates && faults.empty()) {
    if (run.config.cluster.empty())
      faults.push_back({"S05", {}, "migrate needs the cluster: give it by --cluster etcd://A,B,C"});
    // It is no node.
    if (run.config.name.empty()) run.config.name = "migrate";
  }
  if (faults.empty()) faults = CheckTogether(run.config);
  if (!faults.empty()) return faults;
  return run;
}

}  // namespace mlf::server
