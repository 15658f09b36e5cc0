// The order matters: unused bytes, the engine's state, the slots, the parts, and last the open
// window, because computing its offers relies on all the others.
#include <mlf/flow/validate.h>
#include <mlf/flow/window.h>

#include <fmt/format.h>

#include <cstring>

namespace mlf {

void Validation::Fail(std::string_view what) { throw Damage{std::string(what)}; }
void Validation::Fail(std::string_view what, int number) {
  throw Damage{fmt::format("{} (number {})", what, number)};
}

namespace {

bool IsZero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

bool Within(unsigned mask, unsigned all) { return (mask & ~all) == 0; }

void CheckUnused(const Validation& check) {
  const std::span<const std::byte> bytes(check.records.bytes);
  std::size_t at = sizeof(FlowState);
  for (const Layout::Entry& slot : check.flow.layout().entries()) {
    check.Require(IsZero(bytes.subspan(at, slot.offset - at)),
                  "the bytes before slot \"" + slot.name + "\" are zero");
    at = slot.offset + std::size_t{slot.size};
  }
  check.Require(IsZero(bytes.subspan(at)), "the bytes after the last slot are zero");
}

void CheckAnswer(const Validation& check, const StoredAnswer& answer, Seat seat) {
  check.Require(answer.count <= kMaxActionPieces, "an answer holds at most four pieces", seat);
  check.RequireZero(std::span(answer.pieces).subspan(answer.count),
                    "the unused pieces of an answer are zero");
  check.RequireZero(answer.reserved, "the unused bytes of an answer are zero");
  for (int i = 0; i < answer.count; ++i)
    check.Require(answer.pieces[static_cast<std::size_t>(i)] < kGroups * kGroupSize,
                  "an answer names pieces", seat);
}

// Checks FlowState, except the offers of the open window; see CheckOffers.
void CheckState(const Validation& check) {
  const Flow& flow = check.flow;
  const FlowState& state = check.records.flow();
  const WindowState& window = state.window;
  const unsigned people = (1u << flow.people()) - 1;
  const bool rests = state.node != kNoNode && state.over == 0;

  check.Require(state.node == kNoNode || state.node < flow.nodes().size(),
                "the game rests at a node of this flow");
  check.Require(state.over <= 1, "`over` is 0 or 1");
  check.Require(check.IsSeat(state.actor), "the actor is a seat");
  check.Require(Within(state.auto_seats, people), "only seats and persons are played for");
  check.Require(window.ask == state.asks, "the window is the latest one");
  for (std::size_t s = flow.streams().size(); s < kMaxStreams; ++s)
    check.Require(state.streams[s] == 0, "the unused streams are zero");
  check.Require(Within(window.asked | window.answered | window.active | window.winners, people),
                "only seats and persons answer");
  ForEachSeat(window.answered, [&](Seat seat) {
    CheckAnswer(check, window.answers[static_cast<std::size_t>(seat)], seat);
  });
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((window.answered & MaskOf(seat)) == 0)
      check.RequireZero(std::span(&window.answers[static_cast<std::size_t>(seat)], 1),
                        "only seats that have answered have an answer");
  }
  if (!rests) {
    check.Require(window.asked == 0 && window.active == 0,
                  "no seat is asked while no window is open");
    check.Require(Within(window.winners, window.answered),
                  "each winner of the last window has answered it");
    if (state.over != 0)
      check.Require(state.node != kNoNode && flow.node(state.node).end,
                    "the game is over at an end node");
    return;
  }
  check.Require(flow.node(state.node).window.has_value(), "the flow rests at a node with a window");
  check.Require(window.winners == 0, "an open window has no winners");
  check.Require(Within(window.answered, window.asked) &&
                    Within(window.active, window.asked & ~window.answered),
                "who answers has been asked, and answers once");
  check.Require(window.active != 0, "an open window waits for at least one seat");
  if (flow.node(state.node).window->in_turn) {
    check.Require((window.active & (window.active - 1)) == 0,
                  "a window that asks in turn waits for one seat");
  } else {
    check.Require((window.active | window.answered) == window.asked,
                  "a window waits for each seat that has not answered");
  }
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((window.asked & MaskOf(seat)) == 0)
      check.Require(window.offered[static_cast<std::size_t>(seat)] == 0,
                    "only asked seats have offers", seat);
  }
}

// The stored offers must match the table, each answer must be within its offer, and the answers
// must leave the window open.
void CheckOffers(const Validation& check) {
  const Flow& flow = check.flow;
  const FlowState& state = check.records.flow();
  if (state.node == kNoNode || state.over != 0) return;
  const Window& window = *flow.node(state.node).window;
  Choices choices;
  ForEachSeat(state.window.asked, [&](Seat seat) {
    const auto s = static_cast<std::size_t>(seat);
    check.Require(flow.OffersTo(check.records, seat, choices) == state.window.offered[s],
                  "a seat is offered what the table allows", seat);
    if ((state.window.answered & MaskOf(seat)) == 0) return;
    const StoredAnswer& kept = state.window.answers[s];
    check.Require(
        kept.edge < window.answers.size() && (state.window.offered[s] >> kept.edge & 1) != 0,
        "an answer is one of those offered", seat);
    Action action{.node = window.answers[kept.edge].to,
                  .seat = seat,
                  .count = kept.count,
                  .pieces = kept.pieces,
                  .value = kept.value};
    const Offer* offer = choices.Find(seat, action.node);
    check.Require(offer != nullptr && offer->domain.Contains(action),
                  "an answer names what was offered", seat);
  });
  check.Require(state.window.answered == 0 ||
                    !Decide(window, state.window, state.actor, flow.seats()).decided,
                "an open window is not decided yet");
}

Fault Damaged(std::string_view code, const std::string& where, const std::string& what) {
  return Fault{std::string(code),
               {},
               fmt::format("the records are damaged: {} does not hold in {}; take an older "
                           "snapshot, or replay the journal",
                           what, where)};
}

}  // namespace

std::optional<Fault> Flow::Validate(const Records& records) const {
  if (records.flow().fingerprint != fingerprint_) {
    return Fault{"R01",
                 {},
                 fmt::format("the records belong to a flow with fingerprint {:016x}, this is {} of "
                             "{}: load the variant they were made with",
                             records.flow().fingerprint, fingerprint_text(), name_)};
  }
  const Validation check(*this, records);
  std::string_view code = "R02";
  std::string where = "the layout";
  try {
    CheckUnused(check);
    code = "R03";
    where = "the engine's state";
    CheckState(check);
    code = "R04";
    for (const Layout::Entry& slot : layout_.entries()) {
      where = "slot \"" + slot.name + "\"";
      slot.check(records.bytes.data() + slot.offset, check);
    }
    code = "R05";
    for (const auto& part : parts_) {
      where = "a part";
      part->CheckRecords(check);
    }
    code = "R06";
    where = "the open window";
    CheckOffers(check);
  } catch (const Validation::Damage& damage) {
    return Damaged(code, where, "\"" + damage.what + "\"");
  } catch (const std::exception& error) {
    return Damaged(code, where, error.what());
  }
  return std::nullopt;
}

Result<Records> Flow::Restore(std::string_view bytes) const {
  if (bytes.size() != static_cast<std::size_t>(layout_.size()) &&
      bytes.size() != Records::kCapacity) {
    return Fault{
        "R07",
        {},
        fmt::format(
            "the state is {} bytes long; the records of {} are the first {} bytes, or all {}",
            bytes.size(), name_, layout_.size(), Records::kCapacity)};
  }
  Records records;
  std::memcpy(records.bytes.data(), bytes.data(), bytes.size());
  if (auto fault = Validate(records)) return *fault;
  return records;
}

}  // namespace mlf
