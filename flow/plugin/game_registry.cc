#include <mlf/flow/game_registry.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace mlf {

namespace {

void RequireNew(bool added, std::string_view what, std::string_view id) {
  if (!added)
    throw std::invalid_argument("two " + std::string(what) + " are called " + std::string(id));
}

// A plug-in that uses our nodes brings copies of their events, with the same words.
bool MeanTheSame(const EventType& one, const EventType& other) {
  return one.other_words || other.other_words || (one.zh == other.zh && one.en == other.en);
}

// The registry in use. Those before it are kept, because flows and variants refer to them.
struct GamesInUse {
  std::mutex lock;
  std::deque<GameRegistry> all;
  std::atomic<const GameRegistry*> last = nullptr;

  void Use(GameRegistry games) {
    games.CheckEventIds();
    all.push_back(std::move(games));
    last.store(&all.back(), std::memory_order_release);
  }
};

GamesInUse& InUse() {
  static GamesInUse in_use;
  return in_use;
}

}  // namespace

void GameRegistry::AddVariant(VariantFiles variant) {
  RequireNew(FindVariant(variant.id) == nullptr, "variants", variant.id);
  variants_.push_back(std::move(variant));
}

const VariantFiles* GameRegistry::FindVariant(std::string_view id) const {
  const auto found = std::ranges::find(variants_, id, &VariantFiles::id);
  return found == variants_.end() ? nullptr : &*found;
}

void GameRegistry::AddPieces(std::string_view id, const PieceText& text) {
  RequireNew(pieces_.emplace(id, &text).second, "kinds of pieces", id);
}

const PieceText* GameRegistry::FindPieces(std::string_view id) const {
  const auto found = pieces_.find(id);
  return found == pieces_.end() ? nullptr : found->second;
}

void GameRegistry::AddEventTypes(std::span<const EventType* const> types) {
  event_types_.insert(event_types_.end(), types.begin(), types.end());
}

void GameRegistry::CheckEventIds() const {
  std::vector<const EventType*> all = EventTypes();
  all.insert(all.end(), event_types_.begin(), event_types_.end());
  std::map<std::string_view, std::vector<const EventType*>> by_id;
  for (const EventType* type : all) {
    for (const EventType* other : by_id[type->id]) {
      if (MeanTheSame(*type, *other)) continue;
      throw std::invalid_argument("two kinds of events are called " + std::string(type->id) +
                                  ": \"" + std::string(other->en) + "\" and \"" +
                                  std::string(type->en) + "\"; give yours another id");
    }
    by_id[type->id].push_back(type);
  }
}

std::vector<std::string> GameRegistry::PieceIds() const {
  std::vector<std::string> ids;
  for (const auto& [id, text] : pieces_) ids.push_back(id);
  return ids;
}

const GameRegistry& AllGames() {
  GamesInUse& in_use = InUse();
  const GameRegistry* games = in_use.last.load(std::memory_order_acquire);
  if (games == nullptr) {
    const std::lock_guard guard(in_use.lock);
    if (in_use.last.load(std::memory_order_relaxed) == nullptr) {
      GameRegistry all;
      RegisterAllGames(all);
      in_use.Use(std::move(all));
    }
    games = in_use.last.load(std::memory_order_relaxed);
  }
  return *games;
}

const Registry& AllParts() { return AllGames(); }

void UseGames(const GameRegistry& games) {
  GamesInUse& in_use = InUse();
  const std::lock_guard guard(in_use.lock);
  in_use.Use(games);
}

}  // namespace mlf
