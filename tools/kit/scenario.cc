#include "tools/kit/scenario.h"
#include "tools/kit/fields.h"
#include "tools/kit/scenario_player.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

namespace mlf::tools {
namespace {

const std::vector<std::string> kScenarioKeys = {"name",     "zh",    "en",    "preset", "options",
                                                "position", "start", "steps", "fan",    "expect"};

bool HasPlayerEdge(const Flow& flow, NodeIndex from, NodeIndex to) {
  if (from >= flow.nodes().size() || !flow.node(from).window) return false;
  const std::vector<Edge>& answers = flow.node(from).window->answers;
  return std::any_of(answers.begin(), answers.end(),
                     [&](const Edge& edge) { return edge.to == to; });
}
bool HasSystemEdge(const Flow& flow, NodeIndex from, NodeIndex to) {
  if (from >= flow.nodes().size()) return false;
  const std::vector<Edge>& then = flow.node(from).then;
  return std::any_of(then.begin(), then.end(), [&](const Edge& edge) { return edge.to == to; });
}

bool HasAbortEdge(const Flow& flow, NodeIndex from, NodeIndex to) {
  if (from >= flow.nodes().size() || !flow.node(from).window) return false;
  const std::vector<Edge>& answers = flow.node(from).window->answers;
  return std::any_of(answers.begin(), answers.end(),
                     [&](const Edge& edge) { return edge.abort_to == to; });
}

}  // namespace

// The trace lists the nodes whose hooks ran. Winners of one window follow each other, and after
// passes the flow continues from the asking node. So an edge may come from the previous node or
// from the asking node.
void AddWalkedEdges(const Flow& flow, const TraceEntry& entry, std::set<EdgeKey>& walked) {
  const auto add = [&](NodeIndex from, NodeIndex to, bool player, bool abort = false) {
    walked.insert({flow.node(from).id, flow.node(to).id, player, abort});
  };
  NodeIndex asks = entry.at;
  NodeIndex last = entry.at;
  const int count = std::min<int>(entry.path_length, TraceEntry::kMaxPath);
  for (int i = 0; i < count; ++i) {
    const NodeIndex node = entry.path[static_cast<std::size_t>(i)];
    if (node >= flow.nodes().size()) return;
    if (HasPlayerEdge(flow, last, node)) {
      add(last, node, true);
      asks = last;
    } else if (HasPlayerEdge(flow, asks, node)) {
      add(asks, node, true);
    } else if (HasSystemEdge(flow, last, node)) {
      add(last, node, false);
      asks = last;
    } else if (HasSystemEdge(flow, asks, node)) {
      add(asks, node, false);
    } else if (HasAbortEdge(flow, asks, node)) {
      add(asks, node, false, true);
    }
    last = node;
  }
}

int ScenarioRun::failed() const {
  return static_cast<int>(std::count_if(results.begin(), results.end(),
                                        [](const ScenarioResult& result) { return !result.ok(); }));
}

void ScenarioRun::Add(ScenarioRun other) {
  results.insert(results.end(), std::make_move_iterator(other.results.begin()),
                 std::make_move_iterator(other.results.end()));
  walked.merge(other.walked);
}

ScenarioRun RunScenarios(const Value& file, const FlowSource& flows) {
  ScenarioRun run;
  std::vector<Value> list;
  const Value* scenarios = file.IsMap() ? file.Find("scenarios") : nullptr;
  if (scenarios != nullptr && scenarios->IsList()) {
    Faults faults;
    Fields(file, {"scenarios"}, faults);
    if (!faults.empty()) run.results.push_back({"", "", "", file.where(), std::move(faults)});
    list = scenarios->items();
  } else {
    list = {file};
  }
  std::map<std::string, std::shared_ptr<const Flow>> built;
  std::set<std::string> names;
  for (const Value& scenario : list) {
    ScenarioResult& result = run.results.emplace_back();
    result.where = scenario.where();
    Fields fields(scenario, kScenarioKeys, result.failures, "a scenario");
    if (!fields.ok()) continue;
    fields.Text("name", result.name);
    fields.Text("zh", result.zh);
    fields.Text("en", result.en);
    if (result.name.empty())
      AddFault(result.failures, "S02", scenario.where(), "a scenario needs a name");
    if (!names.insert(result.name).second)
      AddFault(result.failures, "S02", scenario.where(),
               "a scenario above has the name " + result.name);
    OptionValues options;
    if (const Value* given = fields.Find("options")) {
      if (!given->IsMap())
        AddFault(result.failures, "S02", given->where(), "options: {cap: 5} is needed");
      for (const Value::Entry& entry : given->entries()) options[entry.key] = entry.value.text();
    }
    const Value* preset = fields.Find("preset");
    if (preset != nullptr) options[kPresetKey] = preset->text();
    if (!result.ok()) continue;
    std::string key;
    for (const auto& [name, value] : options) key += name + "=" + value + ";";
    std::shared_ptr<const Flow>& flow = built[key];
    if (flow == nullptr) {
      auto made = flows(options);
      if (!made) {
        result.failures = made.faults();
        for (Fault& fault : result.failures) {
          const Value* written =
              fault.code == "O04" && preset != nullptr ? preset : fields.Find("options");
          if (fault.where.line == 0)
            fault.where = (written != nullptr ? written : &scenario)->where();
        }
        continue;
      }
      flow = *made;
    }
    if (fields.Find("fan") != nullptr) {
      RunFanCase(*flow, scenario, result);
    } else {
      PlayScenario(flow, scenario, result, run.walked);
    }
  }
  return run;
}

std::vector<std::string> ScenarioFiles(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

ScenarioRun RunScenarioFolder(const std::string& folder, const FlowSource& flows) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) return {};
  return RunScenarioPath(folder, flows);
}

ScenarioRun RunScenarioPath(const std::string& path, const FlowSource& flows) {
  ScenarioRun all;
  for (const std::string& file : ScenarioFiles(path)) {
    const auto read = ReadYamlFile(file);
    if (!read) {
      all.results.push_back({file, "", "", {file, 0, 0}, read.faults()});
      continue;
    }
    all.Add(RunScenarios(*read, flows));
  }
  return all;
}

}  // namespace mlf::tools
