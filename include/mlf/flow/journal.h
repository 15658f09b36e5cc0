/// \file
/// Journal: all that is needed to play a match again bit for bit: variant, fingerprint, options,
/// seed, and every action.
///
/// Actions stand in it as text (see text.h), so names and never indices: a journal outlives the
/// process and the order of nodes. It may hold refused actions, which a replay verifies are refused
/// with the same code. At the first rest of each hand stands a mark with the state of the table,
/// match-scope slots and all: replay can start at any hand, and a match that goes another way is
/// noticed in the hand it does.
///
/// Text form, one line an entry; each line ends with a running check over everything up to it, so
/// an altered line is named:
///
/// ```
///   mlf-journal 1 #1f0c
///   variant xueliu #9a31
///   fingerprint 0123456789abcdef #77d0
///   option cap none #03be
///   seed 42 #a4f1
///   hand 0 5f3c01...16 digits state 1b00(37)2a... #c210
///   0 exchange_three 147p #5e5e
///   ! 2 peng 5p @7 not_asked #81aa
///   end 2 0123456789abcdef #0b1d
/// ```
///
/// A match played with a Chance has `seed 0`. Before the mark of the first hand, and before each
/// action that begins another, stands the chance of that hand, its wall with the next draw first:
///
/// ```
///   chance 1 00f1e2d3c4b5a697 5m3p3p1s9m... #44d0
/// ```
///
/// `given BYTES` follows the seed where slots were filled before the start, `position` where a
/// match began at its mark.
///
/// Binary form: the bytes "MLFJ", one byte version, then records of u32 length, u32 CRC-32,
/// content; little-endian. A content is a line of the text form without its check, except that a
/// state is bytes. The CRC runs over the CRC before it and the content, so a record lost between
/// two whole ones is noticed too. Length and CRC tell a torn write from a whole record.
///
/// Faults:
///   J01 no journal, or of another version
///   J02 header line missing, twice or wrong
///   J03 altered: the check does not fit
///   J04 a line that means nothing
///   J05 truncated: there is no end
///   J06 something after the end
///   J07 the end counts other than was read
///   J08 another fingerprint, or other seats
///   J09 a line that this flow cannot read
///   J10 an accepted action is refused now
///   J11 a refused action is accepted now, or refused with another code
///   J12 the hand goes another way; the slots that differ
///   J13 the final hash differs
///   J14 no such hand or step
///   J15 the stream takes no more
///   J16 a state that is damaged (Flow::Validate)
///   J17 a hand begins, and its chance is missing
///   J18 the chance of a hand that does not begin there, or for the second time
///   J19 a chance that does not fit the flow: its wall is not made of the pieces in play
#pragma once

#include <mlf/flow/chance.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlf {

struct JournalEntry {
  enum class Kind : std::uint8_t { kAction, kRefused, kHand, kChance };

  Kind kind = Kind::kAction;
  std::string
      action;  ///< kAction, kRefused: "2 peng 5p"; with `@ask` where it is not the window's own
  RefusalCode code = RefusalCode::kNone;  ///< kRefused
  std::uint32_t hand = 0;                 ///< kHand, kChance: its number, from 0
  std::uint64_t hash = 0;                 ///< kHand: Records::Hash
  std::string state;                      ///< kHand: the bytes of the records in use
  std::uint64_t seed = 0;                 ///< kChance: HandChance::seed
  std::string wall;                       ///< kChance: as FormatPieces writes it; may be empty
  int line = 0;  ///< line or record it was read from; 0 = not read from anywhere

  bool is_action() const { return kind == Kind::kAction || kind == Kind::kRefused; }

  /// The place does not count.
  friend bool operator==(const JournalEntry& a, const JournalEntry& b) {
    return a.kind == b.kind && a.action == b.action && a.code == b.code && a.hand == b.hand &&
           a.hash == b.hash && a.state == b.state && a.seed == b.seed && a.wall == b.wall;
  }
};

struct Journal {
  std::string variant;
  std::string fingerprint;  ///< 16 hex digits
  std::vector<std::pair<std::string, std::string>> options;
  std::uint64_t seed = 0;  ///< 0 where the match was played with a Chance
  std::string given;  ///< bytes of the records before the start, where slots were filled beforehand
                      ///< (a given wall); empty = nothing was
  bool position = false;  ///< begins at the position of its first mark, not with Flow::Start
  std::vector<JournalEntry> entries;
  std::optional<std::uint64_t> final_hash;  ///< set = it was ended, and is whole
  std::string file;                         ///< where it was read from, for messages

  /// Actions of the journal, accepted and refused: what the `step` of Explain counts, from 1.
  int Steps() const;
};

enum class JournalForm : std::uint8_t { kText, kBinary };

/// Appends a journal to a stream as it happens. Every call writes whole lines or records and
/// flushes. When the stream fails (a full disk), the call answers with the fault J15, and so does
/// every later one: what was written before stays readable, and nothing is written behind a record
/// that may be cut.
class JournalWriter {
 public:
  /// `file` is what the stream writes to, for messages.
  JournalWriter(std::ostream& out, JournalForm form, FileName file = {})
      : out_(out), form_(form), file_(std::move(file)) {}

  /// The head: everything of `journal` but entries and end. Once, before all else.
  [[nodiscard]] std::optional<Fault> Begin(const Journal& journal);
  [[nodiscard]] std::optional<Fault> Append(const JournalEntry& entry);
  [[nodiscard]] std::optional<Fault> End(std::uint64_t final_hash);

 private:
  std::optional<Fault> Put(const std::string& content);

  std::ostream& out_;
  JournalForm form_;
  FileName file_;
  std::uint32_t check_ = 0;
  std::uint64_t entries_ = 0;
  std::optional<Fault> fault_;
};

std::string WriteJournal(const Journal& journal, JournalForm form);

struct JournalRead {
  Journal journal;            ///< every whole entry, in order
  std::optional<Fault> stop;  ///< where and why reading stopped before the end of a whole journal
};
/// Reads either form, told apart by its first bytes; any bytes are safe to read. Without a whole
/// head there is no journal: a fault. What comes after is read as far as it is whole; `strict`
/// makes a stop a fault.
Result<JournalRead> ReadJournal(std::string_view bytes, const std::string& file, bool strict);
Result<JournalRead> ReadJournalFile(const std::string& path, bool strict);

/// Plays and keeps the journal. With a writer, entries go there as they happen; they are also kept
/// in memory unless told otherwise.
class Recorder {
 public:
  explicit Recorder(const Flow& flow, JournalWriter* writer = nullptr, bool keep_entries = true);

  void Start(Records& records, std::uint64_t seed, Response& response, Trace* trace = nullptr);
  void Start(Records& records, Chance& chance, Response& response, Trace* trace = nullptr);
  /// Instead of Start: a table that stands somewhere already (a position).
  void StartFrom(const Records& records);
  void Process(Records& records, const Action& action, Response& response, Trace* trace = nullptr,
               Chance* chance = nullptr);
  /// Ends the journal.
  void Finish(const Records& records);

  const Journal& journal() const { return journal_; }
  /// The first fault of the writer. The table plays on: a full disk stops the journal and not the
  /// game.
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  void Head(std::uint64_t seed, std::string given, bool position);
  void AddChance(std::uint32_t hand, const HandChance& given);
  void Mark(const Records& records);
  void Add(JournalEntry entry);

  const Flow& flow_;
  JournalWriter* writer_;
  bool keep_entries_;
  Journal journal_;
  std::optional<Fault> fault_;
};

struct ReplayOptions {
  /// Replays under another fingerprint as far as it goes. Marks and the final hash are then not
  /// compared, as the state lies otherwise.
  bool try_other_fingerprint = false;
  /// Starts at this hand's mark instead of at the beginning.
  std::optional<std::uint32_t> from_hand{};
  /// Stops after this step (accepted and refused actions, from 1 at the beginning of the journal).
  std::optional<int> until_step{};
  /// Called after the start (with an action whose node is kNoNode) and after every step.
  std::function<void(const Records& records, const Action& action, const Response& response)>
      on_step{};
  Trace* trace = nullptr;
};

struct ReplayReport {
  Records records;
  Response response;  ///< of the last step
  int accepted = 0;
  int refused = 0;
  int hands = 0;  ///< marks met
  bool same_fingerprint = true;
  bool complete = false;  ///< the end was reached and its hash fits
};
/// Plays the journal again and compares. A fault names the line and hand.
Result<ReplayReport> Replay(const Flow& flow, const Journal& journal,
                            const ReplayOptions& options = {});

/// One hand of a match that was played with a Chance, as a journal that may be shown when the hand
/// is over: it begins at the hand's mark and ends with the last action before the next hand. It
/// holds nothing of a later hand, and no seed but that of this hand, in its mark. That the hand is
/// over is for the caller to know, and that a journal which begins with this mark was played with a
/// Chance. Faults: J14 without a mark of the hand, J17 without its chance (the seed of a match
/// tells all hands), and those of Replay.
Result<Journal> HandJournal(const Flow& flow, const Journal& journal, std::uint32_t hand);

}  // namespace mlf
