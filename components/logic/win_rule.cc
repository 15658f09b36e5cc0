#include <mlf/components/tile_set.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/table/hand_tables.h>
#include "components/logic/slow_filter.h"

#include <algorithm>
#include <array>
#include <vector>

namespace mlf::logic {
namespace {

[[gnu::noinline, gnu::cold]] void ReadFace(const Wilds& wilds, const Records& records,
                                           Counts& natural) {
  natural = table::ReadAs(wilds.FaceOf(records), natural);
}

// Takes the wildcards out of `natural`, and returns how many there were.
inline int TakeOut(const Wilds& wilds, const Records& records, Counts& natural) {
  int wild = 0;
  ForEach(wilds.WildsOf(records), [&](Tile tile) {
    const int held = natural[tile];
    natural.Remove(tile, held);
    wild += held;
  });
  return wild;
}

}  // namespace

Counts WinRule::Natural(const Records& records, const Counts& hand, int& wild) const {
  Counts natural = hand;
  wild = 0;
  const Wilds* wilds = this->wilds();
  if (wilds == nullptr) return natural;
  wild = TakeOut(*wilds, records, natural);
  if (wilds->HasFace()) ReadFace(*wilds, records, natural);
  return natural;
}

TileMask WinRule::Waits(const Records& records, Seat seat, OwnFour own_four) const {
  const table::SeatBoard& own = table_.board(records).seats[seat];
  Counts hand = own.hand;
  if (own.HandSize() % 3 == 2) {
    if (own.drawn == table::kNoTile || hand[own.drawn] == 0) return 0;
    hand.Remove(own.drawn);
  }
  return Waits(records, seat, hand, own.meld_count, own_four);
}

namespace {

bool IsSlow(const HandFilter* filter) { return dynamic_cast<const SlowFilter*>(filter) != nullptr; }

class ShapesAndFilters final : public WinRule {
 public:
  static constexpr PartInfo kInfo{
      "win_rule", 1, "胡牌规则：可胡的牌型，加上胡牌的限制",
      "which hands win: the shapes they may have, and the limits on them"};

  explicit ShapesAndFilters(Params& params);

  bool Complete(const Records& records, Seat seat, const Counts& hand, int melds,
                WinBy by) const override;
  using WinRule::Waits;
  TileMask Waits(const Records& records, Seat seat, const Counts& hand, int melds,
                 OwnFour own_four) const override;
  int Distance(const Records& records, const Counts& hand, int melds) const override;
  bool HasShape(const Records& records, const Counts& hand, int melds) const override;
  bool IsPairs(const Records& records, const Counts& hand) const override;
  TileMask Body(const Counts& hand) const override {
    return body_ == nullptr ? 0 : body_->Body(hand);
  }
  bool HasBody() const override { return body_ != nullptr; }
  bool Hard(const Counts& hand, int melds) const override;
  const Wilds* wilds() const override { return wilds_; }

 private:
  // The natural tiles and wildcards of a hand, as shapes need them.
  struct Tiles {
    Counts natural;
    int wild = 0;
    TileMask stand_for = Wilds::kAnyKind;
  };
  Tiles Split(const Records& records, const Counts& hand) const;
  // Apart, so that Complete stays small where no wildcard counts.
  [[gnu::noinline]] bool CompleteWithWilds(const Records& records, Seat seat, const Counts& hand,
                                           int melds, WinBy by) const;
  [[gnu::noinline]] bool SlowOnesAllow(const Records& records, Seat seat, const Counts& hand,
                                       WinBy by) const;
  // Of the hand of `seat` with another seat's tile, which is no wildcard here.
  void KeepClaimedPlain(const Records& records, Seat seat, const Counts& hand, Tiles& tiles) const;
  static bool Fits(const WinShape& shape, const Tiles& tiles, int melds) {
    return tiles.stand_for == Wilds::kAnyKind
               ? shape.Complete(tiles.natural, melds, tiles.wild)
               : shape.CompleteWith(tiles.natural, melds, tiles.wild, tiles.stand_for);
  }
  // The filters for one kind of win.
  struct Filters {
    std::vector<const HandFilter*> limits;  // filters that may reject such a win, but for slow ones
    bool wildcards_count = true;            // false: wildcards count only as their own tiles
  };
  struct AllFilters {
    std::array<Filters, 3> by;  // by WinBy
    std::vector<const HandFilter*> slow;
  };
  static AllFilters FiltersFrom(Params& params);
  const Filters& FiltersOf(WinBy by) const { return filters_.by[static_cast<std::size_t>(by)]; }

  std::vector<const WinShape*> shapes_;
  const WinShape* body_ = nullptr;  // the shape that has a body
  AllFilters filters_;
  const Wilds* wilds_;
  bool has_face_;                  // a kind may be read as the wild one
  bool limited_;                   // wildcards may stand for some kinds only
  bool claimed_plain_;             // another seat's wildcard is the tile it is
  TileMask kinds_ = ~TileMask{0};  // the kinds that may be waits
};

ShapesAndFilters::ShapesAndFilters(Params& params)
    : WinRule(params),
      shapes_(
          params.Parts<WinShape>("shapes", {"可胡的牌型", "the shapes a complete hand may have"})),
      filters_(FiltersFrom(params)),
      wilds_(params.PartIfAny<Wilds>("wilds", {"哪些牌是赖子", "which tiles are wild"})),
      has_face_(wilds_ != nullptr && wilds_->HasFace()),
      limited_(wilds_ != nullptr && wilds_->StandFor() != Wilds::kAnyKind),
      claimed_plain_(wilds_ != nullptr && wilds_->PlainWhenClaimed()) {
  const auto body = std::ranges::find_if(shapes_, &WinShape::HasBody);
  if (body != shapes_.end()) body_ = *body;
  if (params.Bool("waits_in_play", false,
                  {"只听牌池里有的牌", "only kinds in play are waits", /*added=*/true})) {
    const auto* tiles = params.Part<TileSet>("tiles", {"用牌", "the tiles in play"});
    if (tiles != nullptr) kinds_ = tiles->Kinds();
  }
  if (shapes_.empty() && !params.describing())
    params.Fault("shapes: at least one is needed, such as standard", params.WhereOf("shapes"));
}

ShapesAndFilters::AllFilters ShapesAndFilters::FiltersFrom(Params& params) {
  const auto all = params.Parts<HandFilter>(
      "filters", {"胡牌的限制，每条都要满足", "limits on winning hands; each must allow the win"});
  AllFilters filters;
  std::ranges::copy_if(all, std::back_inserter(filters.slow), IsSlow);
  for (const WinBy by : {WinBy::kSelfDraw, WinBy::kDiscard, WinBy::kRob}) {
    Filters& here = filters.by[static_cast<std::size_t>(by)];
    std::ranges::copy_if(all, std::back_inserter(here.limits), [&](const HandFilter* filter) {
      return filter->Limits(by) && !IsSlow(filter);
    });
    here.wildcards_count = std::ranges::all_of(
        all, [&](const HandFilter* filter) { return filter->WildcardsStand(by); });
  }
  return filters;
}

ShapesAndFilters::Tiles ShapesAndFilters::Split(const Records& records, const Counts& hand) const {
  Tiles tiles{.natural = hand};
  if (wilds_ == nullptr) return tiles;
  tiles.wild = TakeOut(*wilds_, records, tiles.natural);
  if (has_face_) [[unlikely]]
    ReadFace(*wilds_, records, tiles.natural);
  if (limited_ && tiles.wild != 0) tiles.stand_for = wilds_->MayBe(records);
  return tiles;
}

// The winning tile is the one that `hand` has beyond the seat's own.
void ShapesAndFilters::KeepClaimedPlain(const Records& records, Seat seat, const Counts& hand,
                                        Tiles& tiles) const {
  const Counts& own = table_.board(records).seats[seat].hand;
  ForEach(wilds_->WildsOf(records), [&](Tile tile) {
    if (hand[tile] != own[tile] + 1 || tiles.wild == 0) return;
    tiles.natural.Add(tile);
    --tiles.wild;
  });
}

bool ShapesAndFilters::Complete(const Records& records, Seat seat, const Counts& hand, int melds,
                                WinBy by) const {
  // Most hands fail both filters and shapes, so the cheaper ones are asked first.
  for (const HandFilter* filter : FiltersOf(by).limits) {
    if (!filter->Allows(records, seat, hand, by)) return false;
  }
  if (wilds_ != nullptr && FiltersOf(by).wildcards_count)
    return CompleteWithWilds(records, seat, hand, melds, by);
  for (const WinShape* shape : shapes_) {
    if (shape->Complete(hand, melds, 0) && shape->InForce(records, seat, by))
      return filters_.slow.empty() || SlowOnesAllow(records, seat, hand, by);
  }
  return false;
}

bool ShapesAndFilters::CompleteWithWilds(const Records& records, Seat seat, const Counts& hand,
                                         int melds, WinBy by) const {
  Tiles tiles = Split(records, hand);
  if (claimed_plain_ && by != WinBy::kSelfDraw) KeepClaimedPlain(records, seat, hand, tiles);
  return std::ranges::any_of(shapes_,
                             [&](const WinShape* shape) {
                               return Fits(*shape, tiles, melds) &&
                                      shape->InForce(records, seat, by);
                             }) &&
         (filters_.slow.empty() || SlowOnesAllow(records, seat, hand, by));
}

bool ShapesAndFilters::SlowOnesAllow(const Records& records, Seat seat, const Counts& hand,
                                     WinBy by) const {
  return std::ranges::all_of(filters_.slow, [&](const HandFilter* filter) {
    return !filter->Limits(by) || filter->Allows(records, seat, hand, by);
  });
}

bool ShapesAndFilters::HasShape(const Records& records, const Counts& hand, int melds) const {
  const Tiles tiles = Split(records, hand);
  // A shape without a distance is not made of the tiles (flowers_laid).
  return std::ranges::any_of(shapes_, [&](const WinShape* shape) {
    return Fits(*shape, tiles, melds) &&
           shape->Distance(tiles.natural, melds, tiles.wild) != table::kFar;
  });
}

bool ShapesAndFilters::IsPairs(const Records& records, const Counts& hand) const {
  const Tiles tiles = Split(records, hand);
  return std::ranges::any_of(shapes_, [&](const WinShape* shape) {
    return shape->ReadsAsPairs() && Fits(*shape, tiles, 0);
  });
}

bool ShapesAndFilters::Hard(const Counts& hand, int melds) const {
  return std::ranges::any_of(
      shapes_, [&](const WinShape* shape) { return shape->Complete(hand, melds, 0); });
}

TileMask ShapesAndFilters::Waits(const Records& records, Seat seat, const Counts& hand, int melds,
                                 OwnFour own_four) const {
  const Filters& filters = FiltersOf(WinBy::kDiscard);
  Tiles tiles{.natural = hand};
  if (filters.wildcards_count) tiles = Split(records, hand);
  TileMask waits = 0;
  const auto in_force = [&](const WinShape* shape) {
    return shape->InForce(records, seat, WinBy::kDiscard);
  };
  for (const WinShape* shape : shapes_) {
    if (!in_force(shape)) continue;
    waits |= tiles.stand_for == Wilds::kAnyKind
                 ? shape->Waits(tiles.natural, melds, tiles.wild)
                 : shape->WaitsWith(tiles.natural, melds, tiles.wild, tiles.stand_for);
  }
  if (const table::Face face = has_face_ ? wilds_->FaceOf(records) : table::Face{}; face.Any()) {
    // A wait for the kind that is read as another is a wait for the tile that lies for it.
    const bool on_face = (waits & MaskOf(face.as)) != 0;
    waits = (waits & ~MaskOf(face.tile)) | (on_face ? MaskOf(face.tile) : TileMask{0});
  }
  if (wilds_ != nullptr && filters.wildcards_count) {
    // A tile of a wild kind is drawn as a wildcard, never as itself.
    const TileMask kinds = wilds_->WildsOf(records);
    if (kinds != 0) {
      if (!claimed_plain_) waits &= ~kinds;
      Tiles with_one = tiles;
      ++with_one.wild;
      if (limited_) with_one.stand_for = wilds_->MayBe(records);
      const auto completes = [&](const WinShape* shape) {
        return in_force(shape) && Fits(*shape, with_one, melds);
      };
      if (std::ranges::any_of(shapes_, completes)) waits |= kinds;
    }
  }
  waits &= kinds_;
  const table::SeatBoard& own = table_.board(records).seats[seat];
  ForEach(own_four == OwnFour::kNoWait ? waits : TileMask{0}, [&](Tile tile) {
    int owned = hand[tile];
    for (const table::Meld& meld : own.Melds()) owned += meld.CountOf(tile);
    if (owned >= 4) waits &= ~MaskOf(tile);
  });
  for (const HandFilter* filter : filters.limits) {
    if (waits != 0) waits = filter->Narrow(records, seat, hand, waits);
  }
  for (const HandFilter* filter : filters_.slow) {
    if (waits != 0 && filter->Limits(WinBy::kDiscard))
      waits = filter->Narrow(records, seat, hand, waits);
  }
  return waits;
}

int ShapesAndFilters::Distance(const Records& records, const Counts& hand, int melds) const {
  int wild = 0;
  const Counts natural = Natural(records, hand, wild);
  int best = table::kFar;
  for (const WinShape* shape : shapes_)
    best = std::min(best, shape->Distance(natural, melds, wild));
  return best;
}

}  // namespace

void RegisterWinRule(Registry& registry) { registry.Add<ShapesAndFilters>(); }

}  // namespace mlf::logic
