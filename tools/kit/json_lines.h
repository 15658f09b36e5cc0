// JSON objects a line: what `mlf score` and `mlf hand` read and answer.
#pragma once

#include <mlf/flow/json.h>
#include <mlf/flow/value.h>

#include <functional>
#include <iosfwd>
#include <string>

namespace mlf::tools {

// Fills the object that stands behind "id" in the answer to `row`, or gives an error.
using LineAnswer = std::function<Json(const Value& row, std::string& error)>;

// Runs `answer` over the lines of `in`. The exit status: 1 when a line was answered with an error.
int EachLine(std::istream& in, std::ostream& out, const LineAnswer& answer);

// The messages of all faults in one line.
std::string Messages(const Faults& faults);

}  // namespace mlf::tools
