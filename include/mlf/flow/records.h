/// \file
/// Records: the whole state of one table over a match, as a flat, copyable value.
///
/// FlowState comes first. After it, Build() lays out the small structs ("slots") that parts
/// declare. A slot has no padding, and unused capacity is zero, so that Records compare and hash as
/// bytes. The engine keeps no other state of a table. Bytes from outside the process must go
/// through Flow::Restore or Flow::Validate first.
#pragma once

#include <mlf/flow/action.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mlf {

inline constexpr int kMaxStreams = 8;

/// An answer stored while a window is undecided.
struct StoredAnswer {
  std::uint8_t edge = 0;  ///< index of the answer in its window
  std::uint8_t count = 0;
  std::array<Piece, kMaxActionPieces> pieces{};
  std::uint8_t reserved[2] = {};
  std::int32_t value = 0;
};

/// The open window. After its decision, its answers and winners stay until the next window opens.
struct WindowState {
  std::uint32_t ask = 0;  ///< number of the window; 0 = none yet
  SeatMask asked = 0;     ///< seats that had an offer
  SeatMask answered = 0;
  SeatMask active = 0;   ///< seats that may answer now: all open ones, or one if asked in turn
  SeatMask winners = 0;  ///< set by the decision
  std::array<std::uint32_t, kMaxSeats> offered{};  ///< bit e = answer e was offered
  std::array<StoredAnswer, kMaxSeats> answers{};
};

struct FlowState {
  std::uint64_t fingerprint = 0;  ///< of the flow that owns these records
  std::uint64_t match_seed = 0;
  std::uint32_t version = 0;  ///< rises by one per accepted action
  std::uint32_t asks = 0;     ///< windows opened so far
  std::uint32_t hand = 0;     ///< number of the hand within the match, from 0
  NodeIndex node = kNoNode;   ///< the node of the last window, or the end node when `over` is 1
  Seat actor = 0;             ///< the seat to move
  SeatMask auto_seats = 0;    ///< seats whose last answer was a timeout (托管)
  std::uint8_t over = 0;      ///< 1 = an end node has been reached
  std::array<std::uint32_t, kMaxStreams> streams{};  ///< counters of this hand's random streams
  WindowState window;
};
static_assert(std::has_unique_object_representations_v<FlowState>);

struct alignas(64) Records {
  static constexpr int kCapacity = 2048;
  std::array<std::byte, kCapacity> bytes{};

  FlowState& flow() { return *reinterpret_cast<FlowState*>(bytes.data()); }
  const FlowState& flow() const { return *reinterpret_cast<const FlowState*>(bytes.data()); }

  friend bool operator==(const Records& a, const Records& b) {
    return std::memcmp(a.bytes.data(), b.bytes.data(), kCapacity) == 0;
  }
  /// 64-bit hash of all bytes; equal on all little-endian machines.
  std::uint64_t Hash() const;
};
static_assert(std::is_trivially_copyable_v<Records>);

/// When a slot is cleared: never (kMatch), or at the start of a hand (kHand).
enum class Scope : std::uint8_t { kMatch, kHand };

/// The offset of a slot of type T. T has `static constexpr std::string_view kSlot` (its name) and
/// `static constexpr Scope kScope`, and checks itself with `void Check(const Validation&) const`.
template <typename T>
class Slot {
 public:
  Slot() = default;
  explicit Slot(std::uint16_t offset) : offset_(offset) {}
  T& operator()(Records& records) const {
    return *reinterpret_cast<T*>(records.bytes.data() + offset_);
  }
  const T& operator()(const Records& records) const {
    return *reinterpret_cast<const T*>(records.bytes.data() + offset_);
  }

 private:
  std::uint16_t offset_ = 0;
};

class Validation;  ///< validate.h

/// The layout of one flow's Records.
class Layout {
 public:
  using Check = void (*)(const std::byte* slot, const Validation& check);
  struct Entry {
    std::string name;
    Scope scope;
    std::uint16_t offset;
    std::uint16_t size;
    Check check;  ///< calls T::Check
  };

  template <typename T>
  Slot<T> Add() {
    static_assert(std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>,
                  "a slot compares and hashes as bytes");
    static_assert(alignof(T) <= 8);
    static_assert(
        requires { std::string_view(T::kSlot); },
        "a slot has `static constexpr std::string_view kSlot`, its name");
    static_assert(
        requires { Scope(T::kScope); },
        "a slot has `static constexpr Scope kScope`: kMatch, or kHand to be cleared by a deal");
    static_assert(
        requires(const T& slot, const Validation& check) { slot.Check(check); },
        "a slot says what holds of it: see include/mlf/flow/validate.h");
    return Slot<T>(AddBytes(T::kSlot, T::kScope, sizeof(T),
                            [](const std::byte* slot, const Validation& check) {
                              reinterpret_cast<const T*>(slot)->Check(check);
                            }));
  }
  const std::vector<Entry>& entries() const { return entries_; }
  int size() const { return size_; }  ///< used bytes, including FlowState
  bool fits() const { return size_ <= Records::kCapacity; }
  void ClearHand(Records& records) const;

 private:
  std::uint16_t AddBytes(std::string_view name, Scope scope, std::size_t size, Check check);

  std::vector<Entry> entries_;
  int size_ = sizeof(FlowState);
};

}  // namespace mlf
