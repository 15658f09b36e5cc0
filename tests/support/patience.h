// How long a test waits for what must happen before it fails. A busy machine needs less, so that no
// test depends on its speed.
#pragma once

#include <chrono>

namespace mlf::test {

inline constexpr std::chrono::seconds kPatience{120};

}  // namespace mlf::test
