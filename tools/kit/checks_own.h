// Checks of parts that a game writes itself (checks_own.cc): they need no tiles.
#pragma once

#include <mlf/table/sight.h>
#include "tools/kit/checks.h"

#include <map>
#include <string>
#include <vector>

namespace mlf::tools {

// The leak check of a game without tiles. At a rest, what HiddenState hides from a seat is
// exchanged for that of an earlier match at the same version, and the seat acts at both tables. As
// long as they look the same to it, it is told the same events.
class SecretWatch {
 public:
  explicit SecretWatch(const Flow& flow);  // `flow` must outlive it

  void Check(const Records& records, const Response& response, std::uint64_t seed,
             Findings& findings);

 private:
  void Compare(const Records& records, const Records& other, Seat viewer, const Response& response,
               Stream& random, Findings& findings) const;
  // False if the exchange makes no table that may be compared with `records`.
  bool Exchange(const Records& records, const Records& other, Seat viewer,
                Records& exchanged) const;
  bool Same(const Records& a, const Records& b) const;
  bool LookSame(const Records& a, const Records& b, Seat viewer) const;

  const Flow& flow_;
  table::Sight sight_;
  std::size_t size_;
  bool has_secrets_ = false;
  std::map<std::uint32_t, Records> earlier_;  // by version, of the last match that had it
};

// Finds windows that a setter of critical nodes lets never open.
class SetterWatch {
 public:
  explicit SetterWatch(const Flow& flow);  // `flow` must outlive it

  void Note(const GameStep& step);
  void Report(Findings& findings) const;

 private:
  const Flow& flow_;
  std::vector<bool> entered_;  // by node: its hooks ran
  std::vector<bool> opens_;    // by node: it has no window, or some state lets it open
};

// By node: what is left of what it consumes; 0 for a node that consumes nothing.
std::vector<int> RemainingOf(const Flow& flow, const Records& records);
// "; Remaining of turn was 1 when the hand began and is 4001 now, ..." for each node with as much
// left as at `before`; empty if there is none.
std::string NotUsedUp(const Flow& flow, const std::vector<int>& before, const Records& records);

}  // namespace mlf::tools
