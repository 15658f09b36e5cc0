// A PostgreSQL on a free port and in a folder of its own, for as long as the object lives.
#pragma once

#include <string>

namespace mlf::server::test {

class PostgresProcess {
 public:
  // Whether PostgreSQL can be started here; it refuses to run as root, so root needs the user
  // `postgres`.
  static bool Installed();

  PostgresProcess();
  ~PostgresProcess();
  PostgresProcess(const PostgresProcess&) = delete;
  PostgresProcess& operator=(const PostgresProcess&) = delete;

  // "postgres://..."; empty where it does not run.
  const std::string& uri() const { return uri_; }
  void Stop();
  bool Start();

 private:
  bool Run(const std::string& command) const;

  std::string folder_, uri_;
  int port_ = 0;
};

}  // namespace mlf::server::test
