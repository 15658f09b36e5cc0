/// \file
/// Journal: all data needed to replay a match bit for bit: variant, fingerprint, options, seed, and
/// every action.
///
/// Actions are stored as text with node ids (see text.h), because indices change between builds. A
/// journal may hold refused actions; replay checks that they are refused with the same code. Each
/// hand has a mark at its first rest, with the full state of the table. Replay can start at any
/// mark, and it finds a difference in the hand where it arises.
///
/// Text form, one entry a line. Each line ends with a running checksum of everything before its
/// `#`, so the first altered line is found.
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
/// A match played with a Chance has `seed 0`. The chance of the first hand precedes its mark, and
/// that of each later hand precedes the action that begins the hand. The wall starts with the next
/// draw:
///
/// ```
///   chance 1 00f1e2d3c4b5a697 5m3p3p1s9m... #44d0
/// ```
///
/// `given BYTES` follows the seed if slots were filled before the start. `position` follows it if
/// the match began at its first mark.
///
/// Binary form: the bytes "MLFJ", one version byte, then records: u32 length, u32 CRC-32, content;
/// little-endian. The content is a line of the text form without its checksum; states are raw
/// bytes. The CRC covers the previous CRC and the content, so it also detects a lost record. Length
/// and CRC detect torn writes.
///
/// Faults:
///   J01 not a journal, or another version
///   J02 header line missing, repeated or wrong
///   J03 altered: the checksum differs
///   J04 unknown line
///   J05 truncated: no end
///   J06 text after the end
///   J07 the end has another count than the entries read
///   J08 another fingerprint, or another number of seats
///   J09 a line that this flow cannot read
///   J10 an accepted action is now refused
///   J11 a refused action is now accepted, or refused with another code
///   J12 the hand differs; the fault names the slots
///   J13 the final hash differs
///   J14 no such hand or step
///   J15 the stream cannot be written
///   J16 a damaged state (Flow::Validate)
///   J17 the chance of a hand is missing
///   J18 a chance for a hand that does not begin there, or repeated
///   J19 a chance whose wall is not made of the pieces in play
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
      action;  ///< kAction, kRefused: "2 peng 5p"; `@ask` is added if it is not the open window's
  RefusalCode code = RefusalCode::kNone;  ///< kRefused
  std::uint32_t hand = 0;                 ///< kHand, kChance: its number, from 0
  std::uint64_t hash = 0;                 ///< kHand: Records::Hash
  std::string state;                      ///< kHand: the used bytes of the records
  std::uint64_t seed = 0;                 ///< kChance: HandChance::seed
  std::string wall;                       ///< kChance: as FormatPieces writes it; may be empty
  int line = 0;  ///< line or record number in the file; 0 = not read from a file

  bool is_action() const { return kind == Kind::kAction || kind == Kind::kRefused; }

  /// Ignores `line`.
  friend bool operator==(const JournalEntry& a, const JournalEntry& b) {
    return a.kind == b.kind && a.action == b.action && a.code == b.code && a.hand == b.hand &&
           a.hash == b.hash && a.state == b.state && a.seed == b.seed && a.wall == b.wall;
  }
};

struct Journal {
  std::string variant;
  std::string fingerprint;  ///< 16 hex digits
  std::vector<std::pair<std::string, std::string>> options;
  std::uint64_t seed = 0;  ///< 0 if the match was played with a Chance
  std::string
      given;  ///< the records before the start, if slots were filled (a given wall); or empty
  bool position = false;  ///< replay begins at the first mark, not with Flow::Start
  std::vector<JournalEntry> entries;
  std::optional<std::uint64_t> final_hash;  ///< set when the journal is complete
  std::string file;                         ///< source file, for messages

  /// Number of actions, accepted and refused. Explain and ReplayOptions count steps this way, from
  /// 1.
  int Steps() const;
};

enum class JournalForm : std::uint8_t { kText, kBinary };

/// Appends a journal to a stream while the match runs. Every call writes whole lines or records and
/// flushes. If the stream fails (a full disk), the call and all later calls return J15. What was
/// written before stays readable, and nothing follows a possibly torn record.
class JournalWriter {
 public:
  /// `file` is the name of the stream's target, for messages.
  JournalWriter(std::ostream& out, JournalForm form, FileName file = {})
      : out_(out), form_(form), file_(std::move(file)) {}

  /// Writes the header: all of `journal` except entries and end. Call it once, first.
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
  Journal journal;            ///< all whole entries, in order
  std::optional<Fault> stop;  ///< where and why reading stopped; empty for a whole journal
};
/// Reads either form, detected by the first bytes. Any bytes are safe to read. An incomplete header
/// is a fault. After it, reading stops at the first bad entry; with `strict` that is a fault.
Result<JournalRead> ReadJournal(std::string_view bytes, const std::string& file, bool strict);
Result<JournalRead> ReadJournalFile(const std::string& path, bool strict);

/// Plays a match and keeps its journal. Entries go to the writer, if given, and to memory unless
/// `keep_entries` is false.
class Recorder {
 public:
  explicit Recorder(const Flow& flow, JournalWriter* writer = nullptr, bool keep_entries = true);

  void Start(Records& records, std::uint64_t seed, Response& response, Trace* trace = nullptr);
  void Start(Records& records, Chance& chance, Response& response, Trace* trace = nullptr);
  /// Instead of Start: begins at an existing state (a position).
  void StartFrom(const Records& records);
  void Process(Records& records, const Action& action, Response& response, Trace* trace = nullptr,
               Chance* chance = nullptr);
  /// Ends the journal.
  void Finish(const Records& records);

  const Journal& journal() const { return journal_; }
  /// The first fault of the writer. The match continues: a full disk stops only the journal.
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
  /// Replays under another fingerprint as far as possible. Marks and final hash are not compared,
  /// because the layout may differ.
  bool try_other_fingerprint = false;
  /// Starts at the mark of this hand, not at the beginning.
  std::optional<std::uint32_t> from_hand{};
  /// Stops after this step. Steps count accepted and refused actions from the start of the journal.
  std::optional<int> until_step{};
  /// Called after the start, with an action whose node is kNoNode, and after every step.
  std::function<void(const Records& records, const Action& action, const Response& response)>
      on_step{};
  Trace* trace = nullptr;
};

struct ReplayReport {
  Records records;
  Response response;  ///< of the last step
  int accepted = 0;
  int refused = 0;
  int hands = 0;  ///< number of marks passed
  bool same_fingerprint = true;
  bool complete = false;  ///< the end was reached and the final hash matches
};
/// Replays the journal and compares. A fault names the line and the hand.
Result<ReplayReport> Replay(const Flow& flow, const Journal& journal,
                            const ReplayOptions& options = {});

/// Extracts one hand of a match that was played with a Chance, as a journal that may be shown when
/// the hand is over. The caller must know that it is over. If `journal` begins with this mark, the
/// caller must also know that it was played with a Chance. The result begins at the hand's mark and
/// ends with the last action before the next hand. It holds nothing of a later hand, and no seed
/// but that of this hand, in its mark. Faults: J14 no mark of the hand; J17 no chance of it (the
/// seed of a match reveals all hands); and those of Replay.
Result<Journal> HandJournal(const Flow& flow, const Journal& journal, std::uint32_t hand);

}  // namespace mlf
