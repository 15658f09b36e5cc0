/// \file
/// Rounds (局, 场): the hands of a match are counted in rounds. A round ends when the deal passes
/// on; as many rounds as there are seats share a wind (`rules/riichi.md#rounds`).
///
///   parts: {rounds: rounds, round_wind: {round_wind: {is: round}}}
///   hand_end: {states: [{round_end: {rounds: 8, return_points: 30000}}]}
///
/// The dealer of round r is the r-th seat after the first dealer. round_end names the next dealer,
/// counts rounds and extra rounds, and ends the match.
#pragma once

#include <mlf/flow/params.h>

#include <cstdint>

namespace mlf::logic {

struct Rounds {
  static constexpr std::string_view kSlot = "rounds";
  static constexpr Scope kScope = Scope::kMatch;

  std::uint8_t round = 0;    ///< 0 = East 1
  std::uint8_t may_end = 0;  ///< 1 = the dealer may end the match now
  std::uint8_t reserved[6] = {};

  void Check(const Validation& check) const;
};

/// The role of the shared part `rounds`.
class RoundRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "rounds";

  /// The number of the round, 0 = East 1.
  virtual int Of(const Records& records) const = 0;
  /// The index of the wind that names the round, 0 = East.
  virtual int Wind(const Records& records) const = 0;
};

/// Implemented by nodes and parts that limit the length of a match.
class MatchLimit {
 public:
  /// Whether the running hand may be the last one.
  virtual bool MayBeLast(const Records& records) const = 0;
  /// The hands after which the match ends at the latest; 0 = this one does not count hands.
  virtual int MostHands() const { return 0; }

 protected:
  ~MatchLimit() = default;
};

}  // namespace mlf::logic
