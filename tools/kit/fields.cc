#include "tools/kit/fields.h"
#include "flow/base/words.h"

#include <algorithm>

namespace mlf::tools {

void AddFault(Faults& faults, std::string code, const SourcePos& where, std::string message) {
  faults.push_back({std::move(code), where, std::move(message)});
}

bool ReadTiles(const Value& value, std::vector<table::Tile>& out, Faults& faults) {
  if (value.IsNull()) {
    out.clear();
    return true;
  }
  if (!value.IsScalar()) {
    AddFault(faults, "S02", value.where(), "tiles are written as one text, such as 123m55p");
    return false;
  }
  auto tiles = table::ParseTiles(value.text());
  if (!tiles) {
    SourcePos where = value.where();
    const Fault& fault = tiles.faults().front();
    if (where.column > 0 && fault.where.column > 0)
      where.column += fault.where.column - 1 + (value.quoted() ? 1 : 0);
    AddFault(faults, "S03", where, "\"" + value.text() + "\": " + fault.message);
    return false;
  }
  out = std::move(*tiles);
  return true;
}

bool ReadInt(const Value& value, std::int64_t low, std::int64_t high, int& out, Faults& faults) {
  const auto number = value.AsInt();
  if (!number || *number < low || *number > high) {
    AddFault(faults, "S02", value.where(),
             "a number in " + std::to_string(low) + ".." + std::to_string(high) +
                 " is needed, not " + value.Canonical());
    return false;
  }
  out = static_cast<int>(*number);
  return true;
}

bool ReadSeat(const Value& value, int seats, Seat& out, Faults& faults) {
  int seat = 0;
  if (!ReadInt(value, 0, seats - 1, seat, faults)) return false;
  out = static_cast<Seat>(seat);
  return true;
}
Fields::Fields(const Value& map, const std::vector<std::string>& known, Faults& faults,
               const std::string& about)
    : faults_(faults) {
  const std::string prefix = about.empty() ? std::string() : about + ": ";
  if (!map.IsMap()) {
    AddFault(faults, "S02", map.where(),
             prefix + "keys with values are needed here, not " + map.Canonical());
    return;
  }
  map_ = &map;
  for (const Value::Entry& entry : map.entries()) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    AddFault(faults, "S01", entry.where,
             prefix + "there is no \"" + entry.key + "\" here" + DidYouMean(entry.key, known));
  }
}

bool Fields::Int(std::string_view key, std::int64_t low, std::int64_t high, int& out) {
  const Value* value = Find(key);
  return value != nullptr && ReadInt(*value, low, high, out, faults_);
}

bool Fields::Bool(std::string_view key, bool& out) {
  const Value* value = Find(key);
  if (value == nullptr) return false;
  const auto read = value->AsBool();
  if (!read) {
    AddFault(faults_, "S02", value->where(),
             std::string(key) + ": on or off is needed, not " + value->Canonical());
    return false;
  }
  out = *read;
  return true;
}

bool Fields::Text(std::string_view key, std::string& out) {
  const Value* value = Find(key);
  if (value == nullptr) return false;
  if (!value->IsScalar()) {
    AddFault(faults_, "S02", value->where(),
             std::string(key) + ": a word is needed, not " + value->Canonical());
    return false;
  }
  out = value->text();
  return true;
}

bool Fields::Tiles(std::string_view key, std::vector<table::Tile>& out) {
  const Value* value = Find(key);
  return value != nullptr && ReadTiles(*value, out, faults_);
}

}  // namespace mlf::tools
