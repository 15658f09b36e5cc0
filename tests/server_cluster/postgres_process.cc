#include "tests/server_cluster/postgres_process.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

namespace mlf::server::test {
namespace {

constexpr const char* kPrograms = "/usr/lib/postgresql/15/bin";

int FreePort() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ::bind(fd, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(fd);
  return ntohs(address.sin_port);
}

}  // namespace

bool PostgresProcess::Installed() {
  return std::filesystem::exists(fmt::format("{}/initdb", kPrograms)) &&
         (::geteuid() != 0 || ::getpwnam("postgres") != nullptr);
}

PostgresProcess::PostgresProcess() : port_(FreePort()) {
  std::string name = (std::filesystem::temp_directory_path() / "mlf_postgres_XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
  if (const passwd* user = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr; user != nullptr) {
    if (::chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0) return;
  }
  if (Run(fmt::format("initdb -D {}/data -A trust -U mlf --no-sync", folder_)) && Start())
    uri_ = fmt::format("postgres://mlf@127.0.0.1:{}/postgres", port_);
}

PostgresProcess::~PostgresProcess() {
  Stop();
  std::filesystem::remove_all(folder_);
}

bool PostgresProcess::Start() {
  return Run(fmt::format("pg_ctl -D {0}/data -w -l {0}/log -o '-p {1} -h 127.0.0.1 -k {0}' start",
                         folder_, port_));
}
void PostgresProcess::Stop() { Run(fmt::format("pg_ctl -D {}/data -m immediate stop", folder_)); }

bool PostgresProcess::Run(const std::string& command) const {
  const std::string as =
      ::geteuid() == 0 ? "setpriv --reuid postgres --regid postgres --clear-groups " : "";
  return std::system(
             fmt::format("cd {} && {}{}/{} > {}/out 2>&1", folder_, as, kPrograms, command, folder_)
                 .c_str()) == 0;
}

}  // namespace mlf::server::test
