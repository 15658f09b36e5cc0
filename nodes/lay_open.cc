// LayOpen (亮倒): a seat that is ready lays its hand open and discards. Cover (盖牌): before that
// it names a kind that it holds three times and that stays covered.
//
// After:     turn.
// Before:    of lay_open as discard, whose window it uses; of cover the turn again.
// Always:    an open hand is locked. Covered kinds are known to their seat alone; they are void
//            once the seat discards without laying its hand open.
#include <mlf/components/open_hands.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/discard.h>
#include <mlf/table/state_text.h>

#include <bit>
#include <string>

namespace mlf::nodes {

namespace {
const EventType kLaidOpen{"lay_open", "{seat} 亮倒 {pieces}", "{seat} lays {pieces} open"};
const EventType kCovered{"cover", "{seat} 盖 {pieces}", "{seat} covers {pieces}"};
constexpr Reason kLocked{"locked_already", "手牌已锁定", "the hand is locked already"};
constexpr Reason kWallTooShort{"wall_too_short", "牌墙剩得太少，不能亮倒",
                               "too few tiles are left in the wall"};
constexpr Reason kNotWaiting{"no_discard_waits", "打哪张都不听", "no discard leaves a ready hand"};
constexpr Reason kNothingToCover{"nothing_to_cover", "没有可盖的三张",
                                 "no three tiles can stay covered"};

// Why `seat` may not lay its hand open now; null if it may with some discard.
const Reason* WhyNotOpen(const logic::OpenHandRule& rule, const Records& records,
                         const Board& board, Seat seat) {
  if (!OwnTurn(records, board, seat)) return &kNotYourTurn;
  if (board.seats[seat].Is(table::kLocked)) return &kLocked;
  if (board.wall.Left() - board.wall.keep < rule.min_wall()) return &kWallTooShort;
  return nullptr;
}
}  // namespace

class LayOpen final : public Discard {
 public:
  static constexpr PartInfo kInfo{"lay_open",
                                  1,
                                  "亮倒",
                                  "lay open",
                                  "打出一张牌，亮出听牌的手牌",
                                  "discards a tile and lays the ready hand open"};

  explicit LayOpen(Params& params)
      : Discard(params, table::kFlowers),
        table_(params),
        rule_(params.Part<logic::OpenHandRule>("open_hands", {"亮倒", "the open hands"})) {
    params.Brings(logic::kSeatLocked);
  }

  logic::Play play() const override { return logic::Play::kOther; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    if (const Reason* why = WhyNotOpen(*rule_, records, table_.board(records), seat))
      return sink.Because(*why);
    const TileMask tiles = rule_->Discards(records, seat, rule_->Covered(records, seat));
    if (tiles == 0) return sink.Because(kNotWaiting);
    sink.OneOf(tiles);
  }
  void ProcessAction(Step& step) const override {
    rule_->LayOpen(step.records, step.seat);
    Counts open = table_.board(step.records).seats[step.seat].hand;
    open.Remove(table::KindOf(step.action.pieces[0]));
    ForEach(rule_->Covered(step.records, step.seat), [&](Tile tile) { open.Remove(tile, 3); });
    Event& event = step.Emit(kLaidOpen, step.seat);
    ForEach(open.Kinds(), [&](Tile tile) {
      for (int i = 0; i < open[tile]; ++i) event.With(tile);
    });
    Discard::ProcessAction(step);
  }

 private:
  table::TableSlots table_;
  const logic::OpenHandRule* rule_;
};

class Cover final : public PlayerNode, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"cover",
                                  1,
                                  "盖牌",
                                  "cover",
                                  "亮倒之前，选一种三张的牌不亮",
                                  "names a kind held three times that stays covered"};

  explicit Cover(Params& params)
      : table_(params),
        hands_(params.Slot<logic::OpenHands>()),
        rule_(params.Part<logic::OpenHandRule>("open_hands", {"亮倒", "the open hands"})),
        seats_(params.seats()) {}

  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    const Board& board = table_.board(records);
    if (const Reason* why = WhyNotOpen(*rule_, records, board, seat)) return sink.Because(*why);
    const TileMask covered = rule_->Covered(records, seat);
    TileMask kinds = 0;
    ForEach(board.seats[seat].hand.AtLeast(3) & ~covered, [&](Tile tile) {
      if (rule_->may_cover() && rule_->Discards(records, seat, covered | MaskOf(tile)) != 0)
        kinds |= MaskOf(tile);
    });
    if (kinds == 0) return sink.Because(kNothingToCover);
    sink.OneOf(kinds);
  }
  void ProcessAction(Step& step) const override {
    logic::OpenHands& hands = hands_(step.records);
    const Tile tile = table::KindOf(step.action.pieces[0]);
    hands.Cover(step.seat, rule_->Covered(step.records, step.seat) | MaskOf(tile));
    hands.chosen_at[step.seat] =
        static_cast<std::uint8_t>(1 + table_.board(step.records).seats[step.seat].discards);
    step.Emit(kCovered, step.seat).With(tile).ShownTo(MaskOf(step.seat));
  }

  std::string_view StateKey() const override { return "covered"; }
  table::StateLabel Label() const override { return {"盖牌", "covered"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    if (seat < 0 || seat >= seats_) return "covered: is given for each seat, as [~, 9s]";
    if (value.IsNull()) return std::nullopt;
    const auto tiles = table::ParseTiles(value.text());
    if (!tiles) return "covered: kinds of tiles are needed, as 9s, not " + value.Canonical();
    TileMask kinds = 0;
    for (const Tile tile : *tiles) kinds |= MaskOf(table::KindOf(tile));
    if (std::popcount(kinds) > logic::OpenHands::kMostCovered)
      return "covered: a hand has at most " + std::to_string(logic::OpenHands::kMostCovered) +
             " threes, not " + value.Canonical();
    logic::OpenHands& hands = hands_(records);
    hands.Cover(seat, kinds);
    hands.chosen_at[seat] =
        static_cast<std::uint8_t>(1 + table_.board(records).seats[seat].discards);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override {
    if (seat < 0 || seat >= seats_ || (viewer != kNoSeat && viewer != seat)) return {};
    const TileMask covered = rule_->Covered(records, seat);
    return covered == 0 ? Value() : Value(table::FormatTiles(covered));
  }

 private:
  table::TableSlots table_;
  Slot<logic::OpenHands> hands_;
  const logic::OpenHandRule* rule_;
  int seats_;
};

void RegisterLayOpen(Registry& r) {
  r.Add<LayOpen>();
  r.Add<Cover>();
}

}  // namespace mlf::nodes
