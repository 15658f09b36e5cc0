// Match: all hands that a desk plays in one session. It runs the engine, asks players, enforces
// deadlines, and writes every decision to the journal before anybody sees it.
//
// It runs on the server's thread. An action changes the memory at once. Messages about it wait
// until the journal has stored it. Questions about the table wait during that time, and while a
// discard is shown before the steps that follow it (WhenSettled).
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

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mlf::server {

// The table as spectators have been shown it.
struct SpectatorState {
  std::uint32_t seq = 0;
  std::string table;                         // the bytes of Records in use
  std::shared_ptr<const std::string> ended;  // see Match::ended_
};

// How fast a desk is played: the variant's deadlines times `factor`; 0 = no deadlines.
struct Pace {
  double factor = 1;
};

// What a match needs of the desk it is played at.
class MatchHost {
 public:
  virtual ~MatchHost() = default;
  // Calls `then` once the commit is durable. If the outcome is unknown, `then` is not called. The
  // desk is rebuilt from the journal instead, and this match is destroyed.
  virtual void Write(Commit commit, std::function<void()> then) = 0;
  // Whether the user has a session.
  virtual bool Online(const std::string& user) const = 0;
  virtual void Send(const std::string& user, MessagePtr message) = 0;
  // Whether anybody may watch; SendSpectators is called only then.
  virtual bool AllowsSpectators() const = 0;
  // A step, begin, hand or over as spectators see it, after their delay. `flush`: at once, with all
  // earlier messages. `state` is the table after the message.
  virtual void SendSpectators(MessagePtr message, bool flush,
                              std::shared_ptr<const SpectatorState> state) = 0;
  // Reports the new order of players, before `begin` of the hand.
  virtual void Rotated(const std::vector<Player>& players) = 0;
  // A seat went on 托管, or came back.
  virtual void PresenceChanged(const Player& player, int place) = 0;
  // `commit` ends the match. The desk adds its new state.
  virtual void Ending(Commit& commit) = 0;
  // The final commit is durable and sent. The match may now be destroyed.
  virtual void Ended() = 0;
  // Code of the game has failed. The match does nothing any more, and may be destroyed later.
  virtual void Failed(const std::string& what) = 0;
  // The key is a secret of the data folder, so nobody can guess walls by trial.
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
    std::vector<Player> players;  // by place
    Pace pace;
  };

  Match(const Table& settings, World world, MatchHost& host, Setup setup);
  ~Match();
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;

  // Deals the first hand from `key` and the players' salts. `head` includes the variant's texts and
  // is the largest record of a match. `owner`: the place of the desk's owner, who deals first where
  // the rules say so.
  void Start(const Key& key, MatchHead head, std::optional<int> owner);
  // Continues a stored match, or returns why it cannot. `alive` is the last wall time at which the
  // stopped server was known to run. An open deadline keeps slightly more than its remaining time.
  std::optional<std::string> Restore(const StoredDesk& stored, Ms alive);

  // ---- requests; `place` is where the user sits ----

  // An act whose id is new.
  void Act(int place, const request::Act& act, Ms read_at, const Reply& reply);
  // `push` gets the missed steps. The place -1 means a spectator, who has been shown `state`.
  void Sync(int place, const SpectatorState* state, std::optional<std::int64_t> since,
            const std::function<void(MessagePtr)>& push, const Reply& reply);
  void Hint(int place, Reply reply);
  void Why(int place, const request::Why& why, Reply reply);
  void SetAuto(int place, bool on, Reply reply);
  // The seat still shows something, such as an animation: timeouts, 托管 and robots of the window
  // that is open or opens next come this much later, up to a limit. 0 = it has done so. Returns the
  // time granted.
  Ms WaitFor(int place, Ms ms);
  // Votes are part of the match's records.
  void RecordVote(int place, std::string what, std::function<void()> then);
  // Ends the match at its present state: `hand` with the key, then `over`.
  void Dissolve();
  // `begin` of the present state; null if the match fails.
  MessagePtr Resumed(int place);
  MessagePtr Resumed(const SpectatorState& state);
  // The first state that a new spectator may be shown.
  std::shared_ptr<const SpectatorState> Snapshot() const;

  // Runs `work`, which calls code of the game. If that throws, the match stops, its host learns of
  // it, and the result is false.
  bool Guarded(const std::function<void()>& work);
  // Calls back as soon as everything so far is durable and shown.
  void WhenSettled(std::function<void()> what);

  const Flow& flow() const { return *flow_; }
  const std::vector<Player>& players() const { return players_; }
  Player& player(int place) { return players_[static_cast<std::size_t>(place)]; }
  int PlaceOf(const std::string& user) const;  // -1 = nowhere
  std::uint32_t number() const { return match_; }
  std::uint32_t hand() const { return records_.flow().hand; }
  bool over() const { return over_; }
  // Whether a hand has ended and the next one has not begun.
  bool BetweenHands() const;

 private:
  class HandSource;
  // Messages of one commit that are sent together, when it is durable.
  struct Output {
    struct Watched {
      MessagePtr message;
      bool flush = false;
      std::shared_ptr<const SpectatorState> state;
    };

    std::vector<Player> rotated;  // not empty: the places, before all messages
    std::vector<std::pair<std::string, MessagePtr>> people;  // user, message
    std::vector<Watched> spectators;
    std::vector<std::pair<int, bool>> presence;  // places whose 托管 is now shown, and how it is
    bool opens = false;        // the window of the records opens after these messages
    bool ended = false;        // the match is over after these messages
    bool after_pause = false;  // a while after the messages before them
  };
  // What an accepted action brought about.
  struct Outcome {
    std::vector<Output> outputs;
    bool hand_ended = false, begins = false;
    bool asked_again = false;  // the answer to the action asks its seat again
  };

  // ---- match.cc: actions, windows, timers ----
  Ms Scaled(Ms ms) const;
  HandChance ChanceOfHand();
  void GiveFirstDealer(int owner);
  Error Refusal(int place, NodeIndex node) const;
  void CountQuestions();
  std::uint32_t AskOfWindow(int place, std::int64_t ask) const;
  bool LacksPieces(const request::Act& act) const;
  void StartNow(const Key& key, MatchHead head, std::optional<int> owner);
  void ActNow(int place, const request::Act& act, Ms read_at, const Reply& reply);
  void DissolveNow();
  Answer WhyNow(int place, const request::Why& why);
  void Fail(const std::string& what);
  std::optional<Error> ReadAct(int place, const request::Act& act, Action& action) const;
  bool Run(const Action& action, Walk& walk);
  bool Play(int place, const Action& action, Record record, Reply reply);
  Outcome OutcomeOf(const Walk& walk, bool answers, std::uint32_t hands_before, Record& record,
                    Commit& commit);
  std::function<void()> Acknowledgement(const Record& record, const Outcome& outcome,
                                        Reply reply) const;
  void PlayFor(int place, const Action& action, DecidedBy by);
  bool OnlyForOneself(const TraceEntry& walked, int place) const;
  std::vector<Output> AddSteps(std::vector<StepShown> steps, bool with_window);
  static void NoteAction(Player& player, const Record& record);
  std::int32_t ExtraAfter(int place, Ms read_at) const;
  Record OtherRecord(Record::Kind kind, int place, std::string what);
  void Put(Commit commit, std::function<void()> acknowledge, std::vector<Output> outputs);
  void ShowPending();
  void Show(const Output& output);
  void ShowAuto(int place, bool on_auto);
  void Deliver(const Output& output);
  void Settle();
  Ms WindowMs() const;
  void OpenWindow();
  void CloseWindow();
  bool Asked(int place) const;
  void ArmPlace(int place);
  void ArmAll();
  Ms WaitedUntil() const;
  void TimeIsUp(int place, DecidedBy by);
  void RobotActs(int place);
  std::uint32_t HandsDone() const;
  std::span<const std::byte> Bytes() const;
  std::uint64_t Hash() const;

  // ---- match_pushes.cc: messages ----
  void AddStep(Output& output, const StepShown& step, bool with_window) const;
  push::Hand HandPush(const std::string& secret) const;
  Json OpenSeats() const;
  void SetEnded(const push::Hand& push);
  void AddHand(Output& output, Commit& commit, bool last);
  void AddBegin(Output& output, const std::vector<Event>& events);
  void AddOver(Output& output, Commit& commit, bool dissolved);
  void AddAsked(Output& output, int place) const;
  void AddPresence(Output& output) const;
  std::vector<std::int64_t> Points() const;
  std::vector<HandResult> ResultsOfHand() const;
  std::vector<std::int64_t> Scores() const;
  Records ShownTo(Viewer viewer, const Records& records) const;
  void AddView(push::Step& push, Viewer viewer) const;
  void AskNextInTurn(Output& output);
  void Rotate(Output& output);
  std::shared_ptr<const SpectatorState> Watched() const;
  push::Begin BeginFor(Viewer viewer, const Records& records, std::uint32_t seq,
                       const std::vector<Event>& events = {}) const;
  template <typename PushOfWindow>
  void FillWindow(int place, PushOfWindow& push) const;
  Json AskedAgain(int place) const;
  MessagePtr ResumedNow(int place) const;
  MessagePtr ResumedNow(const SpectatorState& state) const;
  void SyncNow(int place, const SpectatorState* state, std::optional<std::int64_t> since,
               const std::function<void(MessagePtr)>& push, const Reply& reply);
  Json SaltsJson() const;

  // ---- match_store.cc: storing and restoring ----
  HandMark Mark() const;
  std::string HostText() const;
  bool ReadHostText(const std::string& text, int& steps_version);
  std::optional<std::string> Replay(const Record& record);
  void RestoreEnded(const std::vector<HandEnd>& ends);

  const Table& settings_;
  World world_;
  MatchHost& host_;
  const std::string desk_;
  const std::uint32_t match_;
  const std::string variant_;
  const std::shared_ptr<const Flow> flow_;
  const bool plain_;  // the game has no board, so a step carries the view
  const Pace pace_;
  std::vector<Player> players_;  // by place
  Robots robots_;

  Records records_;
  Response response_;
  std::uint32_t seq_ = 0;
  std::uint64_t number_ = 0;    // of the last record
  std::uint64_t previous_ = 0;  // its chain hash
  bool over_ = false;

  std::optional<Key> key_;                 // of the running hand
  std::optional<Key> next_key_;            // of the next one
  std::vector<std::optional<Key>> salts_;  // of the running hand, by place
  std::uint32_t begin_seq_ = 0;            // of its `begin`
  std::vector<StepShown> shown_;           // since then, for clients that missed some
  // Between two hands: the fields of the last `hand`, for clients that come back.
  std::shared_ptr<const std::string> ended_;

  // The open window of the records, once it has been shown.
  bool open_ = false;
  Choices choices_;
  Ms opened_ = 0;                   // Clock::Steady
  Ms window_ms_ = 0;                // 0 = no limit
  Ms waited_ms_ = 0;                // the part of it that clients have asked for
  std::vector<Ms> waits_;           // by place: how long it asks to be waited for, Clock::Steady
  std::optional<Ms> left_;          // after a restart: of the window that was open
  std::vector<Timers::Id> timers_;  // by place

  int writing_ = 0;             // commits that are not durable yet
  std::deque<Output> pending_;  // of durable commits, not shown yet
  Timers::Id pause_ = 0;        // before the first of them
  bool dissolved_ = false;
  std::vector<std::function<void()>> waiting_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

// The content of `ok` to an accepted act.
Json ActAnswer(const Record& record);
// A hash of ask, node, pieces and value. It shows whether two acts of the same id differ.
std::uint64_t BodyHash(const request::Act& act);

}  // namespace mlf::server
