// Pool: runs long work, such as a password hash, outside the server's thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace mlf::server {

class Pool {
 public:
  virtual ~Pool() = default;
  // Runs `work` elsewhere, then `done` on the server's thread. Returns false and runs nothing while
  // all workers are busy.
  virtual bool Start(std::function<void()> work, std::function<void()> done) = 0;
};

class ThreadPool final : public Pool {
 public:
  // `post` runs something on the server's thread.
  ThreadPool(std::size_t threads, std::function<void(std::function<void()>)> post);
  // Waits for running work; its `done` may still be posted.
  ~ThreadPool() override;
  bool Start(std::function<void()> work, std::function<void()> done) override;

 private:
  void Run();

  const std::function<void(std::function<void()>)> post_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::function<void()>, std::function<void()>>> queue_;
  std::size_t free_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace mlf::server
