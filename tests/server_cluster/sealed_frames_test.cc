// The bytes between two nodes: both have the key, and nobody else gets a word in.
#include "cluster/sealed_frames.h"
#include "server/sim/sim_world.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace mlf::server::test {
namespace {

SecretKey KeyOf(std::uint8_t first) {
  SecretKey key{};
  key[0] = first;
  return key;
}

class SealedFramesTest : public testing::Test {
 protected:
  void Meet() {
    dialer.Add(listener.hello());
    listener.Add(dialer.hello());
    EXPECT_FALSE(Take(dialer));
    EXPECT_FALSE(Take(listener));
    EXPECT_TRUE(dialer.ready());
    EXPECT_TRUE(listener.ready());
  }
  std::optional<std::string> Take(SealedFrames& frames) {
    broken = false;
    return frames.Take(broken);
  }

  SimWorld sim{1};
  SealedFrames dialer{KeyOf(1), true, "a", sim.entropy};
  SealedFrames listener{KeyOf(1), false, "b", sim.entropy};
  bool broken = false;
};

TEST_F(SealedFramesTest, ArriveInOrderHoweverTheyAreCut) {
  Meet();
  EXPECT_EQ(dialer.peer(), "b");
  EXPECT_EQ(listener.peer(), "a");
  std::string bytes;
  for (const char* text : {"one", "", "three"}) bytes += dialer.Close(text);
  std::string read;
  for (const char byte : bytes) {
    listener.Add(std::string(1, byte));
    while (const auto text = Take(listener)) read += "<" + *text + ">";
    EXPECT_FALSE(broken);
  }
  EXPECT_EQ(read, "<one><><three>");
}

TEST_F(SealedFramesTest, AnotherKeyIsNoticedWithTheFirstFrame) {
  SealedFrames stranger(KeyOf(2), true, "a", sim.entropy);
  stranger.Add(listener.hello());
  listener.Add(stranger.hello());
  EXPECT_FALSE(Take(stranger));
  EXPECT_FALSE(Take(listener));
  listener.Add(stranger.Close("one"));
  EXPECT_FALSE(Take(listener));
  EXPECT_TRUE(broken);
}

TEST_F(SealedFramesTest, ChangedAndRepeatedFramesAreNoticed) {
  Meet();
  const std::string first = dialer.Close("one");
  listener.Add(first);
  EXPECT_EQ(Take(listener), "one");
  listener.Add(first);
  EXPECT_FALSE(Take(listener));
  EXPECT_TRUE(broken);
  std::string changed = listener.Close("two");
  changed.back() ^= 1;
  dialer.Add(changed);
  EXPECT_FALSE(Take(dialer));
  EXPECT_TRUE(broken);
}

// Anybody can say hello. Who has not proved the key yet takes no memory.
TEST_F(SealedFramesTest, ALongFirstFrameIsNotWaitedFor) {
  Meet();
  listener.Add(std::string("\x00\x10\x00\x00", 4));
  EXPECT_FALSE(Take(listener));
  EXPECT_TRUE(broken);
}

// An archive answers the dialer by its first frame.
TEST_F(SealedFramesTest, TheFirstFrameOfAListenerMayBeLong) {
  Meet();
  const std::string text(100'000, 'x');
  dialer.Add(listener.Close(text));
  EXPECT_TRUE(Take(dialer) == text);
}

TEST_F(SealedFramesTest, FramesAfterTheFirstAreLong) {
  Meet();
  listener.Add(dialer.Close("one"));
  EXPECT_EQ(Take(listener), "one");
  const std::string text(100'000, 'x');
  listener.Add(dialer.Close(text));
  EXPECT_TRUE(Take(listener) == text);
}

TEST_F(SealedFramesTest, ALongHelloIsNotWaitedFor) {
  listener.Add(std::string("\x00\x10\x00\x00", 4));
  EXPECT_FALSE(Take(listener));
  EXPECT_TRUE(broken);
}

}  // namespace
}  // namespace mlf::server::test
