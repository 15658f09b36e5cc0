// The rules of a desk that waits. A file of its variant may change, while the server runs or
// between two runs. The desk then goes on under the new rules: people keep their places as far as
// the places exist, and everybody gets a notice. A match keeps the rules it began with.
#include "server/lobby/desk.h"

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::string_view kRulesChanged = "rules_changed", kSeatGone = "seat_gone";

push::Notice NoticeOf(std::string_view code) {
  if (code == kSeatGone)
    return {std::string(code), "玩法改了，座位变少，您的座位没有了",
            "the rules have changed and have fewer seats; yours is gone"};
  return {std::string(code), "玩法的规则改了，请看过选项再准备",
          "the rules have changed; look at the options, and get ready again"};
}

}  // namespace

// The variant as its files are now, with the options of the desk that it still has.
Result<std::shared_ptr<const Flow>> Desk::RulesNow() const {
  auto flow = shelf_.FlowFor(settings_.variant, settings_.options);
  const auto variant = shelf_.Open(settings_.variant);
  if (flow || !variant) return flow;
  // An option may be allowed only beside another one, so each is tried until none is added.
  OptionValues kept;
  for (bool added = true; std::exchange(added, false);) {
    for (const auto& [name, value] : settings_.options) {
      if (kept.contains(name)) continue;
      OptionValues more = kept;
      more[name] = value;
      if (!(*variant)->Complete(more)) continue;
      kept = std::move(more);
      added = true;
    }
  }
  return shelf_.FlowFor(settings_.variant, kept);
}

// A variant that cannot be built leaves a running server's desk as it is.
void Desk::FollowRules() {
  if (match_ != nullptr || ended_) return;
  const auto flow = RulesNow();
  if (!flow || (*flow)->fingerprint_text() == rules_) return;
  TakeRules(*flow);
  Write({}, [this] { TellRules(); });
}

void Desk::TakeRules(std::shared_ptr<const Flow> flow) {
  flow_ = std::move(flow);
  rules_ = flow_->fingerprint_text();
  settings_.options = OptionValues(flow_->options().begin(), flow_->options().end());
  const std::vector<std::string> people = Voters();
  FitSeats();
  for (Seat& seat : seats_) {
    seat.ready = seat.robot;
    seat.salt.reset();
  }
  for (std::size_t i = 0; i < seats_.size(); ++i) ArmUnready(static_cast<int>(i));
  ArmWaiting();
  if (!SeatOf(owner_user_)) {
    const std::vector<std::string> left = Voters();
    owner_user_ = left.empty() ? "" : left.front();
  }
  dirty_ = true;
  for (const std::string& user : people) {
    // Of a match that ended because its rules are gone, people hear by its end.
    if (!SeatOf(user))
      news_[user] = kSeatGone;
    else if (!rules_gone_)
      news_[user] = kRulesChanged;
  }
  owner_.SeatsChanged(id_);
  world_.log.Info({.desk = id_}, "waits under new rules: " + rules_);
}

// People beyond the last place go to free places, then to those of robots.
void Desk::FitSeats() {
  const auto places = static_cast<std::size_t>(PlacesOf(*flow_));
  std::vector<Seat> beyond;
  for (std::size_t i = places; i < seats_.size(); ++i) {
    world_.timers.Cancel(std::exchange(seats_[i].unready, 0));
    if (seats_[i].taken()) beyond.push_back(std::move(seats_[i]));
  }
  seats_.resize(places);
  std::ranges::stable_partition(beyond, [](const Seat& seat) { return !seat.robot; });
  for (Seat& seat : beyond) {
    auto place = std::ranges::find_if(seats_, [](const Seat& at) { return !at.taken(); });
    if (place == seats_.end() && !seat.robot)
      place = std::ranges::find_if(seats_, [](const Seat& at) { return at.robot; });
    if (place != seats_.end()) *place = std::move(seat);
  }
}

// Tells everybody who is here. The others get their notices when they come back.
void Desk::TellRules() {
  std::vector<std::string> here;
  for (const auto& [user, code] : news_) {
    if (owner_.IsOnline(user)) here.push_back(user);
  }
  for (const std::string& user : here) {
    TellNews(user);
    // The desk without the user, so that a client takes it as left.
    if (!SeatOf(user)) owner_.SendTo(user, MakeMessage(Describe()));
  }
  if (dirty_) Write({}, nullptr);
  Tell();
}

std::vector<std::string> Desk::StillToTell() const {
  std::vector<std::string> users;
  for (const auto& [user, code] : news_) {
    if (!SeatOf(user)) users.push_back(user);
  }
  return users;
}

void Desk::TellNews(const std::string& user) {
  const auto found = news_.find(user);
  if (found == news_.end()) return;
  owner_.SendTo(user, MakeMessage(NoticeOf(found->second)));
  news_.erase(found);
  dirty_ = true;
  owner_.SeatsChanged(id_);
}

}  // namespace mlf::server
