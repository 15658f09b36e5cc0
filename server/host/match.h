// Match: all hands that a desk plays in one go. It runs the engine, asks, waits, times out, and
// writes every decision to the journal before anybody learns of it.
//
// It runs on the server's thread. What an action changes is in memory at once; what people are
// sent waits until the journal has it. While that takes, or while a discard is shown before what
// follows it, questions about the table wait (WhenSettled).
#pragma once

#include "server/config/config.h"
#include "server/host/player.h"
#include "server/host/robots.h"
#include "server/host/steps.h"
#include "server/journal/journal.h"
#include "server/protocol/message.h"
#include "server/world/world.h"

#include <mlf/flow/chance.h>
#include <mlf/flow/flow.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

// The table as spectators have been shown it.
struct SpectatorState {
  std::uint32_t seq = 0;
  Records records;
};

// How fast a desk is played: the variant's deadlines times `factor`; 0 = no deadlines.
struct Pace {
  double factor = 1;
};

// What a match needs of the desk it is played at.
class MatchHost {
 public:
  virtual ~MatchHost() = default;
  // Makes `commit` durable, then calls `then`. Neither happens when the outcome is unknown: the
  // desk is then rebuilt from the journal, and this match is gone.
  virtual void Write(Commit commit, std::function<void()> then) = 0;
  // To the session of a user, if it has one.
  virtual bool Online(const std::string& user) const = 0;
  virtual void Send(const std::string& user, MessagePtr message) = 0;
  // Whether anybody may watch; SendSpectators is called only then.
  virtual bool AllowsSpectators() const = 0;
  // A step, begin, hand or over as spectators see it, after their delay. `flush`: at once, with
  // everything before it. `state` is the table once it has been shown.
  virtual void SendSpectators(MessagePtr message, bool flush,
                              std::shared_ptr<const SpectatorState> state) = 0;
  // The players in the order of their places, anew; before the `begin` of the hand.
  virtual void Rotated(const std::vector<Player>& players) = 0;
  // A seat went on 托管, or came back.
  virtual void PresenceChanged(const Player& player, int place) = 0;
  // `commit` ends the match: the desk adds what it becomes.
  virtual void Ending(Commit& commit) = 0;
  // That is durable and sent; the match may be destroyed from here on.
  virtual void Ended() = 0;
  // Keyed with a secret of the data folder, so that nobody can try out walls.
  virtual std::uint64_t HashOf(std::span<const std::byte> bytes) const = 0;
};

class Match {
 public:
  using Reply = std::function<void(Answer)>;

  struct Setup {
    std::string desk;
    std::uint32_t match = 1;
    std::string variant;
    std::shared_ptr<const Flow> flow;
    MatchHead head;
    std::vector<Player> players;  // by place
    Pace pace;
  };

  Match(const Table& settings, World world, MatchHost& host, Setup setup);
  ~Match();
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;

  // Deals the first hand from `key` and the players' salts.
  void Start(const Key& key);
  // Goes on from what was stored; a report where that does not fit. `alive` is the wall time at
  // which the stopped server was last known to run: what was left of a deadline then is left now,
  // and a little more.
  std::optional<std::string> Restore(const StoredDesk& stored, Ms alive);

  // ---- what people ask; `place` is where the user sits ----

  // An act whose id is new.
  void Act(int place, const request::Act& act, Ms read_at, Reply reply);
  // `push` takes the steps that were missed; a place of -1 is a spectator's, who was shown `state`.
  void Sync(int place, const SpectatorState* state, std::optional<std::int64_t> since,
            std::function<void(MessagePtr)> push, Reply reply);
  void Hint(int place, Reply reply);
  void Why(int place, const request::Why& why, Reply reply);
  void SetAuto(int place, bool on, Reply reply);
  // Votes are part of the match's records.
  void RecordVote(int place, std::string what, std::function<void()> then);
  // Ends the match where it stands: `hand` with the key, then `over`.
  void Dissolve();
  // `begin` as things stand now.
  MessagePtr Resumed(int place) const;
  MessagePtr Resumed(const SpectatorState& state) const;
  // What a spectator who comes now may be shown first.
  std::shared_ptr<const SpectatorState> Snapshot() const;

  // Calls back as soon as all that has happened is durable and shown.
  void WhenSettled(std::function<void()> what);

  const Flow& flow() const { return *flow_; }
  const std::vector<Player>& players() const { return players_; }
  Player& player(int place) { return players_[static_cast<std::size_t>(place)]; }
  int PlaceOf(const std::string& user) const;  // -1 = nowhere
  std::uint32_t number() const { return match_; }
  std::uint32_t hand() const { return records_.flow().hand; }
  bool over() const { return over_; }

 private:
  class HandSource;
  // What is sent when a commit is durable.
  struct Output {
    struct Watched {
      MessagePtr message;
      bool flush = false;
      std::shared_ptr<const SpectatorState> state;
    };

    std::vector<Player> rotated;  // not empty: the places, before all messages
    std::vector<std::pair<std::string, MessagePtr>> people;  // user, message
    std::vector<Watched> spectators;
    std::vector<int> presence;  // places whose 托管 changed
    bool opens = false;         // the window of the records opens behind them
    bool ended = false;         // the match is over behind them

    bool empty() const { return people.empty() && spectators.empty(); }
  };

  // ---- match.cc: how it goes on ----
  Ms Scaled(Ms ms) const;
  HandChance ChanceOfHand();
  Error Refusal(int place) const;
  std::optional<Error> ReadAct(int place, const request::Act& act, Action& action) const;
  bool Play(int place, const Action& action, Record record, Reply reply);
  void PlayFor(int place, const Action& action, DecidedBy by);
  static void NoteAction(Player& player, const Record& record);
  std::int32_t ExtraAfter(int place, Ms read_at) const;
  Record OtherRecord(Record::Kind kind, int place, std::string what);
  void Put(Commit commit, std::function<void()> acknowledge, Output first, Output rest);
  void Show(const Output& output);
  void Deliver(const Output& output);
  void Settle();
  Ms WindowMs() const;
  void OpenWindow();
  void CloseWindow();
  bool Asked(int place) const;
  void ArmPlace(int place);
  void TimeIsUp(int place, DecidedBy by);
  void RobotActs(int place);
  bool BetweenHands() const;
  std::uint32_t HandsDone() const;
  std::uint64_t Hash() const;

  // ---- match_pushes.cc: what people are sent ----
  void AddStep(Output& output, const StepShown& step, bool with_window) const;
  void AddHand(Output& output, Commit& commit, bool last);
  void AddBegin(Output& output, const std::vector<Event>& events);
  void AddOver(Output& output, Commit& commit, bool dissolved);
  void NextInTurn(Output& output);
  void Rotate(Output& output);
  std::shared_ptr<const SpectatorState> Watched() const;
  push::Begin BeginFor(Viewer viewer, const Records& records, std::uint32_t seq) const;
  template <typename PushOfWindow>
  void FillWindow(int place, PushOfWindow& push) const;
  Json SaltsJson() const;

  // ---- match_store.cc: what is stored ----
  HandMark Mark() const;
  std::string HostText() const;
  bool ReadHostText(const std::string& text);
  std::optional<std::string> Replay(const Record& record);

  const Table& settings_;
  World world_;
  MatchHost& host_;
  const std::string desk_;
  const std::uint32_t match_;
  const std::string variant_;
  const std::shared_ptr<const Flow> flow_;
  const MatchHead head_;
  const Pace pace_;
  std::vector<Player> players_;  // by place
  Robots robots_;

  Records records_;
  Response response_;
  Trace trace_;
  std::uint32_t seq_ = 0;
  std::uint64_t number_ = 0;    // of the last record
  std::uint64_t previous_ = 0;  // its chain hash
  bool over_ = false;

  std::optional<Key> key_;                 // of the running hand
  std::optional<Key> next_key_;            // of the next one
  std::vector<std::optional<Key>> salts_;  // of the running hand, by place
  std::uint32_t begin_seq_ = 0;            // of its `begin`
  std::vector<StepShown> shown_;           // since then, for those who missed some

  // The window at which the records rest, once it has been shown.
  bool open_ = false;
  Choices choices_;
  Ms opened_ = 0;                   // Clock::Steady
  Ms window_ms_ = 0;                // 0 = no limit
  std::optional<Ms> left_;          // after a restart: of the window that was open
  std::vector<Timers::Id> timers_;  // by place

  int writing_ = 0;       // commits that are not durable yet
  bool pausing_ = false;  // a discard is shown, and what follows it is not
  Timers::Id pause_ = 0;
  std::vector<std::function<void()>> waiting_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

// What `ok` to an accepted act carries.
Json ActAnswer(const Record& record);
// Tells two acts of the same id apart: a hash of ask, node, pieces and value.
std::uint64_t BodyHash(const request::Act& act);

}  // namespace mlf::server
