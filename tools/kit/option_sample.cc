#include "tools/kit/option_sample.h"

#include <limits>
#include <set>

namespace mlf::tools {

OptionSample SampleOption(const OptionDecl& option) {
  if (option.type == OptionDecl::Type::kBool) return {{"on", "off"}, 2};
  OptionSample sample{option.values, option.values.size()};
  if (option.type != OptionDecl::Type::kInt) return sample;

  // Unsigned, because a range of all 64 bits has a width beyond signed numbers.
  constexpr std::uint64_t kWide = 24;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t width =
      static_cast<std::uint64_t>(option.high) - static_cast<std::uint64_t>(option.low);
  const auto at = [&](std::uint64_t offset) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(option.low) + offset);
  };
  std::set<std::int64_t> numbers;
  if (width < kWide) {
    for (std::uint64_t offset = 0; offset <= width; ++offset) numbers.insert(at(offset));
  } else {
    numbers = {option.low,    at(1),      at(width / 4), at(width / 2), at(width - width / 4),
               at(width - 1), option.high};
    if (const auto fallback = Value(option.fallback).AsInt()) numbers.insert(*fallback);
  }
  for (const std::int64_t number : numbers) sample.values.push_back(std::to_string(number));
  sample.all = width < kMost - sample.all ? sample.all + width + 1 : kMost;
  return sample;
}

}  // namespace mlf::tools
