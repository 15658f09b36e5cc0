// Fields: reads a map that a designer wrote: known keys only, every fault with its place, the
// nearest known key named.
//
//   Fields fields(value, {"dealer", "wall"}, faults);
//   if (const Value* wall = fields.Find("wall")) ...
//   fields.Int("dealer", 0, 3, dealer);
#pragma once

#include <mlf/flow/pieces.h>
#include <mlf/flow/value.h>
#include <mlf/table/tile.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

// Faults of scenario files and positions:
//   S01 unknown key      S03 no such tile, or too many of it     S05 wrong number of tiles
//   S02 wrong value      S04 no such seat, node, state or reason S06 facts that cannot be together
class Fields {
 public:
  Fields(const Value& map, const std::vector<std::string>& known, Faults& faults,
         std::string about = "");

  // False when the value was no map; then every question finds nothing.
  bool ok() const { return map_ != nullptr; }
  const Value* Find(std::string_view key) const {
    return map_ == nullptr ? nullptr : map_->Find(key);
  }
  // Each leaves `out` as it is, and says so in a fault, where the value is of another kind; false
  // when the key is not there or faulty.
  bool Int(std::string_view key, std::int64_t low, std::int64_t high, int& out);
  bool Bool(std::string_view key, bool& out);
  bool Text(std::string_view key, std::string& out);
  bool Tiles(std::string_view key, std::vector<table::Tile>& out);

 private:
  const Value* map_ = nullptr;
  Faults& faults_;
};

void AddFault(Faults& faults, std::string code, const SourcePos& where, std::string message);
// "5p55m" with the column of a fault counted into the file; false where it is no tile text.
bool ReadTiles(const Value& value, std::vector<table::Tile>& out, Faults& faults);
// A seat below `seats`.
bool ReadSeat(const Value& value, int seats, Seat& out, Faults& faults);
// A number within the limits.
bool ReadInt(const Value& value, std::int64_t low, std::int64_t high, int& out, Faults& faults);

}  // namespace mlf::tools
