/// \file
/// StateText: reads and writes the named state of a part (void suits, laizi, coins), for positions,
/// `mlf score` and views. A mixin beside the part's role, found among the parts of the flow.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/flow/value.h>

#include <optional>
#include <string>
#include <string_view>

namespace mlf {

/// The name of a state for people: {"定缺", "void suit"}.
struct StateLabel {
  std::string_view zh;
  std::string_view en;
  /// What a number stands for where pages do not show the number: "seat", or "round" (0 = East 1).
  std::string_view is = {};
};

class StateText {
 public:
  virtual ~StateText() = default;
  /// The key under `state:` ("void", "flowers", "ready").
  virtual std::string_view StateKey() const = 0;
  /// What pages write beside it; empty = its key.
  virtual StateLabel Label() const { return {}; }
  /// True if the state has one value per seat (written as a list, or for one seat); false if it
  /// belongs to the table.
  virtual bool PerSeat() const = 0;
  /// Sets the state. `seat` is kNoSeat for the table's state. Returns the text of a fault, or
  /// nothing.
  virtual std::optional<std::string> ReadState(Records& records, Seat seat,
                                               const Value& value) const = 0;
  /// The state as `viewer` may see it (kNoSeat = everything); null = nothing to show.
  virtual Value WriteState(const Records& records, Seat seat, Seat viewer) const = 0;
};

}  // namespace mlf
