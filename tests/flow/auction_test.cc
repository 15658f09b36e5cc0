// The engine plays an auction, which contains no mahjong.
#include "auction.h"

#include <mlf/flow/text.h>

#include <gtest/gtest.h>

namespace auction {
namespace {

struct Room {
  explicit Room(int lots = 2, int budget = 100)
      : flow(*Build(lots, budget)), records(flow->Blank()) {
    flow->Start(records, 1, response);
  }
  bool Do(const char* text) {
    auto action = mlf::ParseAction(*flow, text);
    EXPECT_TRUE(action.ok()) << text;
    action->ask = records.flow().window.ask;
    flow->ProcessActionNode(records, *action, response);
    return response.ok();
  }
  std::shared_ptr<const mlf::Flow> flow;
  mlf::Records records;
  mlf::Response response;
};

TEST(Auction, ALotGoesToTheLastBidder) {
  Room room;
  EXPECT_TRUE(room.Do("0 bid 10"));
  EXPECT_EQ(room.response.status, mlf::Status::kWaits) << "seat 1 sits nearer to the first actor";
  EXPECT_TRUE(room.Do("1 fold"));
  EXPECT_TRUE(room.Do("2 fold"));
  EXPECT_EQ(room.response.asked, 0b110)
      << "everybody but the bidder may bid more, also who folded before";
  EXPECT_FALSE(room.Do("1 bid 10"));
  EXPECT_EQ(room.response.refusal.code, mlf::RefusalCode::kInvalidPayload);
  EXPECT_TRUE(room.Do("1 bid 11"));
  EXPECT_TRUE(room.Do("0 fold"));
  EXPECT_TRUE(room.Do("2 fold"));
  EXPECT_EQ(SaleOf(*room.flow, room.records).owner[0], 2);
  EXPECT_EQ(SaleOf(*room.flow, room.records).paid[0], 11);
  EXPECT_EQ(PurseOf(*room.flow, room.records).money[1], 89);
  for (const char* text : {"0 fold", "1 timeout", "2 fold"}) EXPECT_TRUE(room.Do(text)) << text;
  EXPECT_EQ(room.response.status, mlf::Status::kOver);
  EXPECT_EQ(SaleOf(*room.flow, room.records).owner[1], 0);
}

TEST(Auction, NobodyIsAskedWhoCannotPay) {
  Room room(1, 20);
  EXPECT_TRUE(room.Do("1 bid 20"));
  EXPECT_EQ(room.response.status, mlf::Status::kOver)
      << "the nearest bid ends the window, and nobody can bid more";
  EXPECT_EQ(PurseOf(*room.flow, room.records).money[1], 0);
}

TEST(Auction, MoneyIsConservedInAnyGame) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Room room(8, 60);
    std::uint64_t state = seed;
    int steps = 0;
    while (room.response.status != mlf::Status::kOver) {
      ASSERT_LT(++steps, 2000);
      state = mlf::Mix64(state + mlf::kGolden);
      const auto all = room.response.choices.All();
      const mlf::Seat seat = all[state % all.size()].seat;
      const mlf::Action action = room.response.choices.Nth(
          seat, (state >> 20) % room.response.choices.Count(seat), room.response.ask);
      room.flow->ProcessActionNode(room.records, action, room.response);
      ASSERT_TRUE(room.response.ok());
      ASSERT_FALSE(room.flow->Validate(room.records));
      int money = 0;
      for (const int purse : PurseOf(*room.flow, room.records).money) money += purse;
      for (const int paid : SaleOf(*room.flow, room.records).paid) money += paid;
      ASSERT_EQ(money, 180);
    }
  }
}

TEST(Auction, SaysWhatHoldsOfItsSlots) {
  Room room;
  Sale& sale = const_cast<Sale&>(SaleOf(*room.flow, room.records));
  sale.lot = 100;
  const auto fault = room.flow->Validate(room.records);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, "R04");
  EXPECT_NE(fault->message.find(
                "\"no more lots come up than there can be\" does not hold in slot \"sale\""),
            std::string::npos)
      << fault->message;
}

}  // namespace
}  // namespace auction
