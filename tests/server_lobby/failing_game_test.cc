// A game whose own code fails ends its own desk, with a sentence for the operator and for its
// people. Other desks go on.
#include <mlf/flow/game_registry.h>
#include <mlf/flow/points.h>
#include <mlf/flow/state_text.h>
#include <mlf/variants/open.h>
#include "tests/server_lobby/desk_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace mlf::server::test {
namespace failing {
namespace {

using testing::Contains;
using testing::HasSubstr;

struct Asked {
  static constexpr std::string_view kSlot = "failing_asked";
  static constexpr Scope kScope = Scope::kHand;
  std::int32_t count = 0;

  void Check(const Validation&) const {}
};

class Ask final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"failing_ask", 1, "问", "ask"};
  explicit Ask(Params& params) : asked_(params.Slot<Asked>()) {}
  void ProcessAction(Step& step) const override { ++asked_(step.records).count; }
  int Remaining(const Records& records) const override { return 20 - asked_(records).count; }

 private:
  mlf::Slot<Asked> asked_;
};

// What fails from the third question on; nothing with "sound".
enum class Fails { kSound, kView, kPoints, kOffers, kAction, kNever };

class Answers final : public PlayerNode, public StateText, public SeatPoints {
 public:
  static constexpr PartInfo kInfo{"failing_answer", 1, "答", "answer"};
  explicit Answers(Params& params)
      : asked_(params.Slot<Asked>()),
        fault_(params.Enum("fault", Fails::kSound,
                           {"sound", "view", "points", "offers", "action", "never"},
                           {"测试", "for a test"})) {}
  void Offers(const Records& records, Seat, OfferSink& sink) const override {
    Fail(records, Fails::kOffers, "no offers");
    sink.Nothing();
  }
  void ProcessAction(Step& step) const override {
    Fail(step.records, Fails::kAction, "no action");
    if (asked_(step.records).count >= 4) asked_(step.records).count = 20;
  }
  std::string_view StateKey() const override { return "asked"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records&, Seat, const Value&) const override { return {}; }
  Value WriteState(const Records& records, Seat, Seat) const override {
    Fail(records, Fails::kView, "no view");
    if (fault_ == Fails::kNever) throw std::runtime_error("no view at all");
    return Value(asked_(records).count);
  }
  std::int64_t Points(const Records& records, Seat) const override {
    Fail(records, Fails::kPoints, "no points");
    return 0;
  }

 private:
  void Fail(const Records& records, Fails fault, const char* what) const {
    if (fault_ == fault && asked_(records).count >= 3) throw std::runtime_error(what);
  }
  mlf::Slot<Asked> asked_;
  Fails fault_;
};

class Left final : public Guard {
 public:
  static constexpr PartInfo kInfo{"failing_left", 1, "还有", "questions are left"};
  explicit Left(Params& params) : asked_(params.Slot<Asked>()) {}
  bool Holds(const Records& records, Seat) const override { return asked_(records).count < 20; }
  const Reason& WhyNot() const override {
    static constexpr Reason kNone{"failing_none", "没有了", "none is left"};
    return kNone;
  }

 private:
  mlf::Slot<Asked> asked_;
};

class Begin final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"failing_begin", 1, "开始", "begin"};
  void ProcessAction(Step& step) const override { step.BeginHand(0); }
};

class End final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"failing_end", 1, "结束", "end"};
};

class FailingGame : public testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    GameRegistry games = AllGames();
    if (games.Find("failing_ask") != nullptr) return;
    games.Add<Begin>();
    games.Add<Ask>();
    games.Add<Answers>();
    games.Add<Left>();
    games.Add<End>();
    games.AddVariant({"failing", R"(id: failing
zh: 出错
en: Failing
seats: 2
options:
  fault:
    type: choice
    default: sound
    values: [sound, view, points, offers, action, never]
    zh: 错
    en: fault
flow:
  begin: {type: failing_begin, then: ask}
  ask:
    type: failing_ask
    consumes: questions
    window: {ask: self, deadline: 10s, answers: [answer], default: answer}
    then: end
  answer: {type: failing_answer, with: {fault: $fault}, then: [{ask: {if: failing_left}}, end]}
  end: {type: failing_end, end: true}
)"});
    UseGames(games);
  }
};

// A desk of one person and one robot. Its match begins.
std::unique_ptr<Client> Sit(House& house, const std::string& fault) {
  auto client = house.Connect();
  client->LogIn("p-" + fault);
  const Json made = client->Ask(
      {{"t", "create"}, {"variant", "failing"}, {"options", {{"fault", fault}}}, {"robots", 1}});
  EXPECT_EQ(made["t"], "ok") << made;
  client->Ask({{"t", "ready"}, {"desk", made["desk"]["id"]}, {"ready", true}});
  house.RunFor(100);
  return client;
}

TEST_P(FailingGame, EndsItsOwnDesk) {
  House house;
  house.log.least = LogLevel::kInfo;
  house.log.expected = "the code of failing fails";
  const auto sound = Sit(house, "sound");
  const auto client = Sit(house, GetParam());
  house.RunFor(100'000);  // timeouts play
  EXPECT_EQ(client->Last("notice")["code"], "game_failed");
  EXPECT_EQ(client->Last("vote")["result"], "dissolved");
  EXPECT_EQ(client->Last("over")["dissolved"], true);
  EXPECT_THAT(house.log.lines, Contains(HasSubstr("the code of failing fails, and match 1 and its "
                                                  "desk end: ")));
  EXPECT_EQ(client->Ask({{"t", "sync"}, {"desk", "d"}})["code"], "no_desk");
  EXPECT_EQ(sound->Last("notice"), nullptr);
  EXPECT_EQ(sound->Last("over").value("dissolved", false), false) << "the other desk goes on";
  EXPECT_FALSE(sound->Last("over").is_null());
}
INSTANTIATE_TEST_SUITE_P(Faults, FailingGame,
                         testing::Values("view", "points", "offers", "action", "never"),
                         [](const auto& named) { return std::string(named.param); });

// Who was away when it failed is told at the next login, after a restart too.
TEST_F(FailingGame, WhoWasAwayIsTold) {
  House house;
  house.log.least = LogLevel::kInfo;
  house.log.expected = "the code of failing fails";
  const auto client = Sit(house, "view");
  const std::string token = client->token;
  client->Disconnect();
  house.RunFor(100'000);  // timeouts play
  house.Restart();
  const auto back = house.Connect();
  EXPECT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  house.RunFor(100);
  EXPECT_EQ(back->Last("over")["dissolved"], true);
  EXPECT_EQ(back->Last("desk"), nullptr);
}

}  // namespace
}  // namespace failing
}  // namespace mlf::server::test
