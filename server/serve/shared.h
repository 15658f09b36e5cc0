// What a server has where several share their desks, in place of its own database and beyond its
// lobby. cluster/node implements it; a server without a cluster has none of it.
#pragma once

#include "server/config/config.h"
#include "server/host/variant_shelf.h"
#include "server/http/tables.h"
#include "server/journal/accounts.h"
#include "server/journal/journal.h"
#include "server/journal/pool.h"
#include "server/journal/seal.h"
#include "server/lobby/lobby.h"
#include "server/lobby/request_handler.h"
#include "server/world/world.h"

#include <mlf/flow/result.h>

#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): Boost's name
}

namespace mlf::server {

// A server as one of several. It takes desks from its first moment on.
class SharedNode {
 public:
  virtual ~SharedNode() = default;
  // What gateways have instead of the lobby.
  virtual RequestHandler& router() = 0;
  // Where other nodes reach this one.
  virtual const std::string& address() const = 0;
  // False while it is not in its cluster, drains, or cannot store an act.
  virtual bool ready() const = 0;
  // Calls `then` once, when the node has joined.
  virtual void WhenJoined(std::function<void()> then) = 0;
  // Gives its desks to other nodes, between hands.
  virtual void Drain() = 0;
  // Gives them up now; others take them at once.
  virtual void Leave(const std::function<void()>& done) = 0;
  // Sets what is the cluster's.
  virtual void Count(Tables::Counts& counts) const = 0;
};

// What all servers keep in one place. It outlives the lobby, and the node does not.
class SharedStorage {
 public:
  virtual ~SharedStorage() = default;
  virtual Journal& journal() = 0;
  virtual Accounts& accounts() = 0;
  // Faults: it cannot take streams of other nodes, or its archive cannot be used.
  virtual Result<std::unique_ptr<SharedNode>> Begin(Lobby& lobby, VariantShelf& variants) = 0;
};

// All outlive the storage.
struct SharedParts {
  const ServerConfig& config;
  boost::asio::io_context& io;
  World world;
  const Seal& seal;
  const std::string& folder;
  Pool& passwords;
  std::function<void(std::function<void()>)> post;
  std::function<void(const std::string&)> warn;
};
// Joins the cluster of the settings. It waits for a store that is silent, and warns that it does.
using OpenShared = std::function<Result<std::unique_ptr<SharedStorage>>(const SharedParts&)>;

}  // namespace mlf::server
