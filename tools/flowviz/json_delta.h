// Deltas: what makes one JSON value out of another, so that a page can hold a table at hundreds of
// steps in little room. page/replay.js reads them too.
//
//   0                        nothing has changed
//   [0, value]               another value
//   [1, {key: delta}, [key]] an object: members that changed or are new ([0, value]), members that
//   are gone [2, at, out, [values]]   a list: from place `at`, `out` items make room for these [3,
//   {index: delta}]      a list of the same length: items that changed
#pragma once

#include <mlf/flow/json.h>

namespace mlf::tools {

Json DeltaOf(const Json& from, const Json& to);
// The value that `delta` makes out of `from`.
Json WithDelta(const Json& from, const Json& delta);

}  // namespace mlf::tools
