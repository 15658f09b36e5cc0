/// \file
/// Sight: the records as one seat may know them. The copy lacks hidden tiles, the offers and
/// answers of other seats, and the seed, so a reader of the copy cannot use them.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/table/board.h>

#include <optional>
#include <vector>

namespace mlf::table {

class Sight {
 public:
  /// `flow` must outlive it.
  explicit Sight(const Flow& flow);

  /// Copies `records` into `seen` without hidden data: hands of others that are not shown to
  /// `seat`, tiles of their concealed gangs, the wall, open answers, the seed, and what the parts
  /// hide (HiddenState). The size of the wall stays.
  void Fill(const Records& records, Seat seat, Records& seen) const;
  /// Tiles in the hand of `seat`. Fill empties the hands of others.
  int HandSize(const Records& records, Seat seat) const;

 private:
  int seats_;
  int size_;
  std::optional<Slot<Board>> board_;
  std::vector<const HiddenState*> hidden_;
};

}  // namespace mlf::table
