// Tables for learning: actions as numbers, what a seat sees as arrays, and many tables at once.
#pragma once

#include <mlf/components/dora.h>
#include <mlf/components/persons.h>
#include <mlf/flow/chance.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/journal.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/sight.h>
#include <mlf/table/state_text.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace mlf::python {

inline constexpr int kPieces = kGroups * kGroupSize;  // 45

// Numbers for the actions of a variant: one block for each node of players, in the order of the
// variant. Only the kind of payload decides the size of a block.
//
//   nothing        1   the action
//   piece         45   the piece
//   combo         16   4 * shape + red fives among the tiles of the hand; shape 0, 1, 2: the
//   claimed
//                      tile is the lowest, middle, highest of a sequence; 3: the tiles are equal.
//                      A chi of three winds may leave one out: 2 below its middle, 3 above, in the
//                      place of the red fives
//   subset        45   one piece after the other, lowest first; the last one completes the action
//   value      names   the value; 64 if the node has no names for values
//   range, bits   64   number n of the legal values
class ActionCode {
 public:
  // Rises when a number of the table above changes its meaning.
  static constexpr int kVersion = 1;

  explicit ActionCode(const Flow& flow);

  int size() const { return size_; }
  std::string Name(int id) const;  // "discard 5p"
  // A line for each block: "first size node kind". Models are valid for one text.
  std::string Text() const;

  struct Picks {
    std::array<Piece, kMaxActionPieces> pieces{};
    std::uint8_t count = 0;
    NodeIndex node = kNoNode;
  };
  // Appends the numbers of what the offers allow after `picks`.
  void Legal(std::span<const Offer> offers, const Picks& picks,
             std::vector<std::int32_t>& ids) const;
  // The action of a legal number; nothing if it was a pick and more must follow.
  std::optional<Action> Take(std::span<const Offer> offers, int id, Picks& picks) const;

 private:
  struct Block {
    NodeIndex node = kNoNode;
    Domain::Kind kind = Domain::kNone;
    int first = 0;
    int size = 0;
  };
  static int ComboCode(const Domain::Combo& combo);

  const Flow& flow_;
  std::vector<Block> blocks_;
  std::vector<int> block_of_;  // by node; -1 = none
  int size_ = 0;
};

// What a seat sees as arrays. All of it is read from the records that Sight leaves, and from public
// counts of tiles.
class Observer {
 public:
  static constexpr int kOwnPlanes = 7;
  static constexpr int kSeatPlanes = 7;
  static constexpr int kPlanes = kOwnPlanes + kSeatPlanes * table::kMaxPlayers;
  static constexpr int kPlaneBytes = kPlanes * kPieces;

  explicit Observer(const Flow& flow);

  int flat_size() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& flat_names() const { return names_; }
  static std::vector<std::string> PlaneNames();
  // `planes` has kPlaneBytes bytes, `flat` flat_size() numbers.
  void Look(const Records& records, Seat seat, const ActionCode::Picks& picks, std::uint8_t* planes,
            std::int32_t* flat) const;

 private:
  void FillPlanes(const Records& seen, Seat seat, const ActionCode::Picks& picks,
                  std::uint8_t* planes) const;
  void FillFlat(const Records& records, const Records& seen, Seat seat, std::int32_t* flat) const;
  Seat Place(Seat seat, int turn) const;
  int TurnOf(Seat seat, Seat from) const;

  const Flow& flow_;
  table::Sight sight_;
  Slot<table::Board> board_;
  Slot<table::Match> match_;
  std::optional<Slot<table::Ledger>> ledger_;
  std::optional<Slot<logic::Indicators>> indicators_;
  std::vector<const table::WildKinds*> wilds_;
  std::vector<std::pair<int, int>> slots_;  // offset and size of the variant's own slots
  std::vector<std::string> names_;
};

// A variant opened for tables. Immutable, and shared by them.
struct Rules {
  // How it was opened, so that another process can do it again.
  struct Source {
    std::string name;
    std::map<std::string, std::string> options;
    std::string variant_dir;
  };
  Rules(std::shared_ptr<const Flow> opened, Source from);

  Source source;
  std::shared_ptr<const Flow> flow;
  ActionCode code;
  Observer observer;
  Slot<table::Match> match;
  const logic::PersonRule* persons;
};

// One table, with the picks of each seat.
class Table {
 public:
  explicit Table(std::shared_ptr<const Rules> rules)
      : rules_(std::move(rules)), records_(rules_->flow->Blank()) {}

  void Start(std::uint64_t seed);
  // All chance of the match from `chance`. False if it failed; nothing has changed then.
  bool Start(std::shared_ptr<Chance> chance);
  // Goes on at restored records; a match with a chance of the caller needs it again.
  void Resume(const Records& records, std::shared_ptr<Chance> chance);
  // From the next start on the journal of the match is kept. A copy of the table keeps none.
  void Record() { records_journal_ = true; }
  // Null where none is kept.
  const Journal* journal() const { return recorder_ ? &recorder_.own->journal() : nullptr; }
  bool over() const { return response_.status == Status::kOver; }
  SeatMask asked() const { return over() ? SeatMask{0} : response_.asked; }
  Seat seat() const;  // the lowest seat asked; kNoSeat if over
  // The legal numbers of `seat`, ascending within each block.
  void Legal(Seat seat, std::vector<std::int32_t>& ids) const;
  // False if the number is not legal, or the chance of the caller fails; nothing has changed then.
  bool Act(Seat seat, int id);
  // False if the action is refused; nothing has changed then, and `refused` holds the reason.
  bool Process(const Action& action);
  // The points that each person, by its place before the hand, has gained in the hands that the
  // last act ended; 0 in between.
  const std::array<float, kMaxSeats>& gained() const { return gained_; }
  bool hand_over() const { return hand_over_; }
  void Look(Seat seat, std::uint8_t* planes, std::int32_t* flat) const;

  const Rules& rules() const { return *rules_; }
  const std::shared_ptr<const Rules>& shared_rules() const { return rules_; }
  const Records& records() const { return records_; }
  // For tests of observations: only Look may follow.
  void SetRecords(const Records& records) { records_ = records; }
  const Response& response() const { return response_; }
  const Response& refused() const { return next_; }

 private:
  friend class Tables;
  // As Act, with a number that is known to be legal.
  bool Play(Seat seat, int id);
  void Started();
  void NoteScores();

  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<Chance> chance_;  // null: the seed decides
  // A recorder belongs to one table.
  struct OwnRecorder {
    OwnRecorder() = default;
    OwnRecorder(const OwnRecorder&) {}
    OwnRecorder& operator=(const OwnRecorder&) { return own.reset(), *this; }
    explicit operator bool() const { return own != nullptr; }
    std::unique_ptr<Recorder> own;
  } recorder_;
  bool records_journal_ = false;
  Records records_;
  Response response_;
  Response next_;  // of the step that is made; a refusal must not touch `response_`
  std::array<ActionCode::Picks, kMaxSeats> picks_{};
  std::array<std::int32_t, kMaxSeats> scores_{};  // by person, when the last hand ended
  std::array<int, kMaxSeats> places_{};           // of each person in this hand
  int hands_done_ = 0;
  std::array<float, kMaxSeats> gained_{};
  bool hand_over_ = false;
};

// Threads that share the rows of tables. They wait between calls without time of the processor.
class Workers {
 public:
  using Body = std::function<void(std::size_t first, std::size_t last)>;

  // `threads` with the caller; 1: none of their own.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Runs `body` on shares of 0..rows-1, one of them in this thread, and waits for all.
  void Run(std::size_t rows, const Body& body);

 private:
  void Share(std::size_t number) const;

  std::vector<std::thread> threads_;
  std::atomic<std::uint32_t> round_{0}, left_{0};
  bool over_ = false;
  const Body* body_ = nullptr;
  std::size_t rows_ = 0;
};

// Many tables that are stepped at once; a match that is over begins anew. Row i of every array
// belongs to table i.
class Tables {
 public:
  // The same matches with any number of threads.
  Tables(std::shared_ptr<const Rules> rules, int count, std::uint64_t seed, bool per_match,
         int threads);

  void Reset(std::uint64_t seed);
  // One act of each table's seat. Nothing has changed if it returns a row, whose number is not
  // legal. Only the tables decide what is legal: the arrays below may be read by anybody, and a
  // write to them changes no table.
  std::optional<int> Step(std::span<const std::int32_t> actions);
  // A random legal number for each table.
  void Sample(std::span<std::int32_t> actions);

  int count() const { return static_cast<int>(tables_.size()); }
  const Rules& rules() const { return *rules_; }

  std::vector<std::uint8_t> planes;  // count x kPlanes x 5 x 9
  std::vector<std::int32_t> flat;    // count x flat_size
  std::vector<std::uint8_t> mask;    // count x actions
  std::vector<std::int8_t> seats;    // count: who acts
  std::vector<float> rewards;        // count x people
  std::vector<std::uint8_t> done;    // count: a match ended in this step
  std::vector<std::uint8_t> hands;   // count: a hand ended in this step

 private:
  void Begin(std::size_t row);
  void Act(std::size_t row, std::int32_t id);
  void Show(std::size_t row);

  std::shared_ptr<const Rules> rules_;
  bool per_match_;
  std::uint64_t seed_ = 0;
  std::uint64_t matches_ = 0;
  std::uint32_t words_ = 0;
  std::vector<Table> tables_;
  std::vector<std::vector<std::int32_t>> legal_;
  std::vector<std::array<float, kMaxSeats>> sums_;
  Workers workers_;
};

}  // namespace mlf::python
