#include "table/suit_plans.h"

#include <algorithm>

namespace mlf::table::detail {

Front FirstFront() {
  Front front;
  front[0][0].words[0] &= ~std::uint64_t{0xFF};  // zero sets without a pair miss nothing
  return front;
}

Front Advance(const Front& front, int rank, int count, bool honours, int limit) {
  Front next;
  const bool is_tile = !honours || rank < 7;
  const int runs = honours || rank > 6 ? 0 : 2;
  // A second triplet of a kind is useful only with a fifth copy, or with a fourth that no run can
  // use. A third triplet is useful only with a seventh copy.
  const int most_triplets = !is_tile    ? 0
                            : honours   ? 1 + std::max(0, count - 1) / 3
                            : count > 4 ? 2
                                        : 1;
  for (std::size_t x = 0; x < 3; ++x) {
    for (std::size_t y = 0; y < 3; ++y) {
      if (front[x][y] == SuitPlan{}) continue;
      SuitPlan of_triplets = front[x][y];
      for (int triplets = 0; triplets <= most_triplets; ++triplets) {
        SuitPlan from = of_triplets;
        for (int z = 0; z <= runs; ++z) {
          const int used = static_cast<int>(x + y) + z + 3 * triplets;
          if (used > limit) break;
          SuitPlan& to = next[y][static_cast<std::size_t>(z)];
          Lower(to, from, std::max(0, used - count));
          if (is_tile && used + 2 <= limit) Lower(to, AddPair(from), std::max(0, used + 2 - count));
          from = AddSet(from);
        }
        of_triplets = AddSet(of_triplets);
      }
    }
  }
  for (auto& line : next) {
    for (SuitPlan& plan : line) Tidy(plan);
  }
  return next;
}

SuitPlans SuitPlansOf(std::uint32_t word, bool honours) {
  Front any = FirstFront(), four = FirstFront();
  for (int rank = 0; rank < kGroupSize; ++rank) {
    const int count = static_cast<int>(word >> (3 * rank)) & 7;
    any = Advance(any, rank, count, honours, kNoLimit);
    four = Advance(four, rank, count, honours, 4);
  }
  return {any[0][0], four[0][0]};
}

}  // namespace mlf::table::detail
