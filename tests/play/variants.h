// The variants of the tests in this folder.
#pragma once

#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace mlf::play {

inline std::shared_ptr<const Flow> FlowOf(const std::string& name,
                                          const OptionValues& options = {}) {
  auto flow = OpenFlow(name, options);
  EXPECT_TRUE(flow.ok()) << FaultText(flow.faults());
  return *flow;
}

}  // namespace mlf::play
