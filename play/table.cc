#include <mlf/components/deposit.h>
#include <mlf/components/dora.h>
#include <mlf/components/drawn_hand.h>
#include <mlf/components/extra_rounds.h>
#include <mlf/components/fact_node.h>
#include <mlf/components/places.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/rounds.h>
#include <mlf/components/skill_table.h>
#include <mlf/components/winds.h>
#include <mlf/flow/random.h>
#include <mlf/play/table.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace mlf::play {

using table::Board;
using table::Match;
using table::Meld;
using table::MeldKind;

// Where the facts of a view lie in the records of the flow.
struct Table::Slots {
  explicit Slots(const Flow& flow)
      : board(table::FindSlot<Board>(flow)),
        match(table::FindSlot<Match>(flow)),
        ledger(table::FindSlot<table::Ledger>(flow)),
        indicators(table::FindSlot<logic::Indicators>(flow)),
        extra(table::FindSlot<logic::ExtraRounds>(flow)),
        ready(table::FindSlot<logic::ReadyState>(flow)),
        drawn(table::FindSlot<logic::DrawnHand>(flow)),
        rounds(flow.Shared<logic::RoundRule>("rounds")),
        deposit(flow.Shared<score::Deposit>("deposit")),
        seat_winds(flow.Shared<logic::SeatWinds>("seat_winds")),
        round_wind(flow.Shared<logic::RoundWind>("round_wind")) {
    for (const auto& part : flow.parts()) Add(part.get());
    for (const Node& node : flow.nodes()) Add(node.impl);
  }
  void Add(const Part* part) {
    const auto* limit = dynamic_cast<const logic::MatchLimit*>(part);
    if (limit != nullptr && std::ranges::find(limits, limit) == limits.end())
      limits.push_back(limit);
  }

  std::optional<Slot<Board>> board;
  std::optional<Slot<Match>> match;
  std::optional<Slot<table::Ledger>> ledger;
  std::optional<Slot<logic::Indicators>> indicators;
  std::optional<Slot<logic::ExtraRounds>> extra;
  std::optional<Slot<logic::ReadyState>> ready;
  std::optional<Slot<logic::DrawnHand>> drawn;
  const logic::RoundRule* rounds;
  const score::Deposit* deposit;
  const logic::SeatWinds* seat_winds;
  const logic::RoundWind* round_wind;
  std::vector<const logic::MatchLimit*> limits;
};

// Takes the events after every hook, so that observers see the table at that moment.
class Table::Feed final : public HookObserver {
 public:
  explicit Feed(Table& table) : table_(table) {}
  void OnNode(NodeIndex, Seat) override {}
  void BeforeHook(Hook, int) override {}
  void AfterHook() override { table_.TakeNewEvents(); }

 private:
  Table& table_;
};

namespace {

// What a person without a seat at the table has.
const table::SeatBoard kNobody{};

class SeatView final : public TableView {
 public:
  SeatView(const Table& table, Seat seat, const logic::SeatWinds* seat_winds,
           const logic::RoundWind* round_wind)
      : table_(table), seat_(seat), seat_winds_(seat_winds), round_wind_(round_wind) {}

  Seat seat() const override { return seat_; }
  int seats() const override { return table_.flow().seats(); }
  SeatChoices choices() const override { return table_.ChoicesOf(seat_); }
  std::vector<Move> moves() const override { return table_.MovesOf(seat_); }
  std::uint32_t nonce() const override { return table_.nonce(); }

  Counts hand() const override { return own().hand; }
  std::vector<Tile> pieces() const override { return own().HandPieces(); }
  Tile drawn() const override {
    return own().drawn == table::kNoTile ? table::kNoTile : own().DrawnPiece();
  }
  int HandSize(Seat seat) const override { return Of(seat).hand.Size(); }
  std::vector<RiverTile> River(Seat seat) const override {
    const Board& board = table_.board();
    const std::optional<int> declared = table_.RiichiAt(seat);
    std::vector<RiverTile> river;
    for (int i = 0; i < board.river_count; ++i) {
      const table::Discard& one = board.river[static_cast<std::size_t>(i)];
      if (one.seat() != seat || one.robbed()) continue;
      const bool riichi = declared == static_cast<int>(river.size());
      river.push_back({one.Piece(), one.drawn(), one.claimed(), riichi});
    }
    return river;
  }
  std::vector<Meld> Melds(Seat seat) const override {
    const auto melds = Of(seat).Melds();
    std::vector<Meld> seen(melds.begin(), melds.end());
    for (Meld& meld : seen) {
      if (seat != seat_ && meld.Hidden() && !(IsSeat(seat_) && Of(seat).ShownTo(seat_))) {
        meld.tile = table::kNoTile;
        meld.marks = 0;
      }
    }
    return seen;
  }
  bool Riichi(Seat seat) const override { return Of(seat).Is(table::kReady); }
  std::vector<Tile> indicators() const override { return table_.indicators(); }
  int Points(Seat seat) const override { return table_.Points(seat); }

  int round() const override { return table_.round(); }
  int extra_round() const override { return table_.extra_round(); }
  int deposit() const override { return table_.deposit(); }
  bool all_last() const override { return table_.all_last(); }
  Seat dealer() const override { return table_.board().dealer; }
  Tile SeatWind(Seat seat) const override {
    const bool has_one = seat_winds_ != nullptr && IsSeat(seat);
    return has_one ? seat_winds_->Of(table_.records(), seat) : table::kNoTile;
  }
  Tile round_wind() const override {
    return round_wind_ == nullptr ? table::kNoTile : round_wind_->Of(table_.records());
  }
  int tiles_left() const override {
    const table::Wall& wall = table_.board().wall;
    return std::max(0, wall.Left() - wall.keep);
  }
  FocusTile focus() const override { return table_.focus(); }
  const std::string& popup(Lang lang) const override { return table_.PopUpOf(seat_, lang); }

 private:
  bool IsSeat(Seat seat) const { return seat >= 0 && seat < seats(); }
  const table::SeatBoard& Of(Seat seat) const {
    return IsSeat(seat) ? table_.board().seats[seat] : kNobody;
  }
  const table::SeatBoard& own() const { return Of(seat_); }

  const Table& table_;
  Seat seat_;
  const logic::SeatWinds* seat_winds_;
  const logic::RoundWind* round_wind_;
};

constexpr Reason kStartedAlready{"already_started", "这一桌已经开始",
                                 "the table has started: a table plays one match"};

// Whether `mask` has the seat; false if there is no such seat.
bool IsIn(SeatMask mask, Seat seat) {
  return seat >= 0 && seat < kMaxSeats && (mask & MaskOf(seat)) != 0;
}

Ending EndingOf(std::string_view kind) {
  if (kind == "nine_terminals") return Ending::kKskp;
  if (kind == "four_winds") return Ending::kSfrt;
  if (kind == "four_kans") return Ending::kSksr;
  if (kind == "four_riichi") return Ending::kScrc;
  if (kind == "triple_ron") return Ending::kSchr;
  return Ending::kAbort;
}

}  // namespace

Table::Table(std::shared_ptr<const Flow> flow, TableEnv* env)
    : flow_(std::move(flow)),
      choosing_(std::make_shared<const Choosing>(*flow_)),
      slots_(std::make_shared<const Slots>(*flow_)),
      env_(env),
      records_(flow_->Blank()) {
  MLF_CHECK(slots_->board && slots_->match, "the flow has a board and a match");
}

Table::~Table() = default;

Table::Table(const Table& other)
    : flow_(other.flow_),
      choosing_(other.choosing_),
      slots_(other.slots_),
      env_(other.env_),
      records_(other.records_),
      response_(other.response_),
      refusal_(other.refusal_),
      refused_(other.refused_),
      taken_(other.taken_),
      started_(other.started_),
      hand_over_(other.hand_over_),
      points_moved_(other.points_moved_),
      won_now_(other.won_now_),
      dealt_(other.dealt_),
      first_hand_(other.first_hand_),
      focus_(other.focus_),
      ended_(other.ended_),
      final_(other.final_),
      answers_(other.answers_),
      popups_(other.popups_) {}

// ---- Acts ----

const Response& Table::Run(const Action* action, std::uint64_t seed) {
  RunOnce(action, seed);
  // The table itself answers for the world outside it.
  while (const auto fact = FactAsked()) {
    RunOnce(&*fact, 0);
    if (!refused_) continue;
    Action unknown = *fact;  // the environment has named a value that is not possible
    unknown.value = logic::kFactUnknown;
    RunOnce(&unknown, 0);
  }
  return response();
}

std::optional<Action> Table::FactAsked() {
  if (refused_ || (asked() & MaskOf(logic::kFactSeat)) == 0) return std::nullopt;
  for (const Offer& offer : response_.choices.Of(logic::kFactSeat)) {
    const auto* node = dynamic_cast<const logic::FactNode*>(flow_->node(offer.node).impl);
    if (node == nullptr) continue;
    const auto answer = Ask(node->Fact(records_));
    return Action{.node = offer.node,
                  .seat = logic::kFactSeat,
                  .ask = response_.ask,
                  .value = answer.value_or(logic::kFactUnknown)};
  }
  return std::nullopt;
}

void Table::RunOnce(const Action* action, std::uint64_t seed) {
  // The act may lie in the choices of the answer before, which stays whole until the end.
  std::swap(before_, response_);
  Feed feed(*this);
  trace_.Watch(&feed);
  taken_ = 0;
  won_now_ = false;
  if (action == nullptr) {
    flow_->Start(records_, seed, response_, &trace_);
  } else {
    flow_->ProcessActionNode(records_, *action, response_, &trace_);
  }
  trace_.Watch(nullptr);
  refused_ = !response_.ok();
  if (refused_) {
    std::swap(refusal_, response_);
    std::swap(response_, before_);
    return;
  }
  TakeNewEvents();
  FlushPoints();
  if (over()) EndTable();
}

const Response& Table::Start(std::uint64_t seed) {
  if (!started_) {
    started_ = true;
    Tell(TableStarted{seed});
    return Run(nullptr, seed);
  }
  refusal_.Clear();
  refusal_.refusal.code = RefusalCode::kNotAsked;
  refusal_.refusal.reason = &kStartedAlready;
  refusal_.version = records_.flow().version;
  refused_ = true;
  return response();
}

const Response& Table::Act(const Action& action) { return Run(&action, 0); }

const Response& Table::Act(Seat seat, const Move& move) {
  return Act(choosing_->ActionOf(records_, response_.choices, seat, response_.ask, move));
}

const Response& Table::TimeOut(Seat seat) {
  return Act({.node = kTimeout, .seat = seat, .ask = response_.ask});
}

bool Table::over() const { return records_.flow().over != 0; }

Seat Table::NextSeat() const {
  return asked() == 0 ? kNoSeat : static_cast<Seat>(std::countr_zero(unsigned{asked()}));
}

SeatChoices Table::ChoicesOf(Seat seat) const {
  if (!IsIn(asked(), seat)) return {};
  return choosing_->Of(records_, response_.choices, seat);
}

std::vector<Move> Table::MovesOf(Seat seat) const {
  if (!IsIn(asked(), seat)) return {};
  return choosing_->Moves(records_, response_.choices, seat);
}

std::unique_ptr<TableView> Table::ViewOf(Seat seat) const {
  return std::make_unique<SeatView>(*this, seat, slots_->seat_winds, slots_->round_wind);
}

// ---- The table ----

const Board& Table::board() const { return (*slots_->board)(records_); }

int Table::Points(Seat seat) const {
  if (seat < 0 || seat >= table::kMaxParties) return 0;
  int points = (*slots_->match)(records_).score[seat];
  if (!hand_over_ && slots_->ledger) points += (*slots_->ledger)(records_).points[seat];
  return points;
}

int Table::round() const {
  return slots_->rounds != nullptr ? slots_->rounds->Of(records_)
                                   : (*slots_->match)(records_).hands_done;
}

int Table::extra_round() const { return slots_->extra ? (*slots_->extra)(records_).count : 0; }

int Table::deposit() const {
  return slots_->deposit != nullptr ? slots_->deposit->Points(records_) : 0;
}

bool Table::all_last() const {
  return std::ranges::any_of(
      slots_->limits, [&](const logic::MatchLimit* limit) { return limit->MayBeLast(records_); });
}

int Table::most_hands() const {
  int most = 0;
  for (const logic::MatchLimit* limit : slots_->limits) most = std::max(most, limit->MostHands());
  return most;
}

int Table::hands_done() const { return (*slots_->match)(records_).hands_done; }

int Table::dealer_runs() const { return (*slots_->match)(records_).dealer_runs; }

std::vector<Tile> Table::indicators() const {
  std::vector<Tile> tiles;
  if (slots_->indicators) {
    for (const Tile tile : (*slots_->indicators)(records_).dora.Tiles()) tiles.push_back(tile);
  }
  if (const auto turned = board().turned) tiles.push_back(*turned);
  return tiles;
}

std::optional<int> Table::RiichiAt(Seat seat) const {
  if (!slots_->ready || seat < 0 || seat >= flow_->seats()) return std::nullopt;
  const int at = (*slots_->ready)(records_).at[seat];
  return at == 0 ? std::nullopt : std::optional(at - 1);
}

std::optional<std::int32_t> Table::Ask(std::string_view fact) {
  const auto answer = env_ == nullptr ? std::nullopt : env_->Ask(fact);
  answers_.push_back({records_.flow().hand, std::string(fact), answer});
  return answer;
}

const std::string& Table::PopUpOf(Seat seat, Lang lang) const {
  static const PopUpText kNone;
  const PopUpText& text =
      seat < 0 || seat >= kMaxSeats ? kNone : popups_[static_cast<std::size_t>(seat)];
  return lang == Lang::kZh ? text.zh : text.en;
}

void Table::PopUp(Seat seat, std::string zh, std::string en) {
  if (seat < 0 || seat >= kMaxSeats) return;
  popups_[static_cast<std::size_t>(seat)] = {std::move(zh), std::move(en)};
  Tell(PoppedUp{seat});
}

// ---- Events ----

void Table::Tell(const TableEvent& event) {
  for (TableObserver* observer : observers_) observer->OnEvent(*this, event);
}

void Table::TakeNewEvents() {
  while (taken_ < response_.events.size()) TakeEvent(response_.events[taken_++]);
}

void Table::FlushPoints() {
  if (std::exchange(points_moved_, false)) Tell(PointsChanged{});
}

void Table::TakeWin(const Event& event) {
  won_now_ = true;
  if (event.other != kNoSeat) ended_.discarder = event.other;
  ended_.result = event.other == kNoSeat ? Ending::kTsumo : Ending::kRon;
  if (std::ranges::find(ended_.openers, event.seat) == ended_.openers.end())
    ended_.openers.push_back(event.seat);
  ended_.forms.push_back({.seat = event.seat, .tile = event.pieces[0], .rows = {}});
}

void Table::TakeEvent(const Event& event) {
  const std::string_view id = event.type->id;
  if (id == "points") {
    points_moved_ = true;
    return;
  }
  // Points of wins follow RoundEnded.
  const auto tell = [&](const TableEvent& table_event) {
    if (!won_now_) FlushPoints();
    Tell(table_event);
  };
  const Tile piece = event.count > 0 ? event.pieces[0] : table::kNoTile;
  const auto claimed = [&] {
    const auto melds = board().seats[event.seat].Melds();
    tell(Barked{event.seat, melds.empty() ? Meld{} : melds.back(), false});
  };
  if (id == "dice" || id == "opens_wall") {
    tell(Diced{event.value / 10, event.value % 10});
  } else if (id == "dealer") {
    hand_over_ = false;
    focus_ = {};
    dealt_ = 0;
    ended_ = {};
    if (std::exchange(first_hand_, false)) tell(FirstDealerChosen{event.seat});
    tell(Cleaned{});
    const FlowState& state = records_.flow();
    tell(RoundStarted{round(), extra_round(), event.seat, all_last(), deposit(),
                      state.match_seed == 0 ? 0 : HandSeed(state.match_seed, state.hand)});
  } else if (id == "deal") {
    if (++dealt_ == flow_->seats()) tell(Dealt{});
  } else if (id == "turn_indicator" || id == "turn_laizi" || id == "turn_ghosts") {
    tell(Flipped{});
  } else if (id == "draw") {
    tell(Drawn{event.seat});
  } else if (id == "discard") {
    focus_ = {piece, event.seat};
    tell(Discarded{event.seat, event.value == 1});
  } else if (id == "ting") {
    tell(RiichiCalled{event.seat});
  } else if (id == "declaration_stands") {
    tell(RiichiEstablished{event.seat});
  } else if (id == "chi" || id == "peng" || id == "ming_gang" || id == "dian_chao_tian") {
    claimed();
  } else if (id == "an_gang" || id == "chao_tian") {
    focus_ = {table::KindOf(piece), event.seat};
    const auto melds = board().seats[event.seat].Melds();
    const table::SeatBoard& own = board().seats[event.seat];
    const bool spin = own.drawn != table::kNoTile && own.drawn == table::KindOf(piece);
    tell(Barked{event.seat, melds.empty() ? Meld{} : melds.back(), spin});
  } else if (id == "bu_gang") {
    focus_ = {piece, event.seat};
    const table::SeatBoard& own = board().seats[event.seat];
    for (Meld meld : own.Melds()) {
      if (meld.kind != MeldKind::kPeng || meld.tile != table::KindOf(piece)) continue;
      meld.kind = MeldKind::kBuGang;
      tell(Barked{event.seat, meld, own.drawn == meld.tile});
      break;
    }
  } else if (id == "hu" || id == "rob" || id == "zi_mo") {
    TakeWin(event);
  } else if (id == "win_value") {
    if (!ended_.forms.empty()) ended_.forms.back().value = event.value;
  } else if (id == "fan") {
    if (!ended_.forms.empty())
      ended_.forms.back().rows.push_back({std::string(event.text), event.value});
  } else if (id == "broken_off") {
    const Seat gives_up = records_.flow().actor;
    ended_.result = EndingOf(event.text);
    if (ended_.result == Ending::kKskp) ended_.openers = {gives_up};
  } else if (id == "waits_at_end") {
    ended_.openers.push_back(event.seat);
  } else if (id == "discards_count") {
    ended_.result = Ending::kNgsmg;
    ended_.openers.push_back(event.seat);
  } else if (id == "hand_over") {
    EndHand();
  } else if (id == "popped_up") {
    if (const auto* skills = flow_->Shared<skills::SkillTable>("skills"))
      PopUp(event.seat, skills->PopUpText(records_, event.seat, Lang::kZh),
            skills->PopUpText(records_, event.seat, Lang::kEn));
  } else if (id == "place") {
    final_.ranks.resize(static_cast<std::size_t>(flow_->seats()), kNoSeat);
    final_.ranks[static_cast<std::size_t>(event.value - 1)] = event.seat;
  } else if (id == "final_score") {
    final_.scores.resize(static_cast<std::size_t>(flow_->seats()));
    final_.scores[static_cast<std::size_t>(event.seat)] = event.value;
  }
}

void Table::EndHand() {
  hand_over_ = true;
  const bool won = !ended_.forms.empty();
  if (!won && ended_.result == Ending::kAbort &&
      (!slots_->drawn || (*slots_->drawn)(records_).how != logic::DrawnHand::kAborted))
    ended_.result = Ending::kHp;
  Tell(ended_);
  won_now_ = false;
  FlushPoints();
}

void Table::EndTable() {
  const auto seats = static_cast<std::size_t>(flow_->seats());
  const Match& match = (*slots_->match)(records_);
  if (final_.ranks.empty()) {
    const auto places = logic::PlacesOf(match, flow_->seats(), 0);
    final_.ranks.resize(seats);
    for (Seat seat = 0; seat < flow_->seats(); ++seat) final_.ranks[places[seat]] = seat;
    for (Seat seat = 0; seat < flow_->seats(); ++seat) final_.scores.push_back(match.score[seat]);
  }
  Tell(final_);
}

}  // namespace mlf::play
