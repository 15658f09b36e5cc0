// EchecsDesk: what one echecs connection knows of the desk where its user sits, and our pushes as
// the messages of that form. docs/en/echecs.md has their fields.
#pragma once

#include "server/protocol/echecs_wire.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::server {

struct EchecsBody {
  EchecsId id;
  Json body;
};

class EchecsDesk {
 public:
  // `user`: the id of the connection's user, empty before its login.
  explicit EchecsDesk(std::string user = {}) : user_(std::move(user)) {}

  bool seated() const { return !desk_.is_null(); }
  std::string id() const { return Text(desk_, "id"); }
  std::string code() const { return Text(desk_, "code"); }
  std::int64_t match() const { return match_; }  // 0 = no match
  std::int64_t ask() const { return ask_; }      // of the last question; 0 = never asked
  const Json& act_info() const;                  // of the last question
  // The desk is one of a quick match.
  bool quick() const { return Flag(desk_, "quick"); }
  bool waits() const { return seated() && match_ == 0 && Text(desk_, "state") == "waiting"; }
  bool own() const { return Text(desk_, "owner") == user_; }
  std::string variant() const { return Text(desk_, "variant"); }
  const Json& options() const;
  // A hand has ended, the next one has not begun, and the user is asked whether it may.
  bool between_hands() const { return between_hands_; }

  void Enter(const Json& desk);
  void Leave() { *this = EchecsDesk(user_); }
  // The user's own request has set this.
  void SetReady(bool ready);

  std::vector<EchecsBody> Read(const Push& push);
  // The question that follows a pass in the own turn, from the answer to it.
  std::vector<EchecsBody> AskAgain(const Json& ok);

  // The desk, for the answer to a user who enters it.
  Json Info() const;
  // The present table, from the fields of `begin`; null: no match is played.
  Json Scene(const Json& begin);
  // The hands of others that the user may see, from a View; null if there are none.
  Json HandsShown(const Json& view) const;

 private:
  static std::string Text(const Json& object, const char* key);
  static bool Flag(const Json& object, const char* key);
  const Json& SeatOf(std::int64_t number) const;
  // The number of the user's seat, or -1.
  std::int64_t OwnSeat() const;
  // user_id, nick and seat_id of a seat.
  Json Person(std::int64_t seat) const;
  // The same with what else is known of it.
  Json PersonInfo(std::int64_t seat) const;
  Json People() const;
  Json DeskInfo() const;
  int GameStatus() const;
  std::int64_t PointsOf(std::int64_t seat) const;
  void SetPoints(const Json& scores, const Json& points);

  void On(const push::Desk& push);
  void On(const push::Begin& push);
  void On(const push::Step& push);
  void On(const push::Hand& push);
  void On(const push::Over& push);
  void On(const push::Presence& push);
  void On(const push::Vote& push);
  void On(const push::Said&) {}
  void On(const push::Notice& push);
  void On(const push::Bye&) {}

  void SeatChanged(std::int64_t seat, const Json& before, const Json& seats_before);
  void Connected(std::int64_t seat, bool online, bool on_auto);
  void LeaveAfterwards();
  void Events(const Json& events, bool dealing);
  void Paid(const Json& event);
  static Json PlayerInfo(const Json& view, const Json& seat);
  // The question of `begin`, `step` or `sync`; null if the user is not asked.
  Json Question(const Json& fields);
  void Ask(const Json& fields);
  void Add(EchecsId id, Json body) { out_.push_back({id, std::move(body)}); }

  std::string user_;
  Json desk_;  // as in the last `desk`, null = none
  std::int64_t match_ = 0, ask_ = 0;
  Json act_info_ = Json::object();
  bool between_hands_ = false;
  bool voting_ = false;
  Json agreed_ = Json::array();
  std::vector<std::int64_t> points_;  // of the match, by seat
  std::string lost_because_;          // why the user has lost the seat
  std::vector<EchecsBody> out_;       // of the push being read
};

}  // namespace mlf::server
