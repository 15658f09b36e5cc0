// One JSON object a line: the input and output of `mlf score` and `mlf hand`.
#pragma once

#include <mlf/flow/json.h>
#include <mlf/flow/result.h>
#include <mlf/flow/value.h>

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace mlf::tools {

// The keys after "id" in the answer to `row`.
using LineAnswer = std::function<Result<Json>(const Value& row)>;

// Runs `answer` for each line of `in`. Returns exit status 1 if a line has an error.
int EachLine(std::istream& in, std::ostream& out, const LineAnswer& answer);
// Runs `answer` for one JSON object, whose "id" may be absent.
Result<std::string> OneRow(std::string_view json, const LineAnswer& answer);

// The messages of all faults in one line.
std::string Messages(const Faults& faults);

}  // namespace mlf::tools
