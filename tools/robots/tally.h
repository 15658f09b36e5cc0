// Tally: the results of all robots together: counts, latencies, and every fault.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mlf::robots {

// Latencies in microseconds, in buckets of three per cent.
class Latencies {
 public:
  void Add(std::uint64_t micros);
  std::uint64_t count() const { return count_; }
  std::uint64_t most() const { return most_; }
  // The upper end of the bucket at quantile `part` (0 to 1).
  std::uint64_t At(double part) const;

 private:
  static constexpr int kSteps = 32;  // buckets in one doubling
  std::array<std::uint64_t, std::size_t{40} * kSteps> buckets_{};
  std::uint64_t count_ = 0, most_ = 0;
};

struct Tally {
  static constexpr std::size_t kShown = 20;  // faults whose text is kept

  std::map<std::string, std::uint64_t> counts;   // steps of robots, by name
  std::map<std::string, std::uint64_t> refused;  // errors that can occur, by code
  std::map<std::string, std::uint64_t> checks;   // comparisons that succeeded
  std::map<std::string, Latencies> latencies;    // by kind of request
  std::uint64_t acts = 0;                        // acknowledged
  std::uint64_t steps = 0;                       // pushes of a step or a hand's begin
  std::uint64_t hands = 0, matches = 0;          // each robot at a desk counts them
  std::uint64_t fault_count = 0;
  std::vector<std::string> faults;  // the first of them

  void Fault(const std::string& robot, const std::string& what);
  // Compares two values. If they differ, adds a fault with both.
  template <typename T>
  bool Check(const char* what, const std::string& robot, const T& seen, const T& expected,
             const std::string& where) {
    if (seen == expected) {
      ++checks[what];
      return true;
    }
    Fault(robot, std::string(what) + ": " + where);
    return false;
  }
};

}  // namespace mlf::robots
