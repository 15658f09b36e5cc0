// Lobby: users, desks, and all requests. The gateway passes the requests of sessions to it, in
// every wire form.
#pragma once

#include "server/config/config.h"
#include "server/host/variant_shelf.h"
#include "server/journal/accounts.h"
#include "server/journal/journal.h"
#include "server/journal/profiles.h"
#include "server/lobby/desk.h"
#include "server/lobby/desk_claims.h"
#include "server/lobby/door.h"
#include "server/lobby/rates.h"
#include "server/lobby/request_handler.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mlf::server {

class Lobby final : public RequestHandler, private DeskOwner {
 public:
  // A hash of bytes with a secret of the data folder.
  using KeyedHash = std::function<std::uint64_t(std::span<const std::byte>)>;

  Lobby(const ServerConfig& config, World world, Journal& journal, Accounts& accounts,
        VariantShelf& variants, KeyedHash hash);
  ~Lobby() override;

  // Users may read and delete what is kept of them. Before the first session; `profiles` outlives
  // the lobby. Without it such requests are refused.
  void UseProfiles(Profiles& profiles) { profiles_ = &profiles; }

  // Reads the unfinished desks, before the first session. A damaged one is set aside and logged.
  // Returns the number read. Throws as LoadDesks does if the disk cannot be read.
  int Recover();

  // ---- of a cluster ----
  // From here on every desk is claimed before it is made, and `claims` learns of each. Before the
  // first session.
  void UseClaims(DeskClaims& claims) { claims_ = &claims; }
  // Starts a stored desk whose claim this server has got. Users who are here are sent its state.
  enum class Taken : std::uint8_t {
    kRuns,
    kGone,        // it has ended, or was never stored
    kCannotRun,   // this program cannot build its rules, or its rows are damaged
    kUnreadable,  // the journal cannot be read now
  };
  // `done` runs once it is read, unless the desk is dropped before.
  void Take(const std::string& desk, std::function<void(Taken)> done);
  // The desk is another server's: it is forgotten, or not read any more, and nothing is written.
  // Requests that wait at it are answered kMoved.
  void Drop(const std::string& desk);
  // Whether the desk may go to another server: nobody waits for an answer, and no hand is played.
  bool Rests(const std::string& desk) const;
  std::vector<std::string> desks() const { return order_; }
  // The user, whom another server knows, is here by this session. The answer is that to `login`.
  // `with_overs`: results of matches that ended while the user was away are sent too.
  void Enter(Session& session, const User& user, const std::string& token, bool with_overs,
             const Reply& reply);
  // {"desk": Desk, "private", "quick", "watch"}
  Json SummaryOf(const Desk& desk) const;

  void Opened(Session& session) override;
  void Handle(Session& session, Request request, Ms read_at, Reply reply) override;
  void Closed(Session& session) override;
  void Resume(Session& session) override;

  // Starts no new matches from here on, and sends a `notice` to everybody.
  void Drain();

  // ---- for HTTP, metrics and admin ----
  Json AdminDesks() const;
  Json AdminSessions() const;
  // Ends the session of a user; false where it has none.
  bool Kick(const std::string& user);
  // Dissolves the match of a desk and ends it; false where there is no such desk.
  bool EndDesk(const std::string& desk);
  std::size_t desk_count() const { return desks_.size(); }
  std::size_t match_count() const;
  std::size_t session_count() const { return sessions_.size(); }
  // Requests that wait at desks: all of them, and the most at one desk.
  struct Waiting {
    std::size_t all = 0, most = 0;
  };
  Waiting waiting() const;
  // The flow of a match in play, by its fingerprint; null where none is played.
  std::shared_ptr<const Flow> RunningFlow(const std::string& fingerprint) const;

 private:
  // An unanswered request. If its desk is rebuilt, Rebuild answers it.
  struct InFlight {
    Session* session = nullptr;
    std::string desk, user;
    std::optional<request::Act> act;
    Reply reply;
    bool answered = false;
    bool dup = false;  // the act was accepted before
    Log* log = nullptr;
    std::uint64_t number = 0;  // of the session
    bool limited = true;       // limits a user hold for it
    std::string note;          // what the log says of the user if it is done

    void Answer(mlf::server::Answer answer);
    void LogAnswer(const mlf::server::Answer& answer) const;
  };
  // A request that waits for a rebuilt desk, with the journal's record of its act.
  struct Outstanding {
    std::shared_ptr<InFlight> flight;
    std::optional<Record> record;
  };
  struct Known {
    std::optional<User> user;
    std::string token;
    std::shared_ptr<InFlight> in_flight;
  };
  static constexpr const char* kHasJoined = "has joined";
  DeskOwner& owner() { return *this; }

  // ---- DeskOwner ----
  void SendTo(const std::string& user, MessagePtr message) override;
  bool IsOnline(const std::string& user) const override { return online_.contains(user); }
  void SeatsChanged(const std::string& desk) override;
  void MustRebuild(const std::string& desk) override;
  void DeskEnded(const std::string& desk) override;
  void DeskChanged(const std::string& desk) override;
  bool draining() const override { return draining_; }
  std::uint64_t HashOf(std::span<const std::byte> bytes) const override { return hash_(bytes); }

  template <typename T>
  std::string NoteOf(const T& body) const;
  template <typename T>
  void Do(Session& session, const User& user, T& body, Ms read_at, const Reply& reply,
          const std::shared_ptr<InFlight>& flight);
  void LogIn(Session& session, const request::Login& login, const Reply& reply);
  void Offline(const std::string& user);
  std::vector<std::string> DesksOf(const std::string& user) const;
  // The refusal of one more seat to a user who has as many as one may have.
  std::optional<Error> TooManyDesks(const std::string& user, const InFlight& flight) const;
  // The desk of this id; null where there is none, or it has just ended.
  Desk* At(const std::string& desk) const;
  // The answer to a request at a desk that At does not find. In a cluster another server may have
  // it, or this one has not read it yet.
  Error NoDesk(const std::string& desk, const InFlight* flight = nullptr) const;
  // The desk that a message names by its id or code; null: `error` has the reason.
  Desk* Find(Session& session, const std::optional<std::string>& desk,
             const std::optional<std::string>& code, const User& user, Error& error);
  void Create(const User& user, const request::Create& create, const Reply& reply,
              const std::shared_ptr<InFlight>& flight);
  void Quick(const User& user, const request::Quick& quick, const Reply& reply,
             const std::shared_ptr<InFlight>& flight);
  // Makes a desk for the request `flight`. In a cluster `then` runs later, and the request is
  // answered `busy` if the desk may not be this server's. `draws`: how many codes may be another
  // desk's.
  void NewDesk(const DeskSettings& settings, const std::shared_ptr<const Flow>& flow,
               const std::shared_ptr<InFlight>& flight, const std::function<void(Desk&)>& then,
               int draws = 10);
  Result<std::shared_ptr<const Flow>> FlowFor(const std::string& variant,
                                              const std::optional<std::string>& preset,
                                              const std::optional<Json>& options, Error& error);
  Json PublicDesks(const std::optional<std::string>& variant) const;
  void JournalOf(const User& user, const request::Journal& request, const Reply& reply);
  void AnswerJournal(const User& user, const std::string& desk,
                     const std::vector<StoredHand>& hands, const Reply& reply);
  void SendOvers(Session& session, const std::string& user,
                 const std::vector<std::pair<std::string, std::string>>& overs);
  // ---- lobby_profile.cc ----
  std::optional<Error> MayRead(const User& user, const InFlight& flight);
  void ProfileOf(const User& user, const InFlight& flight, const Reply& reply);
  void MatchesOf(const User& user, const request::Matches& request, const InFlight& flight,
                 const Reply& reply);
  void NameGuest(const Session& session, const User& user, const request::Account& account,
                 const Reply& reply);
  void ForgetUser(const Session& session, const User& user, const request::Forget& request,
                  const Reply& reply);
  std::string NewId();
  std::string NewCode();
  std::uint32_t Random(std::uint32_t bound);
  // Restores a desk from its rows; a report if it is damaged.
  std::optional<std::string> Restore(const StoredDesk& stored, Ms alive);
  void GreetOnline(const std::string& desk);
  void SweepLater(Ms after = 0);
  void Forget(const std::string& desk);
  // What the journal has of a desk that is rebuilt.
  struct Reread {
    std::optional<StoredDesk> stored;
    std::vector<Outstanding> outstanding;
  };
  // Reads something of a desk, for `then`, unless the desk is dropped before.
  template <typename Reads, typename Then>
  void ReadDesk(const std::string& desk, Reads reads, Then then);
  Taken Start(const std::string& desk, const std::optional<StoredDesk>& stored);
  void Rebuild(const std::string& desk);
  void RebuildFrom(const std::string& desk, const Reread& read);
  std::vector<Outstanding> OutstandingAt(const std::string& desk);
  std::vector<std::shared_ptr<InFlight>> WaitingAt(const std::string& desk) const;
  // The request is one at this desk.
  void SetDesk(const std::shared_ptr<InFlight>& flight, const std::string& desk);
  static void AnswerOutstanding(const Outstanding& request);

  const ServerConfig& config_;
  World world_;
  Journal& journal_;
  Accounts& accounts_;
  VariantShelf& variants_;
  KeyedHash hash_;
  DeskClaims* claims_ = nullptr;
  static constexpr std::int64_t kProfileReads = 120;  // of a user in a minute
  Profiles* profiles_ = nullptr;
  Rates profile_reads_{kProfileReads};
  // Users who are being deleted or have been: a login that began before may end later.
  std::set<std::string> forgotten_;
  bool draining_ = false;

  std::unordered_map<Session*, Known> sessions_;
  std::unordered_map<std::uint64_t, Session*> by_number_;
  std::unordered_map<std::string, Session*> online_;  // by user
  std::unordered_map<std::string, std::unique_ptr<Desk>> desks_;
  std::unordered_map<std::string, std::unique_ptr<Desk>> claimed_;  // the claim is not answered
  std::vector<std::string> order_;                                  // ids of desks, oldest first
  std::unordered_map<std::string, std::string> codes_;
  // Desks where a user sits or watches, and the users of each desk.
  std::unordered_map<std::string, std::set<std::string>> desks_of_;
  std::unordered_map<std::string, std::vector<std::string>> users_of_;
  std::unordered_map<std::string, std::vector<std::weak_ptr<InFlight>>> flights_at_;  // by desk
  // Desks that are being read; false: not any more.
  std::map<std::string, std::shared_ptr<bool>> reading_;
  // Desks to be destroyed or rebuilt once none of their functions runs.
  std::vector<std::string> ended_, rebuild_;
  Timers::Id sweep_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Door door_;
};

}  // namespace mlf::server
