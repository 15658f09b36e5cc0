#include "tools/flowviz/diff_values.h"
#include "tools/flowviz/part_text.h"

#include <algorithm>
#include <functional>

namespace mlf::tools {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

bool IsMap(const std::string& text) { return text.starts_with('{') && text.ends_with('}'); }
bool IsList(const std::string& text) { return text.starts_with('[') && text.ends_with(']'); }
// The text is exactly one part.
bool IsPart(const std::string& text) {
  const std::size_t mark = text.find('@');
  return mark != std::string::npos && mark > 0 &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == mark;
}

Entries EntriesOf(const std::string& map) {
  Entries entries;
  for (const std::string& item : SplitList(map)) {
    const std::size_t colon = item.find(": ");
    entries.emplace_back(item.substr(0, colon),
                         colon == std::string::npos ? "" : item.substr(colon + 2));
  }
  return entries;
}

// Compares key by key, in A's order and then B's. Repeated keys are matched in order.
void DiffEntries(const std::string& what, const Entries& a, Entries b,
                 std::vector<DiffChange>& changes) {
  for (const auto& [key, value] : a) {
    const std::string path = what.empty() ? key : what + "." + key;
    const auto other = std::find_if(
        b.begin(), b.end(), [&, &key = key](const auto& entry) { return entry.first == key; });
    if (other == b.end()) {
      changes.push_back({path, value.empty() ? key : value, ""});
      continue;
    }
    DiffValues(path, value, other->second, changes);
    b.erase(other);
  }
  for (const auto& [key, value] : b)
    changes.push_back({what.empty() ? key : what + "." + key, "", value.empty() ? key : value});
}

Entries ByPart(const std::vector<std::string>& parts) {
  Entries entries;
  for (const std::string& part : parts) entries.emplace_back(ReadPart(part).id, part);
  return entries;
}

}  // namespace

std::string FieldOf(const std::string& map, std::string_view key) {
  for (const auto& [name, value] : EntriesOf(map)) {
    if (name == key) return value;
  }
  return {};
}

void DiffValues(const std::string& what, const std::string& a, const std::string& b,
                std::vector<DiffChange>& changes) {
  if (a == b) return;
  if (IsPart(a) && IsPart(b)) {
    const PartText one = ReadPart(a), two = ReadPart(b);
    if (one.id == two.id) {
      if (one.version != two.version)
        changes.push_back({what + " version", one.version, two.version});
      return DiffEntries(what, one.params, two.params, changes);
    }
  } else if (IsMap(a) && IsMap(b)) {
    return DiffEntries(what, EntriesOf(a), EntriesOf(b), changes);
  } else if (IsList(a) && IsList(b)) {
    const std::vector<std::string> one = SplitList(a), two = SplitList(b);
    const auto all = [&](auto holds) {
      return std::all_of(one.begin(), one.end(), holds) &&
             std::all_of(two.begin(), two.end(), holds);
    };
    if (all([](const std::string& item) { return IsMap(item) && !FieldOf(item, "id").empty(); })) {
      const auto by_id = [](const std::vector<std::string>& items) {
        Entries entries;
        for (const std::string& item : items) entries.emplace_back(FieldOf(item, "id"), item);
        return entries;
      };
      return DiffEntries(what, by_id(one), by_id(two), changes);
    }
    if (all(IsPart)) return DiffEntries(what, ByPart(one), ByPart(two), changes);
  }
  changes.push_back({what, a, b});
}

void DiffParts(const std::string& what, const std::vector<ChartPart>& a,
               const std::vector<ChartPart>& b, std::vector<DiffChange>& changes) {
  const auto texts = [](const std::vector<ChartPart>& parts) {
    std::vector<std::string> out;
    for (const ChartPart& part : parts) out.push_back(part.text);
    return out;
  };
  const std::vector<std::string> one = texts(a), two = texts(b);
  const std::size_t before = changes.size();
  DiffEntries(what, ByPart(one), ByPart(two), changes);
  if (changes.size() != before || one == two) return;
  // The same parts in another order matter: effects run in order.
  const auto list = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + ReadPart(part).id;
    return text;
  };
  changes.push_back({what + " order", list(one), list(two)});
}

}  // namespace mlf::tools
