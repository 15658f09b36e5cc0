// SlowFilter: implemented by hand filters that look at patterns of the whole hand. A win rule asks
// them last, because most hands are not complete.
#pragma once

namespace mlf::logic {

class SlowFilter {
 public:
  virtual ~SlowFilter() = default;
};

}  // namespace mlf::logic
