#include <mlf/components/honour_chi.h>
#include <mlf/components/tile_set.h>
#include <mlf/table/meld_name.h>
#include <mlf/table/state_text.h>
#include "flow/base/words.h"
#include "tools/kit/nodes_of.h"
#include "tools/kit/position.h"

#include <algorithm>
#include <vector>

namespace mlf::tools {
namespace {

using table::kNoTile;

// A ganged wildcard lies by itself and is no meld.
bool IsMeld(MeldKind kind) { return kind != MeldKind::kLaiGang; }

bool ChisHonours(const Flow& flow) {
  const auto* node = NodeSaying<logic::HonourChi>(flow);
  return node != nullptr && node->ChisHonours();
}

bool WhiteHasFace(const Flow& flow) {
  return std::ranges::any_of(flow.parts(), [](const auto& part) {
    const auto* wild = dynamic_cast<const table::WildKinds*>(part.get());
    return wild != nullptr && wild->HasFace();
  });
}

std::vector<std::string> MeldKindNames() {
  std::vector<std::string> names;
  for (const table::MeldName& name : table::kMeldNames) {
    const auto kind = table::MeldKindFrom(name.id);
    if (kind && IsMeld(*kind)) names.emplace_back(name.id);
  }
  return names;
}

// The red fives of a meld whose text is `tiles`. A text that names none, or the kind once, leaves
// it to the tiles in play: as few as the plain fives allow. So a gang has every red five of its
// suit.
int RedsOf(const Meld& meld, const std::vector<Tile>& tiles, const logic::TileSet* in_play) {
  const auto named = static_cast<int>(std::ranges::count_if(tiles, table::IsRed));
  const Tile five = table::MakeTile(table::SuitOf(meld.tile), 5);
  const Tile red_five = table::RedOf(five);
  const int fives = red_five == five ? 0 : meld.CountOf(five);
  if (fives == 0 || in_play == nullptr || (named > 0 && tiles.size() > 1)) return named;
  const auto copies = [&](Tile tile) {
    return static_cast<int>(std::ranges::count(in_play->Tiles(), tile));
  };
  return std::max(named, std::min(fives - copies(five), copies(red_five)));
}

}  // namespace

Result<Meld> ReadMeld(const Flow& flow, std::string_view text, Seat owner, Seat source) {
  const int seats = flow.seats();
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
  const auto tiles = table::ParseTiles(text.substr(open + 1, close - open - 1));
  if (!tiles)
    return Fault{"S03", {}, "\"" + std::string(text) + "\": " + tiles.faults().front().message};
  std::vector<Tile> kinds(tiles->size());
  std::ranges::transform(*tiles, kinds.begin(), table::KindOf);

  if (source == kNoSeat) source = static_cast<Seat>((owner + seats - 1) % seats);
  Meld meld{*kind, kNoTile, source, 0};
  const bool claimed = *kind != MeldKind::kAnGang && *kind != MeldKind::kChaoTian;
  if (!claimed) meld.from = owner;
  if (*kind == MeldKind::kChi) {
    const Tile taken = kinds.empty() ? kNoTile : kinds.front();
    Meld chi;
    if (kinds.size() == 3) chi = table::ChiOf({kinds[0], kinds[1], kinds[2]}, taken, source);
    const bool allowed =
        chi.HasFace() ? WhiteHasFace(flow) : table::IsSuited(taken) || ChisHonours(flow);
    if (chi.kind != MeldKind::kChi || !allowed)
      return Fault{
          "S02",
          {},
          "\"" + std::string(text) +
              "\": a chi is three tiles in a row, the claimed one first, such as chi(423m)"};
    meld = chi;
  } else {
    const bool one_kind =
        !kinds.empty() && std::ranges::all_of(kinds, [&](Tile t) { return t == kinds.front(); });
    meld.tile = one_kind ? kinds.front() : kNoTile;
    const bool right = one_kind && !table::IsFlower(meld.tile) &&
                       (kinds.size() == 1 || static_cast<int>(kinds.size()) == meld.Size());
    if (!right)
      return Fault{"S02",
                   {},
                   "\"" + std::string(text) + "\": " + word +
                       " is of one kind, written once: " + word + "(5m)"};
  }
  const int reds = RedsOf(meld, *tiles, flow.Shared<logic::TileSet>("tiles"));
  meld.AddReds(std::min(reds, 3));  // Meld::Reds holds no more
  if (claimed && table::IsRed(tiles->front())) meld.marks |= Meld::kRedTaken;
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
  std::vector<Tile> tiles;
  const int size = meld.kind == MeldKind::kChi ? 3 : 1;
  for (int i = 0; i < size; ++i) tiles.push_back(meld.At(i));
  // A gang has every red five of its suit, so its text need not name them.
  if (meld.Reds() > 0 && !table::IsGang(meld.kind)) {
    if (meld.Reds() > 1) tiles.assign(static_cast<std::size_t>(meld.Size()), meld.tile);
    int reds = meld.Reds();
    for (Tile& tile : tiles) {
      if (reds > 0 && table::RedOf(tile) != tile) tile = (--reds, table::RedOf(tile));
    }
  }
  return std::string(table::NameOf(meld.kind).id) + "(" + table::FormatTiles(tiles) + ")";
}

}  // namespace mlf::tools
