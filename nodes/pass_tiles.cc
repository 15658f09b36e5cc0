// PassTiles (传牌): a seat puts tiles aside for the seat `to`, or for tiles of the wall. Several
// such nodes one after the other are the rounds of a Charleston.
//
// With `agreed` a seat passes as many as both seats have named, the lower number (礼貌换); with the
// wall its own number. A seat that passes none is not asked.
//
//   flow:
//     deal: {window: {ask: all, decide: all, answers: [{right: {winners: all}}], default: right}}
//     right: {type: pass_tiles, with: {count: 3, to: next}, then: right_done}
//     right_done: {type: pass_done, then: turn}
//
// After:     deal or pass_done, in a window that asks all seats and decides when all have answered.
// Before:    pass_done.
// Always:    the tiles are in PassedTiles until pass_done, within the same step. The window of
//            a pass to a seat leaves no seat another answer.
//
// PassDone (收牌): moves all tiles put aside at once.
//
// After:     pass_tiles, when every seat has answered.
// Before:    the next round, or the dealer's turn.
// Always:    every hand keeps its size; the dealer is to move. The tiles given up take the places
//            of the tiles drawn; no seat learns which places. They come from the stream
//            `exchange_wall`.
#include <mlf/components/cells.h>
#include <mlf/components/play_node.h>
#include <mlf/flow/check.h>
#include <mlf/flow/flow_check.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/named_ids.h>
#include <mlf/table/removed.h>

#include <mlf/nodes/bases.h>
#include "nodes/exchange_three.h"

#include <algorithm>

namespace mlf::nodes {
namespace {

constexpr Topic kPassed{"tiles_passed", "各家传牌", "seats put tiles aside to pass"};
constexpr Topic kPassDone{"pass_done", "传出的牌到家", "tiles passed reach their seats"};

const EventType kPut{"pass_tiles", "{seat} 传出 {pieces}", "{seat} passes {pieces}"};
constexpr Reason kNoneAgreed{"none_agreed", "两家没有谈成要换的牌",
                             "the two seats agreed on no tile"};
constexpr Reason kNoneWished{"none_wished", "没有要换的牌", "the seat exchanges no tile"};
constexpr Reason kShortWall{"too_few_to_exchange", "牌墙不够换",
                            "the wall has too few tiles to exchange"};
constexpr Reason kTooFew{"too_few_to_pass", "有一家没有足够的牌可传",
                         "a seat has too few tiles to pass"};

// The tiles put aside. All is zero between steps.
struct PassedTiles {
  static constexpr std::string_view kSlot = "passed_tiles";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::uint8_t kToWall = 0;

  table::PerSeat<std::array<Tile, kMaxActionPieces>> tiles{};
  table::PerSeat<std::uint8_t> count{};
  std::uint8_t distance = kToWall;  // seat s passes to seat s + distance

  void Check(const Validation& check) const {
    for (const auto& of_seat : tiles) check.RequireZero(of_seat, "no tile lies between two seats");
    check.RequireZero(count, "no tile lies between two seats");
    check.Require(distance == 0, "no round of passing is under way");
  }
};

enum class To : std::uint8_t { kNext, kOpposite, kPrevious, kWall };

}  // namespace

class PassTiles final : public PlayerNode,
                        public logic::PlayNode,
                        public HiddenState,
                        public logic::CellUser,
                        public FlowCheck {
 public:
  static constexpr PartInfo kInfo{"pass_tiles",
                                  1,
                                  "传牌",
                                  "pass tiles",
                                  "选几张牌传给另一家，或与牌墙换",
                                  "picks tiles to pass to another seat, or to exchange with the "
                                  "wall"};

  explicit PassTiles(Params& params);

  logic::Play play() const override { return logic::Play::kExchange; }
  void Spend(const Action& action, Counts& hand) const override {
    for (int i = 0; i < action.count; ++i) hand.Remove(action.pieces[i]);
  }
  Domain::Kind payload() const override { return Domain::kSubset; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  // The highest tiles, honours first.
  void Suggest(const Records& records, Seat seat, const Domain& domain,
               Action& action) const override;
  void ProcessAction(Step& step) const override;
  void HideFrom(Records& seen, Seat viewer) const override {
    for (Seat seat = 0; seat < table::kMaxPlayers; ++seat) {
      if (seat != viewer) passed_(seen).tiles[seat] = {};
    }
  }
  std::vector<logic::CellUse> CellUses() const override {
    if (agreed_ == nullptr) return {};
    return {{.cell = agreed_, .least_wanted = 1}};
  }
  // Each seat gets as many tiles as it passes only if all answer: what lets one not is a fault.
  void CheckFlow(const BuiltFlow& flow, Faults& faults) const override;

 private:
  static void CheckAnswer(const BuiltFlow& flow, const Node& asking, const Edge& answer,
                          Faults& faults);
  int Distance(int seats) const;
  int CountOf(const Records& records, Seat seat) const;

  table::TableSlots table_;
  Slot<PassedTiles> passed_;
  int count_;
  To to_;
  bool same_suit_;
  std::vector<const Condition*> only_;
  const logic::Cell* agreed_;
};

class PassDone final : public ActionNode, public table::NamedIds {
 public:
  static constexpr PartInfo kInfo{"pass_done",
                                  1,
                                  "收牌",
                                  "tiles passed",
                                  "各家都选好后，传出的牌一起到家",
                                  "when all have picked, the tiles reach the seats they go to"};

  explicit PassDone(Params& params);

  void ProcessAction(Step& step) const override;
  std::vector<Reason> Names() const override { return DirectionNames(); }

 private:
  void ExchangeWithWall(Step& step, PassedTiles& passed) const;

  table::TableSlots table_;
  Slot<PassedTiles> passed_;
  int wall_stream_;
};

PassTiles::PassTiles(Params& params)
    : table_(params),
      passed_(params.Slot<PassedTiles>()),
      count_(params.Int("count", 3, 1, kMaxActionPieces, {"传几张", "how many tiles"})),
      to_(params.Enum("to", To::kNext, {"next", "opposite", "previous", "wall"},
                      {"传给哪一家；wall 与牌墙换",
                       "which seat gets them; wall exchanges them with the wall"})),
      same_suit_(params.Bool("same_suit", false, {"须同一门", "they must be of one suit"})),
      only_(params.Parts<Condition>(
          "only", {"只传满足这些条件的牌，够传的话",
                   "the tiles passed meet these conditions, if enough of the hand do"})),
      agreed_(params.PartIfAny<logic::Cell>(
          "agreed", {"各家想换几张记在哪一格：两家取少的；不写则传 count 张",
                     "the cell of how many each seat wishes to pass: the lower number of the two "
                     "counts; without it all pass count"})) {
  params.Needs(kPassDone);
  params.Brings(kPassed);
  if (params.describing()) return;
  if (to_ == To::kOpposite && params.seats() % 2 != 0)
    params.Fault("to: of " + std::to_string(params.seats()) +
                     " seats none is opposite; write next, previous or wall",
                 params.WhereOf("to"));
  if (agreed_ == nullptr) return;
  if (agreed_->of() != logic::Cell::Of::kSeat || agreed_->holds() != logic::Cell::Holds::kCount)
    params.Fault("the cell \"" + agreed_->name() +
                     "\" keeps no number of each seat; declare it with of: seat and count:",
                 params.WhereOf("agreed"));
  if (agreed_->most() > kMaxActionPieces)
    params.Fault("agreed: the cell \"" + agreed_->name() + "\" may hold more than " +
                     std::to_string(kMaxActionPieces) + ", the most tiles to pass",
                 params.WhereOf("agreed"));
  if (to_ == To::kNext || to_ == To::kPrevious)
    params.Fault(
        "agreed: two seats agree only if each passes to the other; write to: opposite, "
        "or to: wall",
        params.WhereOf("agreed"));
}

void PassTiles::CheckFlow(const BuiltFlow& flow, Faults& faults) const {
  if (to_ == To::kWall) return;
  for (const Node& asking : flow.nodes) {
    if (!asking.window) continue;
    for (const Edge& answer : asking.window->answers) {
      if (flow.nodes[answer.to].impl == this) CheckAnswer(flow, asking, answer, faults);
    }
  }
}

void PassTiles::CheckAnswer(const BuiltFlow& flow, const Node& asking, const Edge& answer,
                            Faults& faults) {
  const Node& passing = flow.nodes[answer.to];
  const std::string id = "\"" + passing.id + "\"";
  const auto add = [&](const SourcePos& where, const std::string& what, const std::string& remedy) {
    faults.push_back({"P10", where,
                      "the window of \"" + asking.id + "\" " + what +
                          ", and a seat that passes no tiles would still get some; " + remedy});
  };
  if (asking.window->ask != Who::kAll || answer.who != Who::kAll)
    add(answer.where, "does not ask every seat for " + id, "write ask: all, and no who:");
  for (const Edge& other : asking.window->answers) {
    if (&other == &answer) continue;
    add(other.where, "lets a seat take \"" + flow.nodes[other.to].id + "\" instead of " + id,
        "take it out");
  }
  if (std::ranges::any_of(answer.winners.by_count, [](Winners how) {
        return how == Winners::kNearest || how == Winners::kAbort;
      }))
    add(answer.where, "does not let all seats that take " + id + " win", "write winners: all");
  for (const auto& conditions : {answer.guards, passing.conditions}) {
    for (const RoleUse<Condition>& condition : conditions)
      add(condition.where, "may not offer " + id + " to every seat",
          "put the condition on an edge to the window");
  }
}

int PassTiles::Distance(int seats) const {
  switch (to_) {
    case To::kNext: return 1;
    case To::kOpposite: return seats / 2;
    case To::kPrevious: return seats - 1;
    case To::kWall: break;
  }
  return PassedTiles::kToWall;
}

int PassTiles::CountOf(const Records& records, Seat seat) const {
  if (agreed_ == nullptr) return count_;
  const auto named = [&](int at) {
    return agreed_->Get(records, agreed_->PlaceOf(static_cast<Seat>(at), kNoSeat));
  };
  if (to_ == To::kWall) return named(seat);
  const int seats = table_.board(records).seat_count;
  return std::min(named(seat), named((seat + Distance(seats)) % seats));
}

void PassTiles::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  const int count = CountOf(records, seat);
  if (count == 0) return sink.Because(to_ == To::kWall ? kNoneWished : kNoneAgreed);
  for (Seat one = 0; one < board.seat_count; ++one) {
    if (!board.InHand(one) || board.seats[one].hand.Size() < count) return sink.Because(kTooFew);
  }
  const int most = agreed_ == nullptr ? count_ : agreed_->most();
  if (to_ == To::kWall && board.wall.Left() - board.wall.keep < board.seat_count * most)
    return sink.Because(kShortWall);
  const Counts& hand = board.seats[seat].hand;
  TileMask kinds = hand.Kinds();
  for (const Condition* condition : only_) kinds &= condition->Allow({records, seat, kinds});
  Counts pool;
  ForEach(kinds, [&](Tile tile) { pool.Add(tile, hand[tile]); });
  if (pool.Size() < count) pool = hand;
  Counts of_one_suit;
  for (int group = 0; same_suit_ && group < kGroups; ++group) {
    const auto suit = static_cast<table::Suit>(group);
    if (pool.Size(suit) >= count) of_one_suit.group[suit] = pool.group[suit];
  }
  const bool one_suit = !of_one_suit.Empty();
  sink.Subset(one_suit ? of_one_suit : pool, count, one_suit);
}

void PassTiles::Suggest(const Records&, Seat, const Domain& domain, Action& action) const {
  action.count = 0;
  for (int tile = kGroups * kGroupSize - 1; tile >= 0; --tile) {
    const auto kind = static_cast<Tile>(tile);
    if (domain.pool[kind] == 0) continue;
    if (domain.same_group && action.count == 0 && domain.pool.Size(GroupOf(kind)) < domain.take)
      continue;
    for (int i = 0; i < domain.pool[kind] && action.count < domain.take; ++i)
      action.pieces[action.count++] = kind;
  }
  std::sort(action.pieces.begin(), action.pieces.begin() + action.count);
}

void PassTiles::ProcessAction(Step& step) const {
  PassedTiles& passed = passed_(step.records);
  const auto count = static_cast<std::size_t>(step.action.count);
  const auto tiles = std::span(passed.tiles[step.seat]).first(count);
  Event& event = step.Emit(kPut, step.seat).ShownTo(MaskOf(step.seat));
  table::HandOver(table_.moves(step.records), step.seat, std::span(step.action.pieces).first(count),
                  tiles);
  for (const Tile tile : tiles) event.With(tile);
  passed.count[step.seat] = step.action.count;
  passed.distance = static_cast<std::uint8_t>(Distance(table_.board(step.records).seat_count));
}

PassDone::PassDone(Params& params)
    : table_(params),
      passed_(params.Slot<PassedTiles>()),
      wall_stream_(params.Stream("exchange_wall")) {
  params.Needs(kPassed);
  params.Brings(kPassDone);
}

void PassDone::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  PassedTiles& passed = passed_(step.records);
  const int seats = board->seat_count;
  if (passed.distance == PassedTiles::kToWall) {
    ExchangeWithWall(step, passed);
  } else {
    // Announced as the way from which a seat receives.
    AnnounceDirection(step, seats - passed.distance, seats);
    for (Seat seat = 0; seat < seats; ++seat) {
      const auto source = static_cast<Seat>((seat + seats - passed.distance) % seats);
      if (passed.count[source] == 0) continue;
      TakeExchanged(step, board, seat, source,
                    std::span(passed.tiles[source]).first(passed.count[source]));
    }
  }
  passed = {};
  step.SetActor(board->dealer);
}

// No seat gets a tile that another has just passed: a place of the wall is used once.
void PassDone::ExchangeWithWall(Step& step, PassedTiles& passed) const {
  const table::Moves board = table_.moves(step.records);
  std::array<std::uint8_t, table::kMaxTiles> places;
  int left = 0;
  for (int place = board->wall.head; place < board->wall.tail - board->wall.keep; ++place)
    places[static_cast<std::size_t>(left++)] = static_cast<std::uint8_t>(place);
  Stream random = step.Random(wall_stream_);
  for (int i = 0; i < board->seat_count; ++i) {
    const auto seat = static_cast<Seat>((board->dealer + i) % board->seat_count);
    const auto tiles = std::span(passed.tiles[seat]).first(passed.count[seat]);
    if (tiles.empty()) continue;
    for (Tile& tile : tiles) {
      std::uint8_t& place = places[random.Below(static_cast<std::uint32_t>(left))];
      table::SwapWithWall(board, place, tile);
      place = places[static_cast<std::size_t>(--left)];
    }
    TakeExchanged(step, board, seat, kNoSeat, tiles);
  }
}

void RegisterPassTiles(Registry& r) {
  r.Add<PassTiles>();
  r.Add<PassDone>();
}

}  // namespace mlf::nodes
