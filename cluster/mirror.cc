#include "cluster/mirror.h"

#include <utility>
#include <vector>

namespace mlf::server {
namespace {

constexpr std::size_t kPage = 500;  // a gRPC answer has at most 4 MB
constexpr Ms kListAgain = 200;

}  // namespace

Mirror::Mirror(World world, ClusterStore& store, std::string prefix, Changed changed)
    : world_(world), store_(store), prefix_(std::move(prefix)), changed_(std::move(changed)) {
  List({});
}

Mirror::~Mirror() {
  *alive_ = false;
  world_.timers.Cancel(retry_);
  if (watch_ != 0) store_.Unwatch(watch_);
}

void Mirror::List(const std::string& after) {
  if (after.empty()) {
    from_ = 0;
    listed_.clear();
  }
  store_.List(prefix_, kPage, after, [this, alive = alive_](const std::optional<Listing>& page) {
    if (!*alive) return;
    if (page) return Listed(*page);
    retry_ = world_.timers.At(world_.clock.Steady() + kListAgain, [this] {
      retry_ = 0;
      List({});
    });
  });
}

void Mirror::Listed(const Listing& page) {
  const std::shared_ptr<bool> alive = alive_;
  if (from_ == 0) from_ = page.revision;
  for (const StoredKey& key : page.keys) {
    listed_.insert(key.key.substr(prefix_.size()));
    Take(key);
    if (!*alive) return;
  }
  if (page.keys.size() == kPage) return List(page.keys.back().key);
  std::vector<std::string> gone;
  for (const auto& [name, key] : keys_) {
    if (!listed_.contains(name)) gone.push_back(name);
  }
  for (const std::string& name : gone) {
    Remove(name, page.revision);
    if (!*alive) return;
  }
  ready_ = true;
  watch_ = store_.Watch(
      prefix_, from_ + 1,
      [this](const Change& change) {
        if (change.deleted)
          Remove(change.now.key.substr(prefix_.size()), change.now.modified);
        else
          Take(change.now);
      },
      [this] {
        watch_ = 0;
        List({});
      });
}

// A later page of a listing may be newer than a change.
void Mirror::Take(const StoredKey& now) {
  const std::string name = now.key.substr(prefix_.size());
  StoredKey& known = keys_[name];
  if (known.modified >= now.modified) return;
  known = now;
  changed_(name, StoredKey(now), false);
}

void Mirror::Remove(const std::string& name, Revision modified) {
  const auto found = keys_.find(name);
  if (found == keys_.end() || found->second.modified > modified) return;
  StoredKey gone = found->second;
  gone.value.clear();
  gone.modified = modified;
  keys_.erase(found);
  changed_(name, gone, true);
}

}  // namespace mlf::server
