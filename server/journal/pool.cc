#include "server/journal/pool.h"

namespace mlf::server {

ThreadPool::ThreadPool(std::size_t threads, std::function<void(std::function<void()>)> post)
    : post_(std::move(post)), free_(threads) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool ThreadPool::Start(std::function<void()> work, std::function<void()> done) {
  {
    const std::lock_guard lock(mutex_);
    if (free_ == 0) return false;
    --free_;
    queue_.emplace_back(std::move(work), std::move(done));
  }
  changed_.notify_one();
  return true;
}

void ThreadPool::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stop_ || !queue_.empty(); });
    if (stop_) return;
    auto [work, done] = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    work();
    lock.lock();
    ++free_;
    post_(std::move(done));
  }
}

}  // namespace mlf::server
