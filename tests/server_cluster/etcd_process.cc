#include "tests/server_cluster/etcd_process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mlf::server::test {
namespace {

bool OnPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    if (::access((folders.substr(0, end) + "/" + program).c_str(), X_OK) == 0) return true;
    folders.erase(0, end + 1);
  }
  return false;
}

// "127.0.0.1:PORT", which nobody listens on.
std::string FreeAddress() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ::bind(fd, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(fd);
  return fmt::format("127.0.0.1:{}", ntohs(address.sin_port));
}

}  // namespace

bool EtcdProcess::Installed() { return OnPath("etcd"); }

EtcdProcess::EtcdProcess(std::string tls)
    : tls_(std::move(tls)), endpoint_(FreeAddress()), peers_("http://" + FreeAddress()) {
  std::string name = (std::filesystem::temp_directory_path() / "mlf_etcd_XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
  Start();
}

EtcdProcess::~EtcdProcess() {
  Kill();
  std::filesystem::remove_all(folder_);
}

void EtcdProcess::Start() {
  const std::string clients = (tls_.empty() ? "http://" : "https://") + endpoint_;
  // Short times, so that it starts soon and has leases of a second.
  std::vector<std::string> words = {"etcd",
                                    "--name",
                                    "m",
                                    "--data-dir",
                                    folder_ + "/data",
                                    "--listen-client-urls",
                                    clients,
                                    "--advertise-client-urls",
                                    clients,
                                    "--listen-peer-urls",
                                    peers_,
                                    "--initial-advertise-peer-urls",
                                    peers_,
                                    "--initial-cluster",
                                    "m=" + peers_,
                                    "--heartbeat-interval",
                                    "10",
                                    "--election-timeout",
                                    "100"};
  if (!tls_.empty()) {
    words.insert(words.end(), {"--cert-file", tls_ + ".crt", "--trusted-ca-file", tls_ + ".crt",
                               "--key-file", tls_ + ".key"});
    words.emplace_back("--client-cert-auth");
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string log = folder_ + "/log";
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ != 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(out, 1);
  ::dup2(out, 2);
  ::execvp("etcd", arguments.data());
  ::_exit(1);
}

void EtcdProcess::Kill() {
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

bool EtcdProcess::Compact(long revision) const {
  return std::system(fmt::format("ETCDCTL_API=3 etcdctl --endpoints {} compaction {} > {} 2>&1",
                                 endpoint_, revision, folder_ + "/compaction")
                         .c_str()) == 0;
}

}  // namespace mlf::server::test
