// Headers, encryption, cards and error numbers of the echecs form.
#include "server/protocol/echecs_wire.h"

#include "server/protocol/json_wire.h"
#include "tests/support/files.h"

#include <mlf/table/tile.h>

#include <gtest/gtest.h>

#include <numeric>
#include <regex>

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
    EXPECT_EQ(rows, 31) << language;
  }
  EXPECT_EQ(EchecsErrorNumber("a new one"), EchecsErrorNumber("internal"));
  const Json body = EchecsError(MakeError("no_desk"));
  EXPECT_EQ(body.dump(), R"({"code":1007,"desc":"no_desk: 没有这张桌子"})");
}

}  // namespace
}  // namespace mlf::server::test
