#include "tools/console/journal_input.h"
#include "tools/console/write_file.h"
#include "tools/mjai/game_log.h"
#include "tools/mjai/words.h"
#include "tools/mlf/commands.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <sstream>

namespace mlf::tools {

namespace {

// The format of a file by its first character: XML, an object with a "log", or lines of messages.
std::string FormatOf(const std::string& text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (at != std::string::npos && text[at] == '<') return "mjlog";
  return text.find("\"log\"") != std::string::npos ? "tenhou6" : "mjai";
}

Result<GameLog> Read(const std::string& format, const std::string& text, const std::string& file) {
  if (format == "mjlog") return ReadMjlog(text, file);
  return format == "tenhou6" ? ReadTenhou6(text, file) : ReadMjai(text, file);
}

int Put(const std::string& file, const std::string& text, const Console& console) {
  if (file.empty()) {
    console.out << text;
    return kDone;
  }
  const auto written = WriteBytes(file, text);
  return written ? kDone : console.Fail(written.faults());
}

// The rules of Tenhou, what the file says of its rules, and what the command line says.
std::vector<std::string> Settings(const std::vector<std::string>& of_file,
                                  const std::vector<std::string>& given) {
  std::vector<std::string> all;
  const auto names = [](const std::vector<std::string>& list, const std::string& setting) {
    const std::string key = setting.substr(0, setting.find('=') + 1);
    return std::ranges::any_of(list,
                               [&](const std::string& other) { return other.starts_with(key); });
  };
  if (!names(given, "preset=")) all.push_back("preset=tenhou");
  for (const std::string& setting : of_file) {
    if (!names(given, setting)) all.push_back(setting);
  }
  all.insert(all.end(), given.begin(), given.end());
  return all;
}

}  // namespace

int RunImport(const ImportCommand& options, const Console& console) {
  std::ifstream in(options.file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return console.Fail(console.Format({"读不了文件 {}", "cannot read {}"}, options.file));
  const std::string format = options.format.empty() ? FormatOf(text.str()) : options.format;
  const auto log = Read(format, text.str(), options.file);
  if (!log) return console.Fail(log.faults());
  VariantChoice variant = options.variant;
  variant.set = Settings(log->settings, variant.set);
  const std::shared_ptr<const Flow> flow = Open(console, variant);
  if (flow == nullptr) return kBadInput;
  if (const std::string why = WhyNoMjai(*flow); !why.empty()) return console.Fail(why);
  const auto journal = JournalOfGame(*flow, *log);
  if (!journal) return console.Fail(journal.faults());
  return Put(options.out, WriteJournal(*journal, JournalForm::kText), console);
}

int RunExport(const ExportCommand& options, const Console& console) {
  const auto input = OpenJournal(options.journal, console);
  if (!input) return kBadInput;
  if (const std::string why = WhyNoMjai(*input->flow); !why.empty()) return console.Fail(why);
  const auto log = GameOfJournal(*input->flow, input->journal);
  if (!log) return console.Fail(log.faults());
  if (options.format == "mjlog") {
    const auto text = WriteMjlog(*log);
    return text ? Put(options.out, *text, console) : console.Fail(text.faults());
  }
  return Put(options.out, options.format == "mjai" ? WriteMjai(*log) : WriteTenhou6(*log), console);
}

}  // namespace mlf::tools
