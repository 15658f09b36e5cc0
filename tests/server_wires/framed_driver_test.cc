// Frames on one connection: sequences, lengths, unknown numbers.
#include "server/gateway/framed_driver.h"

#include "server/protocol/framed_wire.h"
#include "server/protocol/json_wire.h"
#include "tests/support/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mlf::server::test {
namespace {

std::string Frame(int sequence, std::uint32_t number, const Json& object) {
  const std::string body = FrameOf(number, object)->body;
  return FrameHeaderBytes({static_cast<std::uint8_t>(sequence), number,
                           static_cast<std::uint32_t>(body.size())}) +
         body;
}
std::string Ping(int sequence) { return Frame(sequence, 1021, {{"re", sequence}}); }

Json ObjectOf(const std::string& frame) {
  const FrameHeader header = *ReadFrameHeader(frame);
  EXPECT_EQ(header.length, frame.size() - FrameHeader::kBytes);
  return *FrameObject({header.number, frame.substr(FrameHeader::kBytes)});
}

// The one message that a push comes to.
std::string Pushed(Driver& driver, const Message& message) {
  std::vector<std::string> written;
  driver.Push(message, [&](std::string_view bytes) { written.emplace_back(bytes); });
  EXPECT_EQ(written.size(), 1u);
  return written.at(0);
}

TEST(FramedDriver, EachDirectionCountsItsOwnFrames) {
  const auto driver = MakeFramedDriver();
  EXPECT_TRUE(driver->binary());
  for (int i = 1; i <= 600; ++i) {
    const auto inbound = driver->Read(Ping(i % 256), true);
    ASSERT_EQ(inbound.bye, "") << i;
    ASSERT_TRUE(inbound.request) << i;
    const auto answer = driver->Answer(Answer(Json{{"time_ms", i}}));
    ASSERT_EQ(answer.messages.size(), 1u);
    EXPECT_FALSE(answer.request);
    const auto header = ReadFrameHeader(answer.messages[0]);
    EXPECT_EQ(header->number, 2021u);
    EXPECT_EQ(header->sequence, (2 * i - 1) % 256);
    EXPECT_EQ(ObjectOf(answer.messages[0])["re"], i % 256);
    const std::string push = Pushed(*driver, *MakeMessage(push::Notice{"c", "z", "e"}));
    EXPECT_EQ(ReadFrameHeader(push)->sequence, 2 * i % 256);
    EXPECT_EQ(ReadFrameHeader(push)->number, 3009u);
  }
}

// A game of own nodes may have pieces that are no tiles.
TEST(FramedDriver, SaysOnceAtADeskThatItsPiecesHaveNoCode) {
  const auto driver =
      MakeFramedDriver([](const std::string& variant) { return variant != "harbour"; });
  const auto pushed = [&](const std::string& code, const std::string& variant) {
    push::Desk desk;
    desk.code = code;
    desk.variant = variant;
    std::vector<std::uint32_t> numbers;
    driver->Push(*MakeMessage(desk), [&](std::string_view bytes) {
      numbers.push_back(ReadFrameHeader(bytes)->number);
    });
    return numbers;
  };
  EXPECT_THAT(pushed("123456", "xueliu"), testing::ElementsAre(3001u));
  EXPECT_THAT(pushed("234567", "harbour"), testing::ElementsAre(3001u, 3009u));
  EXPECT_THAT(pushed("234567", "harbour"), testing::ElementsAre(3001u));
  EXPECT_THAT(pushed("345678", "harbour"), testing::ElementsAre(3001u, 3009u));
}

TEST(FramedDriver, AGapOrRepeatCloses) {
  const struct {
    const char* what;
    std::vector<int> sequences;
  } rows[] = {{"begins with 0", {0}}, {"begins with 2", {2}},   {"repeat", {1, 1}},
              {"gap", {1, 3}},        {"backwards", {1, 2, 1}}, {"0 in between", {1, 0}}};
  for (const auto& row : rows) {
    const auto driver = MakeFramedDriver();
    for (std::size_t i = 0; i < row.sequences.size(); ++i) {
      const auto inbound = driver->Read(Ping(row.sequences[i]), true);
      const bool last = i + 1 == row.sequences.size();
      EXPECT_EQ(inbound.bye, last ? "protocol" : "") << row.what;
      EXPECT_EQ(inbound.request.has_value(), !last) << row.what;
    }
  }
}

TEST(FramedDriver, ALengthThatIsNotTheBodysCloses) {
  const std::string ping = Ping(1);
  for (const std::string& bytes :
       {ping.substr(0, 5), ping.substr(0, ping.size() - 1), ping + "x", std::string()})
    EXPECT_EQ(MakeFramedDriver()->Read(bytes, true).bye, "protocol") << bytes.size();
}

TEST(FramedDriver, WhatIsNoRequestIsAnsweredWithAnError) {
  const auto driver = MakeFramedDriver();
  const std::uint32_t numbers[] = {1999, 0, 2001, 3001, 0xffffffff};
  int sequence = 0;
  for (const std::uint32_t number : numbers) {
    ++sequence;
    const auto inbound =
        driver->Read(FrameHeaderBytes({static_cast<std::uint8_t>(sequence), number, 0}), true);
    EXPECT_EQ(inbound.bye, "");
    EXPECT_TRUE(inbound.bad);
    EXPECT_FALSE(inbound.request);
    ASSERT_EQ(inbound.replies.size(), 1u) << number;
    EXPECT_EQ(ReadFrameHeader(inbound.replies[0])->number, 2999u);
    EXPECT_EQ(ReadFrameHeader(inbound.replies[0])->sequence, sequence);
    EXPECT_EQ(ObjectOf(inbound.replies[0])["code"], "bad_message");
  }
  // The connection goes on.
  EXPECT_TRUE(driver->Read(Ping(sequence + 1), true).request);
  EXPECT_EQ(ObjectOf(driver->Refuse(MakeError("too_large")))["code"], "too_large");
}

TEST(FramedDriver, TheExampleOfTheDocument) {
  const auto hex = [](std::string_view bytes, std::vector<std::size_t> spaces) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (std::ranges::find(spaces, i) != spaces.end()) text += ' ';
      text += "0123456789abcdef"[static_cast<unsigned char>(bytes[i]) >> 4];
      text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
  };
  const auto driver = MakeFramedDriver();
  const std::string ping = Frame(1, 1021, {{"re", 7}});
  ASSERT_TRUE(driver->Read(ping, true).request);
  const std::string answer =
      driver->Answer(Answer(Json{{"time_ms", 1795384095000}})).messages.at(0);
  const std::string document = mlf::test::ReadText(mlf::test::SourcePath("docs/en/framed.md"));
  EXPECT_NE(document.find(hex(ping, {1, 5, 9}) + "\n"), std::string::npos) << hex(ping, {1, 5, 9});
  EXPECT_NE(document.find(hex(answer, {1, 5, 9}) + "\n"), std::string::npos)
      << hex(answer, {1, 5, 9});
}

TEST(FramedDriver, APushIsEncodedOnceForAllConnections) {
  const MessagePtr message = MakeMessage(push::Bye{"idle"});
  const auto first = MakeFramedDriver(), second = MakeFramedDriver();
  second->Refuse(MakeError("busy"));
  const std::string a = Pushed(*first, *message), b = Pushed(*second, *message);
  EXPECT_EQ(ReadFrameHeader(a)->sequence, 1);
  EXPECT_EQ(ReadFrameHeader(b)->sequence, 2);
  EXPECT_EQ(a.substr(1), b.substr(1));
  EXPECT_EQ(message->Bytes(Wire::kFramed, [](const Push&) -> std::string { return "anew"; }),
            a.substr(FrameHeader::kBytes));
}

}  // namespace
}  // namespace mlf::server::test
