// Load: measures the capacity of a server. Users only play, as fast as allowed, over the mlf.v1
// form. They read as little of other pushes as they need, so that the server is measured and not
// its clients. `Robot` checks everything.
#pragma once

#include "tools/robots/tally.h"
#include "tools/robots/wire.h"

#include <cstdint>
#include <iosfwd>
#include <string>

namespace mlf::robots {

struct LoadOptions {
  enum class What : std::uint8_t {
    kPlay,   // whole desks of users play
    kIdle,   // users are logged in and do nothing
    kDesks,  // one user in many matches with robots of the server: some acts each, then none
  };

  What what = What::kPlay;
  std::string server = "127.0.0.1:7080";
  TlsOptions tls;
  std::string variant = "xueliu";
  int connections = 1000;
  int desks = 0;         // kDesks: in total
  int acts = 20;         // kDesks: of each match
  int seats_of_kit = 0;  // kPlay: places taken by robots of the server
  int seconds = 10;
  int warm_up = 2;     // seconds that are not counted
  int per_second = 0;  // acts of all users together; 0 = as many as possible
};

// Plays, and prints one line of JSON. Returns false, with a line on `err`, after an error.
bool RunLoad(const LoadOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mlf::robots
