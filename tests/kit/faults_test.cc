// The table of mistakes in tests/kit/faults/: the message of each must match word for word, with
// its place.
#include <mlf/variants/open.h>
#include "tests/support/files.h"
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;
using test::ReadText;
using test::WriteText;

struct Mistake {
  std::string name;
  std::string removed_lines, added_lines;
  std::optional<std::string> whole_text;              // instead of removed and added lines
  std::map<std::string, std::string> other_variants;  // by id
  std::vector<std::string> messages;
};

struct Table {
  std::string head;  // comments
  std::string text;  // in order
  std::vector<Mistake> mistakes;
};

// \t and \xNN.
std::string Unescaped(const std::string& line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.compare(i, 2, "\\t") == 0) {
      text += '\t';
      ++i;
    } else if (line.compare(i, 2, "\\x") == 0 && i + 3 < line.size()) {
      text += static_cast<char>(std::strtol(line.substr(i + 2, 2).c_str(), nullptr, 16));
      i += 3;
    } else {
      text += line[i];
    }
  }
  return text;
}

Table ReadTable(const std::string& text) {
  Table table;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::string rest = line.size() > 2 ? line.substr(2) : "";
    if (line.starts_with("--- ")) {
      table.mistakes.emplace_back().name = line.substr(4);
    } else if (line.starts_with('#')) {
      table.head += line + "\n";
    } else if (line.starts_with('|')) {
      table.text += rest + "\n";
    } else if (!table.mistakes.empty()) {
      Mistake& mistake = table.mistakes.back();
      if (line.starts_with('-')) mistake.removed_lines += rest + "\n";
      if (line.starts_with('+')) mistake.added_lines += Unescaped(rest) + "\n";
      if (line.starts_with('>')) mistake.messages.push_back(rest);
      if (line.starts_with('=')) {
        if (!mistake.whole_text) mistake.whole_text.emplace();
        if (!rest.empty()) *mistake.whole_text += Unescaped(rest) + "\n";
      }
      if (line.starts_with('@')) {
        const std::size_t space = line.find(' ');
        mistake.other_variants[line.substr(1, space - 1)] += line.substr(space + 1) + "\n";
      }
    }
  }
  return table;
}

// The table's text with the lines with > replaced by the present messages.
std::string Renewed(const std::string& text,
                    const std::vector<std::vector<std::string>>& messages) {
  std::string out;
  std::size_t mistake = 0;
  const auto close = [&] {
    if (mistake == 0) return;
    for (const std::string& line : messages[mistake - 1]) out += "> " + line + "\n";
  };
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('>')) continue;
    if (line.starts_with("--- ")) {
      close();
      ++mistake;
    }
    out += line + "\n";
  }
  close();
  return out;
}

// The folder that holds the text of a table row.
struct FaultPlace {
  const char* file;
  const char* text;     // in the folder of variant x
  const char* variant;  // variant.yaml, when the text is another file
};
constexpr FaultPlace kFaultPlaces[] = {
    {"variants", "variant.yaml", nullptr},
    {"scenarios", "scenarios/s.yaml", "id: x\nzh: 测试\nen: test\nextends: xueliu\n"},
};

class Faults : public ::testing::TestWithParam<FaultPlace> {
 protected:
  fs::path folder_ = fs::path(::testing::TempDir()) / ("mlf_faults_" + std::to_string(::getpid())) /
                     GetParam().file;

  // The output for `text`, without the name of the folder.
  std::vector<std::string> MessagesOf(const std::string& text,
                                      const std::map<std::string, std::string>& other_variants) {
    fs::remove_all(folder_);
    if (GetParam().variant != nullptr)
      WriteText(folder_ / "x" / "variant.yaml", GetParam().variant);
    WriteText(folder_ / "x" / GetParam().text, text);
    for (const auto& [id, other] : other_variants) WriteText(folder_ / id / "variant.yaml", other);
    const std::string variant = (folder_ / "x").string();
    mlf::Faults faults;
    if (GetParam().variant == nullptr) {
      faults = CheckVariant(variant).faults;
    } else {  // skip the build of every option value
      const ScenarioRun run = RunScenarioFolder(
          variant + "/scenarios",
          [&](const OptionValues& options) { return OpenFlow(variant, options); });
      for (const ScenarioResult& result : run.results)
        faults.insert(faults.end(), result.failures.begin(), result.failures.end());
    }
    std::vector<std::string> messages;
    for (const Fault& fault : faults) {
      std::string line = fault.Text();
      const std::string prefix = folder_.string() + "/x/";
      if (line.starts_with(prefix)) line = line.substr(prefix.size());
      if (line.starts_with(folder_.string() + "/"))
        line = ".." + line.substr(folder_.string().size());
      messages.push_back(line);
    }
    fs::remove_all(folder_);
    return messages;
  }
};

TEST_P(Faults, HaveTheseMessages) {
  const fs::path path =
      fs::path(MLF_SOURCE_DIR) / "tests/kit/faults" / (std::string(GetParam().file) + ".txt");
  const std::string text = ReadText(path);
  const Table table = ReadTable(text);
  EXPECT_GE(table.mistakes.size(), 40u);
  EXPECT_EQ(MessagesOf(table.text, {}), std::vector<std::string>())
      << "the text itself is in order";
  std::vector<std::vector<std::string>> messages;
  for (const Mistake& mistake : table.mistakes) {
    std::string changed = mistake.whole_text.value_or(table.text);
    if (!mistake.whole_text) {
      const std::size_t at = changed.find(mistake.removed_lines);
      ASSERT_NE(at, std::string::npos)
          << mistake.name << ": the removed lines are not lines of the text";
      changed.replace(at, mistake.removed_lines.size(), mistake.added_lines);
    }
    messages.push_back(MessagesOf(changed, mistake.other_variants));
    EXPECT_FALSE(messages.back().empty()) << mistake.name << " goes unnoticed";
    if (!test::UpdatesGolden()) {
      EXPECT_EQ(messages.back(), mistake.messages) << mistake.name;
    }
  }
  if (test::UpdatesGolden()) WriteText(path, Renewed(text, messages));
}

// Every message has a place. Two are exempt because they concern the whole.
TEST_P(Faults, HaveAPlace) {
  for (const Mistake& mistake : ReadTable(ReadText(fs::path(MLF_SOURCE_DIR) / "tests/kit/faults" /
                                                   (std::string(GetParam().file) + ".txt")))
                                    .mistakes) {
    for (const std::string& line : mistake.messages) {
      const std::size_t colon = line.find(".yaml:");
      ASSERT_NE(colon, std::string::npos) << mistake.name << ": " << line;
      EXPECT_TRUE(line[colon + 6] >= '1' && line[colon + 6] <= '9') << mistake.name << ": " << line;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, Faults, ::testing::ValuesIn(kFaultPlaces),
                         [](const auto& named) { return std::string(named.param.file); });

TEST(Fault, AFileThatIsNotThere) {
  EXPECT_EQ(FaultText(CheckVariant("/no/such/folder").faults),
            "V09: there is no variant, folder or file \"/no/such/folder\"\n");
  EXPECT_EQ(FaultText(CheckVariant("xueliv").faults),
            "V09: there is no variant, folder or file \"xueliv\" (did you mean \"xueliu\"?)\n");
  EXPECT_EQ(FaultText(CheckVariant("salvage").faults),
            "V09: there is no variant, folder or file \"salvage\"; `mlf list` lists the variants, "
            "and one of a plug-in needs --plugin FILE\n");
}

// A special file instead of variant.yaml, or none. A pipe is not opened, because it might block
// forever.
TEST(Fault, WhatIsNoFile) {
  const fs::path folder =
      fs::path(::testing::TempDir()) / ("mlf_no_file_" + std::to_string(::getpid()));
  const auto message_of = [&](const char* name) {
    return FaultText(CheckVariant((folder / name).string()).faults);
  };
  const std::string at = folder.string() + "/";
  fs::create_directories(folder / "empty");
  EXPECT_EQ(
      message_of("empty"),
      at + "empty: V09: the folder has no variant.yaml; `mlf new` makes a folder that plays\n");
  WriteText(folder / "named" / "rules.yml", "id: named\n");
  EXPECT_EQ(message_of("named"),
            at + "named: V09: the folder has no variant.yaml; if rules.yml is the "
                 "variant, give it that name\n");
  fs::create_directories(folder / "nested" / "variant.yaml");
  EXPECT_EQ(message_of("nested"),
            at + "nested/variant.yaml: Y01: a file is needed, and this is a folder\n");
  fs::create_directories(folder / "pipe");
  ASSERT_EQ(::mkfifo((folder / "pipe" / "variant.yaml").c_str(), 0600), 0);
  EXPECT_EQ(message_of("pipe"),
            at + "pipe/variant.yaml: Y01: a file is needed, and this is a pipe or a device\n");
  EXPECT_EQ(message_of("pipe/variant.yaml"),
            at + "pipe/variant.yaml: Y01: a file is needed, and this is a pipe or a device\n");
  // The same among scenarios.
  WriteText(folder / "x" / "variant.yaml", "id: x\nzh: 测试\nen: test\nextends: xueliu\n");
  fs::create_directories(folder / "x" / "scenarios");
  ASSERT_EQ(::mkfifo((folder / "x" / "scenarios" / "a.yaml").c_str(), 0600), 0);
  const ScenarioRun run =
      RunScenarioFolder((folder / "x" / "scenarios").string(),
                        [&](const OptionValues& options) { return OpenFlow("xueliu", options); });
  ASSERT_EQ(run.results.size(), 1u);
  EXPECT_EQ(FaultText(run.results[0].failures),
            at + "x/scenarios/a.yaml: Y01: a file is needed, and this is a pipe or a device\n");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace mlf::tools
