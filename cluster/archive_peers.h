// The archives of nodes are read by other nodes: a hand is in the files of two hosts only. An
// answer comes from a thread of its own, so a node that waits for one can give one.
#pragma once

#include "cluster/archive.h"
#include "server/journal/seal.h"
#include "server/world/world.h"

#include <mlf/flow/result.h>

#include <memory>
#include <optional>
#include <string>

namespace mlf::server {

// Answers other nodes from `archive`, until it is destroyed. Both ends prove that they have `key`.
class ArchiveServer {
 public:
  // At "ADDRESS:PORT". Fault G01: it cannot listen there.
  static Result<std::unique_ptr<ArchiveServer>> Listen(const std::string& where, Archive& archive,
                                                       const SecretKey& key);
  ~ArchiveServer();
  ArchiveServer(const ArchiveServer&) = delete;
  ArchiveServer& operator=(const ArchiveServer&) = delete;

  const std::string& address() const { return address_; }

 private:
  struct Impl;
  explicit ArchiveServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

  std::shared_ptr<Impl> impl_;
  std::string address_;
};

// A key of the archive of the node at `address`. Waits a second at most. Nothing where it has no
// such key; throws std::runtime_error where it does not answer.
std::optional<std::string> AskArchive(const std::string& address, const SecretKey& secret,
                                      const std::string& key);

}  // namespace mlf::server
