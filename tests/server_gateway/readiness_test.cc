// Readiness: changes of sockets, reported by one epoll.
#include "server/gateway/readiness.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {
namespace {

// Two connected sockets.
class Pair {
 public:
  Pair() {
    std::array<int, 2> made{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, made.data()), 0);
    ours = made[0];
    theirs = made[1];
  }
  ~Pair() {
    for (const int socket : {ours, theirs}) {
      if (socket >= 0) ::close(socket);
    }
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  void Hear(const std::string& bytes) {
    EXPECT_EQ(Transmit(theirs, bytes.data(), bytes.size()).size, bytes.size());
  }
  void HangUp() { ::close(std::exchange(theirs, -1)); }

  int ours = -1, theirs = -1;
};

struct Reported final : Readiness::User {
  void OnReady(bool can_read, bool can_write, bool at_end) override {
    ++calls;
    writable = can_write;
    ended = at_end;
    if (can_read && act) act();
  }
  std::function<void()> act;  // what it does once it can read
  int calls = 0;
  bool writable = false, ended = false;
};

class ReadinessTest : public ::testing::Test {
 protected:
  boost::asio::io_context io;
  Readiness sockets{io};
  Pair pair;
  std::shared_ptr<Reported> user = std::make_shared<Reported>();
};

std::string Read(int socket) {
  std::array<char, 100> bytes{};
  const Transfer got = Receive(socket, bytes.data(), bytes.size());
  return got.failed ? "(end)" : got.none ? "(none)" : std::string(bytes.data(), got.size);
}

TEST_F(ReadinessTest, ReportsEachChangeOnceAndTheEndWithTheBytesBeforeIt) {
  ASSERT_TRUE(sockets.Add(pair.ours, user));
  std::vector<std::string> read;
  user->act = [&] { read.push_back(Read(pair.ours)); };
  io.poll();
  EXPECT_TRUE(user->writable);
  EXPECT_EQ(user->calls, 1);

  pair.Hear("one");
  io.poll();
  io.poll();
  EXPECT_EQ(user->calls, 2);
  EXPECT_FALSE(user->ended);

  pair.Hear("two");
  pair.HangUp();
  io.poll();
  EXPECT_TRUE(user->ended) << "a short read is not the last one";
  EXPECT_EQ(read, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(Read(pair.ours), "(end)");
}

TEST_F(ReadinessTest, ABlockedWriterIsToldWhenThereIsRoom) {
  ASSERT_TRUE(sockets.Add(pair.ours, user));
  io.poll();
  const std::string bytes(64 * 1024, 'x');
  while (!Transmit(pair.ours, bytes.data(), bytes.size()).none) {
  }
  user->writable = false;
  io.poll();
  EXPECT_FALSE(user->writable);
  std::string taken(1 << 20, '\0');
  while (!Receive(pair.theirs, taken.data(), taken.size()).none) {
  }
  io.poll();
  EXPECT_TRUE(user->writable);
}

TEST_F(ReadinessTest, ASocketRemovedWithinABatchIsNotReported) {
  std::array<Pair, 2> pairs;
  std::array<std::shared_ptr<Reported>, 2> users;
  int reads = 0;
  for (std::size_t i : {0, 1}) {
    users[i] = std::make_shared<Reported>();
    ASSERT_TRUE(sockets.Add(pairs[i].ours, users[i]));
    users[i]->act = [&, i] {
      ++reads;
      sockets.Remove(pairs[1 - i].ours);
    };
  }
  for (Pair& each : pairs) each.Hear("both");
  io.poll();
  EXPECT_EQ(reads, 1);
}

TEST_F(ReadinessTest, TheEventLoopEndsWithTheLastSocketAndGoesOnWithANewOne) {
  for (int round = 0; round < 2; ++round) {
    user = std::make_shared<Reported>();
    const std::weak_ptr<Reported> alive = user;
    user->act = [&] {
      Read(pair.ours);
      sockets.Remove(pair.ours);
    };
    ASSERT_TRUE(sockets.Add(pair.ours, std::move(user)));
    EXPECT_FALSE(alive.expired()) << "the table keeps it";
    boost::asio::post(io, [&] { pair.Hear("last"); });
    io.run();  // returns
    io.restart();
    EXPECT_TRUE(alive.expired());
  }
}

TEST_F(ReadinessTest, UsersGoWithTheEventLoop) {
  const std::weak_ptr<Reported> alive = user;
  {
    boost::asio::io_context short_lived;
    const auto own = std::make_shared<Readiness>(short_lived);
    user->act = [own] {};  // as a link holds what holds it
    ASSERT_TRUE(own->Add(pair.ours, std::move(user)));
  }
  EXPECT_TRUE(alive.expired());
}

TEST_F(ReadinessTest, RefusesWhatIsNoSocket) { EXPECT_FALSE(sockets.Add(-1, user)); }

}  // namespace
}  // namespace mlf::server
