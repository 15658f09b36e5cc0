#include "tools/flowviz/diff_values.h"

#include <algorithm>
#include <utility>

namespace mlf::tools {
namespace {

// Values, parameters or parts, each under the key by which the other side has it.
template <typename T>
using Keyed = std::vector<std::pair<std::string, const T*>>;

std::string TextOf(const Value& value) { return value.Canonical(); }
std::string TextOf(const PartUse& use) { return use.Text(); }
std::string TextOf(const PartParam& param) { return param.Text(); }

void Diff(const std::string& what, const Value& a, const Value& b,
          std::vector<DiffChange>& changes) {
  DiffValues(what, a, b, changes);
}
void Diff(const std::string& what, const PartUse& a, const PartUse& b,
          std::vector<DiffChange>& changes) {
  DiffUses(what, a, b, changes);
}
void Diff(const std::string& what, const PartParam& a, const PartParam& b,
          std::vector<DiffChange>& changes);

// Key by key, in A's order and then B's. The second entry of a key is compared with the second.
template <typename T>
void DiffKeyed(const std::string& what, const Keyed<T>& a, Keyed<T> b,
               std::vector<DiffChange>& changes) {
  const auto path = [&](const std::string& key) { return what.empty() ? key : what + "." + key; };
  const auto shown = [](const auto& entry) {
    std::string text = TextOf(*entry.second);
    return text.empty() ? entry.first : text;
  };
  for (const auto& entry : a) {
    const auto other = std::ranges::find(b, entry.first, &Keyed<T>::value_type::first);
    if (other == b.end()) {
      changes.push_back({path(entry.first), shown(entry), ""});
      continue;
    }
    Diff(path(entry.first), *entry.second, *other->second, changes);
    b.erase(other);
  }
  for (const auto& entry : b) changes.push_back({path(entry.first), "", shown(entry)});
}

Keyed<PartUse> ByName(const std::vector<PartUse>& uses) {
  Keyed<PartUse> keyed;
  for (const PartUse& use : uses) keyed.emplace_back(use.Name(), &use);
  return keyed;
}
Keyed<PartUse> ByName(const std::vector<ChartPart>& parts) {
  Keyed<PartUse> keyed;
  for (const ChartPart& part : parts) keyed.emplace_back(part.use.Name(), &part.use);
  return keyed;
}
Keyed<PartParam> ByName(const std::vector<PartParam>& params) {
  Keyed<PartParam> keyed;
  for (const PartParam& param : params) keyed.emplace_back(param.name, &param);
  return keyed;
}
Keyed<Value> ByKey(const Value& map) {
  Keyed<Value> keyed;
  for (const Value::Entry& entry : map.entries())
    keyed.emplace_back(Value(entry.key).Canonical(), &entry.value);
  return keyed;
}
Keyed<Value> ById(const Value& list) {
  Keyed<Value> keyed;
  for (const Value& item : list.items()) keyed.emplace_back(KeyOf(item), &item);
  return keyed;
}
bool HaveIds(const Value& list) {
  return std::ranges::none_of(list.items(), [](const Value& item) { return KeyOf(item).empty(); });
}

void Diff(const std::string& what, const PartParam& a, const PartParam& b,
          std::vector<DiffChange>& changes) {
  using Kind = PartParam::Kind;
  if (a.kind == Kind::kValue && b.kind == Kind::kValue) {
    DiffValues(what, a.value, b.value, changes);
  } else if (a.kind == Kind::kPart && b.kind == Kind::kPart) {
    DiffUses(what, a.parts.front(), b.parts.front(), changes);
  } else if (a.kind == Kind::kParts && b.kind == Kind::kParts) {
    DiffKeyed(what, ByName(a.parts), ByName(b.parts), changes);
  } else if (a.Text() != b.Text()) {
    changes.push_back({what, a.Text(), b.Text()});
  }
}

// The pairs of entries with one key: the second entry of a key belongs to the second.
template <typename T, typename Visit>
void ForPairs(const Keyed<T>& a, Keyed<T> b, Visit&& visit) {
  for (const auto& [key, one] : a) {
    const auto other = std::ranges::find(b, key, &Keyed<T>::value_type::first);
    if (other == b.end()) continue;
    visit(key, *one, *other->second);
    b.erase(other);
  }
}

void DiffVersion(const std::string& what, const PartUse& a, const PartUse& b,
                 std::vector<DiffChange>& changes) {
  if (a.info.version == b.info.version) return;
  changes.push_back(
      {what + " version", std::to_string(a.info.version), std::to_string(b.info.version)});
}

void DiffVersions(const std::string& what, const PartParam& a, const PartParam& b,
                  std::vector<DiffChange>& changes);

// Changed versions only, of two parts in use and of the parts in their parameters.
void DiffVersions(const std::string& what, const PartUse& a, const PartUse& b,
                  std::vector<DiffChange>& changes) {
  if (!a.shared.empty() || !b.shared.empty() || a.info.id != b.info.id) return;
  DiffVersion(what, a, b, changes);
  ForPairs(ByName(a.params), ByName(b.params),
           [&](const std::string& name, const PartParam& one, const PartParam& two) {
             DiffVersions(what + "." + name, one, two, changes);
           });
}

void DiffVersions(const std::string& what, const PartParam& a, const PartParam& b,
                  std::vector<DiffChange>& changes) {
  if (a.kind != b.kind) return;
  if (a.kind == PartParam::Kind::kPart)
    return DiffVersions(what, a.parts.front(), b.parts.front(), changes);
  ForPairs(ByName(a.parts), ByName(b.parts),
           [&](const std::string& name, const PartUse& one, const PartUse& two) {
             DiffVersions(what + "." + name, one, two, changes);
           });
}

}  // namespace

void DiffValues(const std::string& what, const Value& a, const Value& b,
                std::vector<DiffChange>& changes) {
  if (a == b) return;
  if (a.IsMap() && b.IsMap()) return DiffKeyed(what, ByKey(a), ByKey(b), changes);
  if (a.IsList() && b.IsList() && HaveIds(a) && HaveIds(b))
    return DiffKeyed(what, ById(a), ById(b), changes);
  changes.push_back({what, a.Canonical(), b.Canonical()});
}

void DiffUses(const std::string& what, const PartUse& a, const PartUse& b,
              std::vector<DiffChange>& changes, std::span<const std::string_view> elsewhere) {
  if (a.Text() == b.Text()) return;
  if (!a.shared.empty() || !b.shared.empty() || a.info.id != b.info.id)
    return changes.push_back({what, a.Text(), b.Text()});
  DiffVersion(what, a, b, changes);
  Keyed<PartParam> of_a = ByName(a.params), of_b = ByName(b.params);
  Keyed<PartParam> elsewhere_a, elsewhere_b;
  const auto split = [&](Keyed<PartParam>& params, Keyed<PartParam>& others) {
    std::erase_if(params, [&](const auto& param) {
      const bool found = std::ranges::find(elsewhere, param.first) != elsewhere.end();
      if (found) others.push_back(param);
      return found;
    });
  };
  split(of_a, elsewhere_a);
  split(of_b, elsewhere_b);
  DiffKeyed(what, of_a, std::move(of_b), changes);
  ForPairs(elsewhere_a, std::move(elsewhere_b),
           [&](const std::string& name, const PartParam& one, const PartParam& two) {
             DiffVersions(what.empty() ? name : what + "." + name, one, two, changes);
           });
}

void DiffParts(const std::string& what, const std::vector<ChartPart>& a,
               const std::vector<ChartPart>& b, std::vector<DiffChange>& changes) {
  const std::size_t before = changes.size();
  DiffKeyed(what, ByName(a), ByName(b), changes);
  if (changes.size() != before || std::ranges::equal(a, b, {}, &ChartPart::text, &ChartPart::text))
    return;
  // The same parts in another order: effects run in it.
  const auto list = [](const std::vector<ChartPart>& parts) {
    std::string text;
    for (const ChartPart& part : parts) text += (text.empty() ? "" : ", ") + part.use.Name();
    return text;
  };
  changes.push_back({what + " order", list(a), list(b)});
}

}  // namespace mlf::tools
