// What a journal keeps: commits in order, each act once, desks and hands as they were.
#include "tests/server_journal/place.h"

#include <gmock/gmock.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class JournalTest : public testing::Test {
 protected:
  std::string path() const { return folder / "mlf.db"; }
  void Open(bool thread = false) {
    place.reset();
    place = std::make_unique<Place>(Place::Options{.path = path(), .thread = thread});
  }
  Folder folder;
  std::unique_ptr<Place> place;
};

bool Same(const Record& a, const Record& b) {
  return ChainHash(a) == ChainHash(b) && a.action == b.action && a.salt == b.salt && a.id == b.id;
}

TEST_F(JournalTest, ADeskIsReadAsItWasStored) {
  Open();
  Player desk("d1", "123456");
  EXPECT_EQ(place->Commit(desk.Begin()), Outcome::kDurable);
  for (int i = 0; i < 5; ++i) place->Commit(desk.Act("a" + std::to_string(i)));
  Open();
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
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(Same(stored.records[i], desk.records()[i]));
  EXPECT_THAT(place->damaged, IsEmpty());
}

TEST_F(JournalTest, OnlyRecordsSinceTheNewestMarkAreRead) {
  Open();
  Player desk("d1");
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

TEST_F(JournalTest, AFinishedHandIsReadByItsPlaceAndItsSecret) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  for (int i = 0; i < 3; ++i) place->Commit(desk.Act());
  place->Commit(desk.EndHand());
  for (int i = 0; i < 2; ++i) place->Commit(desk.Act());
  place->Commit(desk.EndMatch({"u1", "u2"}));
  place->Commit(desk.EndDesk());
  Open();
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

TEST_F(JournalTest, AHandHasTheAnswersThatBeganTheNextOne) {
  Open();
  Player desk("d1");
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

TEST_F(JournalTest, AnActIsFoundWhileItWaitsAndAfterTheNextStartUntilItsDeskEnds) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  Outcome outcome = Outcome::kUnknown;
  place->journal().Append(desk.Act("first"), [&](Outcome now) { outcome = now; });
  EXPECT_EQ(outcome, Outcome::kUnknown) << "nothing is done inside the call";
  EXPECT_EQ(place->journal().FindAct("d1", 1, "u1", "first")->number, 1U) << "pending";
  place->Settle();
  EXPECT_EQ(outcome, Outcome::kDurable);
  EXPECT_EQ(place->journal().FindAct("d1", 1, "u1", "first")->body, 3U) << "durable";
  Open();
  EXPECT_TRUE(Same(*place->journal().FindAct("d1", 1, "u1", "first"), desk.records()[0]));
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

TEST_F(JournalTest, TheSameActIsNeverStoredTwice) {
  Open();
  Player desk("d1");
  Player other("d2");
  place->Commit(desk.Begin());
  place->Commit(other.Begin());
  place->Commit(desk.Act("once"));
  std::vector<std::pair<std::string, Outcome>> outcomes;
  const auto note = [&](const char* what) {
    return [&outcomes, what](Outcome now) { outcomes.emplace_back(what, now); };
  };
  // One group: the fault of one commit does not take away those before it, and what was given
  // after it may build on it.
  place->journal().Append(other.Act("x"), note("other"));
  place->journal().Append(desk.Act("once"), note("twice"));
  place->journal().Append(desk.Act("next"), note("next"));
  place->Settle();
  EXPECT_THAT(outcomes, ElementsAre(std::pair("other", Outcome::kDurable),
                                    std::pair("twice", Outcome::kUnknown),
                                    std::pair("next", Outcome::kUnknown)));
  EXPECT_TRUE(place->journal().healthy());
  EXPECT_THAT(place->journal().LoadDesk("d1")->records, SizeIs(1));
  EXPECT_THAT(place->journal().LoadDesk("d2")->records, SizeIs(1));
  EXPECT_FALSE(place->journal().FindAct("d1", 1, "u1", "next"));
}

TEST_F(JournalTest, WhatIsGivenBeforeABadOutcomeIsKnownSharesIt) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  place->Commit(desk.Act("once"));
  std::vector<Outcome> outcomes;
  const auto note = [&](Outcome now) { outcomes.push_back(now); };
  place->journal().Append(desk.Act("once"), note);
  place->storage().Flush();  // it has failed, and nobody knows yet
  place->journal().Append(desk.Act("next"), note);
  place->Settle();
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kUnknown, Outcome::kUnknown));
  EXPECT_TRUE(place->journal().LoadDesk("d1"));
  EXPECT_THAT(place->reports(), SizeIs(1));
}

TEST_F(JournalTest, ARecordOfNoMatchInPlayIsRefused) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  place->Commit(desk.EndMatch());
  EXPECT_EQ(place->Commit(desk.Act()), Outcome::kUnknown);
  EXPECT_EQ(place->Commit(Player("d2").Act()), Outcome::kUnknown);
}

TEST_F(JournalTest, ACodeIsFreeAgainWhenItsDeskHasEnded) {
  Open();
  Player first("d1", "111111");
  EXPECT_EQ(place->Commit(first.Begin()), Outcome::kDurable);
  EXPECT_EQ(place->Commit(Player("d2", "111111").Begin()), Outcome::kUnknown);
  place->Commit(first.EndMatch());
  place->Commit(first.EndDesk());
  EXPECT_EQ(place->Commit(Player("d2", "111111").Begin()), Outcome::kDurable);
}

TEST_F(JournalTest, TheEndOfAMatchWaitsForEachOfItsUsers) {
  Open();
  Player desk("d1");
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

TEST_F(JournalTest, TextsOfAVariantAreStoredOnce) {
  Open();
  for (int i = 0; i < 20; ++i) place->Commit(Player("d" + std::to_string(i)).Begin());
  Connection db(path(), Connection::Mode::kReadWrite);
  EXPECT_EQ(db.Ask("SELECT count(*) FROM texts"), "1");
  EXPECT_EQ(db.Ask("SELECT count(*) FROM matches"), "20");
}

TEST_F(JournalTest, CommitsAreGroupedAndAnsweredInOrder) {
  Open();
  std::vector<Player> desks;
  for (int i = 0; i < 10; ++i) {
    desks.emplace_back("d" + std::to_string(i));
    place->Commit(desks.back().Begin());
  }
  // Three groups, and a rest.
  constexpr int kAll = 3 * static_cast<int>(Storage::kGroup) + 8;
  std::vector<int> answered;
  for (int i = 0; i < kAll; ++i)
    place->journal().Append(desks[static_cast<std::size_t>(i % 10)].Act(),
                            [&answered, i](Outcome) { answered.push_back(i); });
  EXPECT_EQ(place->journal().pending(), static_cast<std::size_t>(kAll));
  std::vector<std::size_t> groups;
  bool more = true;
  while (more) {
    more = place->storage().Step();
    const std::size_t before = answered.size();
    place->loop().Run();
    groups.push_back(answered.size() - before);
  }
  EXPECT_THAT(groups, ElementsAre(Storage::kGroup, Storage::kGroup, Storage::kGroup, 8));
  EXPECT_EQ(place->journal().pending(), 0U);
  for (int i = 0; i < kAll; ++i) EXPECT_EQ(answered[static_cast<std::size_t>(i)], i);
}

TEST_F(JournalTest, AThreadWritesAndAnswersInOrder) {
  Open(true);
  std::vector<Player> desks;
  std::vector<int> answered;
  int next = 0;
  const auto append = [&](Commit commit) {
    place->journal().Append(std::move(commit), [&answered, n = next++](Outcome now) {
      EXPECT_EQ(now, Outcome::kDurable);
      answered.push_back(n);
    });
  };
  for (int i = 0; i < 10; ++i) append(desks.emplace_back("d" + std::to_string(i)).Begin());
  for (int i = 0; i < 2000; ++i) {
    append(desks[static_cast<std::size_t>(i % 10)].Act("a" + std::to_string(i)));
    if (i % 100 == 0) place->loop().Run();
  }
  EXPECT_TRUE(place->loop().RunUntil([&] { return answered.size() == 2010; }));
  for (int i = 0; i < 2010; ++i) EXPECT_EQ(answered[static_cast<std::size_t>(i)], i);
  Open();
  const auto stored = place->Desks();
  ASSERT_THAT(stored, SizeIs(10));
  for (const StoredDesk& desk : stored) EXPECT_THAT(desk.records, SizeIs(200));
}

TEST_F(JournalTest, WhatWasGivenIsWrittenBeforeTheEnd) {
  Open(true);
  Player desk("d1");
  place->journal().Append(desk.Begin(), [](Outcome) {});
  for (int i = 0; i < 300; ++i) place->journal().Append(desk.Act(), [](Outcome) {});
  Open();
  EXPECT_THAT(place->journal().LoadDesk("d1")->records, SizeIs(300));
}

}  // namespace
}  // namespace mlf::server::test
