/// \file
/// The gang of a turn: `Turn::gang` is the gang whose replacement the seat in turn drew, or a
/// chao_tian (朝天) whose discard counts as one after a gang. A chao_tian has three tiles and draws
/// no replacement.
#pragma once

#include <mlf/table/board.h>

namespace mlf::table {

constexpr bool DrawsReplacement(MeldKind kind) {
  return IsGang(kind) && kind != MeldKind::kChaoTian;
}
/// Whether the seat in turn drew the replacement of a gang.
constexpr bool DrewReplacement(const Turn& turn) { return DrawsReplacement(turn.gang); }
/// The discard of this turn follows a chao_tian of `seat`.
void NoteChaoTian(Moves board, Seat seat);

}  // namespace mlf::table
