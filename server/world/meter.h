// Meter: the server's counters, shown by `/metrics`. This class itself counts nothing, which suits
// the simulation. Called from the server's thread.
#pragma once

#include <string_view>

namespace mlf::server {

class Meter {
 public:
  virtual ~Meter() = default;
  // An answered `act`; `result` is "accepted", "kept", "dup" or the code of the error. Which node
  // it was is not counted: with it the counters would tell what a seat has answered in secret.
  virtual void Action(std::string_view /*variant*/, std::string_view /*result*/) {}
  // From Journal::Append to its callback.
  virtual void JournalSeconds(double /*seconds*/) {}
  virtual void Timeout() {}   // a seat's deadline has passed
  virtual void Replayed() {}  // a match was rebuilt from its journal
  virtual void Resumed() {}   // a user came back to a match, or caught up after pushes were dropped
  // A connection was ended for what it takes of the server: "unread" (its client does not read),
  // "slow_sender" (what it sends does not become complete), "crowded" (too many bytes wait).
  virtual void Cut(std::string_view /*why*/) {}
  virtual void SlowCut() {}  // a connection was closed because its client read too slowly
};
inline Meter& NoMeter() {
  static Meter meter;
  return meter;
}

}  // namespace mlf::server
