// A process in which no file grows beyond a limit: what a full disk does to a program, without one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace mlf::test {

struct OnSmallDisk {
  int status = -1;   // what the function returned; -1 where the process was ended otherwise
  std::string said;  // what the function wrote into its argument
};
// Runs `work` in a process of its own, in which a write that makes a file longer than `bytes` fails
// with EFBIG.
OnSmallDisk RunOnSmallDisk(std::uint64_t bytes, const std::function<int(std::string& said)>& work);

}  // namespace mlf::test
