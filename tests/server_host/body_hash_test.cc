// BodyHash: the hash that distinguishes two acts of one id is in journals, so it never changes.
#include "server/host/match.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <string>
#include <vector>

namespace mlf::server {
namespace {

TEST(BodyHash, IsThatOfTheListAsJsonInAscii) {
  using Texts = std::vector<std::string>;
  struct Row {
    std::int64_t ask;
    std::string node;
    std::optional<Texts> pieces;
    std::optional<Json> value;
    std::string body;
  };
  const std::vector<Row> rows = {
      {17, "discard", Texts{"5p"}, std::nullopt, R"([17,"discard",["5p"],null])"},
      {0, "chi", Texts{"3m", "4m"}, std::nullopt, R"([0,"chi",["3m","4m"],null])"},
      {1, "pass", std::nullopt, std::nullopt, R"([1,"pass",[],null])"},
      {1, "pass", Texts{}, std::nullopt, R"([1,"pass",[],null])"},
      {-1, "choose_void", std::nullopt, "m", R"([-1,"choose_void",[],"m"])"},
      {2, "bid", std::nullopt, 3, R"([2,"bid",[],3])"},
      {2, "a\"b\n", Texts{"牌", ""}, Json{{"a", true}}, R"([2,"a\"b\n",["\u724c",""],{"a":true}])"},
      {2, "\xff", Texts{" "}, 1.5, R"([2,"\ufffd",[" "],1.5])"},
  };
  for (const Row& row : rows) {
    request::Act act;
    act.ask = row.ask;
    act.node = row.node;
    act.pieces = row.pieces;
    act.value = row.value;
    std::array<unsigned char, crypto_generichash_BYTES> digest{};
    crypto_generichash(digest.data(), digest.size(),
                       reinterpret_cast<const unsigned char*>(row.body.data()), row.body.size(),
                       nullptr, 0);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < 8; ++i) hash = hash << 8 | digest[i];
    EXPECT_EQ(BodyHash(act), hash) << row.body;
  }
}

}  // namespace
}  // namespace mlf::server
