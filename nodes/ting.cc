// Ting (听, 报听): a seat declares ready by discarding a tile that leaves a ready hand. The window
// asks the others as for any discard.
//
// After:     turn.
// Before:    as discard.
// Always:    the seat's hand no longer changes. The declaration is 天听 if the seat could not have
//            made it earlier: in its first turn, before any meld and, except for the dealer, with
//            the tile just drawn (rules/erren.md#tian-ting; a parameter allows any tile).
#include <mlf/components/ready_rule.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>

#include <bit>

#include "nodes/discard.h"

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
constexpr EventType kTing{"ting", "{seat} 听", "{seat} declares ready"};
constexpr EventType kRiichi{"ting", "{seat} 立直", "{seat} declares riichi"};
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

void RegisterTing(Registry& r) { r.Add<Ting>(); }

}  // namespace mlf::nodes
