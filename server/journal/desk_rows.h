// The rows of desks: how a commit is stored, and how a desk or a hand is read and checked.
#pragma once

#include "server/journal/journal.h"
#include "server/journal/newest.h"
#include "server/journal/sqlite.h"
#include "server/journal/stored_rows.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

struct RowCommit : SealedCommit {
  using SealedCommit::SealedCommit;

  NewestStep newest;
  // Looks for each act before it is stored. Otherwise the caller knows that it is new.
  bool may_be_known = true;
};

// All of the following throw SqlError.

// ---- the parts of a commit ----
void StoreRow(Connection& db, const std::string& desk, const DeskRow& row);
void StoreHead(Connection& db, const std::string& desk, const MatchHead& head);
// At its last place, behind those of its match that are there.
void StoreOldRecord(Connection& db, const std::string& desk, const Record& record);
void StoreSealedMark(Connection& db, const std::string& desk, const HandMark& sealed);
void StoreSealedKey(Connection& db, const std::string& desk, std::uint32_t match,
                    std::uint32_t hand, const std::string& sealed);
void StoreHandEnd(Connection& db, const std::string& desk, const HandEnd& end);
// What persons have of it, for their profiles. What is there already stays as it is.
void StoreResults(Connection& db, const std::string& desk, const HandEnd& end);
void StoreResults(Connection& db, const std::string& desk, const MatchEnd& end);
void StoreEnd(Connection& db, const std::string& desk, const MatchEnd& end);
// They throw Damage. EndOf: columns hand, number, secret, sum.
MatchHead ReadHead(Connection& db, const std::string& desk, std::uint32_t match);
std::vector<Record> ReadAllRecords(Connection& db, const std::string& desk, std::uint32_t match);
HandEnd EndOf(const Rows& row, const std::string& desk, std::uint32_t match);

void StoreCommit(Connection& db, const RowCommit& sealed);
// Moves the oldest rows of `newest` to their places, at most `rows` (-1: all). False: there was
// none.
bool MoveOldest(Connection& db, int rows);
// For a database with damaged pages: each row of `newest` that can be read goes on by itself, and
// the table begins anew. The old one stays as `damaged_1`, `damaged_2` ...
void SalvageNewest(Connection& db);

// Ids of the desks that have not ended, in order.
std::vector<std::string> OpenDesks(Connection& db);
// The matches in play, without damaged heads: desk and head.
std::vector<std::pair<std::string, MatchHead>> ReadHeadsInPlay(Connection& db);
// Nothing if it is not stored or has ended; throws Damage.
std::optional<StoredDesk> ReadDesk(Connection& db, const Seal& seal, const std::string& desk);
// The hands of a match that have a mark, in order, and one mark, opened; it throws Damage.
std::vector<std::uint32_t> HandsWithMarks(Connection& db, const std::string& desk,
                                          std::uint32_t match);
HandMark ReadMark(Connection& db, const Seal& seal, const std::string& desk, std::uint32_t match,
                  std::uint32_t hand);
// Nothing if the hand is not finished; throws Damage.
std::optional<StoredHand> ReadHand(Connection& db, const Seal& seal, const std::string& desk,
                                   std::uint32_t match, std::uint32_t hand);
std::optional<StoredHand> ReadHand(Connection& db, const Seal& seal, const std::string& secret);
// `newest`: it may also be among the newest records, which takes longer.
std::optional<Record> ReadAct(Connection& db, const std::string& desk, std::uint32_t match,
                              const std::string& user, const std::string& id, bool newest = true);
// User and id of each accepted act of a match.
std::vector<std::pair<std::string, std::string>> ReadActIds(Connection& db, const std::string& desk,
                                                            std::uint32_t match);
std::uint32_t CountHands(Connection& db, const std::string& desk, std::uint32_t match);
std::vector<std::pair<std::string, std::string>> ReadOvers(Connection& db, const std::string& user);

}  // namespace mlf::server
