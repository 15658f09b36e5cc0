/// \file
/// Persons (晃): more persons than seats. Records who sits where, the order of those waiting, and
/// the horses they have looked at (买马).
///
/// A party of the ledger is a place: the seats, then the queue, longest waiting first. Points
/// belong to places during a hand. If persons change places, their scores move with them when the
/// next hand starts.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct Persons {
  static constexpr std::string_view kSlot = "persons";
  static constexpr Scope kScope = Scope::kMatch;

  table::PerParty<std::uint8_t> at{};  ///< 1 + the person at each place; all 0 = the initial order
  table::PerParty<std::uint8_t> next{};  ///< 1 + the person there from the next hand; 0 = no change

  void Check(const Validation& check) const;
};

/// The tile that each party looked at before play, as 1 + tile; 0 = no bet.
struct Horses {
  static constexpr std::string_view kSlot = "horses";
  static constexpr Scope kScope = Scope::kHand;
  table::PerParty<std::uint8_t> tile{};

  void Check(const Validation& check) const;
};

/// The role of the variant's shared part `persons`: the number of participants.
class PersonRule : public Part {
 public:
  static constexpr std::string_view kRole = "persons";

  virtual int Count() const = 0;
  /// Number of persons without a seat.
  virtual int Waiting() const = 0;
  /// The person at a place.
  virtual int At(const Records& records, int place) const = 0;
};

/// Persons without a seat wait in a queue. State key in positions and views: `persons: [0, 1, 4, 3,
/// 2]`, seats first, then the queue.
class QueueRule final : public PersonRule, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"persons", 1, "参加的人数；比座位多的人排队等着",
                                  "how many persons take part; who has no seat waits in a queue"};

  explicit QueueRule(Params& params);

  int Count() const override { return count_; }
  int Waiting() const override { return count_ - seats_; }
  int At(const Records& records, int place) const override;

  std::string_view StateKey() const override { return "persons"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

  void CheckRecords(const Validation& check) const override;

 private:
  Slot<Persons> persons_;
  int seats_;
  int count_;
};

}  // namespace mlf::logic
