#include "tools/flowviz/json_delta.h"

#include <nlohmann/json.hpp>

#include <string>

namespace mlf::tools {
namespace {

Json ObjectDelta(const Json& from, const Json& to) {
  Json changed = Json::object(), gone = Json::array();
  for (const auto& [key, value] : to.items()) {
    const auto old = from.find(key);
    if (old == from.end()) {
      changed[key] = Json::array({0, value});
    } else if (*old != value) {
      changed[key] = DeltaOf(*old, value);
    }
  }
  for (const auto& [key, value] : from.items()) {
    if (!to.contains(key)) gone.push_back(key);
  }
  return Json::array({1, std::move(changed), std::move(gone)});
}

Json ListDelta(const Json& from, const Json& to) {
  // A few items changed in place give the shortest delta (a claimed discard). Otherwise replace the
  // range between the common prefix and the common suffix.
  const bool inside = from.size() == to.size() && !from.empty() && from.front().is_structured() &&
                      to.front().is_structured();
  if (inside) {
    Json changed = Json::object();
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (from[i] != to[i]) changed[std::to_string(i)] = DeltaOf(from[i], to[i]);
    }
    return Json::array({3, std::move(changed)});
  }
  std::size_t head = 0, tail = 0;
  const std::size_t least = std::min(from.size(), to.size());
  while (head < least && from[head] == to[head]) ++head;
  while (tail < least - head && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
  Json values = Json::array();
  for (std::size_t i = head; i < to.size() - tail; ++i) values.push_back(to[i]);
  return Json::array({2, head, from.size() - head - tail, std::move(values)});
}

}  // namespace

Json DeltaOf(const Json& from, const Json& to) {
  if (from == to) return 0;
  if (from.is_object() && to.is_object()) return ObjectDelta(from, to);
  if (from.is_array() && to.is_array()) return ListDelta(from, to);
  return Json::array({0, to});
}

Json WithDelta(const Json& from, const Json& delta) {
  if (!delta.is_array()) return from;
  switch (delta[0].get<int>()) {
    case 0: return delta[1];
    case 1: {
      Json made = from;
      for (const auto& [key, change] : delta[1].items())
        made[key] = WithDelta(made.contains(key) ? made[key] : Json(), change);
      for (const Json& key : delta[2]) made.erase(key.get<std::string>());
      return made;
    }
    case 2: {
      const auto at = delta[1].get<std::size_t>();
      Json made = Json::array();
      for (std::size_t i = 0; i < at; ++i) made.push_back(from[i]);
      for (const Json& value : delta[3]) made.push_back(value);
      for (std::size_t i = at + delta[2].get<std::size_t>(); i < from.size(); ++i)
        made.push_back(from[i]);
      return made;
    }
    default: {
      Json made = from;
      for (const auto& [index, change] : delta[1].items()) {
        Json& item = made[static_cast<std::size_t>(std::stoul(index))];
        item = WithDelta(item, change);
      }
      return made;
    }
  }
}

}  // namespace mlf::tools
