// 100,000 tables with a flipped bit or an overwritten slot (MLF_FLIPS sets the number).
// Flow::Validate refuses each, or it is harmless: everything a server does with it runs without
// crash, hang or exception. Run it under the sanitizers: `build/asan/bin/test_validate`.
#include "tables.h"

#include <mlf/flow/explain.h>
#include <mlf/flow/random.h>
#include <mlf/table/view.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>

namespace mlf {
namespace {

constexpr unsigned kHangSeconds = 20;
constexpr int kSteps = 6;

std::uint64_t Flips() {
  const char* text = std::getenv("MLF_FLIPS");
  const std::uint64_t flips = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  return flips == 0 ? 100'000 : flips;
}

// A hang is stopped and reported.
std::array<char, 256> running{};
extern "C" void OnAlarm(int) {
  constexpr char kText[] = "\nhangs: ";
  (void)!write(2, kText, sizeof kText - 1);
  (void)!write(2, running.data(), std::char_traits<char>::length(running.data()));
  std::abort();
}

// The bytes of slot `n`; the engine's own state comes first.
std::span<std::byte> SlotBytes(const Flow& flow, Records& records, std::size_t n) {
  const std::span<std::byte> all(records.bytes);
  if (n == 0) return all.first(sizeof(FlowState));
  const Layout::Entry& slot = flow.layout().entries()[n - 1];
  return all.subspan(slot.offset, slot.size);
}

// Damages `records` and returns a description.
std::string Damage(const Tables& tables, Records& records, Stream& random) {
  const Flow& flow = *tables.flow;
  const auto below = [&](std::size_t bound) {
    return static_cast<std::size_t>(random.Below(static_cast<std::uint32_t>(bound)));
  };
  const auto flip = [&](std::size_t byte) {
    const std::size_t bit = below(8);
    records.bytes[byte] ^= std::byte{1} << bit;
    return fmt::format("bit {} of byte {} flipped", bit, byte);
  };
  // A flipped fingerprint belongs to another flow and is always refused, so few cases suffice.
  if (const std::size_t how = below(10); how < 6)
    return flip(8 + below(static_cast<std::size_t>(flow.layout().size()) - 8));
  const std::size_t slot = below(1 + flow.layout().entries().size());
  const std::span<std::byte> bytes = SlotBytes(flow, records, slot);
  const std::string name = slot == 0 ? "flow" : flow.layout().entries()[slot - 1].name;
  const std::size_t at = below(bytes.size());
  constexpr std::uint8_t kNear[] = {0,  1,  2,  3,  4,  5,  7,   8,   9,   13,  14, 27,
                                    33, 34, 36, 43, 63, 64, 127, 128, 200, 254, 255};
  switch (below(8)) {
    case 0:
      for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.Next());
      return "random bytes in slot " + name;
    case 1:
      for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random.Next() & random.Next() & random.Next());
      return "random low bits in slot " + name;
    case 2: {
      Records other = tables.rests[below(tables.rests.size())];
      const auto from = SlotBytes(flow, other, slot);
      std::copy(from.begin(), from.end(), bytes.begin());
      return "slot " + name + " of another table";
    }
    case 3:
      for (std::byte& byte : bytes.subspan(at).first(std::min<std::size_t>(4, bytes.size() - at)))
        byte = static_cast<std::byte>(random.Next());
      return fmt::format("four random bytes at {} of slot {}", at, name);
    case 4: return flip(below(Records::kCapacity));
    case 5: {
      const std::string first = flip(8 + below(static_cast<std::size_t>(flow.layout().size()) - 8));
      return first + ", " + flip(8 + below(static_cast<std::size_t>(flow.layout().size()) - 8));
    }
    default: {
      const std::uint8_t value = kNear[below(std::size(kNear))];
      bytes[at] = static_cast<std::byte>(value);
      return fmt::format("byte {} of slot {} is {}", at, name, value);
    }
  }
}

// Everything that a server and its clients do with a table.
void ExerciseTable(const Flow& flow, Records records, Stream& random) {
  std::size_t length = table::View(flow, records, Viewer::Full()).dump().size() +
                       table::View(flow, records, Viewer::Spectator()).dump().size();
  for (Seat seat = 0; seat < flow.people(); ++seat)
    length += table::View(flow, records, Viewer::Of(seat)).dump().size();
  length += Explain(flow, records, Lang::kEn).size() +
            Explain(flow, records, Lang::kZh, Viewer::Of(0)).size();
  ASSERT_GT(length, 0u);
  Choices choices;
  Response response;
  for (int step = 0; step < kSteps; ++step) {
    flow.FillChoices(records, choices);
    std::vector<Seat> seats;
    for (Seat seat = 0; seat < flow.people(); ++seat) {
      static_cast<void>(flow.Default(records, seat));
      for (NodeIndex node = 0; node < flow.nodes().size() && step == 0; ++node)
        static_cast<void>(flow.WhyNot(records, seat, node));
      if (choices.Count(seat) > 0) seats.push_back(seat);
    }
    if (seats.empty()) return;
    const Seat seat = seats[random.Below(static_cast<std::uint32_t>(seats.size()))];
    Action action =
        choices.Nth(seat, random.Next() % choices.Count(seat), records.flow().window.ask);
    if (random.Below(8) == 0)
      action = {.node = kTimeout, .seat = seat, .ask = records.flow().window.ask};
    flow.ProcessActionNode(records, action, response);
    if (!response.ok()) return;
  }
}

TEST(Flips, AreRefusedOrHarmless) {
  const std::uint64_t flips = Flips();
  std::signal(SIGALRM, OnAlarm);
  std::map<std::string, std::uint64_t> refused_as;
  std::uint64_t refused = 0, failures = 0;
  for (std::uint64_t n = 0; n < flips && failures < 10; ++n) {
    const Tables& tables = AllTables()[n % AllTables().size()];
    ASSERT_GT(tables.rests.size(), 20u) << tables.name;
    std::uint32_t counter = 0;
    Stream random(Mix64(n), counter);
    const std::size_t rest = random.Below(static_cast<std::uint32_t>(tables.rests.size()));
    Records records = tables.rests[rest];
    const std::string damage = Damage(tables, records, random);
    const std::string name = fmt::format("case {}, {}, table {}: {}", n, tables.name, rest, damage);
    fmt::format_to_n(running.data(), running.size() - 1, "{}\n\0", name);
    alarm(kHangSeconds);
    try {
      const auto fault = tables.flow->Validate(records);
      if (fault) {
        ++refused;
        ++refused_as[fault->code];
        continue;
      }
      ExerciseTable(*tables.flow, records, random);
    } catch (const std::exception& error) {
      ++failures;
      ADD_FAILURE() << name << ": " << error.what();
    }
  }
  alarm(0);
  std::cout << flips << " damaged tables: " << refused << " refused, " << flips - refused
            << " harmless\n";
  for (const auto& [code, count] : refused_as) std::cout << "  " << code << " " << count << "\n";
  // Some check covers nearly every byte.
  EXPECT_GT(refused, flips * 6 / 10);
  EXPECT_GT(flips - refused, flips / 100) << "what is harmless was never tried";
}

}  // namespace
}  // namespace mlf
