// What the debug log holds of the messages of a connection, and what it must never hold.
#include "server/gateway/message_log.h"

#include "server/protocol/json_wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mlf::server {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Lines final : public Log {
 public:
  void Write(LogLevel level, const LogIds& ids, std::string_view text, const Place&) override {
    EXPECT_EQ(level, LogLevel::kDebug);
    EXPECT_EQ(ids.session, 7u);
    lines.push_back(std::string(ids.user) + "|" + std::string(ids.desk) + "|" + std::string(text));
  }
  bool Keeps(LogLevel) const override { return keeps; }

  bool keeps = true;
  std::vector<std::string> lines;
};

Request RequestOf(const char* text) {
  return std::get<Request>(ReadRequest(std::string_view(text)).content);
}

TEST(MessageLog, FollowsAUserByIdAndName) {
  Lines log;
  MessageLog messages(log, 7);
  messages.In(RequestOf(R"({"t":"login","re":1,"name":"Ann","password":"sesame"})"));
  EXPECT_EQ(log.lines.back(), R"(||in {"t":"login","name":"Ann","password":"***"})");
  messages.Out(Json{{"user", {{"id", "u12"}, {"name", "Ann"}, {"guest", true}}},
                    {"token", "t-o-k-e-n"},
                    {"desks", Json::array()}});
  EXPECT_THAT(log.lines.back(),
              AllOf(StartsWith("u12||\"Ann\" out, to login {"), HasSubstr(R"("token":"***")")));
  messages.In(RequestOf(R"({"t":"ready","re":2,"desk":"k2","ready":true,"salt":"5a5a"})"));
  EXPECT_EQ(log.lines.back(),
            R"(u12|k2|"Ann" in {"t":"ready","desk":"k2","ready":true,"salt":"***"})");
  messages.Out(MakeError("not_seated"));
  EXPECT_THAT(log.lines.back(), AllOf(StartsWith("u12|k2|\"Ann\" out, to ready {"),
                                      HasSubstr(R"("code":"not_seated")")));
  messages.Out(push::Notice{"stopping", "zh", "en"}, true);
  EXPECT_THAT(log.lines.back(), StartsWith("u12||\"Ann\" out, dropped, {"));
  messages.InUnread(31, 1);
  EXPECT_EQ(log.lines.back(), "u12||in a message of 31 bytes that is no request, with 1 answers");

  // A login that is refused names nobody else.
  messages.In(RequestOf(R"({"t":"login","re":3,"name":"Bo"})"));
  messages.Out(MakeError("bad_login"));
  EXPECT_THAT(log.lines.back(), StartsWith("u12||\"Ann\" out, to login {"));
}

TEST(MessageLog, IsNotMadeWhereTheLogKeepsNoMessages) {
  Lines log;
  EXPECT_NE(MessageLog::For(log, 7), nullptr);
  log.keeps = false;
  EXPECT_EQ(MessageLog::For(log, 7), nullptr);
}

TEST(MessageLog, NoSecretAndNoTileStays) {
  const struct {
    const char* what;
    const char* message;
    const char* text;
  } rows[] = {
      {"a hand", R"({"seats":[{"count":3,"hand":["1m","5p","?"],"drawn":"5p"}]})",
       R"({"seats":[{"count":3,"hand":["?","?","?"],"drawn":"?"}]})"},
      {"combos", R"({"combos":[["1m","2m"],["2m","0m"]]})", R"({"combos":[["?","?"],["?","?"]]})"},
      {"the state of a view",
       R"({"state":{"mai_ma":{"4":"7p"},"zhua_ma":"1m6p","lai_gang":[1,0]}})",
       R"({"state":{"mai_ma":{"4":"?"},"zhua_ma":"?","lai_gang":[1,0]}})"},
      {"what a skill shows of the next draws",
       R"({"state":{"skills":[{"skill":"foresight","en":"After 5m: seat 1 draws 3p.",
           "zh":"若打五万：座1摸三筒。","items":[{"en":"5m","zh":"五万","able":true}]},null]}})",
       R"({"state":{"skills":[{"skill":"foresight","en":"?","zh":"?",)"
       R"("items":[{"en":"?","zh":"?","able":true}]},null]}})"},
      {"tiles as names of fields", R"({"kinds":{"5m":1,"3p":2},"state":"playing"})",
       R"j({"kinds":"(2 items)","state":"playing"})j"},
      {"a key, a salt and a link",
       R"({"key":"ab","commit":"cd","replay":"/r/x/y","salts":["1",null]})",
       R"({"key":"***","commit":"cd","replay":"***","salts":"***"})"},
      {"nothing to hide", R"({"key":null,"salts":null,"ready":true})",
       R"({"key":null,"salts":null,"ready":true})"},
      {"names that look like tiles", R"({"name":"5m","user":"1s","text":"5m"})",
       R"({"name":"5m","user":"1s","text":"?"})"},
  };
  for (const auto& row : rows) EXPECT_EQ(Redacted(Json::parse(row.message)), row.text) << row.what;
}

TEST(MessageLog, LongMessagesAreCut) {
  EXPECT_EQ(Redacted(Json{{"text", std::string(201, 'a')}}), R"j({"text":"(201 bytes)"})j");
  EXPECT_EQ(Redacted(Json{{"list", std::vector<int>(161, 5)}}), R"j({"list":"(161 items)"})j");
  Json many = Json::object();
  for (int i = 0; i < 100; ++i) many[std::to_string(i)] = std::string(190, '\xE4') + "x";
  const std::string cut = Redacted(many);
  EXPECT_THAT(cut, AllOf(EndsWith(" bytes)"), HasSubstr("... (")));
  EXPECT_LT(cut.size(), 4100u);
  EXPECT_THAT(Redacted(Json{{"text", "短"}}), HasSubstr("短"));
}

}  // namespace
}  // namespace mlf::server
