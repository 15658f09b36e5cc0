/// \file
/// StateText: a part that keeps state of its own (void suits, laizi, missed wins) says and reads it
/// by name: in positions, in `mlf score`, in views. A mixin beside the part's role; found by
/// looking through the flow's parts.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/flow/value.h>

#include <optional>
#include <string>
#include <string_view>

namespace mlf::table {

class StateText {
 public:
  virtual ~StateText() = default;
  /// The key under `state:` ("void", "flowers", "ready").
  virtual std::string_view StateKey() const = 0;
  /// True when the state is one value per seat (given as a list, or for one seat); false when it is
  /// the table's.
  virtual bool PerSeat() const = 0;
  /// Sets it; `seat` is kNoSeat for the table's. The text of the fault, or nothing.
  virtual std::optional<std::string> ReadState(Records& records, Seat seat,
                                               const Value& value) const = 0;
  /// What `viewer` may know of it (kNoSeat = everything); null = nothing to tell.
  virtual Value WriteState(const Records& records, Seat seat, Seat viewer) const = 0;
};

}  // namespace mlf::table
