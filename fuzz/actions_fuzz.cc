// Arbitrary bytes as messages of clients to a table of some variant: arbitrary actions, offered
// ones, offered ones with a changed byte, timeouts, and other steps, in any order. After every
// step:
//
//   - a refused action has changed no bit of the records and has a reason;
//   - an accepted one keeps all tiles on the table and every point in the ledger;
//   - no refusal is `internal`, and the offers of the response equal those of the flow.
#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/random.h>
#include <mlf/variants/open.h>
#include "fuzz/fail.h"
#include "tools/kit/checks.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace mlf;

// The flows: xueliu with its defaults, options that lead to other states, and other families.
const std::vector<std::shared_ptr<const Flow>>& Flows() {
  static const std::vector<std::shared_ptr<const Flow>> flows = [] {
    AbortOnCheck(true);
    const OptionValues options[] = {
        {},
        {{"hands", "1"},
         {"stake", "20"},
         {"bankrupt", "give_up"},
         {"robbed_seat", "discards"},
         {"lou_hu", "any"}},
        {{"huan_san_zhang", "off"},
         {"que_first", "off"},
         {"ting_gang", "keep_won_tiles"},
         {"transfer", "all_gangs"},
         {"hands", "2"},
         {"stake", "20"},
         {"pay_limit", "holdings"},
         {"base_bet", "3"}},
    };
    std::vector<std::shared_ptr<const Flow>> built;
    const auto add = [&](const char* variant, const OptionValues& values) {
      auto flow = OpenFlow(variant, values);
      if (!flow) Fail("the variant does not build", FaultText(flow.faults()));
      built.push_back(*flow);
    };
    for (const OptionValues& each : options) add("xueliu", each);
    for (const char* variant : {"riichi", "sanma", "guobiao", "taiwan", "changsha", "yilaidaodi"})
      add(variant, {});
    add("riichi", {{"preset", "libsaki"}});
    return built;
  }();
  return flows;
}

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool empty() const { return at_ == end_; }
  std::uint8_t Byte() { return at_ == end_ ? std::uint8_t{0} : *at_++; }
  void Fill(void* room, std::size_t size) {
    auto* to = static_cast<std::uint8_t*>(room);
    for (std::size_t i = 0; i < size; ++i) to[i] = Byte();
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

// A legal action of an asked seat; the next bytes choose seat and payload.
Action Legal(Bytes& bytes, const Records& records, const Choices& choices) {
  SeatMask asked = records.flow().window.active;
  for (int n = bytes.Byte() % std::popcount(asked); n > 0; --n)
    asked &= static_cast<SeatMask>(asked - 1);
  const Seat seat = static_cast<Seat>(std::countr_zero(asked));
  const std::uint64_t count = choices.Count(seat);
  if (count == 0) Fail("an asked seat is offered nothing");
  return choices.Nth(seat, (bytes.Byte() * 257u + bytes.Byte()) % count, records.flow().window.ask);
}

void Check(const Flow& flow, const Records& records, std::int64_t match_start) {
  tools::Findings findings;
  tools::CheckTiles(flow, records, findings);
  tools::CheckZeroSum(flow, records, match_start, findings);
  if (!findings.empty()) Fail("an invariant is broken:", findings.Text());
}

bool Same(const Choices& a, const Choices& b) {
  if (a.All().size() != b.All().size()) return false;
  for (std::size_t i = 0; i < a.All().size(); ++i) {
    const Offer& x = a.All()[i];
    const Offer& y = b.All()[i];
    if (x.seat != y.seat || x.node != y.node || x.domain.kind != y.domain.kind ||
        x.domain.Count() != y.domain.Count())
      return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Flow& flow = *Flows()[bytes.Byte() % Flows().size()];
  std::uint64_t seed = 0;
  bytes.Fill(&seed, 2);
  static Response response;  // reused, as in a server
  Choices choices, again;
  auto trace = std::make_unique<Trace>();
  Records records = flow.Blank(), before;
  flow.Start(records, seed, response, trace.get());
  if (!response.ok()) Fail("a start was refused", response.refusal.detail);
  const std::int64_t match_start = tools::SumOfScores(flow, records);
  choices = response.choices;

  while (!bytes.empty() && records.flow().over == 0) {
    before = records;
    const std::uint8_t what = bytes.Byte();
    Action action;
    bool must_hold = false;
    switch (what % 8) {
      case 0: bytes.Fill(&action, sizeof action); break;
      case 1:
        // Arbitrary bytes for this window.
        bytes.Fill(&action, sizeof action);
        action.ask = records.flow().window.ask;
        action.node = static_cast<NodeIndex>(action.node % (flow.nodes().size() + 1));
        action.seat = static_cast<Seat>(static_cast<std::uint8_t>(action.seat) %
                                        static_cast<unsigned>(flow.seats()));
        break;
      case 2: {
        action = Legal(bytes, records, choices);
        std::array<std::uint8_t, sizeof action> raw;
        std::memcpy(raw.data(), &action, sizeof action);
        raw[bytes.Byte() % raw.size()] ^= bytes.Byte();
        std::memcpy(&action, raw.data(), sizeof action);
        break;
      }
      case 3:
        action = {.node = kTimeout, .ask = records.flow().window.ask};
        action.seat = static_cast<Seat>(bytes.Byte() % static_cast<unsigned>(flow.seats()));
        break;
      default:
        action = Legal(bytes, records, choices);
        must_hold = true;
        break;
    }
    flow.ProcessActionNode(records, action, response, trace.get());
    if (!response.ok()) {
      if (must_hold)
        Fail("an offered action was refused:", std::string(response.refusal.reason->en));
      if (response.refusal.code == RefusalCode::kInternal)
        Fail("internal:", response.refusal.detail);
      if (response.refusal.code == RefusalCode::kNone || response.refusal.reason == nullptr)
        Fail("a refusal without a reason");
      if (!response.events.empty()) Fail("a refusal with events");
      if (!(records == before)) Fail("a refusal changed the records");
      continue;
    }
    if (records.flow().version != before.flow().version + 1)
      Fail("the version did not rise by one");
    choices = response.choices;
    flow.FillChoices(records, again);
    if (response.status != Status::kOver && !Same(choices, again))
      Fail("the response offers something else than the flow");
    ForEachSeat(response.asked, [&](Seat seat) {
      if (response.status == Status::kOver) return;
      const Action& fallback = response.defaults[static_cast<std::size_t>(seat)];
      const Offer* offer = choices.Find(seat, fallback.node);
      if (offer == nullptr || !offer->domain.Contains(fallback))
        Fail("a default that is not offered");
    });
    Check(flow, records, match_start);
  }
  return 0;
}
