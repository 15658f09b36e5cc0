// Rules for seats that are ready without having declared it: is_ready, and the gang after which a
// seat stays ready and its hand is locked (开杠).
#include <mlf/components/ready_claim.h>
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>

namespace mlf::logic {
namespace {

using table::Focus;
using table::Meld;
using table::MeldKind;
using table::SeatBoard;
using table::TableSlots;

class IsReady final : public TableGuard<IsReady> {
 public:
  static constexpr PartInfo kInfo{"is_ready", 1, "已听牌", "the hand is one tile short of a win"};
  static constexpr Reason kReason{"not_ready", "还没有听牌", "the hand is not ready"};
  explicit IsReady(Params& params)
      : TableGuard(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})) {}
  bool Holds(const Records& records, Seat seat) const override {
    return win_->Waits(records, seat) != 0;
  }

 private:
  const WinRule* win_;
};

// A gang after which the seat waits for something, with the replacement not yet drawn:
//   peng(5m) and 147m258p147s3s after drawing 5m: the rest is not ready, so the gang is not allowed
//   (rules/changsha.md#kai-gang, CS17).
class ReadyAfterGang final : public Condition {
 public:
  static constexpr PartInfo kInfo{"ready_after_gang", 1, "杠后（补牌之前）是听牌",
                                  "the hand is ready after the gang, before its replacement"};
  static constexpr Reason kReason{"not_ready_after_gang", "杠后不听牌",
                                  "the hand would not be ready after the gang"};
  explicit ReadyAfterGang(Params& params)
      : table_(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})),
        locked_only_(params.Bool("locked_only", false,
                                 {"只管手牌锁定的一家", "only of a seat whose hand is locked"})) {
    if (locked_only_) params.Needs(kSeatLocked);
  }

  PieceMask Allow(const Query& query) const override {
    const SeatBoard& own = table_.board(query.records).seats[query.seat];
    if (locked_only_ && !own.Is(table::kLocked)) return query.candidates;
    PieceMask allowed = 0;
    ForEach(query.candidates & own.hand.Kinds(), [&](Tile tile) {
      if (IsReadyAfter(query.records, query.seat, tile)) allowed |= MaskOf(tile);
    });
    return allowed;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  // Lays the gang in a copy of the records: of three tiles and the discard, of one and the peng, or
  // of four.
  bool IsReadyAfter(const Records& records, Seat seat, Tile tile) const {
    Records tried = records;
    const table::Moves board = table_.moves(tried);
    const SeatBoard& own = board->seats[seat];
    if (board->turn.focus == Focus::kDiscard && board->turn.focus_seat != seat) {
      if (own.hand[tile] < 3) return false;
      table::ClaimEqual(board, seat, MeldKind::kMingGang, tile, 3);
    } else if (own.hand[tile] == 4) {
      table::LayGang(board, seat, MeldKind::kAnGang, tile);
    } else {
      table::FocusAddedGang(board, seat, tile);
      table::CompleteAddedGang(board);
    }
    return win_->Waits(tried, seat, own.hand, own.meld_count) != 0;
  }

  TableSlots table_;
  const WinRule* win_;
  bool locked_only_;
};

// The tiles of `among` whose discard leaves `hand` waiting for some tile.
PieceMask DiscardsToReady(const WinRule& win, const Records& records, Seat seat, const Counts& hand,
                          int melds, PieceMask among) {
  PieceMask ready = 0;
  ForEach(among, [&](Tile piece) {
    Counts rest = hand;
    rest.Remove(table::KindOf(piece));
    if (win.Waits(records, seat, rest, melds) != 0) ready |= MaskOf(piece);
  });
  return ready;
}

class ReadyAfterPeng final : public TableGuard<ReadyAfterPeng> {
 public:
  static constexpr PartInfo kInfo{"ready_after_peng", 1, "碰后打一张就听牌",
                                  "the hand is ready after the peng and a discard"};
  static constexpr Reason kReason = kNotReadyAfterClaim;
  explicit ReadyAfterPeng(Params& params)
      : TableGuard(params),
        table_(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})) {
    params.NeedsHere(kDiscardInQuestion);
  }
  bool Holds(const Records& records, Seat seat) const override {
    const Tile tile = board(records).turn.focus_tile;
    return board(records).seats[seat].hand[tile] >= 2 &&
           ReadyAfterClaim(table_, *win_, records, seat, MeldKind::kPeng, tile, tile);
  }

 private:
  TableSlots table_;
  const WinRule* win_;
};

// A seat that cannot be ready may discard anything. It is the last of the conditions of a discard:
// one after it might forbid the only discards that it leaves.
class LeavesReady final : public Condition {
 public:
  static constexpr PartInfo kInfo{
      "leaves_ready", 1, "条件成立期间，打出后手牌听牌（做得到的话）",
      "the discard leaves the hand ready, wherever one can and the conditions hold"};
  static constexpr Reason kReason{"not_ready_after_discard", "打出这张就不听牌了",
                                  "the hand would not be ready after this discard"};
  explicit LeavesReady(Params& params)
      : board_(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})),
        while_(params.Parts<Condition>("while", {"什么时候", "the conditions"})) {
    params.NeedsOwnTurn();
  }
  PieceMask Allow(const Query& query) const override {
    for (const Condition* condition : while_) {
      if (condition->Allow({query.records, query.seat, ~PieceMask{0}}) == 0)
        return query.candidates;
    }
    const SeatBoard& own = board_(query.records).seats[query.seat];
    const PieceMask ready = DiscardsToReady(*win_, query.records, query.seat, own.hand,
                                            own.meld_count, query.candidates & own.Pieces());
    return ready != 0 ? ready : query.candidates;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::BoardSlot board_;
  const WinRule* win_;
  std::vector<const Condition*> while_;
};

class LockHand final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"lock_hand", 1, "从此手牌锁定，只能打刚摸的牌",
                                  "from now on the hand of the seat is locked"};
  explicit LockHand(Params& params) : table_(params) { params.Brings(kSeatLocked); }
  void Run(Step& step) const override {
    const Seat seat = step.action.ask == 0 ? step.records.flow().actor : step.seat;
    table::SetFlags(table_.moves(step.records), seat, table::kLocked);
  }

 private:
  TableSlots table_;
};

// Counts the tiles of the wall that can be drawn. `Own` says by Fits which counts will do.
template <typename Own>
class WallCount : public TableGuard<Own> {
 public:
  // NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): abstract, and guards inherit it
  explicit WallCount(Params& params)
      : TableGuard<Own>(params), count_(params.Int("count", 1, 0, 100, {"几张", "how many"})) {}
  bool Holds(const Records& records, Seat) const override {
    const table::Wall& wall = this->board(records).wall;
    return Own::Fits(wall.Left() - wall.keep, count_);
  }

 private:
  int count_;
};

class WallHolds final : public WallCount<WallHolds> {
 public:
  static constexpr PartInfo kInfo{"wall_holds", 1, "牌墙正好剩 count 张",
                                  "the wall holds exactly `count` tiles"};
  static constexpr Reason kReason{"wall_holds_other", "牌墙剩的不是这么多张",
                                  "the wall holds another number of tiles"};
  using WallCount::WallCount;
  static bool Fits(int left, int count) { return left == count; }
};

class WallHoldsAtLeast final : public WallCount<WallHoldsAtLeast> {
 public:
  static constexpr PartInfo kInfo{"wall_holds_at_least", 1, "牌墙至少还剩 count 张",
                                  "the wall holds at least `count` tiles"};
  static constexpr Reason kReason{"wall_too_short", "牌墙剩的不够这么多张",
                                  "the wall holds too few tiles"};
  using WallCount::WallCount;
  static bool Fits(int left, int count) { return left >= count; }
};

}  // namespace

bool ReadyAfterClaim(const TableSlots& table, const WinRule& win, const Records& records, Seat seat,
                     MeldKind kind, Tile a, Tile b) {
  Records tried = records;
  const table::Moves board = table.moves(tried);
  table::ClaimWith(board, seat, kind, a, b);
  const SeatBoard& own = board->seats[seat];
  return DiscardsToReady(win, tried, seat, own.hand, own.meld_count,
                         own.hand.Kinds() & ~table::kFlowers) != 0;
}

void RegisterReadyHands(Registry& registry) {
  registry.Add<IsReady>();
  registry.Add<ReadyAfterGang>();
  registry.Add<ReadyAfterPeng>();
  registry.Add<LeavesReady>();
  registry.Add<LockHand>();
  registry.Add<WallHolds>();
  registry.Add<WallHoldsAtLeast>();
}

}  // namespace mlf::logic
