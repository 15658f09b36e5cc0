/// \file
/// Validation: how slots and parts say what holds of a table at rest, so that Flow::Validate can
/// refuse damaged bytes before anything reads them.
///
///   void Check(const Validation& check) const;         of a slot struct: its own fields
///   void CheckRecords(const Validation& check) const;  of a part: its parameters, several slots
///
/// Both are a row of `check.Require(condition, "what must hold")`; the first that fails ends the
/// validation. Slots are checked before parts, so a part may use the slots as they are. A slot that
/// looks into another slot must not use its numbers as an index.
///
/// State with all bytes zero must pass: it is what an unused slot holds, and what stands in the
/// records before the match starts.
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

  /// Refuses the records unless `holds`. `what` is what must hold: "the river has at most 144
  /// tiles".
  void Require(bool holds, std::string_view what) const {
    if (!holds) [[unlikely]]
      Fail(what);
  }
  /// The same of a seat, person, place or entry; its number is added to the message.
  void Require(bool holds, std::string_view what, int number) const {
    if (!holds) [[unlikely]]
      Fail(what, number);
  }
  /// Room that nothing uses is zero, as records compare as bytes.
  template <typename Room>
  void RequireZero(const Room& room, std::string_view what) const {
    Require(std::ranges::all_of(std::as_bytes(std::span(room)),
                                [](std::byte byte) { return byte == std::byte{0}; }),
            what);
  }
  /// The value kept for each seat: nothing for seats that the flow has not.
  template <typename OfSeat>
  void RequireSeatsOnly(const OfSeat& of_seat, std::string_view what) const {
    RequireZero(std::span(of_seat).subspan(static_cast<std::size_t>(flow.seats())), what);
  }

  SeatMask Seats() const { return static_cast<SeatMask>((1u << flow.seats()) - 1); }
  bool IsSeat(int seat) const { return seat >= 0 && seat < flow.seats(); }

  /// What Require throws; Flow::Validate makes it a fault.
  struct Damage {
    std::string what;
  };

 private:
  [[noreturn]] static void Fail(std::string_view what);
  [[noreturn]] static void Fail(std::string_view what, int number);
};

}  // namespace mlf
