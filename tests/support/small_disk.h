// A process with a limit on file sizes, which simulates a full disk.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace mlf::test {

struct OnSmallDisk {
  int status = -1;     // result of the function; -1 if the process ended otherwise
  std::string output;  // text that the function wrote to its argument
};
// Runs `work` in a child process, in which a write beyond `bytes` fails with EFBIG.
OnSmallDisk RunOnSmallDisk(std::uint64_t bytes,
                           const std::function<int(std::string& output)>& work);

}  // namespace mlf::test
