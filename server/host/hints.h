// Hints: what each discard would keep, for the seat that may discard now.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/json.h>

namespace mlf::server {

// [{"piece", "waits": [{"piece", "left", "value"?}], "distance"}], one entry a kind that `seat` may
// discard now; empty where it may discard nothing.
//
// `waits`: the kinds it could win on afterwards, when the next seat discards one or when it draws
// one itself. `left` counts tiles that `seat` has not seen. `value` is the points that the payers
// would owe for the win off that discard, or for the draw where only a draw wins; absent where the
// rules do not tell. `distance` is the tiles still to be exchanged, 0 = ready: by the shapes alone,
// so a hand at 0 that another rule keeps from winning has no waits. Reads only what the seat may
// know.
Json HintsFor(const Flow& flow, const Records& records, Seat seat);

}  // namespace mlf::server
