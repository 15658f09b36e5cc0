// Desk: where people sit before, during and after a match. It keeps seats, options, votes and
// spectators, and has a Match while one is played.
#pragma once

#include "server/config/config.h"
#include "server/host/match.h"
#include "server/host/variant_shelf.h"
#include "server/journal/accounts.h"
#include "server/lobby/rates.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlf::server {

struct DeskSettings {
  std::string variant;
  OptionValues options;  // one value for each option of the variant
  bool is_private = false;
  bool spectators = true;
  bool quick = false;           // made by a quick match
  std::string time = "normal";  // normal, slow, fast, none
};

// What a desk needs of the lobby.
class DeskOwner {
 public:
  virtual ~DeskOwner() = default;
  virtual void SendTo(const std::string& user, MessagePtr message) = 0;
  virtual bool IsOnline(const std::string& user) const = 0;
  // Somebody sat down, left, or stopped watching.
  virtual void SeatsChanged(const std::string& desk) = 0;
  // Sends everybody here its present state.
  virtual void DeskChanged(const std::string& desk) = 0;
  // The outcome of a commit is unknown: reads the desk again. This destroys the desk.
  virtual void MustRebuild(const std::string& desk) = 0;
  // The desk has ended. This destroys the desk.
  virtual void DeskEnded(const std::string& desk) = 0;
  virtual bool draining() const = 0;
  virtual std::uint64_t HashOf(std::span<const std::byte> bytes) const = 0;
};

class Desk final : public MatchHost {
 public:
  using Reply = std::function<void(Answer)>;

  struct Seat {
    std::string user, name;  // empty = free
    bool robot = false;
    bool ready = false;
    std::optional<Key> salt;
    Timers::Id unready = 0;

    bool taken() const { return !user.empty(); }
  };
  struct Spectator {
    std::string user, name;
  };

  Desk(const ServerConfig& config, World world, Journal& journal, VariantShelf& shelf,
       DeskOwner& owner, std::string id, std::string code);
  ~Desk() override;

  // A new desk, with `flow` built from the settings. Nothing is stored before the first Store.
  void Open(DeskSettings settings, std::shared_ptr<const Flow> flow);
  // Restores a stored desk; a report if it is damaged. `alive`: see Match::Restore.
  std::optional<std::string> Restore(const StoredDesk& stored, Ms alive);
  // Whether Restore found a match whose rules this program cannot build. Such a match ends at its
  // last durable step.
  bool rules_gone() const { return rules_gone_; }

  const std::string& id() const { return id_; }
  const std::string& code() const { return code_; }
  const DeskSettings& settings() const { return settings_; }
  const std::vector<Seat>& seats() const { return seats_; }
  const std::vector<Spectator>& spectators() const { return spectators_; }
  // Users without a seat who have not got their last notice yet.
  std::vector<std::string> StillToTell() const;
  const std::shared_ptr<const Flow>& flow() const { return flow_; }
  bool ended() const { return ended_; }
  // Whether any of its rows is known to be on disk.
  bool stored() const { return stored_; }
  // Seats, and places of persons who wait for one.
  static int PlacesOf(const Flow& flow);
  bool playing() const { return match_ != nullptr; }
  std::uint32_t matches() const { return matches_; }  // begun here
  int FreeSeats() const;
  int People() const;  // persons in seats, without robots
  std::optional<int> SeatOf(const std::string& user) const;
  bool Watches(const std::string& user) const;
  const Match* match() const { return match_.get(); }
  push::Desk Describe() const;
  Json Answering() const;  // {"desk": ...}, for answers

  // ---- requests; every reply waits until its content is durable ----
  // The creator sits down, then robots from the last seat down.
  void Found(const User& user, std::optional<std::int64_t> seat, std::int64_t robots, Reply reply);
  void Join(const User& user, std::optional<std::int64_t> seat, Reply reply);
  void Watch(const User& user, const Reply& reply);
  // `offline`: the user's connection has ended, and the others are sent that.
  void Leave(const User& user, bool offline, Reply reply);
  void Ready(const User& user, const request::Ready& request, Reply reply);
  void Config(const User& user, const Json& options, Reply reply);
  void Dissolve(const User& user, Reply reply);
  void Vote(const User& user, bool agree, Reply reply);
  // `dup` is set before the reply: the act had been accepted before.
  void Act(const User& user, const request::Act& act, Ms read_at, const Reply& reply,
           const std::shared_ptr<bool>& dup);
  void Sync(const User& user, std::optional<std::int64_t> since, Reply reply);
  void Hint(const User& user, Reply reply);
  void Why(const User& user, const request::Why& why, Reply reply);
  void Auto(const User& user, bool on, Reply reply);
  void Wait(const User& user, std::int64_t ms, const Reply& reply);
  void Say(const User& user, const request::Say& say, const Reply& reply);
  // The owner, and at a quick desk everybody who sits there, sees who watches, keeps spectators
  // from speaking, and sends them away.
  void Spectators(const User& user, const Reply& reply) const;
  void Mute(const User& user, const std::string& spectator, bool on, Reply reply);
  void Remove(const User& user, const std::string& spectator, Reply reply);

  // The operator ends the desk; a match is dissolved first.
  void End();
  // A spectator whose connection ended.
  void StopWatching(const std::string& user);
  // The user's session came or went.
  void Online(const std::string& user, bool online);
  // Sends `desk`, and `begin` during a match, to a user who sits or watches here.
  void Greet(const std::string& user);
  // After Restore with rules_gone: ends that match with the records of its journal.
  void EndGoneMatch();

  // ---- MatchHost ----
  void Write(Commit commit, std::function<void()> then) override;
  bool Online(const std::string& user) const override { return owner_.IsOnline(user); }
  void Send(const std::string& user, MessagePtr message) override;
  bool AllowsSpectators() const override { return settings_.spectators; }
  void SendSpectators(MessagePtr message, bool flush,
                      std::shared_ptr<const SpectatorState> state) override;
  void Rotated(const std::vector<Player>& players) override;
  void PresenceChanged(const Player& player, int place) override;
  void Ending(Commit& commit) override;
  void Ended() override;
  void Failed(const std::string& what) override;
  std::uint64_t HashOf(std::span<const std::byte> bytes) const override {
    return owner_.HashOf(bytes);
  }

 private:
  // The rate limit of pushes about presence: a burst, and one more each interval.
  static constexpr int kPushesAtOnce = 8;
  static constexpr Ms kPushEveryMs = 500;
  // Of what one person says.
  static constexpr int kSaysAtOnce = 5;
  static constexpr Ms kSayEveryMs = 1000;
  static constexpr std::size_t kModerated = 64;  // users that a desk remembers as muted or removed

  struct OpenVote {
    std::string by;
    std::vector<std::string> agreed;  // users
    Ms until = 0;                     // wall time
    Timers::Id timer = 0;
  };
  struct Delayed {
    MessagePtr message;  // null: `begin` of the state
    std::shared_ptr<const SpectatorState> state;
  };

  void Act(const User& user, const request::Act& act, Ms read_at, const Reply& reply);
  // The act has been accepted before, as `known`.
  void ActAgain(const Record& known, const request::Act& act, const Reply& reply);
  Ms Scaled(Ms ms) const { return config_.table.Scaled(ms); }
  std::string RowText() const;
  bool ReadRow(const std::string& text);
  // Stores the desk's row, then answers and notifies everybody.
  void Store(Reply reply, Answer answer, bool tell);
  void Tell();  // a `desk` push to everybody here
  // The same for what people can repeat at will, such as watching and leaving: some at once, then a
  // few in a second, each with the newest state.
  void TellSoon();
  void TellPending();
  void SendPresence(int place);
  std::optional<Error> MayModerate(const User& user) const;
  void ToAll(const MessagePtr& message);
  std::optional<int> PickSeat(std::optional<std::int64_t> wanted) const;
  void Sit(int place, const User& user, bool robot);
  void TakePlaces(const std::vector<Player>& players);
  void Free(int place);
  void MaybeStart();
  void StartMatch();
  // Shows the oldest of `delayed_` to the spectators.
  void ShowNext();
  // Sends `begin` and the messages after it to a spectator.
  void ShowWatched(const std::string& user);
  void ArmWaiting();
  void ArmUnready(int place);
  void ArmRobots();
  // Robots take free seats, from the last place on, `most` at most.
  void SitRobots(std::int64_t most);
  // Whether somebody who was matched is ready, and seats are free.
  bool WantsStrangers() const;
  void WatchAbandoned();
  void EndDesk(Reply reply, bool tell);
  push::Over OverWithoutScores(std::uint32_t match) const;
  MatchEnd EndWithoutScores(std::uint32_t match) const;
  void EndFailedMatch();
  std::vector<std::string> Voters() const;
  bool AllAgreed() const { return vote_->agreed.size() >= Voters().size(); }
  // `against`: the seat whose no closes it.
  void CloseVote(bool dissolve, std::optional<int> against = std::nullopt);
  // How long the user may not open a vote, because the last one failed.
  Ms VoteBarred(const std::string& user) const;
  void TellVote(std::string_view result, std::optional<int> against = std::nullopt);
  // ---- desk_rules.cc: a desk that waits follows its variant ----
  Result<std::shared_ptr<const Flow>> RulesNow() const;
  void FollowRules();
  void TakeRules(std::shared_ptr<const Flow> flow);
  void FitSeats();
  void TellRules();
  void TellNews(const std::string& user);

  const ServerConfig& config_;
  World world_;
  Journal& journal_;
  VariantShelf& shelf_;
  DeskOwner& owner_;
  const std::string id_;
  std::string code_;
  DeskSettings settings_;
  std::shared_ptr<const Flow> flow_;
  std::string owner_user_;
  std::vector<Seat> seats_;
  std::string rules_;  // fingerprint under which the people here have sat down or got ready
  // Notices that were not sent yet: user to code.
  std::map<std::string, std::string> news_;
  std::uint32_t matches_ = 0;  // begun at this desk
  std::optional<Key> key_;     // of the first hand of the next match
  bool stored_ = false;
  // A write failed, or a read that an answer needs. The state in memory is void, and nothing is
  // written.
  bool lost_ = false;
  bool dirty_ = false;    // the row is to be written with the next commit
  bool ending_ = false;   // the match has ended; its last messages are on their way
  bool closing_ = false;  // the desk ends with its match
  bool ended_ = false;
  bool rules_gone_ = false;
  std::uint32_t gone_match_ = 0;
  std::unique_ptr<Match> match_;
  std::optional<OpenVote> vote_;
  std::map<std::string, Ms>
      vote_again_;  // wall time from which a user may open a vote, where one failed

  std::set<std::string> greeted_later_;  // users whose `begin` waits until the match has settled
  std::vector<Spectator> spectators_;
  std::vector<std::string> muted_, removed_;  // users
  std::map<std::string, Bucket> said_;        // by user
  std::deque<Delayed> delayed_;
  std::shared_ptr<const SpectatorState> watched_;  // the table as last shown to spectators
  std::vector<MessagePtr> since_watched_;          // messages shown to them after that

  Bucket pushes_{kPushesAtOnce, kPushEveryMs};
  bool push_desk_ = false;       // it waits for its turn
  std::set<int> push_presence_;  // the same of these places
  Timers::Id push_ = 0;

  Timers::Id waiting_ = 0;  // ends a desk whose match does not begin
  Timers::Id robots_ = 0;   // fills a quick desk
  Timers::Id start_ = 0;
  Timers::Id failed_ = 0;     // ends a match whose game has failed
  Timers::Id abandoned_ = 0;  // runs while all persons of the match are offline
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
