#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>
#include "flow/graph/chance_in_use.h"

namespace mlf {

namespace {
constexpr std::string_view kHookNames[kHooks] = {"Valid",
                                                 "BeforeProcessAction",
                                                 "ProcessAction",
                                                 "AfterProcessAction",
                                                 "BeforeProcessSettle",
                                                 "ProcessSettle",
                                                 "AfterProcessSettle",
                                                 "BeforeSetStates",
                                                 "SetStates",
                                                 "AfterSetStates"};
constexpr std::string_view kHookKeys[kHooks] = {
    "if",     "before_action", "action",        "after_action", "before_settle",
    "settle", "after_settle",  "before_states", "states",       "after_states"};

// Apart, because its text would make SetActor a large function.
[[gnu::noinline, gnu::cold]] void CheckActor(Seat actor, int seats) {
  MLF_CHECK(actor >= 0 && actor < seats, "SetActor(" + std::to_string(actor) +
                                             "): the seats of the flow are 0 to " +
                                             std::to_string(seats - 1));
}

}  // namespace

std::string_view PartKindName(PartKind kind) {
  constexpr std::string_view kNames[] = {"ActionNode", "LogicComponent", "ScoreComponent"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view HookName(Hook hook) { return kHookNames[static_cast<int>(hook)]; }
std::string_view HookKey(Hook hook) { return kHookKeys[static_cast<int>(hook)]; }

Event& Step::Emit(const EventType& type, Seat about) {
  Event& event = response_.events.emplace_back();
  event.type = &type;
  event.seat = about;
  return event;
}

void Step::SetActor(Seat actor) {
  if (actor < 0 || actor >= flow.seats()) [[unlikely]]
    CheckActor(actor, flow.seats());
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

void ActionNode::Offers(const Records&, Seat, OfferSink&) const {}
void ActionNode::Suggest(const Records&, Seat, const Domain& domain, Action& action) const {
  domain.Nth(0, action);
}
std::string_view ActionNode::ValueName(std::int32_t) const { return {}; }

}  // namespace mlf
