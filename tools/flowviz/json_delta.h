// Deltas: an edit script from one JSON value to another. A page stores hundreds of tables as
// deltas. web/src/replay/data.ts applies them too.
//
//   0                         no change
//   [0, value]                another value
//   [1, {key: delta}, [key]]  an object: changed or new members ([0, value]), removed members
//   [2, at, out, [values]]    a list: from index `at`, `values` replace `out` items
//   [3, {index: delta}]       a list of the same length: changed items
#pragma once

#include <mlf/flow/json.h>

namespace mlf::tools {

Json DeltaOf(const Json& from, const Json& to);
// Applies `delta` to `from`.
Json WithDelta(const Json& from, const Json& delta);

}  // namespace mlf::tools
