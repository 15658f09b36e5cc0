// EchecsDesk: what one echecs connection knows of the desk where its user sits, and our pushes as
// the messages of that form. docs/en/echecs.md has their fields.
#pragma once

#include "server/protocol/echecs_wire.h"

#include <cstdint>
#include <map>
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

  // From an answer; `quick`: the desk is one of a quick match.
  void Enter(const Json& desk, bool quick);
  void Leave() { *this = EchecsDesk(user_); }

  std::vector<EchecsBody> Read(const Push& push);
  // The question that follows a pass in the own turn, from the answer to it.
  std::vector<EchecsBody> AskAgain(const Json& ok);

  // The desk, for the answer to a user who enters it.
  Json Info() const;
  // The present table, from the fields of `begin`.
  Json Scene(const Json& begin);

 private:
  static std::string Text(const Json& object, const char* key);
  const Json& SeatOf(std::int64_t number) const;
  // The number of the user's seat, or -1.
  std::int64_t OwnSeat() const;
  // user_id, nick and seat_id of a seat.
  Json Person(std::int64_t seat) const;
  Json People() const;

  void On(const push::Desk& push);
  void On(const push::Begin& push);
  void On(const push::Step& push);
  void On(const push::Hand& push);
  void On(const push::Over& push);
  void On(const push::Presence& push);
  void On(const push::Vote& push);
  void On(const push::Said&) {}
  void On(const push::Notice&) {}
  void On(const push::Bye&) {}

  void Events(const Json& events, bool dealing);
  // The question of `begin`, `step` or `sync`; null if the user is not asked.
  Json Question(const Json& fields);
  void Ask(const Json& fields);
  void Add(EchecsId id, Json body) { out_.push_back({id, std::move(body)}); }

  std::string user_;
  Json desk_;  // as in the last `desk`, null = none
  bool quick_ = false;
  std::int64_t match_ = 0, ask_ = 0;
  bool voting_ = false;
  Json agreed_ = Json::array();
  std::map<std::int64_t, Json> shown_;  // hands shown at the end, by seat
  std::vector<EchecsBody> out_;         // of the push being read
};

}  // namespace mlf::server
