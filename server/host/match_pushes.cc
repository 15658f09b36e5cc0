// The messages that a match sends.
#include "server/fair/wall.h"
#include "server/host/match.h"
#include "server/host/results.h"
#include "server/protocol/hex.h"
#include "server/protocol/json_wire.h"

#include <mlf/components/judge.h>
#include <mlf/components/persons.h>
#include <mlf/components/place_event.h>
#include <mlf/components/win_reading.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/json.h>
#include <mlf/flow/json_text.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/points.h>
#include <mlf/flow/window_watcher.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/view.h>

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace mlf::server {
namespace {

// Every part that settles wins names their fans by this event.
constexpr std::string_view kFanEvent = "fan";

std::string Secret(Entropy& entropy) {
  std::array<std::uint8_t, 16> bytes{};
  entropy.Fill(std::as_writable_bytes(std::span(bytes)));
  return Hex(bytes);
}

bool BeginsWin(const EventType& type) {
  return type.id == "win_value" || type.id == "initial_win" || type.id == "initial_win_value";
}

// The events of the wins of a hand. Once it is over nothing of them is hidden.
std::vector<Event> WinsOf(const std::vector<StepShown>& steps) {
  std::vector<Event> wins;
  for (const StepShown& step : steps) {
    bool in_win = false;
    for (const Event& event : step.events) {
      in_win = BeginsWin(*event.type) || (in_win && score::TellsOfWin(*event.type));
      if (in_win) wins.emplace_back(event).Only(kEverybody);
    }
  }
  return wins;
}

// {"id", "zh", "en"} of each fan that the wins name.
Json FansOf(const Flow& flow, const std::vector<Event>& wins) {
  Json fans = Json::array();
  const auto* judge = flow.Shared<score::Judge>("judge");
  if (judge == nullptr) return fans;
  for (const score::FanRow& row : judge->Rows()) {
    const auto names = [&](const Event& event) {
      return event.type->id == kFanEvent && event.text == row.id;
    };
    if (std::ranges::any_of(wins, names))
      fans.push_back(Json{{"id", row.id}, {"zh", row.zh}, {"en", row.en}});
  }
  return fans;
}

// Equal scores have equal ranks.
Json Ranks(const Json& scores) {
  Json ranks = Json::array();
  for (const Json& score : scores)
    ranks.push_back(
        1 + std::ranges::count_if(scores, [&](const Json& other) { return other > score; }));
  return ranks;
}

Records RecordsOf(const SpectatorState& state) {
  Records records;
  std::memcpy(records.bytes.data(), state.table.data(), state.table.size());
  return records;
}

}  // namespace

template <typename PushOfWindow>
void Match::FillWindow(int place, PushOfWindow& push) const {
  const Seat seat = static_cast<Seat>(place);
  const FlowState& state = records_.flow();
  if (over_ || (state.window.active & MaskOf(seat)) == 0) return;
  const Choices* choices = &response_.choices;
  Choices now;
  if (open_) {
    choices = &choices_;
  } else if (!response_.ok() || response_.ask != state.window.ask) {
    flow_->FillChoices(records_, now);
    choices = &now;
  }
  AppendChoices(push.choices.emplace().text, *flow_, *choices, Viewer::Of(seat));
  push.ask = players_[static_cast<std::size_t>(place)].asks;
  Ms limit = open_ ? window_ms_ : WindowMs();
  if (limit > 0) {
    if (open_) limit = std::max<Ms>(opened_ + window_ms_ - world_.clock.Steady(), 1);
    push.deadline_ms = limit;
    push.extra_ms = ExtraAfter(place, world_.clock.Steady());
  }
  std::string& defaults = push.defaults.emplace().text;
  defaults = "[";
  Action fallback = flow_->Default(records_, seat);
  fallback.ask = players_[static_cast<std::size_t>(place)].asks;
  AppendAction(defaults, *flow_, fallback);
  defaults += ']';
}

// The question that its seat has after a pass: the fields of a window in `ok`.
Json Match::AskedAgain(int place) const {
  push::Step step;
  FillWindow(place, step);
  const Json shown = PushObject(step);
  Json asked = Json::object();
  for (const char* key : {"choices", "ask", "deadline_ms", "extra_ms", "defaults"}) {
    if (shown.contains(key)) asked[key] = shown[key];
  }
  return asked;
}

std::shared_ptr<const SpectatorState> Match::Watched() const {
  auto state = std::make_shared<SpectatorState>();
  state->seq = seq_;
  state->table.assign(reinterpret_cast<const char*>(Bytes().data()), Bytes().size());
  state->ended = ended_;
  return state;
}

// The state between the steps of one action is no engine state, so only the last one has a view.
void Match::AddView(push::Step& push, Viewer viewer) const {
  if (plain_)
    table::AppendView(push.view.emplace().text, *flow_, ShownTo(viewer, records_), viewer);
}

void Match::AddStep(Output& output, const StepShown& step, bool with_window) const {
  // Viewers who see the same share one message.
  std::vector<std::pair<std::string, MessagePtr>> by_sight;
  const auto shared = [&](Viewer viewer) {
    if (plain_ && with_window) {
      push::Step push = StepPush(*flow_, desk_, step, viewer);
      AddView(push, viewer);
      return MakeMessage(std::move(push));
    }
    std::string sight = SightOf(*flow_, step.events, viewer);
    const auto known =
        std::ranges::find(by_sight, sight, &std::pair<std::string, MessagePtr>::first);
    if (known != by_sight.end()) return known->second;
    return by_sight
        .emplace_back(std::move(sight), MakeMessage(StepPush(*flow_, desk_, step, viewer)))
        .second;
  };
  const SeatMask asked = with_window && !over_ ? records_.flow().window.active : SeatMask{0};
  for (std::size_t place = 0; place < players_.size(); ++place) {
    const Player& player = players_[place];
    if (player.robot || !host_.Online(player.user)) continue;
    const Seat seat = static_cast<Seat>(place);
    if ((asked & MaskOf(seat)) == 0) {
      output.people.emplace_back(player.user, shared(Viewer::Of(seat)));
      continue;
    }
    push::Step push = StepPush(*flow_, desk_, step, Viewer::Of(seat));
    AddView(push, Viewer::Of(seat));
    FillWindow(static_cast<int>(place), push);
    output.people.emplace_back(player.user, MakeMessage(std::move(push)));
  }
  if (host_.AllowsSpectators()) {
    // The state between the steps of one action is no engine state, so it is not kept.
    output.spectators.push_back(
        {shared(Viewer::Spectator()), false, with_window ? Watched() : nullptr});
  }
}

// What is shown of an action together, from pause to pause. `with_window`: the last step asks.
std::vector<Match::Output> Match::AddSteps(std::vector<StepShown> steps, bool with_window) {
  std::vector<Output> outputs(1);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].seq = ++seq_;
    if (steps[i].after_pause) outputs.emplace_back().after_pause = true;
    AddStep(outputs.back(), steps[i], with_window && i + 1 == steps.size());
    shown_.push_back(std::move(steps[i]));
  }
  return outputs;
}

// A seat's 托管 may end or begin with an answer that its window keeps. Nobody may learn of that
// answer, so the change is shown with the step that decides.
void Match::AddPresence(Output& output) const {
  for (std::size_t place = 0; place < players_.size(); ++place) {
    const Player& player = players_[place];
    if (player.on_auto != player.auto_shown)
      output.presence.emplace_back(static_cast<int>(place), player.on_auto);
  }
}

// Where seats are asked in turn, the next one is asked after an answer that the window keeps.
// Nobody else may learn of either.
void Match::AskNextInTurn(Output& output) {
  const FlowState& state = records_.flow();
  const auto& window = flow_->node(state.node).window;
  if (!window || !window->in_turn) return;
  CloseWindow();
  ForEachSeat(state.window.active, [&](Seat seat) { AddAsked(output, seat); });
  output.opens = true;
}

std::vector<std::int64_t> Match::Points() const {
  return HandPoints(*flow_, records_, players_.size());
}

// What the hand that has ended is for the persons in it. One that is broken off counts for nobody.
std::vector<HandResult> Match::ResultsOfHand() const {
  if (!BetweenHands()) return {};
  WinTally tally;
  for (const StepShown& step : shown_) tally.Add(step.events);
  return HandResults(players_, tally, Points());
}

std::vector<std::int64_t> Match::Scores() const {
  return MatchScores(*flow_, records_, players_.size());
}

// The seats of a hand that has ended: nothing is hidden any more.
Json Match::OpenSeats() const {
  Json seats = table::View(*flow_, records_, Viewer::Full())["seats"];
  const auto* rule = flow_->Shared<logic::WinRule>("win");
  for (Json& seat : seats) {
    // Who is on 托管 is in `presence`.
    seat.erase("auto");
    if (rule == nullptr) continue;
    std::vector<Piece> waits;
    ForEach(rule->Waits(records_, seat["seat"].get<Seat>()),
            [&](table::Tile tile) { waits.push_back(tile); });
    seat["waits"] = PiecesBody(*flow_, waits);
  }
  return seats;
}

// The hand that has ended. Its commitment to the next one is missing.
push::Hand Match::HandPush(const std::string& secret) const {
  push::Hand push;
  push.desk = desk_;
  push.match = match_;
  push.hand = records_.flow().hand;
  push.scores = Scores();
  push.points = Points();
  push.key = key_ ? Hex(*key_) : "";
  push.replay = "/r/" + secret + "/replay.html";
  const std::vector<Event> wins = WinsOf(shown_);
  AppendEvents(push.wins.text, *flow_, wins, Viewer::Spectator());
  push.seats.emplace(OpenSeats());
  push.fans = FansOf(*flow_, wins);
  return push;
}

void Match::SetEnded(const push::Hand& push) {
  Json ended = PushObject(push);
  for (const char* of_begin : {"t", "desk", "match", "hand"}) ended.erase(of_begin);
  if (push.key.empty()) ended.erase("key");
  ended_ = std::make_shared<const std::string>(ended.dump());
}

void Match::AddHand(Output& output, Commit& commit, bool last) {
  const std::string secret = Secret(world_.entropy);
  push::Hand push = HandPush(secret);
  commit.hand_end = HandEnd{match_, records_.flow().hand, number_, secret, ResultsOfHand()};
  if (!last) {
    Key key{};
    world_.entropy.Fill(std::as_writable_bytes(std::span(key)));
    const std::uint32_t hand = records_.flow().hand + 1;
    commit.keys.push_back({match_, hand, key});
    push.commit = Hex(fair::Commit(key, desk_, match_, hand));
    next_key_ = key;
    SetEnded(push);
  }
  const MessagePtr message = MakeMessage(std::move(push));
  for (const Player& player : players_) {
    if (!player.robot) output.people.emplace_back(player.user, message);
  }
  if (host_.AllowsSpectators()) output.spectators.push_back({message, true, Watched()});
}

// Who sits where in the hand that has begun.
void Match::Rotate(Output& output) {
  const auto* persons = flow_->Shared<logic::PersonRule>("persons");
  if (persons == nullptr) return;
  std::vector<Player> rotated;
  for (std::size_t place = 0; place < players_.size(); ++place) {
    const int person = persons->At(records_, static_cast<int>(place));
    const auto found = std::ranges::find(players_, person, &Player::person);
    rotated.push_back(*found);
  }
  const bool same = std::ranges::equal(rotated, players_, {}, &Player::person, &Player::person);
  if (same) return;
  players_ = std::move(rotated);
  output.rotated = players_;
}

Json Match::SaltsJson() const {
  Json list = Json::array();
  for (const auto& salt : salts_) list.push_back(salt ? Json(Hex(*salt)) : Json(nullptr));
  return list;
}

// The view numbers the own window as its seat counts them.
Records Match::ShownTo(Viewer viewer, const Records& records) const {
  Records shown = records;
  if (viewer.kind == Viewer::kSeat) {
    const std::uint32_t hidden = records.flow().window.ask - ShownAsk(*flow_, records, viewer.seat);
    shown.flow().window.ask = players_[static_cast<std::size_t>(viewer.seat)].asks + hidden;
  }
  return shown;
}

push::Begin Match::BeginFor(Viewer viewer, const Records& records, std::uint32_t seq,
                            const std::vector<Event>& events) const {
  push::Begin push;
  push.desk = desk_;
  push.match = match_;
  push.hand = records.flow().hand;
  if (viewer.kind == Viewer::kSeat) push.seat = viewer.seat;
  push.seq = seq;
  table::AppendView(push.view.emplace().text, *flow_, ShownTo(viewer, records), viewer);
  AppendEvents(push.events.emplace().text, *flow_, events, viewer);
  push.salts = SaltsJson();
  return push;
}

void Match::AddBegin(Output& output, const std::vector<Event>& events) {
  shown_.clear();
  ended_ = nullptr;
  begin_seq_ = seq_;
  Rotate(output);
  CountQuestions();
  for (std::size_t place = 0; place < players_.size(); ++place) {
    const Player& player = players_[place];
    if (player.robot || !host_.Online(player.user)) continue;
    const Viewer viewer = Viewer::Of(static_cast<Seat>(place));
    push::Begin push = BeginFor(viewer, records_, seq_, events);
    FillWindow(static_cast<int>(place), push);
    output.people.emplace_back(player.user, MakeMessage(std::move(push)));
  }
  if (host_.AllowsSpectators()) {
    push::Begin push = BeginFor(Viewer::Spectator(), records_, seq_, events);
    output.spectators.push_back({MakeMessage(std::move(push)), false, Watched()});
  }
  output.opens = true;
}

// A question that is no step: the state of the game for its seat. It follows an answer to a skill,
// a pass that no client sent, or the answer of the seat asked before.
void Match::AddAsked(Output& output, int place) const {
  const Player& player = players_[static_cast<std::size_t>(place)];
  if (player.robot || !host_.Online(player.user)) return;
  push::Begin push =
      BeginFor(Viewer::Of(static_cast<Seat>(place)), records_, seq_, response_.events);
  FillWindow(place, push);
  push.resumed = true;
  output.people.emplace_back(player.user, MakeMessage(std::move(push)));
}

void Match::AddOver(Output& output, Commit& commit, bool dissolved) {
  push::Over push;
  push.desk = desk_;
  push.match = match_;
  push.scores = Scores();
  push.ranks = Ranks(push.scores);
  // The rules may place equal scores, or rank by other points.
  if (!dissolved) {
    for (const Event& event : response_.events) {
      if (event.type->id == score::kPlace.id && event.seat >= 0 &&
          static_cast<std::size_t>(event.seat) < push.ranks.size())
        push.ranks[static_cast<std::size_t>(event.seat)] = event.value;
    }
  }
  if (dissolved) push.dissolved = true;
  MatchEnd end{match_, PushText(push), {}};
  for (const Player& player : players_) {
    if (!player.robot) end.users.push_back(player.user);
  }
  AddResults(*flow_, players_, end);
  commit.match_end = std::move(end);
  const MessagePtr message = MakeMessage(std::move(push));
  for (const Player& player : players_) {
    if (!player.robot) output.people.emplace_back(player.user, message);
  }
  if (host_.AllowsSpectators()) output.spectators.push_back({message, true, Watched()});
  output.opens = false;
  output.ended = true;
  host_.Ending(commit);
}

// ---- coming back ----

MessagePtr Match::Resumed(int place) {
  MessagePtr message;
  Guarded([&] { message = ResumedNow(place); });
  return message;
}

MessagePtr Match::Resumed(const SpectatorState& state) {
  MessagePtr message;
  Guarded([&] { message = ResumedNow(state); });
  return message;
}

MessagePtr Match::ResumedNow(int place) const {
  push::Begin push = BeginFor(Viewer::Of(static_cast<Seat>(place)), records_, seq_);
  if (ended_ != nullptr) push.ended.emplace(*ended_);
  FillWindow(place, push);
  push.resumed = true;
  return MakeMessage(std::move(push));
}

MessagePtr Match::ResumedNow(const SpectatorState& state) const {
  push::Begin push = BeginFor(Viewer::Spectator(), RecordsOf(state), state.seq);
  if (state.ended != nullptr) push.ended.emplace(*state.ended);
  push.resumed = true;
  return MakeMessage(std::move(push));
}

std::shared_ptr<const SpectatorState> Match::Snapshot() const { return Watched(); }

void Match::Sync(int place, const SpectatorState* state, std::optional<std::int64_t> since,
                 const std::function<void(MessagePtr)>& push, const Reply& reply) {
  if (!Guarded([&] { SyncNow(place, state, since, push, reply); })) reply(MakeError("internal"));
}

void Match::SyncNow(int place, const SpectatorState* state, std::optional<std::int64_t> since,
                    const std::function<void(MessagePtr)>& push, const Reply& reply) {
  const Viewer viewer = place < 0 ? Viewer::Spectator() : Viewer::Of(static_cast<Seat>(place));
  const std::uint32_t seq = state != nullptr ? state->seq : seq_;
  push::Begin begin;
  if (since && *since >= begin_seq_ && *since <= seq) {
    for (const StepShown& step : shown_) {
      if (step.seq > static_cast<std::uint64_t>(*since) && step.seq <= seq)
        push(MakeMessage(StepPush(*flow_, desk_, step, viewer)));
    }
    begin.desk = desk_;
    begin.match = match_;
    begin.hand = records_.flow().hand;
    if (place >= 0) begin.seat = place;
    begin.seq = seq;
    if (plain_) {
      const Records now = state != nullptr ? RecordsOf(*state) : records_;
      table::AppendView(begin.view.emplace().text, *flow_, ShownTo(viewer, now), viewer);
    }
  } else {
    begin = BeginFor(viewer, state != nullptr ? RecordsOf(*state) : records_, seq);
  }
  if (place >= 0) FillWindow(place, begin);
  const auto& ended = state != nullptr ? state->ended : ended_;
  if (ended != nullptr) begin.ended.emplace(*ended);
  Json answer = PushObject(begin);
  answer.erase("t");
  reply(std::move(answer));
}

}  // namespace mlf::server
