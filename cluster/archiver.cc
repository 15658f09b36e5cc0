#include "cluster/archiver.h"

#include "cluster/cluster_keys.h"
#include "cluster/desk_values.h"
#include "server/journal/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace mlf::server {
namespace {

using Field = Comparison::Field;

constexpr std::size_t kNumberDigits = 10;  // of a number in a key

std::optional<std::uint32_t> NumberIn(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.size() != kNumberDigits || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

}  // namespace

std::string Archiver::Hand::key() const { return keys::Waiting(desk, match, hand); }

Archiver::Archiver(World world, ClusterStore& store, Membership& membership, Archive* archive)
    : world_(world), store_(store), membership_(membership), archive_(archive) {
  Tick();
}

Archiver::~Archiver() {
  *alive_ = false;
  world_.timers.Cancel(tick_);
}

void Archiver::Tick() {
  tick_ = world_.timers.At(world_.clock.Steady() + kEvery, [this] {
    tick_ = 0;
    if (!membership_.joined()) return Tick();
    looked_ = false;
    after_ = keys::kWaiting;
    seen_ = 0;
    Look();
  });
}

// Page by page.
void Archiver::Look() {
  if (looked_) {
    waiting_ = seen_;
    return Tick();
  }
  store_.List(keys::kWaiting, kPage, after_,
              [this, alive = alive_](const std::optional<Listing>& page) {
                if (!*alive) return;
                if (!page) return Tick();
                Take(*page);
                Next();
              });
}

void Archiver::Take(const Listing& page) {
  looked_ = page.keys.size() < kPage;
  if (!looked_) after_ = page.keys.back().key;
  for (const StoredKey& key : page.keys) {
    // DESK/MATCH/HAND.
    const std::string_view rest =
        std::string_view(key.key).substr(std::string_view(keys::kWaiting).size());
    const std::size_t desk = rest.find('/');
    if (desk == std::string_view::npos || rest.size() != desk + 2 * (kNumberDigits + 1)) continue;
    const auto match = NumberIn(rest.substr(desk + 1, kNumberDigits));
    const auto hand = NumberIn(rest.substr(desk + 2 + kNumberDigits));
    if (!match || !hand) continue;
    ++seen_;
    Hand one{std::string(rest.substr(0, desk)), *match, *hand, key.created};
    if (archive_ != nullptr && IsOurs(one)) hands_.push_back(std::move(one));
  }
}

// Each live host has its rank for a hand; the first one moves it.
bool Archiver::IsOurs(const Hand& hand) const {
  std::pair<std::uint64_t, std::string> first{~std::uint64_t{0}, ""};
  for (const auto& [name, node] : membership_.nodes()) {
    if (node.host) first = std::min(first, {Sum(hand.desk, hand.match, hand.hand, name), name});
  }
  return first.second == membership_.name();
}

void Archiver::Next() {
  moves_.clear();
  hands_.empty() ? Look() : Copy();
}

// What the store has of the match of the first hand.
void Archiver::Read(std::function<void(const Listing&)> then) {
  const Hand& hand = hands_.front();
  store_.List(keys::Match(hand.desk, hand.match), 0, {},
              [this, alive = alive_, then = std::move(then)](const std::optional<Listing>& match) {
                if (!*alive) return;
                if (!match) return Trouble("the store of the cluster does not answer");
                try {
                  then(*match);
                } catch (const Damage& damage) {
                  Trouble(damage.what());
                }
              });
}

// A hand that gives trouble is left for the next time.
void Archiver::Trouble(const std::string& what) {
  const Hand& hand = hands_.front();
  const std::string line =
      fmt::format("match {}, hand {} waits for its archive: {}", hand.match, hand.hand, what);
  if (trouble_ != line) world_.log.Warning({.desk = hand.desk}, line);
  trouble_ = line;
  hands_.pop_front();
  Next();
}

// The keys of the store that a hand consists of. The record before the first one belongs to it too.
struct Archiver::Copied {
  Copied(const Hand& hand, const Listing& listing)
      : sorted(values::Sorted(hand.desk, listing.keys)), match(sorted.matches[hand.match]) {
    const auto mark_at = match.marks.find(hand.hand);
    if (mark_at == match.marks.end() || match.head == nullptr) return;  // it is moved already
    mark = mark_at->second;
    first = values::NumberOf(hand.match, hand.hand, mark->value);
    if (const auto next = match.marks.find(hand.hand + 1); next != match.marks.end()) {
      last = values::NumberOf(hand.match, hand.hand + 1, next->second->value);
      keeps_last = true;
    } else if (!match.records.empty()) {
      last = match.records.rbegin()->first;
    }
    // Hands are moved in their order: the record before this one is the last of the one before.
    is_first = mark_at == match.marks.begin();
    if (const auto key = match.keys.find(hand.hand); key != match.keys.end())
      own.push_back(key->second);
    if (const auto found = match.ends.find(hand.hand); found != match.ends.end())
      end = found->second;
  }
  template <typename What>
  void EachRecord(What&& what) const {
    for (auto record = match.records.lower_bound(first);
         record != match.records.end() && record->first <= last; ++record)
      what(record->first, *record->second);
  }

  values::DeskKeys sorted;
  values::MatchKeys& match;
  const StoredKey* mark = nullptr;
  const StoredKey* end = nullptr;     // absent: the match was over before
  std::vector<const StoredKey*> own;  // its wall's key
  std::uint64_t first = 0, last = 0;  // records
  bool keeps_last = false;            // the next hand needs it
  bool is_first = false;              // of those that are left
};

void Archiver::Copy() {
  Read([this](const Listing& listing) {
    const Hand& hand = hands_.front();
    const Copied copied(hand, listing);
    // A part of it may be gone: the archive has it already.
    if (copied.mark == nullptr || copied.match.archived.contains(hand.hand)) return Move();
    std::vector<const StoredKey*> parts{copied.match.head, copied.mark};
    parts.insert(parts.end(), copied.own.begin(), copied.own.end());
    if (copied.end != nullptr) parts.push_back(copied.end);
    copied.EachRecord([&](std::uint64_t, const StoredKey& record) { parts.push_back(&record); });
    Archive::Entries entries{{keys::Hand(hand.desk, hand.match, hand.hand), values::Packed(parts)}};
    if (copied.end != nullptr)
      entries.emplace_back(keys::Secret(values::SecretOf(hand.match, hand.hand, copied.end->value)),
                           fmt::format("{}/{}/{}", hand.desk, hand.match, hand.hand));
    const std::string texts = values::TextsOf(hand.match, copied.match.head->value);
    if (texts_.contains(texts)) return Put(std::move(entries));
    const std::string key = keys::Texts(texts);
    store_.List(key, 1, {},
                [this, alive = alive_, key, texts,
                 entries = std::move(entries)](const std::optional<Listing>& found) mutable {
                  if (!*alive) return;
                  if (!found || found->keys.empty() || found->keys.front().key != key)
                    return Trouble("the texts of its variant cannot be read");
                  entries.emplace_back(key, found->keys.front().value);
                  Put(std::move(entries));
                });
  });
}

void Archiver::Put(Archive::Entries entries) {
  std::string texts;
  if (entries.back().first.starts_with(keys::Texts("")))
    texts = entries.back().first.substr(keys::Texts("").size());
  archive_->Put(std::move(entries), [this, alive = alive_, texts](const std::string& fault) {
    if (!*alive) return;
    if (!fault.empty()) return Trouble("the archive: " + fault);
    if (!texts.empty()) texts_.insert(texts);
    Move();
  });
}

// The row first: with its end a desk loses the ids of its acts.
void Archiver::Move() {
  const std::string key = keys::Row(hands_.front().desk);
  store_.List(key, 1, {}, [this, alive = alive_, key](const std::optional<Listing>& row) {
    if (!*alive) return;
    if (!row || row->keys.empty() || row->keys.front().key != key)
      return Trouble("its desk cannot be read");
    Move(row->keys.front());
  });
}

void Archiver::Move(const StoredKey& row) {
  Read([this, row](const Listing& listing) {
    const Hand& hand = hands_.front();
    const bool row_ended = values::RowOf(hand.desk, row.value).ended;
    const Copied copied(hand, listing);
    std::vector<Write> writes;
    if (copied.mark != nullptr) {
      if (!copied.is_first) {  // the one before it waits still
        hands_.pop_front();
        return Next();
      }
      const std::string& desk = hand.desk;
      if (!copied.match.archived.contains(hand.hand)) {
        std::vector<Record> acts;
        copied.EachRecord([&](std::uint64_t number, const StoredKey& record) {
          if (number > copied.first)
            acts.push_back(values::RecordOf(hand.match, number, record.value));
        });
        writes.push_back({keys::Archived(desk, hand.match, hand.hand), values::kArchived});
        // A desk that has ended needs no ids.
        if (!row_ended)
          writes.push_back({keys::Acts(desk, hand.match, hand.hand), values::OfActs(acts)});
      }
      copied.EachRecord([&](std::uint64_t number, const StoredKey& record) {
        if (number < copied.last || !copied.keeps_last)
          writes.push_back({.key = record.key, .value = std::nullopt});
      });
      for (const StoredKey* key : copied.own)
        writes.push_back({.key = key->key, .value = std::nullopt});
      if (copied.end != nullptr)
        writes.push_back(
            {.key = keys::Secret(values::SecretOf(hand.match, hand.hand, copied.end->value)),
             .value = std::nullopt});
      // Without its mark it is moved.
      writes.push_back({.key = copied.mark->key, .value = std::nullopt});
    }
    writes.push_back({.key = hand.key(), .value = std::nullopt, .prefix = true});
    for (std::size_t i = 0; i < writes.size(); i += kChunk) {
      Transaction& one = moves_.emplace_back();
      one.comparisons.push_back({hand.key(), Field::kCreated, hand.waiting});
      if (i == 0) one.comparisons.push_back({row.key, Field::kModified, row.modified});
      one.writes.assign(
          writes.begin() + static_cast<std::ptrdiff_t>(i),
          writes.begin() + static_cast<std::ptrdiff_t>(std::min(writes.size(), i + kChunk)));
    }
    Send();
  });
}

// The next transaction of the move; a move that was cut short is repeated from the next look on.
void Archiver::Send() {
  if (moves_.empty()) {
    ++moved_;
    hands_.pop_front();
    return Next();
  }
  Transaction one = std::move(moves_.front());
  moves_.pop_front();
  store_.Commit(std::move(one), [this, alive = alive_](const Committed& committed) {
    if (!*alive) return;
    if (committed.outcome == Committed::Outcome::kWritten) return Send();
    hands_.pop_front();
    Next();
  });
}

}  // namespace mlf::server
