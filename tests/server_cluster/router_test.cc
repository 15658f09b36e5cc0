// People at several nodes: gateways, hosts, and what happens when one of them dies.
#include "cluster/router.h"
#include "cluster/sim/memory_cluster.h"
#include "cluster/sim/sim_node.h"
#include "server/protocol/json_wire.h"
#include "server/sim/forwarding_journal.h"

#include <mlf/flow/random.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;

VariantShelf& Shelf() {
  static VariantShelf shelf("");
  return shelf;
}
const Flow& Xueliu() {
  static const auto flow = Shelf().FlowFor("xueliu", {});
  return **flow;
}

// One connection of one person.
class Person final : public Session {
 public:
  Person(SimWorld& sim, SimNode& gateway) : sim_(sim), gateway_(&gateway), number_(++last_) {
    gateway_->router.Opened(*this);
  }
  ~Person() override { Disconnect(); }
  void Disconnect() {
    if (gateway_ != nullptr) std::exchange(gateway_, nullptr)->router.Closed(*this);
  }
  // Its gateway has died.
  void Forget() { gateway_ = nullptr; }

  void Post(Json request) {
    const Incoming incoming = ReadRequest(request);
    ASSERT_TRUE(std::holds_alternative<Request>(incoming.content)) << request;
    gateway_->router.Handle(
        *this, std::get<Request>(incoming.content), sim_.clock.Steady(),
        [this](const Answer& answer) { answers.push_back(AnswerObject(nullptr, answer)); });
  }
  Json Ask(Json request, Ms within = 20'000) {
    const std::size_t before = answers.size();
    const Ms until = sim_.clock.Steady() + within;
    Post(std::move(request));
    while (answers.size() == before && sim_.clock.Steady() < until) sim_.RunFor(1);
    if (answers.size() == before) {
      ADD_FAILURE() << "no answer";
      return Json{{"t", "none"}};
    }
    return answers.back();
  }
  Json LogIn(const Json& by) {
    Json login{{"t", "login"}};
    login.update(by);
    const Json answer = Ask(login);
    EXPECT_EQ(answer["t"], "ok") << answer;
    if (answer["t"] == "ok") {
      user = answer["user"]["id"];
      token = answer["token"];
    }
    return answer;
  }
  // The newest question, from `begin` or `step`.
  Json Question() const {
    for (auto push = pushes.rbegin(); push != pushes.rend(); ++push) {
      if (push->contains("defaults")) return *push;
    }
    return nullptr;
  }
  Json Last(const std::string& type) const {
    for (auto push = pushes.rbegin(); push != pushes.rend(); ++push) {
      if ((*push)["t"] == type) return *push;
    }
    return nullptr;
  }

  void Send(MessagePtr message) override { pushes.push_back(PushObject(message->push())); }
  void Bye(std::string_view code) override { bye = code; }
  void Close() override { closed = true; }
  const std::string& address() const override { return address_; }
  std::uint64_t number() const override { return number_; }

  std::vector<Json> pushes, answers;
  std::string bye, user, token;
  bool closed = false;

 private:
  static inline std::uint64_t last_ = 0;
  SimWorld& sim_;
  SimNode* gateway_;
  const std::uint64_t number_;
  const std::string address_ = "10.0.0.1";
};

class RouterTest : public testing::Test {
 protected:
  SimNode& Start(const std::string& name, bool host = true,
                 std::unique_ptr<Between> between = std::make_unique<Between>()) {
    servers.push_back(std::make_unique<SimNode>(
        SimNode::Parts{cluster, network, sim.world(), config, *shelf, fingerprints}, name, host,
        std::move(between)));
    sim.RunFor(50);
    return *servers.back();
  }
  // A gateway and the hosts h1 and h2.
  SimNode& StartTwoHosts() {
    SimNode& gate = Start("gate", false);
    Start("h1");
    Start("h2");
    return gate;
  }
  void Kill(SimNode& server) {
    dead.insert(server.name);
    server.Kill();
  }
  SimNode& HostOf(const std::string& desk) {
    for (auto& server : servers) {
      if (server->desks && !dead.contains(server->name) && server->placement.Holds(desk))
        return *server;
    }
    ADD_FAILURE() << desk << " has no host";
    return *servers.front();
  }
  Json Act(const Person& person, const std::string& id) {
    const Json question = person.Question();
    Json act = question["defaults"][0];
    act.erase("seat");
    act["t"] = "act";
    act["desk"] = question["desk"];
    act["match"] = 1;
    act["id"] = id;
    return act;
  }
  // Waits until the person is asked something that it has not answered.
  bool Asked(Person& person, Ms within = 120'000) {
    const Ms until = sim.clock.Steady() + within;
    while (sim.clock.Steady() < until) {
      const Json question = person.Question();
      if (!question.is_null() && question["ask"] != answered) return true;
      sim.RunFor(1);
    }
    return false;
  }
  Json Play(Person& person, const std::string& id) {
    EXPECT_TRUE(Asked(person));
    answered = person.Question()["ask"];
    return person.Ask(Act(person, id));
  }
  // A person and three robots.
  std::string Begin(Person& person) {
    const Json made = person.Ask({{"t", "create"}, {"variant", "xueliu"}, {"robots", 3}});
    EXPECT_EQ(made["t"], "ok") << made;
    const std::string desk = made["desk"]["id"];
    EXPECT_EQ(person.Ask({{"t", "ready"}, {"desk", desk}, {"ready", true}})["t"], "ok");
    return desk;
  }
  int RecordsOf(const std::string& desk) {
    return static_cast<int>(
        cluster.Keys("mlf/desks/" + desk + "/matches/0000000001/records/").size());
  }

  ServerConfig config;
  std::optional<VariantShelf> own_shelf;
  VariantShelf* shelf = &Shelf();
  std::map<std::string, std::string> fingerprints{{"xueliu", Xueliu().fingerprint_text()}};
  SimWorld sim{1};
  MemoryCluster cluster{sim.world()};
  SimNetwork network{sim.world()};
  std::vector<std::unique_ptr<SimNode>> servers;
  std::set<std::string> dead;
  Json answered;
};

TEST_F(RouterTest, ADeskIsServedByAnyGateway) {
  SimNode& a = Start("a");
  SimNode& b = Start("b");
  Person one(sim, a), two(sim, b);
  one.LogIn({{"name", "one"}});
  two.LogIn({{"name", "two"}});
  const Json first = one.Ask({{"t", "create"}, {"variant", "xueliu"}});
  const Json second = one.Ask({{"t", "create"}, {"variant", "xueliu"}});
  sim.RunFor(200);
  // The second host is the less loaded one by then.
  EXPECT_EQ(a.lobby.desk_count(), 1u);
  EXPECT_EQ(b.lobby.desk_count(), 1u);
  for (const Json& made : {first, second}) {
    const Json joined = two.Ask({{"t", "join"}, {"code", made["desk"]["code"]}});
    ASSERT_EQ(joined["t"], "ok") << joined;
    EXPECT_EQ(one.Last("desk")["id"], made["desk"]["id"]);
    EXPECT_EQ(one.Last("desk")["seats"][1]["user"], two.user);
    const std::string desk = made["desk"]["id"];
    EXPECT_EQ(two.Ask({{"t", "say"}, {"desk", desk}, {"text", "hello"}})["t"], "ok");
    sim.RunFor(5);
    EXPECT_EQ(one.Last("said")["desk"], desk);
  }
  sim.RunFor(100);
  const Json listed = one.Ask({{"t", "desks"}});
  ASSERT_EQ(listed["desks"].size(), 2u);
  EXPECT_EQ(listed["desks"][0]["id"], second["desk"]["id"]);  // the newest first
  EXPECT_EQ(two.Ask({{"t", "join"}, {"code", "999999"}})["code"], "no_desk");
  EXPECT_EQ(two.Ask({{"t", "hint"}, {"desk", "dnone"}})["code"], "no_desk");
}

TEST_F(RouterTest, APlayGoesOnAtAnotherHostAndNothingAcknowledgedIsLost) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  std::vector<std::pair<Json, Json>> acknowledged;
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(Asked(person));
    const Json act = Act(person, fmt::format("a{}", i));
    const Json ok = Play(person, fmt::format("a{}", i));
    ASSERT_EQ(ok["t"], "ok") << ok;
    acknowledged.emplace_back(act, ok);
  }
  ASSERT_TRUE(Asked(person));
  const Json question = person.Question();
  const auto seq = question["seq"].get<std::int64_t>();
  SimNode& first = HostOf(desk);
  const int records = RecordsOf(desk);
  Kill(first);
  const Ms died = sim.clock.Steady();
  // Sent while nobody runs the desk.
  person.pushes.clear();
  Json act = question["defaults"][0];
  act.erase("seat");
  act.update(Json{{"t", "act"}, {"desk", desk}, {"match", 1}, {"id", "a6"}});
  const Json ok = person.Ask(act);
  EXPECT_EQ(ok["t"], "ok") << ok;
  EXPECT_LT(sim.clock.Steady() - died, 3000);
  EXPECT_GE(RecordsOf(desk), records + 1);
  SimNode& second = HostOf(desk);
  EXPECT_NE(second.name, first.name);
  // The client is shown the desk and the table as it was.
  sim.RunFor(50);
  const Json begin = person.Last("begin");
  ASSERT_FALSE(begin.is_null());
  EXPECT_EQ(begin["resumed"], true);
  EXPECT_GE(begin["seq"].get<std::int64_t>(), seq);
  EXPECT_FALSE(person.Last("desk").is_null());
  EXPECT_TRUE(person.bye.empty());
  // Sent again, each act is answered as it was.
  for (const auto& [sent, was] : acknowledged) {
    Json again = person.Ask(sent);
    EXPECT_EQ(again["dup"], true) << again;
    again.erase("dup");
    Json before = was;
    before.erase("dup");
    EXPECT_EQ(again, before);
  }
  answered = question["ask"];
  for (int i = 7; i < 10; ++i) EXPECT_EQ(Play(person, fmt::format("a{}", i))["t"], "ok");
}

TEST_F(RouterTest, AnActWhoseAnswerIsLostWithItsHostCountsOnce) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  EXPECT_EQ(Play(person, "a0")["t"], "ok");
  ASSERT_TRUE(Asked(person));
  SimNode& first = HostOf(desk);
  const int records = RecordsOf(desk);
  const Json act = Act(person, "a1");
  const std::size_t before = person.answers.size();
  person.Post(act);
  // The host dies when the store has the act, and nobody has an answer.
  for (int i = 0; i < 100 && RecordsOf(desk) == records; ++i) sim.RunFor(1);
  ASSERT_EQ(person.answers.size(), before);
  Kill(first);
  for (int i = 0; i < 6000 && person.answers.size() == before; ++i) sim.RunFor(1);
  ASSERT_EQ(person.answers.size(), before + 1);
  EXPECT_EQ(person.answers.back()["t"], "ok") << person.answers.back();
  EXPECT_EQ(person.answers.back()["mine"], 2);
  EXPECT_EQ(person.answers.back()["dup"], true);
}

TEST_F(RouterTest, AHostThatWasStoppedAcknowledgesNothingWhenItGoesOn) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  EXPECT_EQ(Play(person, "a0")["t"], "ok");
  ASSERT_TRUE(Asked(person));
  SimNode& first = HostOf(desk);
  first.time.Stop();
  answered = person.Question()["ask"];
  const Json ok = person.Ask(Act(person, "a1"));
  EXPECT_EQ(ok["t"], "ok") << ok;
  EXPECT_EQ(ok["mine"], 2);
  EXPECT_EQ(ok.contains("dup"), false);
  const std::size_t answers = person.answers.size();
  const int records = RecordsOf(desk);
  first.time.Continue();
  sim.RunFor(100);
  EXPECT_EQ(person.answers.size(), answers);
  EXPECT_GE(RecordsOf(desk), records);
  EXPECT_EQ(first.lobby.desk_count(), 0u);
  EXPECT_EQ(HostOf(desk).lobby.desk_count(), 1u);
  EXPECT_EQ(Play(person, "a2")["t"], "ok") << person.answers.back();
}

// Each host is stopped at another moment of an act. What it then sends is older than what the
// person has seen of the host after it.
TEST_F(RouterTest, LatePushesOfAnEarlierHostAreDropped) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  for (int delay = 0; delay < 40; delay += 2) {
    ASSERT_TRUE(Asked(person));
    answered = person.Question()["ask"];
    SimNode& stopped = HostOf(desk);
    const std::size_t answers = person.answers.size();
    person.Post(Act(person, fmt::format("a{}", delay)));
    sim.RunFor(delay);
    stopped.time.Stop();
    for (int i = 0; i < 20'000 && person.answers.size() == answers; ++i) sim.RunFor(1);
    sim.RunFor(5'000);
    stopped.time.Continue();
    sim.RunFor(1'000);
  }
  std::uint64_t shown = 0;
  for (const Json& push : person.pushes) {
    if (push["t"] != "step") continue;
    const auto number = push["seq"].get<std::uint64_t>();
    EXPECT_GT(number, shown) << push;
    shown = number;
  }
  EXPECT_GT(shown, 20u);
}

TEST_F(RouterTest, WhatMayNotBeDoneTwiceIsBusyWhenItsHostDies) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  const std::size_t before = person.answers.size();
  person.Post({{"t", "say"}, {"desk", desk}, {"text", "hello"}});
  Kill(HostOf(desk));
  for (int i = 0; i < 20'000 && person.answers.size() == before; ++i) sim.RunFor(1);
  ASSERT_EQ(person.answers.size(), before + 1);
  EXPECT_EQ(person.answers.back()["code"], "busy");
  EXPECT_EQ(person.answers.back()["reason"]["id"], "host_lost");
}

TEST_F(RouterTest, AClientWhoseGatewayDiedComesBackToAnotherWithItsToken) {
  SimNode& g1 = Start("g1", false);
  SimNode& g2 = Start("g2", false);
  Start("h1");
  Person person(sim, g1);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  EXPECT_EQ(Play(person, "a0")["t"], "ok");
  ASSERT_TRUE(Asked(person));
  Kill(g1);
  person.Forget();
  Person back(sim, g2);
  const Json login = back.LogIn({{"token", person.token}});
  EXPECT_EQ(login["desks"], Json::array({desk}));
  sim.RunFor(50);
  EXPECT_EQ(back.Last("desk")["id"], desk);
  EXPECT_EQ(back.Last("begin")["resumed"], true);
  answered = nullptr;
  const Json ok = Play(back, "a1");
  EXPECT_EQ(ok["mine"], 2) << ok;
}

TEST_F(RouterTest, ANewLoginAtAnotherGatewayEndsTheOldSession) {
  SimNode& a = Start("a");
  SimNode& b = Start("b");
  Person old(sim, a);
  old.LogIn({{"name", "one"}});
  const std::string desk = Begin(old);
  sim.RunFor(200);
  Person young(sim, b);
  young.LogIn({{"token", old.token}});
  sim.RunFor(50);
  EXPECT_EQ(old.bye, "other_login");
  EXPECT_EQ(young.bye, "");
  EXPECT_EQ(young.Last("begin")["desk"], desk);
  // What the old connection leaves behind does not end the new one.
  old.Disconnect();
  sim.RunFor(3000);
  EXPECT_EQ(young.bye, "");
  EXPECT_EQ(young.Ask({{"t", "sync"}, {"desk", desk}})["t"], "ok");
}

TEST_F(RouterTest, WithoutAnyHostTheStoreStillEndsTheOldSession) {
  SimNode& a = Start("a", false);
  SimNode& b = Start("b", false);
  Person old(sim, a);
  old.LogIn({{"name", "one"}});
  Person young(sim, b);
  young.LogIn({{"token", old.token}});
  sim.RunFor(50);
  EXPECT_EQ(old.bye, "other_login");
  EXPECT_EQ(young.bye, "");
}

TEST_F(RouterTest, ASessionThatComesToAHostTooLateEndsNoNewerOne) {
  SimNode& a = Start("a");
  std::vector<std::string> byes;
  a.reception->Up("late", [&](const ToGateway& frame) {
    if (frame.kind == ToGateway::Kind::kBye)
      byes.push_back(fmt::format("{} {}", frame.session, frame.code));
  });
  const User user{"g1", "one", true};
  const auto open = [&](std::uint64_t session, Revision epoch) {
    a.reception->Received(
        "late", {.kind = ToHost::Kind::kOpen, .session = session, .user = user, .epoch = epoch});
  };
  open(1, 10);
  open(2, 5);
  EXPECT_THAT(byes, ElementsAre("2 other_login"));
  open(3, 11);
  EXPECT_THAT(byes, ElementsAre("2 other_login", "1 other_login"));
}

TEST_F(RouterTest, QuickMatchesBringPeopleOfAllGatewaysTogether) {
  SimNode& a = Start("a");
  SimNode& b = Start("b");
  Person one(sim, a), two(sim, b), three(sim, b);
  for (Person* person : {&one, &two, &three}) person->LogIn({{"name", "guest"}});
  const Json first = one.Ask({{"t", "quick"}, {"variant", "xueliu"}});
  ASSERT_EQ(first["t"], "ok") << first;
  sim.RunFor(200);
  EXPECT_EQ(two.Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"], first["desk"]["id"]);
  EXPECT_EQ(three.Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"], first["desk"]["id"]);
  EXPECT_EQ(one.Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"], first["desk"]["id"]);
  EXPECT_EQ(one.Ask({{"t", "quick"}, {"variant", "none"}})["code"], "bad_variant");
}

TEST_F(RouterTest, AQuickMatchMayNameAPreset) {
  SimNode& a = Start("a");
  SimNode& b = Start("b");
  Person plain(sim, a), one(sim, a), two(sim, b), three(sim, b);
  const auto quick = [&](Person& person, const Json& preset) {
    person.LogIn({{"name", "guest"}});
    Json wanted{{"t", "quick"}, {"variant", "xueliu"}};
    if (!preset.is_null()) wanted["preset"] = preset;
    const Json answer = person.Ask(wanted);
    sim.RunFor(200);
    return answer;
  };
  const Json usual = quick(plain, nullptr), first = quick(one, "four_fan");
  ASSERT_EQ(first["t"], "ok") << first;
  EXPECT_NE(first["desk"]["id"], usual["desk"]["id"]);
  EXPECT_EQ(first["desk"]["options"]["zimo"], "jia_di");
  EXPECT_EQ(quick(two, "four_fan")["desk"]["id"], first["desk"]["id"]) << "at another gateway";
  EXPECT_EQ(quick(three, "no_such")["code"], "bad_option");
}

TEST_F(RouterTest, APersonWhoLostItsSeatIsToldAtAnyGateway) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("mlf-router-{}", ::getpid());
  fs::create_directories(folder / "home");
  const auto write = [&](const char* base) {
    std::ofstream(folder / "home" / "variant.yaml", std::ios::trunc)
        << "id: home\nzh: 家规\nen: House rules\nextends: " << base << "\n";
  };
  write("xueliu");
  shelf = &own_shelf.emplace(folder.string());
  fingerprints["home"] = (*own_shelf->FlowFor("home", {}))->fingerprint_text();
  SimNode& a = Start("a", false);
  SimNode& b = Start("b", false);
  Start("h1");
  Start("h2");
  Person two(sim, a), three(sim, a);
  auto one = std::make_unique<Person>(sim, a);
  one->LogIn({{"name", "one"}});
  two.LogIn({{"name", "two"}});
  three.LogIn({{"name", "three"}});
  const Json made = one->Ask({{"t", "create"}, {"variant", "home"}, {"seat", 3}});
  ASSERT_EQ(made["t"], "ok") << made;
  for (Person* joins : {&two, &three})
    EXPECT_EQ(joins->Ask({{"t", "join"}, {"code", made["desk"]["code"]}})["t"], "ok");
  const std::string token = one->token;
  one.reset();
  write("erren");
  EXPECT_EQ(two.Ask({{"t", "ready"}, {"desk", made["desk"]["id"]}, {"ready", true}})["t"], "ok");
  sim.RunFor(500);
  EXPECT_EQ(three.Last("notice")["code"], "rules_changed");
  for (const bool first : {true, false}) {
    Person back(sim, b);
    EXPECT_EQ(back.LogIn({{"token", token}})["desks"], Json::array());
    sim.RunFor(500);
    if (first)
      EXPECT_EQ(back.Last("notice")["code"], "seat_gone");
    else
      EXPECT_EQ(back.Last("notice"), nullptr) << "once is enough";
  }
  fs::remove_all(folder);
}

TEST_F(RouterTest, SeatsOfAUserAreCountedAtAllHosts) {
  config.limits.desks_per_user = 2;
  SimNode& a = Start("a");
  SimNode& b = Start("b");
  Person one(sim, a), two(sim, b);
  one.LogIn({{"name", "one"}});
  two.LogIn({{"name", "two"}});
  const Json other = two.Ask({{"t", "create"}, {"variant", "xueliu"}});
  std::vector<std::string> desks;
  for (int i = 0; i < 2; ++i) {
    const Json made = one.Ask({{"t", "create"}, {"variant", "xueliu"}});
    ASSERT_EQ(made["t"], "ok") << made;
    desks.push_back(made["desk"]["id"]);
    sim.RunFor(200);
  }
  ASSERT_NE(HostOf(desks[0]).name, HostOf(desks[1]).name);
  for (const Json& request :
       {Json{{"t", "create"}, {"variant", "xueliu"}}, Json{{"t", "quick"}, {"variant", "xueliu"}},
        Json{{"t", "join"}, {"desk", other["desk"]["id"]}},
        Json{{"t", "join"}, {"code", other["desk"]["code"]}}}) {
    const Json refused = one.Ask(request);
    EXPECT_EQ(refused["code"], "rate_limited") << request << refused;
    EXPECT_EQ(refused["reason"]["id"], "too_many_desks") << request << refused;
  }
  EXPECT_EQ(one.Ask({{"t", "join"}, {"desk", desks[0]}})["t"], "ok") << "it sits there";
  EXPECT_EQ(one.Ask({{"t", "leave"}, {"desk", desks[0]}})["t"], "ok");
  sim.RunFor(200);
  EXPECT_EQ(one.Ask({{"t", "join"}, {"desk", other["desk"]["id"]}})["t"], "ok");
}

TEST_F(RouterTest, ADrainingHostHandsOverBetweenHands) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const Json waiting = person.Ask({{"t", "create"}, {"variant", "xueliu"}});
  sim.RunFor(200);
  SimNode& first = HostOf(waiting["desk"]["id"]);
  first.desks->Drain();
  sim.RunFor(1000);
  EXPECT_NE(HostOf(waiting["desk"]["id"]).name, first.name);
  EXPECT_EQ(first.lobby.desk_count(), 0u);
  const std::string desk = waiting["desk"]["id"];
  EXPECT_EQ(person.Ask({{"t", "say"}, {"desk", desk}, {"text", "hello"}})["t"], "ok");
  // A hand that is played stays where it is.
  SimNode& second = HostOf(desk);
  const std::string played = Begin(person);
  EXPECT_EQ(HostOf(played).name, second.name);
  ASSERT_TRUE(Asked(person));
  Start("h3");
  second.desks->Drain();
  sim.RunFor(1000);
  EXPECT_EQ(HostOf(played).name, second.name);
  EXPECT_EQ(HostOf(desk).name, "h3");
}

TEST_F(RouterTest, WithoutTheStoreALoginIsBusy) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  cluster.SetAvailable(false);
  const Ms begun = sim.clock.Steady();
  EXPECT_EQ(person.Ask({{"t", "login"}, {"name", "one"}})["code"], "busy");
  EXPECT_LT(sim.clock.Steady() - begun, 3000);
  cluster.SetAvailable(true);
  sim.RunFor(5000);
  // It counts as no failed login either.
  for (int i = 0; i < 6; ++i) {
    cluster.SetAvailable(false);
    EXPECT_EQ(person.Ask({{"t", "login"}, {"name", "one"}})["code"], "busy");
    cluster.SetAvailable(true);
    sim.RunFor(3000);
  }
  person.LogIn({{"name", "one"}});
}

// `busy` says that the act is not stored. The last host of its desk knows that.
TEST_F(RouterTest, WithoutTheStoreAnActIsBusyAfterAWhile) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  ASSERT_EQ(Play(person, "first")["t"], "ok");
  ASSERT_TRUE(Asked(person));
  cluster.SetAvailable(false);
  sim.RunFor(3000);
  const int records = RecordsOf(desk);
  const Ms begun = sim.clock.Steady();
  const Json answer = person.Ask(Act(person, "late"), 60'000);
  EXPECT_EQ(answer["code"], "busy") << answer;
  EXPECT_GE(sim.clock.Steady() - begun, 10'000);
  EXPECT_LT(sim.clock.Steady() - begun, 11'000);
  EXPECT_EQ(person.Last("notice")["code"], "store_silent");
  EXPECT_EQ(RecordsOf(desk), records);
  cluster.SetAvailable(true);
  sim.RunFor(5000);
  EXPECT_EQ(person.Last("notice")["code"], "store_back");
  EXPECT_EQ(person.Ask(Act(person, "again"))["t"], "ok");
  for (const StoredKey& key : cluster.Keys("mlf/desks/" + desk))
    EXPECT_EQ(key.value.find("\"late\""), std::string::npos) << key.key;
}

TEST_F(RouterTest, AnActThatMayBeStoredWaitsForTheStore) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  Begin(person);
  ASSERT_TRUE(Asked(person));
  cluster.DecideFates(
      [](const std::string&, const Transaction&) { return MemoryCluster::Fate::kAnswerLost; });
  person.Post(Act(person, "unknown"));
  sim.RunFor(20);
  cluster.SetAvailable(false);
  const std::size_t before = person.answers.size();
  sim.RunFor(30'000);
  EXPECT_EQ(person.answers.size(), before) << person.answers.back();
  cluster.DecideFates(nullptr);
  cluster.SetAvailable(true);
  sim.RunFor(10'000);
  ASSERT_EQ(person.answers.size(), before + 1);
  EXPECT_EQ(person.answers.back()["t"], "ok") << person.answers.back();
}

TEST_F(RouterTest, AtTheQuotaOfTheStoreAnActIsBusyAndPlayGoesOnLater) {
  SimNode& gate = StartTwoHosts();
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  ASSERT_TRUE(Asked(person));
  cluster.SetFull(true);
  const Ms begun = sim.clock.Steady();
  const Json answer = person.Ask(Act(person, "late"), 60'000);
  EXPECT_EQ(answer["code"], "busy") << answer;
  EXPECT_LT(sim.clock.Steady() - begun, 12'000);
  EXPECT_EQ(person.Last("notice")["code"], "store_silent");
  cluster.SetFull(false);
  sim.RunFor(15'000);
  EXPECT_EQ(person.Last("notice")["code"], "store_back");
  EXPECT_EQ(person.Ask(Act(person, "again"))["t"], "ok");
}

// As after a restart of all hosts, one after the other.
TEST_F(RouterTest, DesksAtRestGoToAHostWithFewer) {
  config.limits.desks_per_user = 1000;
  SimNode& first = Start("h1");
  Person person(sim, first);
  person.LogIn({{"name", "one"}});
  for (int i = 0; i < 80; ++i)
    ASSERT_EQ(person.Ask({{"t", "create"}, {"variant", "xueliu"}})["t"], "ok");
  SimNode& second = Start("h2");
  std::map<std::string, int> claimed;
  cluster.Observe([&](const Change& change) {
    if (!change.deleted && change.now.key.starts_with("mlf/claims/")) ++claimed[change.now.key];
  });
  sim.RunFor(50'000);
  EXPECT_EQ(second.lobby.desk_count(), 0u) << "the hosts may still change";
  sim.RunFor(40'000);
  cluster.Observe(nullptr);
  EXPECT_GE(second.lobby.desk_count(), 20u);
  EXPECT_LE(second.lobby.desk_count(), 40u);
  EXPECT_EQ(first.lobby.desk_count() + second.lobby.desk_count(), 80u);
  for (const auto& [key, times] : claimed) EXPECT_EQ(times, 1) << key;
}

// A journal is read while the store is slow; nobody else waits for it.
TEST_F(RouterTest, AHostServesOthersWhileTheStoreIsReadForOne) {
  SimNode& gate = StartTwoHosts();
  Person reader(sim, gate), other(sim, gate);
  reader.LogIn({{"name", "one"}});
  other.LogIn({{"name", "two"}});
  const std::string desk = Begin(reader);
  sim.RunFor(200);
  cluster.SetLink(HostOf(desk).name, {.delay = 300});
  reader.Post({{"t", "journal"}, {"desk", desk}, {"match", 1}});
  const std::size_t before = reader.answers.size();
  const Ms begun = sim.clock.Steady();
  EXPECT_EQ(other.Ask({{"t", "watch"}, {"desk", desk}})["t"], "ok");
  EXPECT_LT(sim.clock.Steady() - begun, 50);
  EXPECT_EQ(reader.answers.size(), before);
  sim.RunFor(3000);
  ASSERT_EQ(reader.answers.size(), before + 1);
  EXPECT_EQ(reader.answers.back()["code"], "playing") << reader.answers.back();
}

TEST_F(RouterTest, ACodeThatAnotherDeskHasIsDrawnAgain) {
  SimNode& a = Start("a");
  Person person(sim, a);
  person.LogIn({{"name", "one"}});
  const Json first = person.Ask({{"t", "create"}, {"variant", "xueliu"}});
  const std::string code = first["desk"]["code"];
  // The same node in another cluster draws the same codes. There another desk has the first one.
  SimWorld again{1};
  MemoryCluster taken{again.world()};
  SimNetwork ways{again.world()};
  SimNode b(
      {taken, ways, again.world(), config, Shelf(), {{"xueliu", Xueliu().fingerprint_text()}}}, "a",
      true);
  again.RunFor(25);
  b.store->Commit({{}, {{"mlf/codes/" + code, "other"}}}, [](Committed) {});
  again.RunFor(25);
  Person late(again, b);
  late.LogIn({{"name", "one"}});
  const Json made = late.Ask({{"t", "create"}, {"variant", "xueliu"}});
  ASSERT_EQ(made["t"], "ok") << made;
  EXPECT_NE(made["desk"]["code"], code);
  again.RunFor(100);
  EXPECT_EQ(taken.Keys("mlf/codes/").size(), 2u);
  EXPECT_EQ(b.lobby.desk_count(), 1u);
  // A desk that ends gives its code back.
  EXPECT_EQ(late.Ask({{"t", "dissolve"}, {"desk", made["desk"]["id"]}})["t"], "ok");
  again.RunFor(100);
  EXPECT_EQ(taken.Keys("mlf/codes/").size(), 1u);
}

TEST_F(RouterTest, ABurstOfNewDesksIsSharedOut) {
  SimNode& gate = StartTwoHosts();
  config.limits.new_guests_per_minute = 0;
  std::vector<std::unique_ptr<Person>> people;
  for (int i = 0; i < 20; ++i) {
    people.push_back(std::make_unique<Person>(sim, gate));
    people.back()->LogIn({{"name", "one"}});
  }
  for (const auto& person : people) person->Post({{"t", "create"}, {"variant", "xueliu"}});
  sim.RunFor(500);
  EXPECT_EQ(servers[1]->lobby.desk_count(), 10u);
  EXPECT_EQ(servers[2]->lobby.desk_count(), 10u);
}

// Reading a desk keeps the thread of its host busy.
class SlowReads final : public Between {
 public:
  static constexpr Ms kEach = 16;
  Journal& JournalOf(ClusterJournal& journal, NodeWorld& time) override {
    slow_ = std::make_unique<Slow>(journal, time);
    return *slow_;
  }

 private:
  class Slow final : public ForwardingJournal {
   public:
    Slow(Journal& inner, NodeWorld& time) : ForwardingJournal(inner), time_(time) {}
    std::optional<StoredDesk> LoadDesk(const std::string& desk) override {
      auto stored = inner_.LoadDesk(desk);
      time_.Spend(kEach);
      return stored;
    }

   private:
    NodeWorld& time_;
  };
  std::unique_ptr<Slow> slow_;
};

class ManyDesksTest : public RouterTest {
 protected:
  static constexpr int kEach = 300;  // desks of a host

  void SetUp() override {
    config.limits.desks_per_user = 100 * kEach;
    config.limits.messages_per_second = 0;
    gate = &Start("gate", false);
    for (const char* name : {"h1", "h2", "h3"}) Start(name, true, std::make_unique<SlowReads>());
    owner.emplace(sim, *gate);
    owner->LogIn({{"name", "one"}});
    for (int i = 0; i < 3 * kEach; ++i) {
      const Json made = owner->Ask({{"t", "create"}, {"variant", "xueliu"}});
      ASSERT_EQ(made["t"], "ok") << made;
    }
    sim.RunFor(500);
    cluster.Observe([this](const Change& change) {
      if (!change.deleted && change.now.key.starts_with("mlf/claims/")) ++claimed[change.now.key];
    });
  }
  ~ManyDesksTest() override { cluster.Observe(nullptr); }
  std::size_t DesksAt(const std::vector<SimNode*>& hosts) const {
    std::size_t desks = 0;
    for (const SimNode* host : hosts) desks += host->lobby.desk_count();
    return desks;
  }
  // Time passes, and somebody at one of the hosts asks for something all the time, until the hosts
  // run all desks.
  void UntilAllAt(const std::vector<SimNode*>& hosts) {
    Person other(sim, *gate);
    other.LogIn({{"name", "two"}});
    std::string desk;
    for (const auto& [id, placed] : gate->placement.desks()) {
      if (placed.holder == hosts.front()->name) desk = id;
    }
    const std::size_t before = DesksAt(hosts);
    const Ms begun = sim.clock.Steady();
    while (DesksAt(hosts) < 3 * kEach && sim.clock.Steady() - begun < 60'000) {
      const Ms asked = sim.clock.Steady();
      EXPECT_EQ(other.Ask({{"t", "watch"}, {"desk", desk}})["t"], "ok");
      longest_wait = std::max(longest_wait, sim.clock.Steady() - asked);
      sim.RunFor(20);
      if (half == 0 && DesksAt(hosts) >= before + kEach / 2) half = sim.clock.Steady() - begun;
    }
    all = sim.clock.Steady() - begun;
    EXPECT_EQ(DesksAt(hosts), 3u * kEach);
  }
  void ExpectEachMovedOnce(std::size_t desks) const {
    EXPECT_EQ(claimed.size(), desks);
    for (const auto& [key, times] : claimed) EXPECT_EQ(times, 1) << key;
  }

  SimNode* gate = nullptr;
  std::optional<Person> owner;
  std::map<std::string, int> claimed;
  Ms longest_wait = 0, half = 0, all = 0;
};

TEST_F(ManyDesksTest, OfAHostThatDiesGoOnAtTheOthersAndDelayNobody) {
  SimNode &first = *servers[1], &b = *servers[2], &c = *servers[3];
  ASSERT_EQ(first.lobby.desk_count(), std::size_t{kEach});
  const LeaseId of_b = b.membership.lease(), of_c = c.membership.lease();
  Kill(first);
  UntilAllAt({&b, &c});
  EXPECT_LT(longest_wait, 300);
  // The lease, then what reading them takes of two hosts.
  EXPECT_LT(all, 3000 + kEach / 2 * SlowReads::kEach * 3 / 2);
  EXPECT_LT(half, 3000 + kEach / 4 * SlowReads::kEach * 3 / 2);
  EXPECT_EQ(b.membership.lease(), of_b);
  EXPECT_EQ(c.membership.lease(), of_c);
  EXPECT_LT(b.time.longest(), 100);
  ExpectEachMovedOnce(kEach);
}

TEST_F(ManyDesksTest, OfAHostThatIsDrainedGoAFewAtATime) {
  SimNode &leaving = *servers[1], &b = *servers[2], &c = *servers[3];
  std::size_t most = 0;
  leaving.desks->Drain();
  cluster.Observe([&](const Change& change) {
    if (!change.deleted && change.now.key.starts_with("mlf/claims/")) ++claimed[change.now.key];
    most = std::max(most, 3 * kEach - cluster.Keys("mlf/claims/").size());
  });
  UntilAllAt({&b, &c});
  EXPECT_EQ(leaving.lobby.desk_count(), 0u);
  EXPECT_LT(longest_wait, 300);
  EXPECT_GT(most, 8u);
  EXPECT_LE(most, 40u) << "desks without a host";
  ExpectEachMovedOnce(kEach);
}

TEST_F(RouterTest, ABrokenStreamIsNoticedOnlyByAPause) {
  SimNode& gate = Start("gate", false);
  Start("h1");
  Person person(sim, gate);
  person.LogIn({{"name", "one"}});
  const std::string desk = Begin(person);
  ASSERT_TRUE(Asked(person));
  person.Post(Act(person, "a0"));
  network.Cut("gate", "h1");
  const std::size_t before = person.answers.size();
  sim.RunFor(200);
  ASSERT_EQ(person.answers.size(), before + 1);
  EXPECT_EQ(person.answers.back()["mine"], 1) << person.answers.back();
  EXPECT_EQ(person.Last("begin")["resumed"], true);
}

}  // namespace
}  // namespace mlf::server::test
