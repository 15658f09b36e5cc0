#include <mlf/flow/action.h>

#include <mlf/flow/check.h>

#include <algorithm>
#include <limits>

namespace mlf {
namespace {

constexpr PieceMask GroupMask(int group) {
  return ((PieceMask{1} << kGroupSize) - 1) << (group * kGroupSize);
}

// Kinds of piece held at least once, twice, three and four times.
struct Held {
  std::array<PieceMask, kMaxActionPieces> copies;

  explicit Held(const Counts& pool) {
    for (int n = 0; n < kMaxActionPieces; ++n)
      copies[static_cast<std::size_t>(n)] = pool.AtLeast(n + 1);
  }
  Held Of(PieceMask kinds) const {
    Held some = *this;
    for (PieceMask& mask : some.copies) mask &= kinds;
    return some;
  }
};

// Number of multisets of size `take`, as a sum over the patterns of equal pieces.
std::uint64_t CountSubsets(const Held& held, int take) {
  const auto kinds = [&](int copies) {
    return static_cast<std::uint64_t>(
        std::popcount(held.copies[static_cast<std::size_t>(copies - 1)]));
  };
  const auto pairs_of = [](std::uint64_t n) { return n * (n - 1) / 2; };
  switch (take) {
    case 0: return 1;
    case 1: return kinds(1);
    case 2: return pairs_of(kinds(1)) + kinds(2);
    case 3: {  // abc, aab, aaa
      const std::uint64_t n = kinds(1);
      return pairs_of(n) * (n - 2) / 3 + kinds(2) * (n - 1) + kinds(3);
    }
    case 4: {  // abcd, aabc, aabb, aaab, aaaa
      const std::uint64_t n = kinds(1), twice = kinds(2);
      return pairs_of(n) * (n - 2) / 3 * (n - 3) / 4 + twice * pairs_of(n - 1) + pairs_of(twice) +
             kinds(3) * (n - 1) + kinds(4);
    }
    default: return 0;  // more pieces than an action holds
  }
}

// Writes subset `n`. Subsets are ordered by their lowest piece, with more copies of it first.
void NthSubset(const Counts& pool, const Held& held, int take, std::uint64_t n, Action& action) {
  action.count = 0;
  int left = take;
  for (PieceMask kinds = held.copies[0]; kinds != 0 && left > 0; kinds &= kinds - 1) {
    const auto piece = static_cast<Piece>(std::countr_zero(kinds));
    const Held others = held.Of(kinds & (kinds - 1));
    for (int used = std::min(pool[piece], left); used >= 0; --used) {
      const std::uint64_t ways = CountSubsets(others, left - used);
      if (n >= ways) {
        n -= ways;
        continue;
      }
      for (int i = 0; i < used; ++i) action.pieces[action.count++] = piece;
      left -= used;
      break;
    }
  }
}

// Bits of a kBits domain that are chosen together: one bit, or a run with at most one set.
struct BitGroup {
  std::uint32_t bits;
  std::uint32_t needed;

  std::uint64_t Count() const {
    return needed != 0 ? 1 : 1 + static_cast<std::uint64_t>(std::popcount(bits));
  }
  std::uint32_t Nth(std::uint64_t n) const {
    if (needed != 0) return needed;
    std::uint32_t rest = bits;
    if (n == 0) return 0;
    for (; n > 1; --n) rest &= rest - 1;
    return rest & (~rest + 1);
  }
  bool Has(std::uint32_t value) const {
    const std::uint32_t set = value & bits;
    return needed != 0 ? set == needed : (set & (set - 1)) == 0;
  }
};

// Calls `visit(BitGroup)` for each group, lowest first.
template <typename Visit>
void ForEachBitGroup(const Domain& domain, Visit&& visit) {
  const auto runs = static_cast<std::uint32_t>(domain.high);
  const auto needed = static_cast<std::uint32_t>(domain.low);
  const auto may = static_cast<std::uint32_t>(domain.mask & 0x7FFFFFFF);
  for (int bit = 0; bit < 31;) {
    std::uint32_t group = 1u << bit++;
    // A run goes on over bits of it that cannot be set now.
    while ((group & runs) != 0 && bit < 31 && (1u << bit & runs) != 0) group |= 1u << bit++;
    if ((group & may) != 0) visit(BitGroup{group & may, needed & group});
  }
}

// The kinds of domain that few windows offer. Apart, because bots count at each question.
[[gnu::noinline]] std::uint64_t CountOther(const Domain& domain) {
  if (domain.kind == Domain::kCombo) return domain.combo_count;
  if (domain.kind == Domain::kRange) {
    const std::int64_t least = domain.low, most = domain.high;
    return most < least ? 0 : static_cast<std::uint64_t>(most - least) + 1;
  }
  if (domain.kind == Domain::kBits) {
    std::uint64_t total = 1;
    ForEachBitGroup(domain, [&](const BitGroup& group) { total *= group.Count(); });
    return total;
  }
  if (domain.kind != Domain::kSubset) return 0;
  const Held held(domain.pool);
  if (!domain.same_group) return CountSubsets(held, domain.take);
  std::uint64_t total = 0;
  for (int g = 0; g < kGroups; ++g) total += CountSubsets(held.Of(GroupMask(g)), domain.take);
  return total;
}

}  // namespace

std::uint64_t Domain::Count() const {
  if (kind == kPiece || kind == kValue) return static_cast<std::uint64_t>(std::popcount(mask));
  return kind == kNothing ? 1 : CountOther(*this);
}

bool Domain::EmptyOther() const {
  switch (kind) {
    case kNone:
    case kNothing:
    case kPiece: break;  // handled by Empty
    case kBits: return false;
    case kValue: return mask == 0;
    case kCombo: return combo_count == 0;
    case kRange: return high < low;
    case kSubset: {
      if (take > kMaxActionPieces) return true;
      if (!same_group) return pool.Size() < take;
      for (int g = 0; g < kGroups; ++g) {
        if (pool.Size(g) >= take) return false;
      }
      return true;
    }
  }
  return true;
}

void Domain::Nth(std::uint64_t n, Action& action) const {
  action.count = 0;
  action.pieces = {};
  action.value = 0;
  switch (kind) {
    case kNone:
    case kNothing: return;
    case kPiece:
    case kValue: {
      PieceMask rest = mask;
      for (; n > 0; --n) rest &= rest - 1;
      const int bit = std::countr_zero(rest);
      if (kind == kValue) {
        action.value = bit;
      } else {
        action.count = 1;
        action.pieces[0] = static_cast<Piece>(bit);
      }
      return;
    }
    case kCombo:
      for (Piece piece : combos[n]) {
        if (piece != kNoPiece) action.pieces[action.count++] = piece;
      }
      return;
    case kSubset: {
      const Held held(pool);
      if (!same_group) return NthSubset(pool, held, take, n, action);
      for (int g = 0; g < kGroups; ++g) {
        const Held of_group = held.Of(GroupMask(g));
        const std::uint64_t ways = CountSubsets(of_group, take);
        if (n < ways) return NthSubset(pool, of_group, take, n, action);
        n -= ways;
      }
      return;
    }
    case kRange:
      action.value = static_cast<std::int32_t>(low + static_cast<std::int64_t>(n));
      return;
    case kBits: {
      std::uint32_t bits = 0;
      ForEachBitGroup(*this, [&](const BitGroup& group) {
        bits |= group.Nth(n % group.Count());
        n /= group.Count();
      });
      action.value = static_cast<std::int32_t>(bits);
      return;
    }
  }
}

bool Domain::ContainsOther(const Action& action) const {
  if (action.count > kMaxActionPieces) return false;
  for (int i = 0; i < action.count; ++i) {
    if (action.pieces[i] >= kGroups * kGroupSize) return false;
  }
  const bool no_pieces = action.count == 0;
  switch (kind) {
    case kNone:
    case kNothing:
    case kPiece: return false;  // the last two are handled by Contains
    case kValue:
      return no_pieces && action.value >= 0 && action.value < 64 && (mask >> action.value & 1) != 0;
    case kRange: return no_pieces && action.value >= low && action.value <= high;
    case kBits: {
      if (!no_pieces || action.value < 0) return false;
      const auto bits = static_cast<std::uint32_t>(action.value);
      bool fits = (bits & ~mask) == 0;
      ForEachBitGroup(*this, [&](const BitGroup& group) { fits = fits && group.Has(bits); });
      return fits;
    }
    case kCombo:
      if (action.value != 0) return false;
      for (int c = 0; c < combo_count; ++c) {
        int size = 0;
        while (size < kMaxActionPieces && combos[c][size] != kNoPiece) ++size;
        // The piece in question comes first. The others may come in any order.
        if (size == action.count && size > 0 && combos[c][0] == action.pieces[0] &&
            std::is_permutation(combos[c].begin() + 1, combos[c].begin() + size,
                                action.pieces.begin() + 1)) {
          return true;
        }
      }
      return false;
    case kSubset: {
      if (action.count != take || action.value != 0) return false;
      Counts used;
      for (int i = 0; i < action.count; ++i) {
        if (same_group && GroupOf(action.pieces[i]) != GroupOf(action.pieces[0])) return false;
        used.Add(action.pieces[i]);
        if (used[action.pieces[i]] > pool[action.pieces[i]]) return false;
      }
      return true;
    }
  }
  return false;
}

std::uint64_t Choices::Count(Seat seat) const {
  std::uint64_t total = 0;
  for (const Offer& offer : Of(seat)) total += offer.domain.Count();
  return total;
}

Action Choices::Nth(Seat seat, std::uint64_t n, std::uint32_t ask) const {
  for (const Offer& offer : Of(seat)) {
    const std::uint64_t count = offer.domain.Count();
    if (n < count) {
      Action action{.node = offer.node, .seat = seat, .ask = ask};
      offer.domain.Nth(n, action);
      return action;
    }
    n -= count;
  }
  MLF_CHECK(false, "the seat has no such offer");
  return {};
}

}  // namespace mlf
