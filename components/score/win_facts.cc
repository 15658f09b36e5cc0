// Facts about a win that the tiles do not show (rules/xueliu.md#events), read from the board. They
// hold both before the win is played (for missed wins) and during settlement.
#include <mlf/components/cells.h>
#include <mlf/components/hand_shape.h>
#include <mlf/components/hidden_indicator.h>
#include <mlf/components/judge.h>
#include <mlf/components/open_hands.h>
#include <mlf/components/own_walls.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/opened.h>
#include <mlf/table/turn_gang.h>

#include <algorithm>

namespace mlf::score {

namespace {

using table::Board;
using table::MeldKind;
using table::SeatBoard;

// A fact in two parts: Fits tests the case, On the board.
class BoardFact : public WinFact {
 public:
  explicit BoardFact(Params& params) : board_(params) {}

  bool Holds(const Records& records, const WinCase& win) const override {
    return Possible(records, win) && On(board_(records), win);
  }
  bool Possible(const Records& records, const WinCase& win) const final {
    return Fits(board_(records), win);
  }

 protected:
  virtual bool Fits(const Board& board, const WinCase& win) const = 0;
  virtual bool On(const Board& board, const WinCase& win) const = 0;
  const Board& board(const Records& records) const { return board_(records); }

 private:
  table::BoardSlot board_;
};

class WinnerDeals final : public BoardFact {
 public:
  static constexpr PartInfo kInfo{"winner_deals", 1, "胡家坐庄", "the winner is the dealer"};
  explicit WinnerDeals(Params& params) : BoardFact(params) {}
  bool FromCase() const override { return true; }

 private:
  bool Fits(const Board& board, const WinCase& win) const override {
    return win.seat == board.dealer;
  }
  bool On(const Board&, const WinCase&) const override { return true; }
};

// 冲宝: won on a tile of the hidden indicator's kind that the hand waited for. 摸宝: the drawn tile
// of the kind stood for another.
class WonOnIndicator final : public WinFact {
 public:
  static constexpr PartInfo kInfo{
      "won_on_indicator", 1, "胡的是宝：正是所听的牌（冲宝），或当作别的牌（摸宝）",
      "holds on a win with a tile of the hidden indicator's kind: one that the hand waited for, or "
      "one that stood for another"};
  explicit WonOnIndicator(Params& params)
      : board_(params),
        state_(params.Slot<logic::HiddenIndicator>()),
        stands_(params.Enum("as", 0, {"wait", "other"},
                            {"正是所听的牌，或当作别的牌",
                             "a tile that the hand waited for, or one that stood for another"}) ==
                1) {}
  bool FromCase() const override { return true; }
  bool Holds(const Records& records, const WinCase& win) const override {
    const table::Maybe<Tile> kind = state_(records).kind;
    if (!kind) return false;
    if (!stands_) return win.tile == *kind;
    return win.by == WinBy::kSelfDraw && win.tile != *kind &&
           board_(records).seats[win.seat].drawn == *kind;
  }

 private:
  table::BoardSlot board_;
  Slot<logic::HiddenIndicator> state_;
  bool stands_;
};

// 天胡: the dealer wins with the dealt tiles, after exchange and void choice. A gang excludes it,
// because it draws a replacement; with `gangs` each draw was one.
class HeavenlyWin final : public BoardFact {
 public:
  static constexpr PartInfo kInfo{"heavenly_win", 1, "天胡：庄家起手的牌就是胡",
                                  "holds if the dealer wins with the tiles dealt"};
  explicit HeavenlyWin(Params& params)
      : BoardFact(params),
        gangs_(params.Bool("gangs", false,
                           {"先开过暗杠也算", "an own an_gang before it does not matter",
                            /*added=*/true})) {
    params.Needs(logic::kWinBySelfDraw);
    params.Needs(logic::kDealtTileMore);
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    stage.draws = stage.discards = 0;
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override { return kBySelfDraw; }

 private:
  bool Fits(const Board& board, const WinCase& win) const override {
    return win.by == WinBy::kSelfDraw && win.seat == board.dealer;
  }
  bool On(const Board& board, const WinCase& win) const override {
    const SeatBoard& own = board.seats[win.seat];
    // Every draw before its first discard was a replacement.
    return own.discards == 0 && own.draws <= own.meld_count && (gangs_ || own.meld_count == 0);
  }

  bool gangs_;
};

// 地胡, in one of two definitions (rules/xueliu.md#earthly, `dihu_kind`). With `void_by: own` melds
// of others do not matter: the first draw is then the winner's first turn without own melds, and
// the dealer may have ganged before its first discard.
class EarthlyWin final : public BoardFact {
 public:
  static constexpr PartInfo kInfo{"earthly_win", 1, "闲家第一轮即胡",
                                  "another seat wins in its first turn"};

  explicit EarthlyWin(Params& params)
      : BoardFact(params),
        kind_(params.Enum("kind", kFirstDraw,
                          {"first_draw", "dealer_first_discard", "either", "first_turn"},
                          {"摸第一张即自摸，或胡庄家打出的第一张，或两者都算；first_turn："
                           "第一次摸牌自摸，或在那之前胡任何一张",
                           "a self-draw on the first draw, a win on the dealer's first discard, or "
                           "either; first_turn: a self-draw on the first draw, or a win on any "
                           "discard before it"})),
        void_by_(params.Enum(
            "void_by", kAnybody, {"anybody", "own"},
            {"此前谁吃碰杠过就不算：任何一家 / 只看自己",
             "whose melds before make it void: anybody's / the winner's own", /*added=*/true})) {
    if (OnBoth()) {
      params.Needs({&logic::kWinBySelfDraw, &logic::kWinOnDiscard});
    } else {
      params.Needs(kind_ == kFirstDraw ? logic::kWinBySelfDraw : logic::kWinOnDiscard);
    }
  }
  Shown Stage(const WinCase& win, WinStage& stage) const override {
    stage.draws = win.by == WinBy::kSelfDraw ? 1 : 0;
    stage.discards = 0;
    if (win.by == WinBy::kDiscard) stage.payer_discards = 1;
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override {
    if (OnBoth()) return 0;
    return kind_ == kFirstDraw ? kBySelfDraw : kByDiscard;
  }

 private:
  enum Kind { kFirstDraw, kDealerFirstDiscard, kEither, kFirstTurn };

  bool OnBoth() const { return kind_ == kEither || kind_ == kFirstTurn; }

  bool Fits(const Board& board, const WinCase& win) const override {
    if (win.seat == board.dealer) return false;
    if (win.by == WinBy::kSelfDraw) return kind_ != kDealerFirstDiscard;
    if (kind_ == kFirstDraw || win.by != WinBy::kDiscard) return false;
    return kind_ == kFirstTurn || win.payer == board.dealer;
  }
  bool On(const Board& board, const WinCase& win) const override {
    const SeatBoard& own = board.seats[win.seat];
    if (void_by_ == kAnybody ? board.melds_made != 0 : own.meld_count != 0) return false;
    if (win.by == WinBy::kDiscard)
      return kind_ == kFirstTurn ? own.draws == 0 && own.discards == 0
                                 : board.seats[board.dealer].discards == 1;
    return own.draws == 1 && (void_by_ == kAnybody || own.discards == 0);
  }

  enum VoidBy { kAnybody, kOwn };
  Kind kind_;
  VoidBy void_by_;
};

// 自摸.
class SelfDrawn final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"self_drawn", 1, "自摸", "hits on a self-draw"};
  explicit SelfDrawn(Params& params) { params.Needs(logic::kWinBySelfDraw); }
  bool Holds(const Records&, const WinCase& win) const override {
    return win.by == WinBy::kSelfDraw;
  }
  bool FromCase() const override { return true; }
  bool Possible(const Records&, const WinCase& win) const override {
    return win.by == WinBy::kSelfDraw;
  }
  std::uint32_t Needs() const override { return kBySelfDraw; }
};

class WinnerOpen final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"winner_open", 1, "胡家亮着", "the winner lies open"};
  explicit WinnerOpen(Params& params)
      : rule_(params.Part<logic::OpenHandRule>("open_hands", {"亮倒", "the open hands"})) {}
  bool Holds(const Records& records, const WinCase& win) const override {
    return rule_->IsOpen(records, win.seat);
  }
  bool FromCase() const override { return true; }

 private:
  const logic::OpenHandRule* rule_;
};

// Another fact, counted as many times as a cell says: the second replacement in a row is worth
// twice the doublings of the first.
class OftenAsCell final : public WinFact, public logic::CellUser {
 public:
  static constexpr PartInfo kInfo{"often_as_cell", 1, "一种情形，按一格所记的次数计，至少一次",
                                  "a fact counts as many times as a cell says, at least once"};
  explicit OftenAsCell(Params& params)
      : fact_(params.Part<WinFact>("fact", {"哪种情形", "the fact"}, "on_own_replacement")),
        cell_(params.Part<logic::Cell>("cell", {"哪一格", "the cell"})),
        more_(params.Int("more", 0, 0, 8, {"另加几次", "further times"})) {
    if (cell_ != nullptr &&
        (cell_->of() != logic::Cell::Of::kTable || cell_->holds() != logic::Cell::Holds::kCount))
      params.Fault("the cell \"" + cell_->name() +
                   "\" is no count of the table; declare it with of: table and count:");
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    return fact_->Holds(records, win);
  }
  int Times(const Records& records, const WinCase& win) const override {
    if (win.facts != WinCase::Facts::kGiven && !fact_->Holds(records, win)) return 0;
    return std::max(cell_->Get(records, 0), 1) + more_;
  }
  bool FromCase() const override { return fact_->FromCase(); }
  bool Possible(const Records& records, const WinCase& win) const override {
    return fact_->Possible(records, win);
  }
  Shown Stage(const WinCase& win, WinStage& stage) const override {
    return fact_->Stage(win, stage);
  }
  std::uint32_t Needs() const override { return fact_->Needs(); }
  std::vector<logic::CellUse> CellUses() const override { return {{.cell = cell_}}; }

 private:
  const WinFact* fact_;
  const logic::Cell* cell_;
  int more_;
};

// 点炮.
class OnDiscard final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"on_discard", 1, "点炮：胡别人打出的牌",
                                  "hits on a win off another's discard"};
  explicit OnDiscard(Params& params) { params.Needs(logic::kWinOnDiscard); }
  bool Holds(const Records&, const WinCase& win) const override {
    return win.by == WinBy::kDiscard;
  }
  bool FromCase() const override { return true; }
  bool Possible(const Records&, const WinCase& win) const override {
    return win.by == WinBy::kDiscard;
  }
  std::uint32_t Needs() const override { return kByDiscard; }
};

// 杠上开花: after any own gang. With `each_opened`, where the seat has turned up several tiles
// (开杠), each that completes the hand counts.
class OnOwnReplacement final : public BoardFact {
 public:
  static constexpr PartInfo kInfo{
      "on_own_replacement", 1, "杠上开花：自己开杠，用补到的牌自摸",
      "hits on a self-draw with the replacement of the winner's own gang"};
  explicit OnOwnReplacement(Params& params)
      : BoardFact(params),
        each_opened_(params.Bool("each_opened", false,
                                 {"翻开几张的，每张能胡的都计一次",
                                  "of tiles turned up, each that completes the hand counts",
                                  /*added=*/true})),
        needs_gang_(params.Bool("needs_gang", true,
                                {"单判一手牌时（mlf score），牌里要写出那副杠",
                                 "a single hand (mlf score) must show the gang", /*added=*/true})) {
    params.Needs(logic::kWinBySelfDraw);
    params.Needs(logic::kReplacement);
    if (!each_opened_) return;
    params.Needs(table::kTilesOpened);
    opened_ = params.Slot<table::OpenedTiles>();
    win_ = params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"});
  }
  int Times(const Records& records, const WinCase& win) const override {
    // A gang that is given by name need not be in the records; the tiles turned up are.
    if (win.facts == WinCase::Facts::kFromRecords && !Holds(records, win)) return 0;
    const std::span<const Tile> opened =
        each_opened_ ? opened_(records).Tiles() : std::span<const Tile>();
    const SeatBoard& own = board(records).seats[win.seat];
    if (opened.size() < 2 || !table::IsTile(win.tile) || own.hand[win.tile] == 0) return 1;
    Counts rest = own.hand;
    rest.Remove(win.tile);
    const auto completes = [&](Tile tile) {
      Counts whole = rest;
      whole.Add(tile);
      return win_->Complete(records, win.seat, whole, own.meld_count, WinBy::kSelfDraw);
    };
    return std::max(1, static_cast<int>(std::ranges::count_if(opened, completes)));
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    // The table does not show which tiles were turned up.
    if (each_opened_ || !needs_gang_) return Shown::kNot;
    stage.own_replacement = true;
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override { return kBySelfDraw; }

 private:
  bool Fits(const Board&, const WinCase& win) const override { return win.by == WinBy::kSelfDraw; }
  bool On(const Board& board, const WinCase&) const override {
    return table::DrewReplacement(board.turn);
  }

  bool each_opened_;
  Slot<table::OpenedTiles> opened_;
  const logic::WinRule* win_ = nullptr;
  bool needs_gang_;
};

// 杠上炮: the payer discards right after its own gang and replacement draw.
class OnGangDiscard final : public BoardFact {
 public:
  static constexpr PartInfo kInfo{
      "on_gang_discard", 1, "杠上炮：胡的是付家自己杠后补牌打出的牌",
      "hits on a win off the discard that a seat made right after its own gang"};
  explicit OnGangDiscard(Params& params) : BoardFact(params) {
    params.Needs(logic::kWinOnDiscard);
    params.Needs(logic::kReplacement);
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    stage.gang_discard = true;
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override { return kByDiscard; }

 private:
  bool Fits(const Board&, const WinCase& win) const override { return win.by == WinBy::kDiscard; }
  bool On(const Board& board, const WinCase&) const override {
    return board.turn.discard_gang != MeldKind::kNone;
  }
};

// 抢杠胡.
class Robbed final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"robbed", 1, "抢杠：胡别人补杠的那张",
                                  "hits on a win off the tile of another's bu_gang"};
  explicit Robbed(Params& params)
      : board_(params),
        set_aside_(params.Bool("set_aside", false,
                               {"胡拔出的牌也算", "a win on a tile set aside counts too",
                                /*added=*/true})) {
    params.Needs(logic::kWinByRobbing);
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    if (win.by == WinBy::kRob) return true;
    return set_aside_ && win.by == WinBy::kDiscard && table::AsksSetAside(board_(records));
  }
  bool FromCase() const override { return true; }
  bool Possible(const Records&, const WinCase& win) const override {
    return win.by == WinBy::kRob || (set_aside_ && win.by == WinBy::kDiscard);
  }
  std::uint32_t Needs() const override { return set_aside_ ? 0u : kByRob; }

 private:
  table::BoardSlot board_;
  bool set_aside_;
};

// 海底: the last tile of the wall, or a discard when no more tiles can be drawn.
class LastTile final : public BoardFact {
 public:
  static constexpr PartInfo kInfo{
      "last_tile", 1, "海底：胡牌墙最后一张，或其后打出的牌",
      "hits on a win with the last tile of the wall, or off the discard after it"};

  explicit LastTile(Params& params)
      : BoardFact(params),
        self_drawn_only_(params.Bool("self_drawn_only", false, {"只算自摸", "self-draws only"})),
        own_walls_(logic::OwnWallsIfAny(params)),
        tiles_(params.Int("tiles", 1, 1, 16,
                          {"最后几张，不用于各有牌墙的玩法",
                           "how many tiles are the last; one where seats have own walls",
                           /*added=*/true})) {
    if (self_drawn_only_) params.Needs(logic::kWinBySelfDraw);
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    stage.last_tile = true;
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override { return self_drawn_only_ ? kBySelfDraw : 0u; }
  bool Holds(const Records& records, const WinCase& win) const override {
    if (own_walls_ == nullptr) return BoardFact::Holds(records, win);
    return Possible(records, win) &&
           logic::IsLastTurn(own_walls_, records, board(records),
                             win.by == WinBy::kSelfDraw ? win.seat : win.payer);
  }

 private:
  bool Fits(const Board&, const WinCase& win) const override {
    return win.by == WinBy::kSelfDraw || (win.by == WinBy::kDiscard && !self_drawn_only_);
  }
  bool On(const Board& board, const WinCase&) const override {
    return board.wall.Left() < board.wall.keep + tiles_;
  }

  bool self_drawn_only_;
  const logic::OwnWallRule* own_walls_;
  int tiles_;
};

}  // namespace

void RegisterWinFacts(Registry& registry) {
  registry.Add<HeavenlyWin>();
  registry.Add<WinnerDeals>();
  registry.Add<WonOnIndicator>();
  registry.Add<EarthlyWin>();
  registry.Add<SelfDrawn>();
  registry.Add<WinnerOpen>();
  registry.Add<OftenAsCell>();
  registry.Add<OnDiscard>();
  registry.Add<OnOwnReplacement>();
  registry.Add<OnGangDiscard>();
  registry.Add<Robbed>();
  registry.Add<LastTile>();
}

}  // namespace mlf::score
