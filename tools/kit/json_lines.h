// One JSON object a line: the input and output of `mlf score` and `mlf hand`.
#pragma once

#include <mlf/flow/json.h>
#include <mlf/flow/value.h>

#include <functional>
#include <iosfwd>
#include <string>

namespace mlf::tools {

// Fills the keys after "id" in the answer to `row`, or returns an error.
using LineAnswer = std::function<Json(const Value& row, std::string& error)>;

// Runs `answer` for each line of `in`. Returns exit status 1 if a line has an error.
int EachLine(std::istream& in, std::ostream& out, const LineAnswer& answer);

// The messages of all faults in one line.
std::string Messages(const Faults& faults);

}  // namespace mlf::tools
