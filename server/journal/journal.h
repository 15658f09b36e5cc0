// Journal: the durable memory of desks. Every acknowledged fact is stored first. A killed server
// can therefore continue.
//
// A desk is the unit: its commits become durable in the order given, each of them completely or not
// at all. The embedded form is SQLite (sqlite_journal.h). A cluster's store can replace it, so
// nothing here refers to files.
#pragma once

#include "server/world/world.h"

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mlf::server {

// Who decided an action.
enum class DecidedBy : std::uint8_t { kPlayer, kTimeout, kAuto, kRobot, kVote, kServer };
std::string_view DecidedByName(DecidedBy by);  // "player"

// One accepted action of a match, or another decision that a replay needs (kind).
struct Record {
  enum class Kind : std::uint8_t {
    kAction,  // `action` went into the engine
    kAuto,    // a seat switched 托管: `action` is "on" or "off"
    kVote,    // a vote: `action` is "open", "agree", "no", "dissolved" or "continued"
  };

  Kind kind = Kind::kAction;
  std::uint32_t match = 0;   // counts from 1 at a desk
  std::uint32_t hand = 0;    // counts from 0, as in View
  std::uint64_t number = 0;  // place in the match, from 1 without gaps
  std::uint32_t seq = 0;     // the last step that clients have seen after it
  int seat = -1;
  std::string user;    // id; empty if no person decided it
  std::string id;      // the client's own id of its `act`; empty = none
  std::string action;  // one line of text (mlf/flow/text.h), the window's number included
  std::uint64_t body =
      0;  // hash of ask, node, pieces, value as sent; equal ids must have equal hashes
  std::uint32_t mine = 0;  // how many actions of this user the match has accepted, this included
  bool kept = false;       // the window still waits for other seats
  DecidedBy by = DecidedBy::kPlayer;
  Ms at = 0;                   // wall time
  Ms deadline = 0;             // wall time of the window's deadline; 0 = none
  std::int32_t extra_ms = 0;   // extra time the seat has left after it
  std::string salt;            // 32 bytes from the client, or empty
  std::uint64_t hash = 0;      // keyed hash of the Records after it
  std::uint64_t previous = 0;  // chain: hash of the record before it; 0 for the first
};
// The value `previous` of the record after `record`.
std::uint64_t ChainHash(const Record& record);

// A desk before, between and after matches. `text` is JSON of the lobby's own.
struct DeskRow {
  std::string text;
  std::string code;    // six digits, unique among desks that have not ended
  bool ended = false;  // the memory may drop it
};

// Everything a match needs to continue under the rules it began with.
struct MatchHead {
  std::uint32_t match = 0;
  std::string variant;      // id
  std::string texts;        // JSON: name -> text of the variant's files, its bases included
  std::string options;      // JSON: name -> value; `preset` where they are those of one
  std::string fingerprint;  // 16 hex digits
};

// The table at the first rest of a hand, and the host's counters. A replay begins here.
struct HandMark {
  std::uint32_t match = 0;
  std::uint32_t hand = 0;
  std::uint64_t number = 0;  // records of the match before it
  std::string records;       // bytes of Records; stored sealed
  std::string host;          // JSON of the host's counters; stored sealed
  std::string salts;         // JSON: by person, 64 hex digits or null
};

// The secret from which a hand's wall is computed. It is drawn before the hand is due and stored
// sealed.
struct HandKey {
  std::uint32_t match = 0;
  std::uint32_t hand = 0;
  std::array<std::uint8_t, 32> key{};
};

// What a finished hand is for one person in it, of profiles.
struct HandResult {
  std::string user;
  std::int64_t points = 0;
  bool won = false;       // once or more
  bool dealt_in = false;  // another seat won by its tile
};

// A finished hand, readable by everybody who has the link.
struct HandEnd {
  std::uint32_t match = 0;
  std::uint32_t hand = 0;
  std::uint64_t number = 0;           // records of the match up to its end
  std::string secret;                 // of its replay link
  std::vector<HandResult> results{};  // of persons; empty where the hand was broken off
};

// What a match is for one person in it.
struct MatchResult {
  std::string user;
  int place = 0;  // 1 is the first; 0: the match ended without scores
  std::int64_t points = 0;
};

struct MatchEnd {
  std::uint32_t match = 0;
  std::string over;                    // JSON of the `over` push
  std::vector<std::string> users;      // users to whom it was not sent yet
  std::vector<MatchResult> results{};  // of persons
  int places = 0;                      // of persons and robots
  bool dissolved = false;
};

// All changes of one decision at one desk. Absent members do not change.
struct Commit {
  std::string desk;
  std::optional<DeskRow> row;
  std::optional<MatchHead> head;
  std::vector<Record> records;
  std::optional<HandMark> mark;
  std::vector<HandKey> keys;
  std::optional<HandEnd> hand_end;
  std::optional<MatchEnd> match_end;
  std::vector<std::string> over_seen;  // users who have now been sent the last `over`
};

enum class Outcome : std::uint8_t {
  kDurable,
  // A write or sync failed, so the commit may or may not be stored. The journal has been opened
  // again, and its content now decides. Every later commit that is not yet durable has this outcome
  // too.
  kUnknown,
  // Of a journal that several nodes share: this node does not hold the desk any more. Another node
  // decides whether this commit is stored. Drop the desk.
  kLost,
};

// A desk as it was stored.
struct StoredDesk {
  std::string desk;
  DeskRow row;
  // Of the unfinished match, if there is one: the newest mark and the records after it.
  std::optional<MatchHead> head;
  std::optional<HandMark> mark;
  std::vector<Record> records;
  std::vector<HandKey> keys;       // of hands that have not ended, and of the newest
  std::vector<HandEnd> hand_ends;  // of the match that has not ended
};

struct StoredHand {
  MatchHead head;
  HandMark mark;
  HandKey key;
  // In order, with the answers after its end that began the next hand.
  std::vector<Record> records;
  HandEnd end;
};

class Journal {
 public:
  virtual ~Journal() = default;

  // Calls back on the server's thread, later than this call, for each desk in the order of the
  // calls.
  virtual void Append(Commit commit, std::function<void(Outcome)> done) = 0;
  // Commits that wait to become durable.
  virtual std::size_t pending() const = 0;
  // False while no write can become durable (a full disk).
  virtual bool healthy() const = 0;

  // Calls `reads`, which calls the functions below, then `done` with its result. Where the journal
  // cannot be read now, `done` gets nothing and the reason. A journal in the store of a cluster
  // does so later, and calls `reads` again for each part that it has to fetch: `reads` changes
  // nothing.
  template <typename Reads>
  void Read(Reads reads,
            std::function<void(std::optional<std::invoke_result_t<Reads>>, const std::string& why)>
                done) {
    const auto result = std::make_shared<std::optional<std::invoke_result_t<Reads>>>();
    Attempt([reads = std::move(reads), result] { *result = reads(); },
            [result, done = std::move(done)](const std::string& why) {
              if (!why.empty()) result->reset();
              done(std::move(*result), why);
            });
  }

  // The functions below answer at once. In the store of a cluster they wait for it, unless Read has
  // called them: the server's thread calls them through Read only.

  // The accepted act of this id, durable or still pending; nothing if there is none. Throws if the
  // journal cannot be read now.
  virtual std::optional<Record> FindAct(const std::string& desk, std::uint32_t match,
                                        const std::string& user, const std::string& id) = 0;
  // Unfinished desks, in the order of their ids. Calls `desk` for each. A desk with damaged rows
  // goes to `damaged` with a report and does not affect the others. This and LoadDesk throw
  // std::runtime_error if the disk cannot be read.
  virtual void LoadDesks(
      const std::function<void(StoredDesk)>& desk,
      const std::function<void(std::string desk, std::string report)>& damaged) = 0;
  // One of them, after an unknown outcome; nothing if it is not stored. Throws if the journal
  // cannot be read now.
  virtual std::optional<StoredDesk> LoadDesk(const std::string& desk) = 0;
  // A finished hand: by place, or by the secret of its replay link.
  virtual std::optional<StoredHand> LoadHand(const std::string& desk, std::uint32_t match,
                                             std::uint32_t hand) = 0;
  virtual std::optional<StoredHand> LoadHand(const std::string& secret) = 0;
  // The number of finished hands of a match.
  virtual std::uint32_t FinishedHands(const std::string& desk, std::uint32_t match) = 0;
  // `over` pushes that were not sent to `user` yet: desk and JSON.
  virtual std::vector<std::pair<std::string, std::string>> PendingOvers(
      const std::string& user) = 0;

  // Read, without the type of its result. `done` gets why the journal cannot be read; empty: it
  // was.
  virtual void Attempt(const std::function<void()>& reads,
                       std::function<void(const std::string& why)> done) {
    std::string why;
    try {
      reads();
    } catch (const std::exception& fault) {
      why = fault.what();
    }
    done(why);
  }
};

}  // namespace mlf::server
