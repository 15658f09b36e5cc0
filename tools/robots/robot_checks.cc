// The messages that a robot gets, checked against the protocol.
#include "server/fair/wall.h"
#include "server/protocol/hex.h"
#include "tools/robots/robot.h"
#include "tools/robots/sight.h"

#include <mlf/components/tile_set.h>
#include <mlf/flow/text.h>
#include <mlf/table/tile.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mlf::robots {
namespace {

const Json kNoEvents = Json::array();

// The dealt tiles in the order of the wall: the hands from the dealer on, then the dealer's extra
// tile.
std::vector<std::string> FrontOfWall(const Json& begin) {
  std::vector<const Json*> hands;  // by seat
  for (const Json& event : begin.at("events")) {
    if (event.at("type") == "deal") hands.push_back(&event.at("pieces"));
  }
  if (hands.empty()) return {};
  const auto dealer = begin.at("view").at("dealer").get<std::size_t>();
  std::size_t size = hands.front()->size();
  for (const Json* hand : hands) size = std::min(size, hand->size());
  std::vector<std::string> front;
  for (std::size_t turn = 0; turn < hands.size(); ++turn) {
    const Json& hand = *hands[(dealer + turn) % hands.size()];
    for (std::size_t i = 0; i < size; ++i) front.push_back(hand[i].get<std::string>());
  }
  const Json& of_dealer = *hands[dealer % hands.size()];
  if (of_dealer.size() > size) front.push_back(of_dealer[size].get<std::string>());
  return front;
}

}  // namespace

void Robot::OnMessage(std::string_view bytes, bool binary) {
  if (binary) return Fault("a binary frame");
  house_.Trace(name_, "in", bytes);
  const Json message = Json::parse(bytes, nullptr, false);
  if (!message.is_object() || !message.contains("t"))
    return Fault("no message: " + std::string(bytes.substr(0, 200)));
  try {
    const std::string& type = message.at("t").get_ref<const std::string&>();
    if (type == "ok" || type == "error") return OnAnswer(message);
    if (type == "bye" || type == "notice") {
      ++house_.tally.counts[type + " " + message.value("code", "")];
      return;
    }
    // Pushes of a desk that it has left may still arrive.
    if (message.value("desk", type == "desk" ? message.value("id", "") : "") != desk_ &&
        !desk_.empty())
      return;
    if (type == "desk") {
      OnDesk(message);
    } else if (type == "begin") {
      OnBegin(message);
    } else if (type == "step") {
      OnStep(message);
    } else if (type == "hand") {
      OnHand(message);
    } else if (type == "over") {
      OnOver(message);
    } else if (type == "vote") {
      if (message.contains("result")) {
        vote_by_.reset();
        // A desk that ends by itself sends this too.
        if (message["result"] == "dissolved" && !playing_) LeaveDesk();
        if (asked_.empty()) Settle();
      } else if (!vote_by_ && message.at("by") != seat_) {
        vote_by_ = message.at("by").get<std::int64_t>();
        if (asked_.empty()) Enter(Moment::kVoting);
      }
    } else if (type != "presence" && type != "said") {
      Fault("a push that is not known: " + type);
    }
  } catch (const Json::exception& wrong) {
    Fault(fmt::format("a message is not as it should be ({}): {}", wrong.what(),
                      std::string(bytes.substr(0, 300))));
  }
}

void Robot::OnAnswer(const Json& message) {
  if (asked_.empty()) return Fault("an answer to nothing: " + message.dump());
  const Asked asked = std::move(asked_.front());
  asked_.pop_front();
  house_.tally.Check("answers in order", name_, message.at("re").dump(), std::to_string(asked.re),
                     message.dump());
  const auto took = std::chrono::steady_clock::now() - asked.at;
  house_.tally.latencies[asked.type].Add(static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(took).count()));
  if (message.at("t") == "error") Refused(asked.type, message);
  if (asked.then) asked.then(message);
}

void Robot::OnDesk(const Json& push) {
  const std::string id = push.at("id").get<std::string>();
  bool seated = false;
  for (std::size_t i = 0; i < push.at("seats").size(); ++i) {
    if (push["seats"][i].value("user", "") != user_) continue;
    seat_ = static_cast<int>(i);
    seated = true;
    ready_ = push["seats"][i].at("ready").get<bool>();
  }
  if (!seated) {
    // It lost its seat because it was late to get ready.
    if (id == desk_) {
      LeaveDesk();
      if (asked_.empty()) Settle();
    }
    return;
  }
  desk_ = id;
  if (!desk_push_.is_object() || desk_push_.at("fingerprint") != push.at("fingerprint"))
    LearnRules(push);
  desk_push_ = push;
  const bool plays = push.at("state") != "waiting";
  if (push.contains("commit")) {
    // The commitment of the first hand of the next match.
    commits_.clear();
    commits_[{-1, 0}] = push["commit"].get<std::string>();
  }
  if (plays && !playing_) over_ = false;
  if (playing_ && !plays) {
    playing_ = false;
    question_.reset();
  }
  if (!playing_ && !plays && asked_.empty() && !ready_) Settle();
}

void Robot::LearnRules(const Json& desk) {
  const auto variant = desk.at("variant").get<std::string>();
  ready_sees_ = ReadySeesHands(house_.variants, variant, desk.at("options"));
  bot_ = nullptr;
  bot_view_ = nullptr;
  const auto flow = house_.variants.FlowFor(variant, server::OptionsFrom(desk.at("options")));
  if (!flow || (*flow)->fingerprint_text() != desk.at("fingerprint").get<std::string>()) return;
  flow_ = *flow;
  bot_ = bots::MakeBot(bots::BotKind::kGreedy, *flow_);
  bot_->Begin(random_());
  bot_view_ = std::make_unique<play::JsonView>(*flow_);
}

void Robot::TakeQuestion(const Json& push) {
  question_.reset();
  if (!push.contains("ask")) return;
  Question question;
  question.ask = push.at("ask").get<std::int64_t>();
  question.fallback = push.at("defaults").at(0);
  for (const Json& one : push.at("choices")) {
    if (one.at("seat") != seat_) return Fault("choices of another seat: " + one.dump() + Where());
    question.offers = one.at("offers");
  }
  question_ = std::move(question);
}

void Robot::OnBegin(const Json& push) {
  const bool resumed = push.value("resumed", false);
  const auto match = push.at("match").get<std::int64_t>();
  const auto hand = push.at("hand").get<std::int64_t>();
  const auto seq = push.at("seq").get<std::int64_t>();
  Tally& tally = house_.tally;
  ++tally.steps;
  if (!resumed && match != match_) {
    tally.Check("seq of a first begin", name_, seq, std::int64_t{0}, push.at("seq").dump());
  } else if (!resumed && synced_) {
    tally.Check("seq without gaps", name_, seq, seq_ + 1, push.at("seq").dump() + Where());
  } else if (match == match_ && seq < seq_) {
    Fault(fmt::format("begin goes back to step {}{}", seq, Where()));
  }
  if (match != match_) {
    mine_.reset();
    last_act_ = nullptr;
    if (const auto commit = commits_.find({-1, 0}); commit != commits_.end()) {
      commits_[{match, 0}] = commit->second;
      commits_.erase({-1, 0});
    }
  }
  const bool same_hand = match == match_ && hand == hand_;
  if (resumed) mine_.reset();  // an act may have been accepted and its answer lost
  seat_ = push.at("seat").get<int>();
  // If it missed no step, the events must give the same table.
  const bool rebuilt = resumed && same_hand && seq == seq_;
  match_ = match;
  hand_ = hand;
  seq_ = seq;
  playing_ = true;
  ready_ = over_ = false;
  synced_ = true;
  discarded_ = false;
  CheckView(push.at("view"), rebuilt);
  table_.Begin(push.at("view"), seat_, ready_sees_);
  if (push.at("view").value("plain", false)) TakeView(push.at("view"));
  if (!same_hand) {
    dealt_.clear();
    // It was for a hand whose beginning was missed.
    if (resumed) salt_.clear();
  }
  hand_salts_ = push.at("salts");
  if (!resumed) {
    dealt_ = FrontOfWall(push);
    if (!salt_.empty() && seat_ < static_cast<int>(hand_salts_.size())) {
      const Json& own = hand_salts_[static_cast<std::size_t>(seat_)];
      tally.Check("own salt", name_, own, Json(salt_), own.dump() + Where());
    }
    salt_.clear();
  }
  TakeQuestion(push);
  if (asked_.empty()) question_ ? Enter(Moment::kAsked) : Enter(Moment::kStep);
}

void Robot::OnStep(const Json& push) {
  const auto seq = push.at("seq").get<std::int64_t>();
  ++house_.tally.steps;
  if (!synced_) {
    seq_ = seq;
    return;
  }
  house_.tally.Check("seq without gaps", name_, seq, seq_ + 1, push.at("seq").dump() + Where());
  seq_ = seq;
  if (const auto wrong = table_.Apply(push.value("events", kNoEvents))) Fault(*wrong + Where());
  if (push.contains("view")) TakeView(push.at("view"));
  CheckClaims(push);
  const bool was_asked = question_.has_value();
  TakeQuestion(push);
  if (!asked_.empty()) return;
  if (question_) return Enter(Moment::kAsked);
  if (was_asked) timer_.cancel();
  if (!vote_by_) Enter(Moment::kStep);
}

// A discard is a step of its own, and so is the question who claims it.
void Robot::CheckClaims(const Json& step) {
  const Json& events = step.at("events");
  const bool was_discard = std::exchange(discarded_, false);
  if (was_discard)
    house_.tally.Check("an empty step after a discard", name_,
                       events.empty() && step.at("path").empty(), true, step.dump() + Where());
  discarded_ =
      std::ranges::any_of(events, [](const Json& event) { return event.at("type") == "discard"; });
  const bool pass = std::ranges::find(step.at("path"), Json("guo")) != step.at("path").end();
  house_.tally.Check("no pass is shown", name_, pass, false, step.dump() + Where());
}

// The step of a plain game shows the table, because its events say nothing to a client.
void Robot::TakeView(const Json& view) {
  CheckView(view, false);
  house_.tally.Check("only a plain game shows its table in steps", name_,
                     view.value("plain", false), true, view.dump() + Where());
  plain_view_ = view;
  plain_view_.erase("window");  // it changes when the own seat answers
}

void Robot::CheckView(const Json& view, bool rebuilt) {
  if (const auto much = SeenTable::ShowsTooMuch(view, seat_, ready_sees_)) Fault(*much + Where());
  if (!rebuilt || !synced_ || !table_.begun()) return;
  if (view.value("plain", false) && plain_view_.is_object()) {
    Json now = view;
    now.erase("window");
    house_.tally.Check("the view of the last step", name_, now, plain_view_, view.dump() + Where());
  }
  const auto differs = table_.Differs(view);
  house_.tally.Check("the view from events", name_, !differs, true, differs.value_or("") + Where());
}

void Robot::OnHand(const Json& push) {
  ++house_.tally.hands;
  CheckWall(push);
  if (push.contains("commit")) {
    commits_[{push.at("match").get<std::int64_t>(), push.at("hand").get<std::int64_t>() + 1}] =
        push["commit"].get<std::string>();
  }
  if (asked_.empty() && !question_) Enter(Moment::kHand);
}

// Checks that the key matches the commitment, and that its wall begins with the dealt tiles.
void Robot::CheckWall(const Json& push) {
  Tally& tally = house_.tally;
  const auto match = push.at("match").get<std::int64_t>();
  const auto hand = push.at("hand").get<std::int64_t>();
  const auto key = server::KeyFromHex(push.at("key").get<std::string>());
  if (!key) return Fault("no key: " + push.dump());
  const auto commit = commits_.find({match, hand});
  if (commit == commits_.end()) return;  // it joined after the commitment
  const std::string made = server::Hex(server::fair::Commit(
      *key, desk_, static_cast<std::uint32_t>(match), static_cast<std::uint32_t>(hand)));
  tally.Check("the key is that of the commitment", name_, made, commit->second, push.dump());
  if (dealt_.empty() || !hand_salts_.is_array()) return;
  OptionValues options = server::OptionsFrom(desk_push_.at("options"));
  const auto flow = house_.variants.FlowFor(desk_push_.at("variant").get<std::string>(), options);
  if (!flow || (*flow)->fingerprint_text() != desk_push_.at("fingerprint").get<std::string>()) {
    ++tally.counts["walls of rules that are not known here"];
    return;
  }
  std::vector<std::optional<server::fair::Bytes32>> salts;
  for (const Json& salt : hand_salts_)
    salts.push_back(salt.is_string() ? server::KeyFromHex(salt.get<std::string>()) : std::nullopt);
  const HandChance chance =
      server::fair::ChanceOf(server::fair::WallKey(*key, salts), logic::WallTiles(**flow));
  bool fits = dealt_.size() <= chance.wall.size();
  for (std::size_t i = 0; fits && i < dealt_.size(); ++i)
    fits = dealt_[i] == "?" || table::TileName(chance.wall[i]) == dealt_[i];
  tally.Check("the wall of the key was dealt", name_, fits, true, push.dump() + Where());
}

void Robot::OnOver(const Json& push) {
  ++house_.tally.matches;
  playing_ = ready_ = false;
  over_ = true;
  synced_ = false;
  question_.reset();
  vote_by_.reset();
  commits_.erase(commits_.begin(), commits_.lower_bound({0, 0}));
  if (push.at("match") != match_ && match_ != 0 && push.at("match").get<std::int64_t>() < match_)
    Fault("an old match is over again: " + push.dump() + Where());
  if (asked_.empty()) Settle();
}

// Checks the answer to an accepted act.
void Robot::CheckActed(const Json& answer, bool repeated) {
  Tally& tally = house_.tally;
  const auto mine = answer.at("mine").get<std::int64_t>();
  const auto seq = answer.at("seq").get<std::int64_t>();
  const bool kept = answer.value("kept", false);
  if (answer.at("hash").get<std::string>().size() != 16) Fault("no hash: " + answer.dump());
  if (repeated) {
    Json again = answer, first = last_ok_;
    const bool dup = again.value("dup", false);
    for (const char* key : {"dup", "re", "choices", "ask", "deadline_ms", "extra_ms", "defaults"}) {
      again.erase(key);
      first.erase(key);
    }
    tally.Check("the same act, the same answer", name_, dup && again == first, true,
                again.dump() + " and " + first.dump());
    return;
  }
  ++tally.acts;
  if (mine_) tally.Check("own acts are counted", name_, mine, *mine_ + 1, answer.dump() + Where());
  mine_ = mine;
  // The answer arrives before the step of its act. A pass in the own turn is no step.
  const std::int64_t step = answer.contains("choices") ? seq_ : seq_ + 1;
  if (synced_ && !kept)
    tally.Check("the answer names its step", name_, seq, step, answer.dump() + Where());
}

}  // namespace mlf::robots
