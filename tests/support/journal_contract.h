// What a journal keeps, whatever it is stored in: commits in order, each act once, desks and hands
// as they were. A test program includes this once and instantiates JournalContract.
#pragma once

#include "server/journal/journal.h"
#include "tests/support/desk_life.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server::test {

// A journal for one test.
class JournalPlace {
 public:
  virtual ~JournalPlace() = default;
  virtual Journal& journal() = 0;
  // The journal may write to this desk from now on.
  virtual void Take(const std::string& desk) = 0;
  // The server stops and starts again; desks are loaded.
  virtual void Reopen() = 0;
  // Runs until everything given is answered.
  virtual void Settle() = 0;

  // Appends one commit, and its outcome once it is known.
  Outcome Commit(server::Commit commit) {
    Outcome outcome = Outcome::kUnknown;
    journal().Append(std::move(commit), [&](Outcome now) { outcome = now; });
    Settle();
    EXPECT_EQ(journal().pending(), 0U);
    return outcome;
  }
  std::vector<StoredDesk> Desks() {
    std::vector<StoredDesk> desks;
    damaged.clear();
    journal().LoadDesks([&](StoredDesk desk) { desks.push_back(std::move(desk)); },
                        [&](const std::string& desk, const std::string& report) {
                          damaged.push_back(desk + ": " + report);
                        });
    return desks;
  }
  // "desk: report", of those set aside by the last Desks().
  std::vector<std::string> damaged;
};

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class JournalContract : public testing::TestWithParam<std::unique_ptr<JournalPlace> (*)()> {
 protected:
  void SetUp() override {
    place = GetParam()();
    if (!place) GTEST_SKIP() << "what it is stored in is not installed (group cluster)";
  }
  Player Desk(const std::string& id, const std::string& code = {}) {
    place->Take(id);
    return Player(id, code);
  }
  std::unique_ptr<JournalPlace> place;
};

TEST_P(JournalContract, ADeskIsReadAsItWasStored) {
  Player desk = Desk("d1", "123456");
  EXPECT_EQ(place->Commit(desk.Begin()), Outcome::kDurable);
  for (int i = 0; i < 5; ++i) place->Commit(desk.Act("a" + std::to_string(i)));
  place->Reopen();
  const auto desks = place->Desks();
  ASSERT_THAT(desks, SizeIs(1));
  const StoredDesk& stored = desks[0];
  EXPECT_EQ(stored.desk, "d1");
  EXPECT_EQ(stored.row.code, "123456");
  EXPECT_EQ(stored.row.text, "{\"state\": \"playing\"}");
  EXPECT_EQ(stored.head->variant, "some_variant");
  EXPECT_EQ(stored.head->texts, "{\"variant.yaml\": \"flow\"}");
  EXPECT_EQ(stored.head->fingerprint, "0123456789abcdef");
  EXPECT_EQ(stored.mark->records.substr(0, 29), kMarkText);
  EXPECT_EQ(stored.mark->salts, "[null]");
  ASSERT_THAT(stored.keys, SizeIs(1));
  EXPECT_EQ(stored.keys[0].key[31], 0xa0);
  ASSERT_THAT(stored.records, SizeIs(5));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(SameRecord(stored.records[i], desk.records()[i]));
  EXPECT_THAT(place->damaged, IsEmpty());
}

TEST_P(JournalContract, OnlyRecordsSinceTheNewestMarkAreRead) {
  Player desk = Desk("d1");
  place->Commit(desk.Begin());
  for (int i = 0; i < 3; ++i) place->Commit(desk.Act());
  place->Commit(desk.EndHand());
  place->Commit(desk.Act());
  const auto stored = place->journal().LoadDesk("d1");
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->mark->hand, 1U);
  EXPECT_EQ(stored->mark->number, 4U);
  ASSERT_THAT(stored->records, SizeIs(1));
  EXPECT_EQ(stored->records[0].number, 5U);
  ASSERT_THAT(stored->keys, SizeIs(1)) << "the key of the finished hand is not among them";
  EXPECT_EQ(stored->keys[0].hand, 1U);
  ASSERT_THAT(stored->hand_ends, SizeIs(1));
  EXPECT_EQ(stored->hand_ends[0].secret, "d1-1-0");
  EXPECT_EQ(place->journal().FinishedHands("d1", 1), 1U);
  EXPECT_EQ(place->journal().FinishedHands("d1", 2), 0U);
}

TEST_P(JournalContract, AFinishedHandIsReadByItsPlaceAndItsSecret) {
  Player desk = Desk("d1");
  place->Commit(desk.Begin());
  for (int i = 0; i < 3; ++i) place->Commit(desk.Act());
  place->Commit(desk.EndHand());
  for (int i = 0; i < 2; ++i) place->Commit(desk.Act());
  place->Commit(desk.EndMatch({"u1", "u2"}));
  place->Commit(desk.EndDesk());
  place->Reopen();
  const auto first = place->journal().LoadHand("d1", 1, 0);
  const auto second = place->journal().LoadHand("d1-1-1");
  ASSERT_TRUE(first && second);
  EXPECT_THAT(first->records, SizeIs(4));
  EXPECT_EQ(first->key.key[0], 0xa0);
  ASSERT_THAT(second->records, SizeIs(3));
  EXPECT_EQ(second->records[0].number, 5U);
  EXPECT_EQ(second->end.hand, 1U);
  EXPECT_FALSE(place->journal().LoadHand("d1", 1, 2));
  EXPECT_FALSE(place->journal().LoadHand("d1-1-2"));
  EXPECT_THAT(place->Desks(), IsEmpty());
}

TEST_P(JournalContract, AHandHasTheAnswersThatBeganTheNextOne) {
  Player desk = Desk("d1");
  place->Commit(desk.Begin());
  Commit end = desk.EndHand();
  const auto next = std::exchange(end.mark, std::nullopt);
  place->Commit(std::move(end));
  EXPECT_THAT(place->journal().LoadHand("d1", 1, 0)->records, SizeIs(1));
  place->Commit(desk.Act());
  Commit begin = desk.Act();
  begin.mark = next;
  begin.mark->number = begin.records.back().number;
  place->Commit(std::move(begin));
  place->Commit(desk.Act());
  const auto hand = place->journal().LoadHand("d1", 1, 0);
  ASSERT_TRUE(hand);
  EXPECT_THAT(hand->records, SizeIs(3));
  EXPECT_EQ(hand->end.number, 1U);
}

TEST_P(JournalContract, AnActIsFoundWhileItWaitsAndAfterTheNextStartUntilItsDeskEnds) {
  Player desk = Desk("d1");
  place->Commit(desk.Begin());
  Outcome outcome = Outcome::kUnknown;
  place->journal().Append(desk.Act("first"), [&](Outcome now) { outcome = now; });
  EXPECT_EQ(outcome, Outcome::kUnknown) << "nothing is done inside the call";
  EXPECT_EQ(place->journal().FindAct("d1", 1, "u1", "first")->number, 1U) << "pending";
  place->Settle();
  EXPECT_EQ(outcome, Outcome::kDurable);
  EXPECT_EQ(place->journal().FindAct("d1", 1, "u1", "first")->body, 3U) << "durable";
  place->Reopen();
  EXPECT_TRUE(SameRecord(*place->journal().FindAct("d1", 1, "u1", "first"), desk.records()[0]));
  EXPECT_FALSE(place->journal().FindAct("d1", 1, "u1", "other"));
  EXPECT_FALSE(place->journal().FindAct("d1", 1, "u2", "first"));
  EXPECT_FALSE(place->journal().FindAct("d1", 2, "u1", "first"));
  EXPECT_FALSE(place->journal().FindAct("d2", 1, "u1", "first"));
  place->Commit(desk.EndMatch());
  place->Commit(desk.Begin(2));
  EXPECT_TRUE(place->journal().FindAct("d1", 1, "u1", "first")) << "the desk has not ended";
  place->Commit(desk.EndMatch());
  place->Commit(desk.EndDesk());
  EXPECT_FALSE(place->journal().FindAct("d1", 1, "u1", "first"));
}

TEST_P(JournalContract, TheSameActIsNeverStoredTwice) {
  Player desk = Desk("d1");
  Player other = Desk("d2");
  place->Commit(desk.Begin());
  place->Commit(other.Begin());
  place->Commit(desk.Act("once"));
  std::vector<std::pair<const char*, Outcome>> outcomes;
  const auto note = [&](const char* what) {
    return [&outcomes, what](Outcome now) { outcomes.emplace_back(what, now); };
  };
  // One group: the fault of one commit does not take away those before it, and what was given
  // after it may build on it.
  place->journal().Append(other.Act("x"), note("other"));
  place->journal().Append(desk.Act("once"), note("twice"));
  place->journal().Append(desk.Act("next"), note("next"));
  place->Settle();
  EXPECT_THAT(outcomes, testing::UnorderedElementsAre(std::pair("other", Outcome::kDurable),
                                                      std::pair("twice", Outcome::kUnknown),
                                                      std::pair("next", Outcome::kUnknown)));
  EXPECT_LT(std::ranges::find(outcomes, std::pair("twice", Outcome::kUnknown)),
            std::ranges::find(outcomes, std::pair("next", Outcome::kUnknown)));
  EXPECT_TRUE(place->journal().healthy());
  EXPECT_THAT(place->journal().LoadDesk("d1")->records, SizeIs(1));
  EXPECT_THAT(place->journal().LoadDesk("d2")->records, SizeIs(1));
  EXPECT_FALSE(place->journal().FindAct("d1", 1, "u1", "next"));
}

TEST_P(JournalContract, ARecordOfNoMatchInPlayIsRefused) {
  Player desk = Desk("d1");
  place->Commit(desk.Begin());
  place->Commit(desk.EndMatch());
  EXPECT_EQ(place->Commit(desk.Act()), Outcome::kUnknown);
  EXPECT_EQ(place->Commit(Desk("d2").Act()), Outcome::kUnknown);
}

TEST_P(JournalContract, ACodeIsFreeAgainWhenItsDeskHasEnded) {
  Player first = Desk("d1", "111111");
  EXPECT_EQ(place->Commit(first.Begin()), Outcome::kDurable);
  EXPECT_EQ(place->Commit(Desk("d2", "111111").Begin()), Outcome::kUnknown);
  place->Commit(first.EndMatch());
  place->Commit(first.EndDesk());
  EXPECT_EQ(place->Commit(Desk("d2", "111111").Begin()), Outcome::kDurable);
}

TEST_P(JournalContract, TheEndOfAMatchWaitsForEachOfItsUsers) {
  Player desk = Desk("d1");
  place->Commit(desk.Begin());
  place->Commit(desk.EndMatch({"u1", "u2"}));
  EXPECT_THAT(place->journal().PendingOvers("u1"),
              ElementsAre(std::pair<std::string, std::string>("d1", "{\"scores\": []}")));
  Commit seen = Of("d1");
  seen.over_seen = {"u1"};
  place->Commit(seen);
  EXPECT_THAT(place->journal().PendingOvers("u1"), IsEmpty());
  EXPECT_THAT(place->journal().PendingOvers("u2"), SizeIs(1));
  EXPECT_THAT(place->journal().PendingOvers("u3"), IsEmpty());
}

}  // namespace mlf::server::test
