#include "bots/outlook.h"
#include <mlf/components/judge.h>
#include <mlf/table/find_slot.h>

#include <algorithm>

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

int Outlook::LiveWins(const SeenTable& t, const Counts& hand, bool ready) const {
  int live = 0;
  Records with = t.records;
  table::SeatBoard& own = board_(with).seats[t.seat];
  own.hand = hand;
  if (ready) own.flags |= table::kReady;
  ForEach(Waits(t, hand, t.own.meld_count), [&](Tile tile) {
    const int unseen = UnseenCopies(t, tile);
    if (unseen == 0) return;
    if (minimum_ != nullptr && judge_ != nullptr) {
      score::Verdict verdict;
      const auto payer = static_cast<Seat>((t.seat + 1) % t.board.seat_count);
      judge_->Evaluate(with,
                       {.seat = t.seat, .payer = payer, .tile = tile, .by = logic::WinBy::kDiscard},
                       verdict);
      if (!verdict.win || !minimum_->Enough(verdict)) return;
    }
    live += unseen;
  });
  return live;
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
