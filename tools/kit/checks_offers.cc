// Compares offers with acceptance: every action of a complete domain is tried on a copy of the
// table.
//
// The domain: all nodes and seats, some invalid numbers of both, and these payloads: nothing,
// single pieces, sequences, equal pieces, three or four pieces of one suit, and values from -1.
// Offered actions are listed by enumeration, so the engine's own membership test is not used twice.
#include "tools/kit/checks.h"

#include <fmt/format.h>
#include <mlf/flow/text.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace mlf::tools {
namespace {

using Key = std::tuple<int, int, int, std::array<Piece, kMaxActionPieces>,
                       std::int32_t>;  // seat, node, count, pieces, value

// Pieces of a subset may come in any order, as may the pieces of a combo.
Key KeyOf(const Action& action, Domain::Kind kind) {
  std::array<Piece, kMaxActionPieces> pieces{};
  const int count = std::min<int>(action.count, kMaxActionPieces);
  std::copy_n(action.pieces.begin(), count, pieces.begin());
  const int fixed = kind == Domain::kSubset ? 0 : kind == Domain::kCombo ? 1 : count;
  if (count > fixed) std::sort(pieces.begin() + fixed, pieces.begin() + count);
  return {action.seat, action.node, action.count, pieces, action.value};
}

class Trial {
 public:
  Trial(const Flow& flow, const Records& records, Findings& findings)
      : flow_(flow), records_(records), copy_(records), findings_(findings) {}

  std::uint64_t Run() {
    const FlowState& state = records_.flow();
    Choices choices;
    flow_.FillChoices(records_, choices);
    // A large domain (a range of a million) is enumerated in part. Actions outside `offered_` are
    // not tried.
    for (const Offer& offer : choices.All()) {
      const std::uint64_t count = std::min<std::uint64_t>(offer.domain.Count(), 5000);
      for (std::uint64_t n = 0; n < count; ++n) {
        Action action{.node = offer.node, .seat = offer.seat, .ask = state.window.ask};
        offer.domain.Nth(n, action);
        offered_.insert(KeyOf(action, offer.domain.kind));
      }
    }
    for (const Offer& offer : choices.All()) {
      if (offer.domain.kind == Domain::kRange) {
        Try({.node = offer.node,
             .seat = offer.seat,
             .ask = state.window.ask,
             .value = offer.domain.low - 1},
            false);
        Try({.node = offer.node,
             .seat = offer.seat,
             .ask = state.window.ask,
             .value = offer.domain.high + 1},
            false);
      }
      const std::uint64_t count = std::min<std::uint64_t>(offer.domain.Count(), 5000);
      for (std::uint64_t n = 0; n < count; ++n) {
        Action action{.node = offer.node, .seat = offer.seat, .ask = state.window.ask};
        offer.domain.Nth(n, action);
        Try(action);
        for (const int late : {-1, 1}) {
          Action other = action;
          other.ask = action.ask + static_cast<std::uint32_t>(late);
          Try(other);
        }
      }
    }
    FirstLook();
    for (int node = 0; node < static_cast<int>(flow_.nodes().size()); ++node) {
      for (Seat seat = -1; seat <= flow_.people(); ++seat)
        Payloads(static_cast<NodeIndex>(node), seat);
    }
    for (const int node :
         {static_cast<int>(flow_.nodes().size()), 200, static_cast<int>(kNoNode)}) {
      for (Seat seat = -1; seat <= flow_.people(); ++seat)
        Try({.node = static_cast<NodeIndex>(node), .seat = seat, .ask = state.window.ask});
    }
    for (Seat seat = -1; seat <= flow_.people(); ++seat) {
      const bool may = seat >= 0 && seat < flow_.people() && state.over == 0 &&
                       (state.window.active & MaskOf(seat)) != 0;
      Try({.node = kTimeout, .seat = seat, .ask = state.window.ask}, may);
    }
    return tried_;
  }

 private:
  // MayOffer must not exclude a seat that Offers accepts.
  void FirstLook() {
    const auto everybody = static_cast<SeatMask>((1u << flow_.people()) - 1);
    for (const Node& node : flow_.nodes()) {
      if (!node.impl->player()) continue;
      const SeatMask may = node.impl->MayOffer(records_, everybody);
      for (Seat seat = 0; seat < flow_.people(); ++seat) {
        Domain domain;
        OfferSink sink(domain, true);
        node.impl->Offers(records_, seat, sink);
        if (domain.Empty() || (may & MaskOf(seat)) != 0) continue;
        findings_.Add("offers", fmt::format("version {} of the match with seed {}: {} is offered "
                                            "to seat {}, whom MayOffer leaves out",
                                            records_.flow().version, records_.flow().match_seed,
                                            node.id, seat));
      }
    }
  }

  void Payloads(NodeIndex node, Seat seat) {
    Action action{.node = node, .seat = seat, .ask = records_.flow().window.ask};
    Try(action);
    action.value = 1;
    Try(action);
    action.value = 0;
    const bool player = flow_.node(node).impl->player();
    if (!player || seat < 0 || seat >= flow_.people()) return;
    const Domain::Kind kind = flow_.node(node).impl->payload();
    // Payloads of another form are tried in part. Every ninth piece shows that the form is refused.
    for (int piece = 0; piece < 64; piece += kind == Domain::kPiece ? 1 : 9) With(action, {piece});
    With(action, {255});
    for (int low = 0; low < kGroups * kGroupSize; low += kind == Domain::kCombo ? 1 : 12) {
      for (int taken = 0; taken < 3; ++taken) {
        const int rank = low % kGroupSize;
        if (rank + 2 < kGroupSize)
          With(action, {low + taken, low + (taken == 0 ? 1 : 0), low + (taken == 2 ? 1 : 2)});
      }
      With(action, {low, low, low});
      With(action, {low, low});
      With(action, {low, low, low, low});
    }
    if (kind == Domain::kSubset) {
      for (int group = 0; group < kGroups; ++group) Triples(action, group);
      With(action, {0, 9, 18});
      With(action, {0, 1, 9});
      With(action, {44, 45, 46});
    }
    const bool values = kind == Domain::kValue || kind == Domain::kRange || kind == Domain::kBits;
    for (std::int32_t value = -2; value < 64; value += values ? 1 : 21) {
      Action other = action;
      other.value = value;
      if (kind != Domain::kRange) Try(other);
    }
    for (const std::int32_t value : {100, 1000, 1 << 30, std::numeric_limits<std::int32_t>::max(),
                                     std::numeric_limits<std::int32_t>::min()}) {
      Action other = action;
      other.value = value;
      if (kind != Domain::kRange) Try(other);
    }
    Action full = action;  // more pieces than there is room for
    full.count = 200;
    Try(full);
  }

  void Triples(const Action& action, int group) {
    const int first = group * kGroupSize;
    for (int a = first; a < first + kGroupSize; ++a) {
      for (int b = a; b < first + kGroupSize; ++b) {
        for (int c = b; c < first + kGroupSize; ++c) With(action, {c, a, b});
      }
    }
  }

  void With(Action action, std::initializer_list<int> pieces) {
    for (const int piece : pieces) action.pieces[action.count++] = static_cast<Piece>(piece);
    Try(action);
  }

  void Try(const Action& action) {
    const bool right_ask = action.ask == records_.flow().window.ask;
    const bool node = action.node < flow_.nodes().size();
    const Domain::Kind kind = node ? flow_.node(action.node).impl->payload() : Domain::kNone;
    Try(action,
        right_ask && action.count <= kMaxActionPieces && offered_.contains(KeyOf(action, kind)));
  }

  void Try(const Action& action, bool offered) {
    ++tried_;
    flow_.ProcessActionNode(copy_, action, response_);
    const FlowState& state = records_.flow();
    const auto say = [&](std::string_view check, const std::string& what) {
      findings_.Add(check,
                    fmt::format("version {} of the match with seed {}: \"{}\" {}", state.version,
                                state.match_seed, FormatAction(flow_, action, true), what));
    };
    if (response_.ok() != offered) {
      if (offered) {
        say("offers", fmt::format("is offered and refused: {} {}", CodeName(response_.refusal.code),
                                  response_.refusal.detail));
      } else {
        say("offers", "is not offered and is accepted");
      }
    }
    if (response_.ok()) {
      if (copy_.flow().version != state.version + 1)
        say("offers", "was accepted and the version did not rise by one");
      copy_ = records_;
      return;
    }
    if (response_.refusal.reason == nullptr || response_.refusal.code == RefusalCode::kNone)
      say("refusal", "was refused without a reason");
    if (response_.refusal.code == RefusalCode::kInternal && !offered)
      say("refusal", "met a broken invariant: " + response_.refusal.detail);
    if (response_.version != state.version) say("refusal", "changed the version of the response");
    if (copy_ == records_) return;
    say("refusal", "was refused and changed the records");
    copy_ = records_;
  }

  const Flow& flow_;
  const Records& records_;
  Records copy_;
  Findings& findings_;
  Response response_;
  std::set<Key> offered_;
  std::uint64_t tried_ = 0;
};

}  // namespace

std::uint64_t CheckOffers(const Flow& flow, const Records& records, Findings& findings) {
  return Trial(flow, records, findings).Run();
}

}  // namespace mlf::tools
