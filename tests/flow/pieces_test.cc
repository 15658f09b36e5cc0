// Counts and domains, compared with plain code.
#include <mlf/flow/action.h>
#include <mlf/flow/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace mlf {
namespace {

// Random multisets: sparse ones, full ones, every count a field can hold.
Counts RandomCounts(Stream& stream, std::uint32_t most) {
  Counts counts;
  for (int p = 0; p < kGroups * kGroupSize; ++p)
    counts.Add(static_cast<Piece>(p), static_cast<int>(stream.Below(most + 1)));
  return counts;
}

TEST(Counts, MasksAndSizesAreThoseOfTheSinglePieces) {
  std::uint32_t counter = 0;
  Stream stream(11, counter);
  for (int round = 0; round < 2000; ++round) {
    const Counts counts = RandomCounts(stream, static_cast<std::uint32_t>(1 + round % 7));
    int size = 0;
    for (int n = 1; n <= 4; ++n) {
      PieceMask held = 0;
      for (int p = 0; p < kGroups * kGroupSize; ++p)
        held |= counts[static_cast<Piece>(p)] >= n ? MaskOf(static_cast<Piece>(p)) : 0;
      ASSERT_EQ(counts.AtLeast(n), held) << n;
    }
    for (int p = 0; p < kGroups * kGroupSize; ++p) size += counts[static_cast<Piece>(p)];
    ASSERT_EQ(counts.Size(), size);
  }
}

// Constants are computed without the processor's instruction for it.
TEST(Counts, EveryThirdIsTheSameForConstants) {
  constexpr std::array<std::uint64_t, 4> kWords = {0x0123456789ABCDEF, 0xFEDCBA9876543210,
                                                   0x1249249249249249, ~std::uint64_t{0}};
  constexpr std::array<PieceMask, 4> kGathered = {
      Counts::EveryThird(kWords[0]), Counts::EveryThird(kWords[1]), Counts::EveryThird(kWords[2]),
      Counts::EveryThird(kWords[3])};
  EXPECT_EQ(kGathered[2], 0x1FFFFFu);
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    const volatile std::uint64_t word = kWords[i];
    EXPECT_EQ(Counts::EveryThird(word), kGathered[i]) << i;
  }
}

// Every subset is counted once: the payloads 0..Count()-1 are distinct and belong to the domain,
// and their number is right.
TEST(Domain, SubsetsAreCountedByWritingThemDown) {
  std::uint32_t counter = 0;
  Stream stream(12, counter);
  for (int round = 0; round < 300; ++round) {
    Domain domain;
    domain.kind = Domain::kSubset;
    domain.same_group = round % 2 == 0;
    domain.take = static_cast<std::uint8_t>(1 + stream.Below(3));
    for (std::uint32_t i = stream.Below(9); i > 0; --i)
      domain.pool.Add(static_cast<Piece>(stream.Below(kGroups * kGroupSize)));

    // All selections out of the pieces written out one by one.
    std::vector<Piece> pieces;
    for (Piece p = 0; p < kGroups * kGroupSize; ++p)
      pieces.insert(pieces.end(), static_cast<std::size_t>(domain.pool[p]), p);
    std::set<std::vector<Piece>> wanted;
    for (unsigned bits = 0; bits < 1u << pieces.size(); ++bits) {
      if (std::popcount(bits) != domain.take) continue;
      std::vector<Piece> chosen;
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        if ((bits >> i & 1) != 0) chosen.push_back(pieces[i]);
      }
      const bool one_group =
          std::ranges::all_of(chosen, [&](Piece p) { return GroupOf(p) == GroupOf(chosen[0]); });
      if (one_group || !domain.same_group) wanted.insert(chosen);
    }

    std::set<std::vector<Piece>> got;
    for (std::uint64_t n = 0; n < domain.Count(); ++n) {
      Action action;
      domain.Nth(n, action);
      EXPECT_TRUE(domain.Contains(action));
      got.insert(std::vector<Piece>(action.pieces.begin(), action.pieces.begin() + action.count));
    }
    ASSERT_EQ(got, wanted);
    ASSERT_EQ(domain.Count(), wanted.size());
    ASSERT_EQ(domain.Empty(), wanted.empty());
  }
}

}  // namespace
}  // namespace mlf
