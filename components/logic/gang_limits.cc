// Limits on gangs and the tiles that replace them (rules/taiwan.md#gangs, rules/taiwan.md#wall).
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/keep_back.h>
#include <mlf/table/turn_gang.h>

#include <algorithm>

namespace mlf::logic {
namespace {

// 上家打出的牌不能明杠.
class NotNextSeat final : public TableGuard<NotNextSeat> {
 public:
  static constexpr PartInfo kInfo{"not_next_seat", 1, "牌不是上家打出的",
                                  "the tile is not the discard of the seat before"};
  static constexpr Reason kReason{"from_upper_seat", "上家打出的牌不能这样要",
                                  "the discard of the seat before may not be taken so"};
  explicit NotNextSeat(Params& params) : TableGuard(params) {
    params.NeedsHere(kDiscardInQuestion);
  }
  bool Holds(const Records& records, Seat seat) const override {
    return board(records).NextInHand(board(records).turn.focus_seat) != seat;
  }
};

// 明杠补牌不能自摸.
class NotFedReplacement final : public TableGuard<NotFedReplacement> {
 public:
  static constexpr PartInfo kInfo{"not_fed_replacement", 1, "摸的不是明杠的补牌",
                                  "the drawn tile is no replacement of a ming_gang"};
  static constexpr Reason kReason{"fed_replacement", "明杠补到的牌不能自摸",
                                  "the replacement of a ming_gang may not be won with"};
  explicit NotFedReplacement(Params& params) : TableGuard(params) {
    params.NeedsOwnTurn();
    params.Needs(kReplacement);
  }
  bool Holds(const Records& records, Seat) const override {
    return board(records).turn.gang != table::MeldKind::kMingGang;
  }
};

// 一杠多留一张: for the states of gangs.
class KeepOneMore final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"keep_one_more", 1, "杠后：牌尾多留一张不摸",
                                  "after a gang: one more tile is kept at the end of the wall"};
  explicit KeepOneMore(Params& params) : table_(params) { params.Needs(kReplacement); }
  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    table::KeepBack(board, board->wall.keep + 1);
  }

 private:
  table::TableSlots table_;
};

// The reserve grows by gangs. The replacement itself is drawn first, so its gang needs one tile.
class KeepForGang final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"keep_for_gang", 1,
                                  "杠的补牌摸到之后，牌尾再多留几张（用于摸牌）",
                                  "once a gang's replacement is drawn, more tiles are kept at the "
                                  "end of the wall; for the states of draw"};
  explicit KeepForGang(Params& params)
      : table_(params),
        an_gang_(params.Int("an_gang", 2, 0, 8, {"暗杠多留几张", "for an an_gang"})),
        others_(params.Int("others", 1, 0, 8, {"别的杠多留几张", "for other gangs"})) {
    params.NeedsHere(kDrawing);
    params.Needs(kReplacement);
  }
  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    if (board->drew_nothing != 0 || !table::DrewReplacement(board->turn)) return;
    const bool concealed = board->turn.gang == table::MeldKind::kAnGang;
    table::KeepBack(board, board->wall.keep + (concealed ? an_gang_ : others_));
  }

 private:
  table::TableSlots table_;
  int an_gang_, others_;
};

// 补牌区: replacements may come from the tiles that are kept. open_reserve belongs before they are
// drawn, close_reserve after it.
class OpenReserve final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"open_reserve", 1, "补牌之前：可以用留着不摸的牌尾",
                                  "before a replacement: it may be one of the tiles kept back"};
  explicit OpenReserve(Params& params) : table_(params) {}
  void Run(Step& step) const override { table::KeepBack(table_.moves(step.records), 0); }

 private:
  table::TableSlots table_;
};

class CloseReserve final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"close_reserve", 1, "补牌之后：牌尾照旧留着，不够的有多少留多少",
                                  "after a replacement: the last tiles are kept back again"};
  explicit CloseReserve(Params& params)
      : table_(params),
        keep_(params.Int("keep", 16, 1, table::kMaxTiles, {"留几张", "how many tiles"})) {}
  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    table::KeepBack(board, std::min(keep_, board->wall.Left()));
  }

 private:
  table::TableSlots table_;
  int keep_;
};

// The wall holds a tile at all, kept or not.
class WallNotUsedUp final : public TableGuard<WallNotUsedUp> {
 public:
  static constexpr PartInfo kInfo{"wall_not_used_up", 1, "牌墙还有牌，留着不摸的也算",
                                  "the wall still holds a tile, one that is kept included"};
  static constexpr Reason kReason{"wall_used_up", "牌墙一张不剩", "no tile of the wall is left"};
  using TableGuard::TableGuard;
  bool Holds(const Records& records, Seat) const override { return board(records).wall.Left() > 0; }
};

// With keep_one_more: a tile is left after the gang has kept one back.
class CanReplaceAndKeep final : public TableGuard<CanReplaceAndKeep> {
 public:
  static constexpr PartInfo kInfo{"can_replace_and_keep", 1, "多留一张之后还有牌可补",
                                  "a replacement is left beside one more tile to keep"};
  static constexpr Reason kReason{"wall_empty", "牌墙已空，无牌可补",
                                  "the wall is empty: there is no replacement tile"};
  using TableGuard::TableGuard;
  bool Holds(const Records& records, Seat) const override {
    const table::Wall& wall = board(records).wall;
    return wall.Left() > wall.keep + 1;
  }
};

}  // namespace

void RegisterGangLimits(Registry& registry) {
  registry.Add<NotNextSeat>();
  registry.Add<NotFedReplacement>();
  registry.Add<KeepOneMore>();
  registry.Add<KeepForGang>();
  registry.Add<OpenReserve>();
  registry.Add<CloseReserve>();
  registry.Add<WallNotUsedUp>();
  registry.Add<CanReplaceAndKeep>();
}

}  // namespace mlf::logic
