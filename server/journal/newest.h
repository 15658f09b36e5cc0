// The newest records of all desks are in one table, `newest`, in the order of their arrival. A
// transaction of many desks therefore changes few pages. The records of a desk go on from there to
// their places in `records` and `acts`, many at a time.
//
// NewestRows knows which rows have not gone on. The rows before the first of these are deleted
// together, so a row may be in both tables for a while.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlf::server {

struct NewestLimits {
  std::size_t of_desk = 32;  // rows of a desk, at which they go on
  std::size_t all = 4096;    // rows of all desks, gone on or not
  std::size_t at_once = 64;  // rows that are deleted together
};

// What a transaction does with the table, beside the rows that it adds.
struct NewestStep {
  bool all = false;                     // first of all, every row goes on
  std::vector<std::uint64_t> places{};  // of the records of the commit, in their order
  std::vector<std::uint64_t> go_on{};   // places of rows that go on
  std::uint64_t below = 0;              // rows with smaller places are deleted; 0 = none
};

// Used on the server's thread. The table is empty when the first row is added.
class NewestRows {
 public:
  explicit NewestRows(NewestLimits limits) : limits_(limits) {}

  // The step of a commit with `records` records of `desk`. Steps are executed in the order made.
  NewestStep Step(const std::string& desk, std::size_t records);
  // A transaction has failed, so nobody knows which rows went on. The next step takes all of them.
  void Failed();
  // The place of the next row.
  std::uint64_t next() const { return first_ + rows_.size(); }

 private:
  using Places = std::unordered_map<std::string, std::vector<std::uint64_t>>;

  void GoOn(Places::value_type& desk, NewestStep& step);

  const NewestLimits limits_;
  std::uint64_t first_ = 1;  // place of rows_.front()
  // The desks of the rows in the table; null: it has gone on.
  std::deque<Places::value_type*> rows_;
  Places waiting_;  // by desk: its rows that have not gone on
  bool all_ = false;
};

}  // namespace mlf::server
