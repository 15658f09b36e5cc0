// Requests to a desk during a match, votes, and spectators.
#include "server/host/results.h"
#include "server/lobby/desk.h"
#include "server/protocol/hex.h"
#include "server/protocol/json_wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

Error NoSpectator() {
  return BadMessage("user", "没有这位旁观者", "nobody of this id watches here");
}

std::int64_t SeqOf(const Message& message) {
  const auto* const step = std::get_if<push::Step>(&message.push());
  return step != nullptr ? step->seq : 0;
}

// Printable ASCII without a space.
bool IsWord(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7f; });
}

bool IsNumber32(std::int64_t number) { return number >= 0 && number <= 0xFFFFFFFF; }

// A number that an action may have, or the name of one.
bool IsActValue(const Json& value) {
  if (value.is_string()) return IsWord(value.get_ref<const std::string&>());
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT32_MAX) return false;
  const auto number = value.get<std::int64_t>();
  return number >= INT32_MIN && number <= INT32_MAX;
}

// What is wrong with the fields of an act at any table.
std::optional<Error> FaultOf(const request::Act& act) {
  if (!IsWord(act.id) || act.id.size() > 36)
    return BadMessage("id", "id 应为 1 到 36 个可见 ASCII 字符",
                      "id must be 1 to 36 printable ASCII characters");
  if (act.node == "timeout")
    return BadMessage("node", "超时由服务器判定", "the server decides what is a timeout");
  if (!IsWord(act.node))
    return BadMessage("node", "node 应为动作的 id", "node must be the id of an action");
  if (!IsNumber32(act.match)) return BadMessage("match", "match 超出范围", "match is out of range");
  if (!IsNumber32(act.ask)) return BadMessage("ask", "ask 超出范围", "ask is out of range");
  if (act.pieces && !std::ranges::all_of(*act.pieces, IsWord))
    return BadMessage("pieces", "pieces 应为列表，如 5m",
                      "pieces must be a list of words such as 5m");
  if (act.value && !IsActValue(*act.value))
    return BadMessage("value", "value 应为数，或数值的名字",
                      "value must be a number, or the name of one");
  if (act.salt && !KeyFromHex(*act.salt))
    return BadMessage("salt", "salt 应为 64 个小写十六进制数字",
                      "salt must be 64 lower hex digits");
  return std::nullopt;
}

}  // namespace

void Desk::Act(const User& user, const request::Act& act, Ms read_at, const Reply& reply,
               const std::shared_ptr<bool>& dup) {
  if (auto fault = FaultOf(act)) return reply(*std::move(fault));
  journal_.Read([&journal = journal_, desk = id_, match = static_cast<std::uint32_t>(act.match),
                 user = user.id, id = act.id] { return journal.FindAct(desk, match, user, id); },
                [this, alive = std::weak_ptr<bool>(alive_), user, act, read_at, reply, dup](
                    const std::optional<std::optional<Record>>& known, const std::string&) {
                  if (alive.expired()) return;
                  if (known && !*known) return Act(user, act, read_at, reply);
                  *dup = true;
                  if (known) return ActAgain(**known, act, reply);
                  // A duplicate cannot be detected. Rebuild answers the request.
                  lost_ = true;
                  owner_.MustRebuild(id_);
                });
}

void Desk::ActAgain(const Record& known, const request::Act& act, const Reply& reply) {
  if (known.body != BodyHash(act)) return reply(MakeError("id_reuse"));
  world_.meter.Action(settings_.variant, "dup");
  // Replies after the commit with this record is durable.
  Write({}, [reply, known] {
    Json ok = ActAnswer(known);
    ok["dup"] = true;
    reply(std::move(ok));
  });
}

// A new one.
void Desk::Act(const User& user, const request::Act& act, Ms read_at, const Reply& reply) {
  const auto match = static_cast<std::uint32_t>(act.match);
  const auto refuse = [&](Error error) {
    world_.meter.Action(settings_.variant, error.code);
    reply(std::move(error));
  };
  const int place = match_ != nullptr ? match_->PlaceOf(user.id) : -1;
  if (!SeatOf(user.id)) return refuse(MakeError("not_seated"));
  if (match_ == nullptr || match != match_->number()) return refuse(MakeError("not_playing"));
  if (place < 0) return refuse(MakeError("not_seated"));
  match_->Act(place, act, read_at, reply);
}

void Desk::Sync(const User& user, std::optional<std::int64_t> since, Reply reply) {
  const auto push = [this, user = user.id](MessagePtr message) {
    owner_.SendTo(user, std::move(message));
  };
  if (since && *since < 0)
    return reply(BadMessage("since", "since 从 0 开始", "since counts from 0"));
  const bool seated = SeatOf(user.id).has_value();
  if (!seated && !Watches(user.id)) return reply(MakeError("not_seated"));
  if (match_ == nullptr) return reply(MakeError("not_playing"));
  if (!seated && watched_ == nullptr) return reply(MakeError("not_playing"));
  const auto watching = [this, since](const std::function<void(MessagePtr)>& to,
                                      const Reply& answer) {
    match_->Sync(-1, watched_.get(), since, to, answer);
  };
  if (!seated && since_watched_.empty()) return watching(push, reply);
  if (!seated) {
    // A discard has been shown and what follows has not. The answer waits, as that of a seat does:
    // the state that it would hold is the one before the discard. What is shown meanwhile is no
    // step that was missed.
    const std::int64_t shown = SeqOf(*since_watched_.back());
    const auto missed = [push, shown](MessagePtr message) {
      if (SeqOf(*message) <= shown) push(std::move(message));
    };
    return match_->WhenSettled([this, watching, missed, reply = std::move(reply)] {
      if (match_->over() || watched_ == nullptr) return reply(MakeError("not_playing"));
      watching(missed, reply);
    });
  }
  match_->WhenSettled([this, user = user.id, since, push, reply = std::move(reply)] {
    if (match_->over()) return reply(MakeError("not_playing"));
    match_->Sync(match_->PlaceOf(user), nullptr, since, push, reply);
  });
}

void Desk::Hint(const User& user, Reply reply) {
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (match_ == nullptr) return reply(MakeError("not_playing"));
  match_->Hint(match_->PlaceOf(user.id), std::move(reply));
}

void Desk::Why(const User& user, const request::Why& why, Reply reply) {
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (match_ == nullptr) return reply(MakeError("not_playing"));
  match_->Why(match_->PlaceOf(user.id), why, std::move(reply));
}

void Desk::Auto(const User& user, bool on, Reply reply) {
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (match_ == nullptr || match_->over()) return reply(MakeError("not_playing"));
  match_->SetAuto(match_->PlaceOf(user.id), on, std::move(reply));
}

void Desk::Wait(const User& user, std::int64_t ms, const Reply& reply) {
  if (ms < 0 || ms > kLongestWaitMs)
    return reply(BadMessage("ms", fmt::format("ms 应为 0 到 {}", kLongestWaitMs),
                            fmt::format("ms must be 0 to {}", kLongestWaitMs)));
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (match_ == nullptr || match_->over()) return reply(MakeError("not_playing"));
  reply(Json{{"ms", match_->WaitFor(match_->PlaceOf(user.id), ms)}});
}

void Desk::Say(const User& user, const request::Say& say, const Reply& reply) {
  const auto place = SeatOf(user.id);
  if (!place && !Watches(user.id)) return reply(MakeError("not_seated"));
  if (!place && std::ranges::find(muted_, user.id) != muted_.end())
    return reply(
        MakeError("not_seated", "muted", "桌主已将你禁言", "the owner of the desk has muted you"));
  const Ms now = world_.clock.Steady();
  std::erase_if(said_, [&](const auto& one) { return one.second.IsFull(now); });
  if (!said_.try_emplace(user.id, kSaysAtOnce, kSayEveryMs).first->second.Take(now))
    return reply(MakeError("rate_limited", "too_much_talk", "说得太快，请稍等",
                           "you talk too fast; wait a second"));
  push::Said push;
  push.desk = id_;
  if (place) push.seat = *place;
  push.name = user.name;
  push.text = say.text;
  push.emote = say.emote;
  reply(Json::object());
  ToAll(MakeMessage(std::move(push)));
}

// ---- votes ----

std::vector<std::string> Desk::Voters() const {
  std::vector<std::string> users;
  for (const Seat& seat : seats_) {
    if (seat.taken() && !seat.robot) users.push_back(seat.user);
  }
  return users;
}

void Desk::Dissolve(const User& user, Reply reply) {
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (match_ == nullptr) {
    // Nobody ends a desk over strangers. For the asker it has ended.
    if (settings_.quick) {
      push::Vote ended;
      ended.desk = id_;
      ended.result = "dissolved";
      return Leave(user, false,
                   [&owner = owner_, id = user.id, message = MakeMessage(std::move(ended)),
                    reply = std::move(reply)](Answer answer) {
                     reply(std::move(answer));
                     owner.SendTo(id, message);
                   });
    }
    if (owner_user_ != user.id) return reply(MakeError("not_owner"));
    return EndDesk(std::move(reply), true);
  }
  if (match_->over()) return reply(MakeError("not_playing"));
  if (vote_) return Vote(user, true, std::move(reply));
  if (const Ms barred = VoteBarred(user.id); barred > 0) {
    const Ms seconds = (barred + 999) / 1000;
    return reply(
        MakeError("rate_limited", "vote_again",
                  fmt::format("您发起的投票没有通过，{} 秒后才能再发起", seconds),
                  fmt::format("your last vote failed; you may open another in {} s", seconds)));
  }
  OpenVote vote;
  vote.by = user.id;
  vote.agreed = {user.id};
  const Ms lasts = Scaled(config_.table.vote_seconds * 1000);
  vote.until = world_.clock.Wall() + lasts;
  vote.timer = world_.timers.At(world_.clock.Steady() + lasts,
                                [this] { CloseVote(config_.table.vote_silence_agrees); });
  vote_ = std::move(vote);
  dirty_ = true;
  match_->RecordVote(match_->PlaceOf(user.id), "open", [this, reply = std::move(reply)] {
    const std::weak_ptr<bool> alive = alive_;
    reply(Json::object());
    if (alive.expired() || !vote_) return;
    TellVote("");
    Tell();
    if (AllAgreed()) CloseVote(true);
  });
}

void Desk::Vote(const User& user, bool agree, Reply reply) {
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (match_ == nullptr || !vote_)
    return reply(MakeError("not_playing", "no_vote", "没有正在进行的投票", "there is no vote"));
  const bool again = std::ranges::find(vote_->agreed, user.id) != vote_->agreed.end();
  if (agree && again) return reply(Json::object());
  if (agree) vote_->agreed.push_back(user.id);
  dirty_ = true;
  match_->RecordVote(match_->PlaceOf(user.id), agree ? "agree" : "no",
                     [this, agree, id = user.id, reply = std::move(reply)] {
                       const std::weak_ptr<bool> alive = alive_;
                       reply(Json::object());
                       if (alive.expired() || !vote_) return;
                       if (!agree) return CloseVote(false, SeatOf(id));
                       TellVote("");
                       if (AllAgreed()) CloseVote(true);
                     });
}

void Desk::TellVote(std::string_view result, std::optional<int> against) {
  push::Vote push;
  push.desk = id_;
  if (!result.empty()) {
    push.result = std::string(result);
    push.against = against;
  } else {
    push.by = SeatOf(vote_->by).value_or(0);
    push.agreed = Json::array();
    for (const std::string& user : vote_->agreed) {
      if (const auto place = SeatOf(user)) push.agreed->push_back(*place);
    }
    push.left_ms = std::max<Ms>(vote_->until - world_.clock.Wall(), 0);
  }
  ToAll(MakeMessage(std::move(push)));
}

Ms Desk::VoteBarred(const std::string& user) const {
  const auto barred = vote_again_.find(user);
  if (barred == vote_again_.end()) return 0;
  // The wall clock may have been set back meanwhile.
  return std::clamp<Ms>(barred->second - world_.clock.Wall(), 0,
                        Scaled(config_.table.vote_again_seconds * 1000));
}

void Desk::CloseVote(bool dissolve, std::optional<int> against) {
  if (!vote_) return;
  world_.timers.Cancel(vote_->timer);
  if (match_ == nullptr || match_->over()) {
    vote_.reset();
    return;
  }
  vote_->timer = 0;
  if (!dissolve) {
    const Ms now = world_.clock.Wall();
    std::erase_if(vote_again_, [now](const auto& barred) { return barred.second <= now; });
    vote_again_[vote_->by] = now + Scaled(config_.table.vote_again_seconds * 1000);
    dirty_ = true;
  }
  match_->RecordVote(-1, dissolve ? "agreed" : "continued", [this, dissolve, against] {
    if (!vote_) return;
    vote_.reset();
    dirty_ = true;
    TellVote(dissolve ? "dissolved" : "continued", against);
    world_.log.Info({.desk = id_}, dissolve ? "the vote has ended: dissolved"
                                            : "the vote has ended: the match goes on");
    if (dissolve && match_ != nullptr) {
      match_->Dissolve();
    } else {
      Store(nullptr, Json::object(), true);
    }
  });
}

// The `over` of a match whose table cannot be read: it has no scores.
push::Over Desk::OverWithoutScores(std::uint32_t match) const {
  push::Over push;
  push.desk = id_;
  push.match = match;
  push.scores = Json::array();
  push.ranks = Json::array();
  push.dissolved = true;
  return push;
}

MatchEnd Desk::EndWithoutScores(std::uint32_t match) const {
  MatchEnd end{match, PushText(OverWithoutScores(match)), Voters()};
  std::vector<Player> players;
  for (const Seat& seat : seats_) {
    Player& player = players.emplace_back();
    player.user = seat.user;
    player.robot = seat.robot;
  }
  AddResults(*flow_, players, end);
  return end;
}

// The rules of the match cannot be built any more, so its table cannot be read. The match ends
// without scores, and its journal is kept.
void Desk::EndGoneMatch() {
  Commit commit;
  commit.match_end = EndWithoutScores(gone_match_);
  Ending(commit);
  TakeRules(flow_);
  rules_gone_ = false;
  Write(std::move(commit), [this] {
    ending_ = false;
    ArmWaiting();
  });
}

// ---- a game whose code fails ----

void Desk::Failed(const std::string& what) {
  if (failed_ != 0 || ended_) return;
  world_.log.Error(
      {.desk = id_},
      fmt::format(
          "the code of {} fails, and match {} and its desk end: {}; mlf check {} finds such "
          "faults before people meet them",
          settings_.variant, matches_, what, settings_.variant));
  // Later, because the match is still at work.
  failed_ = world_.timers.At(world_.clock.Steady(), [this] { EndFailedMatch(); });
}

void Desk::EndFailedMatch() {
  if (ended_ || match_ == nullptr) return;
  closing_ = true;
  const push::Over over = OverWithoutScores(match_->number());
  Commit commit;
  commit.match_end = EndWithoutScores(match_->number());
  Ending(commit);
  ToAll(MakeMessage(push::Notice{"game_failed", "这个玩法的程序出错，对局中止，桌子解散",
                                 "the code of this game has failed; the match and the desk end"}));
  Write(std::move(commit), [this, over] {
    ToAll(MakeMessage(over));
    Ended();
  });
}

// ---- spectators ----

void Desk::Watch(const User& user, const Reply& reply) {
  if (SeatOf(user.id) || Watches(user.id)) return reply(Answering());
  if (!settings_.spectators)
    return reply(
        MakeError("no_desk", "no_spectators", "这张桌子不许旁观", "this desk has no spectators"));
  if (std::ranges::find(removed_, user.id) != removed_.end())
    return reply(MakeError("no_desk", "removed", "桌主已请你离开这张桌子",
                           "the owner of the desk has sent you away"));
  spectators_.push_back({user.id, user.name});
  owner_.SeatsChanged(id_);
  reply(Answering());
  TellSoon();
  ShowWatched(user.id);
}

std::optional<Error> Desk::MayModerate(const User& user) const {
  if (!SeatOf(user.id)) return MakeError("not_seated");
  if (!settings_.quick && owner_user_ != user.id) return MakeError("not_owner");
  return std::nullopt;
}

void Desk::Spectators(const User& user, const Reply& reply) const {
  if (auto refusal = MayModerate(user)) return reply(*std::move(refusal));
  Json list = Json::array();
  for (const Spectator& one : spectators_) {
    const bool muted = std::ranges::find(muted_, one.user) != muted_.end();
    list.push_back({{"user", one.user}, {"name", one.name}, {"muted", muted}});
  }
  reply(Json{{"spectators", std::move(list)}});
}

void Desk::Mute(const User& user, const std::string& spectator, bool on, Reply reply) {
  if (auto refusal = MayModerate(user)) return reply(*std::move(refusal));
  const bool muted = std::ranges::find(muted_, spectator) != muted_.end();
  if (!Watches(spectator) && !muted) return reply(NoSpectator());
  if (muted == on) return reply(Json::object());
  std::erase(muted_, spectator);
  if (on) muted_.push_back(spectator);
  if (muted_.size() > kModerated) muted_.erase(muted_.begin());
  dirty_ = true;
  Write({}, [this, spectator, on, reply = std::move(reply)] {
    const std::weak_ptr<bool> alive = alive_;
    reply(Json::object());
    if (alive.expired()) return;
    owner_.SendTo(spectator,
                  MakeMessage(on ? push::Notice{"muted", "桌主已将你禁言",
                                                "the owner of the desk has muted you"}
                                 : push::Notice{"unmuted", "你可以发言了", "you may speak again"}));
  });
}

void Desk::Remove(const User& user, const std::string& spectator, Reply reply) {
  if (auto refusal = MayModerate(user)) return reply(*std::move(refusal));
  const bool again = std::ranges::find(removed_, spectator) != removed_.end();
  if (again) return reply(Json::object());
  if (!Watches(spectator)) return reply(NoSpectator());
  removed_.push_back(spectator);
  if (removed_.size() > kModerated) removed_.erase(removed_.begin());
  dirty_ = true;
  Write({}, [this, spectator, reply = std::move(reply)] {
    const std::weak_ptr<bool> alive = alive_;
    reply(Json::object());
    if (alive.expired()) return;
    owner_.SendTo(spectator, MakeMessage(push::Notice{"removed", "桌主请你离开了这张桌子",
                                                      "the owner of the desk has sent you away"}));
    StopWatching(spectator);
  });
}

void Desk::ShowWatched(const std::string& user) {
  if (match_ == nullptr || watched_ == nullptr) return;
  const MessagePtr resumed = match_->Resumed(*watched_);
  if (resumed == nullptr) return;
  owner_.SendTo(user, resumed);
  for (const MessagePtr& message : since_watched_) owner_.SendTo(user, message);
}

void Desk::SendSpectators(MessagePtr message, bool flush,
                          std::shared_ptr<const SpectatorState> state) {
  delayed_.push_back({std::move(message), std::move(state)});
  const std::size_t keep =
      flush ? 0
            : static_cast<std::size_t>(std::max<std::int64_t>(config_.table.spectator_delay, 0));
  // Late spectators get a discard with what follows it: only then a state belongs to it.
  const auto due = [&]() -> std::size_t {
    if (keep == 0) return delayed_.size();
    const auto last =
        std::ranges::find_if(delayed_, [](const Delayed& one) { return one.state != nullptr; });
    const auto group = static_cast<std::size_t>(last - delayed_.begin()) + 1;
    return last != delayed_.end() && delayed_.size() >= keep + group ? group : 0;
  };
  for (std::size_t count = due(); count != 0; count = due()) {
    for (; count != 0; --count) ShowNext();
  }
}

void Desk::ShowNext() {
  Delayed next = std::move(delayed_.front());
  delayed_.pop_front();
  if (next.message == nullptr) next.message = match_->Resumed(*next.state);
  if (next.message == nullptr) return;
  for (const Spectator& one : spectators_) owner_.SendTo(one.user, next.message);
  if (next.state != nullptr) {
    watched_ = next.state;
    since_watched_.clear();
  } else {
    since_watched_.push_back(next.message);
  }
}

// ---- coming and going ----

void Desk::StopWatching(const std::string& user) {
  if (std::erase_if(spectators_, [&](const Spectator& one) { return one.user == user; }) == 0)
    return;
  owner_.SeatsChanged(id_);
  TellSoon();
}

void Desk::Online(const std::string& user, bool online) {
  if (!online) StopWatching(user);
  const auto place = SeatOf(user);
  if (!place) return;
  if (match_ == nullptr) return TellSoon();
  WatchAbandoned();
  const int at = match_->PlaceOf(user);
  if (at < 0) return;
  PresenceChanged(match_->players()[static_cast<std::size_t>(at)], at);
}

void Desk::Greet(const std::string& user) {
  if (SeatOf(user) || Watches(user)) owner_.SendTo(user, MakeMessage(Describe()));
  if (news_.contains(user)) {
    TellNews(user);
    Write({}, nullptr);
  }
  if (match_ == nullptr) return;
  world_.meter.Resumed();
  if (!SeatOf(user)) return ShowWatched(user);
  greeted_later_.insert(user);
  match_->WhenSettled([this, user] {
    greeted_later_.erase(user);
    const int place = match_->PlaceOf(user);
    if (place < 0 || match_->over()) return;
    if (const MessagePtr resumed = match_->Resumed(place)) owner_.SendTo(user, resumed);
  });
}

void Desk::Send(const std::string& user, MessagePtr message) {
  // A `begin` is pending and will include these steps. They must not arrive before it.
  const bool follows = std::holds_alternative<push::Step>(message->push()) ||
                       std::holds_alternative<push::Begin>(message->push());
  if (follows && greeted_later_.contains(user)) return;
  owner_.SendTo(user, std::move(message));
}

}  // namespace mlf::server
