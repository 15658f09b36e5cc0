// What people have played is counted once, by the server and by `mlf-server rebuild-results`.
#include "server/host/hand_journal.h"
#include "server/host/results.h"
#include "server/journal/desk_rows.h"
#include "server/journal/sqlite_accounts.h"
#include "server/journal/sqlite_journal.h"
#include "server/journal/sqlite_profiles.h"
#include "server/serve/rebuild_results.h"
#include "server/sim/disk.h"
#include "server/sim/storage_driver.h"
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class NowPool final : public Pool {
 public:
  explicit NowPool(World world) : world_(world) {}
  bool Start(std::function<void()> work, std::function<void()> done) override {
    work();
    world_.timers.At(world_.clock.Steady() + 1, std::move(done));
    return true;
  }

 private:
  World world_;
};

// The database that serves people, on a simulated disk.
class DatabaseStore final : public HouseStore {
 public:
  Kept Start(World world) override {
    disk_.Restart();
    life_.emplace(world, disk_);
    Storage::Options options = life_->driver.Options();
    options.path = "mlf.db";
    options.key = seal_.Fingerprint();
    auto opened = Storage::Open(std::move(options));
    if (!opened) throw std::runtime_error(FaultText(opened.faults()));
    life_->storage = std::move(*opened);
    life_->driver.Drive(life_->storage.get());
    life_->journal.emplace(*life_->storage, seal_, world.entropy);
    life_->accounts.emplace(*life_->storage, life_->pool, world, PasswordCost::Least());
    life_->profiles.emplace(*life_->storage, seal_, world.entropy);
    return {*life_->journal, *life_->accounts, *life_->profiles};
  }
  void Crash() override {
    disk_.CutPower();
    life_.reset();
  }

  Journal& journal() { return *life_->journal; }
  const Seal& seal() const { return seal_; }
  Rebuilt Rebuild(VariantShelf& variants) {
    life_->storage->Flush();
    return RebuildResults(*life_->storage, seal_, variants, life_->world.entropy);
  }
  void Write(const std::function<void(Connection&)>& work) {
    life_->storage->Flush();
    life_->storage->Submit(work, [](Outcome) {});
    life_->storage->Flush();
  }
  // All rows of a query, as text.
  std::vector<std::string> Ask(const char* query) {
    std::vector<std::string> rows;
    Write([&](Connection& db) {
      Rows found = db.Run(query);
      while (found.Next()) rows.push_back(found.Text(0));
    });
    return rows;
  }
  std::vector<std::string> Figures() {
    auto rows =
        Ask("SELECT printf('%s %d %s %d %s %s %d %d %d %d %d %d %d', user, ended, desk, match, "
            "variant, preset, dissolved, places, "
            "place, points, hands, wins, deal_ins) FROM results ORDER BY user, desk, match");
    for (std::string& row : Ask("SELECT printf('%s %d %d %s %d %d %d', desk, match, hand, user, "
                                "points, won, dealt_in) FROM played "
                                "ORDER BY desk, match, hand, user"))
      rows.push_back(std::move(row));
    return rows;
  }

 private:
  struct Life {
    Life(World in, Disk& disk) : world(in), driver(in.clock, in.timers, disk), pool(in) {}
    World world;
    StorageDriver driver;
    NowPool pool;
    std::unique_ptr<Storage> storage;
    std::optional<SqliteJournal> journal;
    std::optional<SqliteAccounts> accounts;
    std::optional<SqliteProfiles> profiles;
  };

  Disk disk_{3};
  Seal seal_{SecretKey{7}};
  std::optional<Life> life_;
};

class ProfileTest : public testing::Test {
 protected:
  static Json ShortMatch() { return {{"time", "none"}, {"options", {{"hands", 2}}}}; }

  // By their defaults, until everybody has heard of `push`.
  void PlayUntil(Table& table, const std::string& push) {
    for (int i = 0; i < 6000; ++i) {
      bool all = true;
      for (auto& client : table.clients) {
        const Json asked = Question(*client);
        all = all && !client->Last(push).is_null();
        if (asked.is_null() || !client->Last("over").is_null()) continue;
        Json act = ActOf(asked, fmt::format("t{}", ++acts_));
        act["match"] = matches_;
        client->Ask(act);
      }
      if (all) return;
      house.RunFor(600);
    }
    FAIL() << "there is no " << push;
  }
  void Back(Table& table) {
    for (auto& client : table.clients) {
      auto again = house.Connect();
      again->token = client->token;
      again->user = client->user;
      again->pushes = std::move(client->pushes);
      client = std::move(again);
      EXPECT_EQ(client->Ask({{"t", "login"}, {"token", client->token}})["t"], "ok");
    }
    house.RunFor(100);
  }
  // Hands that the seat has won, and that it has dealt in, as people were told.
  static std::pair<int, int> WinsTold(const std::vector<Json>& hands, int seat) {
    std::pair<int, int> told;
    for (const Json& hand : hands) {
      bool won = false, dealt_in = false;
      for (const Json& event : hand["wins"]) {
        if (event["type"] != "win_value") continue;
        won = won || event["seat"] == seat;
        dealt_in = dealt_in || event.value("other", -1) == seat;
      }
      told.first += won ? 1 : 0;
      told.second += dealt_in ? 1 : 0;
    }
    return told;
  }

  DatabaseStore store;
  House house{1, "", &store};
  std::uint32_t matches_ = 1;
  int acts_ = 0;
};

TEST_F(ProfileTest, AMatchIsCountedOnceAndItsJournalGivesTheSame) {
  Table table(house, 2, 2, ShortMatch());
  EXPECT_THAT(table[0].Ask({{"t", "profile"}})["games"], IsEmpty());
  table.Ready();
  house.RunFor(100);
  PlayUntil(table, "hand");
  house.Restart();
  Back(table);
  PlayUntil(table, "over");
  const Json over = table[0].Last("over");
  const std::vector<Json> hands = table[0].Take("hand");
  ASSERT_THAT(hands, SizeIs(2));
  EXPECT_FALSE(over.contains("dissolved"));

  int deal_ins = 0;
  for (int seat = 0; seat < 2; ++seat) {
    const Json profile = table[seat].Ask({{"t", "profile"}});
    EXPECT_EQ(profile["user"]["id"], table[seat].user);
    ASSERT_THAT(profile["games"], SizeIs(1));
    const Json& game = profile["games"][0];
    EXPECT_EQ(game["variant"], "xueliu");
    EXPECT_EQ(game["matches"], 1);
    EXPECT_EQ(game["hands"], 2);
    EXPECT_EQ(game["points"], over["scores"][seat]);
    EXPECT_EQ(game["places"][over["ranks"][seat].get<std::size_t>() - 1], 1);
    const auto [won, dealt_in] = WinsTold(hands, seat);
    EXPECT_EQ(game["wins"], won);
    EXPECT_EQ(game["deal_ins"], dealt_in);
    deal_ins += dealt_in;

    const Json matches = table[seat].Ask({{"t", "matches"}});
    EXPECT_FALSE(matches.contains("next"));
    ASSERT_THAT(matches["matches"], SizeIs(1));
    const Json& match = matches["matches"][0];
    EXPECT_EQ(match["desk"], table.id);
    EXPECT_EQ(match["place"], over["ranks"][seat]);
    EXPECT_EQ(match["points"], over["scores"][seat]);
    EXPECT_EQ(match["places"], 4);
    ASSERT_THAT(match["hands"], SizeIs(2));
    for (std::size_t hand = 0; hand < 2; ++hand) {
      EXPECT_EQ(match["hands"][hand]["replay"], hands[hand]["replay"]);
      EXPECT_EQ(match["hands"][hand]["points"], hands[hand]["points"][seat]);
    }
  }
  EXPECT_GT(deal_ins, 0) << "a match without one shows nothing";

  // Robots have no figures, and a restart counts nothing again.
  const std::vector<std::string> figures = store.Figures();
  EXPECT_THAT(figures, SizeIs(2 + 4));
  house.Restart();
  EXPECT_EQ(store.Figures(), figures);

  // From the journals alone.
  store.Write([](Connection& db) {
    db.Do("DELETE FROM played WHERE hand = 0");
    db.Do("UPDATE results SET wins = 99, ended = 1, preset = 'other'");
  });
  EXPECT_NE(store.Figures(), figures);
  const Rebuilt rebuilt = store.Rebuild(house.shelf);
  EXPECT_THAT(rebuilt.skipped, IsEmpty());
  EXPECT_EQ(rebuilt.matches, 1U);
  EXPECT_EQ(rebuilt.hands, 2U);
  EXPECT_EQ(store.Figures(), figures);
}

TEST_F(ProfileTest, ADissolvedMatchHasNoPlaceAndItsBrokenHandIsNone) {
  // In this game every seat has points from the start, which nobody has won.
  Table table(
      house, 1, 3,
      {{"time", "none"}, {"variant", "dalian"}, {"options", {{"hands", 2}, {"stake", 500}}}});
  table.Ready();
  house.RunFor(100);
  PlayUntil(table, "hand");
  // Into the second hand.
  for (int i = 0; i < 200 && table[0].Last("begin")["hand"] != 1; ++i) {
    table[0].Ask(ActOf(Question(table[0]), fmt::format("s{}", i)));
    house.RunFor(600);
  }
  ASSERT_EQ(table[0].Last("begin")["hand"], 1);
  EXPECT_EQ(table[0].Ask({{"t", "dissolve"}, {"desk", table.id}})["t"], "ok");
  house.RunFor(1000);
  const Json over = table[0].Last("over");
  ASSERT_TRUE(over["dissolved"].get<bool>());
  const Json game = table[0].Ask({{"t", "profile"}})["games"][0];
  EXPECT_EQ(game["matches"], 1);
  EXPECT_EQ(game["hands"], 1);
  EXPECT_EQ(game["points"], over["scores"][0].get<int>() - 500);
  EXPECT_THAT(game["places"], IsEmpty());
  const Json match = table[0].Ask({{"t", "matches"}})["matches"][0];
  EXPECT_TRUE(match["dissolved"].get<bool>());
  EXPECT_FALSE(match.contains("place"));
  ASSERT_THAT(match["hands"], SizeIs(2));
  EXPECT_FALSE(match["hands"][1].contains("points"));
  const std::vector<std::string> figures = store.Figures();
  EXPECT_THAT(store.Rebuild(house.shelf).skipped, IsEmpty());
  EXPECT_EQ(store.Figures(), figures);
}

TEST_F(ProfileTest, PagesFollowEachOtherAndWrongOnesAreRefused) {
  auto client = house.Connect();
  client->LogIn("p");
  store.Write([&](Connection& db) {
    for (int match = 1; match <= 5; ++match) {
      // The second and the third ended at the same time.
      db.Do("INSERT INTO results VALUES(?, ?, 'd', ?, 'xueliu', '', 0, 4, 1, 5, 0, 0, 0)",
            client->user, match == 3 ? 2 : match, match);
    }
    db.Do("INSERT INTO results VALUES('other', 9, 'd', 9, 'xueliu', '', 0, 4, 1, 5, 0, 0, 0)");
  });
  std::vector<int> seen;
  Json ask{{"t", "matches"}, {"limit", 2}};
  for (int page = 0; page < 3; ++page) {
    const Json answer = client->Ask(ask);
    for (const Json& match : answer["matches"]) seen.push_back(match["match"].get<int>());
    EXPECT_EQ(answer.contains("next"), page < 2);
    ask["before"] = answer.value("next", "");
  }
  EXPECT_THAT(seen, ElementsAre(5, 4, 3, 2, 1));
  for (const char* before : {"", "x", "1", "1.2", "1.2.", "1.x.d", "99999999999999999999.1.d"}) {
    const Json answer = client->Ask({{"t", "matches"}, {"before", before}});
    EXPECT_EQ(answer["code"], "bad_message") << before;
    EXPECT_EQ(answer["field"], "before");
  }
  for (const int limit : {0, 51})
    EXPECT_EQ(client->Ask({{"t", "matches"}, {"limit", limit}})["field"], "limit");
}

TEST_F(ProfileTest, ReadingIsLimited) {
  auto client = house.Connect();
  client->LogIn("p");
  for (int i = 0; i < 120; ++i) ASSERT_EQ(client->Ask({{"t", "profile"}})["t"], "ok") << i;
  EXPECT_EQ(client->Ask({{"t", "profile"}})["code"], "rate_limited");
  EXPECT_EQ(client->Ask({{"t", "matches"}})["code"], "rate_limited");
  house.RunFor(60'000);
  EXPECT_EQ(client->Ask({{"t", "profile"}})["t"], "ok");
}

TEST_F(ProfileTest, AGuestBecomesAnAccountAndKeepsAll) {
  auto client = house.Connect();
  client->LogIn("p");
  store.Write([&](Connection& db) {
    db.Do("INSERT INTO results VALUES(?, 1, 'd', 1, 'xueliu', '', 0, 4, 1, 5, 0, 0, 0)",
          client->user);
  });
  const auto name = [&](const std::string& as, const std::string& password) {
    return client->Ask({{"t", "account"}, {"name", as}, {"password", password}});
  };
  EXPECT_EQ(name("ming", "short")["field"], "password");
  EXPECT_EQ(name("", "correct horse")["field"], "name");
  EXPECT_EQ(name("ming", "correct horse")["user"],
            (Json{{"id", client->user}, {"name", "ming"}, {"guest", false}}));
  EXPECT_EQ(name("ming2", "correct horse")["reason"]["id"], "no_guest");
  auto back = house.Connect();
  const Json answer = back->Ask({{"t", "login"}, {"name", "ming"}, {"password", "correct horse"}});
  EXPECT_EQ(answer["user"]["id"], client->user);
  EXPECT_THAT(back->Ask({{"t", "matches"}})["matches"], SizeIs(1));
}

TEST_F(ProfileTest, WhoIsDeletedLeavesHandsWithoutAName) {
  Table table(house, 2, 2, ShortMatch());
  table.Ready();
  house.RunFor(100);
  const auto forget = [&](const std::string& name) {
    return table[0].Ask({{"t", "forget"}, {"name", name}});
  };
  EXPECT_EQ(forget("p0")["reason"]["id"], "leave_first");
  PlayUntil(table, "over");
  const std::string other = table[1].user;
  const Json kept = table[1].Ask({{"t", "matches"}});
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(table[i].Ask({{"t", "leave"}, {"desk", table.id}})["t"], "ok");
  EXPECT_EQ(forget("p1")["field"], "name");
  EXPECT_EQ(forget("p0")["t"], "ok");
  EXPECT_TRUE(table[0].closed);
  // The rest is done by the next start.
  house.Restart();
  house.RunFor(1000);

  for (const char* rows :
       {"SELECT id FROM users", "SELECT user FROM tokens", "SELECT user FROM results",
        "SELECT user FROM played", "SELECT user FROM overs", "SELECT text FROM desks"}) {
    for (const std::string& row : store.Ask(rows)) {
      EXPECT_THAT(row, Not(HasSubstr("\"p0\""))) << rows;
      EXPECT_NE(row, table[0].user) << rows;
    }
  }
  for (std::uint32_t hand = 0; hand < 2; ++hand) {
    const auto stored = store.journal().LoadHand(table.id, 1, hand);
    ASSERT_TRUE(stored);
    const std::vector<Label> names = NamesAt(*stored);
    EXPECT_EQ(names[0].en, "deleted user");
    EXPECT_EQ(names[1].en, "p1");
    EXPECT_TRUE(HandJournalText(house.shelf, {*stored})) << "others may still see it";
  }
  auto gone = house.Connect();
  EXPECT_EQ(gone->Ask({{"t", "login"}, {"token", table[0].token}})["code"], "bad_login");
  auto stays = house.Connect();
  EXPECT_EQ(stays->Ask({{"t", "login"}, {"token", table[1].token}})["user"]["id"], other);
  EXPECT_EQ(stays->Ask({{"t", "matches"}})["matches"], kept["matches"]);
  // And no journal brings the figures back.
  const std::vector<std::string> figures = store.Figures();
  EXPECT_THAT(store.Rebuild(house.shelf).skipped, IsEmpty());
  EXPECT_EQ(store.Figures(), figures);
}

// Every name in the marks of a match that can be opened.
std::vector<std::string> NamesInMarks(DatabaseStore& store, const std::string& desk) {
  std::vector<std::string> names;
  store.Write([&](Connection& db) {
    for (const std::uint32_t hand : HandsWithMarks(db, desk, 1)) {
      try {
        for (const server::Player& player : PlayersAt(ReadMark(db, store.seal(), desk, 1, hand)))
          if (!player.robot) names.push_back(player.name);
      } catch (const Damage&) {
        names.push_back("?");
      }
    }
  });
  return names;
}

TEST_F(ProfileTest, ADamagedMarkKeepsNoNameInTheOthersOfItsMatch) {
  Table table(house, 2, 2, ShortMatch());
  table.Ready();
  house.RunFor(100);
  PlayUntil(table, "over");
  for (int i = 0; i < 2; ++i) table[i].Ask({{"t", "leave"}, {"desk", table.id}});
  ASSERT_THAT(NamesInMarks(store, table.id), ElementsAre("p0", "p1", "p0", "p1"));
  store.Write([](Connection& db) { db.Do("UPDATE marks SET host = x'00' WHERE hand = 0"); });
  EXPECT_EQ(table[0].Ask({{"t", "forget"}, {"name", "p0"}})["t"], "ok");
  house.RunFor(1000);
  EXPECT_THAT(NamesInMarks(store, table.id), ElementsAre("?", "", "p1"));
}

// A folder from before the figures, or a match that could not be counted.
TEST_F(ProfileTest, RebuildTakesDeletedNamesOutOfMatchesWithoutFigures) {
  Table table(house, 2, 2, ShortMatch());
  table.Ready();
  house.RunFor(100);
  PlayUntil(table, "over");
  for (int i = 0; i < 2; ++i) table[i].Ask({{"t", "leave"}, {"desk", table.id}});
  store.Write([](Connection& db) {
    db.Do("DELETE FROM played");
    db.Do("DELETE FROM results");
    db.Do("DELETE FROM keys");  // so that no hand can be read
  });
  EXPECT_EQ(table[0].Ask({{"t", "forget"}, {"name", "p0"}})["t"], "ok");
  house.RunFor(1000);
  EXPECT_THAT(NamesInMarks(store, table.id), ElementsAre("p0", "p1", "p0", "p1"));
  EXPECT_THAT(store.Rebuild(house.shelf).skipped, SizeIs(1));
  EXPECT_THAT(NamesInMarks(store, table.id), ElementsAre("", "p1", "", "p1"));
}

TEST_F(ProfileTest, ADeskThatEndsKeepsNoNames) {
  Table table(house, 2, 2, ShortMatch());
  for (int i = 0; i < 2; ++i) table[i].Ask({{"t", "leave"}, {"desk", table.id}});
  Table dissolved(house, 1, 3, ShortMatch());
  EXPECT_EQ(dissolved[0].Ask({{"t", "dissolve"}, {"desk", dissolved.id}})["t"], "ok");
  house.RunFor(100);
  const auto rows = store.Ask("SELECT text FROM desks WHERE ended = 1");
  ASSERT_THAT(rows, SizeIs(2));
  for (const std::string& row : rows) EXPECT_THAT(row, Not(HasSubstr("\"p0\"")));
}

// A seat that is taken meanwhile would be that of a user who is not there any more.
TEST_F(ProfileTest, WhoIsBeingDeletedNeitherPlaysNorLogsIn) {
  auto client = house.Connect();
  client->LogIn("p");
  auto again = house.Connect();
  client->answers.clear();
  client->Post({{"t", "forget"}, {"name", "p"}});
  client->Post({{"t", "quick"}, {"variant", "xueliu"}});
  again->Post({{"t", "login"}, {"token", client->token}});
  house.RunFor(1000);
  EXPECT_TRUE(client->closed);
  const auto codes = [](const Client& one) {
    std::vector<std::string> texts;
    for (const Json& answer : one.answers)
      texts.push_back(answer.value("code", answer["t"].get<std::string>()));
    return texts;
  };
  EXPECT_THAT(codes(*client), testing::UnorderedElementsAre("ok", "busy"));
  EXPECT_THAT(codes(*again), ElementsAre(testing::AnyOf("busy", "bad_login")));
  EXPECT_THAT(store.Ask("SELECT desk FROM desks"), IsEmpty());
}

TEST_F(ProfileTest, GamesFollowByTheirLastMatchWithAllTheirPlaces) {
  auto client = house.Connect();
  client->LogIn("p");
  store.Write([&](Connection& db) {
    const auto add = [&](int ended, const char* variant, int dissolved, int place) {
      db.Do("INSERT INTO results VALUES(?, ?, 'd', ?, ?, '', ?, 4, ?, 5, 2, 1, 1)", client->user,
            ended, ended, variant, dissolved, place);
    };
    add(1, "dalian", 0, 2);
    add(2, "xueliu", 0, 1);
    add(3, "dalian", 1, 1);
    add(4, "dalian", 0, 2);
    add(5, "dalian", 0, 0);
    add(6, "xueliu", 0, 3);
  });
  const Json games = client->Ask({{"t", "profile"}})["games"];
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0]["variant"], "xueliu");
  EXPECT_EQ(games[0]["places"], Json({1, 0, 1, 0}));
  EXPECT_EQ(games[1]["places"], Json({0, 2, 0, 0}));
  EXPECT_EQ(games[1]["matches"], 4);
  EXPECT_EQ(games[1]["hands"], 8);
  EXPECT_EQ(games[1]["points"], 20);
}

TEST(WinTally, AWinnerAndTheSeatThatItsTileCameFrom) {
  static const EventType win{"win_value", "胡", "wins", false, true},
      other{"points", "分", "points", false, true};
  const auto event = [](const EventType& type, Seat seat, Seat from) {
    Event made{&type};
    made.seat = seat;
    made.other = from;
    return made;
  };
  WinTally tally;
  // Off the discard of 3; by its own draw; again; and something that is no win.
  tally.Add(std::vector{event(win, 0, 3), event(win, 1, kNoSeat), event(win, 0, kNoSeat)});
  tally.Add(std::vector{event(other, 2, 1)});
  std::vector<server::Player> players(4);
  for (std::size_t place = 0; place < 4; ++place) players[place].user = fmt::format("u{}", place);
  players[1].robot = true;
  const std::vector<HandResult> results = HandResults(players, tally, {5, 6, -7, -8});
  ASSERT_THAT(results, SizeIs(3)) << "robots have none";
  const auto text = [&](std::size_t at) {
    const HandResult& one = results[at];
    return fmt::format("{} {} {} {}", one.user, one.points, one.won, one.dealt_in);
  };
  EXPECT_EQ(text(0), "u0 5 true false");
  EXPECT_EQ(text(1), "u2 -7 false false");
  EXPECT_EQ(text(2), "u3 -8 false true");
}

TEST(NoProfiles, AServerWithoutADatabaseOfItsOwnSaysSo) {
  House house;
  auto client = house.Connect();
  client->LogIn("p");
  for (const Json& ask : {Json{{"t", "profile"}}, Json{{"t", "matches"}},
                          Json{{"t", "account"}, {"name", "a"}, {"password", "12345678"}},
                          Json{{"t", "forget"}, {"name", "p"}}})
    EXPECT_EQ(client->Ask(ask)["reason"]["id"], "no_profiles") << ask;
}

}  // namespace
}  // namespace mlf::server::test
