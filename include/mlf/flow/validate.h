/// \file
/// Validation: slots and parts state the conditions of a table at rest. Flow::Validate uses them to
/// refuse damaged bytes before anything reads them.
///
///   void Check(const Validation& check) const;         of a slot: its own fields
///   void CheckRecords(const Validation& check) const;  of a part: its parameters and several slots
///
/// Both call `check.Require(condition, "what must hold")`; the first failure ends the validation.
/// Slots are checked before parts, so parts may rely on valid slots. A slot that reads another slot
/// must not use its numbers as an index.
///
/// A state of all zero bytes must pass: unused slots hold it, and so do records before the match
/// starts.
#pragma once

#include <mlf/flow/flow.h>

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <span>
#include <string>
#include <string_view>

namespace mlf {

class Validation {
 public:
  Validation(const Flow& f, const Records& r) : flow(f), records(r) {}

  const Flow& flow;
  const Records& records;

  /// Refuses the records unless `holds`. `what` is the condition: "the river has at most 144
  /// tiles".
  void Require(bool holds, std::string_view what) const {
    if (!holds) [[unlikely]]
      Fail(what);
  }
  /// Like the first, for a seat, person, place or entry. The message includes `number`.
  void Require(bool holds, std::string_view what, int number) const {
    if (!holds) [[unlikely]]
      Fail(what, number);
  }
  /// Unused capacity must be zero, because records compare as bytes.
  template <typename Room>
  void RequireZero(const Room& room, std::string_view what) const {
    Require(std::ranges::all_of(std::as_bytes(std::span(room)),
                                [](std::byte byte) { return byte == std::byte{0}; }),
            what);
  }
  /// In an array with one value per seat, the entries beyond the flow's seats must be zero.
  template <typename OfSeat>
  void RequireSeatsOnly(const OfSeat& of_seat, std::string_view what) const {
    RequireZero(std::span(of_seat).subspan(static_cast<std::size_t>(flow.seats())), what);
  }

  SeatMask Seats() const { return static_cast<SeatMask>((1u << flow.seats()) - 1); }
  bool IsSeat(int seat) const { return seat >= 0 && seat < flow.seats(); }

  /// Thrown by Require; Flow::Validate converts it to a fault.
  struct Damage {
    std::string what;
  };

 private:
  [[noreturn]] static void Fail(std::string_view what);
  [[noreturn]] static void Fail(std::string_view what, int number);
};

}  // namespace mlf
