// Arbitrary bytes as a variant: reading, putting options in and building never crash; they end in a
// flow that starts, or in faults that say where and why. A text that begins with `extends: xueliu`
// changes a real variant, which is how seeds get far.
#include <mlf/flow/loader.h>
#include <mlf/flow/registry.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

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
  // As a whole, and as what is laid over xueliu.
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string& text : {bytes, "id: fuzz\nextends: xueliu\n" + bytes}) {
    const auto variant = mlf::LoadVariant({"fuzz", text}, mlf::StandardSource());
    if (Faulty(variant)) continue;
    const auto flow = variant->Build({}, mlf::AllParts(), &mlf::table::TileText());
    if (Faulty(flow)) continue;
    // A flow of any rules starts or says what is broken; a timeout of each seat never crashes
    // either.
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
