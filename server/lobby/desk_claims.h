// DeskClaims: whose desks are. In a cluster each desk runs at one node; without one, all desks are
// this server's, and nobody is asked.
#pragma once

#include "server/protocol/messages.h"

#include <cstdint>
#include <functional>
#include <string>

namespace mlf::server {

class DeskClaims {
 public:
  virtual ~DeskClaims() = default;
  enum class Claimed : std::uint8_t {
    kOurs,
    kTaken,  // another desk has its code
    kNo,     // no new desk can be this server's now
  };
  // Makes a new desk this server's, and its code the desk's. `done` runs later.
  virtual void Claim(const std::string& desk, const Json& summary,
                     std::function<void(Claimed)> done) = 0;
  // What everybody may know of the desk has changed: {"desk": Desk, "private", "quick", "watch"}.
  virtual void Changed(const std::string& desk, const Json& summary) = 0;
  // The desk has ended, or was never stored.
  virtual void Ended(const std::string& desk) = 0;
  // This server cannot run it.
  virtual void Refused(const std::string& desk) = 0;
  // Whether this server, the last one that ran the desk, knows that the act is not stored.
  virtual bool NeverTook(const std::string& /*desk*/, std::uint32_t /*match*/,
                         const std::string& /*user*/, const std::string& /*act*/) const {
    return false;
  }
};

// The answer to a request at a desk that has gone to another server meanwhile. It never reaches a
// client.
inline constexpr const char* kMoved = "moved";
// The same for an act that is surely not stored.
inline constexpr const char* kNeverTook = "never_took";

}  // namespace mlf::server
