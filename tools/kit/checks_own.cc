// Checks of parts that a game writes itself: events that show a secret, and a setter of critical
// nodes that lets a window never open.
#include "tools/kit/checks_own.h"

#include <fmt/format.h>
#include <mlf/flow/may_decline.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace mlf::tools {
namespace {

// The events of a response as `viewer` sees them.
std::string Told(const Flow& flow, const std::vector<Event>& events, Seat viewer) {
  std::string text;
  for (const Event& event : events) {
    if (const auto seen = Seen(event, Viewer::Of(viewer), flow.seats()))
      text += (text.empty() ? "" : "; ") + FormatEvent(flow, *seen, Viewer::Of(viewer), Lang::kEn);
  }
  return text.empty() ? "nothing" : text;
}

// One of the actions that `choices` offers the seat.
Action AnyAction(const Choices& choices, Seat seat, std::uint32_t ask, Stream& random) {
  const std::uint64_t count = std::min<std::uint64_t>(choices.Count(seat), 64);
  return choices.Nth(seat, random.Below(static_cast<std::uint32_t>(count)), ask);
}

}  // namespace

// ---- events that show a secret ----

SecretWatch::SecretWatch(const Flow& flow)
    : flow_(flow), sight_(flow), size_(static_cast<std::size_t>(flow.layout().size())) {
  has_secrets_ = !table::FindSlot<table::Board>(flow) &&
                 std::ranges::any_of(flow.parts(), [](const auto& part) {
                   return dynamic_cast<const HiddenState*>(part.get()) != nullptr;
                 });
}

void SecretWatch::Check(const Records& records, const Response& response, std::uint64_t seed,
                        Findings& findings) {
  if (!has_secrets_ || response.asked == 0 || records.flow().over != 0) return;
  const std::uint32_t version = records.flow().version;
  if (const auto other = earlier_.find(version); other != earlier_.end()) {
    std::uint32_t counter = 0;
    Stream random(StreamSeed(seed, "secrets"), counter);
    ForEachSeat(response.asked, [&](Seat seat) {
      Compare(records, other->second, seat, response, random, findings);
    });
  }
  earlier_.insert_or_assign(version, records);
}

bool SecretWatch::Exchange(const Records& records, const Records& other, Seat viewer,
                           Records& exchanged) const {
  Records seen, seen_other;
  sight_.Fill(records, viewer, seen);
  sight_.Fill(other, viewer, seen_other);
  exchanged = records;
  for (std::size_t i = sizeof(FlowState); i < size_; ++i) {
    if (records.bytes[i] != seen.bytes[i] || other.bytes[i] != seen_other.bytes[i])
      exchanged.bytes[i] = other.bytes[i];
  }
  return !Same(exchanged, records) && LookSame(exchanged, records, viewer) &&
         !flow_.Validate(exchanged);
}

bool SecretWatch::Same(const Records& a, const Records& b) const {
  return std::memcmp(a.bytes.data(), b.bytes.data(), size_) == 0;
}

bool SecretWatch::LookSame(const Records& a, const Records& b, Seat viewer) const {
  Records seen_a, seen_b;
  sight_.Fill(a, viewer, seen_a);
  sight_.Fill(b, viewer, seen_b);
  return Same(seen_a, seen_b);
}

void SecretWatch::Compare(const Records& records, const Records& other, Seat viewer,
                          const Response& response, Stream& random, Findings& findings) const {
  Records here = records;
  Records there;
  if (!Exchange(records, other, viewer, there)) return;
  const Action action = AnyAction(response.choices, viewer, records.flow().window.ask, random);
  Response answer_here, answer_there;
  flow_.ProcessActionNode(here, action, answer_here);
  flow_.ProcessActionNode(there, action, answer_there);
  if (!answer_here.ok() || !answer_there.ok() || !LookSame(here, there, viewer)) return;
  const std::string one = Told(flow_, answer_here.events, viewer);
  const std::string two = Told(flow_, answer_there.events, viewer);
  if (one == two) return;
  findings.Add("leak",
               fmt::format("version {} of the match with seed {}, seat {} looking: after \"{}\" it "
                           "is told \"{}\", and \"{}\" at a table that differs only in what "
                           "HideFrom hides from it; tell an event that has a secret to its seat "
                           "alone, or let HideFrom and WriteState show what the event shows",
                           records.flow().version, records.flow().match_seed, viewer,
                           FormatAction(flow_, action), one, two));
}

// ---- windows that never open ----

SetterWatch::SetterWatch(const Flow& flow)
    : flow_(flow), entered_(flow.nodes().size()), opens_(flow.nodes().size()) {}

void SetterWatch::Note(const GameStep& step) {
  if (flow_.critical_setter() == nullptr) return;
  const int kept = std::min<int>(step.trace.path_length, TraceEntry::kMaxPath);
  for (int i = 0; i < kept; ++i) entered_[step.trace.path[static_cast<std::size_t>(i)]] = true;
  if (step.response.status == Status::kRests) opens_[step.response.node] = true;
  const auto all = static_cast<SeatMask>((1u << flow_.people()) - 1);
  for (NodeIndex node = 0; node < opens_.size(); ++node) {
    opens_[node] = opens_[node] || !flow_.node(node).window ||
                   flow_.critical_setter()->Rest(step.after, node, all) != 0;
  }
}

void SetterWatch::Report(Findings& findings) const {
  if (flow_.critical_setter() == nullptr) return;
  for (NodeIndex node = 0; node < opens_.size(); ++node) {
    if (!entered_[node] || opens_[node]) continue;
    findings.Add("critical",
                 fmt::format("the window of {} never opened: Rest of the setter under critical: "
                             "leaves no seat there in any state, so none of its answers can be "
                             "given; let Rest return a seat, or take the window out",
                             flow_.node(node).id));
  }
}

// ---- hands that do not end ----

std::vector<int> RemainingOf(const Flow& flow, const Records& records) {
  std::vector<int> remaining;
  for (const Node& node : flow.nodes())
    remaining.push_back(node.consumes.empty() ? 0 : node.impl->Remaining(records));
  return remaining;
}

std::string NotUsedUp(const Flow& flow, const std::vector<int>& before, const Records& records) {
  std::string text;
  const std::vector<int> now = RemainingOf(flow, records);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Node& node = flow.nodes()[i];
    if (node.consumes.empty() || now[i] < before[i]) continue;
    text += fmt::format(
        "; Remaining of {} was {} when the hand began and is {} now, so {} does not "
        "use up {}",
        node.id, before[i], now[i], node.id, node.consumes);
  }
  return text;
}

}  // namespace mlf::tools
