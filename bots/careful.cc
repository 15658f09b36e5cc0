#include "bots/careful.h"

#include <algorithm>
#include <bit>

namespace mlf::bots {

using logic::Play;

namespace {

// The cost of a discard that is won on, in units of the value of a win (a mangan is 2000). The
// bonus is what an own win brings beside its value.
constexpr double kLoss = 1500;
constexpr double kDealerLoss = 2200;
constexpr double kWinBonus = 300;
// A claim needs so great a share of winning ways.
constexpr double kLeastShare = 0.5;

}  // namespace

CarefulBot::CarefulBot(const Flow& flow, Outlook outlook)
    : GreedyBot(flow, outlook), danger_(flow) {}

bool CarefulBot::GivesUp(const SeenTable& t) const {
  return outlook().Distance(t, t.own.hand, t.own.meld_count) >= 4;
}

// The discard that leaves the most winning tiles by their value; never one after which the own
// discards bar the seat.
bool CarefulBot::Declare(const play::TableView& view, const SeenTable& t, const Offer& offer,
                         Action& answer) const {
  double most = 0;
  ForEach(offer.domain.mask, [&](Tile tile) {
    Counts rest = t.own.hand;
    rest.Remove(table::KindOf(tile));
    const Wins wins = outlook().WinsOf(t, rest, true);
    if (wins.live == 0) return;
    if (outlook().Barred(t, wins.waits) ||
        (outlook().own_discards_bar() && (wins.waits & MaskOf(table::KindOf(tile))) != 0))
      return;
    const double merit = wins.live * (wins.value + kWinBonus);
    if (merit <= most) return;
    most = merit;
    answer = {.node = offer.node, .seat = view.seat(), .count = 1, .ask = view.nonce()};
    answer.pieces[0] = tile;
  });
  return most > 0;
}

// The best of what the hand may be after the claim and a discard.
Promise CarefulBot::After(const SeenTable& t, const Action& claim, int& distance) const {
  const Counts hand = HandAfter(t, claim);
  const int melds = MeldsAfter(t, claim);
  Records with = t.records;
  table::SeatBoard& own = outlook().BoardOf(with).seats[t.seat];
  const Tile tile = t.board.turn.focus_tile;
  table::Meld meld{table::MeldKind::kPeng, tile, t.board.turn.focus_seat, 0};
  if (PlayAt(claim.node) == Play::kChi) {
    meld = table::ChiOf({tile, table::KindOf(claim.pieces[1]), table::KindOf(claim.pieces[2])},
                        tile, meld.from);
  }
  own.melds[own.meld_count] = meld;
  own.meld_count = static_cast<std::uint8_t>(own.meld_count + 1);
  own.hand = hand;
  const SeenTable then{with, outlook().BoardOf(with), own, t.seat, t.void_suit};
  if (claim.count == kMaxActionPieces) {  // the claim names its discard
    distance = outlook().RawDistance(then, hand, melds);
    return outlook().PromiseOf(then, hand, melds);
  }
  distance = table::kFar;
  Promise best;
  ForEach(hand.Kinds() & ~table::kFlowers, [&](Tile out) {
    Counts rest = hand;
    rest.Remove(out);
    distance = std::min(distance, outlook().RawDistance(then, rest, melds));
  });
  ForEach(hand.Kinds() & ~table::kFlowers, [&](Tile out) {
    Counts rest = hand;
    rest.Remove(out);
    if (outlook().RawDistance(then, rest, melds) != distance) return;
    const Promise promise = outlook().PromiseOf(then, rest, melds);
    if (promise.share > best.share) best = promise;
  });
  return best;
}

bool CarefulBot::Claim(const play::TableView& view, const SeenTable& t, const Offer& offer,
                       Action& answer) const {
  if (!outlook().has_minimum()) return GreedyBot::Claim(view, t, offer, answer);
  const int before = outlook().Distance(t, t.own.hand, t.own.meld_count);
  const SeatMask threats = Danger::Declared(t);
  double most = 0;
  for (std::uint64_t n = 0; n < offer.domain.Count(); ++n) {
    const Action action = Take(view, offer, n);
    if (outlook().Distance(t, HandAfter(t, action), MeldsAfter(t, action)) >= before) continue;
    int distance = 0;
    const Promise promise = After(t, action, distance);
    if (promise.share < kLeastShare) continue;
    // Another seat is ready: only a hand that is ready too goes on.
    if (threats != 0 && distance > 0) continue;
    // A closed hand that is nearly ready is worth more closed, unless the open one is dear.
    if (t.own.IsClosed() && before == 1 && promise.value < 1000) continue;
    const double merit = promise.share * (promise.value + kWinBonus) / (1 + distance);
    if (merit <= most) continue;
    most = merit;
    answer = action;
  }
  return most > 0;
}

// A gang off a discard opens the hand and shows an indicator to all.
bool CarefulBot::Gang(const play::TableView& view, const SeenTable& t, const Offer& offer,
                      Action& answer) const {
  const bool claims = t.board.turn.focus != table::Focus::kNone;
  if (outlook().has_minimum() && claims && t.own.IsClosed()) return false;
  if (Danger::Declared(t) != 0 && !t.own.Is(table::kReady)) return false;
  return GreedyBot::Gang(view, t, offer, answer);
}

double CarefulBot::MeritOf(const SeenTable& t, const Counts& rest, int distance,
                           const std::array<std::uint8_t, kMaxPieces>& unseen) const {
  if (distance == 0 && outlook().has_minimum()) {
    const Wins wins = outlook().WinsOf(t, rest, false);
    const double open = wins.live * (wins.value + kWinBonus);
    if (!t.own.IsClosed()) return outlook().Barred(t, wins.waits) ? open / 4 : open;
    // A closed hand may still declare.
    const Wins declared = outlook().WinsOf(t, rest, true);
    return std::max(open, declared.live * (declared.value + kWinBonus));
  }
  const double live = outlook().Live(t, rest, distance, unseen);
  if (t.own.IsClosed() || !outlook().has_minimum() || distance > 2) return live;
  return live * (0.05 + outlook().PromiseOf(t, rest, t.own.meld_count).share);
}

std::vector<CarefulBot::Candidate> CarefulBot::Candidates(const SeenTable& t,
                                                          TileMask tiles) const {
  std::vector<Candidate> list;
  const SeatMask threats = Danger::Declared(t);
  const auto unseen = outlook().Unseen(t);
  int nearest = table::kFar;
  ForEach(tiles, [&](Tile tile) {
    Counts rest = t.own.hand;
    rest.Remove(table::KindOf(tile));
    Candidate one{.tile = tile,
                  .distance = outlook().RawDistance(t, rest, t.own.meld_count),
                  .danger = threats == 0 ? 0 : danger_.Of(t, threats, tile)};
    nearest = std::min(nearest, one.distance);
    list.push_back(one);
  });
  for (Candidate& one : list) {
    if (one.distance != nearest) continue;
    Counts rest = t.own.hand;
    rest.Remove(table::KindOf(one.tile));
    one.merit = MeritOf(t, rest, one.distance, unseen);
  }
  return list;
}

bool CarefulBot::Pushes(const SeenTable& t, const Candidate& best) const {
  if (best.danger == 0) return true;
  double loss = kLoss;
  ForEachSeat(Danger::Declared(t), [&](Seat seat) {
    if (seat == t.board.dealer) loss = kDealerLoss;
  });
  const int left = std::max(0, t.board.wall.Left() - t.board.wall.keep);
  if (best.distance == 0) {
    Counts rest = t.own.hand;
    rest.Remove(table::KindOf(best.tile));
    const Wins wins = outlook().WinsOf(t, rest, t.own.IsClosed());
    const double chance = std::min(0.6, 0.075 * wins.live * std::min(1.0, left / 30.0));
    return chance * (wins.value + kWinBonus) > best.danger * loss;
  }
  return best.distance == 1 && left > 20 && best.danger < 0.035;
}

Action CarefulBot::ChooseDiscard(const play::TableView& view, const SeenTable& t,
                                 const Offer& offer) const {
  const TileMask kinds = offer.domain.mask;
  if (std::popcount(kinds) == 1 || (kinds & t.void_suit) != 0)
    return GreedyBot::ChooseDiscard(view, t, offer);
  const std::vector<Candidate> list = Candidates(t, kinds);
  const Candidate* best = nullptr;
  const auto nearest = std::ranges::min_element(list, {}, &Candidate::distance)->distance;
  const auto better = [&](const Candidate& a, const Candidate& b) {
    if (a.merit != b.merit) return a.merit > b.merit;
    if (a.danger != b.danger) return a.danger < b.danger;
    return Companions(t.own.hand, table::KindOf(a.tile)) <
           Companions(t.own.hand, table::KindOf(b.tile));
  };
  for (const Candidate& one : list) {
    if (one.distance == nearest && (best == nullptr || better(one, *best))) best = &one;
  }
  if (!Pushes(t, *best)) {
    // The safest; of equal ones that which keeps the hand nearest.
    for (const Candidate& one : list) {
      if (one.danger < best->danger ||
          (one.danger == best->danger && one.distance < best->distance))
        best = &one;
    }
  }
  Action action{.node = offer.node, .seat = view.seat(), .count = 1, .ask = view.nonce()};
  action.pieces[0] = best->tile;
  return action;
}

}  // namespace mlf::bots
