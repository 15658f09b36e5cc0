// The streams between nodes by gRPC: frames arrive as they were sent, and a node that cannot prove
// that it belongs to the cluster gets none.
#include "cluster/cluster_keys.h"
#include "cluster/grpc_streams.h"
#include "cluster/node/certificates.h"
#include "cluster/sim/memory_cluster.h"
#include "server/protocol/json_wire.h"
#include "server/world/real_world.h"
#include "tests/support/folder.h"
#include "tests/support/patience.h"

#include <gmock/gmock.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <fmt/format.h>

namespace mlf::server::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr auto kWhile = std::chrono::milliseconds(1500);  // several dials

std::string FileOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}
void Copy(const std::string& from, const std::string& to) {
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
}

class NodeStreamsTest : public testing::Test {
 protected:
  struct Node : HostStreams::Listener, HostEntrance {
    Node(NodeStreamsTest& test, const std::string& name, const std::string& certs)
        : store(test.cluster.Join(name, test.world.world())) {
      NodeInfo self;
      self.name = name;
      membership.emplace(test.world.world(), *store, self);
      auto opened = OpenNodeStreams({.world = test.world.world(),
                                     .membership = *membership,
                                     .reception = this,
                                     .certs = certs,
                                     .certs_every = 1,
                                     .post = [&io = test.io](std::function<void()> what) {
                                       boost::asio::post(io, std::move(what));
                                     }});
      if (!opened) return;  // without gRPC
      streams = std::move(*opened);
      const auto listening = streams->Listen("127.0.0.1:0");
      EXPECT_TRUE(listening) << FaultText(listening.faults());
      if (listening) address = *listening;
      membership->SetAddress(address);
      streams->Use(*this);
    }

    void StreamUp(const std::string& node) override { hosts.push_back("+" + node); }
    void StreamDown(const std::string& node) override { hosts.push_back("-" + node); }
    void Received(const std::string&, ToGateway frame) override {
      answers.push_back(std::move(frame));
    }
    void Up(const std::string& gateway, Sender send) override {
      gateways.push_back("+" + gateway);
      senders[gateway] = std::move(send);
    }
    void Down(const std::string& gateway) override {
      gateways.push_back("-" + gateway);
      senders.erase(gateway);
    }
    void Received(const std::string&, ToHost frame) override {
      requests.push_back(std::move(frame));
    }

    std::unique_ptr<ClusterStore> store;
    std::optional<Membership> membership;
    std::string address;
    std::vector<std::string> hosts, gateways;
    std::map<std::string, Sender> senders;
    std::vector<ToHost> requests;
    std::vector<ToGateway> answers;
    std::unique_ptr<NodeStreams> streams;
  };

  // The certificates of a CA in a folder of its own.
  std::string Certs(const std::string& ca, const std::string& node, int days = 2) {
    const Faults faults = MakeClusterCerts({folder / ca, {node}, days});
    EXPECT_THAT(faults, IsEmpty());
    return folder / ca + "/" + node;
  }
  Node& Start(const std::string& name, const std::string& certs) {
    Node& node = *(nodes[name] = std::make_unique<Node>(*this, name, certs));
    has_grpc = node.streams != nullptr;
    return node;
  }
  bool RunUntil(const std::function<bool()>& done,
                std::chrono::milliseconds patience = mlf::test::kPatience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!done()) {
      io.run_one_for(std::chrono::milliseconds(5));
      if (std::chrono::steady_clock::now() >= end) return false;
    }
    return true;
  }
  bool Meet(Node& a, Node& b) {
    return RunUntil(
        [&] { return a.streams->up(b.membership->name()) && b.streams->up(a.membership->name()); });
  }
  // Neither end has a stream to the other. A node that began after both has met `a` by then, so the
  // two have tried, however slow the machine is.
  void ExpectStrangers(Node& a, Node& b) {
    ASSERT_TRUE(RunUntil([&] { return b.membership->joined(); }));
    EXPECT_TRUE(Meet(a, Start("later", Certs("ca", "later"))));
    nodes.erase("later");
    EXPECT_FALSE(RunUntil(
        [&] { return a.streams->up(b.membership->name()) || b.streams->up(a.membership->name()); },
        kWhile));
    EXPECT_THAT(a.gateways, Not(Contains("+" + b.membership->name())));
    EXPECT_THAT(b.gateways, Not(Contains("+" + a.membership->name())));
  }

  Folder folder;
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
  RealWorld world{io};
  MemoryCluster cluster{world.world()};
  std::map<std::string, std::unique_ptr<Node>> nodes;
  bool has_grpc = false;
};

#define NEEDS_GRPC() \
  if (!has_grpc) GTEST_SKIP() << "the server is built without gRPC (group cluster)"

TEST_F(NodeStreamsTest, FramesArriveAsTheyWereSent) {
  Node& a = Start("a", Certs("ca", "a"));
  NEEDS_GRPC();
  Node& b = Start("b", Certs("ca", "b"));
  ASSERT_TRUE(Meet(a, b));
  EXPECT_THAT(b.gateways, ElementsAre("+b", "+a")) << "and its own";

  const Incoming leave = ReadRequest(std::string_view(R"({"t":"leave","desk":"d1"})"));
  const Request& request = std::get<Request>(leave.content);
  ToHost open{.kind = ToHost::Kind::kOpen, .session = 7};
  open.user = {.id = "u1", .name = "明\xff"};
  open.user.guest = true;
  open.epoch = 1234567890123;
  open.address = "10.0.0.1";
  open.overs = true;
  a.streams->Send("b", open);
  a.streams->Send("b",
                  {.kind = ToHost::Kind::kRequest, .session = 7, .request = 5, .body = request});
  a.streams->Send("b", {.kind = ToHost::Kind::kResume, .session = 7});
  a.streams->Send("b", {.kind = ToHost::Kind::kClose, .session = 8});
  ASSERT_TRUE(RunUntil([&] { return b.requests.size() >= 4; }));
  EXPECT_EQ(b.requests[0].kind, ToHost::Kind::kOpen);
  EXPECT_EQ(b.requests[0].session, 7U);
  EXPECT_EQ(b.requests[0].user.id, "u1");
  EXPECT_EQ(b.requests[0].user.name, "明\xff");
  EXPECT_TRUE(b.requests[0].user.guest);
  EXPECT_EQ(b.requests[0].epoch, 1234567890123);
  EXPECT_EQ(b.requests[0].address, "10.0.0.1");
  EXPECT_TRUE(b.requests[0].overs);
  EXPECT_EQ(b.requests[1].request, 5U);
  EXPECT_EQ(RequestObject(*b.requests[1].body), RequestObject(request));
  EXPECT_EQ(b.requests[2].kind, ToHost::Kind::kResume);
  EXPECT_EQ(b.requests[3].kind, ToHost::Kind::kClose);
  EXPECT_EQ(b.requests[3].session, 8U);

  const auto send = b.senders.at("a");
  const Answer wrong = BadMessage("desk", "没有", "there is none");
  send({.session = 7, .request = 5, .answer = Json{{"x", 1}}});
  send({.session = 7, .request = 6, .answer = wrong});
  const MessagePtr push = MakeMessage(push::Notice{});
  send({.kind = ToGateway::Kind::kPush, .session = 7, .push = push, .epoch = 99});
  send({.kind = ToGateway::Kind::kBye, .session = 7, .code = "other_login"});
  send({.kind = ToGateway::Kind::kClose, .session = 7});
  const std::string large(3'000'000, 'x');
  for (int i = 0; i < 5; ++i) send({.session = 9, .answer = Json(large)});
  ASSERT_TRUE(RunUntil([&] { return a.answers.size() >= 10; }));
  EXPECT_EQ(a.answers[0].request, 5U);
  EXPECT_EQ(std::get<Json>(a.answers[0].answer), (Json{{"x", 1}}));
  EXPECT_EQ(AnswerText(nullptr, a.answers[1].answer), AnswerText(nullptr, wrong));
  EXPECT_EQ(PushText(a.answers[2].push->push()), PushText(push->push()));
  EXPECT_EQ(a.answers[2].epoch, 99);
  EXPECT_EQ(a.answers[3].code, "other_login");
  EXPECT_EQ(a.answers[4].kind, ToGateway::Kind::kClose);
  EXPECT_EQ(std::get<Json>(a.answers[9].answer), Json(large));

  nodes.erase("a");
  EXPECT_TRUE(RunUntil([&] { return !b.streams->up("a") && !b.senders.contains("a"); }));
  EXPECT_EQ(b.hosts.back(), "-a");
  ASSERT_TRUE(Meet(Start("a", folder / "ca/a"), b)) << "it is back";
}

TEST_F(NodeStreamsTest, AStrangerGetsNoStream) {
  Node& a = Start("a", Certs("ca", "a"));
  NEEDS_GRPC();
  Node& b = Start("b", Certs("ca", "b"));
  struct Stranger {
    const char* name;
    std::string certs;
  };
  const std::string expired = Certs("ca", "expired", 0);
  for (const auto& [name, certs] : {Stranger{"other", Certs("other-ca", "other")},
                                    {"expired", expired},
                                    {"false", Certs("ca", "true")},
                                    {"plain", ""}}) {
    SCOPED_TRACE(name);
    ExpectStrangers(a, Start(name, certs));
  }
  EXPECT_TRUE(Meet(a, b)) << "strangers cost them nothing";
}

// A new CA comes and the old one goes, and no node is started anew.
TEST_F(NodeStreamsTest, CertificatesChangeWhileNodesRun) {
  Node& a = Start("a", Certs("old", "a"));
  NEEDS_GRPC();
  Node& b = Start("b", Certs("old", "b"));
  ASSERT_TRUE(Meet(a, b));
  for (const char* node : {"a", "b"}) {
    const std::string made = Certs("new", node);
    std::ofstream(folder / "old/" + node + "/ca.crt", std::ios::app) << FileOf(made + "/ca.crt");
  }
  Node& c = Start("c", Certs("new", "c"));
  std::ofstream(folder / "new/c/ca.crt", std::ios::app) << FileOf(folder / "old/ca.crt");
  ASSERT_TRUE(Meet(a, c)) << "both are trusted";
  ASSERT_TRUE(Meet(b, c));
  EXPECT_TRUE(a.streams->up("b")) << "an old stream stays";
  for (const char* node : {"a", "b"}) {
    for (const char* file : {"tls.key", "tls.crt", "ca.crt"})
      Copy(folder / "new/" + node + "/" + file, folder / "old/" + node + "/" + file);
  }
  // Until the new files are read, the old CA may get in; afterwards it does not.
  const std::string late = Certs("old", "late");
  ASSERT_TRUE(RunUntil([&] {
    Node& old = Start("late", late);
    const bool refused = !RunUntil([&] { return old.streams->up("a"); }, kWhile);
    nodes.erase("late");
    return refused;
  }));
  nodes.erase("b");
  EXPECT_TRUE(Meet(a, Start("b", folder / "old/b")));
}

// Anybody may connect. Who does not prove itself takes no connection for long.
TEST_F(NodeStreamsTest, AStrangerWhoSaysNothingIsCutOff) {
  Node& a = Start("a", Certs("ca", "a"));
  NEEDS_GRPC();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port =
      htons(static_cast<std::uint16_t>(std::stoi(a.address.substr(a.address.find(':') + 1))));
  const int stranger = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(::connect(stranger, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  char byte = 0;
  EXPECT_TRUE(RunUntil([&] {
    const ssize_t size = ::recv(stranger, &byte, 1, MSG_DONTWAIT);
    return size == 0 || (size < 0 && errno != EAGAIN);
  }));
  ::close(stranger);
}

// It takes connections, and says nothing.
TEST_F(NodeStreamsTest, ASilentNodeHoldsNobodyUp) {
  Node& a = Start("a", Certs("ca", "a"));
  NEEDS_GRPC();
  const int silent = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(::bind(silent, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(silent, 8), 0);
  ::getsockname(silent, reinterpret_cast<sockaddr*>(&address), &size);
  NodeInfo info;
  info.name = "silent";
  info.address = fmt::format("127.0.0.1:{}", ntohs(address.sin_port));
  a.store->Commit({{}, {{keys::kNodes + std::string("silent"), NodeText(info)}}}, [](Committed) {});
  ASSERT_TRUE(RunUntil([&] { return a.membership->nodes().contains("silent"); }));
  Ms longest = 0;
  for (Ms last = world.world().clock.Steady(), end = last + 5000; last < end;) {
    io.run_one_for(std::chrono::milliseconds(5));
    const Ms now = world.world().clock.Steady();
    longest = std::max(longest, now - last);
    last = now;
  }
  EXPECT_FALSE(a.streams->up("silent"));
  EXPECT_LT(longest, 1000) << "the server's thread waited";
  Node& b = Start("b", Certs("ca", "b"));
  EXPECT_TRUE(Meet(a, b));
  ::close(silent);
}

TEST_F(NodeStreamsTest, ANodeWithoutACertificateStaysOnItsMachine) {
  Node& a = Start("a", "");
  NEEDS_GRPC();
  Node& b = Start("b", "");
  EXPECT_TRUE(Meet(a, b)) << "loopback needs none";
  const auto refused = a.streams->Listen("0.0.0.0:0");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.faults()[0].code, "G01");
  EXPECT_THAT(refused.faults()[0].message, HasSubstr("cluster-certs"));
}

TEST(CertificatesTest, AFolderThatDoesNotFitIsRefusedAtTheStart) {
  const Folder folder;
  const std::string dir = folder / "ca";
  ASSERT_THAT(MakeClusterCerts({dir, {"a", "b"}, 10}), IsEmpty());
  const auto end = CertificatesEnd(dir + "/a", "a");
  ASSERT_TRUE(end) << FaultText(end.faults());
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::system_clock::now().time_since_epoch());
  EXPECT_NEAR(static_cast<double>(*end - now.count()), 10 * 86'400e3, 3600e3);
  const auto expect = [&](const std::string& in, const std::string& node, const char* what) {
    const auto wrong = CertificatesEnd(in, node);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.faults()[0].code, "S06");
    EXPECT_THAT(wrong.faults()[0].message, HasSubstr(what));
  };
  expect(folder / "none", "a", "none/ca.crt");
  expect(dir + "/a", "b", "is not of the node b");
  Copy(dir + "/b/tls.key", dir + "/a/tls.key");
  expect(dir + "/a", "a", "is not the key of");
  ASSERT_THAT(MakeClusterCerts({dir, {"a"}, 10}), IsEmpty()) << "once more, of the same CA";
  ASSERT_TRUE(CertificatesEnd(dir + "/a", "a"));
  ASSERT_THAT(MakeClusterCerts({folder / "other", {"a"}, 10}), IsEmpty());
  Copy(folder / "other/ca.crt", dir + "/a/ca.crt");
  expect(dir + "/a", "a", "is not signed by one of");
  std::filesystem::permissions(dir + "/b/tls.key", std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  expect(dir + "/b", "b", "mode 600");
  std::filesystem::remove(dir + "/ca.key");
  const Faults lost = MakeClusterCerts({dir, {"c"}, 10});
  ASSERT_FALSE(lost.empty());
  EXPECT_THAT(lost[0].message, HasSubstr("has lost its key"));
}

}  // namespace
}  // namespace mlf::server::test
