// Hints: the waits that each discard would leave, for the seat that may discard now.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/json.h>

namespace mlf::server {

// [{"piece", "waits": [{"piece", "left", "value"?, "only_drawn"?, "barred"?}], "distance",
// "improves"?: [{"piece", "left"}]}], one entry for each kind that `seat` may discard now. Empty if
// it may discard nothing.
//
// `waits`: the kinds that complete the hand after this discard, by the next seat's discard or by an
// own draw. `left` counts tiles that `seat` has not seen. `value` is the points that the payers
// would owe: for a win on the discard, or for a self-draw if only that wins. It is absent if the
// rules give no value. `only_drawn`: only a self-draw wins; `barred` names the rule of let-go wins
// that is why (furiten). `improves`, of the discards that leave the hand nearest to ready: the
// kinds that bring it nearer. `distance` counts the tiles still to be exchanged, by the shapes
// alone; 0 = ready. A hand at 0 has no waits if another rule forbids the win. Reads only what the
// seat may know.
Json HintsFor(const Flow& flow, const Records& records, Seat seat);

// {"id", "zh", "en"} of why `seat` may not do `node` now. If a minimum of fan refuses a complete
// hand, the texts also name its rows, what counts of them, and the minimum. They tell the tile in
// question, so it must have been shown; kNoNode as `node` leaves them out.
Json ReasonJson(const Flow& flow, const Records& records, Seat seat, NodeIndex node,
                const Reason& reason);

}  // namespace mlf::server
