// A step allocates nothing after warm-up, in every variant: accepted actions, refusals and
// timeouts. Also prints the size of the records. A separate program, because it replaces operator
// new.
#include <mlf/flow/flow.h>
#include <mlf/flow/random.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

namespace {
std::atomic<std::uint64_t> allocations{0};

void* Allocate(std::size_t size, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const std::size_t whole =
      (size + alignment - 1) / alignment * alignment;  // aligned_alloc needs a multiple
  void* room = alignment <= alignof(std::max_align_t) ? std::malloc(size == 0 ? 1 : size)
                                                      : std::aligned_alloc(alignment, whole);
  if (room == nullptr) throw std::bad_alloc();
  return room;
}
}  // namespace

// Not inline: the compiler would see malloc() and free() through them and report a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) { return Allocate(size, 1); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return Allocate(size, 1); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void* operator new[](std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* room) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete[](void* room) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete(void* room, std::size_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete[](void* room, std::size_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete(void* room, std::align_val_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete[](void* room, std::align_val_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete(void* room, std::size_t, std::align_val_t) noexcept {
  std::free(room);
}
[[gnu::noinline]] void operator delete[](void* room, std::size_t, std::align_val_t) noexcept {
  std::free(room);
}

namespace mlf {
namespace {

// Plays random matches with some timeouts and refusals, and counts the allocations within the
// steps.
class Table {
 public:
  explicit Table(const Flow& flow) : flow_(flow) { Start(); }

  std::uint64_t Play(int actions) {
    std::uint64_t inside = 0;
    for (int i = 0; i < actions; ++i) {
      const Action action = Next();
      const std::uint64_t before = allocations.load();
      flow_.ProcessActionNode(records_, action, response_, &trace_);
      inside += allocations.load() - before;
      if (response_.status == Status::kRefused) {
        // Compares the seat's own choices, not those of every asked seat.
        flow_.FillChoices(records_, response_.choices);
        response_.asked = records_.flow().window.active;
      }
      if (response_.status == Status::kOver) Start();
    }
    return inside;
  }

 private:
  void Start() {
    records_ = flow_.Blank();
    flow_.Start(records_, ++match_, response_, &trace_);
    ASSERT_TRUE(response_.ok());
  }

  Action Next() {
    Stream stream(77, counter_);
    SeatMask asked = response_.asked;
    const auto seats = static_cast<std::uint32_t>(std::popcount(asked));
    for (std::uint32_t n = stream.Below(seats); n > 0; --n)
      asked &= static_cast<SeatMask>(asked - 1);
    const Seat seat = static_cast<Seat>(std::countr_zero(asked));
    const std::uint32_t ask = records_.flow().window.ask;
    switch (stream.Below(20)) {
      case 0: return {.node = kTimeout, .seat = seat, .ask = ask};
      case 1: return {.node = kTimeout, .seat = seat, .ask = ask + 1};
      case 2:
        return {.node = response_.choices.Of(seat).front().node,
                .seat = seat,
                .count = 4,
                .ask = ask,
                .value = 99};
      default: break;
    }
    const std::uint64_t count = response_.choices.Count(seat);
    return response_.choices.Nth(seat, stream.Below(static_cast<std::uint32_t>(count)), ask);
  }

  const Flow& flow_;
  Records records_;
  Response response_;
  Trace trace_;
  std::uint64_t match_ = 0;
  std::uint32_t counter_ = 0;
};

TEST(Allocation, TheCounterCounts) {
  const std::uint64_t before = allocations.load();
  const auto room = std::make_unique<std::array<char, 100>>();
  const auto aligned = std::make_unique<Records>();
  EXPECT_EQ(allocations.load() - before, 2u)
      << static_cast<const void*>(room.get()) << static_cast<const void*>(aligned.get());
}

class OfVariant : public testing::TestWithParam<std::string> {};

TEST_P(OfVariant, StepsAllocateNothing) {
  const auto flow = OpenFlow(GetParam());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const auto table = std::make_unique<Table>(**flow);
  // Buffers of the response grow up to the longest step, which is rare in some variants.
  table->Play(400'000);
  EXPECT_EQ(table->Play(50'000), 0u);
}

TEST_P(OfVariant, RecordsFit) {
  const auto flow = OpenFlow(GetParam());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const Layout& layout = (*flow)->layout();
  std::printf("%s: records of %d bytes of %d; the engine's own %zu", GetParam().c_str(),
              layout.size(), Records::kCapacity, sizeof(FlowState));
  for (const Layout::Entry& entry : layout.entries())
    std::printf(", %s %d", entry.name.c_str(), entry.size);
  std::printf("\n");
  EXPECT_LE(layout.size(), 2048);
}

INSTANTIATE_TEST_SUITE_P(All, OfVariant, testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

}  // namespace
}  // namespace mlf
