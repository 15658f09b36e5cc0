// The journal in SQLite: what every journal does, its groups, and its thread.
#include "tests/server_journal/place.h"
#include "tests/support/journal_contract.h"

#include <gmock/gmock.h>

namespace mlf::server::test {
namespace {

class JournalInSqlite final : public JournalPlace {
 public:
  JournalInSqlite() { Reopen(); }
  Journal& journal() override { return place_->journal(); }
  void Take(const std::string&) override {}
  void Reopen() override {
    place_.reset();
    place_ = std::make_unique<Place>(Place::Options{.path = folder_ / "mlf.db"});
  }
  void Settle() override { place_->Settle(); }

 private:
  Folder folder_;
  std::unique_ptr<Place> place_;
};

INSTANTIATE_TEST_SUITE_P(InSqlite, JournalContract, testing::Values([] {
                           return std::unique_ptr<JournalPlace>(new JournalInSqlite);
                         }));

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
