/// \file
/// DeclaredOnly: conditions by which only seats that have declared ready win.
#pragma once

namespace mlf::logic {

/// A mixin of such a condition of a win node. A hand judged outside a game has declared ready,
/// unless it says otherwise.
class DeclaredOnly {
 public:
  virtual ~DeclaredOnly() = default;
};

}  // namespace mlf::logic
