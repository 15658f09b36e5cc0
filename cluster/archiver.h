// Archiver: moves finished hands from the store of a cluster to the archive.
//
// A complete hand has a waiting key. A hash of the hand orders the hosts. The first one puts the
// hand into the archive, writes that it is there and the ids of its acts, and deletes its records,
// mark and key. Each step may be repeated: if a host dies, the next in the order goes on.
#pragma once

#include "cluster/archive.h"
#include "cluster/cluster_store.h"
#include "cluster/membership.h"
#include "server/world/world.h"

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf::server {

class Archiver {
 public:
  static constexpr Ms kEvery = 1000;
  static constexpr std::size_t kPage = 200;   // keys of a look at the store
  static constexpr std::size_t kChunk = 100;  // keys that a transaction deletes

  // All outlive it. Without an archive it only counts.
  Archiver(World world, ClusterStore& store, Membership& membership, Archive* archive);
  ~Archiver();
  Archiver(const Archiver&) = delete;
  Archiver& operator=(const Archiver&) = delete;

  // Hands that this node has moved since its start.
  std::uint64_t moved() const { return moved_; }
  // Complete hands in the store, as far as this node has seen.
  std::size_t waiting() const { return waiting_; }

 private:
  struct Hand {
    std::string desk;
    std::uint32_t match = 0, hand = 0;
    Revision waiting = 0;  // creation revision of its key
    std::string key() const;
  };
  struct Copied;

  void Tick();
  void Look();
  void Take(const Listing& page);
  bool IsOurs(const Hand& hand) const;
  void Next();
  void Read(std::function<void(const Listing&)> then);
  void Copy();
  void Put(Archive::Entries entries);
  void Move();
  void Move(const StoredKey& row);
  void Send();
  void Trouble(const std::string& what);

  const World world_;
  ClusterStore& store_;
  Membership& membership_;
  Archive* const archive_;
  bool looked_ = false;  // at all pages
  std::string after_;    // the last key of the page before
  std::size_t seen_ = 0, waiting_ = 0;
  std::deque<Hand> hands_;  // to be moved; the first one is under way
  std::deque<Transaction> moves_;
  std::set<std::string> texts_;  // those that the archive has
  std::uint64_t moved_ = 0;
  std::string trouble_;  // the last one that was logged
  Timers::Id tick_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
