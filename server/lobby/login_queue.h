// LoginQueue: logins that need a password hash. A hash takes 64 MB and a core for a tenth of a
// second, so two run at a time and the others wait for their turn.
//
// Always: addresses take turns, and so do the users of one address. A client that logs in again and
// again therefore delays others by one hash, however many connections it has. A full queue drops
// the newest login of the user with the most, at the address with the most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace mlf::server {

class LoginQueue {
 public:
  struct Login {
    std::uint64_t session = 0;
    std::string address, user;
    std::function<void()> start;   // its turn has come; Ended follows, in the call or later
    std::function<void()> refuse;  // the queue was full
  };

  LoginQueue(std::size_t at_a_time, std::size_t most) : at_a_time_(at_a_time), most_(most) {}

  // Starts or refuses it, now or later.
  void Enter(Login login);
  // A started login has its result.
  void Ended();
  // The session is gone: its login does not start any more.
  void Leave(std::uint64_t session);
  std::size_t waiting() const { return waiting_; }

 private:
  struct OfUser {
    std::string user;
    std::deque<Login> logins;
  };
  struct OfAddress {
    std::string address;
    std::deque<OfUser> users;  // whose turn is next, first
    std::size_t waiting = 0;
  };

  void Run();
  Login TakeNext();
  Login TakeFromLongest();

  const std::size_t at_a_time_, most_;
  std::deque<OfAddress> addresses_;  // whose turn is next, first
  std::size_t waiting_ = 0, started_ = 0;
  bool running_ = false;  // Run is on the stack
};

}  // namespace mlf::server
