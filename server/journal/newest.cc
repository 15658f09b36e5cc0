#include "server/journal/newest.h"

namespace mlf::server {

NewestStep NewestRows::Step(const std::string& desk, std::size_t records) {
  NewestStep step;
  if (all_) {
    step.all = true;
    step.below = first_;
    all_ = false;
  }
  if (records == 0) return step;
  Places::value_type& own = *waiting_.try_emplace(desk).first;
  for (; records > 0; --records) {
    step.places.push_back(next());
    own.second.push_back(next());
    rows_.push_back(&own);
  }
  if (own.second.size() >= limits_.of_desk) GoOn(own, step);
  if (rows_.size() <= limits_.all) return step;
  for (; rows_.size() > limits_.all - limits_.at_once; ++first_) {
    if (rows_.front() != nullptr) GoOn(*rows_.front(), step);
    rows_.pop_front();
  }
  step.below = first_;
  return step;
}

void NewestRows::GoOn(Places::value_type& desk, NewestStep& step) {
  for (const std::uint64_t place : desk.second) {
    rows_[static_cast<std::size_t>(place - first_)] = nullptr;
    step.go_on.push_back(place);
  }
  waiting_.erase(waiting_.find(desk.first));
}

void NewestRows::Failed() {
  first_ = next();
  rows_.clear();
  waiting_.clear();
  all_ = true;
}

}  // namespace mlf::server
