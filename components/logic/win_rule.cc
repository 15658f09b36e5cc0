#include <mlf/components/logic/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/table/hand_tables.h>

#include <algorithm>

namespace mlf::logic {

WinRule::WinRule(Params& params)
    : table_(params),
      shapes_(params.Parts<WinShape>("shapes", {"可胡的牌型", "the shapes a complete hand may have"})),
      filters_(params.Parts<HandFilter>("filters", {"胡牌时手牌不得含有的东西", "what a complete hand must not hold"})),
      wilds_(params.PartIfAny<Wilds>("wilds", {"癞子", "which tile is wild"})) {
  if (shapes_.empty() && !params.describing()) params.Fault("shapes: at least one is needed, such as standard", params.WhereOf("shapes"));
  for (const WinBy by : {WinBy::kSelfDraw, WinBy::kDiscard, WinBy::kRob}) {
    stand_[static_cast<std::size_t>(by)] = std::ranges::all_of(filters_, [&](const HandFilter* filter) { return filter->WildcardsStand(by); });
  }
}

Counts WinRule::Natural(const Records& records, const Counts& hand, int& wild) const {
  Counts natural = hand;
  wild = 0;
  if (wilds_ == nullptr) return natural;
  ForEach(wilds_->WildsOf(records), [&](Tile tile) {
    const int held = natural[tile];
    natural.Remove(tile, held);
    wild += held;
  });
  return natural;
}

bool WinRule::CanWin(const Records& records, Seat seat, Tile tile, WinBy by) const {
  const table::SeatBoard& own = table_.board(records).seats[static_cast<std::size_t>(seat)];
  Counts hand = own.hand;
  if (tile != table::kNoTile) {
    if (hand[tile] >= 7) return false;  // no hand holds an eighth copy, and Counts could not either
    hand.Add(tile);
  }
  return Complete(records, seat, hand, own.meld_count, by);
}

bool WinRule::Complete(const Records& records, Seat seat, const Counts& hand, int melds, WinBy by) const {
  // Filters first: they look at a word or two, shapes at tables, and most hands asked about fail both.
  for (const HandFilter* filter : filters_) {
    if (!filter->Allows(records, seat, hand, by)) return false;
  }
  if (wilds_ == nullptr) return HasShape(records, seat, hand, melds, 0, by);
  if (!WildcardsStand(by)) return Hard(hand, melds);
  int wild = 0;
  const Counts natural = Natural(records, hand, wild);
  return HasShape(records, seat, natural, melds, wild, by);
}

bool WinRule::HasShape(const Records& records, Seat seat, const Counts& natural, int melds, int wild, WinBy by) const {
  for (const WinShape* shape : shapes_) {
    if (shape->Complete(natural, melds, wild) && shape->InForce(records, seat, by)) return true;
  }
  return false;
}

bool WinRule::Hard(const Counts& hand, int melds) const {
  return std::ranges::any_of(shapes_, [&](const WinShape* shape) { return shape->Complete(hand, melds, 0); });
}

TileMask WinRule::Waits(const Records& records, Seat seat, const Counts& hand, int melds, OwnFour own_four) const {
  const bool stand = WildcardsStand(WinBy::kDiscard);
  int wild = 0;
  const Counts natural = stand ? Natural(records, hand, wild) : hand;
  TileMask waits = 0;
  const auto in_force = [&](const WinShape* shape) { return shape->InForce(records, seat, WinBy::kDiscard); };
  for (const WinShape* shape : shapes_) {
    if (in_force(shape)) waits |= shape->Waits(natural, melds, wild);
  }
  if (wilds_ != nullptr && stand) {
    // A tile of a wild kind comes in as a wildcard and never as itself.
    const TileMask kinds = wilds_->WildsOf(records);
    if (kinds != 0) {
      waits &= ~kinds;
      const auto completes = [&](const WinShape* shape) { return in_force(shape) && shape->Complete(natural, melds, wild + 1); };
      if (std::ranges::any_of(shapes_, completes)) waits |= kinds;
    }
  }
  const table::SeatBoard& own = table_.board(records).seats[static_cast<std::size_t>(seat)];
  ForEach(own_four == OwnFour::kNoWait ? waits : TileMask{0}, [&](Tile tile) {
    int owned = hand[tile];
    for (const table::Meld& meld : own.Melds()) owned += meld.CountOf(tile);
    if (owned >= 4) waits &= ~MaskOf(tile);
  });
  for (const HandFilter* filter : filters_) {
    if (waits != 0) waits = filter->Narrow(records, seat, hand, waits);
  }
  return waits;
}

TileMask WinRule::Waits(const Records& records, Seat seat, OwnFour own_four) const {
  const table::SeatBoard& own = table_.board(records).seats[static_cast<std::size_t>(seat)];
  Counts hand = own.hand;
  if (own.HandSize() % 3 == 2) {
    if (own.drawn == table::kNoTile || hand[own.drawn] == 0) return 0;
    hand.Remove(own.drawn);
  }
  return Waits(records, seat, hand, own.meld_count, own_four);
}

int WinRule::Distance(const Records& records, const Counts& hand, int melds) const {
  int wild = 0;
  const Counts natural = Natural(records, hand, wild);
  int best = table::kFar;
  for (const WinShape* shape : shapes_) best = std::min(best, shape->Distance(natural, melds, wild));
  return best;
}

void RegisterWinRule(Registry& registry) { registry.Add<WinRule>(); }

}  // namespace mlf::logic
