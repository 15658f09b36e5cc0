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

#include <array>
#include <cstdint>

namespace mlf::logic {

struct Persons {
  static constexpr std::string_view kSlot = "persons";
  static constexpr Scope kScope = Scope::kMatch;

  using Places = table::PerParty<table::Maybe<std::uint8_t>>;
  Places at{};    ///< the person at each place; all none = the initial order
  Places next{};  ///< the person there from the next hand; all none = no change

  void Check(const Validation& check) const;
};

/// The tile that each party looked at before play; none = no bet.
struct Horses {
  static constexpr std::string_view kSlot = "horses";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kMostStake = 100;
  table::PerParty<table::Maybe<table::Tile>> tile{};
  table::PerParty<std::uint8_t> stake{};  ///< the multiple of each bettor; 0 = no bet

  void Check(const Validation& check) const;
};

/// The role of the variant's shared part `persons`: the number of participants.
class PersonRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "persons";

  virtual int Count() const = 0;
  /// Number of persons without a seat.
  virtual int Waiting() const = 0;
  /// The person at a place.
  virtual int At(const Records& records, int place) const = 0;
  /// The person there from the next hand.
  virtual int Next(const Records& records, int place) const = 0;
};

}  // namespace mlf::logic
