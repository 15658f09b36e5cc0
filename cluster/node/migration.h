// Moving everything of a server between a SQLite database and the store of a cluster: desks, their
// matches, accounts. Nobody else may use either of them meanwhile. Secrets stay sealed, so both
// have the same secret key.
#pragma once

#include "cluster/cluster_journal.h"
#include "cluster/cluster_store.h"
#include "server/journal/seal.h"
#include "server/journal/sqlite.h"

#include <mlf/flow/result.h>

#include <functional>
#include <string>
#include <vector>

namespace mlf::server {

struct Migrated {
  std::size_t desks = 0, matches = 0, users = 0;
  std::vector<std::string> left_out;  // "desk: why", of damaged desks
};

class Migration {
 public:
  // Writes a transaction, and waits for the answer.
  using Commit = std::function<Committed(Transaction transaction)>;

  Migration(ClusterStore& store, const Seal& seal, Commit commit)
      : store_(store), seal_(seal), commit_(std::move(commit)) {}

  // From `db`, whose name is `source`, to a store without any key. A migration that was interrupted
  // is done again; until it ends, no node can join. Faults: D07 another secret key, D10 the store
  // does not answer, D13 it is not empty.
  Result<Migrated> ToStore(Connection& db, const std::string& source);
  // To `db`, a database that is empty. Faults: D07, D09, D10, D13 a node is live, D14 hands are not
  // in the archive. Throws SqlError.
  Result<Migrated> ToDatabase(Connection& db, const ClusterJournal::ReadArchive& read_archive,
                              Ms now);

 private:
  Faults Begin(const std::string& source);
  // Throws std::runtime_error where the store is silent.
  void Put(const std::vector<StoredKey>& keys);
  void PutOne(const Transaction& transaction);
  Listing Read(const std::string& prefix, std::size_t limit = 0, const std::string& after = {});
  void PutAccounts(Connection& db, Migrated& moved);
  void PutDesk(const WholeDesk& desk);
  void TakeAccounts(Connection& db, Ms now, Migrated& moved);

  ClusterStore& store_;
  const Seal& seal_;
  const Commit commit_;
};

}  // namespace mlf::server
