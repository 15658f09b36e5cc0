#include <mlf/components/fact_node.h>
#include <mlf/components/places.h>
#include <mlf/components/skill_table.h>
#include <mlf/flow/random.h>
#include <mlf/play/table.h>
#include "play/view_facts.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace mlf::play {

using table::Board;
using table::Match;
using table::Meld;
using table::MeldKind;

// Keeps the table as it was after each hook that told something. Observers see it so, but only when
// the act is accepted: a part may break in a later hook.
class Table::Feed final : public HookObserver {
 public:
  explicit Feed(Table& table) : table_(table) {}
  void OnNode(NodeIndex, Seat) override {}
  void BeforeHook(Hook, int) override {}
  void AfterHook() override {
    const std::size_t events = table_.response_.events.size();
    if (!moments_.empty() ? events > moments_.back().events : events > 0)
      moments_.push_back({events, table_.records_});
  }
  // Of an accepted act. An observer that throws leaves the table as it is after the act.
  void Tell() {
    const Records now = table_.records_;
    try {
      for (const Moment& moment : moments_) {
        table_.records_ = moment.records;
        table_.TakeEvents(moment.events);
      }
    } catch (...) {
      table_.records_ = now;
      throw;
    }
    table_.records_ = now;
  }

 private:
  struct Moment {
    std::size_t events;  // told until then
    Records records;
  };
  Table& table_;
  std::vector<Moment> moments_;
};

namespace {

// Whether `mask` has the seat; false if there is no such seat.
bool IsIn(SeatMask mask, Seat seat) {
  return seat >= 0 && seat < kMaxSeats && (mask & MaskOf(seat)) != 0;
}

// Looks at the table whenever it is asked.
class LiveView final : public SeenView {
 public:
  // `response`: of the last accepted act.
  LiveView(const Table& table, const Response& response, Seat seat,
           std::shared_ptr<const ViewFacts> facts)
      : SeenView(std::move(facts)), table_(table), response_(response), seat_(seat) {}

  Seat seat() const override { return seat_; }
  std::uint32_t nonce() const override { return table_.nonce(); }
  std::span<const Offer> offers() const override {
    return IsIn(table_.asked(), seat_) ? all().Of(seat_) : std::span<const Offer>{};
  }
  Action fallback() const override {
    return IsIn(table_.asked(), seat_) ? response_.defaults[static_cast<std::size_t>(seat_)]
                                       : Action{};
  }
  const Records& seen() const override {
    const FlowState& now = table_.records().flow();
    if (version_ != now.version) facts().sight.Fill(table_.records(), seat_, seen_);
    version_ = now.version;
    return seen_;
  }
  int HandSize(Seat seat) const override { return facts().sight.HandSize(table_.records(), seat); }
  int Points(Seat seat) const override { return table_.Points(seat); }
  FocusTile focus() const override { return table_.focus(); }
  const std::string& popup(Lang lang) const override { return table_.PopUpOf(seat_, lang); }

 private:
  const Choices& all() const override { return response_.choices; }

  const Table& table_;
  const Response& response_;
  Seat seat_;
  mutable std::optional<std::uint32_t> version_;  // of the table in seen_
  mutable Records seen_;
};

constexpr Reason kStartedAlready{"already_started", "这一桌已经开始",
                                 "the table has started: a table plays one match"};

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
      facts_(std::make_shared<const ViewFacts>(*flow_)),
      env_(env),
      records_(flow_->Blank()) {
  MLF_CHECK(facts_->board && facts_->match, "the flow has a board and a match");
}

Table::~Table() = default;

Table::Table(const Table& other)
    : flow_(other.flow_),
      facts_(other.facts_),
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
  feed.Tell();
  TakeEvents(response_.events.size());
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
  return Act(facts_->choosing.ActionOf(records_, response_.choices, seat, response_.ask, move));
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
  return facts_->choosing.Of(records_, response_.choices, seat);
}

std::vector<Move> Table::MovesOf(Seat seat) const {
  if (!IsIn(asked(), seat)) return {};
  return facts_->choosing.Moves(records_, response_.choices, seat);
}

std::unique_ptr<TableView> Table::ViewOf(Seat seat) const {
  return std::make_unique<LiveView>(*this, response_, seat, facts_);
}

// ---- The table ----

const Board& Table::board() const { return (*facts_->board)(records_); }

const Choosing& Table::choosing() const { return facts_->choosing; }

int Table::Points(Seat seat) const { return facts_->Points(records_, seat, hand_over_); }

int Table::round() const { return facts_->Round(records_); }

int Table::extra_round() const { return facts_->ExtraRound(records_); }

int Table::deposit() const { return facts_->Deposit(records_); }

bool Table::all_last() const { return facts_->AllLast(records_); }

int Table::most_hands() const {
  int most = 0;
  for (const logic::MatchLimit* limit : facts_->limits) most = std::max(most, limit->MostHands());
  return most;
}

int Table::hands_done() const { return (*facts_->match)(records_).hands_done; }

int Table::dealer_runs() const { return (*facts_->match)(records_).dealer_runs; }

std::vector<Tile> Table::indicators() const { return facts_->IndicatorsOf(records_); }

std::optional<int> Table::RiichiAt(Seat seat) const { return facts_->RiichiAt(records_, seat); }

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

void Table::TakeEvents(std::size_t end) {
  while (taken_ < end) TakeEvent(response_.events[taken_++]);
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
  // An event of somebody else's node may have one of these ids.
  const bool seated = event.seat >= 0 && event.seat < flow_->seats();
  if (!seated && event.seat != kNoSeat) return;
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
  } else if (seated &&
             (id == "chi" || id == "peng" || id == "ming_gang" || id == "dian_chao_tian")) {
    claimed();
  } else if (seated && (id == "an_gang" || id == "chao_tian")) {
    focus_ = {table::KindOf(piece), event.seat};
    const auto melds = board().seats[event.seat].Melds();
    const table::SeatBoard& own = board().seats[event.seat];
    const bool spin = own.drawn != table::kNoTile && own.drawn == table::KindOf(piece);
    tell(Barked{event.seat, melds.empty() ? Meld{} : melds.back(), spin});
  } else if (seated && id == "bu_gang") {
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
  } else if (seated && id == "place" && event.value >= 1 && event.value <= flow_->seats()) {
    final_.ranks.resize(static_cast<std::size_t>(flow_->seats()), kNoSeat);
    final_.ranks[static_cast<std::size_t>(event.value - 1)] = event.seat;
  } else if (seated && id == "final_score") {
    final_.scores.resize(static_cast<std::size_t>(flow_->seats()));
    final_.scores[static_cast<std::size_t>(event.seat)] = event.value;
  }
}

void Table::EndHand() {
  hand_over_ = true;
  const bool won = !ended_.forms.empty();
  if (!won && ended_.result == Ending::kAbort &&
      (!facts_->drawn || (*facts_->drawn)(records_).how != logic::DrawnHand::kAborted))
    ended_.result = Ending::kHp;
  Tell(ended_);
  won_now_ = false;
  FlushPoints();
}

void Table::EndTable() {
  const auto seats = static_cast<std::size_t>(flow_->seats());
  const Match& match = (*facts_->match)(records_);
  if (final_.ranks.empty()) {
    const auto places = logic::PlacesOf(match, flow_->seats(), 0);
    final_.ranks.resize(seats);
    for (Seat seat = 0; seat < flow_->seats(); ++seat) final_.ranks[places[seat]] = seat;
    for (Seat seat = 0; seat < flow_->seats(); ++seat) final_.scores.push_back(match.score[seat]);
  }
  Tell(final_);
}

}  // namespace mlf::play
