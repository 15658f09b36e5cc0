// Locked seats: seats whose hand may no longer change. They have declared ready, or have won and
// play on. Also the seat that leaves the hand by winning.
//
// A locked seat discards the tile it drew, claims only wins, and gangs only if its waits stay. It
// may not decline a win (rules/common.md#ready-gangs, rules/xueliu.md#locked-gang).
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/readings.h>
#include <mlf/table/set_aside.h>

#include <algorithm>

namespace mlf::logic {
namespace {

using table::Focus;
using table::SeatBoard;
using table::TableSlots;

class NotLocked final : public TableGuard<NotLocked> {
 public:
  static constexpr PartInfo kInfo{"not_locked", 1, "手牌未锁定", "the hand is not locked"};
  static constexpr Reason kReason{"locked", "手牌已锁定，不能再改变",
                                  "the hand is locked and may not change"};
  explicit NotLocked(Params& params) : TableGuard(params) { params.Needs(kSeatLocked); }
  bool Holds(const Records& records, Seat seat) const override {
    return !board(records).seats[seat].Is(table::kLocked);
  }
};

// Any discard is allowed if no tile is drawn (a dealt hand that this discard locks, 天听).
class LockedDiscardsDrawn final : public Condition {
 public:
  static constexpr PartInfo kInfo{"locked_discards_drawn", 1, "打的是刚摸的牌（手牌锁定时）",
                                  "it is the drawn tile, where locked"};
  static constexpr Reason kReason{"locked_discards_drawn", "手牌已锁定，只能打刚摸的牌",
                                  "the hand is locked: only the drawn tile may be discarded"};
  explicit LockedDiscardsDrawn(Params& params) : table_(params) {
    params.NeedsOwnTurn();
    params.Needs(kSeatLocked);
  }
  PieceMask Allow(const Query& query) const override {
    const SeatBoard& own = table_.board(query.records).seats[query.seat];
    if (!own.Is(table::kLocked) || own.drawn == table::kNoTile) return query.candidates;
    // A gang names the kind, also of a red five.
    const PieceMask drawn = query.candidates & MaskOf(own.DrawnPiece());
    return drawn != 0 ? drawn : query.candidates & MaskOf(own.drawn);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  TableSlots table_;
};

// Whether the seat may pass up a win: always, unless it is locked and can win now. A condition of
// `guo` and, in its own turn, of the discard.
class MayDeclineWin final : public Guard {
 public:
  static constexpr PartInfo kInfo{"may_decline_win", 1, "此刻没有必胡的牌（手牌锁定时能胡必胡）",
                                  "the seat is not locked with a win to take"};
  static constexpr Reason kReason{"must_win", "手牌已锁定，能胡必胡",
                                  "the hand is locked: a win must be taken"};
  explicit MayDeclineWin(Params& params)
      : table_(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})) {
    params.Needs(kSeatLocked);
  }
  bool Holds(const Records& records, Seat seat) const override {
    const Board& board = table_.board(records);
    if (!board.seats[seat].Is(table::kLocked)) return true;
    if (board.turn.may_act_on_draw == 1 && records.flow().actor == seat)
      return !win_->CanWinByDraw(records, seat);
    if (board.turn.focus == Focus::kNone || board.turn.focus_seat == seat) return true;
    return !win_->CanWin(records, seat, board.turn.focus_tile,
                         board.turn.focus == Focus::kAddedGang && !table::AsksSetAside(board)
                             ? WinBy::kRob
                             : WinBy::kDiscard);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  TableSlots table_;
  const WinRule* win_;
};

// Gangs of a locked seat. Compares the waits after the gang, counted as a finished meld, with those
// of the hand before it without the drawn tile:
//   `44456m789m222z33z` waits for 4m 7m 3z. After a gang of 4m only 7m is left, so the gang is not
//   offered (rules/common.md#ready-gangs).
class LockedKeepsWaits final : public Condition {
 public:
  static constexpr PartInfo kInfo{"locked_keeps_waits", 1, "杠后保留该保留的听口（手牌锁定时）",
                                  "the gang keeps the waits it must, where the seat is locked"};
  static constexpr Reason kReason{"waits_change", "开杠会改变听口",
                                  "the gang would change the waits of a locked hand"};
  enum class Mode : std::uint8_t { kKeepSuperset, kKeepWonTiles, kForbid, kStillReady, kKeepShape };

  explicit LockedKeepsWaits(Params& params)
      : table_(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})),
        mode_(
            params.Enum("mode", Mode::kKeepSuperset,
                        {"keep_superset", "keep_won_tiles", "forbid", "still_ready", "keep_shape"},
                        {"原有听口全部保留 / 只需保留胡过的牌 / 不许杠 / 杠后仍听即可 / "
                         "听口全部保留，且各种拆法里它都是刻子",
                         "keep every wait / keep the tiles already won on / no gang / still ready "
                         "is enough / keep every wait, and the "
                         "tile is a triplet in every reading"})) {
    params.Needs(kSeatLocked);
  }

  PieceMask Allow(const Query& query) const override {
    const SeatBoard& own = table_.board(query.records).seats[query.seat];
    if (!own.Is(table::kLocked) || query.candidates == 0) return query.candidates;
    if (mode_ == Mode::kForbid) return 0;
    TileMask needed = 0;
    if (mode_ == Mode::kKeepSuperset || mode_ == Mode::kKeepShape)
      needed = win_->Waits(query.records, query.seat);
    if (mode_ == Mode::kKeepWonTiles) needed = own.won_kinds;
    PieceMask allowed = 0;
    ForEach(query.candidates & own.hand.Kinds(), [&](Tile tile) {
      const TileMask after = WaitsAfter(query.records, query.seat, own, tile);
      if (after == 0 || (needed & ~after) != 0) return;
      if (mode_ != Mode::kKeepShape || AlwaysTriplet(query.records, own, tile, needed))
        allowed |= MaskOf(tile);
    });
    return allowed;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  // The waits of the seat after its gang of `tile`: three tiles of the hand with a discard, one
  // with its peng, otherwise four.
  TileMask WaitsAfter(const Records& records, Seat seat, const SeatBoard& own, Tile tile) const {
    const Board& board = table_.board(records);
    int used = 4;
    int melds = own.meld_count + 1;
    if (board.turn.focus == Focus::kDiscard && board.turn.focus_seat != seat &&
        board.turn.focus_tile == tile) {
      used = 3;
    } else {
      for (const table::Meld& meld : own.Melds()) {
        if (meld.kind != table::MeldKind::kPeng || meld.tile != tile) continue;
        used = 1;
        --melds;
      }
    }
    if (own.hand[tile] < used) return 0;
    Counts rest = own.hand;
    rest.Remove(tile, used);
    return win_->Waits(records, seat, rest, melds) & ~MaskOf(tile);  // all four are in the gang
  }

  // Whether the three copies of `tile` in the waiting hand are a triplet in every completion. True
  // for a tile of a peng.
  //   111222333m78m99m waits for 6m 9m, and still does after a gang of 1m. But 123 123 123 is then
  //   no longer a reading.
  bool AlwaysTriplet(const Records& records, const SeatBoard& own, Tile tile,
                     TileMask waits) const {
    if (own.hand[tile] < 3) return true;
    Counts before = own.hand;
    if (own.drawn != table::kNoTile) before.Remove(own.drawn);
    bool always = before[tile] == 3;
    ForEach(waits, [&](Tile wait) {
      if (!always) return;
      Counts complete = before;
      complete.Add(wait);
      int wild = 0;
      const Counts natural = win_->Natural(records, complete, wild);
      const TileMask stands_for = wild != 0 ? table::kNaturals : TileMask{0};
      table::ForEachReading(
          natural, complete.Size() / 3, wild, stands_for, [&](const table::Reading& reading) {
            const auto sets = reading.Sets();
            always = always && std::ranges::any_of(sets, [&](const table::SetReading& set) {
                       return set.kind == table::SetReading::kTriplet && set.first == tile;
                     });
          });
    });
    return always;
  }

  TableSlots table_;
  const WinRule* win_;
  Mode mode_;
};

// Sets a flag of the winner.
class MarkWinner : public LogicEffect {
 public:
  void Run(Step& step) const override {
    table::SetFlags(table_.moves(step.records), step.seat, flag_);
  }

 protected:
  MarkWinner(Params& params, table::SeatFlag flag, const Topic& brought)
      : table_(params), flag_(flag) {
    params.NeedsHere(kWin);
    params.Brings(brought);
  }

 private:
  TableSlots table_;
  table::SeatFlag flag_;
};

// The winner stays in the hand, which is locked.
class LockWinner final : public MarkWinner {
 public:
  static constexpr PartInfo kInfo{"lock_winner", 1, "胡家留下接着打，手牌锁定",
                                  "the winner plays on with a locked hand"};
  explicit LockWinner(Params& params) : MarkWinner(params, table::kLocked, kSeatLocked) {}
};

const EventType kLeftWon{"left_won", "{seat} 胡后离局", "{seat} has won and leaves the hand"};

// The winner leaves the hand: it no longer draws, claims, pays or receives.
class LeaveWinner final : public MarkWinner {
 public:
  static constexpr PartInfo kInfo{"leave_winner", 1, "胡家离开本局，其余各家接着打",
                                  "the winner leaves the hand, the others play on"};
  explicit LeaveWinner(Params& params) : MarkWinner(params, table::kLeft, kSeatLeft) {}
  void Run(Step& step) const override {
    MarkWinner::Run(step);
    step.Emit(kLeftWon, step.seat);
  }
};

}  // namespace

void RegisterLockedSeats(Registry& registry) {
  registry.Add<NotLocked>();
  registry.Add<LockedDiscardsDrawn>();
  registry.Add<MayDeclineWin>();
  registry.Add<LockedKeepsWaits>();
  registry.Add<LockWinner>();
  registry.Add<LeaveWinner>();
}

}  // namespace mlf::logic
