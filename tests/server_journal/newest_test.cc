// The newest records are in one table, and go on to their places.
#include "server/journal/newest.h"

#include "server/journal/data_folder.h"
#include "server/journal/schema.h"
#include "tests/server_journal/place.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(NewestRowsTest, RowsOfADeskGoOnTogether) {
  NewestRows rows({.of_desk = 3, .all = 100, .at_once = 10});
  EXPECT_THAT(rows.Step("a", 1).places, ElementsAre(1));
  EXPECT_THAT(rows.Step("b", 1).go_on, IsEmpty());
  EXPECT_THAT(rows.Step("a", 0).places, IsEmpty());
  const NewestStep step = rows.Step("a", 2);
  EXPECT_THAT(step.places, ElementsAre(3, 4));
  EXPECT_THAT(step.go_on, ElementsAre(1, 3, 4));
  EXPECT_EQ(step.below, 0U);
  EXPECT_THAT(rows.Step("a", 1).go_on, IsEmpty());
}

TEST(NewestRowsTest, TheOldestAreDeletedOnceTheyHaveGoneOn) {
  NewestRows rows({.of_desk = 100, .all = 6, .at_once = 2});
  for (const char* desk : {"a", "b", "a", "c", "b", "b"})
    EXPECT_THAT(rows.Step(desk, 1).go_on, IsEmpty());
  // Row 7 is one too many: a's and b's go on, 1, 2 and 3 are deleted.
  const NewestStep step = rows.Step("c", 1);
  EXPECT_THAT(step.go_on, ElementsAre(1, 3, 2, 5, 6));
  EXPECT_EQ(step.below, 4U);
  EXPECT_THAT(rows.Step("b", 1).go_on, IsEmpty());
  EXPECT_THAT(rows.Step("b", 1).go_on, IsEmpty());
  EXPECT_THAT(rows.Step("b", 1).go_on, ElementsAre(4, 7));
}

TEST(NewestRowsTest, AfterAFailureAllGoOn) {
  NewestRows rows({.of_desk = 2, .all = 100, .at_once = 10});
  rows.Step("a", 1);
  rows.Failed();
  const NewestStep step = rows.Step("a", 1);
  EXPECT_TRUE(step.all);
  EXPECT_EQ(step.below, 2U);
  EXPECT_THAT(step.places, ElementsAre(2));
  EXPECT_THAT(step.go_on, IsEmpty()) << "row 1 is not known any more";
  EXPECT_FALSE(rows.Step("a", 1).all);
}

class NewestTest : public testing::Test {
 protected:
  static constexpr NewestLimits kFew{.of_desk = 6, .all = 20, .at_once = 4};
  void Open() {
    place.reset();
    place = std::make_unique<Place>(Place::Options{.path = folder / "mlf.db", .newest = kFew});
  }
  std::string Ask(const std::string& sql) {
    return place->storage().Read([&](Connection& db) { return db.Ask(sql); });
  }
  int Count(const std::string& table) { return std::stoi(Ask("SELECT count(*) FROM " + table)); }

  Folder folder;
  std::unique_ptr<Place> place;
};

TEST_F(NewestTest, WhereverARecordStandsItIsReadOnce) {
  Open();
  std::vector<Player> desks;
  for (int i = 0; i < 7; ++i) {
    desks.emplace_back(fmt::format("d{}", i));
    place->Commit(desks.back().Begin());
  }
  for (int n = 0; n < 30; ++n) {
    for (int i = 0; i < 7; ++i) {
      // The last desk acts seldom.
      if (i == 6 && n % 10 != 0) continue;
      Player& desk = desks[static_cast<std::size_t>(i)];
      EXPECT_EQ(place->Commit(desk.Act(fmt::format("a{}", n))), Outcome::kDurable);
    }
    EXPECT_LE(Count("newest"), 20);
    EXPECT_GT(Count("newest"), 0);
  }
  EXPECT_GT(Count("records"), 150);
  const auto all_there = [&] {
    for (const Player& desk : desks) {
      const auto stored = place->journal().LoadDesk(desk.desk());
      ASSERT_TRUE(stored);
      ASSERT_THAT(stored->records, SizeIs(desk.records().size()));
      for (const Record& record : desk.records()) {
        const auto act = place->journal().FindAct(desk.desk(), 1, "u1", record.id);
        ASSERT_TRUE(act) << record.id;
        EXPECT_EQ(act->number, record.number);
      }
      EXPECT_FALSE(place->journal().FindAct(desk.desk(), 1, "u1", "other"));
    }
  };
  all_there();
  Open();
  EXPECT_EQ(Count("newest"), 0) << "a start brings all to their places";
  EXPECT_EQ(Count("records"), 183);
  EXPECT_EQ(Count("acts"), 183);
  all_there();
}

TEST_F(NewestTest, ActsOfAnEarlierMatchAreKnownWhileTheyAreAmongTheNewest) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  place->Commit(desk.Act("first"));
  place->Commit(desk.EndMatch());
  place->Commit(desk.Begin(2));
  EXPECT_EQ(Count("acts"), 0);
  EXPECT_TRUE(place->journal().FindAct("d1", 1, "u1", "first"));
  EXPECT_FALSE(place->journal().FindAct("d1", 2, "u1", "first"));
}

TEST_F(NewestTest, AFinishedHandIsReadFromBothTables) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  for (int i = 0; i < 8; ++i) place->Commit(desk.Act());
  place->Commit(desk.EndHand());
  EXPECT_EQ(Count("records"), 6);
  EXPECT_THAT(place->journal().LoadHand("d1", 1, 0)->records, SizeIs(9));
}

TEST_F(NewestTest, ADeskThatEndsLeavesNoneAmongThem) {
  Open();
  Player desk("d1"), other("d2");
  place->Commit(desk.Begin());
  place->Commit(other.Begin());
  place->Commit(other.Act("x"));
  place->Commit(desk.Act("first"));
  place->Commit(desk.EndMatch());
  place->Commit(desk.EndDesk());
  EXPECT_EQ(Count("newest"), 1);
  EXPECT_FALSE(place->journal().FindAct("d1", 1, "u1", "first"));
  EXPECT_THAT(place->journal().LoadHand("d1", 1, 0)->records, SizeIs(2));
  Open();
  EXPECT_EQ(Ask("SELECT desk FROM acts"), "d2");
}

// A refused commit is rolled back with the moves that it had with it. They come with the next.
TEST_F(NewestTest, WhatARefusedCommitShouldHaveMovedIsNotLost) {
  Open();
  Player desk("d1"), other("d2");
  place->Commit(desk.Begin());
  place->Commit(other.Begin());
  for (int n = 0; n < 5; ++n) place->Commit(desk.Act(fmt::format("a{}", n)));
  // The sixth row of the desk moves all of them.
  EXPECT_EQ(place->Commit(desk.Act("a0")), Outcome::kUnknown);
  desk.GoBackTo(5);
  EXPECT_EQ(Count("records"), 0);
  place->Commit(other.Act("x"));
  EXPECT_EQ(Count("records"), 5);
  for (int n = 0; n < 40; ++n) place->Commit(other.Act(fmt::format("x{}", n)));
  EXPECT_THAT(place->journal().LoadDesk("d1")->records, SizeIs(5));
  EXPECT_TRUE(place->journal().FindAct("d1", 1, "u1", "a4"));
  EXPECT_EQ(place->Commit(desk.Act("a5")), Outcome::kDurable);
}

TEST_F(NewestTest, ANumberTwiceOrLeftOutIsRefused) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  const Commit first = desk.Act();
  EXPECT_EQ(place->Commit(first), Outcome::kDurable);
  EXPECT_EQ(place->Commit(first), Outcome::kUnknown);
  static_cast<void>(desk.Act());
  EXPECT_EQ(place->Commit(desk.Act()), Outcome::kUnknown);
  EXPECT_THAT(place->journal().LoadDesk("d1")->records, SizeIs(1));
}

// A folder of the first version has all records in their places.
TEST_F(NewestTest, AFolderOfTheFirstVersionIsMigratedAndGoesOn) {
  Open();
  Player desk("d1");
  place->Commit(desk.Begin());
  for (int n = 0; n < 3; ++n) place->Commit(desk.Act(fmt::format("a{}", n)));
  Open();
  place.reset();
  {
    Connection db(folder / "mlf.db", Connection::Mode::kReadWrite);
    db.Execute(
        "DROP TABLE played; DROP TABLE results; DROP TABLE newest; DROP INDEX looks; "
        "DROP INDEX tokens_of_user; ALTER TABLE users DROP COLUMN look; "
        "PRAGMA user_version=1");
    // As the first version has made them.
    Connection first(folder / "first.db", Connection::Mode::kCreate);
    EXPECT_FALSE(Migrate(first, SchemaSteps().first(1)));
    const char* const tables = "SELECT group_concat(sql) FROM sqlite_schema";
    EXPECT_EQ(db.Ask(tables), first.Ask(tables));
  }
  const auto listed = MatchesInPlay(folder.str());
  ASSERT_TRUE(listed) << FaultText(listed.faults());
  EXPECT_THAT(*listed, SizeIs(1)) << "the matches of an older folder are listed as they are";
  Open();
  EXPECT_EQ(Ask("PRAGMA user_version"), "4");
  EXPECT_THAT(place->journal().LoadDesk("d1")->records, SizeIs(3));
  EXPECT_TRUE(place->journal().FindAct("d1", 1, "u1", "a2"));
  EXPECT_EQ(place->Commit(desk.Act("a3")), Outcome::kDurable);
  EXPECT_EQ(Count("newest"), 1);
}

}  // namespace
}  // namespace mlf::server::test
