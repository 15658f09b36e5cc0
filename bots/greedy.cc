#include "bots/greedy.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace mlf::bots {
namespace {

using logic::Play;

constexpr std::uint64_t kMostExchanges = 4096;  // of an offer that is searched whole

}  // namespace

int Companions(const Counts& hand, Tile tile) {
  int n = 4 * (hand[tile] - 1);
  if (!table::IsSuited(tile)) return n;
  for (const int d : {-2, -1, 1, 2}) {
    const int rank = RankOf(tile) + d;
    if (rank >= 0 && rank < kGroupSize)
      n += hand[static_cast<Tile>(tile + d)] * (d == 1 || d == -1 ? 2 : 1);
  }
  return 4 * n + std::min(RankOf(tile), kGroupSize - 1 - RankOf(tile)) / 2;
}

GreedyBot::GreedyBot(const Flow& flow, Outlook outlook) : outlook_(outlook) {
  for (const Node& node : flow.nodes())
    plays_.push_back({logic::PlayOf(*node.impl), dynamic_cast<const logic::PlayNode*>(node.impl)});
}

Action GreedyBot::Choose(const play::TableView& view) {
  const auto offers = view.offers();
  if (view.seat() >= table::kMaxPlayers) return view.fallback();  // a bystander has no hand
  if (offers.size() == 1 && offers[0].domain.Count() == 1) return Take(view, offers[0], 0);
  const SeenTable table = outlook_.TableOf(view.seen(), view.seat());
  const Offer* pass = nullptr;
  const Offer* discard = nullptr;
  const Offer* best = nullptr;
  const Offer* wild_gang = nullptr;
  Action answer;
  for (const Offer& offer : offers) {
    switch (plays_[offer.node].play) {
      case Play::kHu:
        if (TakesWin(offers.size() == 1)) return Take(view, offer, 0);
        break;
      case Play::kExchange: return Exchange(view, table, offer);
      case Play::kVoidSuit: return ChooseVoid(view, table, offer);
      case Play::kPass: pass = &offer; break;
      case Play::kDiscard: discard = &offer; break;
      case Play::kGang:
      case Play::kAddedGang:
        if (best == nullptr && Gang(view, table, offer, answer)) best = &offer;
        break;
      case Play::kShortGang:
        if (best == nullptr && LayThree(view, table, offer, answer)) best = &offer;
        break;
      case Play::kWildGang:
        if ((offer.domain.mask & outlook_.Wilds(table)) != 0) {
          wild_gang = &offer;
        } else if (best == nullptr && SetAside(view, table, offer, answer)) {
          best = &offer;
        }
        break;
      case Play::kPeng:
      case Play::kChi:
        if (best == nullptr && Claim(view, table, offer, answer)) best = &offer;
        break;
      case Play::kReady:
        if (Declare(view, table, offer, answer)) return answer;
        break;
      case Play::kDraw:      // the last tile: a chance to win
      case Play::kAccounts:  // points for tiles shown
        return Take(view, offer, 0);
      case Play::kGiveUp:
        if (GivesUp(table)) return Take(view, offer, 0);
        break;
      default: break;
    }
  }
  if (best != nullptr) return answer;
  // One wildcard is worth keeping. With more, no hand wins.
  if (wild_gang != nullptr &&
      (discard == nullptr ||
       table.own.hand[static_cast<Tile>(std::countr_zero(wild_gang->domain.mask))] > 1))
    return Take(view, *wild_gang, 0);
  if (discard != nullptr && pass != nullptr && PassesTurn()) return Take(view, *pass, 0);
  if (discard != nullptr) return ChooseDiscard(view, table, *discard);
  if (pass != nullptr) return Take(view, *pass, 0);
  return view.fallback();
}

Counts GreedyBot::HandAfter(const SeenTable& table, const Action& action) const {
  Counts hand = table.own.hand;
  plays_[action.node].node->Spend(action, hand);
  return hand;
}

int GreedyBot::MeldsAfter(const SeenTable& table, const Action& action) const {
  return table.own.meld_count + (plays_[action.node].play == Play::kAddedGang ? 0 : 1);
}

// Declares only if at least two live tiles win. A locked hand that hardly wins is worse than a free
// one.
bool GreedyBot::Declare(const play::TableView& view, const SeenTable& table, const Offer& offer,
                        Action& answer) const {
  int most = 1;
  bool found = false;
  ForEach(offer.domain.mask, [&](Tile tile) {
    Counts rest = table.own.hand;
    rest.Remove(table::KindOf(tile));
    const int live = outlook_.LiveWins(table, rest, true);
    if (live <= most) return;
    most = live;
    found = true;
    answer = {.node = offer.node, .seat = view.seat(), .count = 1, .ask = view.nonce()};
    answer.pieces[0] = tile;
  });
  return found;
}

Action GreedyBot::ChooseDiscard(const play::TableView& view, const SeenTable& table,
                                const Offer& offer) const {
  Action action{.node = offer.node, .seat = view.seat(), .count = 1, .ask = view.nonce()};
  TileMask kinds = offer.domain.mask;
  // The void suit goes first. The order of its tiles does not matter to the hand.
  if ((kinds & table.void_suit) != 0) kinds &= table.void_suit;
  if (std::popcount(kinds) == 1 || (kinds & table.void_suit) != 0) {
    action.pieces[0] = static_cast<Tile>(std::countr_zero(kinds));
    return action;
  }
  std::array<std::pair<Tile, int>, kMaxPieces> candidates;
  int count = 0;
  int nearest = table::kFar;
  ForEach(kinds, [&](Tile tile) {
    Counts rest = table.own.hand;
    rest.Remove(table::KindOf(tile));
    const int distance = outlook_.RawDistance(table, rest, table.own.meld_count);
    nearest = std::min(nearest, distance);
    candidates[static_cast<std::size_t>(count++)] = {tile, distance};
  });
  const std::array<std::uint8_t, kMaxPieces> unseen = outlook_.Unseen(table);
  // {live tiles, -companions}
  std::tuple<int, int> best{-1, 0};
  for (int i = 0; i < count; ++i) {
    const auto [tile, distance] = candidates[static_cast<std::size_t>(i)];
    if (distance != nearest) continue;
    Counts rest = table.own.hand;
    rest.Remove(table::KindOf(tile));
    const int live = distance == 0 && outlook_.has_minimum()
                         ? outlook_.LiveWins(table, rest, false)
                         : outlook_.Live(table, rest, distance, unseen);
    const std::tuple<int, int> merit{live, -Companions(table.own.hand, table::KindOf(tile))};
    if (std::get<0>(best) >= 0 && merit <= best) continue;
    best = merit;
    action.pieces[0] = tile;
  }
  return action;
}

// Peng and chi that bring the hand nearer to ready. A hand on the way to seven pairs takes none,
// because every meld leads it away.
bool GreedyBot::Claim(const play::TableView& view, const SeenTable& table, const Offer& offer,
                      Action& answer) const {
  int before = outlook_.Distance(table, table.own.hand, table.own.meld_count);
  for (std::uint64_t n = 0; n < offer.domain.Count(); ++n) {
    const Action action = Take(view, offer, n);
    const int after = outlook_.Distance(table, HandAfter(table, action), MeldsAfter(table, action));
    if (after >= before) continue;
    before = after;
    answer = action;
  }
  return answer.node == offer.node;
}

// A short gang that leaves the hand as near to ready as it was.
bool GreedyBot::LayThree(const play::TableView& view, const SeenTable& table, const Offer& offer,
                         Action& answer) const {
  const Action action = Take(view, offer, 0);
  if (outlook_.Distance(table, HandAfter(table, action), MeldsAfter(table, action)) >
      outlook_.Distance(table, table.own.hand, table.own.meld_count))
    return false;
  answer = action;
  return true;
}

// A tile set aside that leaves the hand as near to ready as it was.
bool GreedyBot::SetAside(const play::TableView& view, const SeenTable& table, const Offer& offer,
                         Action& answer) const {
  const Action action = Take(view, offer, 0);
  const int melds = table.own.meld_count;
  if (outlook_.Distance(table, HandAfter(table, action), melds) >
      outlook_.Distance(table, table.own.hand, melds))
    return false;
  answer = action;
  return true;
}

// A gang that leaves the hand as near to ready as it was, and loses no wait.
bool GreedyBot::Gang(const play::TableView& view, const SeenTable& table, const Offer& offer,
                     Action& answer) const {
  const int before = outlook_.Distance(table, table.own.hand, table.own.meld_count);
  for (std::uint64_t n = 0; n < offer.domain.Count(); ++n) {
    const Action action = Take(view, offer, n);
    const Counts rest = HandAfter(table, action);
    const int melds = MeldsAfter(table, action);
    if (outlook_.Distance(table, rest, melds) > before) continue;
    const TileMask waits = outlook_.Waits(table) & ~MaskOf(action.pieces[0]);
    if ((waits & ~outlook_.Waits(table, rest, melds)) != 0) continue;
    answer = action;
    return true;
  }
  return false;
}

Action GreedyBot::ChooseVoid(const play::TableView& view, const SeenTable& table,
                             const Offer& offer) const {
  const int suit = outlook_.BestVoid(table, table.own.hand, offer.domain.mask).suit;
  if (suit < 0) return view.fallback();
  return {.node = offer.node, .seat = view.seat(), .ask = view.nonce(), .value = suit};
}

// Gives the tiles that leave the best hand once its worst suit is given up.
Action GreedyBot::Exchange(const play::TableView& view, const SeenTable& table,
                           const Offer& offer) const {
  Action best = view.fallback();
  VoidChoice best_left{.suit = 99};
  const std::uint64_t count = offer.domain.Count();
  if (count > kMostExchanges) return best;
  for (std::uint64_t n = 0; n < count; ++n) {
    const Action action = Take(view, offer, n);
    const VoidChoice left = outlook_.BestVoid(table, HandAfter(table, action), 0b111);
    if (left >= best_left) continue;
    best_left = left;
    best = action;
  }
  return best;
}

}  // namespace mlf::bots
