// Arbitrary bytes as JSON and as a line of `mlf score` and `mlf hand`: the result is an answer or
// an error.
#include <mlf/flow/json.h>
#include <mlf/variants/open.h>
#include "tools/kit/hand_io.h"
#include "tools/kit/score_io.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto flow = *mlf::OpenFlow("xueliu");
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = mlf::ParseJson(text);
  if (!read && (read.faults().empty() || read.faults().front().message.empty())) std::abort();
  if (read) static_cast<void>(mlf::ActionFromJson(*flow, *read));
  const std::string row = "{\"id\":\"f\"," + text + "}";
  for (const std::string& line : {text, row}) {
    std::istringstream score(line), hand(line);
    std::ostringstream out;
    static_cast<void>(mlf::tools::RunScore(*flow, score, out));
    static_cast<void>(mlf::tools::RunHand(hand, out, 4));
  }
  return 0;
}
