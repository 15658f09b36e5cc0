#include "server/world/timer_queue.h"

namespace mlf::server {

Timers::Id TimerQueue::At(Ms when, std::function<void()> what) {
  const Id id = ++last_;
  const bool front = queue_.empty() || when < queue_.begin()->first.first;
  queue_.emplace(Key{when, id}, std::move(what));
  when_.emplace(id, when);
  if (front && wake_) wake_();
  return id;
}

void TimerQueue::Cancel(Id id) {
  const auto found = when_.find(id);
  if (found == when_.end()) return;
  queue_.erase({found->second, id});
  when_.erase(found);
}

std::optional<Ms> TimerQueue::Next() const {
  if (queue_.empty()) return std::nullopt;
  return queue_.begin()->first.first;
}

void TimerQueue::RunDue(Ms now) {
  while (!queue_.empty() && queue_.begin()->first.first <= now) {
    const auto first = queue_.begin();
    const std::function<void()> what = std::move(first->second);
    when_.erase(first->first.second);
    queue_.erase(first);
    what();
  }
}

}  // namespace mlf::server
