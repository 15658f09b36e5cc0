#include "tools/mjai/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>

namespace mlf::tools {

namespace {

using Clock = std::chrono::steady_clock;

// Milliseconds until `end`, at least 0, for poll.
int Left(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
  return left.count() < 0 ? 0 : static_cast<int>(left.count());
}

// Waits until `file` is ready. False when the time is over.
bool Wait(int file, short events, Clock::time_point end) {
  for (;;) {
    pollfd one{file, events, 0};
    const int ready = ::poll(&one, 1, Left(end));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return true;
  }
}

// As write. Where nobody reads any more, its SIGPIPE would end this process, so it is taken away.
ssize_t WriteWithoutSignal(int file, const char* from, std::size_t size) {
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t wrote = ::write(file, from, size);
  const int error = errno;
  if (wrote < 0 && error == EPIPE) {
    const std::timespec at_once{};
    sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return wrote;
}

}  // namespace

Child::Child(const std::string& command) {
  std::array<int, 2> in{}, out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0) return;
  if (::pipe2(out.data(), O_CLOEXEC) != 0) {
    ::close(in[0]);
    ::close(in[1]);
    return;
  }
  pid_ = ::fork();
  if (pid_ == 0) {
    ::setpgid(0, 0);
    ::signal(SIGPIPE, SIG_DFL);
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  in_ = in[1];
  out_ = out[0];
  if (pid_ > 0) ::setpgid(pid_, pid_);
  ::fcntl(in_, F_SETFL, O_NONBLOCK);
  ::fcntl(out_, F_SETFL, O_NONBLOCK);
}

Child::~Child() {
  if (in_ >= 0) ::close(in_);
  if (out_ >= 0) ::close(out_);
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool Child::Write(const std::string& line, std::chrono::milliseconds limit) {
  const std::string text = line + "\n";
  const Clock::time_point end = Clock::now() + limit;
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = WriteWithoutSignal(in_, text.data() + done, text.size() - done);
    if (wrote > 0) {
      done += static_cast<std::size_t>(wrote);
    } else if (errno == EAGAIN) {
      if (!Wait(in_, POLLOUT, end)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

Child::Read Child::ReadLine(std::string& line, std::chrono::milliseconds limit) {
  const Clock::time_point end = Clock::now() + limit;
  for (;;) {
    const std::size_t at = rest_.find('\n');
    if (at != std::string::npos) {
      line = rest_.substr(0, at);
      if (line.ends_with('\r')) line.pop_back();
      rest_.erase(0, at + 1);
      return Read::kLine;
    }
    line = rest_;
    if (rest_.size() > kLongestLine) return Read::kTooLong;
    if (!Wait(out_, POLLIN, end)) return Read::kSilent;
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(out_, buffer.data(), buffer.size());
    if (got > 0) {
      rest_.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      return Read::kClosed;
    }
  }
}

std::string Child::End() {
  if (pid_ <= 0) return "it could not be started";
  int status = 0;
  // The output may be closed a moment before the program ends.
  for (int tries = 0; tries < 20; ++tries) {
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                 : "exit status " + std::to_string(WEXITSTATUS(status));
    }
    ::usleep(10000);
  }
  return {};
}

}  // namespace mlf::tools
