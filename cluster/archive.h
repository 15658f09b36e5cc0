// Archive: where finished hands go from the store of a cluster. It has keys and values that never
// change (cluster_keys.h: hands, replay links, texts of variants). All nodes have the same one: a
// PostgreSQL, or a folder that each of them reaches.
#pragma once

#include "server/journal/pool.h"

#include <mlf/flow/result.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

class Archive {
 public:
  using Entries = std::vector<std::pair<std::string, std::string>>;

  // `pool` outlives the entries that are put, and not this object.
  explicit Archive(Pool& pool) : pool_(pool) {}
  virtual ~Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  // `done` gets an empty text when all of them are durable, else why they are not. The newest value
  // of a key counts: after a restore of the store a hand may have been played again.
  void Put(Entries entries, const std::function<void(const std::string& fault)>& done);
  // Nothing where it has no such key. On any thread; throws std::runtime_error where it cannot be
  // read now.
  virtual std::optional<std::string> Get(const std::string& key) = 0;

 private:
  // In a worker of the pool. Throws std::exception.
  virtual void Write(const Entries& entries) = 0;

  Pool& pool_;
};

// The archive of the setting: "postgres://..." or a folder.
Result<std::unique_ptr<Archive>> OpenArchive(const std::string& place, Pool& pool);

// A file for each key, with the key as its path. The folder itself is there: a file system that is
// not mounted is not written to. Fault D02: it cannot be written.
Result<std::unique_ptr<Archive>> OpenFolderArchive(const std::string& path, Pool& pool);

// "postgres://USER:PASSWORD@HOST:PORT/DATABASE", as PostgreSQL's own programs take it; the table is
// made where it is not there. Faults: D11 it cannot be used, D12 this program was built without
// libpqxx.
Result<std::unique_ptr<Archive>> OpenPostgresArchive(const std::string& uri, Pool& pool);

}  // namespace mlf::server
