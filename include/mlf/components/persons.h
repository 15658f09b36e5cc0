/// \file
/// Persons (晃): more persons than seats. Who sits where, who waits in which order, and who has
/// looked at which horse (买马).
///
/// A party of the ledger is a place: the seats, then the queue, longest waiting first. Points stay
/// with places during a hand; where persons change places, their scores go with them when the next
/// hand starts.
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

  table::PerParty<std::uint8_t> at{};  ///< 1 + the person at each place; all 0 = as they came
  table::PerParty<std::uint8_t>
      next{};  ///< 1 + the person there from the next hand on; 0 = nobody moves

  void Check(const Validation& check) const;
};

/// The tile that each party has looked at before play, as 1 + tile; 0 = it does not bet.
struct Horses {
  static constexpr std::string_view kSlot = "horses";
  static constexpr Scope kScope = Scope::kHand;
  table::PerParty<std::uint8_t> tile{};

  void Check(const Validation& check) const;
};

/// The role of the variant's shared part `persons`: how many take part.
class PersonRule : public Part {
 public:
  static constexpr std::string_view kRole = "persons";

  virtual int Count() const = 0;
  /// Those who have no seat.
  virtual int Waiting() const = 0;
  /// The person at a place.
  virtual int At(const Records& records, int place) const = 0;
};

/// Who has no seat waits in a queue. In positions and views: `persons: [0, 1, 4, 3, 2]`, seats
/// first, then the queue.
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
