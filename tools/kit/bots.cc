#include "tools/kit/bots.h"

#include <mlf/components/tile_set.h>
#include <mlf/components/void_suits.h>
#include <mlf/components/win_rule.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/hand_tables.h>
#include "components/logic/minimum_fan.h"
#include "flow/base/words.h"

#include <algorithm>
#include <tuple>

namespace mlf::tools {
namespace {

using logic::WinRule;
using table::Board;
using table::Tile;
using table::TileMask;

class RandomBot : public Bot {
 public:
  void Begin(std::uint64_t seed) override {
    seed_ = StreamSeed(seed, "bot");
    counter_ = 0;
  }
  bool looks() const override { return false; }
  Action Choose(const Question& q) override {
    const std::uint64_t count = std::min<std::uint64_t>(q.choices.Count(q.seat), 0xFFFFFFFFu);
    return q.choices.Nth(q.seat, Below(static_cast<std::uint32_t>(count)), q.ask);
  }

 protected:
  std::uint32_t Below(std::uint32_t bound) { return Stream(seed_, counter_).Below(bound); }

 private:
  std::uint64_t seed_ = 0;
  std::uint32_t counter_ = 0;
};

// What a node is to a player, told by its type so that a variant may call its nodes what it likes.
enum class Role : std::uint8_t {
  kOther,
  kWin,
  kDiscard,
  kPass,
  kPeng,
  kChi,
  kMingGang,
  kAnGang,
  kBuGang,
  kTing,
  kLaiGang,
  kChaoTian,
  kDianChaoTian,
  kExchange,
  kVoid
};

Role RoleOf(std::string_view type) {
  constexpr std::pair<std::string_view, Role> kRoles[] = {
      {"hu", Role::kWin},
      {"zi_mo", Role::kWin},
      {"discard", Role::kDiscard},
      {"guo", Role::kPass},
      {"peng", Role::kPeng},
      {"chi", Role::kChi},
      {"ming_gang", Role::kMingGang},
      {"an_gang", Role::kAnGang},
      {"lai_gang", Role::kLaiGang},
      {"chao_tian", Role::kChaoTian},
      {"dian_chao_tian", Role::kDianChaoTian},
      {"bu_gang", Role::kBuGang},
      {"ting", Role::kTing},
      {"choose_void", Role::kVoid},
      {"exchange_three", Role::kExchange},
  };
  for (const auto& [name, role] : kRoles) {
    if (name == type) return role;
  }
  return Role::kOther;
}

class GreedyBot final : public RandomBot {
 public:
  GreedyBot(const Flow& flow, const WinRule& win, Slot<Board> board, bool shy)
      : win_(win),
        board_(board),
        shy_(shy),
        voids_(table::FindSlot<logic::VoidSuits>(flow)),
        tiles_(flow.Shared<logic::TileSet>("tiles")) {
    for (const Node& node : flow.nodes()) {
      roles_.push_back(RoleOf(node.type));
      for (const RoleUse<Condition>& condition : node.conditions) {
        if (const auto* minimum = dynamic_cast<const logic::MinimumFan*>(condition.part))
          minimum_ = minimum;
      }
    }
    judge_ = flow.Shared<score::Judge>("judge");
    kinds_ = (tiles_ != nullptr ? tiles_->Kinds() : table::kNaturals) & table::kNaturals;
  }
  bool looks() const override { return true; }

  Action Choose(const Question& q) override {
    const auto offers = q.choices.Of(q.seat);
    if (q.seat >= table::kMaxPlayers) return q.preset;  // a bystander has no hand to look at
    if (offers.size() == 1 && offers[0].domain.Count() == 1) return q.choices.Nth(q.seat, 0, q.ask);
    const Table t{q.seen, board_(q.seen), board_(q.seen).seats[q.seat], q.seat,
                  Unwanted(q.seen, q.seat)};
    const Offer* pass = nullptr;
    const Offer* discard = nullptr;
    const Offer* best = nullptr;
    const Offer* wildcard = nullptr;
    Action answer;
    for (const Offer& offer : offers) {
      switch (roles_[offer.node]) {
        case Role::kWin:
          if (!shy_ || offers.size() == 1 || Below(2) == 0) return Take(q, offer, 0);
          break;
        case Role::kExchange: return Exchange(q, t, offer);
        case Role::kVoid: return ChooseVoid(q, t, offer);
        case Role::kPass: pass = &offer; break;
        case Role::kDiscard: discard = &offer; break;
        case Role::kMingGang:
        case Role::kAnGang:
        case Role::kBuGang:
          if (best == nullptr && Gang(q, t, offer, answer)) best = &offer;
          break;
        case Role::kChaoTian:
        case Role::kDianChaoTian:
          if (best == nullptr && LayThree(q, t, offer, answer)) best = &offer;
          break;
        case Role::kLaiGang: wildcard = &offer; break;
        case Role::kPeng:
        case Role::kChi:
          if (best == nullptr && Claim(q, t, offer, answer)) best = &offer;
          break;
        case Role::kTing:
          if (Declare(q, t, offer, answer)) return answer;
          break;
        case Role::kOther: break;
      }
    }
    if (best != nullptr) return answer;
    // One wildcard is worth keeping; with more of them no hand wins.
    if (wildcard != nullptr &&
        (discard == nullptr ||
         t.own.hand[static_cast<Tile>(std::countr_zero(wildcard->domain.mask))] > 1))
      return Take(q, *wildcard, 0);
    if (shy_ && discard != nullptr && pass != nullptr && Below(2) == 0) return Take(q, *pass, 0);
    if (discard != nullptr) return ChooseDiscard(q, t, *discard);
    if (pass != nullptr) return Take(q, *pass, 0);
    return q.preset;
  }

 private:
  struct Table {
    const Records& seen;
    const Board& board;
    const table::SeatBoard& own;
    Seat seat;
    TileMask unwanted;  // the void suit
  };

  static Action Take(const Question& q, const Offer& offer, std::uint64_t n) {
    Action action{.node = offer.node, .seat = q.seat, .ask = q.ask};
    offer.domain.Nth(n, action);
    return action;
  }

  TileMask Unwanted(const Records& seen, Seat seat) const {
    return voids_ ? logic::VoidMask((*voids_)(seen), seat) : 0;
  }

  static Counts Without(Counts hand, TileMask mask) {
    for (int g = 0; g < 3; ++g) {
      if ((mask & table::SuitMask(static_cast<table::Suit>(g))) != 0)
        hand.group[static_cast<std::size_t>(g)] = 0;
    }
    return hand;
  }

  // How far from ready, tiles of the void suit not counting as any; never below 0, as what is asked
  // here is which way to go.
  int Distance(const Records& seen, const Counts& hand, int melds, TileMask unwanted) const {
    return std::max(0, win_.Distance(seen, Without(hand, unwanted), melds));
  }

  int Unseen(const Table& t, Tile tile) const {
    const int copies = tiles_ != nullptr ? tiles_->Copies(tile) : 4;
    return std::max(0, copies - table::SeenCopies(t.board, t.seat, tile));
  }

  // Live tiles that bring `hand` (3n+1 tiles) nearer.
  int Live(const Table& t, const Counts& hand, int melds, int distance,
           const std::array<std::uint8_t, kMaxPieces>& unseen) const {
    const Counts wanted = Without(hand, t.unwanted);
    int live = 0;
    ForEach(kinds_ & ~t.unwanted, [&](Tile tile) {
      if (unseen[tile] == 0) return;
      Counts more = wanted;
      more.Add(tile);
      if (win_.Distance(t.seen, more, melds) < distance) live += unseen[tile];
    });
    return live;
  }

  // Live tiles that `hand` (3n+1 tiles) wins on with fan enough, were it declared ready or not.
  int LiveWins(const Table& t, const Counts& hand, bool ready) const {
    int live = 0;
    Records with = t.seen;
    table::SeatBoard& own = board_(with).seats[t.seat];
    own.hand = hand;
    if (ready) own.flags |= table::kReady;
    ForEach(win_.Waits(t.seen, t.seat, hand, t.own.meld_count), [&](Tile tile) {
      const int unseen = Unseen(t, tile);
      if (unseen == 0) return;
      if (minimum_ != nullptr && judge_ != nullptr) {
        score::Verdict verdict;
        const auto payer = static_cast<Seat>((t.seat + 1) % t.board.seat_count);
        judge_->Evaluate(
            with, {.seat = t.seat, .payer = payer, .tile = tile, .by = logic::WinBy::kDiscard},
            verdict);
        if (!verdict.win || !minimum_->Enough(verdict)) return;
      }
      live += unseen;
    });
    return live;
  }

  // Declares where two live tiles at least win: a locked hand that can hardly win is worse than a
  // free one.
  bool Declare(const Question& q, const Table& t, const Offer& offer, Action& answer) const {
    int most = 1;
    bool found = false;
    ForEach(offer.domain.mask, [&](Tile tile) {
      Counts rest = t.own.hand;
      rest.Remove(tile);
      const int live = LiveWins(t, rest, true);
      if (live <= most) return;
      most = live;
      found = true;
      answer = {.node = offer.node, .seat = q.seat, .count = 1, .ask = q.ask};
      answer.pieces[0] = tile;
    });
    return found;
  }

  Action ChooseDiscard(const Question& q, const Table& t, const Offer& offer) const {
    Action action{.node = offer.node, .seat = q.seat, .count = 1, .ask = q.ask};
    TileMask kinds = offer.domain.mask;
    // Void suit first; which of its tiles does not matter to the hand.
    if ((kinds & t.unwanted) != 0) kinds &= t.unwanted;
    if (std::popcount(kinds) == 1 || (kinds & t.unwanted) != 0) {
      action.pieces[0] = static_cast<Tile>(std::countr_zero(kinds));
      return action;
    }
    std::array<std::pair<Tile, int>, kMaxPieces> candidates;
    int count = 0;
    int nearest = table::kFar;
    ForEach(kinds, [&](Tile tile) {
      Counts rest = t.own.hand;
      rest.Remove(tile);
      const int distance = win_.Distance(t.seen, Without(rest, t.unwanted), t.own.meld_count);
      nearest = std::min(nearest, distance);
      candidates[static_cast<std::size_t>(count++)] = {tile, distance};
    });
    std::array<std::uint8_t, kMaxPieces> unseen{};
    ForEach(kinds_, [&](Tile tile) { unseen[tile] = static_cast<std::uint8_t>(Unseen(t, tile)); });
    // Most live tiles; then the tile with the fewest companions in the hand.
    std::tuple<int, int> best{-1, 0};
    for (int i = 0; i < count; ++i) {
      const auto [tile, distance] = candidates[static_cast<std::size_t>(i)];
      if (distance != nearest) continue;
      Counts rest = t.own.hand;
      rest.Remove(tile);
      const int live = distance == 0 && minimum_ != nullptr
                           ? LiveWins(t, rest, false)
                           : Live(t, rest, t.own.meld_count, distance, unseen);
      const std::tuple<int, int> merit{live, -Companions(t.own.hand, tile)};
      if (std::get<0>(best) >= 0 && merit <= best) continue;
      best = merit;
      action.pieces[0] = tile;
    }
    return action;
  }

  static int Companions(const Counts& hand, Tile tile) {
    int n = 4 * (hand[tile] - 1);
    if (!table::IsSuited(tile)) return n;
    for (const int d : {-2, -1, 1, 2}) {
      const int rank = RankOf(tile) + d;
      if (rank >= 0 && rank < kGroupSize)
        n += hand[static_cast<Tile>(tile + d)] * (d == 1 || d == -1 ? 2 : 1);
    }
    return 4 * n + std::min(RankOf(tile), kGroupSize - 1 - RankOf(tile)) / 2;
  }

  // Peng and chi where they bring the hand nearer. A hand on its way to seven pairs is farther off
  // after any meld, so it takes none.
  bool Claim(const Question& q, const Table& t, const Offer& offer, Action& answer) const {
    int before = Distance(t.seen, t.own.hand, t.own.meld_count, t.unwanted);
    for (std::uint64_t n = 0; n < offer.domain.Count(); ++n) {
      const Action action = Take(q, offer, n);
      Counts rest = t.own.hand;
      if (roles_[offer.node] == Role::kPeng) {
        rest.Remove(action.pieces[0], 2);
      } else {
        for (int i = 1; i < action.count; ++i)
          rest.Remove(action.pieces[static_cast<std::size_t>(i)]);
      }
      const int after = Distance(t.seen, rest, t.own.meld_count + 1, t.unwanted);
      if (after >= before) continue;
      before = after;
      answer = action;
    }
    return answer.node == offer.node;
  }

  // Three tiles that are paid like a gang and make a set, where that does not lead away from ready.
  bool LayThree(const Question& q, const Table& t, const Offer& offer, Action& answer) const {
    const Action action = Take(q, offer, 0);
    Counts rest = t.own.hand;
    rest.Remove(action.pieces[0], roles_[offer.node] == Role::kChaoTian ? 3 : 2);
    if (Distance(t.seen, rest, t.own.meld_count + 1, t.unwanted) >
        Distance(t.seen, t.own.hand, t.own.meld_count, t.unwanted))
      return false;
    answer = action;
    return true;
  }

  // A gang that does not lead away from ready and costs no wait.
  bool Gang(const Question& q, const Table& t, const Offer& offer, Action& answer) const {
    const Role role = roles_[offer.node];
    const int before = Distance(t.seen, t.own.hand, t.own.meld_count, t.unwanted);
    for (std::uint64_t n = 0; n < offer.domain.Count(); ++n) {
      const Action action = Take(q, offer, n);
      const Tile tile = action.pieces[0];
      Counts rest = t.own.hand;
      rest.Remove(tile, role == Role::kMingGang ? 3 : role == Role::kAnGang ? 4 : 1);
      const int melds = t.own.meld_count + (role == Role::kBuGang ? 0 : 1);
      if (Distance(t.seen, rest, melds, t.unwanted) > before) continue;
      const TileMask waits = win_.Waits(t.seen, t.seat) & ~MaskOf(tile);
      if ((waits & ~win_.Waits(t.seen, t.seat, rest, melds)) != 0) continue;
      answer = action;
      return true;
    }
    return false;
  }

  // Of the three suits, the one without which the hand is nearest to ready, then the shortest:
  // {distance, tiles of it, suit}.
  std::tuple<int, int, int> BestVoid(const Records& seen, const Counts& hand, int melds,
                                     PieceMask allowed) const {
    std::tuple<int, int, int> best{table::kFar, 99, -1};
    for (int suit = 0; suit < 3; ++suit) {
      if ((allowed >> suit & 1) == 0) continue;
      best = std::min(best,
                      {Distance(seen, hand, melds, table::SuitMask(static_cast<table::Suit>(suit))),
                       hand.Size(suit), suit});
    }
    return best;
  }

  Action ChooseVoid(const Question& q, const Table& t, const Offer& offer) const {
    const int suit = std::get<2>(BestVoid(t.seen, t.own.hand, t.own.meld_count, offer.domain.mask));
    if (suit < 0) return q.preset;
    return {.node = offer.node, .seat = q.seat, .ask = q.ask, .value = suit};
  }

  // Gives what leaves the best hand, were one suit void.
  Action Exchange(const Question& q, const Table& t, const Offer& offer) const {
    Action best = q.preset;
    std::tuple<int, int, int> best_left{table::kFar, 99, 99};
    const std::uint64_t count = offer.domain.Count();
    if (count > 4096) return best;
    for (std::uint64_t n = 0; n < count; ++n) {
      const Action action = Take(q, offer, n);
      Counts rest = t.own.hand;
      for (int i = 0; i < action.count; ++i)
        rest.Remove(action.pieces[static_cast<std::size_t>(i)]);
      const auto left = BestVoid(t.seen, rest, t.own.meld_count, 0b111);
      if (left >= best_left) continue;
      best_left = left;
      best = action;
    }
    return best;
  }

  const WinRule& win_;
  Slot<Board> board_;
  bool shy_;
  std::optional<Slot<logic::VoidSuits>> voids_;
  const logic::TileSet* tiles_;
  const logic::MinimumFan* minimum_ = nullptr;
  const score::Judge* judge_ = nullptr;
  TileMask kinds_ = 0;
  std::vector<Role> roles_;
};

}  // namespace

std::string_view BotName(BotKind kind) {
  return kind == BotKind::kRandom ? "random" : kind == BotKind::kGreedy ? "greedy" : "shy";
}

std::string BotList(std::span<const BotKind> bots) {
  std::string text;
  for (const BotKind kind : bots) text += (text.empty() ? "" : ",") + std::string(BotName(kind));
  return text;
}

std::optional<BotKind> BotFrom(std::string_view name) {
  for (const BotKind kind : {BotKind::kRandom, BotKind::kGreedy, BotKind::kShy}) {
    if (name == BotName(kind)) return kind;
  }
  return std::nullopt;
}

Result<std::vector<BotKind>> ParseBots(std::string_view text, int seats) {
  std::vector<BotKind> bots;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string_view word = text.substr(from, comma - from);
    const auto kind = BotFrom(word);
    if (!kind) {
      const std::string near = Nearest(std::string(word), {"random", "greedy", "shy"});
      return Fault{"S01",
                   {"", 1, static_cast<int>(from) + 1},
                   "there is no bot \"" + std::string(word) + "\"" +
                       (near.empty() ? "; there are random, greedy and shy"
                                     : " (did you mean \"" + near + "\"?)")};
    }
    bots.push_back(*kind);
    from = comma + 1;
  }
  if (bots.size() == 1) bots.resize(static_cast<std::size_t>(seats), bots.front());
  if (bots.size() != static_cast<std::size_t>(seats)) {
    return Fault{"S02",
                 {},
                 std::to_string(bots.size()) + " bots for " + std::to_string(seats) +
                     " seats: give one for all, or one a seat"};
  }
  return bots;
}

std::unique_ptr<Bot> MakeBot(BotKind kind, const Flow& flow) {
  const auto* win = flow.Shared<WinRule>("win");
  const auto board = table::FindSlot<Board>(flow);
  if (kind == BotKind::kRandom || win == nullptr || !board || flow.seats() > table::kMaxPlayers)
    return std::make_unique<RandomBot>();
  return std::make_unique<GreedyBot>(flow, *win, *board, kind == BotKind::kShy);
}

}  // namespace mlf::tools
