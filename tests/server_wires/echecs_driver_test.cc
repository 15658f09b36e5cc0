// The echecs form on one connection: the robot it was made for, every id, and what is refused.
#include "server/gateway/echecs_driver.h"

#include "samples.h"
#include "server/protocol/echecs_cipher.h"
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
    if (settings.key.empty()) return;
    if (settings.chained)
      chain_.emplace(settings.key);
    else
      cipher_.emplace(settings.key);
  }

  std::function<Answer(const Request&)> lobby = [](const Request&) {
    return Answer(Json::object());
  };
  std::vector<Json> requests;  // that the lobby got

  std::string Message(int id, const std::string& text, int version = 0) {
    EchecsCipher::Vector iv{};
    return EchecsMessage({.id = id, .version = version}, cipher_  ? cipher_->Encrypt(text, iv)
                                                         : chain_ ? chain_->Encrypt(text)
                                                                  : text);
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
    const auto any = [](std::string_view text) { return text.starts_with('{'); };
    return {header.id, *ParseJson(cipher_  ? cipher_->Decrypt(body).value_or("null")
                                  : chain_ ? chain_->Decrypt(body, any).value_or("null")
                                           : body)};
  }

 private:
  EchecsSettings settings_;
  CountingEntropy entropy_;
  std::unique_ptr<Driver> driver_;
  std::optional<EchecsCipher> cipher_;
  std::optional<EchecsChain> chain_;
};

Json DeskOf(const char* seats, const char* options = "{}", bool quick = false) {
  Json desk{{"id", "d1"},
            {"code", "042351"},
            {"variant", "v"},
            {"fingerprint", "f"},
            {"options", *ParseJson(options)},
            {"state", "waiting"},
            {"owner", "u1"},
            {"seats", *ParseJson(seats)},
            {"spectators", 0}};
  if (quick) desk["quick"] = true;
  return desk;
}
push::Desk DeskPush(const Json& desk) {
  push::Desk push;
  push.id = desk["id"], push.code = desk["code"], push.variant = desk["variant"];
  push.options = desk["options"], push.seats = desk["seats"], push.owner = desk["owner"];
  push.state = desk["state"];
  if (desk.contains("quick")) push.quick = true;
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
  if (std::holds_alternative<request::Quick>(request))
    return Json{{"desk", DeskOf(kAlone, "{}", true)}};
  if (std::holds_alternative<request::Create>(request) ||
      std::holds_alternative<request::Join>(request))
    return Json{{"desk", DeskOf(kAlone)}};
  if (std::holds_alternative<request::Hint>(request))
    return *ParseJson(R"({"discards":[{"piece":"3p","waits":[{"piece":"1z","left":2,"value":8}],
        "distance":0}]})");
  if (std::holds_alternative<request::Act>(request))
    return Json{{"mine", 1}, {"seq", 4}, {"kept", true}, {"hash", "h"}};
  return Json::object();
}

// Variant `v` has an option and a preset.
Json AboutVariant(const std::string& id) {
  if (id != "v") return nullptr;
  return *ParseJson(R"({"id":"v","zh":"某","en":"some","seats":2,
      "presets":[{"id":"high","zh":"高级场","en":"advanced room","options":{"cap":12}}],
      "options":[{"id":"of_cap","type":"bool","default":false},
                 {"id":"cap","type":"int","default":6}]})");
}

Connection LoggedIn() {
  Connection connection({.key = "",
                         .register_users = false,
                         .variant = "v",
                         .chained = false,
                         .describe = AboutVariant});
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
  for (const char* cipher : {"", "vector", "chained"}) {
    SCOPED_TRACE(cipher);
    Connection connection({.key = *cipher == '\0' ? "" : "@ZYHD#GDMJ!112233!love**foreverX",
                           .register_users = true,
                           .variant = "v",
                           .chained = cipher == std::string_view("chained")});
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
      {100140, R"({"user_id":1,"act_type":100})", R"({"t":"wait","desk":"d1","ms":60000})"},
      {100140, R"({"user_id":1,"act_type":"waite_answer"})",
       R"({"t":"wait","desk":"d1","ms":60000})"},
      {100140, R"({"user_id":1,"act_type":"que","value":"s","act_id":"x"})",
       R"({"t":"act","desk":"d1","match":2,"id":"x","ask":9,"node":"que","value":"s"})"},
      {100140, R"({"user_id":1,"act_type":10,"card_list":[5]})",
       R"({"t":"act","desk":"d1","match":2,"id":"echecs-9","ask":9,"node":"discard",
           "pieces":["5m"]})"},
      {100140, R"({"user_id":1,"act_type":"80"})",
       R"({"t":"act","desk":"d1","match":2,"id":"echecs-9","ask":9,"node":"hu"})"},
      {100140, R"({"user_id":1,"act_type":"dian_gang"})",
       R"({"t":"act","desk":"d1","match":2,"id":"echecs-9","ask":9,"node":"ming_gang"})"},
      {100141, R"({"user_id":1})", R"({"t":"hint","desk":"d1"})"},
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
      {100105, R"({"user_id":1,"room_type":1})", R"({"t":"quick","variant":"v"})"},
      {100105, R"({"user_id":1,"room_type":2})", R"({"t":"quick","variant":"v","preset":"high"})"},
      {100105, R"({"user_id":1,"room_type":"high","custom_config":{"cap":4}})",
       R"({"t":"quick","variant":"v","preset":"high","options":{"cap":4}})"},
      {100105, R"({"user_id":1,"room_type":"w","preset":"p"})",
       R"({"t":"quick","variant":"w","preset":"p"})"},
      {100101, R"({"user_id":1,"room_type":"high"})",
       R"({"t":"create","variant":"v","private":true,"preset":"high"})"},
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
      {"another desk", true, true, 100101, R"({"user_id":1})", "in_other_desk", false},
      {"another room", true, true, 100105, R"({"user_id":1,"room_type":"w"})", "in_other_desk",
       false},
      {"another friend's desk", true, true, 100102, R"({"user_id":1,"desk_id":7})", "in_other_desk",
       false},
      {"no hints without a seat", true, false, 100141, R"({"user_id":1})", "not_seated", false},
      {"no password", false, false, 100002, R"({"user_id":1})", "bad_message", true},
      {"no name", false, false, 100002, R"({"passwd":"x"})", "bad_message", true},
      {"an empty name", false, false, 100002, R"({"user_id":"","passwd":"x"})", "bad_message",
       true},
      {"ready 2", true, true, 100100, R"({"user_id":1,"ready":2})", "bad_message", true},
      {"no answer", true, true, 100111, R"({"user_id":1})", "bad_message", true},
      {"config of a wrong type", true, true, 100120, R"({"user_id":1,"custom_config":[]})",
       "bad_message", true},
      {"no room", true, false, 100105, R"({"user_id":1})", "bad_message", true},
      {"a room that does not exist", true, false, 100105, R"({"user_id":1,"room_type":3})",
       "bad_message", true},
      {"a room of a wrong type", true, false, 100105, R"({"user_id":1,"room_type":[]})",
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
    const Json body = server.Unpack(inbound.replies[0]).body;
    EXPECT_EQ(body["code"], EchecsErrorNumber("not_decrypted"));
    EXPECT_EQ(body["desc"].get<std::string>().find("JSON"), std::string::npos) << body;
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
  Connection connection = LoggedIn();
  connection.Send(100101, {{"user_id", 1}});
  EXPECT_TRUE(connection.Push(DeskPush(DeskOf(kAlone))).empty());
  auto pushes = connection.Push(DeskPush(DeskOf(kBoth)));
  EXPECT_THAT(Ids(pushes), ElementsAre(101107));
  EXPECT_EQ(pushes[0].body.dump(),
            R"({"user_id":"乙","nick":"乙","seat_id":1,"ready":0,"is_offline":0,"is_robot":0,)"
            R"("point":0,"status":1})");
  Json ready = DeskOf(kBoth);
  ready["seats"][1]["ready"] = true;
  pushes = connection.Push(DeskPush(ready));
  EXPECT_THAT(Ids(pushes), ElementsAre(101106));
  EXPECT_EQ(pushes[0].body["ready"], 1);
  // Its own answer was sent.
  EXPECT_EQ(connection.Send(100100, {{"user_id", 1}, {"ready", 1}})["info"]["ready"], 1);
  ready["seats"][0]["ready"] = true;
  EXPECT_TRUE(connection.Push(DeskPush(ready)).empty());
  // The owner changes the options, and nobody is ready any more.
  ready["options"]["cap"] = 4;
  ready["seats"][0]["ready"] = ready["seats"][1]["ready"] = false;
  pushes = connection.Push(DeskPush(ready));
  EXPECT_THAT(Ids(pushes), ElementsAre(101106, 101106, 101108));
  EXPECT_EQ(pushes[0].body["user_id"], 1);
  EXPECT_EQ(pushes[0].body["ready"], 0);
  Json alone = DeskOf(kAlone, R"({"cap":4})");
  EXPECT_THAT(Ids(connection.Push(DeskPush(alone))), ElementsAre(101105));
  // Other desks are none of its business.
  push::Presence elsewhere{"d2", 0, false, false};
  EXPECT_TRUE(connection.Push(elsewhere).empty());
}

// In play by `presence`, at a waiting desk by the desk itself.
TEST(EchecsDriver, WhoDropsAndComesBackIsTold) {
  using testing::ElementsAre;
  Connection connection = Seated();
  Json desk = DeskOf(kBoth, "{}", true);
  connection.Push(DeskPush(desk));
  desk["seats"][1]["online"] = false;
  auto pushes = connection.Push(DeskPush(desk));
  EXPECT_THAT(Ids(pushes), ElementsAre(101110));
  EXPECT_EQ(pushes[0].body.dump(),
            R"({"user_id":"乙","nick":"乙","seat_id":1,"is_offline":1,"is_auto":0})");
  EXPECT_TRUE(connection.Push(DeskPush(desk)).empty());
  desk["seats"][1]["online"] = true;
  pushes = connection.Push(DeskPush(desk));
  EXPECT_THAT(Ids(pushes), ElementsAre(101109, 101110));
  EXPECT_EQ(pushes[1].body["is_offline"], 0);
  EXPECT_THAT(Ids(connection.Push(push::Presence{"d1", 1, false, false})), ElementsAre(101110));
  pushes = connection.Push(push::Presence{"d1", 1, true, true});
  EXPECT_THAT(Ids(pushes), ElementsAre(101109, 101110));
  EXPECT_EQ(pushes[1].body["is_auto"], 1);
  // The same again, by the desk.
  EXPECT_TRUE(connection.Push(DeskPush(desk)).empty());
}

TEST(EchecsDriver, ALostSeatIsToldWithItsReason) {
  Connection connection = Seated();
  connection.Push(DeskPush(DeskOf(kBoth, "{}", true)));
  EXPECT_TRUE(connection.Push(push::Notice{"unready", "未及时准备", "not ready"}).empty());
  Json desk = DeskOf(kBoth, "{}", true);
  desk["seats"][0] = *ParseJson(R"({"ready":false,"online":false,"auto":false,"robot":false})");
  const auto pushes = connection.Push(DeskPush(desk));
  ASSERT_THAT(Ids(pushes), testing::ElementsAre(101105));
  EXPECT_EQ(pushes[0].body.dump(),
            R"({"user_id":1,"nick":"1","seat_id":0,"desc":"unready: 未及时准备"})");
  EXPECT_EQ(connection.Send(100103, {{"user_id", 1}})["code"], EchecsErrorNumber("not_seated"));
  EXPECT_EQ(connection.Send(100104, {{"user_id", 1}})["code"], 200);
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
  EXPECT_EQ(pushes[0].body["agree"], 1);
  // A no, which ends it.
  pushes =
      connection.Push(push::Vote{"d1", std::nullopt, std::nullopt, std::nullopt, "continued", 1});
  EXPECT_THAT(Ids(pushes), ElementsAre(101104, 101102));
  EXPECT_EQ(pushes[0].body["user_id"], "乙");
  EXPECT_EQ(pushes[0].body["agree"], 0);
  EXPECT_EQ(pushes[1].body["result"], 0);
  pushes = connection.Push(push::Vote{"d1", std::nullopt, std::nullopt, std::nullopt, "continued"});
  EXPECT_THAT(Ids(pushes), ElementsAre(101102)) << "its time was over";

  Connection quick = Seated();
  EXPECT_THAT(
      Ids(quick.Push(push::Vote{"d1", std::nullopt, std::nullopt, std::nullopt, "dissolved"})),
      ElementsAre(101111));
  EXPECT_EQ(quick.Send(100104, {{"user_id", 1}})["code"], 200) << "the desk is no more";

  // A client that has come back knows what kind of desk it is.
  Connection back = LoggedIn();
  back.Push(DeskPush(DeskOf(kBoth, "{}", true)));
  EXPECT_THAT(
      Ids(back.Push(push::Vote{"d1", std::nullopt, std::nullopt, std::nullopt, "continued"})),
      ElementsAre(101111));
}

// A client that was started anew sees the desk where its user sits, and enters it again.
TEST(EchecsDriver, AWaitingDeskAfterARestart) {
  for (const bool quick : {false, true}) {
    SCOPED_TRACE(quick);
    Connection connection = LoggedIn();
    EXPECT_TRUE(connection.Push(DeskPush(DeskOf(kBoth, R"({"cap":6})", quick))).empty());
    connection.requests.clear();
    const Json scene = connection.Send(100010, {{"user_id", 1}})["info"];
    EXPECT_EQ(scene["desk_id"], "042351");
    EXPECT_EQ(scene["desk_type"], quick ? 2 : 1);
    EXPECT_EQ(scene["seat_id"], 0);
    EXPECT_EQ(scene["owner_seat_id"], 0);
    EXPECT_EQ(scene["status"], "waiting");
    EXPECT_EQ(scene["custom_config"], *ParseJson(R"({"cap":6})"));
    EXPECT_EQ(scene["user_info"].size(), 2u);
    EXPECT_EQ(scene["user_info"][1]["status"], 1);
    EXPECT_EQ(scene["game_data"]["desk_info"]["desk_id"], "042351");
    EXPECT_EQ(scene["game_data"]["wait_task"], Json::object());
    for (const auto& [id, body] : {std::pair(100101, R"({"user_id":1})"),
                                   {100104, R"({"user_id":1})"},
                                   {100105, R"({"user_id":1,"room_type":1})"}}) {
      SCOPED_TRACE(id);
      const Json answer = connection.Send(id, *ParseJson(body));
      const bool its_own = (id == 100101) != quick;
      EXPECT_EQ(answer["code"], its_own ? 200 : EchecsErrorNumber("in_other_desk")) << answer;
      if (its_own) {
        EXPECT_EQ(answer["info"]["desk_id"], "042351");
      }
    }
    EXPECT_EQ(connection.Send(100105, {{"user_id", 1}, {"room_type", 2}})["code"],
              EchecsErrorNumber("in_other_desk"))
        << "the desk has other options than that room";
    EXPECT_TRUE(connection.requests.empty());
  }
}

// Before play a match desk is left by a connection that ends; a friend desk and a match are not.
TEST(EchecsDriver, WhoGoesBeforePlayLeavesAMatchDesk) {
  Connection friends = LoggedIn();
  EXPECT_FALSE(friends.driver().Gone());
  friends.Send(100101, {{"user_id", 1}});
  EXPECT_FALSE(friends.driver().Gone());
  Connection quick = Seated();
  const auto last = quick.driver().Gone();
  ASSERT_TRUE(last);
  EXPECT_EQ(ObjectOfRequest(*last).dump(), R"({"t":"leave","desk":"d1"})");
  EXPECT_TRUE(std::get<request::Leave>(*last).offline);
  push::Begin begin;
  begin.desk = "d1", begin.match = 1, begin.view = Json::object();
  quick.Push(begin);
  EXPECT_FALSE(quick.driver().Gone());
}

TEST(EchecsDriver, MatchRoomsAreListedWithTheirPeople) {
  Connection connection = LoggedIn();
  connection.requests.clear();
  connection.lobby = [](const Request&) {
    Json waiting = DeskOf(kAlone, R"({"cap":12})", true);
    Json playing = DeskOf(kBoth, R"({"cap":6})", true);
    playing["state"] = "playing";
    Json other = DeskOf(kAlone, R"({"cap":7})", true);
    Json friends = DeskOf(kAlone, R"({"cap":12})");
    return Answer(Json{{"desks", Json::array({waiting, playing, other, friends})}});
  };
  const Json rooms = connection.Send(100106, {{"user_id", 1}})["info"]["room_list"];
  EXPECT_EQ(connection.requests[0].dump(), R"({"t":"desks","variant":"v"})");
  ASSERT_EQ(rooms.size(), 2u);
  EXPECT_EQ(rooms[0].dump(),
            R"({"room_type":1,"variant":"v","preset":"","name":"某","name_en":"some",)"
            R"("custom_config":{},"open_desk_num":0,"wait_num":0,"play_num":2})");
  EXPECT_EQ(rooms[1].dump(),
            R"({"room_type":2,"variant":"v","preset":"high","name":"高级场",)"
            R"("name_en":"advanced room","custom_config":{"cap":12},"open_desk_num":1,)"
            R"("wait_num":1,"play_num":0})");
  EXPECT_EQ(connection.Send(100106, {{"user_id", 1}, {"room_type", "none"}})["code"],
            EchecsErrorNumber("bad_variant"));
}

TEST(EchecsDriver, HintsAreThoseOfTheGame) {
  Connection connection = Seated();
  EXPECT_EQ(connection.Send(100141, {{"user_id", 1}})["info"].dump(),
            R"({"hint_list":[{"card":35,"distance":0,"wait_list":[)"
            R"({"card":49,"left_num":2,"point":8}]}]})");
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
  begin.defaults = *ParseJson(R"([{"seat":0,"node":"discard","ask":7,"pieces":["9p"]}])");
  auto pushes = connection.Push(begin);
  EXPECT_THAT(Ids(pushes), ElementsAre(101004, 101112, 101005, 101005, 101008, 101002, 101001));
  EXPECT_EQ(pushes[0].body.dump(), R"({"bank_seat_id":1,"dice":[3,4]})");
  EXPECT_EQ(pushes[2].body.dump(), R"({"seat_id":0,"card_list":[1,41],"card_num":2})");
  EXPECT_EQ(pushes[3].body.dump(), R"({"seat_id":1,"card_list":[0,0],"card_num":2})");
  EXPECT_EQ(pushes[4].body.dump(), R"({"seat_id":0,"hua_card":[65],"bu_cards":[50]})");
  EXPECT_EQ(pushes[6].body.dump(),
            R"({"seat_id":0,"act_info":{"discard":{"card_list":[1,41]},)"
            R"("chi":{"group_list":[[1,2,3]]},"zi_mo":{},"que":{"values":[0,1],)"
            R"("names":["m","p"]}},"ask":7,"end_time":10.0,"extra_time":15.0,)"
            R"("default_act":{"act_type":"discard","card_list":[41]}})");

  push::Step step;
  step.desk = "d1", step.seq = 2, step.path = Json::array();
  step.events = *ParseJson(R"([{"type":"discard","seat":0,"pieces":["1m"],"value":0},
      {"type":"peng","seat":1,"other":0,"pieces":["1m"],"value":0},
      {"type":"flowers","seat":1,"pieces":["2h"]},
      {"type":"points","seat":1,"other":0,"value":3,"text":"gang","seats":[0]},
      {"type":"hand_shown","seat":1,"pieces":["9m"]}])");
  pushes = connection.Push(step);
  EXPECT_THAT(Ids(pushes), ElementsAre(101009, 101112, 101007, 101100, 101100));
  EXPECT_EQ(pushes[0].body.dump(),
            R"({"act_type":"discard","seat_id":0,"card_list":[1],"value":0})");
  EXPECT_EQ(pushes[1].body["other_seat_id"], 0);
  EXPECT_EQ(pushes[3].body.dump(), R"({"user_id":"乙","nick":"乙","seat_id":1,"point":3,)"
                                   R"("other_seat_id":0,"desc":"gang"})");
  EXPECT_EQ(pushes[4].body.dump(), R"({"user_id":1,"nick":"1","seat_id":0,"point":-3,)"
                                   R"("other_seat_id":1,"desc":"gang"})");

  push::Hand hand{"d1", 1,   0,      Json::array({29, -29}),     Json::array({27, -27}),
                  "k",  "c", "/r/x", JsonText(std::string("[]"))};
  hand.wins = *ParseJson(R"([{"type":"win_value","seat":0,"other":1,"pieces":["9m"],"value":6},
      {"type":"fan","seat":0,"text":"hun_yi_se","value":6},{"type":"fan_total","seat":0,"value":6},
      {"type":"pay_times","seat":0,"other":1,"text":"guo_hu","value":4},
      {"type":"points","seat":0,"other":1,"value":24,"seats":[1],"text":"win"}])");
  hand.fans = *ParseJson(R"([{"id":"hun_yi_se","zh":"混一色","en":"half flush"}])");
  hand.seats = *ParseJson(R"([{"seat":0,"count":4,"hand":["1z","1z","8m","7m"],
      "melds":[{"kind":"peng","tiles":["1m","1m","1m"],"from":1}]},
      {"seat":1,"count":2,"hand":["2z","9m"],
      "melds":[{"kind":"an_gang","tiles":["3z","3z","3z","3z"]}]}])");
  pushes = connection.Push(hand);
  EXPECT_THAT(Ids(pushes), ElementsAre(101006, 101003));
  EXPECT_EQ(pushes[0].body["total_points"], Json::array({27, -27}));
  EXPECT_EQ(pushes[0].body["detail"].dump(),
            R"([{"type":1,"points":[24,-24],"params":{"hu_seat_id":0,"source_seat_id":1,)"
            R"("is_zi_mo":0,"type_list":["hun_yi_se"],"name_list":["混一色"],"fan_list":[6],)"
            R"("hu_fan_count":6,"guo_hu_count":2,"hu_card":9,)"
            R"("hand_card_for_settle_show":[[1,1,1],[49,49,8,7],[9]]}},)"
            R"({"type":2,"points":[3,-3],"params":{}}])");
  EXPECT_EQ(pushes[1].body["player_info"]["0"].dump(),
            R"({"point":27,"score":29,"hand_card":[[1,1,1],[49,49,8,7],[9]],)"
            R"("melds":[{"act_type":"peng","card_list":[1,1,1],"other_seat_id":1}],)"
            R"("hu_card":[9]})");
  EXPECT_EQ(pushes[1].body["player_info"]["1"]["hand_card"].dump(), "[[51,51,51,51],[50,9],[]]");
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

// What a self-draw wins with is not in the hand too, and a drawn hand has a settlement of nobody.
TEST(EchecsDriver, SettlementsOfOtherHands) {
  Connection connection = Seated();
  push::Begin begin;
  begin.desk = "d1", begin.match = 1, begin.view = Json::object();
  connection.Push(begin);
  push::Hand hand{"d1", 1,   0,      Json::array({4, -4}),       Json::array({4, -4}),
                  "k",  "c", "/r/x", JsonText(std::string("[]"))};
  hand.seats = *ParseJson(R"([{"seat":0,"count":2,"hand":["9m","9m"],"melds":[]},
      {"seat":1,"count":1,"hand":["2z"],"melds":[]}])");
  hand.wins = *ParseJson(R"([{"type":"win_value","seat":0,"pieces":["9m"],"value":4},
      {"type":"points","seat":0,"value":4,"seats":[1],"text":"win"}])");
  auto pushes = connection.Push(hand);
  const Json& params = pushes[0].body["detail"][0]["params"];
  EXPECT_EQ(params["source_seat_id"], -1);
  EXPECT_EQ(params["is_zi_mo"], 1);
  EXPECT_EQ(params["guo_hu_count"], 0);
  EXPECT_EQ(params["hand_card_for_settle_show"].dump(), "[[9],[9]]");
  hand.wins = JsonText(std::string("[]"));
  pushes = connection.Push(hand);
  EXPECT_EQ(pushes[0].body["detail"].dump(),
            R"([{"type":4,"points":[4,-4],"params":{"hu_seat_id":-1}}])");
}

// `ready` begins the next hand, as it begins the first one.
TEST(EchecsDriver, ReadyBetweenHandsIsTheAnswerOfTheGame) {
  Connection connection = Seated();
  push::Begin begin;
  begin.desk = "d1", begin.match = 3, begin.view = Json::object();
  connection.Push(begin);
  push::Step step;
  step.desk = "d1", step.path = Json::array();
  step.events = Json::array();
  step.ask = 21;
  step.choices = *ParseJson(R"([{"seat":0,"offers":[{"node":"ready","kind":"nothing"}]}])");
  connection.Push(step);
  connection.Push(push::Hand{"d1", 3, 0, Json::array({0, 0}), Json::array({0, 0}), "k", "c", "/r/x",
                             JsonText(std::string("[]"))});
  connection.requests.clear();
  EXPECT_EQ(connection.Send(100100, {{"user_id", 1}, {"ready", 0}})["info"]["ready"], 0);
  EXPECT_TRUE(connection.requests.empty());
  EXPECT_EQ(connection.Send(100100, {{"user_id", 1}, {"ready", 1}}).dump(),
            R"({"code":200,"info":{"ready":1}})");
  ASSERT_EQ(connection.requests.size(), 1u);
  EXPECT_EQ(connection.requests[0].dump(),
            R"({"t":"act","desk":"d1","match":3,"id":"echecs-21","ask":21,"node":"ready"})");
  EXPECT_EQ(connection.Send(100100, {{"user_id", 1}, {"ready", 0}})["code"],
            EchecsErrorNumber("already_answered"));
  // The next hand plays.
  connection.Push(begin);
  connection.Send(100100, {{"user_id", 1}, {"ready", 1}});
  EXPECT_EQ(connection.requests.back()["t"], "ready");
}

// Who declares ready gets the hands that it may see now.
TEST(EchecsDriver, ADeclarationShowsTheHandsOfOthers) {
  Connection connection = Seated();
  connection.Push(DeskPush(DeskOf(kBoth, "{}", true)));
  push::Begin begin;
  begin.desk = "d1", begin.match = 3, begin.view = Json::object();
  connection.Push(begin);
  for (const bool shown : {true, false}) {
    connection.lobby = [&](const Request& request) -> Answer {
      if (std::holds_alternative<request::Act>(request)) return Json{{"mine", 1}, {"seq", 4}};
      EXPECT_TRUE(std::holds_alternative<request::Sync>(request));
      Json table{{"desk", "d1"}, {"match", 3}, {"hand", 0}, {"seat", 0}, {"seq", 5}};
      table["view"] = *ParseJson(R"({"seats":[{"seat":0,"count":1,"hand":["1m"],"melds":[]},
          {"seat":1,"count":1,"melds":[{"kind":"an_gang","tiles":["3z","3z","3z","3z"]}]}]})");
      if (shown) table["view"]["seats"][1]["hand"] = Json::array({"2z"});
      return table;
    };
    auto inbound = connection.Read(
        connection.Message(100140, R"({"user_id":1,"act_type":70,"card_list":[5],"ask":3})"));
    ASSERT_TRUE(inbound.request);
    auto answered = connection.driver().Answer(connection.lobby(*inbound.request));
    ASSERT_EQ(answered.messages.size(), 1u);
    EXPECT_EQ(connection.Unpack(answered.messages[0]).body["code"], 200);
    ASSERT_TRUE(answered.request);
    auto revealed = connection.driver().Answer(connection.lobby(*answered.request));
    EXPECT_FALSE(revealed.request);
    ASSERT_EQ(revealed.messages.size(), shown ? 1u : 0u);
    if (!shown) continue;
    const Received push = connection.Unpack(revealed.messages[0]);
    EXPECT_EQ(push.id, 101112);
    EXPECT_EQ(push.body.dump(), R"({"act_type":"ting","seat_id":0,"all_hand_cards":{"1":)"
                                R"({"hand_card":[50],"an_gang_cards":[[51,51,51,51]]}}})");
  }
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
  EXPECT_EQ(data["desk_info"]["desk_type"], 1);
  EXPECT_EQ(data["desk_info"]["game_status"], 3);
  EXPECT_EQ(data["desk_info"]["user_points"].dump(), R"({"0":1,"1":-1})");
  EXPECT_EQ(pushes[0].body["info"]["user_info"][1]["point"], -1);
  EXPECT_EQ(pushes[0].body["info"]["user_info"][1]["status"], 3);
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
  EXPECT_EQ(waiting["info"]["game_data"]["player_info"], Json::array());
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
