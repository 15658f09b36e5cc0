// Lobby: users, desks, and all requests. The gateway passes the requests of sessions to it, in
// every wire form.
#pragma once

#include "server/config/config.h"
#include "server/host/variant_shelf.h"
#include "server/journal/accounts.h"
#include "server/journal/journal.h"
#include "server/lobby/desk.h"
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

  // Reads the unfinished desks, before the first session. A damaged one is set aside and logged.
  // Returns the number read. Throws as LoadDesks does if the disk cannot be read.
  int Recover();

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

    void Answer(mlf::server::Answer answer) {
      if (std::exchange(answered, true)) return;
      const Reply to = std::move(reply);
      to(std::move(answer));
    }
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
  DeskOwner& owner() { return *this; }

  // ---- DeskOwner ----
  void SendTo(const std::string& user, MessagePtr message) override;
  bool IsOnline(const std::string& user) const override { return online_.contains(user); }
  void SeatsChanged(const std::string& desk) override;
  void MustRebuild(const std::string& desk) override;
  void DeskEnded(const std::string& desk) override;
  bool draining() const override { return draining_; }
  std::uint64_t HashOf(std::span<const std::byte> bytes) const override { return hash_(bytes); }

  template <typename T>
  void Do(Session& session, const User& user, T& body, Ms read_at, const Reply& reply,
          InFlight& flight);
  void LogIn(Session& session, const request::Login& login, const Reply& reply);
  void LoggedInAs(std::uint64_t session, const LoggedIn& login, const Reply& reply);
  void Offline(const std::string& user);
  std::vector<std::string> DesksOf(const std::string& user) const;
  // The desk of this id; null where there is none, or it has just ended.
  Desk* At(const std::string& desk) const;
  // The desk that a message names by its id or code; null: `error` has the reason.
  Desk* Find(Session& session, const std::optional<std::string>& desk,
             const std::optional<std::string>& code, const User& user, Error& error);
  void Create(const User& user, const request::Create& create, const Reply& reply,
              InFlight& flight);
  void Quick(const User& user, const request::Quick& quick, const Reply& reply, InFlight& flight);
  Desk* NewDesk(DeskSettings settings, std::shared_ptr<const Flow> flow);
  Result<std::shared_ptr<const Flow>> FlowFor(const std::string& variant,
                                              const std::optional<std::string>& preset,
                                              const std::optional<Json>& options, Error& error);
  Json PublicDesks(const std::optional<std::string>& variant) const;
  void JournalOf(const User& user, const request::Journal& request, const Reply& reply);
  std::string NewId();
  std::string NewCode();
  std::uint32_t Random(std::uint32_t bound);
  bool Limited(const Session& session) const;
  void AddRestored(std::unique_ptr<Desk> desk);
  void SweepLater(Ms after = 0);
  void Forget(const std::string& desk);
  bool Rebuild(const std::string& desk);
  std::vector<Outstanding> OutstandingAt(const std::string& desk);
  static void AnswerOutstanding(const Outstanding& request);

  const ServerConfig& config_;
  World world_;
  Journal& journal_;
  Accounts& accounts_;
  VariantShelf& variants_;
  KeyedHash hash_;
  bool draining_ = false;

  std::unordered_map<Session*, Known> sessions_;
  std::unordered_map<std::uint64_t, Session*> by_number_;
  std::unordered_map<std::string, Session*> online_;  // by user
  std::unordered_map<std::string, std::unique_ptr<Desk>> desks_;
  std::vector<std::string> order_;  // ids of desks, oldest first
  std::unordered_map<std::string, std::string> codes_;
  // Desks where a user sits or watches, and the users of each desk.
  std::unordered_map<std::string, std::set<std::string>> desks_of_;
  std::unordered_map<std::string, std::vector<std::string>> users_of_;
  // Desks to be destroyed or rebuilt once none of their functions runs.
  std::vector<std::string> ended_, rebuild_;
  Timers::Id sweep_ = 0;
  Rates failed_logins_, new_guests_, wrong_codes_;
};

}  // namespace mlf::server
