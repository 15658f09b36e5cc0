// Ting (听, 报听): a seat declares ready by discarding a tile that leaves a ready hand. The window
// asks the others as for any discard.
//
// After:     turn.
// Before:    as discard.
// Always:    the seat's hand no longer changes. The declaration is 天听 if the seat could not have
//            made it earlier: in its first turn, before any meld and, except for the dealer, with
//            the tile just drawn (rules/erren.md#tian-ting; a parameter allows any tile).
#include <mlf/components/hidden_indicator.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_node.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/bases.h>

#include <bit>

#include <mlf/nodes/discard.h>

namespace mlf::nodes {

class Ting final : public Discard {
 public:
  static constexpr PartInfo kInfo{
      "ting", 1, "听", "ting", "打出一张牌并报听", "discards a tile and declares ready"};

  explicit Ting(Params& params);

  logic::Play play() const override { return logic::Play::kReady; }
  // The tiles whose discard leaves a ready hand. Offered once per turn: a pass declines it.
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  // The discard that leaves the most kinds to wait for.
  void Suggest(const Records& records, Seat seat, const Domain& domain,
               Action& action) const override;
  void ProcessAction(Step& step) const override;

 private:
  TileMask WaitsWithout(const Records& records, Seat seat, Tile tile) const;

  table::TableSlots table_;
  Slot<logic::ReadyState> state_;
  const logic::WinRule* win_;
  const logic::ReadyRule* ready_;
  bool heavenly_needs_drawn_;
  enum class Said : std::uint8_t { kReady, kLiZhi };
  Said said_;
};

namespace {
// The value is 1 for 天听.
const EventType kTing{"ting", "{seat} 听", "{seat} declares ready"};
const EventType kRiichi{"ting", "{seat} 立直", "{seat} declares riichi", /*names_seats=*/false,
                        /*other_words=*/true};
constexpr Reason kDeclared{"declared_ready", "已经报听", "the seat has declared ready already"};
constexpr Reason kLetGo{"ting_let_go", "本轮已过，不能再报听",
                        "the chance to declare ready was passed up in this turn"};
constexpr Reason kNotReady{"not_ready", "打哪张都不听", "no discard leaves a ready hand"};
}  // namespace

Ting::Ting(Params& params)
    : Discard(params, table::kFlowers),
      table_(params),
      state_(params.Slot<logic::ReadyState>()),
      win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
      ready_(params.Part<logic::ReadyRule>("ready_rule",
                                           {"报听规则", "what it is to have declared ready"})),
      heavenly_needs_drawn_(params.Bool(
          "heavenly_needs_drawn", true,
          {"天听：闲家须打所摸的牌",
           "of others than the dealer a heavenly declaration discards the tile just drawn",
           /*added=*/true})),
      said_(params.Enum<Said>("said", Said::kReady, {"ready", "li_zhi"},
                              {"怎么说：听，或立直", "how it is put: ready, or riichi",
                               /*added=*/true})) {
  params.Brings(logic::kReadyDeclared);
  params.Brings(logic::kSeatLocked);
}

TileMask Ting::WaitsWithout(const Records& records, Seat seat, Tile tile) const {
  const SeatBoard& own = table_.board(records).seats[seat];
  Counts rest = own.hand;
  rest.Remove(tile);
  return win_->Waits(records, seat, rest, own.meld_count);
}

void Ting::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const SeatBoard& own = board.seats[seat];
  if (own.Is(table::kLocked)) return sink.Because(kDeclared);
  if (state_(records).declined[seat] == own.discards) return sink.Because(kLetGo);
  // Without a distance of at most 0, no discard leaves waits. Most hands end here.
  if (win_->Distance(records, own.hand, own.meld_count) > 0) return sink.Because(kNotReady);
  TileMask tiles = 0;
  ForEach(own.hand.Kinds() & ~table::kFlowers, [&](Tile tile) {
    if (WaitsWithout(records, seat, tile) != 0) tiles |= MaskOf(tile);
  });
  if (tiles == 0) return sink.Because(kNotReady);
  sink.OneOf(table::WithReds(tiles) & own.Pieces());
}

void Ting::Suggest(const Records& records, Seat seat, const Domain& domain, Action& action) const {
  int most = -1;
  action.count = 1;
  ForEach(domain.mask, [&](Tile tile) {
    const int waits = std::popcount(WaitsWithout(records, seat, table::KindOf(tile)));
    if (waits <= most) return;
    most = waits;
    action.pieces[0] = tile;
  });
}

void Ting::ProcessAction(Step& step) const {
  const Board& board = table_.board(step.records);
  const SeatBoard& own = board.seats[step.seat];
  const bool first_turn = own.discards == 0 && own.draws <= 1 && board.melds_made == 0;
  const bool heavenly = first_turn && (step.seat == board.dealer || !heavenly_needs_drawn_ ||
                                       own.DrawnPiece() == step.action.pieces[0]);
  state_(step.records).at[step.seat] = static_cast<std::uint8_t>(1 + own.discards);
  state_(step.records).gangs[step.seat] =
      static_cast<std::uint8_t>(logic::GangsAndSetAsides(board));
  ready_->Declare(step.records, step.seat, heavenly);
  step.Emit(said_ == Said::kLiZhi ? kRiichi : kTing, step.seat).value = heavenly ? 1 : 0;
  Discard::ProcessAction(step);
}

// DeclareDealt (报听): a seat declares ready with the hand that it was dealt, before anybody
// discards. A dealer that holds a tile more declares with its first discard, by ting.
//
// After:     deal, in a window that asks the others.
// Before:    the dealer's turn.
// Always:    no tile moves, and the seat's hand no longer changes.

class DeclareDealt final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"declare_dealt",
                                  1,
                                  "报听",
                                  "declare the dealt hand",
                                  "起手就听的一家报听，不打牌",
                                  "declares ready with the dealt hand, without a discard"};

  explicit DeclareDealt(Params& params)
      : table_(params),
        state_(params.Slot<logic::ReadyState>()),
        win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
        ready_(params.Part<logic::ReadyRule>("ready_rule",
                                             {"报听规则", "what it is to have declared ready"})) {
    params.Brings(logic::kReadyDeclared);
    params.Brings(logic::kSeatLocked);
  }

  logic::Play play() const override { return logic::Play::kReady; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::ReadyState> state_;
  const logic::WinRule* win_;
  const logic::ReadyRule* ready_;
};

namespace {
const EventType kDealtReady{"declare_dealt", "{seat} 报听", "{seat} declares ready"};
constexpr Reason kTooLate{"not_dealt_hand", "只能用起手的牌报听",
                          "only the dealt hand can be declared so"};
constexpr Reason kDealtNotReady{"dealt_not_ready", "起手没听", "the dealt hand is not ready"};
}  // namespace

void DeclareDealt::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  const SeatBoard& own = board.seats[seat];
  if (own.Is(table::kLocked)) return sink.Because(kDeclared);
  if (!board.InHand(seat) || own.draws != 0 || own.discards != 0 || own.meld_count != 0 ||
      own.HandSize() % 3 != 1)
    return sink.Because(kTooLate);
  if (win_->Waits(records, seat) == 0) return sink.Because(kDealtNotReady);
  sink.Nothing();
}

void DeclareDealt::ProcessAction(Step& step) const {
  const Board& board = table_.board(step.records);
  state_(step.records).gangs[step.seat] =
      static_cast<std::uint8_t>(logic::GangsAndSetAsides(board));
  ready_->Declare(step.records, step.seat, /*heavenly=*/true);
  step.Emit(kDealtReady, step.seat);
  step.SetActor(board.dealer);
}

// LookAtIndicator (看宝): after an act, a dead hidden indicator is changed, and a seat that has
// just declared ready looks at it. The window asks the seats that wait for what they see.
//
// After:     discard, ting, chi, peng, gangs; with `looks: drawer` before the draw.
// Before:    win_on_indicator, or what follows the act.
// Always:    a tile in question stays in question.
//
// WinOnIndicator (冲宝): a seat takes the indicator as its drawn tile and wins with it.

class LookAtIndicator final : public ActionNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "look_at_indicator",
      1,
      "看宝",
      "look at the indicator",
      "宝露出得多了就换；报听的一家看宝；问询窗问看到的宝正是所听的各家",
      "changes a dead hidden indicator; a seat that has declared ready looks at it; the window "
      "asks the seats that wait for it"};
  enum class Looks : std::uint8_t { kActor, kDrawer, kNobody };

  explicit LookAtIndicator(Params& params)
      : table_(params),
        indicator_(params.Part<logic::HiddenIndicatorRule>("hidden_indicator",
                                                           {"宝", "the hidden indicator"})),
        looks_(params.Enum("looks", Looks::kActor, {"actor", "drawer", "nobody"},
                           {"刚报听的谁看：动作的一家，将摸牌的一家，没有人",
                            "who looks after a declaration: the acting seat, the seat due to draw, "
                            "or nobody"})) {}

  logic::Play play() const override { return logic::Play::kAccounts; }
  void ProcessAction(Step& step) const override {
    const Seat seat = looks_ == Looks::kActor    ? step.seat
                      : looks_ == Looks::kDrawer ? table_.board(step.records).turn.drawer
                                                 : kNoSeat;
    indicator_->Look(step, seat);
  }

 private:
  table::TableSlots table_;
  const logic::HiddenIndicatorRule* indicator_;
  Looks looks_;
};

class WinOnIndicator final : public PlayerNode, public logic::WinNode {
 public:
  static constexpr PartInfo kInfo{"win_on_indicator",
                                  1,
                                  "冲宝",
                                  "win on the indicator",
                                  "用宝胡，算自摸",
                                  "wins with the hidden indicator itself, as by a self-draw"};

  explicit WinOnIndicator(Params& params)
      : table_(params),
        indicator_(params.Part<logic::HiddenIndicatorRule>("hidden_indicator",
                                                           {"宝", "the hidden indicator"})) {
    params.Brings(logic::kWin);
    params.Brings(logic::kWinBySelfDraw);
    params.BringsIn(logic::kWinningTile, Hook::kAfterProcessAction, Hook::kBeforeSetStates);
    NoTileInQuestionAfter(params);
  }

  bool Wins(logic::WinBy by) const override { return by == logic::WinBy::kSelfDraw; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  const logic::HiddenIndicatorRule* indicator_;
};

namespace {
const EventType kWon{"indicator_won", "{seat} 冲宝 {pieces}",
                     "{seat} wins on the hidden indicator {pieces}"};
constexpr Reason kNotAsked{"not_on_indicator", "宝不是所听的牌",
                           "the seat has not just seen an indicator that it waits for"};
}  // namespace

void WinOnIndicator::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  if ((indicator_->Of(records).asks & MaskOf(seat)) == 0) return sink.Because(kNotAsked);
  sink.Nothing();
}

void WinOnIndicator::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::ClearFocus(board);
  table::ForgetTurnGang(board);
  const Tile tile = indicator_->Take(step.records, step.seat);
  table::CountWinEvent(board);
  table::NoteWin(board, step.seat, tile);
  step.Emit(kWon, step.seat).With(tile);
}

void WinOnIndicator::SetStates(Step& step) const {
  table::SetWinAside(table_.moves(step.records), step.seat, *indicator_->Of(step.records).kind);
}

void RegisterTing(Registry& r) {
  r.Add<Ting>();
  r.Add<DeclareDealt>();
  r.Add<LookAtIndicator>();
  r.Add<WinOnIndicator>();
}

}  // namespace mlf::nodes
