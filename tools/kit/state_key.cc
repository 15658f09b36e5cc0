#include <mlf/table/state_text.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/position.h"

#include <algorithm>

namespace mlf::tools {
namespace {

const table::StateText* StateOf(const Flow& flow, std::string_view key) {
  for (const auto& part : flow.parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state != nullptr && state->StateKey() == key) return state;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> StateKeys(const Flow& flow) {
  std::vector<std::string> keys;
  for (const auto& part : flow.parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state != nullptr && std::find(keys.begin(), keys.end(), state->StateKey()) == keys.end())
      keys.emplace_back(state->StateKey());
  }
  return keys;
}

void SetState(const Flow& flow, std::string_view key, const Value& value, Seat seat,
              Records& records, Faults& faults) {
  const table::StateText* state = StateOf(flow, key);
  if (state == nullptr) {
    const std::vector<std::string> keys = StateKeys(flow);
    return AddFault(faults, "S04", value.where(),
                    "state: this variant keeps no \"" + std::string(key) + "\"" +
                        DidYouMean(std::string(key), keys));
  }
  const auto set = [&](Seat of, const Value& one) {
    if (const auto fault = state->ReadState(records, of, one))
      AddFault(faults, "S02", one.where(), *fault);
  };
  if (!state->PerSeat()) return set(kNoSeat, value);
  if (value.IsList()) {
    if (static_cast<int>(value.items().size()) != flow.seats()) {
      return AddFault(faults, "S02", value.where(),
                      "state: " + std::string(key) + " needs a value for each of the " +
                          std::to_string(flow.seats()) + " seats");
    }
    for (std::size_t s = 0; s < value.items().size(); ++s)
      set(static_cast<Seat>(s), value.items()[s]);
    return;
  }
  if (seat == kNoSeat)
    return AddFault(faults, "S02", value.where(),
                    "state: " + std::string(key) + " is given for each seat: [m, p, ~, s]");
  set(seat, value);
}

}  // namespace mlf::tools
