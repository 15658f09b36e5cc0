// How a match proceeds: actions, windows, timers. match_pushes.cc builds the messages to people,
// match_store.cc the stored rows.
#include "server/host/match.h"

#include "server/fair/wall.h"
#include "server/host/hints.h"
#include "server/host/results.h"
#include "server/protocol/hex.h"
#include "server/protocol/json_wire.h"

#include <mlf/components/dealer_node.h>
#include <mlf/components/persons.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/check.h>
#include <mlf/flow/json.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/text.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <span>
#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kAutoPauseMs = 1000;   // before the default of a seat on 托管 is played
constexpr int kTimeoutsToAuto = 2;  // timeouts in a row that put a seat on 托管
// No window has this number. An act that arrives before its window was shown is stale.
constexpr std::uint32_t kNotShown = ~std::uint32_t{0};

bool IsAlphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

// The random decisions that the engine needs when an action begins a hand.
class Match::HandSource final : public Chance {
 public:
  explicit HandSource(Match& match) : match_(match) {}
  HandChance OfHand(std::uint32_t) override { return match_.ChanceOfHand(); }

 private:
  Match& match_;
};

Json ActAnswer(const Record& record) {
  Json ok = Json::object();
  ok["mine"] = record.mine;
  ok["seq"] = record.seq;
  if (record.kept) ok["kept"] = true;
  ok["hash"] = fmt::format("{:016x}", record.hash);
  return ok;
}

std::uint64_t BodyHash(const request::Act& act) {
  // [ask,"node",["piece",...],value], in ASCII.
  std::string body = "[" + std::to_string(act.ask);
  const auto add = [&body](const Json& json) {
    body += json.dump(-1, ' ', true, Json::error_handler_t::replace);
  };
  const auto quote = [&](const std::string& text) {
    // The library knows escapes, and what is no text.
    if (!std::ranges::all_of(text, IsAlphanumeric)) return add(text);
    body += '"';
    body += text;
    body += '"';
  };
  body += ',';
  quote(act.node);
  body += ",[";
  for (std::size_t i = 0; act.pieces && i < act.pieces->size(); ++i) {
    if (i > 0) body += ',';
    quote((*act.pieces)[i]);
  }
  body += "],";
  add(act.value.value_or(nullptr));
  body += ']';
  std::array<std::uint8_t, crypto_generichash_BYTES> digest{};
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(body.data()), body.size(), nullptr, 0);
  std::uint64_t hash = 0;
  for (int i = 0; i < 8; ++i) hash = hash << 8 | digest[static_cast<std::size_t>(i)];
  return hash;
}

Match::Match(const Table& settings, World world, MatchHost& host, Setup setup)
    : settings_(settings),
      world_(world),
      host_(host),
      desk_(std::move(setup.desk)),
      match_(setup.match),
      variant_(std::move(setup.variant)),
      flow_(std::move(setup.flow)),
      plain_(!table::FindSlot<table::Board>(*flow_)),
      pace_(setup.pace),
      players_(std::move(setup.players)),
      robots_(*flow_),
      records_(flow_->Blank()),
      salts_(players_.size()),
      waits_(players_.size()),
      timers_(players_.size()) {
  for (std::size_t place = 0; place < players_.size(); ++place) {
    Player& player = players_[place];
    player.person = static_cast<int>(place);
    player.extra_ms = static_cast<std::int32_t>(Scaled(settings_.extra_seconds * 1000));
    if (!player.robot) continue;
    std::array<std::uint64_t, 1> seed{};
    world_.entropy.Fill(std::as_writable_bytes(std::span(seed)));
    robots_.Add(player.user, seed[0]);
  }
}

Match::~Match() {
  *alive_ = false;
  CloseWindow();
  world_.timers.Cancel(pause_);
  if (key_) sodium_memzero(key_->data(), key_->size());
  if (next_key_) sodium_memzero(next_key_->data(), next_key_->size());
}

Ms Match::Scaled(Ms ms) const { return settings_.Scaled(ms); }

int Match::PlaceOf(const std::string& user) const {
  const auto found = std::ranges::find(players_, user, &Player::user);
  return found == players_.end() ? -1 : static_cast<int>(found - players_.begin());
}

// Those of the records that are in use.
std::span<const std::byte> Match::Bytes() const {
  return {records_.bytes.data(), static_cast<std::size_t>(flow_->layout().size())};
}

std::uint64_t Match::Hash() const { return host_.HashOf(Bytes()); }

// Without a match to count them, a hand lasts until the next one begins or the game is over.
std::uint32_t Match::HandsDone() const { return server::HandsDone(*flow_, records_); }

// The hand has ended and the next one has not begun.
bool Match::BetweenHands() const { return HandsDone() > records_.flow().hand; }

// ---- start ----

// The random decisions of the next hand: its key and the players' salts.
HandChance Match::ChanceOfHand() {
  MLF_CHECK(next_key_.has_value(), "a hand begins before its key was drawn");
  // By the places of the hand that begins; the players take them when it has begun.
  const auto* persons = flow_->Shared<logic::PersonRule>("persons");
  for (std::size_t place = 0; place < players_.size(); ++place) {
    const int person = persons != nullptr ? persons->Next(records_, static_cast<int>(place))
                                          : players_[place].person;
    const auto player = std::ranges::find(players_, person, &Player::person);
    salts_[place] = std::exchange(player->salt, std::nullopt);
  }
  key_ = std::exchange(next_key_, std::nullopt);
  return fair::ChanceOf(fair::WallKey(*key_, salts_), logic::WallTiles(*flow_));
}

void Match::GiveFirstDealer(int owner) {
  const auto match = table::FindSlot<table::Match>(*flow_);
  if (!match || owner >= flow_->seats()) return;  // a person without a seat cannot deal
  const auto named_by_owner = [](const Node& node) {
    const auto* dealer = dynamic_cast<const logic::DealerNode*>(node.impl);
    return dealer != nullptr && dealer->OwnerDealsFirst();
  };
  if (std::ranges::any_of(flow_->nodes(), named_by_owner))
    (*match)(records_).given_dealer = static_cast<Seat>(owner);
}

bool Match::Guarded(const std::function<void()>& work) {
  std::string what;
  try {
    work();
    return true;
  } catch (const std::exception& failure) {
    what = failure.what();
  } catch (...) {
    what = "something that is no std::exception was thrown";
  }
  Fail(what);
  return false;
}

void Match::Fail(const std::string& what) {
  over_ = true;
  CloseWindow();
  world_.timers.Cancel(std::exchange(pause_, 0));
  pending_.clear();
  host_.Failed(what);
  for (const auto& waits : std::exchange(waiting_, {})) waits();
}

void Match::Start(const Key& key, MatchHead head, std::optional<int> owner) {
  Guarded([&] { StartNow(key, std::move(head), owner); });
}

void Match::StartNow(const Key& key, MatchHead head, std::optional<int> owner) {
  next_key_ = key;
  if (owner) GiveFirstDealer(*owner);
  HandSource chance(*this);
  flow_->Start(records_, chance, response_, nullptr);
  if (!response_.ok()) return Fail("a match does not start: " + response_.refusal.detail);
  Commit commit;
  commit.desk = desk_;
  commit.head = std::move(head);
  Output output;
  output.rotated = players_;  // everybody sees that the desk plays
  AddBegin(output, response_.events);
  commit.mark = Mark();
  auto begun = [this] {
    world_.log.Info({.desk = desk_}, fmt::format("match {} has begun: {} {}", match_, variant_,
                                                 flow_->fingerprint_text()));
  };
  std::vector<Output> outputs;
  outputs.push_back(std::move(output));
  Put(std::move(commit), std::move(begun), std::move(outputs));
}

// ---- an action ----

Error Match::Refusal(int place, NodeIndex node) const {
  Error error = MakeError(CodeName(response_.refusal.code));
  // Choices of a window that was not shown yet stay secret, and so does the tile in question.
  if (const Reason* reason = response_.refusal.reason)
    error.reason =
        ReasonJson(*flow_, records_, static_cast<Seat>(place), open_ ? node : kNoNode, *reason);
  error.choices = open_
                      ? ChoicesJson(*flow_, response_.choices, Viewer::Of(static_cast<Seat>(place)))
                            .at("choices")
                      : Json::array();
  return error;
}

// Counts the question that has just been sent to the seats that are asked now. The engine counts
// all windows; that number would tell others how often somebody else was asked.
void Match::CountQuestions() {
  const auto asks_in_turn = [&] {
    const auto& window = flow_->node(records_.flow().node).window;
    return window && window->in_turn;
  };
  // Where seats are asked in turn, the next one is asked now.
  const bool next = response_.status == Status::kWaits && asks_in_turn();
  if (response_.status != Status::kRests && !next) return;
  for (std::size_t place = 0; place < players_.size(); ++place) {
    if ((records_.flow().window.active & MaskOf(static_cast<Seat>(place))) != 0)
      ++players_[place].asks;
  }
}

// The engine's number of the open window, which the seat knows by its own count.
std::uint32_t Match::AskOfWindow(int place, std::int64_t ask) const {
  const WindowState& window = records_.flow().window;
  const Player& player = players_[static_cast<std::size_t>(place)];
  const bool asked = open_ && (window.asked & MaskOf(static_cast<Seat>(place))) != 0;
  return asked && ask == player.asks ? window.ask : kNotShown;
}

// The act names no tiles, and its action needs some.
bool Match::LacksPieces(const request::Act& act) const {
  const NodeIndex node = flow_->Find(act.node);
  if (node == kNoNode || (act.pieces && !act.pieces->empty())) return false;
  const Domain::Kind kind = flow_->node(node).impl->payload();
  return kind == Domain::kPiece || kind == Domain::kCombo || kind == Domain::kSubset;
}

std::optional<Error> Match::ReadAct(int place, const request::Act& act, Action& action) const {
  const auto read = ActionFromWords(
      *flow_, static_cast<Seat>(place), act.node,
      act.pieces ? std::span<const std::string>(*act.pieces) : std::span<const std::string>(),
      act.value ? &*act.value : nullptr, act.ask);
  if (read) {
    action = *read;
    return std::nullopt;
  }
  // The fields are well formed, so the action or its tiles are not of this game.
  const Fault& fault = read.faults().front();
  const bool unknown = fault.code == "A03";
  Error error =
      unknown ? MakeError("unknown_action", "unknown_node", "没有这个动作", fault.message)
      : LacksPieces(act)
          ? MakeError("invalid_payload", kMissingPieces, "没有给出牌", fault.message)
          : MakeError("invalid_payload", "wrong_payload", "牌或数值不在可选范围内", fault.message);
  Choices choices;
  if (open_) flow_->FillChoices(records_, choices);
  error.choices = ChoicesJson(*flow_, choices, Viewer::Of(static_cast<Seat>(place))).at("choices");
  return error;
}

void Match::Act(int place, const request::Act& act, Ms read_at, const Reply& reply) {
  if (!Guarded([&] { ActNow(place, act, read_at, reply); })) reply(MakeError("internal"));
}

void Match::ActNow(int place, const request::Act& act, Ms read_at, const Reply& reply) {
  if (over_) return reply(MakeError("not_playing"));
  const auto refuse = [&](Error error) {
    world_.meter.Action(variant_, error.code);
    reply(std::move(error));
  };
  Player& player = players_[static_cast<std::size_t>(place)];
  Action action;
  if (auto fault = ReadAct(place, act, action)) return refuse(std::move(*fault));
  action.ask = AskOfWindow(place, act.ask);

  Record record;
  record.user = player.user;
  record.id = act.id;
  record.body = BodyHash(act);
  record.mine = player.mine + 1;
  record.extra_ms = ExtraAfter(place, read_at);
  const std::optional<Key> salt_before = player.salt;
  if (act.salt) {
    player.salt = KeyFromHex(*act.salt);
    record.salt.assign(player.salt->begin(), player.salt->end());
  }
  if (Play(place, action, std::move(record), reply)) return;
  player.salt = salt_before;
  if (response_.refusal.code == RefusalCode::kInternal)
    world_.log.Error({.desk = desk_, .action = act.id},
                     fmt::format("an act of seat {} was refused as internal: {}", place,
                                 response_.refusal.detail));
  refuse(Refusal(place, action.node));
}

// An answer that no client sent: a timeout, 托管, a robot.
void Match::PlayFor(int place, const Action& action, DecidedBy by) {
  Record record;
  record.by = by;
  record.mine = players_[static_cast<std::size_t>(place)].mine;
  record.extra_ms =
      by == DecidedBy::kTimeout ? 0 : players_[static_cast<std::size_t>(place)].extra_ms;
  if (Play(place, action, std::move(record), nullptr)) return;
  // Nothing else would be played for the seat, and its desk would wait for ever.
  Fail(fmt::format("the action of seat {} ({}) was refused: {} {}", place, DecidedByName(by),
                   CodeName(response_.refusal.code), response_.refusal.detail));
}

// Plays the action. False: it was refused and nothing has changed.
// Runs the action through the flow. After a refusal keys and salts are as before.
bool Match::Run(const Action& action, Walk& walk) {
  const auto keys_before = std::tuple(key_, next_key_, salts_);
  std::vector<std::optional<Key>> given;
  given.reserve(players_.size());
  for (const Player& player : players_) given.push_back(player.salt);
  HandSource chance(*this);
  walk.Run(*flow_, records_, action, response_, &chance);
  if (response_.ok()) return true;
  std::tie(key_, next_key_, salts_) = keys_before;
  for (std::size_t i = 0; i < given.size(); ++i) players_[i].salt = given[i];
  return false;
}

bool Match::Play(int place, const Action& action, Record record, Reply reply) {
  const std::uint32_t hands_before = HandsDone();
  const std::uint32_t hand_before = records_.flow().hand;
  const std::string text = FormatAction(*flow_, action, true);
  Walk walk;
  if (!Run(action, walk)) return false;

  if (records_.flow().hand == hand_before) CountQuestions();
  Player& player = players_[static_cast<std::size_t>(place)];
  NoteAction(player, record);
  record.match = match_;
  record.hand = hand_before;
  record.number = ++number_;
  record.seat = place;
  record.action = text;
  record.at = world_.clock.Wall();
  world_.timers.Cancel(std::exchange(timers_[static_cast<std::size_t>(place)], 0));
  if (record.by == DecidedBy::kTimeout) world_.meter.Timeout();
  if (record.by != DecidedBy::kPlayer && world_.log.Keeps(LogLevel::kDebug))
    world_.log.Debug({.desk = desk_, .action = std::to_string(record.number), .user = player.user},
                     fmt::format("seat {} acts: {}", place, DecidedByName(record.by)));

  Commit commit;
  commit.desk = desk_;
  Outcome outcome = OutcomeOf(walk, reply != nullptr, hands_before, record, commit);
  record.deadline = WindowMs() > 0 ? record.at + WindowMs() : 0;
  // A window that keeps the answer goes on with what it had left.
  if (open_ && window_ms_ > 0)
    record.deadline = record.at + std::max<Ms>(opened_ + window_ms_ - world_.clock.Steady(), 0);
  record.hash = Hash();
  record.previous = previous_;
  previous_ = ChainHash(record);
  if (outcome.begins) commit.mark = Mark();
  world_.meter.Action(variant_, record.kept ? "kept" : "accepted");

  std::function<void()> acknowledge = Acknowledgement(record, outcome, std::move(reply));
  commit.records.push_back(std::move(record));
  Put(std::move(commit), std::move(acknowledge), std::move(outcome.outputs));
  return true;
}

// The messages after an accepted action of record.seat; sets `kept` and `seq` of the record.
Match::Outcome Match::OutcomeOf(const Walk& walk, bool answers, std::uint32_t hands_before,
                                Record& record, Commit& commit) {
  Outcome outcome;
  std::vector<Output>& outputs = outcome.outputs;
  outputs.resize(1);
  const int place = record.seat;
  const auto first_seq = seq_ + 1;
  if (response_.status == Status::kWaits) {
    record.kept = true;
    record.seq = seq_;
    AskNextInTurn(outputs.back());
    return outcome;
  }
  if (OnlyForOneself(walk.entry(), place)) {
    CloseWindow();
    outcome.asked_again = answers && IsOwnPass(*flow_, walk.entry());
    if (!outcome.asked_again) AddAsked(outputs.back(), place);
    outputs.back().opens = true;
    record.seq = seq_;
    return outcome;
  }
  CloseWindow();
  over_ = response_.status == Status::kOver;
  outcome.hand_ended = HandsDone() > hands_before;
  outcome.begins = records_.flow().hand != record.hand;
  if (outcome.begins && !outcome.hand_ended) {
    ++seq_;  // the deal is part of this step
  } else {
    outputs = AddSteps(StepsOf(*flow_, response_, walk), !outcome.begins);
  }
  Output& last = outputs.back();
  if (outcome.hand_ended) AddHand(last, commit, over_);
  if (outcome.begins) AddBegin(last, outcome.hand_ended ? std::vector<Event>{} : response_.events);
  if (over_) AddOver(last, commit, false);
  AddPresence(outputs.front());
  last.opens = !over_;
  record.seq = first_seq;
  return outcome;
}

// What is done when the record is durable: the log, and the answer to the client.
std::function<void()> Match::Acknowledgement(const Record& record, const Outcome& outcome,
                                             Reply reply) const {
  std::function<void()> acknowledge;
  if (reply) {
    Json ok = ActAnswer(record);
    if (outcome.asked_again) ok.update(AskedAgain(record.seat));
    acknowledge = [reply = std::move(reply), ok = std::move(ok)]() mutable {
      reply(std::move(ok));
    };
  }
  if (!outcome.hand_ended && !over_) return acknowledge;
  return [this, hand = record.hand, over = over_,
          action = record.id.empty() ? std::to_string(record.number) : record.id,
          acknowledge = std::move(acknowledge)] {
    const LogIds ids{.desk = desk_, .action = action};
    world_.log.Info(ids, fmt::format("hand {} of match {} is over", hand, match_));
    if (over) world_.log.Info(ids, fmt::format("match {} is over", match_));
    if (acknowledge) acknowledge();
  };
}

// The action answered the seat's own skill or was a pass in its own turn, and nobody else sees
// anything of it or is asked now.
bool Match::OnlyForOneself(const TraceEntry& walked, int place) const {
  const SeatMask others = static_cast<SeatMask>(~MaskOf(static_cast<Seat>(place)));
  return response_.status == Status::kRests &&
         (IsAlias(*flow_, walked.played.node) || IsOwnPass(*flow_, walked)) &&
         (records_.flow().window.active & others) == 0 &&
         std::ranges::none_of(response_.events,
                              [&](const Event& event) { return (event.seen_by & others) != 0; });
}

// Updates the host's counters after an accepted action; the same in a replay.
void Match::NoteAction(Player& player, const Record& record) {
  player.extra_ms = record.extra_ms;
  switch (record.by) {
    case DecidedBy::kPlayer:
      player.mine = record.mine;
      player.timeouts = 0;
      player.on_auto = false;
      break;
    case DecidedBy::kTimeout:
      if (++player.timeouts >= kTimeoutsToAuto) player.on_auto = true;
      break;
    default: break;
  }
}

std::int32_t Match::ExtraAfter(int place, Ms read_at) const {
  const std::int32_t left = players_[static_cast<std::size_t>(place)].extra_ms;
  if (window_ms_ == 0 || !open_) return left;
  const Ms late = read_at - (opened_ + window_ms_);
  return static_cast<std::int32_t>(std::clamp<Ms>(left - std::max<Ms>(late, 0), 0, left));
}

// ---- durable first, then shown ----

void Match::Put(Commit commit, std::function<void()> acknowledge, std::vector<Output> outputs) {
  ++writing_;
  host_.Write(std::move(commit),
              [this, alive = std::weak_ptr<bool>(alive_), acknowledge = std::move(acknowledge),
               outputs = std::make_shared<std::vector<Output>>(std::move(outputs))] {
                if (alive.expired()) return;
                --writing_;
                for (Output& output : *outputs) pending_.push_back(std::move(output));
                if (acknowledge) acknowledge();
                if (!alive.expired()) ShowPending();
              });
}

// Shows what is durable, with the pauses between.
void Match::ShowPending() {
  // Without a pause all leave in one write.
  const Ms pause = dissolved_ ? 0 : Scaled(settings_.claim_pause_ms);
  const std::weak_ptr<bool> alive = alive_;
  while (!alive.expired() && pause_ == 0 && !pending_.empty()) {
    if (std::exchange(pending_.front().after_pause, false) && pause > 0) {
      // The clock shows whole milliseconds: one more, and the pause is never shorter.
      pause_ = world_.timers.At(world_.clock.Steady() + pause + 1, [this] {
        pause_ = 0;
        ShowPending();
      });
      return;
    }
    const Output output = std::move(pending_.front());
    pending_.pop_front();
    Show(output);
  }
}

void Match::Show(const Output& output) {
  const std::weak_ptr<bool> alive = alive_;
  Deliver(output);
  if (output.ended) {
    // Requests that arrived meanwhile get the answer that no match is played.
    for (const auto& what : std::exchange(waiting_, {})) what();
    return host_.Ended();
  }
  if (output.opens && !over_) Guarded([this] { OpenWindow(); });
  if (!alive.expired()) Settle();
}

void Match::ShowAuto(int place, bool on_auto) {
  Player& changed = player(place);
  changed.auto_shown = on_auto;
  host_.PresenceChanged(changed, place);
}

void Match::Deliver(const Output& output) {
  if (!output.rotated.empty()) host_.Rotated(output.rotated);
  for (const auto& [user, message] : output.people) host_.Send(user, message);
  for (const Output::Watched& watched : output.spectators)
    host_.SendSpectators(watched.message, watched.flush, watched.state);
  for (const auto& [place, on_auto] : output.presence) ShowAuto(place, on_auto);
}

void Match::WhenSettled(std::function<void()> what) {
  waiting_.push_back(std::move(what));
  Settle();
}

void Match::Settle() {
  const std::weak_ptr<bool> alive = alive_;
  while (!alive.expired() && writing_ == 0 && pending_.empty() && !waiting_.empty()) {
    const std::function<void()> what = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    what();
  }
}

// ---- the open window ----

// Milliseconds to answer, 0 = no limit.
Ms Match::WindowMs() const {
  if (over_ || records_.flow().node == kNoNode) return 0;
  if (BetweenHands()) return Scaled(settings_.ready_seconds * 1000);
  const auto& window = flow_->node(records_.flow().node).window;
  if (!window) return 0;
  return Scaled(static_cast<Ms>(static_cast<double>(window->deadline_ms) * pace_.factor));
}

void Match::OpenWindow() {
  flow_->FillChoices(records_, choices_);
  open_ = true;
  opened_ = world_.clock.Steady();
  window_ms_ = WindowMs();
  if (const std::optional<Ms> left = std::exchange(left_, std::nullopt); left && window_ms_ > 0)
    window_ms_ = *left;
  waited_ms_ = 0;
  ArmAll();
}

// Arms all places anew, with the window as long as clients are waited for.
void Match::ArmAll() {
  if (window_ms_ > 0) {
    window_ms_ -= waited_ms_;
    waited_ms_ = std::max<Ms>(WaitedUntil() - opened_, 0);
    window_ms_ += waited_ms_;
  }
  for (std::size_t place = 0; place < players_.size(); ++place) ArmPlace(static_cast<int>(place));
}

// No window waits longer than the limit, on no request.
Ms Match::WaitedUntil() const {
  const Ms asked = std::ranges::max(waits_);
  return open_ ? std::min(asked, opened_ + Scaled(settings_.wait_ms)) : asked;
}

Ms Match::WaitFor(int place, Ms ms) {
  const Ms now = world_.clock.Steady();
  const Ms limit = (open_ ? opened_ : now) + Scaled(settings_.wait_ms);
  const Ms until = std::clamp<Ms>(now + Scaled(ms), now, std::max(now, limit));
  const Ms before = WaitedUntil();
  waits_[static_cast<std::size_t>(place)] = until;
  // Nobody holds a table up by asking again and again: what is due anyway stays as it is.
  if (open_ && std::max(before, now) != std::max(WaitedUntil(), now)) ArmAll();
  return until - now;
}

void Match::CloseWindow() {
  open_ = false;
  std::ranges::fill(waits_, Ms{0});
  for (Timers::Id& timer : timers_) world_.timers.Cancel(std::exchange(timer, 0));
}

bool Match::Asked(int place) const {
  return open_ && !over_ && (records_.flow().window.active & MaskOf(static_cast<Seat>(place))) != 0;
}

void Match::ArmPlace(int place) {
  Timers::Id& timer = timers_[static_cast<std::size_t>(place)];
  world_.timers.Cancel(std::exchange(timer, 0));
  if (!Asked(place)) return;
  const Player& player = players_[static_cast<std::size_t>(place)];
  const Ms from = std::max(world_.clock.Steady(), WaitedUntil());
  if (player.robot) {
    timer =
        world_.timers.At(from + Scaled(Robots::Pause(world_)), [this, place] { RobotActs(place); });
  } else if (player.on_auto) {
    timer = world_.timers.At(from + Scaled(kAutoPauseMs),
                             [this, place] { TimeIsUp(place, DecidedBy::kAuto); });
  } else if (window_ms_ > 0) {
    timer = world_.timers.At(opened_ + window_ms_ + player.extra_ms,
                             [this, place] { TimeIsUp(place, DecidedBy::kTimeout); });
  }
}

void Match::TimeIsUp(int place, DecidedBy by) {
  timers_[static_cast<std::size_t>(place)] = 0;
  const Action timeout{
      .node = kTimeout, .seat = static_cast<Seat>(place), .ask = records_.flow().window.ask};
  Guarded([&] { PlayFor(place, timeout, by); });
}

void Match::RobotActs(int place) {
  timers_[static_cast<std::size_t>(place)] = 0;
  const Player& player = players_[static_cast<std::size_t>(place)];
  Guarded([&] {
    PlayFor(place, robots_.Choose(player.user, records_, static_cast<Seat>(place), choices_),
            DecidedBy::kRobot);
  });
}

// ---- 托管, votes ----

void Match::SetAuto(int place, bool on, Reply reply) {
  Player& player = players_[static_cast<std::size_t>(place)];
  const bool changes = player.on_auto != on;
  Commit commit;
  commit.desk = desk_;
  if (changes) {
    player.on_auto = on;
    player.timeouts = 0;
    commit.records.push_back(OtherRecord(Record::Kind::kAuto, place, on ? "on" : "off"));
  }
  ++writing_;
  host_.Write(std::move(commit), [this, alive = std::weak_ptr<bool>(alive_),
                                  reply = std::move(reply), place, on, changes] {
    if (alive.expired()) return;
    --writing_;
    reply(Json::object());
    if (alive.expired()) return;
    if (changes) {
      ShowAuto(place, on);
      ArmPlace(place);
    }
    Settle();
  });
}

void Match::RecordVote(int place, std::string what, std::function<void()> then) {
  Commit commit;
  commit.desk = desk_;
  commit.records.push_back(OtherRecord(Record::Kind::kVote, place, std::move(what)));
  ++writing_;
  host_.Write(std::move(commit),
              [this, alive = std::weak_ptr<bool>(alive_), then = std::move(then)] {
                if (alive.expired()) return;
                --writing_;
                then();
                if (!alive.expired()) Settle();
              });
}

Record Match::OtherRecord(Record::Kind kind, int place, std::string what) {
  Record record;
  record.kind = kind;
  record.match = match_;
  record.hand = records_.flow().hand;
  record.number = ++number_;
  record.seq = seq_;
  record.seat = place;
  if (place >= 0) {
    record.user = players_[static_cast<std::size_t>(place)].user;
    record.extra_ms = players_[static_cast<std::size_t>(place)].extra_ms;
  }
  record.action = std::move(what);
  record.by = kind == Record::Kind::kVote ? DecidedBy::kVote : DecidedBy::kPlayer;
  record.at = world_.clock.Wall();
  record.hash = Hash();
  record.previous = previous_;
  previous_ = ChainHash(record);
  return record;
}

void Match::Dissolve() {
  if (!over_) Guarded([this] { DissolveNow(); });
}

void Match::DissolveNow() {
  over_ = dissolved_ = true;
  CloseWindow();
  // What is still to be shown comes before the end, without a pause.
  world_.timers.Cancel(std::exchange(pause_, 0));
  Commit commit;
  commit.desk = desk_;
  commit.records.push_back(OtherRecord(Record::Kind::kVote, -1, "dissolved"));
  std::vector<Output> outputs(1);
  if (!BetweenHands()) AddHand(outputs.back(), commit, true);
  AddOver(outputs.back(), commit, true);
  auto ended = [this, action = std::to_string(number_)] {
    world_.log.Info({.desk = desk_, .action = action},
                    fmt::format("match {} is over: dissolved", match_));
  };
  Put(std::move(commit), std::move(ended), std::move(outputs));
}

// ---- questions ----

void Match::Hint(int place, Reply reply) {
  WhenSettled([this, place, reply = std::move(reply)] {
    if (over_) return reply(MakeError("not_playing"));
    Json hints;
    if (!Guarded([&] { hints = HintsFor(*flow_, records_, static_cast<Seat>(place)); }))
      return reply(MakeError("internal"));
    reply(Json{{"discards", std::move(hints)}});
  });
}

void Match::Why(int place, const request::Why& why, Reply reply) {
  WhenSettled([this, place, why, reply = std::move(reply)] {
    if (over_) return reply(MakeError("not_playing"));
    Answer answer = MakeError("internal");
    Guarded([&] { answer = WhyNow(place, why); });
    reply(std::move(answer));
  });
}

Answer Match::WhyNow(int place, const request::Why& why) {
  const Seat seat = static_cast<Seat>(place);
  const NodeIndex node = flow_->Find(why.node);
  const Reason* reason = flow_->WhyNot(records_, seat, node);
  if (reason == nullptr && why.pieces) {
    // The payload decides, so it is tried on a copy.
    request::Act act;
    act.node = why.node;
    act.pieces = why.pieces;
    act.ask = records_.flow().window.ask;
    Action action;
    if (auto fault = ReadAct(place, act, action)) return std::move(*fault);
    Records copy = records_;
    Response response;
    HandSource chance(*this);
    if (!BetweenHands()) flow_->ProcessActionNode(copy, action, response, nullptr, &chance);
    if (!response.ok()) reason = response.refusal.reason;
  }
  Json answer = Json::object();
  if (reason != nullptr) answer["reason"] = ReasonJson(*flow_, records_, seat, node, *reason);
  return answer;
}

}  // namespace mlf::server
