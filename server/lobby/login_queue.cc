#include "server/lobby/login_queue.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace mlf::server {
namespace {

// The entry of `name`, a new one at the end if there is none.
template <typename Entry>
Entry& EntryOf(std::deque<Entry>& entries, std::string Entry::* field, const std::string& name) {
  const auto found = std::ranges::find(entries, name, field);
  if (found != entries.end()) return *found;
  entries.emplace_back().*field = name;
  return entries.back();
}

}  // namespace

void LoginQueue::Enter(Login login) {
  OfAddress& address = EntryOf(addresses_, &OfAddress::address, login.address);
  EntryOf(address.users, &OfUser::user, login.user).logins.push_back(std::move(login));
  ++address.waiting;
  ++waiting_;
  if (waiting_ > most_ && started_ >= at_a_time_) {
    const auto refuse = TakeFromLongest().refuse;
    refuse();
  }
  Run();
}

void LoginQueue::Ended() {
  --started_;
  Run();
}

void LoginQueue::Run() {
  if (std::exchange(running_, true)) return;  // `start` has ended a login
  // Where a start throws, the queue goes on with the next call.
  const std::unique_ptr<bool, void (*)(bool*)> over(&running_, [](bool* on) { *on = false; });
  while (started_ < at_a_time_ && waiting_ > 0) {
    const Login login = TakeNext();
    ++started_;
    login.start();
  }
}

// The first login of the first user of the first address. Both go to the end of their line.
LoginQueue::Login LoginQueue::TakeNext() {
  OfAddress address = std::move(addresses_.front());
  addresses_.pop_front();
  OfUser user = std::move(address.users.front());
  address.users.pop_front();
  Login login = std::move(user.logins.front());
  user.logins.pop_front();
  if (!user.logins.empty()) address.users.push_back(std::move(user));
  --address.waiting;
  if (address.waiting > 0) addresses_.push_back(std::move(address));
  --waiting_;
  return login;
}

LoginQueue::Login LoginQueue::TakeFromLongest() {
  const auto address = std::ranges::max_element(addresses_, {}, &OfAddress::waiting);
  const auto user = std::ranges::max_element(address->users, {},
                                             [](const OfUser& one) { return one.logins.size(); });
  Login login = std::move(user->logins.back());
  user->logins.pop_back();
  if (user->logins.empty()) address->users.erase(user);
  if (--address->waiting == 0) addresses_.erase(address);
  --waiting_;
  return login;
}

void LoginQueue::Leave(std::uint64_t session) {
  for (auto address = addresses_.begin(); address != addresses_.end(); ++address) {
    for (auto user = address->users.begin(); user != address->users.end(); ++user) {
      const auto found = std::ranges::find(user->logins, session, &Login::session);
      if (found == user->logins.end()) continue;
      user->logins.erase(found);
      if (user->logins.empty()) address->users.erase(user);
      if (--address->waiting == 0) addresses_.erase(address);
      --waiting_;
      return;
    }
  }
}

}  // namespace mlf::server
