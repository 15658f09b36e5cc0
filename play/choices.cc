#include <mlf/play/choices.h>
#include <mlf/table/find_slot.h>

#include <algorithm>
#include <array>

namespace mlf::play {

using logic::Play;
using table::Board;
using table::Meld;
using table::MeldKind;

namespace {

constexpr std::uint64_t kMostOthers = 512;

constexpr std::array<std::string_view, 6> kStates = {"WATCH", "IRS_CHECK", "DICE",
                                                     "DRAWN", "BARK",      "END"};
constexpr std::array<std::string_view, 21> kCodes = {
    "NOTHING", "PASS",      "SWAP_OUT",  "SPIN_OUT",   "SWAP_RIICHI", "SPIN_RIICHI", "CHII_L",
    "CHII_M",  "CHII_R",    "PON",       "DAIMINKAN",  "ANKAN",       "KAKAN",       "TSUMO",
    "RON",     "RYUUKYOKU", "END_TABLE", "NEXT_ROUND", "DICE",        "IRS_CHECK",   "IRS_CLICK"};

// Which of the three tiles of a sequence is claimed: 0 = the lowest.
int TakenIn(const Domain::Combo& combo) {
  const Tile tile = table::KindOf(combo[0]);
  return (table::KindOf(combo[1]) < tile ? 1 : 0) + (table::KindOf(combo[2]) < tile ? 1 : 0);
}

// A chi of honours, or with 白 in a run, by the two tiles of the hand, because several claim the
// same place; -1 = a run of a suit.
int HonoursIn(const Domain::Combo& combo) {
  const auto honour = [](Piece piece) { return table::IsHonour(table::KindOf(piece)); };
  if (!std::any_of(combo.begin(), combo.begin() + 3, honour)) return -1;
  return kMaxPieces * table::KindOf(combo[1]) + table::KindOf(combo[2]);
}

// Whether each of its claims names the discard that follows.
bool NamesDiscard(const Domain& domain) {
  return domain.kind == Domain::kCombo && domain.combos[0][3] != kNoPiece;
}

Code ChiiCode(int taken) { return static_cast<Code>(static_cast<int>(Code::kChiiLeft) + taken); }

// Whether `move` means this chi. Without an index it is a run of a suit, unless an honour is
// claimed.
bool IsChiOf(const Domain::Combo& combo, const Move& move) {
  if (ChiiCode(TakenIn(combo)) != move.code) return false;
  const int honours = HonoursIn(combo);
  if (move.index >= 0) return honours == move.index;
  return honours < 0 || table::IsHonour(table::KindOf(combo[0]));
}

bool RedIn(const Domain::Combo& combo) { return table::IsRed(combo[1]) || table::IsRed(combo[2]); }

int MeldOf(const Board& board, Seat seat, Tile tile) {
  const auto melds = board.seats[seat].Melds();
  for (std::size_t i = 0; i < melds.size(); ++i) {
    if (melds[i].kind == MeldKind::kPeng && melds[i].tile == table::KindOf(tile))
      return static_cast<int>(i);
  }
  return -1;
}

Play PlayFor(Code code) {
  switch (code) {
    case Code::kPass: return Play::kPass;
    case Code::kSwapOut:
    case Code::kSpinOut: return Play::kDiscard;
    case Code::kSwapRiichi:
    case Code::kSpinRiichi: return Play::kReady;
    case Code::kChiiLeft:
    case Code::kChiiMiddle:
    case Code::kChiiRight: return Play::kChi;
    case Code::kPon: return Play::kPeng;
    case Code::kDaiminkan:
    case Code::kAnkan: return Play::kGang;
    case Code::kKakan: return Play::kAddedGang;
    case Code::kTsumo:
    case Code::kRon: return Play::kHu;
    case Code::kRyuukyoku: return Play::kGiveUp;
    case Code::kEndTable: return Play::kEndMatch;
    case Code::kNextRound: return Play::kNextHand;
    case Code::kDice: return Play::kDice;
    default: return Play::kOther;
  }
}

}  // namespace

std::string_view StateName(State state) { return kStates[static_cast<std::size_t>(state)]; }
std::string_view CodeName(Code code) { return kCodes[static_cast<std::size_t>(code)]; }

Choosing::Choosing(const Flow& flow)
    : flow_(flow),
      board_(table::FindSlot<Board>(flow)),
      swaps_(flow.Shared<logic::SwapRule>("swaps")) {
  for (const Node& node : flow.nodes()) plays_.push_back(logic::PlayOf(*node.impl));
}

const Offer* Choosing::OfferOf(const Choices& choices, Seat seat, Play play) const {
  for (const Offer& offer : choices.Of(seat)) {
    if (PlayAt(offer.node) == play) return &offer;
  }
  return nullptr;
}

NodeIndex Choosing::NodeFor(const Records& records, Play play) const {
  if (play == Play::kOther) return kNoNode;
  const NodeIndex at = records.flow().node;
  if (at != kNoNode && flow_.node(at).window) {
    for (const Edge& answer : flow_.node(at).window->answers) {
      if (PlayAt(answer.to) == play) return answer.to;
    }
  }
  for (std::size_t node = 0; node < plays_.size(); ++node) {
    if (plays_[node] == play && flow_.nodes()[node].impl->player())
      return static_cast<NodeIndex>(node);
  }
  return kNoNode;
}

// ---- The six states ----

// Whether a member of SeatChoices names the act.
bool Choosing::Ordinary(NodeIndex node) const {
  switch (PlayAt(node)) {
    case Play::kOther:
    case Play::kShortGang:
    case Play::kWildGang:
    case Play::kExchange:
    case Play::kVoidSuit: return false;
    default: return true;
  }
}

State Choosing::StateOf(const Board* board, std::span<const Offer> offers) const {
  if (offers.empty()) return State::kWatch;
  const auto any = [&](auto... plays) {
    return std::ranges::any_of(
        offers, [&](const Offer& offer) { return ((PlayAt(offer.node) == plays) || ...); });
  };
  if (any(Play::kDice)) return State::kDice;
  if (any(Play::kNextHand, Play::kEndMatch)) return State::kEnd;
  // A checklist comes before the ordinary choices and is alone.
  if (offers.size() == 1 && flow_.node(offers[0].node).impl->payload() == Domain::kBits)
    return State::kIrsCheck;
  if (board != nullptr && board->turn.focus != table::Focus::kNone) return State::kBark;
  if (any(Play::kDiscard, Play::kReady, Play::kHu, Play::kGang, Play::kAddedGang, Play::kGiveUp))
    return State::kDrawn;
  return State::kIrsCheck;
}

// The pieces that may be discarded after a chi or peng.
TileMask Choosing::LeftAfter(const Board& board, Seat seat, const Action& claim) const {
  const auto* node = dynamic_cast<const logic::PlayNode*>(flow_.node(claim.node).impl);
  table::SeatBoard rest = board.seats[seat];
  node->Spend(claim, rest.hand);
  const Tile tile = board.turn.focus_tile;
  Meld meld{MeldKind::kPeng, tile, board.turn.focus_seat, 0};
  if (PlayAt(claim.node) == Play::kChi) {
    meld = table::ChiOf({tile, table::KindOf(claim.pieces[1]), table::KindOf(claim.pieces[2])},
                        tile, meld.from);
  }
  const TileMask forbidden = swaps_ == nullptr ? 0 : swaps_->Forbidden(meld);
  return rest.hand.Kinds() & ~table::kFlowers & ~forbidden;
}

void Choosing::FillDrawn(const Board& board, const Offer& offer, SeatChoices::Drawn& drawn) const {
  const Domain& domain = offer.domain;
  const table::SeatBoard& own = board.seats[offer.seat];
  const TileMask spin = own.drawn == table::kNoTile ? 0 : MaskOf(own.DrawnPiece());
  // A second copy of the drawn tile is the same act: a discard of it counts as the drawn one.
  switch (PlayAt(offer.node)) {
    case Play::kDiscard:
      drawn.swaps = domain.mask & ~spin;
      drawn.swap_out = drawn.swaps != 0;
      drawn.spin_out = (domain.mask & spin) != 0;
      break;
    case Play::kReady:
      drawn.swap_riichis = domain.mask & ~spin;
      drawn.spin_riichi = (domain.mask & spin) != 0;
      break;
    case Play::kHu: drawn.tsumo = true; break;
    case Play::kGiveUp: drawn.kskp = true; break;
    case Play::kGang: drawn.ankans |= domain.mask; break;
    case Play::kAddedGang:
      ForEach(domain.mask, [&](Tile tile) {
        if (const int meld = MeldOf(board, offer.seat, tile); meld >= 0)
          drawn.kakans = static_cast<std::uint8_t>(drawn.kakans | 1u << meld);
      });
      break;
    default: break;
  }
}

void Choosing::FillBark(const Board& board, const Offer& offer, SeatChoices::Bark& bark) const {
  const Domain& domain = offer.domain;
  Action claim{.node = offer.node, .seat = offer.seat};
  // A claim that names its discard is offered once for each.
  const auto left = [&] {
    return NamesDiscard(domain) ? MaskOf(claim.pieces[3]) : LeftAfter(board, offer.seat, claim);
  };
  switch (PlayAt(offer.node)) {
    case Play::kChi:
      for (int i = 0; i < domain.combo_count; ++i) {
        const int taken = TakenIn(domain.combos[static_cast<std::size_t>(i)]);
        (taken == 0 ? bark.chii_left : taken == 1 ? bark.chii_middle : bark.chii_right) = true;
        domain.Nth(static_cast<std::uint64_t>(i), claim);
        bark.swap_barks[static_cast<std::size_t>(taken)] |= left();
      }
      break;
    case Play::kPeng:
      bark.pon = true;
      for (std::uint64_t n = 0; n < domain.Count(); ++n) {
        domain.Nth(n, claim);
        bark.swap_barks[3] |= left();
      }
      break;
    case Play::kGang: bark.daiminkan = true; break;
    case Play::kHu: bark.ron = true; break;
    case Play::kPass: bark.pass = true; break;
    default: break;
  }
}

SeatChoices Choosing::Of(const Records& records, const Choices& choices, Seat seat) const {
  SeatChoices of;
  const auto offers = choices.Of(seat);
  const Board* board = board_ ? &(*board_)(records) : nullptr;
  of.state = StateOf(board, offers);
  if (of.state == State::kBark) {
    of.bark.focus = board->FocusPiece();
    of.bark.focus_seat = board->turn.focus_seat;
  }
  for (const Offer& offer : offers) {
    if (of.state == State::kDrawn && Ordinary(offer.node)) FillDrawn(*board, offer, of.drawn);
    if (of.state == State::kBark && Ordinary(offer.node)) FillBark(*board, offer, of.bark);
    if (PlayAt(offer.node) == Play::kNextHand) of.end.next_round = true;
    if (PlayAt(offer.node) == Play::kEndMatch) of.end.end_table = true;
    if (Ordinary(offer.node) && of.state != State::kIrsCheck) continue;
    const Code code = of.state == State::kIrsCheck ? Code::kIrsCheck : Code::kIrsClick;
    for (std::uint64_t n = 0; n < offer.domain.Count() && of.others.size() < kMostOthers; ++n) {
      Action own{.node = offer.node, .seat = seat};
      offer.domain.Nth(n, own);
      of.others.push_back({.code = code, .own = own});
    }
  }
  return of;
}

// ---- Moves and actions ----

Move Choosing::MoveOf(const Records& records, const Action& action) const {
  Action own = action;
  own.ask = 0;
  if (action.node >= plays_.size()) return {.code = Code::kNothing, .own = own};
  const Board* board = board_ ? &(*board_)(records) : nullptr;
  const Tile tile = action.count > 0 ? action.pieces[0] : table::kNoTile;
  const bool spin = board != nullptr && action.count > 0 &&
                    board->seats[action.seat].drawn != table::kNoTile &&
                    board->seats[action.seat].DrawnPiece() == tile;
  const bool claims = board != nullptr && board->turn.focus != table::Focus::kNone;
  switch (PlayAt(action.node)) {
    case Play::kPass: return {.code = Code::kPass};
    case Play::kDiscard: return {.code = spin ? Code::kSpinOut : Code::kSwapOut, .tile = tile};
    case Play::kReady: return {.code = spin ? Code::kSpinRiichi : Code::kSwapRiichi, .tile = tile};
    case Play::kChi: {
      const Domain::Combo combo = action.pieces;
      const Tile discard = action.count == 4 ? combo[3] : table::kNoTile;
      return {.code = ChiiCode(TakenIn(combo)),
              .tile = discard,
              .index = HonoursIn(combo),
              .red = RedIn(combo)};
    }
    case Play::kPeng:
      if (action.count == 4)
        return {.code = Code::kPon, .tile = action.pieces[3], .red = RedIn(action.pieces)};
      return {.code = Code::kPon, .red = table::IsRed(tile)};
    case Play::kGang:
      if (claims) return {.code = Code::kDaiminkan};
      return {.code = Code::kAnkan, .tile = tile};
    case Play::kAddedGang:
      return {.code = Code::kKakan, .index = MeldOf(*board, action.seat, tile)};
    case Play::kHu: return {.code = claims ? Code::kRon : Code::kTsumo};
    case Play::kGiveUp: return {.code = Code::kRyuukyoku};
    case Play::kEndMatch: return {.code = Code::kEndTable};
    case Play::kNextHand: return {.code = Code::kNextRound};
    case Play::kDice: return {.code = Code::kDice};
    case Play::kExchange:
    case Play::kVoidSuit: return {.code = Code::kIrsCheck, .own = own};
    default: return {.code = Code::kIrsClick, .own = own};
  }
}

std::vector<Move> Choosing::Moves(const Records& records, const Choices& choices, Seat seat) const {
  std::vector<Move> moves;
  for (const Offer& offer : choices.Of(seat)) {
    const std::uint64_t count = std::min(offer.domain.Count(), kMostOthers);
    for (std::uint64_t n = 0; n < count; ++n) {
      Action action{.node = offer.node, .seat = seat};
      offer.domain.Nth(n, action);
      moves.push_back(MoveOf(records, action));
    }
  }
  std::ranges::stable_sort(moves, {}, &Move::code);
  return moves;
}

void Choosing::SetPieces(const Board& board, const Offer* offer, const Move& move,
                         Action& action) const {
  const table::SeatBoard& own = board.seats[action.seat];
  const auto one = [&](Tile tile) {
    action.count = 1;
    action.pieces[0] = tile;
  };
  switch (move.code) {
    case Code::kSwapOut:
    case Code::kSwapRiichi: return one(move.tile);
    case Code::kSpinOut:
    case Code::kSpinRiichi:
      return one(own.drawn == table::kNoTile ? table::kNoTile : own.DrawnPiece());
    case Code::kAnkan: return one(table::KindOf(move.tile));
    case Code::kKakan: {
      const auto melds = own.Melds();
      const bool exists = move.index >= 0 && move.index < static_cast<int>(melds.size());
      return one(exists ? melds[static_cast<std::size_t>(move.index)].tile : table::kNoTile);
    }
    case Code::kDaiminkan:
    case Code::kPon: {
      const Tile tile = board.turn.focus_tile;
      const Tile red = table::RedOf(tile);
      const TileMask mask = offer == nullptr ? MaskOf(tile) : offer->domain.mask;
      const bool take_red =
          red != tile && (mask & MaskOf(red)) != 0 && (move.red || (mask & MaskOf(tile)) == 0);
      return one(take_red ? red : tile);
    }
    default: return;
  }
}

// A claim may be spread over several nodes: by its place in the sequence, and by its red fives.
void Choosing::SetCombo(const Choices& choices, Play play, const Move& move, Action& action) const {
  for (const Offer& offer : choices.Of(action.seat)) {
    if (PlayAt(offer.node) != play) continue;
    for (std::uint64_t n = 0; n < offer.domain.Count(); ++n) {
      const Domain::Combo& combo = offer.domain.combos[n];
      if (play == Play::kChi && !IsChiOf(combo, move)) continue;
      if (combo[3] != kNoPiece && combo[3] != move.tile) continue;
      if (action.count != 0 && RedIn(combo) != move.red) continue;
      action.node = offer.node;
      offer.domain.Nth(n, action);
    }
  }
}

Action Choosing::ActionOf(const Records& records, const Choices& choices, Seat seat,
                          std::uint32_t ask, const Move& move) const {
  if (move.code == Code::kIrsCheck || move.code == Code::kIrsClick) {
    Action own = move.own;
    own.seat = seat;
    own.ask = ask;
    return own;
  }
  const Play play = PlayFor(move.code);
  const Offer* offer = OfferOf(choices, seat, play);
  Action action{
      .node = offer != nullptr ? offer->node : NodeFor(records, play), .seat = seat, .ask = ask};
  if (offer != nullptr && offer->domain.kind == Domain::kCombo) {
    SetCombo(choices, play, move, action);
  } else if (board_ && seat >= 0 && seat < flow_.seats()) {
    SetPieces((*board_)(records), offer, move, action);
  }
  // TSUMO names no win on another seat's tile, and RON none on the own draw.
  const bool claims = board_ && (*board_)(records).turn.focus != table::Focus::kNone;
  const bool other_kind = ((move.code == Code::kTsumo || move.code == Code::kAnkan) && claims) ||
                          ((move.code == Code::kRon || move.code == Code::kDaiminkan) && !claims);
  if (other_kind) action.node = kNoNode;
  return action;
}

}  // namespace mlf::play
