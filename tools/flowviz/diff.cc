#include "tools/flowviz/diff.h"
#include <mlf/components/judge.h>
#include "tools/flowviz/diff_values.h"

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

std::string Number(int number) { return std::to_string(number); }
std::string YesNo(bool yes) { return yes ? "yes" : "no"; }

void Changed(const std::string& what, const std::string& a, const std::string& b,
             std::vector<DiffChange>& changes) {
  if (a != b) changes.push_back({what, a, b});
}

std::string PartsText(const std::vector<ChartPart>& parts) {
  std::string text;
  for (const ChartPart& part : parts) text += (text.empty() ? "" : ", ") + part.text;
  return text;
}

// The part for people: its name, and its parameters unless they are long.
std::string ShortText(const PartUse& use) {
  constexpr std::size_t kMost = 160;
  const std::string params = use.shared.empty() ? use.ParamsText() : "";
  if (params.empty()) return use.Name();
  return use.Name() + " " + (params.size() <= kMost ? params : "{…}");
}

// "hu > ming_gang = peng": the answers of a window by rank.
std::string Priorities(const std::vector<std::pair<int, std::string>>& answers) {
  std::vector<std::pair<int, std::string>> sorted = answers;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  std::string text;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    text += (i == 0                                   ? ""
             : sorted[i].first == sorted[i - 1].first ? " = "
                                                      : " > ") +
            sorted[i].second;
  return text;
}

class Differ {
 public:
  explicit Differ(FlowDiff& diff) : diff_(diff), a_(diff.a), b_(diff.b) {}

  void Run() {
    Variant();
    Options();
    Presets();
    Shared();
    MatchNodes();
    Nodes();
    Edges();
    Windows();
    std::stable_sort(diff_.items.begin(), diff_.items.end(),
                     [](const DiffItem& x, const DiffItem& y) { return x.area < y.area; });
  }

 private:
  DiffItem& Add(DiffArea area, DiffKind kind, std::string id, Label label = {}) {
    diff_.items.push_back({area, kind, std::move(id), {}, std::move(label), {}, {}});
    return diff_.items.back();
  }
  void AddChanged(DiffArea area, const std::string& id, const Label& label,
                  std::vector<DiffChange> changes) {
    if (!changes.empty()) Add(area, DiffKind::kChanged, id, label).changes = std::move(changes);
  }
  void AddRenamed(DiffArea area, const std::string& id, const std::string& to, const Label& label,
                  std::vector<DiffChange> changes) {
    DiffItem& item = Add(area, DiffKind::kRenamed, id, label);
    item.to = to;
    item.changes = std::move(changes);
  }

  void Variant() {
    std::vector<DiffChange> changes;
    Changed("id", a_.name, b_.name, changes);
    Changed("zh", a_.label.zh, b_.label.zh, changes);
    Changed("en", a_.label.en, b_.label.en, changes);
    Changed("seats", Number(a_.seats), Number(b_.seats), changes);
    AddChanged(DiffArea::kVariant, a_.name, a_.label, std::move(changes));
  }

  // ---- options ----

  static const OptionDecl* Find(const std::vector<OptionDecl>& options, const std::string& name) {
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const OptionDecl& option) { return option.name == name; });
    return found == options.end() ? nullptr : &*found;
  }
  static std::string Value(const Chart& chart, const std::string& name) {
    for (const auto& [option, value] : chart.options) {
      if (option == name) return value;
    }
    return {};
  }
  static std::vector<DiffChange> OptionChanges(const OptionDecl& a, const OptionDecl& b) {
    std::vector<DiffChange> changes;
    Changed("default", a.fallback, b.fallback, changes);
    Changed("allowed", a.Allowed(), b.Allowed(), changes);
    Changed("needs", NeedsText(a.needs), NeedsText(b.needs), changes);
    for (const std::string& value : ValuesWithNeeds(a, b))
      Changed(value + " needs", NeedsOfValue(a, value), NeedsOfValue(b, value), changes);
    Changed("zh", a.label.zh, b.label.zh, changes);
    Changed("en", a.label.en, b.label.en, changes);
    return changes;
  }
  static std::set<std::string> ValuesWithNeeds(const OptionDecl& a, const OptionDecl& b) {
    std::set<std::string> values;
    for (const OptionDecl* option : {&a, &b}) {
      for (const auto& [value, needs] : option->value_needs) values.insert(value);
    }
    return values;
  }
  static std::string NeedsOfValue(const OptionDecl& option, const std::string& value) {
    const auto found = option.value_needs.find(value);
    return found == option.value_needs.end() ? std::string() : NeedsText(found->second);
  }

  void Options() {
    const auto& one = diff_.side_a.options;
    const auto& two = diff_.side_b.options;
    std::set<std::string> renamed;
    for (const OptionDecl& option : one) {
      if (const OptionDecl* other = Find(two, option.name)) {
        std::vector<DiffChange> changes = OptionChanges(option, *other);
        Changed("value", Value(a_, option.name), Value(b_, option.name), changes);
        AddChanged(DiffArea::kOption, option.name, option.label, std::move(changes));
        continue;
      }
      // Equal except for the name.
      const auto other = std::find_if(two.begin(), two.end(), [&](const OptionDecl& o) {
        return Find(one, o.name) == nullptr && renamed.count(o.name) == 0 &&
               OptionChanges(option, o).empty() && !option.label.zh.empty();
      });
      if (other == two.end()) {
        Add(DiffArea::kOption, DiffKind::kRemoved, option.name, option.label).text =
            option.Allowed() + ", default " + option.fallback;
        continue;
      }
      renamed.insert(other->name);
      std::vector<DiffChange> changes;
      Changed("value", Value(a_, option.name), Value(b_, other->name), changes);
      AddRenamed(DiffArea::kOption, option.name, other->name, option.label, std::move(changes));
    }
    for (const OptionDecl& option : two) {
      if (Find(one, option.name) != nullptr || renamed.count(option.name) > 0) continue;
      Add(DiffArea::kOption, DiffKind::kAdded, option.name, option.label).text =
          option.Allowed() + ", default " + option.fallback;
    }
  }

  // ---- presets ----

  static const Preset* Find(const std::vector<Preset>& presets, const std::string& name) {
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [&](const Preset& preset) { return preset.name == name; });
    return found == presets.end() ? nullptr : &*found;
  }
  static std::string SettingsText(const Preset& preset) {
    std::string text;
    for (const auto& [option, value] : preset.options)
      text += (text.empty() ? "" : ", ") + option + "=" + value;
    return text;
  }
  static std::string SetBy(const Preset& preset, const std::string& option) {
    const auto found = preset.options.find(option);
    return found == preset.options.end() ? std::string() : found->second;
  }

  void Presets() {
    for (const Preset& preset : diff_.side_a.presets) {
      const Preset* other = Find(diff_.side_b.presets, preset.name);
      if (other == nullptr) {
        Add(DiffArea::kPreset, DiffKind::kRemoved, preset.name, preset.label).text =
            SettingsText(preset);
        continue;
      }
      OptionValues either = preset.options;
      either.insert(other->options.begin(), other->options.end());
      std::vector<DiffChange> changes;
      for (const auto& [option, value] : either)
        Changed(option, SetBy(preset, option), SetBy(*other, option), changes);
      Changed("zh", preset.label.zh, other->label.zh, changes);
      Changed("en", preset.label.en, other->label.en, changes);
      AddChanged(DiffArea::kPreset, preset.name, preset.label, std::move(changes));
    }
    for (const Preset& preset : diff_.side_b.presets) {
      if (Find(diff_.side_a.presets, preset.name) == nullptr)
        Add(DiffArea::kPreset, DiffKind::kAdded, preset.name, preset.label).text =
            SettingsText(preset);
    }
  }

  // ---- shared parts and fans ----

  static const ChartPart* Find(const Chart& chart, const std::string& name) {
    for (const auto& [shared, part] : chart.shared) {
      if (shared == name) return &part;
    }
    return nullptr;
  }

  void Shared() {
    std::set<std::string> renamed;
    for (const auto& [name, part] : a_.shared) {
      if (const ChartPart* other = Find(b_, name)) {
        ChangedPart(name, part, *other);
        continue;
      }
      const auto other = std::find_if(b_.shared.begin(), b_.shared.end(), [&](const auto& shared) {
        return shared.second.text == part.text && Find(a_, shared.first) == nullptr &&
               renamed.count(shared.first) == 0;
      });
      if (other == b_.shared.end()) {
        Add(DiffArea::kPart, DiffKind::kRemoved, name, part.label).text = ShortText(part.use);
      } else {
        renamed.insert(other->first);
        AddRenamed(DiffArea::kPart, name, other->first, part.label, {});
      }
    }
    for (const auto& [name, part] : b_.shared) {
      if (Find(a_, name) == nullptr && renamed.count(name) == 0)
        Add(DiffArea::kPart, DiffKind::kAdded, name, part.label).text = ShortText(part.use);
    }
  }

  static const score::Judge* JudgeOf(const DiffSide& side, const std::string& name) {
    return side.flow == nullptr ? nullptr : side.flow->Shared<score::Judge>(name);
  }

  // Rows of a fan table are reported one by one, other parts by parameter.
  void ChangedPart(const std::string& name, const ChartPart& a, const ChartPart& b) {
    if (a.text == b.text) return;
    const score::Judge* one = JudgeOf(diff_.side_a, name);
    const score::Judge* two = JudgeOf(diff_.side_b, name);
    std::vector<DiffChange> changes;
    DiffUses("", a.use, b.use, changes);
    if (one != nullptr && two != nullptr && a.use.Name() == b.use.Name()) {
      Fans(a.use, b.use, *one, *two);
      // The rows name patterns and facts, so reporting these again would be redundant. Here only a
      // changed version is reported.
      std::erase_if(changes, [](const DiffChange& change) {
        const bool of_rows = change.what.starts_with("rows") ||
                             change.what.starts_with("fan_pattern") ||
                             change.what.starts_with("win_fact");
        return of_rows && !change.what.ends_with(" version");
      });
    }
    for (DiffChange& change : changes) {
      if (change.what.empty()) change.what = "part";
    }
    AddChanged(DiffArea::kPart, name, a.label, std::move(changes));
  }

  // The rows of a judge's fan table by their ids.
  static std::vector<std::pair<std::string, const mlf::Value*>> RowsOf(const PartUse& judge) {
    std::vector<std::pair<std::string, const mlf::Value*>> rows;
    const PartParam* list = judge.Find("rows");
    if (list == nullptr) return rows;
    for (const mlf::Value& row : list->value.items()) rows.emplace_back(KeyOf(row), &row);
    return rows;
  }
  static Label NameOf(const score::Judge& judge, const std::string& id) {
    for (const score::FanRow& row : judge.Rows()) {
      if (row.id == id) return {row.zh, row.en};
    }
    return {};
  }
  static mlf::Value WithoutId(mlf::Value row) {
    std::erase_if(row.entries(), [](const mlf::Value::Entry& entry) { return entry.key == "id"; });
    return row;
  }

  void Fans(const PartUse& a, const PartUse& b, const score::Judge& judge_a,
            const score::Judge& judge_b) {
    const auto one = RowsOf(a), two = RowsOf(b);
    const auto find = [](const auto& rows, const std::string& id) {
      return std::find_if(rows.begin(), rows.end(),
                          [&](const auto& row) { return row.first == id; });
    };
    std::set<std::string> renamed;
    for (const auto& [id, row] : one) {
      if (const auto other = find(two, id); other != two.end()) {
        std::vector<DiffChange> changes;
        DiffValues("", *row, *other->second, changes);
        AddChanged(DiffArea::kFan, id, NameOf(judge_a, id), std::move(changes));
        continue;
      }
      const auto other = std::find_if(two.begin(), two.end(), [&](const auto& o) {
        return find(one, o.first) == one.end() && renamed.count(o.first) == 0 &&
               WithoutId(*o.second) == WithoutId(*row);
      });
      if (other == two.end()) {
        Add(DiffArea::kFan, DiffKind::kRemoved, id, NameOf(judge_a, id)).text = row->Canonical();
      } else {
        renamed.insert(other->first);
        AddRenamed(DiffArea::kFan, id, other->first, NameOf(judge_a, id), {});
      }
    }
    for (const auto& [id, row] : two) {
      if (find(one, id) == one.end() && renamed.count(id) == 0)
        Add(DiffArea::kFan, DiffKind::kAdded, id, NameOf(judge_b, id)).text = row->Canonical();
    }
    // Rows are evaluated in order, so the order of common rows counts.
    const auto order = [&](const auto& rows, const auto& others) {
      std::string text;
      for (const auto& row : rows) {
        if (find(others, row.first) != others.end()) text += (text.empty() ? "" : ", ") + row.first;
      }
      return text;
    };
    std::vector<DiffChange> changes;
    Changed("order of rows", order(one, two), order(two, one), changes);
    AddChanged(DiffArea::kPart, "judge rows", {}, std::move(changes));
  }

  // ---- nodes ----

  std::set<std::string> Near(const Chart& chart, int node, bool of_b) const {
    std::set<std::string> ids;
    for (const ChartEdge& edge : chart.edges) {
      if (edge.from != node && edge.to != node) continue;
      const std::string& id =
          chart.nodes[static_cast<std::size_t>(edge.from == node ? edge.to : edge.from)].id;
      ids.insert((edge.from == node ? ">" : "<") + (of_b ? InA(id) : id));
    }
    return ids;
  }
  // The id in A of a node of B; its own id if only B has it.
  std::string InA(const std::string& id) const {
    const auto found = diff_.node_of.find(id);
    return found == diff_.node_of.end() ? id : found->second;
  }

  // Matches nodes by id, then the rest by kind if half of their neighbours match.
  void MatchNodes() {
    for (const ChartNode& node : b_.nodes) {
      if (FindNode(a_, node.id) >= 0) diff_.node_of[node.id] = node.id;
    }
    for (std::size_t i = 0; i < a_.nodes.size(); ++i) {
      const ChartNode& node = a_.nodes[i];
      if (FindNode(b_, node.id) >= 0) continue;
      const std::set<std::string> near = Near(a_, static_cast<int>(i), false);
      for (std::size_t j = 0; j < b_.nodes.size(); ++j) {
        const ChartNode& other = b_.nodes[j];
        if (diff_.node_of.count(other.id) > 0 || node.use.info.id != other.use.info.id) continue;
        std::size_t shared = 0;
        for (const std::string& id : Near(b_, static_cast<int>(j), true)) shared += near.count(id);
        if (shared * 2 < near.size()) continue;
        diff_.node_of[other.id] = node.id;
        break;
      }
    }
  }

  static std::string Group(const Chart& chart, const ChartNode& node) {
    return node.group < 0 ? "" : chart.groups[static_cast<std::size_t>(node.group)].id;
  }

  std::vector<DiffChange> NodeChanges(const ChartNode& a, const ChartNode& b) const {
    std::vector<DiffChange> changes;
    Changed("zh", a.label.zh, b.label.zh, changes);
    Changed("en", a.label.en, b.label.en, changes);
    if (a.use.info.id == b.use.info.id)
      DiffUses("with", a.use, b.use, changes);
    else
      Changed("type", a.part, b.part, changes);
    Changed("group", Group(a_, a), Group(b_, b), changes);
    Changed("entry", YesNo(a.entry), YesNo(b.entry), changes);
    Changed("end", YesNo(a.end), YesNo(b.end), changes);
    Changed("consumes", a.consumes, b.consumes, changes);
    DiffParts("if", a.conditions, b.conditions, changes);
    std::vector<std::string> hooks;
    for (const ChartNode* node : {&a, &b}) {
      for (const auto& hook : node->hooks) {
        if (std::find(hooks.begin(), hooks.end(), hook.first) == hooks.end())
          hooks.push_back(hook.first);
      }
    }
    const auto of = [](const ChartNode& node, const std::string& hook) {
      std::vector<ChartPart> parts;
      for (const auto& [key, part] : node.hooks) {
        if (key == hook) parts.push_back(part);
      }
      return parts;
    };
    for (const std::string& hook : hooks) DiffParts(hook, of(a, hook), of(b, hook), changes);
    return changes;
  }

  const ChartNode* NodeOfB(const std::string& id_a) const {
    for (const ChartNode& node : b_.nodes) {
      const auto found = diff_.node_of.find(node.id);
      if (found != diff_.node_of.end() && found->second == id_a) return &node;
    }
    return nullptr;
  }

  void Nodes() {
    for (const ChartNode& node : a_.nodes) {
      const ChartNode* other = NodeOfB(node.id);
      if (other == nullptr) {
        Add(DiffArea::kNode, DiffKind::kRemoved, node.id, node.label).text = ShortText(node.use);
      } else if (other->id != node.id) {
        AddRenamed(DiffArea::kNode, node.id, other->id, node.label, NodeChanges(node, *other));
      } else {
        AddChanged(DiffArea::kNode, node.id, node.label, NodeChanges(node, *other));
      }
    }
    for (const ChartNode& node : b_.nodes) {
      if (diff_.node_of.count(node.id) == 0)
        Add(DiffArea::kNode, DiffKind::kAdded, node.id, node.label).text = ShortText(node.use);
    }
  }

  // ---- edges ----

  static const std::string& Id(const Chart& chart, int node) {
    return chart.nodes[static_cast<std::size_t>(node)].id;
  }
  static Label EdgeLabel(const Chart& chart, const ChartEdge& edge) {
    const Label& from = chart.nodes[static_cast<std::size_t>(edge.from)].label;
    const Label& to = chart.nodes[static_cast<std::size_t>(edge.to)].label;
    return {from.zh + " → " + to.zh, from.en + " → " + to.en};
  }
  static std::string EdgeText(const ChartEdge& edge) {
    std::string text =
        edge.player ? edge.pass ? "pass" : "answer, rank " + Number(edge.rank + 1) : "system";
    if (edge.winners.given()) text += ", winners " + edge.winners.Text();
    if (edge.who != Who::kAll) text += ", only " + std::string(WhoName(edge.who));
    if (!edge.guards.empty()) text += ", if " + PartsText(edge.guards);
    if (edge.rare) text += ", rare";
    return text;
  }

  void Edges() {
    std::set<std::string> taken;
    for (const ChartEdge& edge : b_.edges) {
      // Among parallel edges, the one with the same guards, otherwise the next.
      const ChartEdge* best = nullptr;
      for (const ChartEdge& other : a_.edges) {
        if (other.player != edge.player || taken.count(other.id) > 0) continue;
        if (Id(a_, other.from) != InA(Id(b_, edge.from)) ||
            Id(a_, other.to) != InA(Id(b_, edge.to)))
          continue;
        if (best == nullptr || (PartsText(other.guards) == PartsText(edge.guards) &&
                                PartsText(best->guards) != PartsText(edge.guards)))
          best = &other;
      }
      if (best == nullptr) continue;
      taken.insert(best->id);
      diff_.edge_of[edge.id] = best->id;
    }
    for (const ChartEdge& edge : a_.edges) {
      const ChartEdge* other = EdgeOfB(edge.id);
      if (other == nullptr) {
        Add(DiffArea::kEdge, DiffKind::kRemoved, edge.id, EdgeLabel(a_, edge)).text =
            EdgeText(edge);
        continue;
      }
      std::vector<DiffChange> changes;
      Changed("pass", YesNo(edge.pass), YesNo(other->pass), changes);
      Changed("rare", YesNo(edge.rare), YesNo(other->rare), changes);
      Changed("who", std::string(WhoName(edge.who)), std::string(WhoName(other->who)), changes);
      Changed("winners", edge.winners.Text(), other->winners.Text(), changes);
      Changed("abort to", edge.abort_to < 0 ? "" : Id(a_, edge.abort_to),
              other->abort_to < 0 ? "" : InA(Id(b_, other->abort_to)), changes);
      Changed("zh", edge.label.zh, other->label.zh, changes);
      Changed("en", edge.label.en, other->label.en, changes);
      DiffParts("if", edge.guards, other->guards, changes);
      AddChanged(DiffArea::kEdge, edge.id, EdgeLabel(a_, edge), std::move(changes));
    }
    for (const ChartEdge& edge : b_.edges) {
      if (diff_.edge_of.count(edge.id) == 0)
        Add(DiffArea::kEdge, DiffKind::kAdded, edge.id, EdgeLabel(b_, edge)).text = EdgeText(edge);
    }
    for (const ChartNode& node : a_.nodes) Order(node);
  }

  const ChartEdge* EdgeOfB(const std::string& id_a) const {
    for (const auto& [b, a] : diff_.edge_of) {
      if (a == id_a) return FindEdge(b_, b);
    }
    return nullptr;
  }

  // Of the named edges with their ranks on both sides, those whose relative place changed.
  void Moved(const std::vector<std::string>& edges,
             const std::vector<std::pair<int, std::string>>& a,
             const std::vector<std::pair<int, std::string>>& b) {
    const auto place = [](const std::vector<std::pair<int, std::string>>& ranks, int rank) {
      std::set<int> before;
      for (const auto& other : ranks) {
        if (other.first < rank) before.insert(other.first);
      }
      return static_cast<int>(before.size());
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const std::pair<int, int> places{place(a, a[i].first), place(b, b[i].first)};
      if (places.first != places.second) diff_.moved[edges[i]] = places;
    }
  }

  // System edges that are tried in another order.
  void Order(const ChartNode& node) {
    std::vector<std::pair<int, std::string>> one, two;
    std::vector<std::string> edges;
    for (const ChartEdge& edge : a_.edges) {
      if (edge.player || Id(a_, edge.from) != node.id) continue;
      const ChartEdge* other = EdgeOfB(edge.id);
      if (other == nullptr) continue;
      one.emplace_back(edge.order, Id(a_, edge.to));
      two.emplace_back(other->order, Id(a_, edge.to));
      edges.push_back(edge.id);
    }
    Moved(edges, one, two);
    const auto list = [](std::vector<std::pair<int, std::string>> tried) {
      std::stable_sort(tried.begin(), tried.end(),
                       [](const auto& x, const auto& y) { return x.first < y.first; });
      std::string text;
      for (const auto& edge : tried) text += (text.empty() ? "" : ", ") + edge.second;
      return text;
    };
    std::vector<DiffChange> changes;
    Changed("order of what follows", list(one), list(two), changes);
    AddChanged(DiffArea::kNode, node.id, node.label, std::move(changes));
  }

  // ---- windows ----

  std::string Defaults(const Chart& chart, const ChartWindow& window, bool of_b) const {
    std::string text;
    for (const ChartDefault& fallback : window.defaults) {
      const std::string& id = Id(chart, fallback.to);
      text += (text.empty() ? "" : ", ") + (of_b ? InA(id) : id);
      if (!fallback.when.empty()) text += " if " + PartsText(fallback.when);
    }
    return text;
  }

  void Windows() {
    for (const ChartNode& node : a_.nodes) {
      const ChartNode* other = NodeOfB(node.id);
      if (other == nullptr || (!node.window && !other->window)) continue;
      const Label& label =
          node.window && !node.window->label.zh.empty() ? node.window->label : node.label;
      if (!node.window || !other->window) {
        Add(DiffArea::kWindow, node.window ? DiffKind::kRemoved : DiffKind::kAdded, node.id, label);
        continue;
      }
      const ChartWindow& one = *node.window;
      const ChartWindow& two = *other->window;
      std::vector<DiffChange> changes;
      Changed("zh", one.label.zh, two.label.zh, changes);
      Changed("en", one.label.en, two.label.en, changes);
      Changed("asks", std::string(WhoName(one.ask)), std::string(WhoName(two.ask)), changes);
      Changed("order", one.in_turn ? "in_turn" : "together", two.in_turn ? "in_turn" : "together",
              changes);
      Changed("decides", one.wait_for_all ? "all" : "as_soon_as_sure",
              two.wait_for_all ? "all" : "as_soon_as_sure", changes);
      Changed("auto_single", YesNo(one.auto_single), YesNo(two.auto_single), changes);
      Changed("deadline ms", Number(one.deadline_ms), Number(two.deadline_ms), changes);
      Changed("default", Defaults(a_, one, false), Defaults(b_, two, true), changes);
      std::vector<std::pair<int, std::string>> ranks_a, ranks_b;
      std::vector<std::string> edges;
      for (const ChartEdge& edge : a_.edges) {
        const ChartEdge* match =
            edge.player && !edge.pass && Id(a_, edge.from) == node.id ? EdgeOfB(edge.id) : nullptr;
        if (match == nullptr) continue;
        ranks_a.emplace_back(edge.rank, Id(a_, edge.to));
        ranks_b.emplace_back(match->rank, Id(a_, edge.to));
        edges.push_back(edge.id);
      }
      Moved(edges, ranks_a, ranks_b);
      Changed("priority", Priorities(ranks_a), Priorities(ranks_b), changes);
      AddChanged(DiffArea::kWindow, node.id, label, std::move(changes));
    }
    for (const ChartNode& node : b_.nodes) {
      if (diff_.node_of.count(node.id) == 0 && node.window)
        Add(DiffArea::kWindow, DiffKind::kAdded, node.id, node.window->label);
    }
    for (const ChartNode& node : a_.nodes) {
      if (NodeOfB(node.id) == nullptr && node.window)
        Add(DiffArea::kWindow, DiffKind::kRemoved, node.id, node.window->label);
    }
  }

  FlowDiff& diff_;
  const Chart& a_;
  const Chart& b_;
};

}  // namespace

std::string_view DiffKindName(DiffKind kind) {
  switch (kind) {
    case DiffKind::kAdded: return "added";
    case DiffKind::kRemoved: return "removed";
    case DiffKind::kChanged: return "changed";
    case DiffKind::kRenamed: return "renamed";
  }
  return {};
}

std::string_view DiffAreaName(DiffArea area) {
  switch (area) {
    case DiffArea::kVariant: return "variant";
    case DiffArea::kOption: return "option";
    case DiffArea::kPreset: return "preset";
    case DiffArea::kPart: return "part";
    case DiffArea::kFan: return "fan";
    case DiffArea::kNode: return "node";
    case DiffArea::kWindow: return "window";
    case DiffArea::kEdge: return "edge";
  }
  return {};
}

FlowDiff DiffFlows(DiffSide a, DiffSide b) {
  FlowDiff diff;
  diff.a = MakeChart(*a.flow);
  diff.b = MakeChart(*b.flow);
  diff.side_a = std::move(a);
  diff.side_b = std::move(b);
  Differ(diff).Run();
  return diff;
}

}  // namespace mlf::tools
