// Child: a program that reads lines from its input and writes lines to its output.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

namespace mlf::tools {

class Child {
 public:
  enum class Read { kLine, kSilent, kClosed, kTooLong };
  static constexpr std::size_t kLongestLine = 1 << 16;

  // Starts `command` by the shell. Its errors go where ours go.
  explicit Child(const std::string& command);
  // Ends the program, and what it has started.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool started() const { return pid_ > 0; }
  // False if the program no longer reads, or does not read within `limit`.
  bool Write(const std::string& line, std::chrono::milliseconds limit);
  // The next line without its end. What came before silence or the end is in `line`.
  Read ReadLine(std::string& line, std::chrono::milliseconds limit);
  // "exit status 1", "signal 11", "" while it runs.
  std::string End();

 private:
  pid_t pid_ = -1;
  int in_ = -1;   // its input
  int out_ = -1;  // its output
  std::string rest_;
};

}  // namespace mlf::tools
