#include "tools/robots/tally.h"

#include <algorithm>
#include <bit>

namespace mlf::robots {

void Latencies::Add(std::uint64_t micros) {
  // Values below kSteps have one bucket each. Above, the five bits after the leading bit choose the
  // bucket.
  std::size_t bucket = static_cast<std::size_t>(micros);
  if (micros >= kSteps) {
    const auto width = static_cast<int>(std::bit_width(micros)) - 1;  // at least 5
    const auto step = static_cast<std::size_t>(micros >> (width - 5)) - kSteps;
    bucket = static_cast<std::size_t>(width - 4) * kSteps + step;
  }
  ++buckets_[std::min(bucket, buckets_.size() - 1)];
  ++count_;
  most_ = std::max(most_, micros);
}

std::uint64_t Latencies::At(double part) const {
  if (count_ == 0) return 0;
  const auto wanted = static_cast<std::uint64_t>(part * static_cast<double>(count_ - 1)) + 1;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen < wanted) continue;
    if (i < kSteps) return i;
    const std::size_t shift = i / kSteps - 1;
    return std::min<std::uint64_t>(most_, (std::uint64_t{kSteps + i % kSteps + 1} << shift) - 1);
  }
  return most_;
}

void Tally::Fault(const std::string& robot, const std::string& what) {
  ++fault_count;
  if (faults.size() < kShown) faults.push_back(robot + ": " + what);
}

}  // namespace mlf::robots
