// The named state of parts (StateText): what is written can be read again, and a secret that is
// not written for a seat is not in the records that bots of the seat read.
#include "tools/kit/checks.h"

#include <fmt/format.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/state_text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/sight.h>

#include <numeric>
#include <vector>

namespace mlf::tools {
namespace {

class States {
 public:
  States(const Flow& flow, const Records& started, const Records& records, Seat viewer,
         Findings& findings)
      : flow_(flow), started_(started), records_(records), viewer_(viewer), findings_(findings) {
    table::Sight(flow).Fill(records, viewer, seen_);
    together_ = Together();
  }

  void Check(const StateText& state) {
    const std::vector<Seat> seats = SeatsOf(state);
    try {
      CheckRead(state, seats);
      for (const Seat seat : seats) CheckHidden(state, seat);
    } catch (const std::exception& error) {
      Say("throws", state, kNoSeat, fmt::format("throws: {}", error.what()));
    }
  }

 private:
  // kNoSeat alone for a state of the table.
  std::vector<Seat> SeatsOf(const StateText& state) const {
    if (!state.PerSeat()) return {kNoSeat};
    std::vector<Seat> seats(static_cast<std::size_t>(flow_.seats()));
    std::iota(seats.begin(), seats.end(), Seat{0});
    return seats;
  }
  void Say(std::string_view check, const StateText& state, Seat seat, const std::string& what) {
    findings_.Add(check,
                  fmt::format("version {} of the match with seed {}: the state {}{} {}",
                              records_.flow().version, records_.flow().match_seed, state.StateKey(),
                              seat == kNoSeat ? "" : fmt::format(" of seat {}", seat), what));
  }

  // A table that reads what was written has the same state. Some states can be read only by a table
  // that is dealt, others only by one that is not or together with the tiles and all other states.
  void CheckRead(const StateText& state, const std::vector<Seat>& seats) {
    const std::string fault = ReadFault(state, seats, started_);
    if (!fault.empty() && !ReadFault(state, seats, flow_.Blank()).empty() &&
        !Difference(state, seats, together_).empty())
      Say("state", state, kNoSeat, fault);
  }

  // The tiles of the table and all states, as a position gives them.
  Records Together() const {
    Records table = flow_.Blank();
    if (const auto board = table::FindSlot<table::Board>(flow_))
      (*board)(table) = (*board)(records_);
    for (const auto& part : flow_.parts()) {
      const auto* state = dynamic_cast<const StateText*>(part.get());
      if (state == nullptr) continue;
      try {
        for (const Seat seat : SeatsOf(*state)) {
          const Value value = state->WriteState(records_, seat, kNoSeat);
          if (!value.IsNull()) static_cast<void>(state->ReadState(table, seat, value));
        }
      } catch (...) {  // NOLINT(bugprone-empty-catch): Check reports it
      }
    }
    return table;
  }

  // What is wrong with the state that `table` reads; empty if nothing is.
  std::string ReadFault(const StateText& state, const std::vector<Seat>& seats, Records table) {
    for (const Seat seat : seats) {
      const Value value = state.WriteState(records_, seat, kNoSeat);
      if (value.IsNull()) continue;
      if (const auto fault = state.ReadState(table, seat, value))
        return fmt::format("is written as {}, and ReadState refuses that: {}", value.Canonical(),
                           *fault);
    }
    return Difference(state, seats, table);
  }

  std::string Difference(const StateText& state, const std::vector<Seat>& seats,
                         const Records& table) const {
    for (const Seat seat : seats) {
      const std::string text = state.WriteState(records_, seat, kNoSeat).Canonical();
      const std::string again = state.WriteState(table, seat, kNoSeat).Canonical();
      if (again != text) return fmt::format("is written as {}, and read again as {}", text, again);
    }
    return {};
  }

  // A value that the viewer is not shown differs in its copy, unless it is that of a fresh table.
  void CheckHidden(const StateText& state, Seat seat) {
    if (seat == viewer_) return;
    const std::string text = state.WriteState(records_, seat, kNoSeat).Canonical();
    if (state.WriteState(records_, seat, viewer_).Canonical() == text)
      return CheckShown(state, seat, text);
    if (state.WriteState(seen_, seat, kNoSeat).Canonical() != text) return;
    if (state.WriteState(flow_.Blank(), seat, kNoSeat).Canonical() == text) return;
    Say("state", state, seat,
        fmt::format("is {} for seat {} in the copy that its bots read, and WriteState hides it; "
                    "hide it by HiddenState too",
                    text, viewer_));
  }

  // A part does not show what it hides itself.
  void CheckShown(const StateText& state, Seat seat, const std::string& text) {
    const auto* hidden = dynamic_cast<const HiddenState*>(&state);
    if (hidden == nullptr) return;
    Records copy = records_;
    hidden->HideFrom(copy, viewer_);
    if (state.WriteState(copy, seat, viewer_).Canonical() == text) return;
    Say("state", state, seat,
        fmt::format("is shown to seat {} as {}, and HideFrom hides that; WriteState must hide it "
                    "too",
                    viewer_, text));
  }

  const Flow& flow_;
  const Records& started_;
  const Records& records_;
  Seat viewer_;
  Findings& findings_;
  Records seen_;
  Records together_;
};

}  // namespace

void CheckStates(const Flow& flow, const Records& started, const Records& records, Seat viewer,
                 Findings& findings) {
  States states(flow, started, records, viewer, findings);
  for (const auto& part : flow.parts()) {
    if (const auto* state = dynamic_cast<const StateText*>(part.get())) states.Check(*state);
  }
}

}  // namespace mlf::tools
