/// \file
/// FanMinimum: a condition that a complete hand counts enough fan to win (起胡番). Settlement of
/// single hands (`mlf score`) and servers that explain a refused win use it.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/flow/part.h>

#include <cstdint>

namespace mlf::logic {

class FanMinimum : public Guard {
 public:
  /// The fan of a hand as far as it counts towards the minimum.
  virtual std::int32_t Counted(const score::Verdict& verdict) const = 0;
  /// The least fan that a win needs; 0 = only some row of the table.
  virtual int least() const = 0;
  /// Whether rows of the fan table do not count towards the minimum.
  virtual bool leaves_rows_out() const = 0;
  /// Whether a hand with this verdict may win.
  virtual bool Enough(const score::Verdict& verdict) const = 0;
  /// The same for this win, where factors of it count.
  virtual bool EnoughFor(const Records&, const score::WinCase&,
                         const score::Verdict& verdict) const {
    return Enough(verdict);
  }
};

}  // namespace mlf::logic
