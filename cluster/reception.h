// Reception: the sessions that gateways have at this host. For the lobby they are sessions as any
// others.
#pragma once

#include "cluster/host_streams.h"
#include "cluster/placement.h"
#include "server/lobby/lobby.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace mlf::server {

class Reception final : public HostEntrance {
 public:
  // Both outlive it.
  Reception(World world, Lobby& lobby, const Placement& placement)
      : world_(world), lobby_(lobby), placement_(placement) {}
  ~Reception() override;
  Reception(const Reception&) = delete;
  Reception& operator=(const Reception&) = delete;

  void Up(const std::string& gateway, Sender send) override;
  void Received(const std::string& gateway, ToHost frame) override;
  void Down(const std::string& gateway) override;

 private:
  class Guest;
  struct Stream {
    Sender send;
    std::map<std::uint64_t, std::shared_ptr<Guest>> guests;  // by the gateway's number
  };

  void Open(Stream& stream, const ToHost& frame);

  const World world_;
  Lobby& lobby_;
  const Placement& placement_;
  std::uint64_t last_ = 0;
  std::map<std::string, Stream> streams_;
  std::map<std::string, Revision> epochs_;  // by user: the newest login
};

}  // namespace mlf::server
