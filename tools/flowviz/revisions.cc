#include "tools/flowviz/revisions.h"
#include "tools/console/write_file.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;

// Runs git without a shell, so no name is interpreted as a command. Returns its output.
Result<std::string> Git(std::vector<std::string> args) {
  args.insert(args.begin(), "git");
  std::vector<char*> words;
  words.reserve(args.size() + 1);
  for (std::string& arg : args) words.push_back(arg.data());
  words.push_back(nullptr);
  int ends[2];
  if (::pipe(ends) != 0) return Fault{"F05", {}, "cannot create a pipe to git"};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, "git", &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  if (failed == 0) {
    char bytes[4096];
    for (ssize_t count; (count = ::read(ends[0], bytes, sizeof bytes)) > 0;)
      text.append(bytes, static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  if (failed != 0) return Fault{"F05", {}, "cannot start git"};
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::string command;
    for (const std::string& arg : args) command += (command.empty() ? "" : " ") + arg;
    return Fault{
        "F05",
        {},
        "`" + command + "` failed: is this a git repository, and does it have that commit?"};
  }
  return text;
}

}  // namespace

TempFolder::TempFolder() {
  std::string name = (fs::temp_directory_path() / "flowviz_XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) path_ = name;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<std::pair<std::string, std::string>> ReadRange(const std::string& range) {
  const std::size_t dots = range.find("..");
  if (range.empty() || dots == 0 || range.starts_with('-')) {
    return Fault{"F05",
                 {},
                 "\"" + range +
                     "\" names no commit: write BASE..HEAD for two commits, or BASE for one and "
                     "the working tree"};
  }
  if (dots == std::string::npos) return std::pair<std::string, std::string>{range, ""};
  std::string head = range.substr(dots + 2);
  if (head.starts_with('.')) head.erase(0, 1);
  return std::pair<std::string, std::string>{range.substr(0, dots), head.empty() ? "HEAD" : head};
}

Result<std::vector<std::string>> VariantsIn(const std::string& folder) {
  std::vector<std::string> ids;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (fs::is_regular_file(entry.path() / "variant.yaml", failed))
      ids.push_back(entry.path().filename().string());
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

Result<std::vector<std::string>> CheckOut(const std::string& revision, const std::string& folder,
                                          const std::string& to) {
  const std::string root = folder.ends_with('/') ? folder : folder + "/";
  const Result<std::string> list = Git({"ls-tree", "-r", "--name-only", revision, "--", root});
  if (!list) return list.faults();
  std::vector<std::string> ids;
  std::istringstream names(*list);
  for (std::string name; std::getline(names, name);) {
    const std::string inside = name.starts_with(root) ? name.substr(root.size()) : std::string();
    // Only <id>/<file>.yaml; scenarios and texts do not affect the flow.
    if (!inside.ends_with(".yaml") || std::count(inside.begin(), inside.end(), '/') != 1) continue;
    const Result<std::string> text = Git({"show", revision + ":./" + name});
    if (!text) return text.faults();
    const fs::path path = fs::path(to) / inside;
    if (const auto written = WriteBytes(path.string(), *text); !written) return written.faults();
    if (path.filename() == "variant.yaml") ids.push_back(path.parent_path().filename().string());
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace mlf::tools
