#include "tools/console/finish_output.h"

#include <poll.h>
#include <unistd.h>

#include <iostream>

namespace mlf::tools {

namespace {

bool ReaderIsGone() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int FinishOutput(const Console& console, int status) {
  console.out.flush();
  if (console.out) return status;
  if (console.out.rdbuf() == std::cout.rdbuf() && ReaderIsGone()) return kReaderGone;
  return console.Fail(console.Format({"标准输出写不进去，磁盘可能已满；腾出空间后再运行一次",
                                      "the standard output cannot be written, as on a full disk; "
                                      "make room and run it again"}));
}

}  // namespace mlf::tools
