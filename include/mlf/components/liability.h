/// \file
/// Liability (包): a seat that let another complete a great hand by its discard pays for it.
#pragma once

#include <mlf/components/judge.h>

#include <optional>

namespace mlf::score {

class Liability : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "liability";

  struct Liable {
    Seat seat = kNoSeat;
    std::int32_t fan = 0;     ///< the part of the verdict's fan that it is liable for
    bool whole = false;       ///< it pays what all payers owe, whatever the fan
    bool shared = false;      ///< with `whole`: a discarder pays half of it, each half rounded up
    bool additions = false;   ///< it pays the fixed additions of a discard win too (本场)
    std::int32_t others = 0;  ///< with `whole`: units that each other payer pays itself, at most
  };
  /// Who is liable in this win, and for how much of it.
  virtual std::optional<Liable> Of(const Records& records, const WinCase& win,
                                   const Verdict& verdict) const = 0;
  /// Notes the last meld of `seat`, which took another's discard.
  virtual void NoteMeld(Records& records, Seat seat) const = 0;
};

}  // namespace mlf::score
