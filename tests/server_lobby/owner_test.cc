// Where the owner of a desk sits, and who deals first.
#include "tests/server_lobby/desk_table.h"

#include <gtest/gtest.h>

#include <set>

namespace mlf::server::test {
namespace {

// The first dealer of a match of erren whose owner took `seat`.
int FirstDealer(House& house, Table& table) {
  table.Ready();
  house.RunFor(100);
  return table[0].Last("begin")["view"]["dealer"];
}

TEST(TheOwner, DealsFirstWhereverItSits) {
  for (const int seat : {0, 1}) {
    House house(5);
    Table table(house, 2, 0,
                {{"variant", "erren"}, {"seat", seat}, {"options", {{"first_dealer", "owner"}}}});
    EXPECT_EQ(FirstDealer(house, table), seat);
    // A restart continues with it.
    const std::string token = table[0].token;
    house.Restart();
    auto back = house.Connect();
    back->Ask({{"t", "login"}, {"token", token}});
    house.RunFor(1);
    EXPECT_EQ(back->Last("begin")["view"]["dealer"], seat);
  }
}

TEST(TheOwner, IsFollowedByTheNextPerson) {
  House house(5);
  Table table(house, 2, 0, {{"variant", "erren"}, {"options", {{"first_dealer", "owner"}}}});
  table[0].Ask({{"t", "leave"}, {"desk", table.id}});
  EXPECT_EQ(table[0].Ask({{"t", "join"}, {"code", table.code}})["t"], "ok");
  EXPECT_EQ(FirstDealer(house, table), 1);
}

TEST(TheOwner, DoesNotDealWhereDiceDo) {
  std::set<int> dealers;
  for (std::uint64_t seed = 1; seed < 12; ++seed) {
    House house(seed);
    Table table(house, 2, 0, {{"variant", "erren"}, {"seat", 1}});
    dealers.insert(FirstDealer(house, table));
  }
  EXPECT_EQ(dealers.size(), 2u);
}

}  // namespace
}  // namespace mlf::server::test
