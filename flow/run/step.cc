// What hooks and offers call while a flow runs.
#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>
#include "flow/graph/chance_in_use.h"

#include <algorithm>
#include <vector>

namespace mlf {

namespace {

// Apart, because its text would make SetActor a large function.
[[noreturn, gnu::noinline, gnu::cold]] void RefuseActor(Seat actor, int seats) {
  MLF_CHECK(false, "SetActor(" + std::to_string(actor) + "): the seats of the flow are 0 to " +
                       std::to_string(seats - 1));
}

// Apart, because a response keeps its room from one action to the next.
[[gnu::noinline, gnu::cold]] Event& MakeRoomAndEmit(std::vector<Event>& events, Step& step,
                                                    const EventType& type, Seat about) {
  events.reserve(std::max<std::size_t>(16, 2 * events.capacity()));
  return step.Emit(type, about);
}

}  // namespace

Event& Step::Emit(const EventType& type, Seat about) {
  std::vector<Event>& events = response_.events;
  if (events.size() == events.capacity()) [[unlikely]]
    return MakeRoomAndEmit(events, *this, type, about);
  Event& event = events.emplace_back();
  event.type = &type;
  event.seat = about;
  return event;
}

void Step::SetActor(Seat actor) {
  if (static_cast<std::uint8_t>(actor) >= flow.seats()) [[unlikely]]  // below 0 too
    RefuseActor(actor, flow.seats());
  records.flow().actor = actor;
}

void Step::Follow(NodeIndex node) {
  MLF_CHECK(follow_ == kNoNode || follow_ == node, "hooks name two different nodes to go to");
  follow_ = node;
}

Stream Step::Random(int stream) const {
  FlowState& state = records.flow();
  MLF_CHECK(stream >= 0 && static_cast<std::size_t>(stream) < flow.stream_hash_.size(),
            "a random stream that the flow has; ask Params::Stream for its number");
  return Stream(Mix64(HandSeed(state.match_seed, state.hand) ^ flow.stream_hash_[stream]),
                state.streams[stream]);
}

void Step::BeginHand(std::uint32_t number) {
  flow.layout_.ClearHand(records);
  records.flow().streams.fill(0);
  records.flow().hand = number;
  if (chance_ != nullptr) chance_->BeginHand(records, number);
}

std::optional<std::span<const Piece>> Step::TakeWall() {
  return chance_ != nullptr ? chance_->TakeWall() : std::nullopt;
}

void OfferSink::Nothing() { domain_.kind = Domain::kNothing; }
void OfferSink::OneOf(PieceMask pieces) {
  domain_.kind = Domain::kPiece;
  domain_.mask = pieces;
}
void OfferSink::Combo(const Domain::Combo& combo) {
  domain_.kind = Domain::kCombo;
  MLF_CHECK(domain_.combo_count < Domain::kMaxCombos, "too many combinations in one offer");
  domain_.combos[domain_.combo_count++] = combo;
}
void OfferSink::Subset(const Counts& pool, int take, bool same_group) {
  domain_.kind = Domain::kSubset;
  domain_.pool = pool;
  domain_.take = static_cast<std::uint8_t>(take);
  domain_.same_group = same_group;
}
void OfferSink::OneValue(PieceMask values) {
  domain_.kind = Domain::kValue;
  domain_.mask = values;
}
void OfferSink::Range(std::int32_t low, std::int32_t high) {
  domain_.kind = Domain::kRange;
  domain_.low = low;
  domain_.high = high;
}
void OfferSink::Bits(std::uint32_t bits, std::uint32_t one_of_run, std::uint32_t needed) {
  domain_.kind = Domain::kBits;
  domain_.mask = bits & 0x7FFFFFFF;
  domain_.high = static_cast<std::int32_t>(one_of_run & 0x7FFFFFFF);
  domain_.low = static_cast<std::int32_t>(needed & bits & 0x7FFFFFFF);
}

}  // namespace mlf
