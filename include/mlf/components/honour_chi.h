/// \file
/// HonourChi: implemented by nodes that let a seat chi honours, so that tools read such melds.
#pragma once

namespace mlf::logic {

class HonourChi {
 public:
  virtual ~HonourChi() = default;
  /// Whether three different winds, and the three dragons, are a chi.
  virtual bool ChisHonours() const = 0;
};

}  // namespace mlf::logic
