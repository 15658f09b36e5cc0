// 宝 (rules/dalian.md#indicator): the hidden indicator, what shows it, and the wins by its kind.
//
//   hidden_indicator   the tile: a die counts it off from the tail of the wall; once three of its
//                      kind lie open it goes back, and another is thrown
//   show_indicator     an effect of a win: all see it
//   indicator_wins     a win rule: a ready seat also wins by drawing a tile of the kind, which then
//                      stands for one of its waits (摸宝)
#include <mlf/components/drawn_stand_in.h>
#include <mlf/components/hidden_indicator.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/hand_tables.h>
#include <mlf/table/removed.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mlf::logic {

void HiddenIndicator::Check(const Validation& check) const {
  check.Require(!kind || table::IsTile(*kind), "the hidden indicator is a tile");
  check.Require(((looked | asks) & ~check.Seats()) == 0, "only seats look at the indicator");
  check.Require(place < table::kMaxTiles && die <= 6, "a die chose a place of the wall");
  check.Require(gone <= 1 && shown <= 1, "the marks of the indicator are 0 or 1");
}

namespace {

using table::Board;

const EventType kThrown{"indicator_die", "{seat} 打宝，骰子 {value}",
                        "{seat} throws {value} for the hidden indicator"};
const EventType kLook{"indicator_look", "{seat} 看宝 {pieces}",
                      "{seat} looks at the hidden indicator {pieces}"};
const EventType kBack{"indicator_back", "宝已露出，换宝",
                      "the hidden indicator is dead; it goes back"};
const EventType kGone{"indicator_gone", "本局不再有宝",
                      "there is no hidden indicator for the rest of the hand"};
const EventType kShown{"indicator_shown", "宝是 {pieces}", "the hidden indicator is {pieces}"};

constexpr int kSides = 6;

class Indicator final : public HiddenIndicatorRule, public table::StateText, public HiddenState {
 public:
  static constexpr PartInfo kInfo{
      "hidden_indicator", 1,
      "宝：首家报听时掷骰，从牌墙尾数第（点数 × step）张扣下；露出 open 张就放回，另掷",
      "a tile of the wall that lies face down for ready seats: a die times `step` counts it off "
      "from the tail when the first seat declares; when `open` of its kind lie open it goes back "
      "and another is thrown"};

  explicit Indicator(Params& params)
      : table_(params),
        state_(params.Slot<HiddenIndicator>()),
        ready_(params.Slot<ReadyState>()),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})),
        step_(params.Int("step", 2, 1, 12, {"每点几张", "tiles for each pip"})),
        open_(params.Int("open", 3, 1, 4, {"露出几张就换", "how many open tiles change it"})),
        stream_(params.Stream("indicator")) {
    params.Needs(kReadyDeclared);
  }

  const HiddenIndicator& Of(const Records& records) const override { return state_(records); }
  bool Knows(const Records& records, Seat seat) const override {
    const HiddenIndicator& now = state_(records);
    return now.shown != 0 || (IsReady(records, seat) && !MustLook(records, seat));
  }
  // A seat that a position declares ready has looked.
  bool MustLook(const Records& records, Seat seat) const override {
    return IsReady(records, seat) && ready_(records).at[seat] != 0 &&
           (state_(records).looked & MaskOf(seat)) == 0;
  }
  void HideFrom(Records& seen, Seat viewer) const override {
    HiddenIndicator& now = state_(seen);
    const bool sits = viewer >= 0 && viewer < table_.board(seen).seat_count;
    now.asks &= sits ? MaskOf(viewer) : SeatMask{0};
    if (sits ? !Knows(seen, viewer) : now.shown == 0) now.kind = {};
  }
  void Look(Step& step, Seat seat) const override;
  table::Tile Take(Records& records, Seat seat) const override {
    const table::Tile tile = *state_(records).kind;
    table::DrawRemoved(table_.moves(records), seat, tile);
    state_(records).asks = 0;
    return tile;
  }
  void Show(Step& step) const override {
    HiddenIndicator& now = state_(step.records);
    if (!now.kind || now.shown != 0) return;
    now.shown = 1;
    step.Emit(kShown, kNoSeat).With(*now.kind);
  }

  std::string_view StateKey() const override { return "bao"; }
  table::StateLabel Label() const override { return {"宝", "hidden indicator"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    // "?": it lies there, face down to the viewer of a foreign table.
    if (value.IsNull() || (value.IsScalar() && value.text() == "?")) return std::nullopt;
    const auto tile = value.IsScalar() ? table::ParseTile(value.text()) : Result<Tile>(Fault{});
    if (!tile || table::IsFlower(*tile) || table::IsRed(*tile))
      return "bao: one tile is needed, not " + value.Canonical();
    HiddenIndicator& now = state_(records);
    if (now.kind) return "bao: is given twice";
    now.kind = *tile;
    now.place = table::kMaxTiles - 1;
    table::AddRemoved(table_.staging(records), *tile);
    return std::nullopt;
  }
  // Who may not see the kind sees a tile face down.
  Value WriteState(const Records& records, Seat, Seat viewer) const override {
    const HiddenIndicator& now = state_(records);
    if (!now.kind) return {};
    const bool seat = viewer >= 0 && viewer < table_.board(records).seat_count;
    if (viewer == kNoSeat || (seat ? Knows(records, viewer) : now.shown != 0))
      return Value(table::TileName(*now.kind));
    return Value("?");
  }

 private:
  bool IsReady(const Records& records, Seat seat) const {
    return table_.board(records).seats[seat].Is(table::kReady);
  }
  // Tiles of the kind that lie open: rivers and melds, but no an_gang.
  static int OpenOf(const Board& board, table::Tile kind) {
    const auto river = std::span(board.river).first(board.river_count);
    int open = static_cast<int>(std::ranges::count_if(
        river, [&](const table::Discard& one) { return one.tile == kind && !one.claimed(); }));
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      for (const table::Meld& meld : board.seats[seat].Melds()) {
        if (meld.kind != table::MeldKind::kAnGang) open += meld.CountOf(kind);
      }
    }
    return open;
  }
  // The place that a die counts off, or -1.
  int PlaceOf(const Board& board, int die) const {
    const int place = board.wall.tail - step_ * die;
    return place < board.wall.head ? -1 : place;
  }
  bool IsDead(const Board& board, int place) const {
    return OpenOf(board, board.wall.tiles[static_cast<std::size_t>(place)]) >= open_;
  }
  void PutBack(Records& records) const;
  void Throw(Step& step, Seat by) const;
  void TellAndAsk(Step& step, Seat seat) const;

  table::TableSlots table_;
  Slot<HiddenIndicator> state_;
  Slot<ReadyState> ready_;
  const WinRule* win_;
  int step_;
  int open_;
  int stream_;
};

void Indicator::PutBack(Records& records) const {
  HiddenIndicator& now = state_(records);
  const table::Moves board = table_.moves(records);
  table::ReturnRemoved(board, *now.kind);
  const int last = board->wall.tail - 1;
  table::MoveInWall(board, last, std::clamp<int>(now.place, board->wall.head, last));
  now.kind = {};
}

// Throws again while the tile is dead. Without any other tile, or with too short a wall, there is
// none for the rest of the hand.
void Indicator::Throw(Step& step, Seat by) const {
  HiddenIndicator& now = state_(step.records);
  const table::Moves board = table_.moves(step.records);
  bool any = false;
  for (int die = 1; die <= kSides; ++die) {
    const int place = PlaceOf(*board, die);
    any = any || (place >= 0 && !IsDead(*board, place));
  }
  Stream random = step.Random(stream_);
  while (any) {
    now.die = static_cast<std::uint8_t>(1 + random.Below(kSides));
    ++now.throws;
    step.Emit(kThrown, by).value = now.die;
    const int place = PlaceOf(*board, now.die);
    if (place < 0) break;
    if (IsDead(*board, place)) continue;
    now.place = static_cast<std::uint8_t>(place);
    table::MoveInWall(board, place, board->wall.tail - 1);
    now.kind = table::RemoveLast(board);
    return;
  }
  now.gone = 1;
  step.Emit(kGone, kNoSeat);
}

void Indicator::TellAndAsk(Step& step, Seat seat) const {
  HiddenIndicator& now = state_(step.records);
  step.Emit(kLook, seat).ShownTo(MaskOf(seat)).With(*now.kind);
  if ((win_->Waits(step.records, seat) & MaskOf(*now.kind)) != 0)
    now.asks = static_cast<SeatMask>(now.asks | MaskOf(seat));
}

void Indicator::Look(Step& step, Seat seat) const {
  HiddenIndicator& now = state_(step.records);
  const Board& board = table_.board(step.records);
  now.asks = 0;
  SeatMask looks = 0;
  if (now.kind && OpenOf(board, *now.kind) >= open_) {
    step.Emit(kBack, kNoSeat);
    PutBack(step.records);
    for (Seat other = 0; other < board.seat_count; ++other) {
      if (Knows(step.records, other)) looks = static_cast<SeatMask>(looks | MaskOf(other));
    }
    Throw(step, step.seat);
  }
  if (seat != kNoSeat && MustLook(step.records, seat)) {
    now.looked = static_cast<SeatMask>(now.looked | MaskOf(seat));
    looks = static_cast<SeatMask>(looks | MaskOf(seat));
    if (!now.kind && now.gone == 0) Throw(step, seat);
  }
  if (!now.kind) return;
  ForEachSeat(looks, [&](Seat looking) { TellAndAsk(step, looking); });
}

class ShowIndicator final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"show_indicator", 1, "有人胡：亮宝",
                                  "somebody has won: all see the hidden indicator"};
  explicit ShowIndicator(Params& params)
      : indicator_(
            params.Part<HiddenIndicatorRule>("hidden_indicator", {"宝", "the hidden indicator"})) {
    params.NeedsHere(kWin);
  }
  void Run(Step& step) const override { indicator_->Show(step); }

 private:
  const HiddenIndicatorRule* indicator_;
};

class IndicatorWins final : public WinRule, public DrawnStandIn {
 public:
  static constexpr PartInfo kInfo{
      "indicator_wins", 1, "摸宝：报听者摸到宝，不论听什么都胡，宝当作所听的一张",
      "a seat that has declared ready also wins by drawing a tile of the hidden indicator's kind, "
      "which stands for one of its waits"};
  explicit IndicatorWins(Params& params)
      : WinRule(params),
        rule_(params.Part<WinRule>("rule", {"其余的胡牌规则", "which hands win besides"})),
        state_(params.Slot<HiddenIndicator>()) {}

  bool Complete(const Records& records, Seat seat, const Counts& hand, int melds,
                WinBy by) const override {
    return rule_->Complete(records, seat, hand, melds, by) ||
           DrawnStandsFor(records, seat, hand, melds, by) != 0;
  }
  TileMask DrawnStandsFor(const Records& records, Seat seat, const Counts& hand, int melds,
                          WinBy by) const override {
    const table::SeatBoard& own = table_.board(records).seats[seat];
    const table::Maybe<Tile> kind = state_(records).kind;
    if (by != WinBy::kSelfDraw || !kind || !own.Is(table::kReady) || own.drawn != *kind ||
        !(hand == own.hand))
      return 0;
    Counts rest = hand;
    rest.Remove(*kind);
    const TileMask waits = rule_->Waits(records, seat, rest, melds);
    return (waits & MaskOf(*kind)) != 0 ? 0 : waits;
  }
  using WinRule::Waits;
  TileMask Waits(const Records& records, Seat seat, const Counts& hand, int melds,
                 OwnFour own_four) const override {
    return rule_->Waits(records, seat, hand, melds, own_four);
  }
  int Distance(const Records& records, const Counts& hand, int melds) const override {
    return rule_->Distance(records, hand, melds);
  }
  bool HasShape(const Records& records, const Counts& hand, int melds) const override {
    return rule_->HasShape(records, hand, melds);
  }
  bool IsPairs(const Records& records, const Counts& hand) const override {
    return rule_->IsPairs(records, hand);
  }
  TileMask Body(const Counts& hand) const override { return rule_->Body(hand); }
  bool HasBody() const override { return rule_ != nullptr && rule_->HasBody(); }
  bool Hard(const Counts& hand, int melds) const override { return rule_->Hard(hand, melds); }
  const Wilds* wilds() const override { return rule_->wilds(); }

 private:
  const WinRule* rule_;
  Slot<HiddenIndicator> state_;
};

}  // namespace
void RegisterHiddenIndicator(Registry& registry) {
  registry.Add<Indicator>();
  registry.Add<ShowIndicator>();
  registry.Add<IndicatorWins>();
}

}  // namespace mlf::logic
