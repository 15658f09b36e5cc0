// Opens a right to change a record, for the sources that define verbs.
#pragma once

#include <mlf/table/board.h>

namespace mlf::table {

struct MoveAccess {
  template <typename Record>
  static Record& Of(RightTo<Record> right) {
    return *right.record_;
  }
};

}  // namespace mlf::table
