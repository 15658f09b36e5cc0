#include "bots/outlook.h"
#include <mlf/components/judge.h>
#include <mlf/table/find_slot.h>

#include <algorithm>
#include <utility>

namespace mlf::bots {
namespace {

Counts Without(Counts hand, TileMask mask) {
  for (int suit = 0; suit < 3; ++suit) {
    if ((mask & table::SuitMask(static_cast<table::Suit>(suit))) != 0)
      hand.group[static_cast<std::size_t>(suit)] = 0;
  }
  return hand;
}

}  // namespace

std::optional<Outlook> Outlook::Of(const Flow& flow) {
  const auto* win = flow.Shared<logic::WinRule>("win");
  const auto board = table::FindSlot<table::Board>(flow);
  if (win == nullptr || !board || flow.seats() > table::kMaxPlayers) return std::nullopt;
  return Outlook(flow, *win, *board);
}

Outlook::Outlook(const Flow& flow, const logic::WinRule& win, Slot<table::Board> board)
    : win_(&win),
      board_(board),
      voids_(table::FindSlot<logic::VoidSuits>(flow)),
      tiles_(flow.Shared<logic::TileSet>("tiles")),
      judge_(flow.Shared<score::Judge>("judge")) {
  for (const Node& node : flow.nodes()) {
    for (const RoleUse<Condition>& condition : node.conditions) {
      if (const auto* minimum = dynamic_cast<const logic::MinimumFan*>(condition.part))
        minimum_ = minimum;
      const auto* bar = dynamic_cast<const logic::DiscardBar*>(condition.part);
      own_discards_bar_ = own_discards_bar_ || (bar != nullptr && bar->OwnDiscardsBar());
    }
  }
  kinds_ = (tiles_ != nullptr ? tiles_->Kinds() : table::kNaturals) & table::kNaturals;
}

SeenTable Outlook::TableOf(const Records& seen, Seat seat) const {
  const table::Board& board = board_(seen);
  const TileMask void_suit = voids_ ? logic::VoidMask((*voids_)(seen), seat) : 0;
  return {seen, board, board.seats[seat], seat, void_suit};
}

int Outlook::Distance(const SeenTable& t, const Counts& hand, int melds, TileMask without) const {
  return std::max(0, win_->Distance(t.records, Without(hand, without), melds));
}

int Outlook::RawDistance(const SeenTable& t, const Counts& hand, int melds) const {
  return win_->Distance(t.records, Without(hand, t.void_suit), melds);
}

int Outlook::UnseenCopies(const SeenTable& t, Tile tile) const {
  const int copies = tiles_ != nullptr ? tiles_->Copies(tile) : 4;
  return std::max(0, copies - table::SeenCopies(t.board, t.seat, tile));
}

std::array<std::uint8_t, kMaxPieces> Outlook::Unseen(const SeenTable& t) const {
  std::array<std::uint8_t, kMaxPieces> unseen{};
  ForEach(kinds_,
          [&](Tile tile) { unseen[tile] = static_cast<std::uint8_t>(UnseenCopies(t, tile)); });
  return unseen;
}

int Outlook::Live(const SeenTable& t, const Counts& hand, int distance,
                  const std::array<std::uint8_t, kMaxPieces>& unseen) const {
  const Counts wanted = Without(hand, t.void_suit);
  int live = 0;
  ForEach(kinds_ & ~t.void_suit, [&](Tile tile) {
    if (unseen[tile] == 0) return;
    Counts more = wanted;
    more.Add(tile);
    if (win_->Distance(t.records, more, t.own.meld_count) < distance) live += unseen[tile];
  });
  return live;
}

Wins Outlook::WinsOf(const SeenTable& t, const Counts& hand, bool ready) const {
  Wins wins;
  Records with = t.records;
  table::SeatBoard& own = board_(with).seats[t.seat];
  own.hand = hand;
  if (ready) own.flags |= table::kReady;
  // The win is imagined off a later discard, not off the one that followed a gang.
  board_(with).turn.discard_gang = table::MeldKind::kNone;
  wins.waits = Waits(t, hand, t.own.meld_count);
  double sum = 0;
  ForEach(wins.waits, [&](Tile tile) {
    const int unseen = UnseenCopies(t, tile);
    if (unseen == 0) return;
    if (minimum_ != nullptr && judge_ != nullptr) {
      score::Verdict verdict;
      const auto payer = static_cast<Seat>((t.seat + 1) % t.board.seat_count);
      const score::WinCase win{
          .seat = t.seat, .payer = payer, .tile = tile, .by = logic::WinBy::kDiscard};
      judge_->Evaluate(with, win, verdict);
      if (!verdict.win || !minimum_->EnoughFor(with, win, verdict)) return;
      sum += unseen * static_cast<double>(verdict.value);
    }
    wins.live += unseen;
  });
  if (wins.live > 0) wins.value = sum / wins.live;
  return wins;
}

bool Outlook::Barred(const SeenTable& t, TileMask waits) const {
  if (!own_discards_bar_) return false;
  for (int i = 0; i < t.board.river_count; ++i) {
    const table::Discard& discard = t.board.river[static_cast<std::size_t>(i)];
    if (discard.seat() == t.seat && (waits & MaskOf(discard.tile)) != 0) return true;
  }
  return false;
}

// One search: the records in which hands are judged, and what was found.
struct Outlook::Search {
  const SeenTable& table;
  Records records;
  int melds;
  std::array<std::uint8_t, kMaxPieces> unseen;
  double all = 0, won = 0, value = 0;
};

namespace {
// Ways that a search follows from a hand that lacks more than one tile.
constexpr std::size_t kMostTiles = 5;
}  // namespace

void Outlook::Follow(Search& search, const Counts& hand, int distance, double weight) const {
  if (distance == 0) {
    board_(search.records).seats[search.table.seat].hand = hand;
    ForEach(Waits(search.table, hand, search.melds), [&](Tile tile) {
      if (search.unseen[tile] == 0) return;
      const double share = weight * search.unseen[tile];
      search.all += share;
      score::Verdict verdict;
      const auto payer = static_cast<Seat>((search.table.seat + 1) % search.table.board.seat_count);
      const score::WinCase win{.seat = search.table.seat,
                               .payer = payer,
                               .tile = tile,
                               .by = logic::WinBy::kDiscard,
                               .facts = score::WinCase::Facts::kNone};
      judge_->Evaluate(search.records, win, verdict);
      if (!verdict.win || !minimum_->EnoughFor(search.records, win, verdict)) return;
      search.won += share;
      search.value += share * verdict.value;
    });
    return;
  }
  std::array<std::pair<int, Tile>, kMaxPieces> useful;
  std::size_t count = 0;
  ForEach(kinds_ & ~search.table.void_suit, [&](Tile tile) {
    if (search.unseen[tile] == 0) return;
    Counts more = hand;
    more.Add(tile);
    if (win_->Distance(search.table.records, more, search.melds) < distance)
      useful[count++] = {-search.unseen[tile], tile};
  });
  std::sort(useful.begin(), useful.begin() + static_cast<std::ptrdiff_t>(count));
  if (distance > 1) count = std::min(count, kMostTiles);
  for (std::size_t i = 0; i < count; ++i) {
    Counts more = hand;
    more.Add(useful[i].second);
    bool first = true;
    ForEach(more.Kinds(), [&](Tile tile) {
      if (!first && distance > 1) return;
      Counts rest = more;
      rest.Remove(tile);
      if (win_->Distance(search.table.records, rest, search.melds) >= distance) return;
      first = false;
      Follow(search, rest, distance - 1, -weight * useful[i].first);
    });
  }
}

Promise Outlook::PromiseOf(const SeenTable& t, const Counts& hand, int melds) const {
  if (minimum_ == nullptr || judge_ == nullptr) return {1, 1};
  Search search{.table = t, .records = t.records, .melds = melds, .unseen = Unseen(t)};
  const int distance = win_->Distance(t.records, hand, melds);
  if (distance >= 0 && distance <= 3) Follow(search, hand, distance, 1);
  if (search.all == 0) return {};
  return {search.won / search.all, search.won > 0 ? search.value / search.won : 0};
}

VoidChoice Outlook::BestVoid(const SeenTable& t, const Counts& hand, PieceMask allowed) const {
  VoidChoice best;
  for (int suit = 0; suit < 3; ++suit) {
    if ((allowed >> suit & 1) == 0) continue;
    const TileMask without = table::SuitMask(static_cast<table::Suit>(suit));
    best = std::min(best, {Distance(t, hand, t.own.meld_count, without), hand.Size(suit), suit});
  }
  return best;
}

}  // namespace mlf::bots
