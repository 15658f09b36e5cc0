// ClusterStore: keys and values that all nodes of a cluster share, with transactions, leases and
// watches in the words of etcd v3. etcd keeps them (etcd_store.h); memory_cluster.h does in tests
// and in the simulation.
//
// The store decides every question of ownership: a node that has lost a key cannot write below it,
// because each transaction compares revisions. No decision depends on a clock.
#pragma once

#include "server/world/world.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

// Counts the changes of a store, from 1. 0 stands for a key that does not exist.
using Revision = std::int64_t;
// A lease of this store; 0 = none. Its keys are deleted when it ends.
using LeaseId = std::int64_t;

struct StoredKey {
  std::string key, value;
  Revision created = 0;   // revision at which the key came into being
  Revision modified = 0;  // revision of its last change
  LeaseId lease = 0;
};

// A transaction writes only if every comparison holds.
struct Comparison {
  enum class Field : std::uint8_t { kCreated, kModified };
  std::string key;
  Field field = Field::kCreated;
  Revision equals = 0;
};

struct Write {
  std::string key;
  std::optional<std::string> value;  // absent = the key is deleted
  LeaseId lease = 0;
  bool prefix = false;  // of a deletion: every key that begins with `key`
};

// At most 128 comparisons and 128 writes, kMostBytes in all (etcd's limits, with room for its own
// fields). No key is written twice. A store refuses a larger one, and logs it.
struct Transaction {
  static constexpr std::size_t kMostBytes = 1'400'000;

  std::vector<Comparison> comparisons;
  std::vector<Write> writes;

  // Of its keys and values.
  std::size_t Bytes() const {
    std::size_t bytes = 0;
    for (const Comparison& comparison : comparisons) bytes += comparison.key.size();
    for (const Write& write : writes)
      bytes += write.key.size() + (write.value ? write.value->size() : 0);
    return bytes;
  }
};

struct Committed {
  enum class Outcome : std::uint8_t {
    kWritten,
    kRefused,  // a comparison did not hold; nothing was written
    // No answer came. The transaction may have been written, or may yet be. Reading decides.
    kUnknown,
    // The store has reached its quota. The transaction may have been written, and will not be
    // later. Reading decides.
    kNoSpace,
  };
  Outcome outcome = Outcome::kUnknown;
  Revision revision = 0;  // of the store, unless unknown
};

struct Listing {
  std::vector<StoredKey> keys;  // in the order of their keys
  Revision revision = 0;        // of the store; all keys are as of it
};

// How much a store has, in bytes.
struct StoreSize {
  std::int64_t file = 0;  // the largest that it has been since it was last defragmented
  std::int64_t used = 0;  // of it
  bool full = false;      // it takes no writes: it has reached its quota
};

// What a watch sees, in the order of the changes.
struct Change {
  StoredKey now;         // `value` is empty where the key was deleted
  bool deleted = false;  // by a transaction, or with its lease
};

class ClusterStore {
 public:
  virtual ~ClusterStore() = default;

  // All calls are made on the server's thread. All callbacks run there, never inside the call.

  // Transactions of one store may overtake each other, unless one waits for the other's outcome.
  virtual void Commit(Transaction transaction, std::function<void(Committed)> done) = 0;
  // Every key that begins with `prefix`, linearizable; nothing where the store does not answer.
  // `limit` 0 = all. `after`: only keys behind this one.
  virtual void List(const std::string& prefix, std::size_t limit, const std::string& after,
                    std::function<void(std::optional<Listing>)> done) = 0;
  // The same, and waits for it; for starts and for takeovers of a desk.
  virtual std::optional<Listing> ListNow(const std::string& prefix, std::size_t limit = 0,
                                         const std::string& after = {}) = 0;

  // A lease that ends `ttl` after its last renewal; nothing where the store does not answer.
  virtual void Grant(Ms ttl, std::function<void(std::optional<LeaseId>)> done) = 0;
  // Renews the lease every `every` ms until `until`, or until it has ended. It does so by itself:
  // what the server's thread does meanwhile may take long. A call again sets `until`.
  virtual void Keep(LeaseId lease, Ms every, Ms until) = 0;
  struct Kept {
    Ms asked =
        0;  // when the newest renewal that the store has confirmed was asked for; 0 = none was
    bool ended = false;  // the store has said so
  };
  virtual Kept HowKept(LeaseId lease) const = 0;
  // Whether the store has the lease; nothing: no answer.
  virtual void HasLease(LeaseId lease, std::function<void(std::optional<bool>)> done) = 0;
  // Ends a lease and deletes its keys. True: there is no such lease any more. False: no answer.
  virtual void Revoke(LeaseId lease, std::function<void(bool)> done) = 0;

  // Of the member that is asked; nothing where it does not answer. A store that wraps another one
  // need not have this and the next one: they do nothing then.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): a store that has it keeps it
  virtual void Size(std::function<void(std::optional<StoreSize>)> /*done*/) {}
  // Forgets the changes up to this revision, which a watch may still want. The keys stay. A
  // revision that is to come, or an older one, does nothing.
  virtual void Compact(Revision /*upto*/) {}

  // Reports each change of keys that begin with `prefix`, from revision `from` on, without gaps.
  // Where the store has forgotten that revision (compaction), `lost` runs, and the watch ends: list
  // again. A broken connection is taken up again without a report.
  using WatchId = std::uint64_t;
  virtual WatchId Watch(const std::string& prefix, Revision from,
                        std::function<void(const Change&)> change, std::function<void()> lost) = 0;
  virtual void Unwatch(WatchId watch) = 0;
};

}  // namespace mlf::server
