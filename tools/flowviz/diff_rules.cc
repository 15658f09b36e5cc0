// The difference of two variants apart from their graphs: names, options, presets, shared parts and
// fans.
#include <mlf/components/judge.h>
#include "tools/flowviz/diff_items.h"
#include "tools/flowviz/diff_values.h"

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

class RulesDiffer : private DiffItems {
 public:
  explicit RulesDiffer(FlowDiff& diff) : DiffItems(diff) {}

  void Run() {
    Variant();
    Options();
    Presets();
    Shared();
  }

 private:
  void Variant() {
    std::vector<DiffChange> changes;
    Changed("id", a_.name, b_.name, changes);
    Changed("zh", a_.label.zh, b_.label.zh, changes);
    Changed("en", a_.label.en, b_.label.en, changes);
    Changed("seats", std::to_string(a_.seats), std::to_string(b_.seats), changes);
    const auto setter = [](const Chart& chart) { return chart.setter ? chart.setter->text : ""; };
    Changed("critical", setter(a_), setter(b_), changes);
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
    if (one != nullptr && two != nullptr && a.use.Name() == b.use.Name()) {
      Fans(a.use, b.use, *one, *two);
      // The rows name their patterns and facts, so of these only a changed version is reported.
      static constexpr std::string_view kOfRows[] = {"rows", score::FanPattern::kRole,
                                                     score::WinFact::kRole};
      DiffUses("", a.use, b.use, changes, kOfRows);
    } else {
      DiffUses("", a.use, b.use, changes);
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
};

}  // namespace

void DiffRules(FlowDiff& diff) { RulesDiffer(diff).Run(); }

}  // namespace mlf::tools
