// One flow, eight threads, many tables: a flow holds no state of a game. Under ThreadSanitizer this
// test proves that threads share no table. MLF_THREAD_TABLES sets the number of tables.
#include <mlf/variants/open.h>
#include "tools/kit/games.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

namespace mlf::tools {
namespace {

constexpr int kThreads = 8;
constexpr int kActions = 30;  // per table

// Plays `kActions` random actions on table `number` and returns the hash of its final state.
std::uint64_t PlayTable(const Flow& flow, std::uint64_t number) {
  Records records = flow.Blank();
  Response response;
  Trace trace;
  std::uint32_t counter = 0;
  Stream random(StreamSeed(number, "tables"), counter);
  flow.Start(records, number, response, &trace);
  for (int i = 0; i < kActions && response.ok() && response.asked != 0; ++i) {
    const Seat seat = static_cast<Seat>(std::countr_zero(static_cast<unsigned>(response.asked)));
    const auto count = static_cast<std::uint32_t>(response.choices.Count(seat));
    const Action action = response.choices.Nth(seat, random.Below(count), response.ask);
    flow.ProcessActionNode(records, action, response, &trace);
  }
  return response.ok() ? records.Hash() : 0;
}

TEST(Threads, OneFlowManyTables) {
  const char* text = std::getenv("MLF_THREAD_TABLES");
  const std::uint64_t tables = text == nullptr ? 1000 : std::strtoull(text, nullptr, 10);
  const auto flow = OpenFlow(VariantIds().front());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  std::vector<std::uint64_t> hashes(tables);
  std::atomic<std::uint64_t> next{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t number = next++; number < tables; number = next++)
        hashes[number] = PlayTable(**flow, number);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint64_t number = 0; number < tables; ++number) {
    ASSERT_NE(hashes[number], 0u) << "table " << number;
    ASSERT_EQ(hashes[number], PlayTable(**flow, number))
        << "table " << number << " went another way beside others";
  }
}

}  // namespace
}  // namespace mlf::tools
