// Fields: reads a map of a scenario or position. Unknown keys are faults. A fault has its place and
// names the nearest known key.
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
         const std::string& about = {});

  // False: the value is no map, and no key is found.
  bool ok() const { return map_ != nullptr; }
  const Value* Find(std::string_view key) const {
    return map_ == nullptr ? nullptr : map_->Find(key);
  }
  // Reads the value of a key. Returns false and leaves `out` unchanged if the key is missing. A
  // value of another kind is a fault too.
  bool Int(std::string_view key, std::int64_t low, std::int64_t high, int& out);
  bool Bool(std::string_view key, bool& out);
  bool Text(std::string_view key, std::string& out);
  bool Tiles(std::string_view key, std::vector<table::Tile>& out);

 private:
  const Value* map_ = nullptr;
  Faults& faults_;
};

void AddFault(Faults& faults, std::string code, const SourcePos& where, std::string message);
// Reads tiles such as "5p55m". A fault has the column within the file. Returns false for other
// text.
bool ReadTiles(const Value& value, std::vector<table::Tile>& out, Faults& faults);
// Reads a seat below `seats`.
bool ReadSeat(const Value& value, int seats, Seat& out, Faults& faults);
// Reads a number within the limits.
bool ReadInt(const Value& value, std::int64_t low, std::int64_t high, int& out, Faults& faults);

}  // namespace mlf::tools
