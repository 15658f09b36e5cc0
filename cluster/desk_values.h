// The values of a desk's keys, and a desk or a hand read from them. Values are JSON, except sealed
// keys. Each has the epoch of its writer, so that no two nodes write the same value.
#pragma once

#include "cluster/cluster_store.h"
#include "server/journal/stored_rows.h"
#include "server/journal/whole_desk.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server::values {

std::string Of(const std::string& desk, const DeskRow& row, Revision epoch);
// `texts`: the name of its texts, hex.
std::string Of(const std::string& desk, const MatchHead& head, const std::string& texts,
               Revision epoch);
// An array of the columns of SQLite's table `records`, from `kind` on; then the epoch and the
// record's chain value.
std::string Of(const Record& record, Revision epoch);
std::string OfSealed(const HandMark& mark, Revision epoch);
std::string Of(const std::string& desk, const HandEnd& end, Revision epoch);
std::string Of(const MatchEnd& end, Revision epoch);
// Of a hand that is in the archive. (Earlier versions named nodes here, with an archive each.)
inline constexpr const char* kArchived = "[]";
// What an act is answered with when it comes again, of each record that has an id.
std::string OfActs(const std::vector<Record>& records);

// ---- reading; all throw Damage ----

Record RecordOf(std::uint32_t match, std::uint64_t number, const std::string& value);
std::string OverOf(const std::string& value);
// Their numbers, ids and answers; nothing else.
std::vector<Record> ActsOf(std::uint32_t match, const std::string& value);
// The name of its texts, hex.
std::string TextsOf(std::uint32_t match, const std::string& head);
// How many records of the match are before the hand.
std::uint64_t NumberOf(std::uint32_t match, std::uint32_t hand, const std::string& mark);
std::string SecretOf(std::uint32_t match, std::uint32_t hand, const std::string& end);

// The keys of a match, by their numbers. They point into a listing.
struct MatchKeys {
  const StoredKey* head = nullptr;
  const StoredKey* over = nullptr;
  std::map<std::uint64_t, const StoredKey*> records;
  std::map<std::uint32_t, const StoredKey*> marks, keys, ends, archived;
};
struct DeskKeys {
  const StoredKey* row = nullptr;
  std::map<std::uint32_t, MatchKeys> matches;
  std::map<std::uint32_t, std::vector<const StoredKey*>> acts;  // of archived hands, by match
};
// Keys below keys::Desk(desk).
DeskKeys Sorted(const std::string& desk, const std::vector<StoredKey>& keys);

// The texts of a variant by their name; throws Damage where they are missing.
using Texts = std::function<std::string(const std::string& name)>;

DeskRow RowOf(const std::string& desk, const std::string& value);
// A desk that has not ended.
StoredDesk DeskOf(const std::string& desk, const DeskKeys& keys, const Seal& seal,
                  const Texts& texts);
// Nothing if the hand is not finished, or not here any more. `whole`: the match has no other
// records than the hand's.
std::optional<StoredHand> HandOf(const std::string& desk, std::uint32_t match, std::uint32_t hand,
                                 const MatchKeys& keys, const Seal& seal, const Texts& texts,
                                 bool whole = false);

// Keys and values in one text of bytes, and again; throws Damage.
std::string Packed(const std::vector<const StoredKey*>& keys);
std::vector<StoredKey> Unpacked(std::string_view packed);

// ---- desks that are moved to another kind of journal ----

// `keys` has those of archived hands too.
WholeDesk WholeOf(const std::string& desk, const DeskKeys& keys, const Texts& texts);
// All keys below keys::Desk(desk), and those of its texts and replays, and of hands that wait for
// the archive.
std::vector<StoredKey> KeysOf(const WholeDesk& desk);

}  // namespace mlf::server::values
