// Headers, encryption, cards and error numbers of the echecs form.
#include "server/protocol/echecs_wire.h"
#include "server/protocol/echecs_cipher.h"

#include "server/protocol/json_wire.h"
#include "tests/support/files.h"

#include <mlf/table/tile.h>

#include <gtest/gtest.h>

#include <deque>
#include <numeric>
#include <regex>
#include <string>
#include <utility>

namespace mlf::server::test {
namespace {

std::string Bytes(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

EchecsCipher::Vector Counting() {
  EchecsCipher::Vector iv;
  for (std::size_t i = 0; i < iv.size(); ++i) iv[i] = static_cast<std::byte>(i);
  return iv;
}

constexpr std::string_view kShort = "0123456789abcdef", kLong = "@ZYHD#GDMJ!112233!love**foreverX";

TEST(EchecsWire, HeadersAreLittleEndian) {
  const std::string bytes("\x0e\x00\x00\x00\xa2\x86\x01\x00\x01\x00\x00\x00{}", 14);
  const auto header = ReadEchecsHeader(bytes);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->length, 14);
  EXPECT_EQ(header->id, 100002);
  EXPECT_EQ(header->version, 1);
  EXPECT_EQ(EchecsMessage({.id = 100002, .version = 1}, "{}"), bytes);
  EXPECT_FALSE(ReadEchecsHeader(bytes.substr(0, 11)));
  EXPECT_EQ(ReadEchecsHeader(std::string(12, '\xff'))->length, -1);
}

// Made by Python's cryptography (CFB8, PKCS#7); the first by `openssl enc -aes-128-cfb8` too.
TEST(EchecsWire, EncryptionIsThatOfOthers) {
  const struct {
    std::string_view key, text, encrypted;
  } rows[] = {
      {kShort, R"({"user_id": 1})",
       "000102030405060708090a0b0c0d0e0fdb4205caa1893f7b54ef65ee1b562a5a"},
      {kLong, R"({"user_id": 1, "passwd": "123456"})",
       "000102030405060708090a0b0c0d0e0f20aa63475823452bbafaf5a4b12cda4e3c67ecb4c09a51bd4652818d87"
       "10cd19bdb9caa1e084bc03eac35fa5db16bbcf"},
      {kShort, "0123456789abcdef",
       "000102030405060708090a0b0c0d0e0f901a6b7f142838e7d77f04da9fa6438831ae0c77cca961ffb047f26272"
       "dbd482"},
  };
  for (const auto& row : rows) {
    const EchecsCipher cipher{std::string(row.key)};
    EXPECT_EQ(cipher.Encrypt(row.text, Counting()), Bytes(row.encrypted)) << row.text;
    EXPECT_EQ(cipher.Decrypt(Bytes(row.encrypted)), std::string(row.text));
  }
}

TEST(EchecsWire, WhatIsNotEncryptedSoIsRefused) {
  const EchecsCipher cipher{std::string(kShort)};
  const std::string good = cipher.Encrypt("{}", Counting());
  ASSERT_EQ(cipher.Decrypt(good), "{}");
  EXPECT_EQ(cipher.Decrypt(cipher.Encrypt("", Counting())), "");
  for (const std::string& bytes :
       {std::string(), std::string("{}"), good.substr(0, 16), good.substr(0, 31), good + "x",
        good.substr(0, 31) + static_cast<char>(good[31] ^ 1)})
    EXPECT_EQ(cipher.Decrypt(bytes), std::nullopt) << bytes.size();
  // Another key gives another text, which has a padding by chance only.
  int fits = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string key(kShort);
    key[static_cast<std::size_t>(i % 16)] = static_cast<char>(i);
    if (key == kShort) continue;
    const auto text = EchecsCipher(key).Decrypt(good);
    if (text) ++fits;
    EXPECT_NE(text, "{}");
  }
  EXPECT_LT(fits, 30);
}

bool IsObject(std::string_view text) { return text.starts_with('{'); }

// Made by `openssl enc -aes-256-cfb8`: the vector of the first message is zeros, and of each
// further one the last 16 bytes of the message before, in both directions.
TEST(EchecsWire, AChainIsOneAesObject) {
  const struct {
    bool ours;
    std::string_view text, encrypted;
  } rows[] = {
      {false, R"({"user_id": 1, "passwd": "123456"})",
       "0dc1b646b3cabea3911d5cb12c452e1a8320061a44faccf1190b27f233dcb1ca270dd23c0f7739fb073c2aaf616"
       "160"
       "f2"},
      {true, R"({"code":200,"info":{}})",
       "c6d395c84b3454490de1eaa2707f53d34ecf19a57baf24f6a8f7743b2d5e219a"},
      {false, R"({"user_id": 1})", "061d3e048d825e4b5d51bf84ce08705a"},
  };
  EchecsChain server{std::string(kLong)}, client{std::string(kLong)};
  for (const auto& row : rows) {
    EchecsChain& from = row.ours ? server : client;
    EchecsChain& to = row.ours ? client : server;
    EXPECT_EQ(from.Encrypt(row.text), Bytes(row.encrypted)) << row.text;
    EXPECT_EQ(to.Decrypt(Bytes(row.encrypted), IsObject), std::string(row.text));
  }
}

// The AES object of a client, which reads nothing but what its own state gives.
class ClientObject {
 public:
  std::string Encrypt(std::string_view text) {
    EchecsCipher::Vector iv;
    for (std::size_t i = 0; i < iv.size(); ++i) iv[i] = static_cast<std::byte>(state_[i]);
    const std::string bytes = cipher_.Encrypt(text, iv).substr(iv.size());
    state_ = bytes.substr(bytes.size() - 16);
    return bytes;
  }
  std::string Decrypt(const std::string& bytes) {
    const auto text = cipher_.Decrypt(state_ + bytes);
    state_ = bytes.substr(bytes.size() - 16);
    return text.value_or("");
  }

 private:
  EchecsCipher cipher_{std::string(kLong)};
  std::string state_ = std::string(16, '\0');
};

// A client writes before it has read what is on its way to it.
TEST(EchecsWire, AChainOutlivesMessagesThatCross) {
  EchecsChain server{std::string(kLong)};
  ClientObject client;
  const std::string login = client.Encrypt(R"({"user_id":1})");
  ASSERT_EQ(server.Decrypt(login, IsObject), R"({"user_id":1})");
  const std::string first = server.Encrypt(R"({"a":"the first of three pushes"})");
  const std::string second = server.Encrypt(R"({"a":"the second of three pushes"})");
  EXPECT_EQ(client.Decrypt(first), R"({"a":"the first of three pushes"})");
  const std::string act = client.Encrypt(R"({"user_id":1,"act_type":10})");  // crosses `second`
  ASSERT_EQ(server.Decrypt(act, IsObject), R"({"user_id":1,"act_type":10})");
  client.Decrypt(second);  // its first block is lost to such a client
  const std::string third = server.Encrypt(R"({"a":"the third of three pushes"})");
  EXPECT_EQ(client.Decrypt(third), R"({"a":"the third of three pushes"})");
  const std::string next = client.Encrypt(R"({"user_id":1,"act_type":0})");
  EXPECT_EQ(server.Decrypt(next, IsObject), R"({"user_id":1,"act_type":0})");
}

// A robot must read everything, so it tries the states before its own messages too.
TEST(EchecsWire, ARobotReadsMessagesThatCross) {
  EchecsChain server{std::string(kLong)};
  EchecsChainClient client{std::string(kLong)};
  int number = 0;
  const auto text = [&] { return R"({"number":)" + std::to_string(++number) + "}"; };
  std::deque<std::pair<std::string, std::string>> to_server, to_client;  // bytes, text
  // C, S: the client, the server writes. c, s: it reads.
  for (const char step : std::string_view("CsSSccSCcsCsScSSCCccsCssSSccSCSCccssScCs")) {
    if (step == 'C' || step == 'S') {
      const std::string said = text();
      (step == 'C' ? to_server : to_client)
          .emplace_back(step == 'C' ? client.Encrypt(said) : server.Encrypt(said), said);
      continue;
    }
    auto& on_its_way = step == 's' ? to_server : to_client;
    ASSERT_FALSE(on_its_way.empty());
    const auto [bytes, said] = on_its_way.front();
    on_its_way.pop_front();
    const auto read =
        step == 's' ? server.Decrypt(bytes, IsObject) : client.Decrypt(bytes, IsObject);
    EXPECT_EQ(read, said) << step;
  }
  EXPECT_EQ(client.Decrypt("", IsObject), std::nullopt);
  EXPECT_THROW(EchecsChainClient("short"), std::invalid_argument);
}

TEST(EchecsWire, AChainWithAnotherKeyReadsNothing) {
  EchecsChain server{std::string(kLong)};
  EXPECT_EQ(server.Decrypt(R"({"user_id":1})", IsObject), std::nullopt);
  EXPECT_EQ(server.Decrypt("", IsObject), std::nullopt);
  for (int i = 0; i < 200; ++i) {
    std::string key(kLong);
    key[static_cast<std::size_t>(i % 32)] = static_cast<char>(i);
    if (key == kLong) continue;
    EXPECT_EQ(server.Decrypt(EchecsChain(key).Encrypt(R"({"user_id":1,"passwd":"1"})"),
                             [](std::string_view text) { return text.starts_with(R"({"user)"); }),
              std::nullopt);
  }
  EXPECT_THROW(EchecsChain("short"), std::invalid_argument);
}

TEST(EchecsWire, KeysHaveTwoLengths) {
  EXPECT_EQ(*ReadEchecsKey(kShort), kShort);
  EXPECT_EQ(*ReadEchecsKey(std::string(kLong) + "\n"), kLong);
  EXPECT_EQ(*ReadEchecsKey(std::string(kLong) + "\r\n"), kLong);
  for (const std::size_t size : {0u, 15u, 17u, 24u, 31u, 33u})
    EXPECT_FALSE(ReadEchecsKey(std::string(size, 'k')).ok()) << size;
  EXPECT_THROW(EchecsCipher("short"), std::invalid_argument);
}

TEST(EchecsWire, CardsAreTileCodes) {
  EXPECT_EQ(EchecsCards(Json::array({"1m", "9m", "1s", "9p", "1z", "7z", "8h", "?"})),
            Json::array({0x01, 0x09, 0x11, 0x29, 0x31, 0x37, 0x48, 0}));
  EXPECT_EQ(*WordsOfCards(Json::array({0x01, 0x37})), Json::array({"1m", "7z"}));
  for (const Json& bad :
       {Json::array({0}), Json::array({0x0a}), Json::array({-1}), Json::array({257}),
        Json::array({"1m"}), Json(1), Json::array({1.5}), Json::array({4294967297})})
    EXPECT_EQ(WordsOfCards(bad), std::nullopt) << bad;
}

TEST(EchecsWire, UsersAreTheirNames) {
  for (const Json& id : {Json(17), Json("甲"), Json("017"), Json("-0"), Json(-3)}) {
    const auto name = NameOfUserId(id);
    ASSERT_TRUE(name);
    EXPECT_EQ(EchecsUserId(*name), id);
  }
  EXPECT_EQ(NameOfUserId("17"), NameOfUserId(17));
  for (const Json& id : {Json(), Json(1.5), Json(true), Json::array(), Json::object()})
    EXPECT_EQ(NameOfUserId(id), std::nullopt) << id;
}

TEST(EchecsWire, ActTypesAreNumbersOrWords) {
  const struct {
    Json given;
    std::optional<std::string> node;
  } rows[] = {{0, "guo"},
              {10, "discard"},
              {"10", "discard"},
              {"chu", "discard"},
              {20, "chi"},
              {30, "peng"},
              {40, "ming_gang"},
              {50, "bu_gang"},
              {60, "an_gang"},
              {70, "ting"},
              {80, "hu"},
              {90, "zi_mo"},
              {"dian_hu", "hu"},
              {"que", "que"},
              {"discard", "discard"},
              {11, std::nullopt},
              {-1, std::nullopt},
              {"", std::nullopt},
              {nullptr, std::nullopt},
              {1.5, std::nullopt}};
  for (const auto& row : rows) EXPECT_EQ(NodeOfActType(row.given), row.node) << row.given;
}

// Every id is in both documents, and so is every number of an action.
TEST(EchecsWire, IdsAreInTheDocument) {
  const std::string source =
      mlf::test::ReadText(mlf::test::SourcePath("server/protocol/echecs_wire.h"));
  for (const char* language : {"en", "zh"}) {
    const std::string document =
        mlf::test::ReadText(mlf::test::SourcePath(std::string("docs/") + language + "/echecs.md"));
    static const std::regex id(R"(= (1[0-9]{4,5}),)");
    int ids = 0;
    for (std::sregex_iterator it(source.begin(), source.end(), id), end; it != end; ++it, ++ids)
      EXPECT_NE(document.find("| " + (*it)[1].str() + " |"), std::string::npos) << (*it)[1];
    EXPECT_GT(ids, 35);
    for (const EchecsAct& act : kEchecsActs) {
      const std::string row = "| " + std::to_string(act.number) + " | `" + std::string(act.word) +
                              "` | `" + std::string(act.node) + "` |";
      EXPECT_NE(document.find(row), std::string::npos) << row;
    }
  }
}

// Every code of the protocol and of the engine has a number, and the document has the same.
TEST(EchecsWire, ErrorNumbersAreInTheDocument) {
  for (const char* language : {"en", "zh"}) {
    const std::string document =
        mlf::test::ReadText(mlf::test::SourcePath(std::string("docs/") + language + "/echecs.md"));
    static const std::regex row(R"(\| (1[0-9]{3}) \| `([a-z_]+)` \|)");
    int rows = 0;
    for (std::sregex_iterator it(document.begin(), document.end(), row), end; it != end; ++it) {
      EXPECT_EQ(std::to_string(EchecsErrorNumber((*it)[2].str())), (*it)[1].str()) << (*it)[2];
      ++rows;
    }
    EXPECT_EQ(rows, 32) << language;
  }
  EXPECT_EQ(EchecsErrorNumber("a new one"), EchecsErrorNumber("internal"));
  const Json body = EchecsError(MakeError("no_desk"));
  EXPECT_EQ(body.dump(), R"({"code":1007,"desc":"no_desk: 没有这张桌子"})");
}

}  // namespace
}  // namespace mlf::server::test
