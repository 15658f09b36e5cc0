// An etcd of one member, on free ports and in a folder of its own, for as long as the object lives.
#pragma once

#include <sys/types.h>

#include <string>

namespace mlf::server::test {

class EtcdProcess {
 public:
  // Whether etcd can be started here.
  static bool Installed();

  // With `tls`, the files TLS.crt and TLS.key of both sides: only who has them may connect.
  explicit EtcdProcess(std::string tls = {});
  ~EtcdProcess();
  EtcdProcess(const EtcdProcess&) = delete;
  EtcdProcess& operator=(const EtcdProcess&) = delete;

  const std::string& endpoint() const { return endpoint_; }  // "127.0.0.1:2379"
  // Forgets all changes up to this revision. False: it did not.
  bool Compact(long revision) const;
  // kill -9, and a start on the same data.
  void Kill();
  void Start();

 private:
  const std::string tls_, endpoint_, peers_;
  std::string folder_;
  pid_t process_ = 0;
};

}  // namespace mlf::server::test
