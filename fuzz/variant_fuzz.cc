// Arbitrary bytes as a variant: parsing, substituting options and building never crash. The result
// is a flow that starts, or faults with place and reason. A text that begins with `extends: xueliu`
// changes a real variant, which gives seeds more coverage.
#include <mlf/flow/loader.h>
#include <mlf/flow/registry.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "fuzz/fail.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

using mlf::Require;

template <typename T>
bool Faulty(const mlf::Result<T>& result) {
  if (result.ok()) return false;
  Require(!result.faults().empty());
  for (const mlf::Fault& fault : result.faults())
    Require(!fault.code.empty() && !fault.message.empty());
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // As a whole variant, and as a patch of xueliu.
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string& text : {bytes, "id: fuzz\nextends: xueliu\n" + bytes}) {
    const auto variant = mlf::LoadVariant({"fuzz", text}, mlf::StandardSource());
    if (Faulty(variant)) continue;
    const auto flow = variant->Build({}, mlf::AllParts(), &mlf::table::TileText());
    if (Faulty(flow)) continue;
    // Any flow starts or reports what is broken, and timeouts of its seats do not crash.
    mlf::Records records = (*flow)->Blank();
    mlf::Response response;
    (*flow)->Start(records, 1, response);
    for (int i = 0; i < 40 && response.ok() && response.status != mlf::Status::kOver; ++i) {
      const auto seat = static_cast<mlf::Seat>(i % (*flow)->seats());
      (*flow)->ProcessActionNode(
          records, {.node = mlf::kTimeout, .seat = seat, .ask = records.flow().window.ask},
          response);
      if (response.refusal.code == mlf::RefusalCode::kNotAsked ||
          response.refusal.code == mlf::RefusalCode::kAlreadyAnswered) {
        response.status = mlf::Status::kRests;
      }
    }
  }
  return 0;
}
