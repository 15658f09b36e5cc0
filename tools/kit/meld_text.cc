#include <mlf/table/meld_name.h>
#include "flow/base/words.h"
#include "tools/kit/position.h"

#include <algorithm>
#include <vector>

namespace mlf::tools {
namespace {

using table::kNoTile;

// A ganged wildcard lies by itself and is no meld.
bool IsMeld(MeldKind kind) { return kind != MeldKind::kLaiGang; }

std::vector<std::string> MeldKindNames() {
  std::vector<std::string> names;
  for (const table::MeldName& name : table::kMeldNames) {
    const auto kind = table::MeldKindFrom(name.id);
    if (kind && IsMeld(*kind)) names.emplace_back(name.id);
  }
  return names;
}

}  // namespace

Result<Meld> ReadMeld(std::string_view text, Seat owner, int seats, Seat source) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return Fault{
        "S02", {}, "\"" + std::string(text) + "\": a meld is written peng(5m), or peng(5m) from 2"};
  }
  const std::string word(text.substr(0, open));
  const auto kind = table::MeldKindFrom(word);
  if (!kind || !IsMeld(*kind))
    return Fault{
        "S02", {}, "there is no meld \"" + word + "\"" + DidYouMean(word, MeldKindNames())};
  auto tiles = table::ParseTiles(text.substr(open + 1, close - open - 1));
  if (!tiles)
    return Fault{"S03", {}, "\"" + std::string(text) + "\": " + tiles.faults().front().message};

  if (source == kNoSeat) source = static_cast<Seat>((owner + seats - 1) % seats);
  Meld meld{*kind, kNoTile, source, 0};
  if (*kind == MeldKind::kAnGang || *kind == MeldKind::kChaoTian) meld.from = owner;
  const bool one_kind = !tiles->empty() && std::all_of(tiles->begin(), tiles->end(),
                                                       [&](Tile t) { return t == tiles->front(); });
  if (*kind == MeldKind::kChi) {
    const Tile claimed = tiles->empty() ? kNoTile : tiles->front();
    std::sort(tiles->begin(), tiles->end());
    const bool run = tiles->size() == 3 && table::IsSuited(tiles->back()) &&
                     (*tiles)[1] == (*tiles)[0] + 1 && (*tiles)[2] == (*tiles)[0] + 2 &&
                     GroupOf(tiles->front()) == GroupOf(tiles->back());
    if (!run)
      return Fault{
          "S02",
          {},
          "\"" + std::string(text) +
              "\": a chi is three tiles in a row, the claimed one first, such as chi(423m)"};
    meld.tile = tiles->front();
    meld.marks = static_cast<std::uint8_t>(claimed - meld.tile);
  } else {
    meld.tile = one_kind ? tiles->front() : kNoTile;
    const bool right = one_kind && !table::IsFlower(meld.tile) &&
                       (tiles->size() == 1 || static_cast<int>(tiles->size()) == meld.Size());
    if (!right)
      return Fault{"S02",
                   {},
                   "\"" + std::string(text) + "\": " + word +
                       " is of one kind, written once: " + word + "(5m)"};
  }
  std::string_view after = text.substr(close + 1);
  while (!after.empty() && after.front() == ' ') after.remove_prefix(1);
  if (after.empty()) return meld;
  if (!after.starts_with("from ") || after.size() != 6 || after[5] < '0' ||
      after[5] >= '0' + seats || after[5] - '0' == owner || meld.kind == MeldKind::kAnGang) {
    return Fault{"S02",
                 {},
                 "\"" + std::string(text) +
                     "\": after a meld only \"from\" and another seat may follow: peng(5m) from 2"};
  }
  meld.from = static_cast<Seat>(after[5] - '0');
  return meld;
}

std::string MeldText(const Meld& meld) {
  std::string tiles = table::TileName(meld.tile);
  if (meld.kind == MeldKind::kChi)
    tiles = table::FormatTiles(std::vector<Tile>{meld.tile, static_cast<Tile>(meld.tile + 1),
                                                 static_cast<Tile>(meld.tile + 2)});
  return std::string(table::NameOf(meld.kind).id) + "(" + tiles + ")";
}

}  // namespace mlf::tools
