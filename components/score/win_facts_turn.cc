// Facts about a win, read from the table: the first draw, the discard after the last tile, the last
// copy of a kind, declarations. The others are in win_facts.cc.
#include <mlf/components/hand_shape.h>
#include <mlf/components/judge.h>
#include <mlf/components/own_walls.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/topics.h>
#include <mlf/components/turned_kind.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

using table::Board;
using table::SeatBoard;

// 天胡, if the dealer is dealt as many tiles as the others and draws its first one. Replaced
// flowers are not draws. A gang begins a second turn.
class HeavenlyDraw final : public WinFact {
 public:
  static constexpr PartInfo kInfo{
      "heavenly_draw", 1, "庄家第一次摸牌就自摸，没有开过杠",
      "holds if the dealer wins by its first draw, with no gang before"};
  explicit HeavenlyDraw(Params& params) : board_(params) {
    params.Needs(logic::kWinBySelfDraw);
    params.Needs({&logic::kDealerDraws, &logic::kWildGanged});
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    if (!Possible(records, win)) return false;
    const SeatBoard& own = board_(records).seats[win.seat];
    return own.draws == 1 && own.discards == 0 && own.meld_count == 0;
  }
  bool Possible(const Records& records, const WinCase& win) const override {
    return win.by == WinBy::kSelfDraw && win.seat == board_(records).dealer;
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    stage.draws = 1;
    stage.discards = 0;
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override { return kBySelfDraw; }

 private:
  table::BoardSlot board_;
};

// 人和: a win on a discard before the winner's first draw, with no meld before. With `of: payer`:
// off the first discard of a seat.
class BeforeFirstDraw final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"before_first_draw", 1,
                                  "闲家第一次摸牌之前胡别人打出的牌，其间没有人吃碰杠",
                                  "hits on a win off a discard before the winner's first draw, "
                                  "with no meld before"};
  explicit BeforeFirstDraw(Params& params)
      : board_(params),
        of_payer_(params.Enum("of", 0, {"winner", "payer"},
                              {"winner：如上；payer：胡的是某家打出的第一张",
                               "winner: as said; payer: off the payer's first discard instead",
                               /*added=*/true}) == 1) {
    params.Needs(logic::kWinOnDiscard);
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    if (!Possible(records, win)) return false;
    const Board& board = board_(records);
    if (of_payer_) return board.seats[win.payer].discards == 1;
    const SeatBoard& own = board.seats[win.seat];
    return own.draws == 0 && own.discards == 0 && board.melds_made == 0;
  }
  bool Possible(const Records& records, const WinCase& win) const override {
    return win.by == WinBy::kDiscard && (of_payer_ || win.seat != board_(records).dealer);
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    if (of_payer_)
      stage.payer_discards = 1;
    else
      stage.draws = stage.discards = 0;
    return Shown::kByTable;
  }

 private:
  table::BoardSlot board_;
  bool of_payer_;
};

// 海底捞月: the discard made when no more tiles can be drawn. A robbed tile does not count, because
// its gang could still draw.
class LastDiscard final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"last_discard", 1, "胡的是牌墙摸完之后打出的牌",
                                  "hits on a win off a discard made when the wall was empty"};
  explicit LastDiscard(Params& params) : board_(params), own_walls_(logic::OwnWallsIfAny(params)) {
    params.Needs(logic::kWinOnDiscard);
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    return Possible(records, win) &&
           logic::IsLastTurn(own_walls_, records, board_(records), win.payer);
  }
  bool Possible(const Records&, const WinCase& win) const override {
    return win.by == WinBy::kDiscard;
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    stage.last_tile = true;
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override { return kByDiscard; }

 private:
  table::BoardSlot board_;
  const logic::OwnWallRule* own_walls_;
};

// 和绝张: the other three copies are visible to all, in rivers and open melds. The winning tile
// itself does not count, wherever it lies.
class LastCopy final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"last_copy", 1, "胡的牌另外三张都已亮明（绝张）",
                                  "holds if the other three copies of the winning tile lie open"};
  explicit LastCopy(Params& params) : board_(params) {}
  // Copies that the winner has concealed are seen by nobody else.
  bool Possible(const Records& records, const WinCase& win) const override {
    if (!table::IsTile(win.tile)) return true;
    const int drawn = win.by == WinBy::kSelfDraw ? 1 : 0;
    return board_(records).seats[win.seat].hand[win.tile] <= drawn;
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    if (win.tile == table::kNoTile) return false;
    const Board& board = board_(records);
    int open = 0;
    for (int i = 0; i < board.river_count; ++i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      open += discard.tile == win.tile && !discard.claimed() ? 1 : 0;
    }
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      for (const table::Meld& meld : board.seats[seat].Melds()) {
        if (!meld.Hidden()) open += meld.CountOf(win.tile);
      }
      open += board.seats[seat].set_aside[win.tile];
    }
    const bool in_river = win.by == WinBy::kDiscard && board.turn.focus == table::Focus::kDiscard &&
                          board.turn.focus_tile == win.tile;
    return open - (in_river ? 1 : 0) >= 3;
  }

 private:
  table::BoardSlot board_;
};

// 报听, 天听, 报听一发. From the records; a single hand gets the state explicitly.
class DeclaredReady final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"declared_ready", 1, "胡家已报听",
                                  "holds if the winner has declared ready"};
  enum class How : std::uint8_t { kAny, kHeavenly, kAtOnce, kDealt };
  explicit DeclaredReady(Params& params)
      : board_(params),
        ready_(params.Slot<logic::ReadyState>()),
        how_(params.Enum(
            "how", How::kAny, {"any", "heavenly", "at_once", "dealt"},
            {"任意 / 天听 / 报听后自己再打牌之前 / 起手牌报听，庄家则随第一张",
             "declared at any time / at the first chance / and has not discarded since / with the "
             "dealt hand, the dealer with its first discard"})),
        gang_ends_(params.Bool("gang_ends", false,
                               {"at_once：其后有人开杠、拔牌即不算",
                                "at_once: a gang or a tile set aside by anybody since ends it",
                                /*added=*/true})),
        claim_ends_(params.Bool("claim_ends", false,
                                {"at_once：其后有人吃碰杠即不算",
                                 "at_once: a claim of anybody since ends it too", /*added=*/true})),
        rob_ends_(params.Bool("rob_ends", false,
                              {"at_once：抢杠胡不算", "at_once: a robbed gang ends it too",
                               /*added=*/true})) {
    params.Needs(logic::kReadyDeclared);
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    const Board& board = board_(records);
    const SeatBoard& own = board.seats[win.seat];
    const logic::ReadyState& state = ready_(records);
    if (!own.Is(table::kReady)) return false;
    if (how_ == How::kAny) return true;
    if (how_ != How::kAtOnce) {
      const bool heavenly = (state.heavenly & MaskOf(win.seat)) != 0;
      // `at` counts the discards up to the declaration.
      const bool dealt = state.at[win.seat] == 0 || win.seat == board.dealer;
      return heavenly && (how_ == How::kHeavenly || dealt);
    }
    if (state.at[win.seat] == 0 || own.discards != state.at[win.seat]) return false;
    if (rob_ends_ && win.by == WinBy::kRob) return false;
    if (gang_ends_ && logic::GangsAndSetAsides(board) != state.gangs[win.seat]) return false;
    return !claim_ends_ || !ClaimedSince(board, win.seat);
  }
  bool FromCase() const override { return true; }
  // "At once" adds to a declaration, so a case that names it names the declaration too.
  bool Possible(const Records& records, const WinCase& win) const override {
    return how_ != How::kAtOnce || board_(records).seats[win.seat].Is(table::kReady);
  }
  // Whether a discard since the last one of `seat`, or that one, has been claimed.
  static bool ClaimedSince(const Board& board, Seat seat) {
    for (int i = board.river_count - 1; i >= 0; --i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      if (discard.claimed()) return true;
      if (discard.seat() == seat) return false;
    }
    return false;
  }
  // The time of the declaration cannot be given as state.
  Shown Stage(const WinCase&, WinStage& stage) const override {
    if (how_ == How::kAtOnce) return Shown::kNot;
    const bool heavenly = how_ == How::kHeavenly || how_ == How::kDealt;
    if (heavenly || stage.state.Find("ready") == nullptr)
      stage.state.Set("ready", heavenly ? Value("heavenly") : Value(true));
    return Shown::kByTable;
  }
  std::uint32_t Needs() const override { return kIsReady; }

 private:
  table::BoardSlot board_;
  Slot<logic::ReadyState> ready_;
  How how_;
  bool gang_ends_;
  bool claim_ends_, rob_ends_;
};

// 抢金.
class WonOnTurned final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"won_on_turned", 1, "胡的是翻开的那张（抢金）",
                                  "holds if the winner has taken the tile turned up"};
  explicit WonOnTurned(Params& params) : turned_(params.Slot<logic::TurnedKind>()) {
    params.Needs(logic::kTurnedTaken);
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    return Possible(records, win) && turned_(records).taken_by == table::Maybe<Seat>(win.seat);
  }
  bool Possible(const Records& records, const WinCase& win) const override {
    const table::Maybe<table::Tile> kind = turned_(records).kind;
    return win.by == WinBy::kSelfDraw && kind && win.tile == *kind;
  }
  std::uint32_t Needs() const override { return kBySelfDraw; }

 private:
  Slot<logic::TurnedKind> turned_;
};

}  // namespace

void RegisterWinFactsTurn(Registry& registry) {
  registry.Add<HeavenlyDraw>();
  registry.Add<BeforeFirstDraw>();
  registry.Add<LastDiscard>();
  registry.Add<LastCopy>();
  registry.Add<DeclaredReady>();
  registry.Add<WonOnTurned>();
}

}  // namespace mlf::score
