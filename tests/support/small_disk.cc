#include "tests/support/small_disk.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace mlf::test {

OnSmallDisk RunOnSmallDisk(std::uint64_t bytes,
                           const std::function<int(std::string& output)>& work) {
  OnSmallDisk ran;
  int ends[2];
  if (::pipe(ends) != 0) return ran;
  std::fflush(nullptr);  // otherwise the child writes the parent's buffered output
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const int status = work(ran.output);
    (void)!::write(ends[1], ran.output.data(), ran.output.size());
    ::_exit(status);
  }
  ::close(ends[1]);
  char room[4096];
  for (ssize_t got; (got = ::read(ends[0], room, sizeof room)) > 0;)
    ran.output.append(room, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int how = 0;
  if (child > 0 && ::waitpid(child, &how, 0) == child && WIFEXITED(how))
    ran.status = WEXITSTATUS(how);
  return ran;
}

}  // namespace mlf::test
