// How one step runs:
//   1. RefuseOrRun: find the answer of the open window that the action gives, and test its payload.
//      Refuse the action, or take a snapshot and run the rest of the step. The snapshot makes the
//      step atomic.
//   2. StoreAndDecide: store the answer. If the window stays open, the step ends here.
//   3. RunDecision: run the node of each seat that passed. Then run the node of the winners, once
//      for each of them, or the node of an abort. To run a node is to run its nine hooks after
//      Valid.
//   4. RunToRest: go on from that node, or from the asking node if all have passed. At each node,
//      rest if its window opens, because a seat has an offer. Otherwise take the first system edge
//      whose guards hold and run its node. If a hook named a node, only edges to that node count.
//      A node without an edge to take must be an end.
//
// Example, xueliu: seat 0 discards 5m and seats 1 and 2 may claim it. Seat 1 pengs: the answer is
// stored, and the window waits, because seat 2 may still win on the tile. Seat 2 passes: the
// window decides for seat 1. The node `guo` runs for seat 2, then `peng` for seat 1. The edge of
// `peng` leads to `turn`, whose window asks seat 1 for a discard. The step rests there.
#include <mlf/flow/check.h>
#include <mlf/flow/window.h>
#include "flow/base/payload_fault.h"
#include "flow/graph/chance_in_use.h"
#include "flow/run/offers.h"

#include <boost/container/static_vector.hpp>

#include <stdexcept>

namespace mlf {

namespace {

constexpr int kMaxSystemSteps = 512;  // per action; more means a cycle that consumes nothing

// A copy of the used bytes. Steps do not nest.
struct Snapshot {
  explicit Snapshot(const Records& records, int size) : size_(size) {
    std::memcpy(bytes_, records.bytes.data(), size);
  }
  void Restore(Records& records) const { std::memcpy(records.bytes.data(), bytes_, size_); }

 private:
  int size_;
  alignas(64) std::byte bytes_[Records::kCapacity];
};

// The message of the exception that is being handled.
std::string WhatWasThrown() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is no std::exception was thrown";
  }
}

}  // namespace

// ---- Engine ----

struct Engine {
  const Flow& flow;
  Records& records;
  Response& response;
  TraceEntry* trace;
  HookObserver* observer = nullptr;
  ChanceInUse* chance = nullptr;

  // What failed, for the message: a hook of a node, or another of its functions. And whose edges
  // are asked, and whose window was asked last.
  const HotNode* broken = nullptr;
  const char* broken_in = nullptr;
  const HotNode* leaving = nullptr;
  const HotNode* offering = nullptr;

  void Refuse(RefusalCode code, const Reason& reason, Seat seat) {
    response.events.clear();
    response.status = Status::kRefused;
    response.refusal.code = code;
    response.refusal.reason = &reason;
    FlowState& state = records.flow();
    response.version = state.version;
    response.ask = state.window.ask;
    response.node = state.node;
    // What the seat could do instead.
    response.choices.Clear();
    if (seat >= 0 && seat < flow.people() && state.over == 0 && state.node != kNoNode &&
        (state.window.active & MaskOf(seat)) != 0) {
      try {
        offers::OffersTo(flow.hot_nodes_[state.node], records, seat, response.choices);
      } catch (...) {
        response.choices.Clear();  // the action that needs the broken code reports it
      }
    }
    if (trace != nullptr) {
      trace->code = code;
      trace->reason = &reason;
      trace->version = state.version;
      trace->rest = state.node;
    }
  }

  // ---- One action ----

  static void Take(const Flow& flow, Records& records, const Action& action, Response& response,
                   Trace* trace, ChanceInUse* chance) {
    response.Clear();
    Engine engine{flow,
                  records,
                  response,
                  trace == nullptr ? nullptr : &trace->Push(),
                  trace == nullptr ? nullptr : trace->observer(),
                  chance};
    engine.Process(action);
    if (engine.observer != nullptr && !response.ok() &&
        response.refusal.code != RefusalCode::kInternal)
      engine.observer->OnValid(action, response.refusal.reason);
  }

  void Process(const Action& action) {
    // Guards and offers run before the first write. RefuseOrRun restores the records after it.
    try {
      RefuseOrRun(action);
    } catch (...) {
      Broken(action.seat);
    }
  }

  // `before` are the records to go back to.
  void Broken(Seat seat, const Snapshot* before = nullptr) {
    std::string detail = broken != nullptr ? broken->node->id + "." + broken_in + ": "
                                           : BrokenGuard() + BrokenOffer();
    detail += WhatWasThrown();
    if (before != nullptr) before->Restore(records);
    Refuse(RefusalCode::kInternal, refusals::kBroken, seat);
    response.refusal.detail = std::move(detail);
  }

  // "draw.then: " if a guard of the edges that are asked throws.
  std::string BrokenGuard() const {
    if (leaving == nullptr) return "";
    try {
      for (const HotNode::Next& next : leaving->then)
        static_cast<void>(offers::Hold(next.guards, records, records.flow().actor));
    } catch (...) {
      return leaving->node->id + ".then: ";
    }
    return "";
  }

  // "draw for seat 2: " if the offers of a node at the window asked last throw.
  std::string BrokenOffer() const {
    if (offering == nullptr) return "";
    for (const HotNode::Answer& answer : offering->answers) {
      for (Seat seat = 0; seat < flow.people(); ++seat) {
        try {
          Domain domain;
          Action action;
          static_cast<void>(answer.to->impl->MayOffer(records, MaskOf(seat)));
          if (offers::Hold(answer.guards, records, seat) &&
              offers::OfferOf(*answer.to, records, seat, false, domain) && !domain.Empty())
            answer.to->impl->Suggest(records, seat, domain, action);
        } catch (...) {
          return answer.to->node->id + ".Valid for seat " + std::to_string(seat) + ": ";
        }
      }
    }
    return "";
  }

  // Refuses an impossible action. Runs the whole step of a possible one.
  void RefuseOrRun(const Action& given) {
    FlowState& state = records.flow();
    if (state.fingerprint != flow.fingerprint())
      return Refuse(RefusalCode::kInternal, refusals::kOtherFlow, kNoSeat);
    if (trace != nullptr) {
      trace->action = trace->played = given;
      trace->at = state.node;
    }
    if (state.over != 0) return Refuse(RefusalCode::kGameOver, refusals::kOver, kNoSeat);
    if (state.node == kNoNode)
      return Refuse(RefusalCode::kNotAsked, refusals::kNotStarted, kNoSeat);
    if (given.node >= flow.nodes().size() && given.node != kTimeout)
      return Refuse(RefusalCode::kUnknownAction, refusals::kUnknownNode, given.seat);
    if (given.seat < 0 || given.seat >= flow.people())
      return Refuse(RefusalCode::kWrongSeat, refusals::kNoSuchSeat, kNoSeat);
    if (given.ask != state.window.ask && given.ask != ShownAsk(flow, records, given.seat))
      return Refuse(RefusalCode::kStaleAsk, given.ask == 0 ? refusals::kNoAsk : refusals::kStale,
                    given.seat);

    const HotNode& asking = flow.hot_nodes_[state.node];
    offering = &asking;
    const SeatMask bit = MaskOf(given.seat);
    const bool by_timeout = given.node == kTimeout;
    Action fallback;
    const Action& action = by_timeout ? fallback : given;
    if ((state.window.answered & bit) != 0)
      return Refuse(RefusalCode::kAlreadyAnswered, refusals::kOnceOnly, given.seat);
    if (by_timeout) {
      if ((state.window.active & bit) == 0)
        return Refuse(RefusalCode::kNotAsked, refusals::kNotAskedNow, given.seat);
      response.choices.Clear();
      offers::OffersTo(asking, records, given.seat, response.choices);
      FindDefault(asking, given.seat, fallback);
      if (trace != nullptr) trace->played = fallback;
    }

    const HotNode::Answer* answer = FindAnswer(asking, action);
    if (answer == nullptr) return;  // refused
    if (!by_timeout && !CheckPayload(*answer, action)) return;
    if (observer != nullptr) observer->OnValid(action, nullptr);

    // A caller may pass `response.defaults[i]` as the action. StoreAndDecide overwrites the
    // defaults, so copy the seat.
    const Seat seat = given.seat;
    const Snapshot snapshot(records, flow.layout().size());
    try {
      StoreAndDecide(asking, *answer, action, by_timeout);
    } catch (...) {
      Broken(seat, &snapshot);
    }
  }

  // The action of a timeout, which is one of the offers.
  void FindDefault(const HotNode& asking, Seat seat, Action& fallback) {
    offers::FindDefault(flow, asking, records, seat, response.choices, fallback);
    const Offer* offer = response.choices.Find(seat, fallback.node);
    if (offer == nullptr || offer->domain.Contains(fallback)) return;
    broken = &flow.hot_nodes_[fallback.node];
    broken_in = "Suggest";
    throw std::logic_error("it chose what is not offered; Suggest must choose from the domain");
  }

  // The window's answer that matches the action. Null: the action was refused.
  const HotNode::Answer* FindAnswer(const HotNode& asking, const Action& action) {
    const FlowState& state = records.flow();
    const SeatMask bit = MaskOf(action.seat);
    const std::size_t actor = offers::ActorOf(records);
    bool any = false;
    const HotNode::Answer* match = nullptr;
    for (const HotNode::Answer& answer : asking.answers) {
      if (answer.node != action.node) continue;
      any = true;
      if ((answer.asked[actor] & bit) == 0) continue;
      match = &answer;
      if ((state.window.offered[action.seat] >> answer.place & 1) != 0 &&
          (state.window.active & bit) != 0)
        return match;
    }
    if (!any) {
      Refuse(RefusalCode::kNoEdge, refusals::kNotNow, action.seat);
    } else if (match == nullptr) {
      Refuse(RefusalCode::kWrongSeat, refusals::kNotYours, action.seat);
    } else if ((state.window.asked & bit) != 0 && (state.window.active & bit) == 0) {
      Refuse(RefusalCode::kNotAsked, refusals::kNotAskedNow,
             action.seat);  // asked in turn, and its turn has not come
    } else {
      const Reason* why = nullptr;
      if (!offers::Hold(match->guards, records, action.seat, &why)) {
        Refuse(RefusalCode::kGuardFalse, *why, action.seat);
      } else {
        const Reason* reason = flow.WhyNot(records, action.seat, action.node);
        Refuse(
            (state.window.asked & bit) == 0 ? RefusalCode::kNotAsked : RefusalCode::kInvalidPayload,
            reason != nullptr ? *reason : refusals::kNotAskedNow, action.seat);
      }
    }
    return nullptr;
  }

  // Valid: the action must be in the domain that the node offers.
  bool CheckPayload(const HotNode::Answer& answer, const Action& action) {
    const HotNode& node = *answer.to;
    Domain& domain = response.choices.Next().domain;  // scratch space that is already allocated
    if (node.impl->payload() == Domain::kNothing) {
      domain.kind = Domain::kNothing;
    } else {
      const std::uint32_t stronger = (1u << answer.place) - 1;
      offers::OfferOf(node, records, action.seat,
                      (records.flow().window.offered[action.seat] & stronger) != 0, domain);
    }
    if (domain.Contains(action)) return true;
    CheckKind(answer, action.seat);
    const Reason* why = &refusals::kWrongPayload;
    if (domain.kind == Domain::kPiece && action.count == 1) WhyNotPiece(node, action, &why);
    Refuse(RefusalCode::kInvalidPayload, *why, action.seat);
    return false;
  }

  // Offers of another kind than payload() are a fault of the node, not of the action.
  [[gnu::noinline]] void CheckKind(const HotNode::Answer& answer, Seat seat) {
    Domain offered;
    const Domain::Kind says = answer.to->impl->payload();
    if (says != Domain::kNothing ||
        !offers::OfferOf(*answer.to, records, seat, /*has_other_offer=*/true, offered) ||
        offered.kind == says)
      return;
    broken = answer.to;
    broken_in = "payload";
    throw std::logic_error(PayloadFault(says, offered.kind));
  }

  // Finds the condition that removed this piece from the offer.
  void WhyNotPiece(const HotNode& node, const Action& action, const Reason** why) const {
    Domain domain;
    OfferSink sink(domain, true);
    node.impl->Offers(records, action.seat, sink);
    if (action.pieces[0] >= kMaxPieces || (domain.mask & MaskOf(action.pieces[0])) == 0) return;
    for (const Test& test : node.conditions) {
      domain.mask &= test.Allow(records, action.seat, domain.mask);
      if ((domain.mask & MaskOf(action.pieces[0])) != 0) continue;
      *why = &test.condition->WhyNot();
      return;
    }
  }

  void StoreAndDecide(const HotNode& asking, const HotNode::Answer& answer, const Action& action,
                      bool by_timeout) {
    FlowState& state = records.flow();
    const Window& window = *asking.window;
    const SeatMask bit = MaskOf(action.seat);
    ++state.version;
    state.auto_seats =
        by_timeout ? state.auto_seats | bit : state.auto_seats & static_cast<SeatMask>(~bit);
    StoreAnswer(answer.place, action);
    const Decision decision = Decide(window, state.window, state.actor, flow.seats());
    if (!decision.decided) {
      if (asking.acts_on_kept_answers) KeepAnswer(asking, action);
      FillRest(asking, Status::kWaits);
      return;
    }
    RunDecision(decision);
    if (chance != nullptr) chance->CheckTaken();
  }

  void KeepAnswer(const HotNode& asking, const Action& action) {
    FlowState& state = records.flow();
    if (asking.window->in_turn) state.window.active = NextInTurn(state);
    if (asking.watcher == nullptr) return;
    NodeIndex follow = kNoNode;
    Step step(records, action, {}, 0, flow, response, follow, chance);
    asking.watcher->OnKeptAnswer(step);
  }

  void StoreAnswer(std::uint8_t place, const Action& action) {
    WindowState& window = records.flow().window;
    window.answered |= MaskOf(action.seat);
    window.active &= static_cast<SeatMask>(~MaskOf(action.seat));
    StoredAnswer& answer = window.answers[action.seat];
    answer = {};
    answer.edge = place;
    answer.count = action.count;
    for (int i = 0; i < action.count; ++i) answer.pieces[i] = action.pieces[i];
    answer.value = action.value;
  }

  SeatMask NextInTurn(const FlowState& state) const {
    const SeatMask open = state.window.asked & static_cast<SeatMask>(~state.window.answered);
    for (int i = 1; i <= flow.seats(); ++i) {
      const Seat seat = SeatAfter(state.actor, i, flow.seats());
      if ((open & MaskOf(seat)) != 0) return MaskOf(seat);
    }
    return static_cast<SeatMask>(open & -open);  // bystanders: the lowest first
  }

  // ---- Running ----

  void RunNode(const HotNode& node, const Action& action, std::span<const Action> winners,
               int index, NodeIndex& follow) {
    if (trace != nullptr) {
      if (trace->path_length < TraceEntry::kMaxPath) {
        trace->path[trace->path_length++] = node.index;
      } else if (trace->path_length < 255) {
        ++trace->path_length;
      }
    }
    Step step(records, action, winners, index, flow, response, follow, chance);
    if (observer != nullptr) return Watch(node, step);
    const HotNode::Call* call = node.calls.data();
    try {
      for (const HotNode::Call* const end = call + node.calls.size(); call != end; ++call)
        call->run(*call->part, step);
    } catch (...) {
      broken = &node;
      broken_in = HookName(call->hook).data();
      throw;
    }
  }

  // Runs `ask`, a question to code of `node` that is no hook. Notes where it throws.
  template <typename Ask>
  auto Asking(const HotNode& node, const char* in, Ask&& ask) {
    try {
      return ask();
    } catch (...) {
      broken = &node;
      broken_in = in;
      throw;
    }
  }

  // Runs the nine hooks after Valid and notifies the observer. Separate, so that the unobserved
  // path stays fast.
  void Watch(const HotNode& node, Step& step) {
    observer->OnNode(node.index, step.seat);
    auto next = node.calls.begin();
    const auto comes = [&](Hook hook) { return next != node.calls.end() && next->hook == hook; };
    const auto run = [&] {
      const HotNode::Call& call = *next++;
      Asking(node, HookName(call.hook).data(), [&] { call.run(*call.part, step); });
    };
    for (int h = 1; h < kHooks; ++h) {
      const Hook hook = static_cast<Hook>(h);
      observer->BeforeHook(hook, -1);
      if (comes(hook) && next->part == node.impl) run();
      observer->AfterHook();
      for (int place = 0; comes(hook); ++place) {
        observer->BeforeHook(hook, place);
        run();
        observer->AfterHook();
      }
    }
  }

  // Converts the stored answer of `seat` to an action.
  void ReadAnswer(const HotNode& asking, Seat seat, Action& action) const {
    const StoredAnswer& kept = records.flow().window.answers[seat];
    action.node = asking.answers[kept.edge].node;
    action.seat = seat;
    action.count = kept.count;
    action.pieces = kept.pieces;
    action.ask = records.flow().window.ask;
    action.value = kept.value;
  }

  // Runs the passes of the decided window, then its winners or the node of its abort, and goes on
  // to the next rest. If all have passed, the flow goes on from the node that asked. A window on
  // the way that decides at once (auto_single) is run in the same way.
  void RunDecision(const Decision& first) {
    Decision decision = first;
    for (;;) {
      FlowState& state = records.flow();
      const HotNode& asking = flow.hot_nodes_[state.node];
      state.window.winners = decision.winners;
      if (trace != nullptr) trace->winners = decision.winners;

      // In turn order after the actor, then bystanders. Usually there is one.
      boost::container::static_vector<Action, kMaxSeats> winners;
      const auto add = [&](Seat seat) { ReadAnswer(asking, seat, winners.emplace_back()); };
      if ((decision.winners & (decision.winners - 1)) == 0) {
        ForEachSeat(decision.winners, add);
      } else {
        for (int i = 1; i <= flow.seats(); ++i) {
          const Seat seat = SeatAfter(state.actor, i, flow.seats());
          if ((decision.winners & MaskOf(seat)) != 0) add(seat);
        }
        ForEachSeat(static_cast<SeatMask>(decision.winners >> flow.seats() << flow.seats()), add);
      }
      const std::span<const Action> all(winners.data(), winners.size());

      // A pass has hooks like any answer. They run before those of the winners.
      ForEachSeat(asking.passes != 0 ? state.window.answered : SeatMask{0}, [&](Seat seat) {
        const HotNode::Answer& answer = asking.answers[state.window.answers[seat].edge];
        if (!answer.pass) return;
        Action pass;
        ReadAnswer(asking, seat, pass);
        NodeIndex unused = kNoNode;
        RunNode(*answer.to, pass, all, 0, unused);
        MLF_CHECK(unused == kNoNode,
                  answer.to->node->id +
                      " is a pass and calls Step::Follow; after a pass then: of " +
                      asking.node->id + " goes on, so name the node there");
      });

      const HotNode* at = &asking;
      NodeIndex follow = kNoNode;
      bool ask = false;
      if (decision.abort_to != kNoNode) {
        at = &flow.hot_nodes_[decision.abort_to];
        ask = true;
        RunNode(*at, {.node = at->index, .seat = state.actor}, {}, 0, follow);
      } else if (!all.empty()) {
        at = &flow.hot_nodes_[all[0].node];
        ask = true;
        for (std::size_t i = 0; i < all.size(); ++i) {
          MLF_CHECK(all[i].node == at->index, "two different answers won one window");
          if (all[i].seat < flow.seats())
            state.actor = all[i].seat;  // a bystander never becomes the actor
          RunNode(*at, all[i], all, static_cast<int>(i), follow);
        }
      }
      if (!RunToRest(at, ask, follow, decision)) return;
    }
  }

  // Goes on from `at`, whose hooks have run, to the next rest. `ask`: the window of `at` may open;
  // false after everybody has passed it. Returns true when a window decided at once (auto_single);
  // `decision` then holds its result.
  bool RunToRest(const HotNode* at, bool ask, NodeIndex follow, Decision& decision) {
    FlowState& state = records.flow();
    int last_remaining = -1;
    for (int steps = 0;; ++steps) {
      if (steps >= kMaxSystemSteps) [[unlikely]]
        NeverRests(*at);
      if (ask && at->window != nullptr && Open(*at)) {
        const Window& window = *at->window;
        if (window.auto_single && TakeSole(window)) {
          decision = Decide(window, state.window, state.actor, flow.seats());
          MLF_CHECK(decision.decided, "a sole answer left its window open");
          return true;
        }
        FillRest(*at, Status::kRests);
        return false;
      }
      ask = true;
      const HotNode* next = NextOf(*at, follow);
      if (next == nullptr) {
        if (!at->node->end) [[unlikely]]
          HasNoWayOn(*at);
        state.over = 1;
        state.node = at->index;
        state.window.asked = state.window.active = 0;
        response.status = Status::kOver;
        FillHead();
        return false;
      }
      at = next;
      follow = kNoNode;
      const Node& node = *at->node;
      if (!node.consumes.empty()) {
        const int remaining =
            Asking(*at, "Remaining", [&] { return at->impl->Remaining(records); });
        if (last_remaining >= 0 && remaining >= last_remaining) [[unlikely]]
          UsesNothingUp(node, last_remaining, remaining);
        last_remaining = remaining;
      }
      RunNode(*at, {.node = at->index, .seat = state.actor}, {}, 0, follow);
    }
  }

  // The target of the system edge to take from `at`. If a hook named `follow`, only edges to it
  // count.
  const HotNode* NextOf(const HotNode& at, NodeIndex follow) {
    const Seat actor = records.flow().actor;
    for (const HotNode::Next& next : at.then) {
      if (follow != kNoNode && next.to->index != follow) continue;
      if (next.guards.empty()) return next.to;
      leaving = &at;
      const bool holds = offers::Hold(next.guards, records, actor);
      leaving = nullptr;
      if (holds) return next.to;
    }
    if (follow != kNoNode) [[unlikely]]
      NamesNoTarget(at);
    return nullptr;
  }

  // What a flow does wrong, in words. Apart, because RunToRest runs for each action.
  [[noreturn, gnu::noinline, gnu::cold]] static void NeverRests(const HotNode& last) {
    MLF_CHECK(false, "the system steps do not end: " + std::to_string(kMaxSystemSteps) +
                         " nodes ran without a question, the last of them " + last.node->id +
                         "; a node of the cycle must use something up (consumes: and Remaining)");
  }
  [[noreturn, gnu::noinline, gnu::cold]] static void HasNoWayOn(const HotNode& at) {
    MLF_CHECK(false, "no way on from " + at.node->id +
                         ": no edge of its then: holds; end the list with one without if:");
  }
  [[noreturn, gnu::noinline, gnu::cold]] static void UsesNothingUp(const Node& node, int before,
                                                                   int now) {
    MLF_CHECK(false, node.id + " was to use up " + node.consumes +
                         " and has not: " + std::to_string(before) + " were left before and " +
                         std::to_string(now) + " are left now");
  }
  [[noreturn, gnu::noinline, gnu::cold]] static void NamesNoTarget(const HotNode& at) {
    MLF_CHECK(false, "a hook of " + at.node->id + " names a node that no edge leads to now");
  }

  // Opens the window of `asking` if at least one seat has an offer. Returns whether it opened.
  bool Open(const HotNode& asking) {
    offering = &asking;
    FlowState& state = records.flow();
    response.choices.Clear();
    std::array<std::uint32_t, kMaxSeats> offered;  // valid for the seats in `asked`
    SeatMask asked = 0;
    const auto ask = [&](Seat seat, std::uint32_t may) {
      offered[seat] = offers::OffersTo(asking, records, seat, response.choices, may);
      if (offered[seat] != 0) asked |= MaskOf(seat);
    };
    const std::size_t actor = offers::ActorOf(records);
    if (asking.asked[actor] == 0) return false;
    if ((asking.asked[actor] & (asking.asked[actor] - 1)) == 0) {
      ask(static_cast<Seat>(std::countr_zero(asking.asked[actor])), ~0u);
    } else {
      // Most claims are impossible. MayOffer rules out seats for all of them at once, which is
      // cheaper than one Offers call per seat.
      std::array<std::uint32_t, kMaxSeats> may{};
      for (const HotNode::Answer& answer : asking.answers) {
        if (answer.pass) continue;
        ForEachSeat(answer.to->impl->MayOffer(records, answer.asked[actor]),
                    [&](Seat seat) { may[seat] |= 1u << answer.place; });
      }
      ForEachSeat(asking.asked[actor], [&](Seat seat) {
        if (may[seat] != 0) ask(seat, may[seat] | asking.passes);
      });
    }
    if (flow.critical_setter() != nullptr && asked != 0)
      asked &= flow.critical_setter()->Rest(records, asking.index, asked);
    if (asked == 0) return false;
    state.node = asking.index;
    state.window = {};
    state.window.ask = ++state.asks;
    state.window.asked = asked;
    ForEachSeat(asked, [&](Seat seat) { state.window.offered[seat] = offered[seat]; });
    state.window.active = asking.window->in_turn ? NextInTurn(state) : asked;
    return true;
  }

  // auto_single: a single seat with a single possible action is not asked.
  [[gnu::noinline]] bool TakeSole(const Window& window) {
    const SeatMask asked = records.flow().window.asked;
    if (std::popcount(asked) != 1) return false;
    const Seat seat = static_cast<Seat>(std::countr_zero(asked));
    const std::span<const Offer> offers = response.choices.Of(seat);
    if (offers.size() != 1 || offers[0].domain.Count() != 1) return false;
    const Action action = response.choices.Nth(seat, 0, records.flow().window.ask);
    for (const Edge& answer : window.answers) {
      if (answer.to == action.node &&
          (records.flow().window.offered[seat] >> answer.answer & 1) != 0)
        StoreAnswer(answer.answer, action);
    }
    return true;
  }

  static std::uint32_t ShownAsk(const Flow& flow, const Records& records, Seat seat) {
    const FlowState& state = records.flow();
    const WindowWatcher* watcher =
        state.node == kNoNode ? nullptr : flow.hot_nodes_[state.node].watcher;
    return state.window.ask - (watcher == nullptr ? 0 : watcher->HiddenWindows(records, seat));
  }

  void FillHead() {
    const FlowState& state = records.flow();
    response.version = state.version;
    response.ask = state.window.ask;
    response.node = state.node;
    response.asked = state.window.active;
    if (trace != nullptr) {
      trace->version = state.version;
      trace->rest = state.node;
    }
  }

  // Fills the response at a rest: who may answer now, and with what.
  void FillRest(const HotNode& asking, Status status) {
    const FlowState& state = records.flow();
    response.status = status;
    FillHead();
    response.deadline_ms = asking.window->deadline_ms;
    // A newly opened window has filled the choices already. They are wrong if some seats must wait
    // for their turn or the critical setter removed seats.
    const bool choices_filled = status == Status::kRests &&
                                state.window.active == state.window.asked &&
                                flow.critical_setter() == nullptr;
    if (!choices_filled) {
      response.choices.Clear();
      ForEachSeat(state.window.active,
                  [&](Seat seat) { offers::OffersTo(asking, records, seat, response.choices); });
    }
    ForEachSeat(state.window.active, [&](Seat seat) {
      offers::FindDefault(flow, asking, records, seat, response.choices, response.defaults[seat]);
    });
  }

  // Runs from `first`, with `state` as the engine's own part of the records.
  void Begin(const FlowState& state, const Action& first) {
    const Snapshot snapshot(records, flow.layout().size());
    try {
      records.flow() = state;
      if (chance != nullptr) chance->BeginMatch(records);
      NodeIndex follow = kNoNode;
      Decision decision;
      if (trace != nullptr) trace->action = trace->played = first;
      const HotNode& node = flow.hot_nodes_[first.node];
      RunNode(node, first, {}, 0, follow);
      if (RunToRest(&node, true, follow, decision)) RunDecision(decision);
      if (chance != nullptr) chance->CheckTaken();
    } catch (...) {
      Broken(kNoSeat, &snapshot);
    }
  }
};

// ---- Flow ----

std::uint32_t ShownAsk(const Flow& flow, const Records& records, Seat seat) {
  return Engine::ShownAsk(flow, records, seat);
}

void Flow::Start(Records& records, std::uint64_t seed, Response& response, Trace* trace) const {
  BeginMatch(records, seed, nullptr, response, trace);
}

void Flow::Start(Records& records, Chance& chance, Response& response, Trace* trace) const {
  ChanceInUse in_use(chance);
  BeginMatch(records, 0, &in_use, response, trace);
}

void Flow::BeginMatch(Records& records, std::uint64_t seed, ChanceInUse* chance, Response& response,
                      Trace* trace) const {
  response.Clear();
  TraceEntry* entry = trace == nullptr ? nullptr : &trace->Push();
  Engine engine{*this, records, response, entry, trace == nullptr ? nullptr : trace->observer(),
                chance};
  if (records.flow().fingerprint != fingerprint_)
    return engine.Refuse(RefusalCode::kInternal, refusals::kOtherFlow, kNoSeat);
  FlowState state;
  state.fingerprint = fingerprint_;
  state.match_seed = seed;
  engine.Begin(state, {.node = entry_, .seat = 0});
}

void Flow::Enter(Records& records, NodeIndex node, Seat actor, Response& response,
                 Trace* trace) const {
  response.Clear();
  TraceEntry* entry = trace == nullptr ? nullptr : &trace->Push();
  Engine engine{*this, records, response, entry, trace == nullptr ? nullptr : trace->observer()};
  if (records.flow().fingerprint != fingerprint_)
    return engine.Refuse(RefusalCode::kInternal, refusals::kOtherFlow, kNoSeat);
  if (node >= nodes_.size())
    return engine.Refuse(RefusalCode::kUnknownAction, refusals::kUnknownNode, kNoSeat);
  if (actor < 0 || actor >= seats_)
    return engine.Refuse(RefusalCode::kWrongSeat, refusals::kNoSuchSeat, kNoSeat);
  FlowState state = records.flow();
  state.actor = actor;
  engine.Begin(state, {.node = node, .seat = actor});
}

void Flow::ProcessActionNode(Records& records, const Action& action, Response& response,
                             Trace* trace, Chance* chance) const {
  if (chance == nullptr) return Engine::Take(*this, records, action, response, trace, nullptr);
  ChanceInUse in_use(*chance);
  Engine::Take(*this, records, action, response, trace, &in_use);
}

Response Flow::ProcessActionNode(Records& records, const Action& action) const {
  Response response;
  ProcessActionNode(records, action, response);
  return response;
}

}  // namespace mlf
