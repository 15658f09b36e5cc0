// Meter: what the server counts. `/metrics` shows it; this class itself counts nothing, which is
// what the simulation wants. Called from the server's thread.
#pragma once

#include <string_view>

namespace mlf::server {

class Meter {
 public:
  virtual ~Meter() = default;
  // An `act` that was answered; `result` is "accepted", "kept", "dup" or the code of the error.
  virtual void Action(std::string_view /*variant*/, std::string_view /*node*/,
                      std::string_view /*result*/) {}
  // From Journal::Append to its callback.
  virtual void JournalSeconds(double /*seconds*/) {}
  virtual void Timeout() {}   // a seat's deadline has passed
  virtual void Replayed() {}  // a match was rebuilt from its journal
  virtual void Resumed() {}   // a user came back to a match, or caught up after pushes were dropped
  virtual void SlowCut() {}   // a connection was ended because it read too slowly
};
inline Meter& NoMeter() {
  static Meter meter;
  return meter;
}

}  // namespace mlf::server
