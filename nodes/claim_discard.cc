// ChiDiscard (吃打) and PengDiscard (碰打): a claim whose action also names the discard that
// follows it, so that the seat is not asked again.
//
// After:     discard of another seat; of the seat before it for a chi.
// Before:    as discard.
// Always:    tiles in play are conserved; the discard is the last of the river and in question.
//
// The action names the claimed tile, the two of the hand that join it, and the discard:
// `chi_discard 4m 56m9p`. An offer holds few sequences, so one node offers each discard once, with
// the red fives of the hand in the meld or, by `reds`, left in the hand. The variant may list both.
#include <mlf/components/play_node.h>
#include <mlf/components/swap_rule.h>
#include <mlf/components/topics.h>
#include <mlf/flow/claim_limit.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <array>
#include <utility>

#include <mlf/nodes/bases.h>
#include <mlf/nodes/discard.h>
#include "nodes/claims.h"

namespace mlf::nodes {

class ClaimDiscard : public PlayerNode, public logic::PlayNode, public ClaimLimit {
 public:
  void Spend(const Action& action, Counts& hand) const override {
    for (int i = 1; i < kMaxActionPieces; ++i) hand.Remove(table::KindOf(action.pieces[i]));
  }
  Domain::Kind payload() const override { return Domain::kCombo; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 protected:
  explicit ClaimDiscard(Params& params);

  const table::TableSlots& table() const { return table_; }
  // The meld of the tile in question, without marks of red fives. Its kind is kNone and the reason
  // is set if the seat may not meld it.
  virtual Meld MeldFor(const Board& board, Seat seat, const Reason*& why) const = 0;

 private:
  enum class Reds : std::uint8_t { kMelded, kKept };
  using Beside = std::array<Tile, 2>;

  // `melded` with the red fives that a claim with `discard` uses.
  static Beside WithReds(const SeatBoard& own, Beside melded, Tile discard);
  // Whether `melded`, all plain, can be laid down and `discard` still be discarded.
  static bool HasPlain(const SeatBoard& own, const Beside& melded, Tile discard);

  table::TableSlots table_;
  const logic::SwapRule* swaps_;
  Reds reds_;
};

class ChiDiscard final : public ClaimDiscard {
 public:
  static constexpr PartInfo kInfo{
      "chi_discard",
      1,
      "吃打",
      "chi and discard",
      "下家拿刚打出的牌吃，同时打出一张",
      "the next seat lays the discard down in a sequence and discards in the same act"};

  // `place` is that of the claimed tile in the sequence.
  explicit ChiDiscard(Params& params);

  logic::Play play() const override { return logic::Play::kChi; }
  SeatMask MayOffer(const Records& records, SeatMask seats) const override {
    return MayChi(table().board(records), seats);
  }
  bool FirstInTurn() const override { return true; }

 private:
  Meld MeldFor(const Board& board, Seat seat, const Reason*& why) const override;

  enum class Place : std::uint8_t { kLow, kMiddle, kHigh };
  Place place_;
};

class PengDiscard final : public ClaimDiscard {
 public:
  static constexpr PartInfo kInfo{"peng_discard",
                                  1,
                                  "碰打",
                                  "peng and discard",
                                  "拿刚打出的牌碰，同时打出一张",
                                  "lays the discard down in a triplet and discards in the same "
                                  "act"};

  explicit PengDiscard(Params& params) : ClaimDiscard(params) {}

  logic::Play play() const override { return logic::Play::kPeng; }
  SeatMask MayOffer(const Records& records, SeatMask seats) const override {
    return MayClaimWith(table().board(records), seats, Holds());
  }
  int Holds() const override { return 2; }

 private:
  Meld MeldFor(const Board& board, Seat seat, const Reason*& why) const override;
};

namespace {

constexpr Reason kNoRedFive{"no_red_five", "没有可以留下的赤五", "no red five to keep"};
constexpr Reason kNotBeside{"no_sequence", "手里没有能组成这种顺子的两张牌",
                            "no two tiles in hand that make such a sequence"};

// The kinds of the two tiles of the hand that join the claimed one.
std::array<Tile, 2> KindsBeside(const Meld& meld) {
  if (meld.kind == MeldKind::kPeng) return {meld.tile, meld.tile};
  const int taken = meld.Taken();
  return {static_cast<Tile>(meld.tile + (taken == 0 ? 1 : 0)),
          static_cast<Tile>(meld.tile + (taken == 2 ? 1 : 2))};
}

// The pieces of the action in order: the two of the meld, then the discard.
std::array<Tile, 3> InOrder(const Action& action, const Meld& meld) {
  std::array<Tile, 3> pieces = {action.pieces[1], action.pieces[2], action.pieces[3]};
  const auto [a, b] = KindsBeside(meld);
  for (const auto& [at, kind] : {std::pair{0u, a}, std::pair{1u, b}}) {
    for (std::size_t i = at; i < 3; ++i) {
      if (table::KindOf(pieces[i]) != kind) continue;
      std::swap(pieces[at], pieces[i]);
      break;
    }
  }
  return pieces;
}

}  // namespace

ClaimDiscard::ClaimDiscard(Params& params)
    : table_(params),
      swaps_(params.PartIfAny<logic::SwapRule>(
          "swaps", {"食替", "what may not be discarded after a claim"})),
      reds_(params.Enum<Reds>("reds", Reds::kMelded, {"melded", "kept"},
                              {"手里的赤五进副露，还是留在手里",
                               "whether red fives of the hand go into the meld or stay"})) {
  params.NeedsHere(logic::kDiscardInQuestion);
  params.Brings(logic::kDiscarding);
  params.Brings(logic::kTileInQuestion);
  params.Brings(logic::kDiscardInQuestion);
}

ChiDiscard::ChiDiscard(Params& params)
    : ClaimDiscard(params),
      place_(params.Enum<Place>(
          "place", Place::kLow, {"low", "middle", "high"},
          {"吃进的牌在顺子里的位置", "the place of the claimed tile in the sequence"})) {}

Meld ChiDiscard::MeldFor(const Board& board, Seat seat, const Reason*& why) const {
  const Tile tile = board.turn.focus_tile;
  const auto taken = static_cast<std::uint8_t>(place_);
  why = board.NextInHand(board.turn.focus_seat) == seat ? &kNotBeside : &kNotNextSeat;
  if (why == &kNotNextSeat || !table::IsSuited(tile)) return {};
  const int low = RankOf(tile) - taken;
  if (low < 0 || low + 2 >= kGroupSize) return {};
  const Meld meld{MeldKind::kChi, static_cast<Tile>(tile - taken), board.turn.focus_seat, taken};
  const auto [a, b] = KindsBeside(meld);
  const Counts& hand = board.seats[seat].hand;
  return hand[a] == 0 || hand[b] == 0 ? Meld{} : meld;
}

Meld PengDiscard::MeldFor(const Board& board, Seat seat, const Reason*& why) const {
  const Tile tile = board.turn.focus_tile;
  why = &kNoPair;
  if (board.seats[seat].hand[tile] < 2) return {};
  return {MeldKind::kPeng, tile, board.turn.focus_seat, 0};
}

ClaimDiscard::Beside ClaimDiscard::WithReds(const SeatBoard& own, Beside melded, Tile discard) {
  int used = 0;
  for (Tile& tile : melded) {
    const Tile red = table::RedOf(tile);
    if (red == tile || own.RedsOf(tile) <= used + (discard == red ? 1 : 0)) continue;
    ++used;
    tile = red;
  }
  return melded;
}

bool ClaimDiscard::HasPlain(const SeatBoard& own, const Beside& melded, Tile discard) {
  return std::ranges::all_of(melded, [&](Tile tile) {
    if (table::RedOf(tile) == tile) return true;
    const auto needed = std::ranges::count(melded, tile) + (discard == tile ? 1 : 0);
    return own.hand[tile] - own.RedsOf(tile) >= needed;
  });
}

void ClaimDiscard::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  const Reason* why = nullptr;
  const Meld meld = MeldFor(board, seat, why);
  if (meld.kind == MeldKind::kNone) return sink.Because(*why);
  const SeatBoard& own = board.seats[seat];
  const auto [a, b] = KindsBeside(meld);
  Counts rest = own.hand;
  rest.Remove(a);
  rest.Remove(b);
  const TileMask forbidden = swaps_ == nullptr ? 0 : swaps_->Forbidden(meld);
  const TileMask kinds = rest.Kinds() & ~table::kFlowers & ~forbidden;
  if (kinds == 0) return sink.Because(kNoDiscardLeft);
  bool any = false;
  ForEach(table::WithReds(kinds) & own.Pieces(), [&](Tile discard) {
    const Beside plain = {a, b};
    Beside melded = WithReds(own, plain, discard);
    if (reds_ == Reds::kKept) {
      if (melded == plain || !HasPlain(own, plain, discard)) return;
      melded = plain;
    }
    sink.Combo({board.turn.focus_tile, melded[0], melded[1], discard});
    any = true;
  });
  if (!any) sink.Because(kNoRedFive);
}

void ClaimDiscard::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Reason* why = nullptr;
  const Meld meld = MeldFor(*board, step.seat, why);
  const auto pieces = InOrder(step.action, meld);
  const int reds = table::ClaimWith(board, step.seat, meld.kind, pieces[0], pieces[1]);
  if (meld.kind == MeldKind::kPeng) {
    const Tile named = reds > 0 ? table::RedOf(meld.tile) : meld.tile;
    step.Emit(kPengEvent, step.seat).With(named).other = board->turn.focus_seat;
    return;
  }
  Event& event = step.Emit(kChiEvent, step.seat);
  event.With(board->turn.focus_tile).With(pieces[0]).With(pieces[1]);
  event.other = board->turn.focus_seat;
}

// The discard comes after the claim has been announced.
void ClaimDiscard::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile discard = InOrder(step.action, board->seats[step.seat].Melds().back())[2];
  table::DueDiscard(board, step.seat);
  DiscardNow(step, table_, discard);
  table::EndTurn(board, step.seat);
}

void RegisterClaimDiscard(Registry& r) {
  r.Add<ChiDiscard>();
  r.Add<PengDiscard>();
}

}  // namespace mlf::nodes
