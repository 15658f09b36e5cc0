// Readiness: reports which sockets can be read or written. All of them are in one epoll, and the
// event loop waits for that as one descriptor. asio's own wait for a socket costs a system call for
// each message.
#pragma once

#include <utility>

#include <boost/asio/posix/stream_descriptor.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): Boost's name
}

namespace mlf::server {

class Readiness {
 public:
  class User {
   public:
    virtual ~User() = default;
    // Each change is reported once, so read and write until the socket would block. A short read
    // has taken everything, unless `ended`: the peer sends no more, or the connection is broken.
    virtual void OnReady(bool readable, bool writable, bool ended) = 0;
  };

  // Throws std::system_error if the system has no epoll left, as io_context does.
  explicit Readiness(boost::asio::io_context& io);

  boost::asio::io_context& io() { return io_; }
  // Keeps `user` until Remove, or until the io_context is destroyed. False: the system refuses.
  bool Add(int socket, std::shared_ptr<User> user);
  // Call it before the socket is closed.
  void Remove(int socket);

 private:
  // The pending wait owns it, so it goes with the io_context.
  struct Table {
    std::vector<std::shared_ptr<User>> users;  // by socket
    std::size_t count = 0;
  };

  void Wait(std::shared_ptr<Table> table);
  void Report(const std::shared_ptr<Table>& table);

  boost::asio::io_context& io_;
  boost::asio::posix::stream_descriptor epoll_;
  std::weak_ptr<Table> table_;  // none without sockets
};

// Nonblocking reads and writes of a socket. `none`: it would block.
struct Transfer {
  std::size_t size = 0;
  bool none = false;
  bool failed = false;  // also at the end of what the peer sends
};
Transfer Receive(int socket, char* to, std::size_t capacity);
Transfer Transmit(int socket, const char* from, std::size_t size);

}  // namespace mlf::server
