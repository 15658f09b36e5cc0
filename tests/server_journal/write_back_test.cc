// The log goes back into the database beside the commits, and begins anew.
#include "tests/server_journal/place.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

namespace mlf::server::test {
namespace {

constexpr std::uintmax_t kPage = 4096;

// Waits, at most a minute.
bool Until(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// Stores `rows` rows of two pages each.
void Fill(Place& place, int from, int rows) {
  int durable = 0;
  for (int i = from; i < from + rows; ++i) {
    place.storage().Submit(
        [i](Connection& db) {
          db.Do("INSERT INTO meta VALUES(?, zeroblob(7000))", "row " + std::to_string(i));
        },
        [&durable](Outcome outcome) { durable += outcome == Outcome::kDurable ? 1 : 0; });
  }
  EXPECT_TRUE(place.loop().RunUntil([&] { return durable == rows; })) << durable;
}

TEST(WriteBack, TheLogGoesIntoTheDatabaseAndBeginsAnew) {
  const Folder folder;
  const std::string path = folder / "mlf.db";
  {
    Place place({.path = path, .thread = true});
    // 4,000 pages. The last request covers at least 4,000 - kWriteBack of them, however the commits
    // are grouped, and no commit follows that could write them back.
    Fill(place, 0, 2000);
    EXPECT_TRUE(Until([&] { return std::filesystem::file_size(path) > 2900 * kPage; }))
        << std::filesystem::file_size(path);
    // Whatever comes while it is written back, the log does not grow for ever.
    for (int round = 2; round <= 12; ++round) Fill(place, round * 1000, 1000);
    EXPECT_LT(std::filesystem::file_size(path + "-wal"),
              static_cast<std::uintmax_t>(2 * Storage::kLongestLog) * kPage);
  }
  Place place({.path = path});
  EXPECT_EQ(place.storage().Read([](Connection& db) {
    return db.Ask("SELECT count(*) FROM meta WHERE name LIKE 'row %'");
  }),
            "13000");
}

}  // namespace
}  // namespace mlf::server::test
