// Chi (吃): the next seat takes the last discard, adds two tiles of its hand to form a sequence,
// and lays the three face up.
//
// After:     discard of the seat before it, or with `from: any` of any seat.
// Before:    turn of the same seat, which must discard.
// Always:    tiles in play are conserved; the wall is untouched.
#include <mlf/components/honour_chi.h>
#include <mlf/components/play_node.h>
#include <mlf/components/ready_claim.h>
#include <mlf/components/swap_rule.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/claim_limit.h>
#include <mlf/flow/registry.h>
#include <mlf/table/set_rules.h>

#include <mlf/nodes/bases.h>
#include "nodes/claims.h"

#include <algorithm>

namespace mlf::nodes {

class Chi final : public PlayerNode,
                  public logic::PlayNode,
                  public ClaimLimit,
                  public logic::HonourChi {
 public:
  static constexpr PartInfo kInfo{
      "chi",
      1,
      "吃",
      "chi",
      "下家拿刚打出的牌，与手里两张亮成一副顺子",
      "the next seat takes the tile just discarded and lays it down in a sequence"};

  explicit Chi(Params& params);

  logic::Play play() const override { return logic::Play::kChi; }
  void Spend(const Action& action, Counts& hand) const override {
    hand.Remove(table::KindOf(action.pieces[1]));
    hand.Remove(table::KindOf(action.pieces[2]));
  }
  // The claimed tile, then the two it joins, lowest first: `chi 2m 34m`.
  Domain::Kind payload() const override { return Domain::kCombo; }
  // Every sequence of the tile with two tiles of the hand (rules/common.md#actions).
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  SeatMask MayOffer(const Records& records, SeatMask seats) const override {
    const Board& board = table_.board(records);
    if (from_any_) return MayChiFromAny(board, seats);
    if (faces_) return static_cast<SeatMask>(seats & NextToClaim(board));
    if (honours_ && table::IsHonour(board.turn.focus_tile)) return MayChiHonours(board, seats);
    return MayChi(board, seats);
  }
  bool ChisHonours() const override { return honours_; }
  bool FirstInTurn() const override { return !from_any_; }
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  // Whether some tile may be discarded after this claim.
  bool LeavesDiscard(const Board& board, Seat seat, Tile a, Tile b) const;
  // The seat that a discard offers a chi, whatever it holds.
  static SeatMask NextToClaim(const Board& board) {
    if (board.turn.focus != Focus::kDiscard) return 0;
    const Seat seat = board.NextInHand(board.turn.focus_seat);
    return MayClaim(board, seat) ? MaskOf(seat) : SeatMask{0};
  }
  // Where every seat may chi: those of `seats` that may hold a sequence.
  SeatMask MayChiFromAny(const Board& board, SeatMask seats) const;
  // The sequences of the tile with two of `hand`, read by `face`; both hold no wildcard.
  bool OfferByFace(const table::Face& face, const Records& records, Seat seat, const Counts& hand,
                   OfferSink& sink) const;
  // Whether a chi with `a` and `b` leads to ready, where it must.
  bool LeadsToReady(const Records& records, Seat seat, Tile a, Tile b) const {
    return ready_by_ == nullptr ||
           logic::ReadyAfterClaim(table_, *ready_by_, records, seat, MeldKind::kChi, a, b);
  }
  // The seats that may chi the honour in question.
  static SeatMask MayChiHonours(const Board& board, SeatMask seats);
  // Every two of the other winds, or the other two dragons, in `hand`.
  bool OfferHonours(const Records& records, Seat seat, const Counts& hand, OfferSink& sink) const;
  // The sequence with `a` and `b` of the hand. A seat with a red five may use it, and has no other
  // choice without a plain five.
  static void OfferWithReds(const SeatBoard& own, Tile tile, Tile a, Tile b, OfferSink& sink);

  table::TableSlots table_;
  const logic::SwapRule* swaps_;
  const logic::Wilds* wilds_ = nullptr;
  const logic::WinRule* ready_by_ = nullptr;  // the rule by which a chi must lead to ready
  bool honours_;
  bool from_any_ = false;
  bool faces_ = false;  // a kind is read as the wild one
};

namespace {
constexpr Reason kNoSequence{"no_sequence", "手里没有能组成顺子的两张牌",
                             "no two tiles in hand that make a sequence"};

// The other honours of its kind that `hand` holds.
TileMask HonoursBeside(Tile tile, const Counts& hand) {
  return table::HonourClass(tile) & hand.Kinds() & ~MaskOf(tile);
}
}  // namespace

Chi::Chi(Params& params)
    : table_(params),
      swaps_(params.PartIfAny<logic::SwapRule>(
          "swaps", {"食替", "what may not be discarded after a claim"})) {
  if (params.Bool(
          "not_wild", false,
          {"赖子不能吃，也不能用来吃", "no wildcard is claimed or laid down", /*added=*/true}))
    wilds_ = params.Part<logic::Wilds>("wilds", {"赖子", "which tiles are wild"});
  faces_ = wilds_ != nullptr && wilds_->HasFace();
  honours_ = params.Bool("honours", false,
                         {"字牌也能吃：三张不同的风，或中发白",
                          "honours too: three different winds, or the three dragons",
                          /*added=*/true});
  from_any_ =
      params.Enum("from", 0, {"previous", "any"},
                  {"吃谁打的牌：上家 / 任一家", "whose discard: of the seat before, or of any seat",
                   /*added=*/true}) == 1;
  ready_by_ = params.PartIfAny<logic::WinRule>(
      "ready_by", {"吃后打一张须照这条胡牌规则听牌",
                   "only a chi after which a discard leaves the hand ready by this win rule",
                   /*added=*/true});
  params.NeedsHere(logic::kDiscardInQuestion);
  NoTileInQuestionAfter(params);
}

void Chi::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  if (!from_any_ && board.NextInHand(board.turn.focus_seat) != seat)
    return sink.Because(kNotNextSeat);
  const Tile tile = board.turn.focus_tile;
  Counts hand = board.seats[seat].hand;
  if (wilds_ != nullptr) {
    const TileMask wild = wilds_->WildsOf(records);
    if ((MaskOf(tile) & wild) != 0) return sink.Because(kNoSequence);
    ForEach(wild, [&](Tile kind) { hand.Remove(kind, hand[kind]); });
    if (const table::Face face = wilds_->FaceOf(records); face.Any()) {
      if (!OfferByFace(face, records, seat, hand, sink)) sink.Because(kNoSequence);
      return;
    }
  }
  if (honours_ && table::IsHonour(tile)) {
    if (!OfferHonours(records, seat, hand, sink)) sink.Because(kNoSequence);
    return;
  }
  bool any = false;
  const Reason* why = &kNoSequence;
  for (int taken = 2; taken >= 0 && table::IsSuited(tile); --taken) {
    const int low = RankOf(tile) - taken;
    if (low < 0 || low + 2 >= kGroupSize) continue;
    const auto first = static_cast<Tile>(tile - taken);
    const auto a = static_cast<Tile>(taken == 0 ? first + 1 : first);
    const auto b = static_cast<Tile>(taken == 2 ? first + 1 : first + 2);
    if (hand[a] == 0 || hand[b] == 0) continue;
    if (swaps_ != nullptr && !LeavesDiscard(board, seat, a, b)) {
      why = &kNoDiscardLeft;
      continue;
    }
    if (!LeadsToReady(records, seat, a, b)) {
      why = &logic::kNotReadyAfterClaim;
      continue;
    }
    const SeatBoard& own = board.seats[seat];
    if ((own.red & SeatBoard::kReds) == 0) [[likely]] {
      sink.Combo({tile, a, b, kNoPiece});
    } else {
      OfferWithReds(own, tile, a, b, sink);
    }
    any = true;
  }
  if (!any) sink.Because(*why);
}

// Example: 9m is wild and 白 has its face. On 7m a hand with 8m and 白 chis 789m, on 白 one with 7m
// and 8m.
bool Chi::OfferByFace(const table::Face& face, const Records& records, Seat seat,
                      const Counts& hand, OfferSink& sink) const {
  const Tile tile = table_.board(records).turn.focus_tile;
  const Tile read = face.Of(tile);
  const Counts held = table::ReadAs(face, hand);
  bool any = false;
  for (int taken = 2; taken >= 0 && table::IsSuited(read); --taken) {
    const int low = RankOf(read) - taken;
    if (low < 0 || low + 2 >= kGroupSize) continue;
    const auto first = static_cast<Tile>(read - taken);
    const auto a = static_cast<Tile>(taken == 0 ? first + 1 : first);
    const auto b = static_cast<Tile>(taken == 2 ? first + 1 : first + 2);
    if (held[a] == 0 || held[b] == 0) continue;
    const auto [lower, upper] = std::minmax({face.Lies(a), face.Lies(b)});
    if (!LeadsToReady(records, seat, lower, upper)) continue;
    sink.Combo({tile, lower, upper, kNoPiece});
    any = true;
  }
  return any;
}

SeatMask Chi::MayChiFromAny(const Board& board, SeatMask seats) const {
  SeatMask may = 0;
  const Tile tile = board.turn.focus_tile;
  const auto holds = [&](Seat seat) {
    if (faces_) return MayClaim(board, seat);
    if (table::IsSuited(tile)) return HoldsRun(board, seat);
    return honours_ && MayClaim(board, seat) &&
           std::popcount(HonoursBeside(tile, board.seats[seat].hand)) >= 2;
  };
  ForEachSeat(seats & static_cast<SeatMask>((1u << board.seat_count) - 1), [&](Seat seat) {
    if (holds(seat)) may |= MaskOf(seat);
  });
  return may;
}

SeatMask Chi::MayChiHonours(const Board& board, SeatMask seats) {
  const Seat seat = board.NextInHand(board.turn.focus_seat);
  if (board.turn.focus != Focus::kDiscard || (seats & MaskOf(seat)) == 0) return 0;
  const Tile tile = board.turn.focus_tile;
  const bool two = std::popcount(HonoursBeside(tile, board.seats[seat].hand)) >= 2;
  return two && MayClaim(board, seat) ? MaskOf(seat) : SeatMask{0};
}

bool Chi::OfferHonours(const Records& records, Seat seat, const Counts& hand,
                       OfferSink& sink) const {
  const Tile tile = table_.board(records).turn.focus_tile;
  bool any = false;
  const TileMask beside = HonoursBeside(tile, hand);
  ForEach(beside, [&](Tile a) {
    ForEach(beside & ~(2 * MaskOf(a) - 1), [&](Tile b) {
      if (!LeadsToReady(records, seat, a, b)) return;
      sink.Combo({tile, a, b, kNoPiece});
      any = true;
    });
  });
  return any;
}

bool Chi::LeavesDiscard(const Board& board, Seat seat, Tile a, Tile b) const {
  Counts rest = board.seats[seat].hand;
  rest.Remove(a);
  rest.Remove(b);
  const Tile taken = board.turn.focus_tile;
  return (rest.Kinds() & ~table::kFlowers &
          ~swaps_->Forbidden(table::ChiOf({taken, a, b}, taken, board.turn.focus_seat))) != 0;
}

void Chi::OfferWithReds(const SeatBoard& own, Tile tile, Tile a, Tile b, OfferSink& sink) {
  const bool five_a = table::RedOf(a) != a;
  const Tile five = five_a ? a : b;
  const int reds = table::RedOf(five) != five ? own.RedsOf(five) : 0;
  if (reds < own.hand[five]) sink.Combo({tile, a, b, kNoPiece});
  if (reds > 0)
    sink.Combo({tile, five_a ? table::RedOf(a) : a, five_a ? b : table::RedOf(b), kNoPiece});
}

void Chi::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile tile = step.action.pieces[0];
  const Tile a = step.action.pieces[1];
  const Tile b = step.action.pieces[2];
  table::ClaimWith(board, step.seat, MeldKind::kChi, a, b);
  step.Emit(kChiEvent, step.seat).With(tile).With(a).With(b).other = board->turn.focus_seat;
}

void Chi::SetStates(Step& step) const { table::DueDiscard(table_.moves(step.records), step.seat); }

void RegisterChi(Registry& r) { r.Add<Chi>(); }

}  // namespace mlf::nodes
