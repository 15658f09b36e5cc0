// Router: what the gateways of a cluster have instead of a lobby. It knows who is connected here,
// and brings each request to the host that runs its desk. A user is in the lobby of each host where
// he has a desk.
//
// A request whose host dies waits for the next one. Acts are sent again: their ids make them count
// once.
#pragma once

#include "cluster/host_streams.h"
#include "cluster/membership.h"
#include "cluster/mirror.h"
#include "cluster/placement.h"
#include "server/config/config.h"
#include "server/host/variant_shelf.h"
#include "server/journal/accounts.h"
#include "server/lobby/door.h"
#include "server/lobby/request_handler.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlf::server {

class Router final : public RequestHandler, private HostStreams::Listener {
 public:
  struct Parts {
    const ServerConfig& config;
    World world;
    ClusterStore& store;
    Membership& membership;
    Placement& placement;
    Accounts& accounts;
    VariantShelf& variants;
    HostStreams& streams;
    // Desks on their way count for their host. False is a planted fault.
    bool counts_coming = true;
  };

  explicit Router(const Parts& parts);
  ~Router() override;
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;

  void Opened(Session& session) override;
  void Handle(Session& session, Request request, Ms read_at, Reply reply) override;
  void Closed(Session& session) override;
  void Resume(Session& session) override;
  // To everybody who has logged in here.
  void Tell(const push::Notice& notice);

 private:
  // A request on its way to a host.
  struct Flight {
    std::uint64_t number = 0;
    Request request;
    Reply reply;
    std::string desk;  // where it goes; empty: to the least loaded host
    std::string node;  // where it is; empty = it waits
    Ms begun = 0;
    Ms next = 0;                            // it is not tried again before, unless its desk changes
    std::optional<request::Quick> quick{};  // it is a join for this
    std::set<std::string> tried{};          // desks that were full for it
    std::shared_ptr<void> coming{};         // counts a new desk as its host's
  };
  struct Client {
    Session* session = nullptr;
    std::optional<User> user{};
    std::string token{};
    Revision epoch = 0;
    std::set<std::string> opened{};           // hosts that know it
    std::map<std::string, Revision> shown{};  // by desk: the epoch of its newest push
    std::optional<Flight> flight{};
  };

  // ---- HostStreams::Listener ----
  void StreamUp(const std::string& node) override;
  void StreamDown(const std::string& node) override;
  void Received(const std::string& node, ToGateway frame) override;

  void LogIn(Session& session, const request::Login& login, const Reply& reply);
  void SignIn(std::uint64_t number, const LoggedIn& login, const Reply& reply);
  void Entered(std::uint64_t number, const LoggedIn& login, Revision epoch, const Reply& reply);
  void SignOut(Client& client);
  void OtherLogin(const std::string& user, Revision epoch);
  Json PublicDesks(const std::optional<std::string>& variant) const;
  void ChooseQuick(Flight& flight, const std::string& user);
  bool SitsAtTooMany(const Client& client) const;
  void Dispatch(Client& client);
  std::string NodeOf(Flight& flight, Client& client);
  std::shared_ptr<void> CountComing(const std::string& node) const;
  bool WaitsTooLong(const Flight& flight) const;
  void Leave(Flight& flight);
  void Again(Client& client);
  void Finish(Client& client, Answer answer);
  void Open(Client& client, const std::string& node, bool overs);
  void OpenAtDesks(Client& client);
  void DeskChanged(const std::string& desk, Placement::News news);
  void Index(const std::string& desk, const PlacedDesk* placed);
  void Tick();
  Client* ClientOf(std::uint64_t number);
  std::vector<std::uint64_t> Flying(const std::function<bool(const Flight&)>& which);
  const std::string& HolderOf(const std::string& desk) const;

  const Parts parts_;
  const World world_;
  Placement& placement_;
  HostStreams& streams_;
  Door door_;
  std::uint64_t flights_ = 0;
  std::map<std::uint64_t, Client> clients_;                // by number of their session
  std::set<std::uint64_t> flying_;                         // sessions with a request under way
  std::unordered_map<std::string, std::uint64_t> online_;  // by user
  // From the summaries: where users sit, and which desk has a code.
  std::unordered_map<std::string, std::set<std::string>> desks_of_;
  std::unordered_map<std::string, std::set<std::string>> told_by_;  // without a seat there
  std::unordered_map<std::string, std::vector<std::string>> users_of_;
  std::unordered_map<std::string, std::string> codes_, code_of_;
  // Desks that a host has announced, and the store has not yet.
  struct Announced {
    std::string node;
    std::shared_ptr<void> coming;
  };
  std::unordered_map<std::string, Announced> announced_;
  // New desks that this gateway has asked hosts for, until the store tells of them.
  const std::shared_ptr<Placement::Loads> coming_ = std::make_shared<Placement::Loads>();
  Timers::Id tick_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Mirror sessions_;
};

}  // namespace mlf::server
