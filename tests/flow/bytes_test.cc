// SHA-1 by the vectors of FIPS 180, and UTF-8 by the borders of its table.
#include "flow/base/utf8.h"
#include "flow/build/sha1.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace mlf {
namespace {

std::string Hex(std::string_view text) {
  std::string hex;
  for (const std::uint32_t word : Sha1(text)) hex += fmt::format("{:08x}", word);
  return hex;
}

TEST(Sha1, HasTheValuesOfTheStandard) {
  EXPECT_EQ(Hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(Hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(Hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqkl"
                "mnopqrlmnopqrsmnopqrstnopqrstu"),
            "a49b2446a02c645bf419f995b67091253a04a259");
  EXPECT_EQ(Hex(std::string(1'000'000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Utf8, KnowsTheBordersOfTheTable) {
  for (const char* text : {"", "a", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                           "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "胡了"})
    EXPECT_TRUE(IsUtf8(text)) << text;
  for (const char* text :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x7F", "\xE0\x9F\xBF", "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE8\x83", "a\xFF"})
    EXPECT_FALSE(IsUtf8(text)) << text;
}

TEST(Utf8, ACharacterStaysWhole) {
  EXPECT_EQ(Utf8Start("胡了", 6), "胡了");
  EXPECT_EQ(Utf8Start("胡了", 5), "胡");
  EXPECT_EQ(Utf8Start("胡了", 2), "");
  EXPECT_EQ(Utf8Step("胡", 0), 3u);
  EXPECT_EQ(Utf8Step("\x83", 0), 1u);
}

}  // namespace
}  // namespace mlf
