#include <mlf/flow/layer.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <stdexcept>

namespace mlf {

void Registry::AddEntry(Entry entry) {
  const std::string id(entry.info.id);
  if (!entries_.emplace(id, entry).second)
    throw std::invalid_argument("two parts are called " + id);
}

const Registry::Entry* Registry::Find(std::string_view id) const {
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<const Registry::Entry*> Registry::All() const {
  std::vector<const Entry*> all;
  all.reserve(entries_.size());
  for (const auto& [id, entry] : entries_) all.push_back(&entry);
  return all;
}

std::vector<std::string> Registry::Ids(std::string_view role) const {
  std::vector<std::string> ids;
  for (const auto& [id, entry] : entries_) {
    if (role.empty() || entry.role == role) ids.push_back(id);
  }
  return ids;
}

std::unique_ptr<Part> Registry::Sample(const Entry& entry) {
  static const Value none;
  Params params(none, {}, nullptr);
  return entry.make(params);
}

void Registry::AddLayer(const Layer& layer) { layers_.push_back(&layer); }

NodeSpec* FlowDraft::Find(std::string_view id) {
  const auto found = std::ranges::find(nodes, id, &NodeSpec::id);
  return found == nodes.end() ? nullptr : &*found;
}

std::vector<ParamDoc> Registry::Describe(const Entry& entry) {
  const Value none;
  Params params(none, {}, nullptr);
  entry.make(params);
  return params.docs();
}

std::vector<std::string> Registry::Bringing(const Topic& topic) const {
  std::vector<std::string> ids;
  const Value none;
  for (const auto& [id, entry] : entries_) {
    Params params(none, {}, nullptr);
    entry.make(params);
    const auto& brings = params.declared().brings;
    if (std::ranges::any_of(
            brings, [&](const Declared::Bring& bring) { return bring.topic->id == topic.id; }))
      ids.push_back(id);
  }
  return ids;
}

}  // namespace mlf
