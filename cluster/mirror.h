// Mirror: all keys of a store below one prefix, kept up to date. It lists them, watches them, and
// lists them again where the store has forgotten changes.
#pragma once

#include "cluster/cluster_store.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace mlf::server {

class Mirror {
 public:
  // `changed` gets the rest of the key, behind the prefix. With `deleted` its value is empty. It is
  // called once for each key that the first listing has.
  using Changed = std::function<void(const std::string& name, const StoredKey& now, bool deleted)>;

  // `store` outlives it.
  Mirror(World world, ClusterStore& store, std::string prefix, Changed changed);
  ~Mirror();
  Mirror(const Mirror&) = delete;
  Mirror& operator=(const Mirror&) = delete;

  // By name. A deleted key is gone before `changed` is called.
  const std::map<std::string, StoredKey>& keys() const { return keys_; }
  const StoredKey* Find(const std::string& name) const {
    const auto found = keys_.find(name);
    return found == keys_.end() ? nullptr : &found->second;
  }
  // Whether the first listing is complete.
  bool ready() const { return ready_; }

 private:
  void List(const std::string& after);
  void Listed(const Listing& page);
  void Take(const StoredKey& now);
  void Remove(const std::string& name, Revision modified);

  const World world_;
  ClusterStore& store_;
  const std::string prefix_;
  const Changed changed_;
  std::map<std::string, StoredKey> keys_;
  bool ready_ = false;
  Revision from_ = 0;             // of the first page of a listing
  std::set<std::string> listed_;  // names in the pages so far
  ClusterStore::WatchId watch_ = 0;
  Timers::Id retry_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
