// The echecs form on one connection: the robot it was made for, every id, and what is refused.
#include "server/gateway/echecs_driver.h"

#include "samples.h"
#include "server/protocol/echecs_wire.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

namespace mlf::server::test {
namespace {

class CountingEntropy final : public Entropy {
 public:
  void Fill(std::span<std::byte> bytes) override {
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(next_++);
  }

 private:
  int next_ = 0;
};

struct Received {
  int id = 0;
  Json body;
};

// A client of this form, its driver, and a lobby that answers as a test says.
class Connection {
 public:
  explicit Connection(EchecsSettings settings = {.key = "",
                                                 .register_users = false,
                                                 .variant = "v"})
      : settings_(settings), driver_(MakeEchecsDriver(settings, entropy_)) {
    if (!settings.key.empty()) cipher_.emplace(settings.key);
  }

  std::function<Answer(const Request&)> lobby = [](const Request&) {
    return Answer(Json::object());
  };
  std::vector<Json> requests;  // that the lobby got

  std::string Message(int id, const std::string& text, int version = 0) {
    EchecsCipher::Vector iv{};
    return EchecsMessage({.id = id, .version = version},
                         cipher_ ? cipher_->Encrypt(text, iv) : text);
  }
  Driver::Inbound Read(const std::string& bytes) { return driver_->Read(bytes, true); }
  // What comes back, with the id of the request.
  Json Send(int id, const Json& body) {
    auto inbound = Read(Message(id, body.dump()));
    bad = inbound.bad;
    EXPECT_EQ(inbound.bye, "");
    std::vector<std::string> messages = inbound.replies;
    while (inbound.request) {
      requests.push_back(ObjectOfRequest(*inbound.request));
      auto outbound = driver_->Answer(lobby(*inbound.request));
      messages.insert(messages.end(), outbound.messages.begin(), outbound.messages.end());
      inbound.request = outbound.request;
    }
    EXPECT_EQ(messages.size(), 1u);
    if (messages.empty()) return {};
    const Received received = Unpack(messages[0]);
    EXPECT_EQ(received.id, id);
    return received.body;
  }
  std::vector<Received> Push(const server::Push& push) {
    std::vector<Received> all;
    driver_->Push(*MakeMessage(push),
                  [&](std::string_view bytes) { all.push_back(Unpack(std::string(bytes))); });
    return all;
  }
  Driver& driver() { return *driver_; }
  bool bad = false;

  Received Unpack(const std::string& bytes) {
    const EchecsHeader header = *ReadEchecsHeader(bytes);
    EXPECT_EQ(static_cast<std::size_t>(header.length), bytes.size());
    const std::string body = bytes.substr(EchecsHeader::kBytes);
    return {header.id, *ParseJson(cipher_ ? cipher_->Decrypt(body).value_or("null") : body)};
  }

 private:
  EchecsSettings settings_;
  CountingEntropy entropy_;
  std::unique_ptr<Driver> driver_;
  std::optional<EchecsCipher> cipher_;
};

Json DeskOf(const char* seats, const char* options = "{}") {
  return Json{{"id", "d1"},
              {"code", "042351"},
              {"variant", "v"},
              {"fingerprint", "f"},
              {"options", *ParseJson(options)},
              {"state", "waiting"},
              {"owner", "u1"},
              {"seats", *ParseJson(seats)},
              {"spectators", 0}};
}
push::Desk DeskPush(const Json& desk) {
  push::Desk push;
  push.id = desk["id"], push.code = desk["code"], push.variant = desk["variant"];
  push.options = desk["options"], push.seats = desk["seats"], push.owner = desk["owner"];
  push.state = desk["state"];
  return push;
}

constexpr const char* kAlone = R"([{"user":"u1","name":"1","ready":false,"online":true,
    "auto":false,"robot":false},{"ready":false,"online":false,"auto":false,"robot":false}])";
constexpr const char* kBoth = R"([{"user":"u1","name":"1","ready":false,"online":true,
    "auto":false,"robot":false},{"user":"u2","name":"乙","ready":false,"online":true,
    "auto":false,"robot":false}])";

// Accounts and one desk, as a lobby would answer.
Answer SmallLobby(const Request& request) {
  if (const auto* login = std::get_if<request::Login>(&request)) {
    if (login->register_) return MakeError("name_taken");
    if (login->password != "123456") return MakeError("bad_login");
    return Json{{"user", {{"id", "u1"}, {"name", *login->name}, {"guest", false}}},
                {"token", "t"},
                {"desks", Json::array()}};
  }
  if (std::holds_alternative<request::Quick>(request) ||
      std::holds_alternative<request::Create>(request) ||
      std::holds_alternative<request::Join>(request))
    return Json{{"desk", DeskOf(kAlone)}};
  if (std::holds_alternative<request::Act>(request))
    return Json{{"mine", 1}, {"seq", 4}, {"kept", true}, {"hash", "h"}};
  return Json::object();
}

Connection LoggedIn() {
  Connection connection;
  connection.lobby = SmallLobby;
  EXPECT_EQ(connection.Send(100002, {{"user_id", 1}, {"passwd", "123456"}})["code"], 200);
  return connection;
}
Connection Seated() {
  Connection connection = LoggedIn();
  EXPECT_EQ(connection.Send(100104, {{"user_id", 1}})["code"], 200);
  return connection;
}

// robot.json of the program that this form comes from: what follows each answer. The robot sends
// what its methods send, logs in first, and stops at 9999.
TEST(EchecsDriver, TheRobotRunsUnchanged) {
  const std::map<int, int> next = {{100002, 100104}, {100104, 100103}, {100103, 9999}};
  for (const bool encrypted : {false, true}) {
    Connection connection({.key = encrypted ? "@ZYHD#GDMJ!112233!love**foreverX" : "",
                           .register_users = true,
                           .variant = "v"});
    std::set<std::string> accounts;
    connection.lobby = [&](const Request& request) -> Answer {
      const auto* login = std::get_if<request::Login>(&request);
      if (login == nullptr || !login->register_) return SmallLobby(request);
      EXPECT_TRUE(login->any_password);
      if (!accounts.insert(*login->name).second) return MakeError("name_taken");
      request::Login known = *login;
      known.register_.reset();
      return SmallLobby(known);
    };
    for (int round = 0; round < 2; ++round) {  // the second finds its account
      int id = 100002;
      std::vector<int> sent;
      while (id != 9999) {
        sent.push_back(id);
        Json body{{"user_id", 1}};
        if (id == 100002) body["passwd"] = "123456";
        const Json answer = connection.Send(id, body);
        EXPECT_EQ(answer["code"], 200) << answer;
        EXPECT_TRUE(answer.contains("info")) << answer;
        if (id == 100104) {
          EXPECT_EQ(answer["info"]["desk_id"], "042351");
          EXPECT_EQ(answer["info"]["seat_id"], 0);
        }
        id = next.at(id);
      }
      EXPECT_THAT(sent, testing::ElementsAre(100002, 100104, 100103));
    }
    std::vector<std::string> types;
    for (const Json& request : connection.requests) types.push_back(request["t"]);
    EXPECT_THAT(
        types, testing::ElementsAre("login", "quick", "leave", "login", "login", "quick", "leave"));
  }
}

TEST(EchecsDriver, EveryRequestIsOneOfOurs) {
  const struct {
    int id;
    const char* body;
    const char* request;
  } rows[] = {
      {100010, R"({"user_id":1})", R"({"t":"sync","desk":"d1"})"},
      {100100, R"({"user_id":1,"ready":1})", R"({"t":"ready","desk":"d1","ready":true})"},
      {100100, R"({"user_id":"1","ready":0})", R"({"t":"ready","desk":"d1","ready":false})"},
      {100103, R"({"user_id":1})", R"({"t":"leave","desk":"d1"})"},
      {100110, R"({"user_id":1})", R"({"t":"dissolve","desk":"d1"})"},
      {100111, R"({"user_id":1,"agree":1})", R"({"t":"vote","desk":"d1","agree":true})"},
      {100112, R"({"user_id":1})", R"({"t":"dissolve","desk":"d1"})"},
      {100120, R"({"user_id":1,"custom_config":{"cap":4}})",
       R"({"t":"config","desk":"d1","options":{"cap":4}})"},
      {100102, R"({"user_id":1,"desk_id":42351})", R"({"t":"join","code":"042351"})"},
      {100140, R"({"user_id":1,"act_type":"peng","card_list":[5,5],"ask":17})",
       R"({"t":"act","desk":"d1","match":2,"id":"echecs-17","ask":17,"node":"peng",
           "pieces":["5m","5m"]})"},
      {100102, R"({"user_id":1,"desk_id":"042351"})", R"({"t":"join","code":"042351"})"},
      {100140, R"({"user_id":1,"act_type":"waite_answer","value":1500})",
       R"({"t":"wait","desk":"d1","ms":1500})"},
      {100140, R"({"user_id":1,"act_type":"waite_answer"})",
       R"({"t":"wait","desk":"d1","ms":60000})"},
      {100140, R"({"user_id":1,"act_type":"que","value":"s","act_id":"x"})",
       R"({"t":"act","desk":"d1","match":2,"id":"x","ask":9,"node":"que","value":"s"})"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.body);
    Connection connection = Seated();
    push::Begin begin;
    begin.desk = "d1", begin.match = 2, begin.ask = 9, begin.view = Json::object();
    begin.choices = *ParseJson(R"([{"seat":0,"offers":[]}])");
    connection.Push(begin);
    connection.requests.clear();
    EXPECT_EQ(connection.Send(row.id, *ParseJson(row.body))["code"], 200);
    ASSERT_EQ(connection.requests.size(), 1u);
    EXPECT_EQ(nlohmann::json::parse(connection.requests[0].dump()),
              nlohmann::json::parse(row.request));
  }
  const struct {
    int id;
    const char* body;
    const char* request;
  } entering[] = {
      {100101, R"({"user_id":1})", R"({"t":"create","variant":"v","private":true})"},
      {100101, R"({"user_id":1,"room_type":"w","custom_config":{"cap":4}})",
       R"({"t":"create","variant":"w","private":true,"options":{"cap":4}})"},
      {100102, R"({"user_id":1,"desk_id":100000})", R"({"t":"join","code":"100000"})"},
      {100104, R"({"user_id":1})", R"({"t":"quick","variant":"v"})"},
      {100105, R"({"user_id":1,"room_type":"w"})", R"({"t":"quick","variant":"w"})"},
  };
  for (const auto& row : entering) {
    SCOPED_TRACE(row.body);
    Connection connection = LoggedIn();
    connection.requests.clear();
    const Json answer = connection.Send(row.id, *ParseJson(row.body));
    EXPECT_EQ(answer["info"]["desk_id"], "042351") << answer;
    EXPECT_EQ(answer["info"]["user_info"][0]["user_id"], 1) << answer;
    ASSERT_EQ(connection.requests.size(), 1u);
    EXPECT_EQ(nlohmann::json::parse(connection.requests[0].dump()),
              nlohmann::json::parse(row.request));
  }
}

// A seat that was never asked has no question to name.
TEST(EchecsDriver, AnActOfASeatThatWasNeverAskedIsNotAsked) {
  Connection connection = Seated();
  push::Begin begin;
  begin.desk = "d1", begin.match = 2, begin.view = Json::object();
  connection.Push(begin);
  connection.requests.clear();
  const Json answer = connection.Send(100140, *ParseJson(R"({"user_id":1,"act_type":"guo"})"));
  EXPECT_EQ(answer["code"], 1204) << answer;
  EXPECT_EQ(answer["desc"], "not_asked: 现在没有询问您");
  EXPECT_TRUE(connection.requests.empty());
}

// The old field is named, not ours.
TEST(EchecsDriver, AMissingCardListIsNamed) {
  Connection connection = Seated();
  push::Begin begin;
  begin.desk = "d1", begin.match = 2, begin.ask = 9, begin.view = Json::object();
  begin.choices = *ParseJson(R"([{"seat":0,"offers":[]}])");
  connection.Push(begin);
  connection.lobby = [](const Request&) -> Answer {
    return MakeError("invalid_payload", kMissingPieces, "没有给出牌", "the tiles are missing");
  };
  const Json answer = connection.Send(100140, *ParseJson(R"({"user_id":1,"act_type":"discard"})"));
  EXPECT_EQ(answer["code"], 1207);
  EXPECT_THAT(answer["desc"].get<std::string>(), testing::HasSubstr("缺少 card_list"));
}

// A pass in the own turn is no step: the next question follows its answer.
TEST(EchecsDriver, APassInTheOwnTurnIsAskedAgain) {
  Connection connection = Seated();
  push::Begin begin;
  begin.desk = "d1", begin.match = 2, begin.ask = 9, begin.view = Json::object();
  begin.choices = *ParseJson(R"([{"seat":0,"offers":[]}])");
  connection.Push(begin);
  ASSERT_TRUE(
      connection.Read(connection.Message(100140, R"({"user_id":1,"act_type":"guo"})")).request);
  const auto outbound = connection.driver().Answer(*ParseJson(
      R"({"mine":1,"seq":4,"hash":"h","choices":[{"seat":0,"offers":[{"node":"discard",
          "kind":"piece","pieces":["1m"]}]}],"ask":10,"deadline_ms":15000,"extra_ms":0,
          "defaults":[{"seat":0,"node":"discard","ask":10,"pieces":["1m"]}]})"));
  ASSERT_EQ(outbound.messages.size(), 2U);
  const Received answer = connection.Unpack(outbound.messages[0]);
  EXPECT_EQ(answer.id, 100140);
  EXPECT_EQ(answer.body["info"].dump(), R"({"mine":1,"seq":4,"hash":"h"})");
  const Received question = connection.Unpack(outbound.messages[1]);
  EXPECT_EQ(question.id, 101001);
  EXPECT_EQ(question.body["ask"], 10);
  EXPECT_EQ(question.body["act_info"]["discard"]["card_list"], Json::array({1}));
}

TEST(EchecsDriver, TheHeartbeatIsAnswered) {
  Connection connection;
  EXPECT_EQ(connection.Send(10000, Json::object()).dump(), R"({"code":200,"info":{}})");
  const auto inbound = connection.Read(connection.Message(10000, ""));
  EXPECT_EQ(inbound.replies.size(), 1u);
  EXPECT_FALSE(inbound.bad);
  EXPECT_TRUE(connection.requests.empty());
}

TEST(EchecsDriver, RefusalsHaveTheirNumbers) {
  const struct {
    const char* what;
    bool login, seat;
    int id;
    const char* body;
    const char* code;
    bool bad;
  } rows[] = {
      {"before the login", false, false, 100104, R"({"user_id":1})", "not_logged_in", false},
      {"reconnect before it", false, false, 100010, R"({"user_id":1})", "not_logged_in", false},
      {"another user", true, false, 100104, R"({"user_id":2})", "other_user", false},
      {"no user", true, false, 100104, "{}", "other_user", false},
      {"a user of a wrong type", true, false, 100104, R"({"user_id":[1]})", "other_user", false},
      {"not served", true, true, 100999, R"({"user_id":1})", "unknown_command", false},
      {"the server's own", true, true, 100130, R"({"user_id":1})", "unknown_command", false},
      {"a push", true, true, 101001, R"({"user_id":1})", "unknown_command", false},
      {"unknown", true, true, -5, R"({"user_id":1})", "unknown_command", false},
      {"no seat", true, false, 100103, R"({"user_id":1})", "not_seated", false},
      {"another desk", true, true, 100104, R"({"user_id":1})", "in_other_desk", false},
      {"another friend's desk", true, true, 100102, R"({"user_id":1,"desk_id":7})", "in_other_desk",
       false},
      {"no password", false, false, 100002, R"({"user_id":1})", "bad_message", true},
      {"no name", false, false, 100002, R"({"passwd":"x"})", "bad_message", true},
      {"an empty name", false, false, 100002, R"({"user_id":"","passwd":"x"})", "bad_message",
       true},
      {"ready 2", true, true, 100100, R"({"user_id":1,"ready":2})", "bad_message", true},
      {"no answer", true, true, 100111, R"({"user_id":1})", "bad_message", true},
      {"config of a wrong type", true, true, 100120, R"({"user_id":1,"custom_config":[]})",
       "bad_message", true},
      {"no room", true, false, 100105, R"({"user_id":1})", "bad_message", true},
      {"a room of a wrong type", true, false, 100105, R"({"user_id":1,"room_type":3})",
       "bad_message", true},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    Connection connection = row.seat ? Seated() : row.login ? LoggedIn() : Connection();
    connection.requests.clear();
    const Json answer = connection.Send(row.id, *ParseJson(row.body));
    EXPECT_EQ(answer["code"], EchecsErrorNumber(row.code)) << answer;
    EXPECT_FALSE(answer["desc"].get<std::string>().empty());
    EXPECT_EQ(connection.bad, row.bad);
    EXPECT_TRUE(connection.requests.empty());
  }
}

TEST(EchecsDriver, HostileMessages) {
  Connection connection;
  EXPECT_EQ(connection.driver().Read("{}", false).bye, "protocol");
  EXPECT_EQ(connection.Read("short").bye, "protocol");
  const std::string good = connection.Message(100002, "{}");
  const std::string wrong[] = {
      good + "x",  // a wrong length
      connection.Message(100002, "{}", 2),
      connection.Message(100002, "{}", -1),
      connection.Message(100002, "{"),
      connection.Message(100002, "[]"),
      connection.Message(100002, "1"),
      connection.Message(100002, std::string(2000, '[')),
      connection.Message(100002, R"({"user_id":1,"user_id":2})"),
      connection.Message(100002, "\xff\xfe"),
  };
  for (const std::string& bytes : wrong) {
    const auto inbound = connection.Read(bytes);
    EXPECT_TRUE(inbound.bad);
    EXPECT_EQ(inbound.bye, "");
    ASSERT_EQ(inbound.replies.size(), 1u);
    EXPECT_EQ(connection.Unpack(inbound.replies[0]).id, 100002);
    EXPECT_NE(connection.Unpack(inbound.replies[0]).body["code"], 200);
  }
}

TEST(EchecsDriver, AnotherKeyReadsNothing) {
  Connection client({.key = "0123456789abcdef", .register_users = false, .variant = "v"});
  Connection server({.key = "0123456789abcdeX", .register_users = false, .variant = "v"});
  Connection plain;
  for (Connection* from : {&client, &plain}) {
    const auto inbound = server.Read(from->Message(100002, R"({"user_id":1,"passwd":"123456"})"));
    EXPECT_FALSE(inbound.request);
    EXPECT_TRUE(inbound.bad);
    ASSERT_EQ(inbound.replies.size(), 1u);
    EXPECT_EQ(server.Unpack(inbound.replies[0]).body["code"], EchecsErrorNumber("bad_json"));
  }
  // Each message has a vector of its own.
  const auto first = server.Push(push::Bye{"other_login"});
  const std::string a = server.driver().Refuse(MakeError("busy"));
  EXPECT_NE(a, server.driver().Refuse(MakeError("busy")));
}

TEST(EchecsDriver, AWrongPasswordIsNoNewAccount) {
  Connection connection({.key = "", .register_users = true, .variant = "v"});
  connection.lobby = SmallLobby;
  const Json answer = connection.Send(100002, {{"user_id", 1}, {"passwd", "wrong"}});
  EXPECT_EQ(answer["code"], EchecsErrorNumber("bad_login"));
  EXPECT_EQ(connection.requests.size(), 2u);
  EXPECT_EQ(connection.Send(100104, {{"user_id", 1}})["code"], EchecsErrorNumber("not_logged_in"));
}

TEST(EchecsDriver, ADeskThatHasEndedIsLeft) {
  Connection connection = Seated();
  connection.lobby = [](const Request&) { return Answer(MakeError("no_desk")); };
  EXPECT_EQ(connection.Send(100103, {{"user_id", 1}})["code"], EchecsErrorNumber("no_desk"));
  connection.lobby = SmallLobby;
  EXPECT_EQ(connection.Send(100104, {{"user_id", 1}})["code"], 200);
}

// ---- pushes ----

std::vector<int> Ids(const std::vector<Received>& pushes) {
  std::vector<int> ids;
  for (const Received& push : pushes) ids.push_back(push.id);
  return ids;
}

TEST(EchecsDriver, ChangesOfADeskAreSent) {
  using testing::ElementsAre;
  Connection connection = Seated();
  EXPECT_TRUE(connection.Push(DeskPush(DeskOf(kAlone))).empty());
  auto pushes = connection.Push(DeskPush(DeskOf(kBoth)));
  EXPECT_THAT(Ids(pushes), ElementsAre(101107));
  EXPECT_EQ(pushes[0].body.dump(), R"({"user_id":"乙","nick":"乙","seat_id":1,"ready":0})");
  Json ready = DeskOf(kBoth);
  ready["seats"][1]["ready"] = true;
  ready["seats"][0]["ready"] = true;  // its own: that was answered
  pushes = connection.Push(DeskPush(ready));
  EXPECT_THAT(Ids(pushes), ElementsAre(101106));
  EXPECT_EQ(pushes[0].body["ready"], 1);
  EXPECT_THAT(Ids(connection.Push(push::Presence{"d1", 1, false, false})), ElementsAre(101110));
  pushes = connection.Push(push::Presence{"d1", 1, true, true});
  EXPECT_THAT(Ids(pushes), ElementsAre(101109, 101110));
  EXPECT_EQ(pushes[1].body["is_offline"], 0);
  EXPECT_EQ(pushes[1].body["is_auto"], 1);
  ready["options"]["cap"] = 4;
  EXPECT_THAT(Ids(connection.Push(DeskPush(ready))), ElementsAre(101108));
  Json alone = DeskOf(kAlone, R"({"cap":4})");
  EXPECT_THAT(Ids(connection.Push(DeskPush(alone))), ElementsAre(101105));
  // Other desks are none of its business.
  push::Presence elsewhere{"d2", 0, false, false};
  EXPECT_TRUE(connection.Push(elsewhere).empty());
  Json left = alone;
  left["seats"][0].erase("user"), left["seats"][0].erase("name");
  EXPECT_THAT(Ids(connection.Push(DeskPush(left))), ElementsAre(101105));
  EXPECT_EQ(connection.Send(100103, {{"user_id", 1}})["code"], EchecsErrorNumber("not_seated"));
}

TEST(EchecsDriver, VotesAreSent) {
  using testing::ElementsAre;
  Connection connection = LoggedIn();
  connection.Send(100101, {{"user_id", 1}});
  connection.Push(DeskPush(DeskOf(kBoth)));
  auto pushes = connection.Push(push::Vote{"d1", 1, Json::array({1}), 60000, std::nullopt});
  EXPECT_THAT(Ids(pushes), ElementsAre(101103));
  EXPECT_EQ(pushes[0].body["left_time"], 60.0);
  pushes = connection.Push(push::Vote{"d1", 1, Json::array({1, 0}), 50000, std::nullopt});
  EXPECT_THAT(Ids(pushes), ElementsAre(101104));
  EXPECT_EQ(pushes[0].body["seat_id"], 0);
  pushes = connection.Push(push::Vote{"d1", std::nullopt, std::nullopt, std::nullopt, "continued"});
  EXPECT_THAT(Ids(pushes), ElementsAre(101102));
  EXPECT_EQ(pushes[0].body["result"], 0);

  Connection quick = Seated();
  EXPECT_THAT(
      Ids(quick.Push(push::Vote{"d1", std::nullopt, std::nullopt, std::nullopt, "dissolved"})),
      ElementsAre(101111));
  EXPECT_EQ(quick.Send(100104, {{"user_id", 1}})["code"], 200) << "the desk is no more";
}

TEST(EchecsDriver, EventsHaveTheirIds) {
  using testing::ElementsAre;
  Connection connection = Seated();
  connection.Push(DeskPush(DeskOf(kBoth)));
  push::Begin begin;
  begin.desk = "d1", begin.match = 1, begin.seat = 0, begin.seq = 1;
  begin.view = *ParseJson(R"({"dealer":1,"dice":[3,4]})");
  begin.events = *ParseJson(R"([{"type":"hand_starts","value":1},{"type":"dealer","seat":1},
      {"type":"deal","seat":0,"pieces":["1m","9p"]},{"type":"deal","seat":1,"pieces":["?","?"],
      "hidden":true},{"type":"flowers","seat":0,"pieces":["1h"]},
      {"type":"flowers_replaced","seat":0,"pieces":["2z"]},
      {"type":"draw","seat":0,"pieces":["5m"]}])");
  begin.choices = *ParseJson(R"([{"seat":0,"offers":[
      {"node":"discard","kind":"piece","pieces":["1m","9p"]},
      {"node":"chi","kind":"combo","combos":[["1m","2m","3m"]]},
      {"node":"zi_mo","kind":"nothing"},
      {"node":"que","kind":"value","values":[0,1],"names":["m","p"]}]}])");
  begin.ask = 7, begin.deadline_ms = 10000, begin.extra_ms = 15000;
  auto pushes = connection.Push(begin);
  EXPECT_THAT(Ids(pushes), ElementsAre(101004, 101112, 101005, 101005, 101008, 101002, 101001));
  EXPECT_EQ(pushes[0].body.dump(), R"({"bank_seat_id":1,"dice":[3,4]})");
  EXPECT_EQ(pushes[2].body.dump(), R"({"seat_id":0,"card_list":[1,41],"card_num":2})");
  EXPECT_EQ(pushes[3].body.dump(), R"({"seat_id":1,"card_list":[0,0],"card_num":2})");
  EXPECT_EQ(pushes[4].body.dump(), R"({"seat_id":0,"hua_card":[65],"bu_cards":[50]})");
  EXPECT_EQ(pushes[6].body.dump(),
            R"({"seat_id":0,"act_info":{"discard":{"card_list":[1,41]},)"
            R"("chi":{"group_list":[[1,2,3]]},"zi_mo":{},"que":{"values":[0,1],)"
            R"("names":["m","p"]}},"ask":7,"end_time":10.0,"extra_time":15.0})");

  push::Step step;
  step.desk = "d1", step.seq = 2, step.path = Json::array();
  step.events = *ParseJson(R"([{"type":"discard","seat":0,"pieces":["1m"],"value":0},
      {"type":"peng","seat":1,"other":0,"pieces":["1m"],"value":0},
      {"type":"flowers","seat":1,"pieces":["2h"]},
      {"type":"points","seat":1,"other":0,"value":-3,"text":"gang"},
      {"type":"hand_shown","seat":1,"pieces":["9m"]}])");
  pushes = connection.Push(step);
  EXPECT_THAT(Ids(pushes), ElementsAre(101009, 101112, 101007, 101100));
  EXPECT_EQ(pushes[0].body.dump(),
            R"({"act_type":"discard","seat_id":0,"card_list":[1],"value":0})");
  EXPECT_EQ(pushes[1].body["other_seat_id"], 0);
  EXPECT_EQ(pushes[3].body["point"], -3);

  pushes = connection.Push(push::Hand{"d1", 1, 0, Json::array({3, -3}), Json::array({3, -3}), "k",
                                      "c", "/r/x", JsonText(std::string("[]"))});
  EXPECT_THAT(Ids(pushes), ElementsAre(101006, 101003));
  EXPECT_EQ(pushes[1].body["player_info"]["1"]["hand_card"], Json::array({9}));
  EXPECT_EQ(pushes[1].body["match_over"], 0);
  pushes =
      connection.Push(push::Over{"d1", 1, Json::array({3, -3}), Json::array({1, 2}), std::nullopt});
  EXPECT_THAT(Ids(pushes), ElementsAre(101003));
  EXPECT_EQ(pushes[0].body["match_over"], 1);
  // An act whose answer was lost is repeated: the lobby knows whether it was taken.
  connection.requests.clear();
  connection.Send(100140, {{"user_id", 1}, {"act_type", "guo"}, {"act_id", "mine"}, {"ask", 9}});
  ASSERT_EQ(connection.requests.size(), 1u);
  EXPECT_EQ(connection.requests[0]["match"], 0);
  EXPECT_EQ(connection.requests[0]["id"], "mine");
  EXPECT_THAT(Ids(connection.Push(push::Bye{"other_login"})), ElementsAre(101101));
  EXPECT_TRUE(connection.Push(push::Bye{"idle"}).empty());
  EXPECT_TRUE(connection.Push(push::Notice{"c", "z", "e"}).empty());
}

TEST(EchecsDriver, ComingBack) {
  Connection connection = LoggedIn();
  EXPECT_TRUE(connection.Push(DeskPush(DeskOf(kBoth))).empty());
  push::Begin begin;
  begin.desk = "d1", begin.match = 3, begin.seat = 0, begin.resumed = true;
  begin.view = *ParseJson(R"({"dealer":0,"hand":2,"wall_left":40,"actor":1,"scores":[1,-1],
      "points":[0,0],"river":[{"seat":0,"tile":"9s"},{"seat":0,"tile":"1s","claimed":true}],
      "seats":[{"seat":0,"count":2,"hand":["1m","2m"],"drawn":"2m","melds":[]},
               {"seat":1,"count":3,"melds":[{"kind":"an_gang","tiles":["?","?","?","?"]}],
                "ready":true}]})");
  begin.choices = *ParseJson(R"([{"seat":0,"offers":[{"node":"guo","kind":"nothing"}]}])");
  begin.ask = 12, begin.deadline_ms = 1500;
  const auto pushes = connection.Push(begin);
  ASSERT_THAT(Ids(pushes), testing::ElementsAre(100010));
  EXPECT_EQ(pushes[0].body["code"], 200);
  const Json& data = pushes[0].body["info"]["game_data"];
  EXPECT_EQ(data["player_info"][0]["hand_card"], Json::array({1, 2}));
  EXPECT_EQ(data["player_info"][0]["out_card"], Json::array({0x19}));
  EXPECT_EQ(data["player_info"][1]["melds"][0]["card_list"], Json::array({0, 0, 0, 0}));
  EXPECT_FALSE(data["player_info"][1].contains("hand_card"));
  EXPECT_EQ(data["desk_info"]["left_card_num"], 40);
  EXPECT_EQ(data["wait_task"]["end_time"], 1.5);
  EXPECT_EQ(pushes[0].body["info"]["user_info"].size(), 2u);

  // The same by request.
  connection.lobby = [&](const Request& request) -> Answer {
    EXPECT_TRUE(std::holds_alternative<request::Sync>(request));
    Json fields = PushObject(begin);
    fields.erase("t");
    return fields;
  };
  EXPECT_EQ(connection.Send(100010, {{"user_id", 1}}), pushes[0].body);
  connection.lobby = [&](const Request&) { return Answer(MakeError("not_playing")); };
  const Json waiting = connection.Send(100010, {{"user_id", 1}});
  EXPECT_EQ(waiting["code"], 200);
  EXPECT_EQ(waiting["info"]["game_data"], Json::object());
}

// No push of any variant is refused or shows another's tiles.
TEST(EchecsDriver, PushesOfEveryVariant) {
  std::set<int> ids;
  Connection connection = Seated();
  PlayEveryVariant([&](const std::string&, server::Push push) {
    std::visit(
        [](auto& body) {
          if constexpr (requires { body.desk; }) body.desk = "d1";
        },
        push);
    if (std::holds_alternative<push::Desk>(push)) return;
    for (const Received& received : connection.Push(push)) ids.insert(received.id);
  });
  for (const int id : {101001, 101002, 101003, 101004, 101006, 101009, 101100, 101110, 101112})
    EXPECT_TRUE(ids.contains(id)) << id;
}

}  // namespace
}  // namespace mlf::server::test
