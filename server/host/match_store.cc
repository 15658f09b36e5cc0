// What is stored of a match, and how it continues from the stored rows.
#include "server/fair/wall.h"
#include "server/host/match.h"
#include "server/protocol/hex.h"

#include <mlf/flow/json.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/text.h>

#include <fmt/format.h>

#include <algorithm>

namespace mlf::server {
namespace {

constexpr Ms kGraceMs = 5000;  // more time for everybody after a restart
// How steps are numbered. Version 1 had fewer of them.
constexpr int kStepsVersion = 2;

}  // namespace

HandMark Match::Mark() const {
  HandMark mark;
  mark.match = match_;
  mark.hand = records_.flow().hand;
  mark.number = number_;
  mark.records.assign(reinterpret_cast<const char*>(Bytes().data()), Bytes().size());
  mark.host = HostText();
  mark.salts = SaltsJson().dump();
  return mark;
}

std::string Match::HostText() const {
  Json players = Json::array();
  for (const Player& player : players_) {
    players.push_back(Json{{"user", player.user},
                           {"name", player.name},
                           {"robot", player.robot},
                           {"person", player.person},
                           {"auto", player.on_auto},
                           {"timeouts", player.timeouts},
                           {"extra", player.extra_ms},
                           {"mine", player.mine},
                           {"asks", player.asks}});
  }
  return Json{
      {"steps", kStepsVersion}, {"seq", seq_},
      {"previous", previous_},  {"deadline", WindowMs() > 0 ? world_.clock.Wall() + WindowMs() : 0},
      {"hash", Hash()},         {"players", std::move(players)}}
      .dump();
}

bool Match::ReadHostText(const std::string& text, int& steps_version) {
  const Result<Json> parsed = ParseJson(text);
  if (!parsed) return false;
  try {
    steps_version = parsed->value("steps", 1);
    seq_ = parsed->at("seq").get<std::uint32_t>();
    previous_ = parsed->at("previous").get<std::uint64_t>();
    left_ = parsed->at("deadline").get<Ms>();
    const Json& players = parsed->at("players");
    if (players.size() != players_.size()) return false;
    for (std::size_t place = 0; place < players_.size(); ++place) {
      Player& player = players_[place];
      const Json& json = players[place];
      player.user = json.at("user").get<std::string>();
      player.name = json.at("name").get<std::string>();
      player.robot = json.at("robot").get<bool>();
      player.person = json.at("person").get<int>();
      player.on_auto = player.auto_shown = json.at("auto").get<bool>();
      player.timeouts = json.at("timeouts").get<int>();
      player.extra_ms = json.at("extra").get<std::int32_t>();
      player.mine = json.at("mine").get<std::uint32_t>();
      player.asks = json.value("asks", std::uint32_t{0});
      player.salt.reset();
    }
    return parsed->at("hash").get<std::uint64_t>() == Hash();
  } catch (const Json::exception&) {
    return false;
  }
}

// Replays one stored record; a report if it does not match.
std::optional<std::string> Match::Replay(const Record& record) {
  const auto wrong = [&](std::string_view what) {
    return fmt::format("record {} of match {}: {}", record.number, match_, what);
  };
  if (record.number != number_ + 1) return wrong("a record before it is missing");
  if (record.previous != previous_) return wrong("it does not follow the record before it");
  number_ = record.number;
  previous_ = ChainHash(record);
  const bool has_place = record.seat >= 0 && record.seat < static_cast<int>(players_.size());
  if (record.kind == Record::Kind::kAuto) {
    if (!has_place) return wrong("there is no such place");
    Player& player = players_[static_cast<std::size_t>(record.seat)];
    player.on_auto = player.auto_shown = record.action == "on";
    player.timeouts = 0;
    return std::nullopt;
  }
  if (record.kind == Record::Kind::kVote) return std::nullopt;

  if (!has_place) return wrong("there is no such place");
  const Result<Action> action = ParseRecordedAction(*flow_, record.action);
  if (!action) return wrong("the action cannot be read: " + action.faults().front().message);
  const std::uint32_t hand_before = records_.flow().hand;
  Walk walk;
  walk.Run(*flow_, records_, *action, response_);
  if (!response_.ok())
    return wrong(fmt::format("the action \"{}\" is refused now: {}", record.action,
                             CodeName(response_.refusal.code)));
  if (records_.flow().hand != hand_before) return wrong("a hand begins that has no mark");
  CountQuestions();
  Player& player = players_[static_cast<std::size_t>(record.seat)];
  NoteAction(player, record);
  if (record.salt.size() == Key{}.size()) {
    player.salt.emplace();
    std::copy(record.salt.begin(), record.salt.end(), player.salt->begin());
  }
  over_ = response_.status == Status::kOver;
  if (response_.status != Status::kWaits && !OnlyForOneself(walk.entry(), record.seat)) {
    for (StepShown& step : StepsOf(*flow_, response_, walk)) {
      step.seq = ++seq_;
      shown_.push_back(std::move(step));
    }
    for (Player& each : players_) each.auto_shown = each.on_auto;
  }
  left_ = record.deadline;
  return std::nullopt;
}

void Match::RestoreEnded(const std::vector<HandEnd>& ends) {
  const std::uint32_t hand = records_.flow().hand;
  const auto end = std::ranges::find_if(
      ends, [&](const HandEnd& one) { return one.match == match_ && one.hand == hand; });
  if (end == ends.end()) return;
  push::Hand push = HandPush(end->secret);
  push.commit = Hex(fair::Commit(*next_key_, desk_, match_, hand + 1));
  SetEnded(push);
}

std::optional<std::string> Match::Restore(const StoredDesk& stored, Ms alive) {
  if (!stored.mark) return "the match has no mark of its hand";
  const HandMark& mark = *stored.mark;
  const Result<Records> records = flow_->Restore(mark.records);
  if (!records) return "the mark is damaged: " + records.faults().front().message;
  records_ = *records;
  int steps_version = kStepsVersion;
  if (!ReadHostText(mark.host, steps_version)) return "the counters beside the mark are damaged";
  number_ = mark.number;
  begin_seq_ = seq_;
  robots_.Clear();
  for (const Player& player : players_) {
    std::array<std::uint64_t, 1> seed{};
    world_.entropy.Fill(std::as_writable_bytes(std::span(seed)));
    if (player.robot) robots_.Add(player.user, seed[0]);
  }
  const Result<Json> salts = ParseJson(mark.salts);
  for (std::size_t place = 0; place < players_.size(); ++place) {
    salts_[place].reset();
    if (salts && place < salts->size() && (*salts)[place].is_string())
      salts_[place] = KeyFromHex((*salts)[place].get<std::string>());
  }
  for (const HandKey& key : stored.keys) {
    if (key.match != match_) continue;
    if (key.hand == mark.hand) key_ = key.key;
    if (key.hand == mark.hand + 1) next_key_ = key.key;
  }
  for (const Record& record : stored.records) {
    if (auto report = Replay(record)) return report;
  }
  // Each record has the hash of the whole table, so the last one speaks for all.
  if (!stored.records.empty() && stored.records.back().hash != Hash())
    return fmt::format("the table after record {} of match {} is not as it was", number_, match_);
  if (over_) return "the match is over, and its end is missing";
  // An older server has numbered the steps of this hand otherwise. The count goes on behind every
  // number that it can have shown, and nobody gets missed steps by their old numbers.
  if (steps_version != kStepsVersion) {
    for (const Record& record : stored.records) seq_ = std::max(seq_, record.seq + 2);
    begin_seq_ = seq_;
  }
  // Between hands, only the key of the next hand is needed. That of the finished hand is public.
  if (!BetweenHands() && !key_) return "the key of the hand is missing";
  if (BetweenHands()) {
    if (!next_key_) return "the key of the next hand is missing";
    RestoreEnded(stored.hand_ends);
  }
  const Ms deadline = left_.value_or(0);
  left_.reset();
  // Never more than the whole window: `alive` may be long ago, and wall clocks jump.
  if (deadline > 0) left_ = std::clamp<Ms>(deadline - alive, 0, WindowMs()) + Scaled(kGraceMs);
  OpenWindow();
  return std::nullopt;
}

}  // namespace mlf::server
