#include <mlf/variants/open.h>
#include "flow/base/text_file.h"
#include "tools/kit/scenario.h"
#include "tools/mlf/commands.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <thread>

namespace mlf::tools {

namespace {

namespace fs = std::filesystem;

int CheckOnce(const CheckCommand& options, const Console& console) {
  const CheckReport report = CheckVariant(options.variant.name, options.variant.variant_dir,
                                          options.variant.strict, options.scenarios);
  if (!report.faults.empty()) return console.Fail(report.faults);
  WriteCheckReport(report, console.lang, options.verbose, console.out, console.Called());
  return report.ok() ? kDone : kBadInput;
}

// The texts of the files that a check reads. Texts are compared, not times, so changes within one
// clock tick are noticed.
std::map<std::string, std::string> Texts(const std::set<std::string>& files) {
  std::map<std::string, std::string> texts;
  for (const std::string& file : files) {
    auto text = ReadTextFile(file, kYamlMaxBytes + 1);
    texts[file] = text ? std::move(*text) : std::string();
  }
  return texts;
}

// Returns the folder of a variant and adds its files and its base files to `files`. Files of an
// unreadable text stay in `files`.
fs::path AddFiles(const VariantChoice& choice, std::set<std::string>& files) {
  std::error_code ignored;
  fs::path folder(choice.name);
  if (fs::is_regular_file(folder, ignored)) {
    files.insert(folder.string());
    folder = folder.parent_path();
  }
  if (const auto variant = OpenVariant(choice.name, choice.variant_dir)) {
    files.insert(variant->files().begin(), variant->files().end());
    folder = fs::path(variant->files().front()).parent_path();
  }
  return folder;
}

void AddFolder(const fs::path& folder, std::set<std::string>& files) {
  std::error_code ignored;
  for (const fs::path& one : {folder, folder / "scenarios"}) {
    for (const auto& entry : fs::directory_iterator(one, ignored)) {
      if (entry.path().extension() == ".yaml") files.insert(entry.path().string());
    }
  }
}

int Watch(const CheckCommand& options, const Console& console) {
  std::set<std::string> files;
  for (;;) {
    const fs::path folder = AddFiles(options.variant, files);
    const auto add = [&] {
      AddFolder(folder, files);
      for (const std::string& path : options.scenarios) {
        const std::vector<std::string> given = ScenarioFiles(path);
        files.insert(given.begin(), given.end());
      }
    };
    add();
    const std::map<std::string, std::string> before = Texts(files);
    const int status = CheckOnce(options, console);
    console.out << console.Format({"-- 等待文件改动（Ctrl-C 结束）\n",
                                   "-- waiting for a change (Ctrl-C ends)\n"})
                << std::flush;
    console.err << std::flush;
    if (!console.out || (options.on_checked && !options.on_checked())) return status;
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(options.poll_ms));
      add();
      if (Texts(files) != before) break;
    }
  }
}

}  // namespace

int RunCheck(const CheckCommand& options, const Console& console) {
  return options.watch ? Watch(options, console) : CheckOnce(options, console);
}

}  // namespace mlf::tools
