// The certificates by which the nodes of a cluster know each other. A node has a folder with
// ca.crt, tls.crt and tls.key (PEM); the name of the node is a DNS name of its certificate.
#pragma once

#include <mlf/flow/result.h>
#include "server/world/world.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

// Until when a node may use this folder. Fault S06: it cannot be read, its key is open to others or
// another certificate's, or the certificate is another node's or not one of ca.crt.
Result<Ms> CertificatesEnd(const std::string& folder, const std::string& node);

// Warns at once and each day where they end within 30 days.
class CertificateWatch {
 public:
  using Warn = std::function<void(const std::string&)>;
  CertificateWatch(World world, std::string folder, std::string node, Warn warn)
      : world_(world), folder_(std::move(folder)), node_(std::move(node)), warn_(std::move(warn)) {
    Look();
  }
  ~CertificateWatch() { world_.timers.Cancel(again_); }
  CertificateWatch(const CertificateWatch&) = delete;
  CertificateWatch& operator=(const CertificateWatch&) = delete;

 private:
  void Look();

  const World world_;
  const std::string folder_, node_;
  const Warn warn_;
  Timers::Id again_ = 0;
};

struct ClusterCerts {
  std::string folder;
  std::vector<std::string> nodes{};
  int days = 398;
};
// mlf-server cluster-certs: makes FOLDER/ca.crt and FOLDER/ca.key where there are none, and
// FOLDER/NODE/ for each node, anew.
Faults MakeClusterCerts(const ClusterCerts& wanted);
int RunClusterCerts(const ClusterCerts& wanted, std::ostream& out, std::ostream& err);

}  // namespace mlf::server
