// The vectors of docs/en/random.md, and the fairness of draws and shuffles.
#include <mlf/flow/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace mlf {
namespace {

TEST(Random, WordsEqualTheReference) {
  struct Case {
    std::uint64_t seed;
    std::array<std::uint64_t, 5> words;
    const char* why;
  };
  constexpr Case kCases[] = {
      {1234567,
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
        16408922859458223821u},
       "public reference"},
      {0,
       {16294208416658607535u, 7960286522194355700u, 487617019471545679u, 17909611376780542444u,
        1961750202426094747u},
       "seed zero is no special case"},
  };
  for (const Case& c : kCases) {
    std::uint32_t counter = 0;
    Stream stream(c.seed, counter);
    for (const std::uint64_t word : c.words) EXPECT_EQ(stream.Next(), word) << c.why;
    EXPECT_EQ(counter, c.words.size()) << c.why;
  }
}

TEST(Random, AStreamGoesOnFromItsCounter) {
  std::uint32_t counter = 3;
  EXPECT_EQ(Stream(1234567, counter).Next(), 4593380528125082431u)
      << "the fourth word, with nothing kept but the counter";
  EXPECT_EQ(counter, 4u);
}

TEST(Random, SeedsOfHandsAndStreams) {
  EXPECT_EQ(HashName(""), 0xcbf29ce484222325u);
  EXPECT_EQ(HashName("wall"), 0x5e76c2f62c1e1615u);
  EXPECT_EQ(HashName("dice"), 0xca0db96757606d76u);
  EXPECT_EQ(HashName("direction"), 0xd66e3beb115e11aau);
  EXPECT_EQ(HashName("skill"), 0xa452f941ef87d736u);
  EXPECT_EQ(HashName("a"), 0xaf63dc4c8601ec8cu) << "published FNV-1a vector";
  EXPECT_EQ(HashName("foobar"), 0x85944171f73967e8u) << "published FNV-1a vector";
  EXPECT_EQ(HandSeed(42, 0), 0xbdd732262feb6e95u);
  EXPECT_EQ(HandSeed(42, 1), 0x28efe333b266f103u);
  EXPECT_EQ(HandSeed(42, 2), 0x47526757130f9f52u);
  const std::uint64_t hand = HandSeed(42, 0);
  EXPECT_EQ(StreamSeed(hand, "wall"), 0x29ce527fa7af0889u);
  EXPECT_EQ(StreamSeed(hand, "dice"), 0xc2e851f0b2769003u);
  EXPECT_EQ(StreamSeed(hand, "direction"), 0x1c8b3937c2459eedu);
  EXPECT_EQ(StreamSeed(hand, "skill"), 0x90feeb56af779ba9u);
}

TEST(Random, DiceAndShuffleVectors) {
  std::uint32_t counter = 0;
  Stream dice(StreamSeed(HandSeed(42, 0), "dice"), counter);
  std::string thrown;
  for (int i = 0; i < 10; ++i) thrown += std::to_string(1 + dice.Below(6));
  EXPECT_EQ(thrown, "5666663251");
  EXPECT_EQ(counter, 10u);

  std::uint32_t wall_counter = 0;
  Stream wall(StreamSeed(HandSeed(42, 0), "wall"), wall_counter);
  std::array<int, 10> items;
  std::iota(items.begin(), items.end(), 0);
  wall.Shuffle(std::span<int>(items));
  EXPECT_EQ(items, (std::array<int, 10>{6, 8, 9, 5, 7, 0, 3, 4, 1, 2}));
  EXPECT_EQ(wall_counter, 9u) << "size - 1 draws";
}

// The stream seed whose first word is `word`: every step of Mix64 is invertible.
std::uint64_t SeedOfFirstWord(std::uint64_t word) {
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t x = odd;  // Newton: each step doubles the number of right bits
    for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
    return x;
  };
  const auto unshift = [](std::uint64_t z, int by) {
    std::uint64_t x = z;
    for (int done = by; done < 64; done += by) x = z ^ (x >> by);
    return x;
  };
  std::uint64_t z = unshift(word, 31) * inverse(0x94D049BB133111EBu);
  z = unshift(z, 27) * inverse(0xBF58476D1CE4E5B9u);
  return unshift(z, 30) - kGolden;
}

TEST(Random, TopWordsAreDrawnAgain) {
  struct Case {
    std::uint64_t word;
    std::uint32_t bound;
    bool refused;
    const char* why;
  };
  constexpr std::uint64_t kMax = ~std::uint64_t{0};
  constexpr Case kCases[] = {
      {kMax, 3, true, "2^64 mod 3 = 1: one word too many"},
      {kMax - 1, 3, false, "the last word of a whole multiple of 3"},
      {kMax, 1, false, "everything is below 1"},
      {kMax, 1u << 31, false, "a power of two divides 2^64"},
      {kMax - 3, 6, true, "2^64 mod 6 = 4: four words too many"},
      {kMax - 4, 6, false, "the last word of a whole multiple of 6"},
  };
  for (const Case& c : kCases) {
    std::uint32_t counter = 0;
    Stream stream(SeedOfFirstWord(c.word), counter);
    const std::uint32_t drawn = stream.Below(c.bound);
    EXPECT_LT(drawn, c.bound) << c.why;
    EXPECT_EQ(counter, c.refused ? 2u : 1u) << c.why;
    if (!c.refused) {
      EXPECT_EQ(drawn, c.word % c.bound) << c.why;
    }
  }
  EXPECT_EQ(SeedOfFirstWord(kMax), 0x31628af67b2131abu) << "the seed docs/en/random.md names";
}

double ChiSquare(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// The seeds are fixed, so these either always pass or always fail. Bounds: chi-square at p =
// 0.0001.
TEST(Random, BelowIsUniform) {
  struct Case {
    std::uint32_t bound;
    double limit;
  };
  constexpr Case kCases[] = {{2, 15.14}, {3, 18.43}, {6, 25.75}, {34, 69.2}, {136, 205.6}};
  for (const Case& c : kCases) {
    std::uint32_t counter = 0;
    Stream stream(StreamSeed(HandSeed(7, c.bound), "dice"), counter);
    std::vector<int> counts(c.bound);
    constexpr int kEach = 2000;
    for (std::uint32_t i = 0; i < kEach * c.bound; ++i) ++counts[stream.Below(c.bound)];
    EXPECT_LT(ChiSquare(counts, kEach), c.limit) << "bound " << c.bound;
  }
}

TEST(Random, ShuffleGivesEveryOrderAlike) {
  struct Case {
    std::size_t size;
    std::size_t orders;
    double limit;
  };
  constexpr Case kCases[] = {{3, 6, 25.75}, {4, 24, 56.6}};
  for (const Case& c : kCases) {
    std::map<std::vector<int>, int> seen;
    constexpr int kEach = 2000;
    for (std::size_t i = 0; i < kEach * c.orders; ++i) {
      std::uint32_t counter = 0;
      // A new hand each time, as in the engine, which also tests the seeds of hands.
      Stream stream(StreamSeed(HandSeed(11, static_cast<std::uint32_t>(i)), "wall"), counter);
      std::vector<int> items(c.size);
      std::iota(items.begin(), items.end(), 0);
      stream.Shuffle(std::span<int>(items));
      ++seen[items];
    }
    ASSERT_EQ(seen.size(), c.orders);
    std::vector<int> counts;
    for (const auto& [order, count] : seen) counts.push_back(count);
    EXPECT_LT(ChiSquare(counts, kEach), c.limit) << c.size << " items";
  }
}

TEST(Random, ShuffleOfNothingOrOneDrawsNothing) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}}) {
    std::uint32_t counter = 0;
    Stream stream(1, counter);
    std::vector<int> items(size, 5);
    stream.Shuffle(std::span<int>(items));
    EXPECT_EQ(counter, 0u);
    EXPECT_EQ(items, std::vector<int>(size, 5));
  }
}

}  // namespace
}  // namespace mlf
