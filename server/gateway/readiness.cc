#include "server/gateway/readiness.h"

#include <boost/asio/io_context.hpp>

#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace mlf::server {
namespace {

constexpr int kBatch = 256;

int NewEpoll() {
  const int made = epoll_create1(EPOLL_CLOEXEC);
  if (made < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
  return made;
}

Transfer Outcome(ssize_t done) {
  if (done >= 0) return {.size = static_cast<std::size_t>(done)};
  const bool none = errno == EAGAIN || errno == EWOULDBLOCK;
  return {.none = none, .failed = !none};
}

// Signals may interrupt a call.
template <typename Call>
ssize_t Uninterrupted(Call&& call) {
  ssize_t done = 0;
  do {
    done = call();
  } while (done < 0 && errno == EINTR);
  return done;
}

}  // namespace

Readiness::Readiness(boost::asio::io_context& io) : io_(io), epoll_(io, NewEpoll()) {}

bool Readiness::Add(int socket, std::shared_ptr<User> user) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.fd = socket;
  if (epoll_ctl(epoll_.native_handle(), EPOLL_CTL_ADD, socket, &event) != 0) return false;
  std::shared_ptr<Table> table = table_.lock();
  const bool first = table == nullptr;
  if (first) table_ = table = std::make_shared<Table>();
  const auto at = static_cast<std::size_t>(socket);
  if (table->users.size() <= at) table->users.resize(at + 1);
  table->users[at] = std::move(user);
  ++table->count;
  if (first) Wait(std::move(table));
  return true;
}

void Readiness::Remove(int socket) {
  const std::shared_ptr<Table> table = table_.lock();
  const auto at = static_cast<std::size_t>(socket);
  if (table == nullptr || at >= table->users.size() || table->users[at] == nullptr) return;
  epoll_ctl(epoll_.native_handle(), EPOLL_CTL_DEL, socket, nullptr);
  const std::shared_ptr<User> removed = std::move(table->users[at]);
  if (--table->count != 0) return;
  // Without sockets the event loop has nothing to wait for here.
  table_.reset();
  epoll_.cancel();
}

void Readiness::Wait(std::shared_ptr<Table> table) {
  epoll_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                    [this, table = std::move(table)](boost::system::error_code error) mutable {
                      if (error || table_.lock() != table) return;  // canceled
                      Report(table);
                      if (table_.lock() == table) Wait(std::move(table));
                    });
}

void Readiness::Report(const std::shared_ptr<Table>& table) {
  std::array<epoll_event, kBatch> events;
  const int count = epoll_wait(epoll_.native_handle(), events.data(), kBatch, 0);
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    // An earlier user of the batch may have removed it.
    const std::shared_ptr<User> user = table->users[static_cast<std::size_t>(event.data.fd)];
    if (user == nullptr) continue;
    const bool ended = (event.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    user->OnReady(ended || (event.events & EPOLLIN) != 0, (event.events & EPOLLOUT) != 0, ended);
  }
}

Transfer Receive(int socket, char* to, std::size_t capacity) {
  Transfer got = Outcome(Uninterrupted([&] { return ::recv(socket, to, capacity, MSG_DONTWAIT); }));
  if (got.size == 0 && !got.none) got.failed = true;
  return got;
}

Transfer Transmit(int socket, const char* from, std::size_t size) {
  return Outcome(
      Uninterrupted([&] { return ::send(socket, from, size, MSG_DONTWAIT | MSG_NOSIGNAL); }));
}

}  // namespace mlf::server
