// Arbitrary bytes over the records of a table at rest: Flow::Validate refuses them, or every
// operation of a server runs on the table. An input is a number of steps to play, then patches of
// three bytes: position (two bytes) and the value to add.
#include <mlf/flow/explain.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/random.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace mlf;

// One step of a deterministic game.
bool Play(const Flow& flow, Records& records, Response& response, std::uint64_t n) {
  Choices choices;
  flow.FillChoices(records, choices);
  if (choices.All().empty()) return false;
  const Seat seat = choices.All()[Mix64(n) % choices.All().size()].seat;
  flow.ProcessActionNode(
      records, choices.Nth(seat, Mix64(n + 1) % choices.Count(seat), records.flow().window.ask),
      response);
  return response.ok();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::shared_ptr<const Flow> flows[] = {*OpenFlow("xueliu"), *OpenFlow("xuezhan"),
                                                      *OpenFlow("erren"),
                                                      *OpenFlow("yilaidaodi", {{"persons", "6"}})};
  if (size < 3) return 0;
  const Flow& flow = *flows[data[0] % 4];
  Records records = flow.Blank();
  Response response;
  flow.Start(records, data[1], response);
  for (int step = 0;
       step < data[2] && Play(flow, records, response, static_cast<std::uint64_t>(step)); ++step) {
  }
  if (const auto fault = flow.Validate(records)) {
    std::fprintf(stderr, "a table of the engine is refused: %s\n", fault->Text().c_str());
    std::abort();
  }
  for (std::size_t i = 3; i + 2 < size; i += 3) {
    std::byte& at = records.bytes[(data[i] | data[i + 1] << 8) % Records::kCapacity];
    at = static_cast<std::byte>(static_cast<unsigned>(at) + data[i + 2]);
  }
  if (flow.Validate(records)) return 0;
  for (Seat seat = 0; seat < flow.people(); ++seat)
    static_cast<void>(table::View(flow, records, Viewer::Of(seat)));
  static_cast<void>(table::View(flow, records, Viewer::Full()).dump());
  static_cast<void>(Explain(flow, records, Lang::kEn));
  for (std::uint64_t step = 0; step < 20 && Play(flow, records, response, step); ++step) {
  }
  return 0;
}
