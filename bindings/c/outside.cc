// Hands and variants outside a game: the kit and charts.
#include <mlf/chart/chart.h>
#include <mlf/kit/kit.h>
#include "bindings/c/inside.h"

#include <optional>

namespace mlf::c {
namespace {

constexpr std::int32_t kMaxThreads = 256;

mlf_code GiveResult(const Result<std::string>& written, mlf_text* out, mlf_faults* faults) {
  return written ? Give(*written, out) : Give(written.faults(), faults);
}

// Whether `out` has the room that work of some time needs first.
mlf_code RoomForLongText(mlf_text* out) {
  if (out == nullptr || (out->data == nullptr && out->room > 0)) return MLF_ARGUMENT;
  if (out->room >= MLF_LONG_TEXT) return MLF_OK;
  out->size = MLF_LONG_TEXT - 1;
  return MLF_ROOM;
}

std::optional<chart::Language> LanguageOf(std::int32_t lang) {
  switch (lang) {
    case MLF_ZH: return chart::Language::kZh;
    case MLF_EN: return chart::Language::kEn;
    case MLF_ZH_EN: return chart::Language::kBoth;
    default: return std::nullopt;
  }
}

}  // namespace
}  // namespace mlf::c

using namespace mlf;
using mlf::c::Guarded;

extern "C" {

mlf_code mlf_score(const mlf_flow* flow, const char* json, size_t size, mlf_text* out,
                   mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || json == nullptr) return MLF_ARGUMENT;
    return c::GiveResult(kit::Score(*flow->flow, {json, size}), out, faults);
  });
}

mlf_code mlf_hand(const char* json, size_t size, int32_t copies, mlf_text* out,
                  mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (json == nullptr) return MLF_ARGUMENT;
    return c::GiveResult(kit::Hand({json, size}, copies), out, faults);
  });
}

mlf_code mlf_simulate(const mlf_flow* flow, uint64_t hands, uint64_t seed, int32_t threads,
                      const char* bots, mlf_text* out, mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || threads < 1 || threads > c::kMaxThreads) return MLF_ARGUMENT;
    if (const mlf_code code = c::RoomForLongText(out); code != MLF_OK) return code;
    const kit::Simulation simulation{.hands = hands,
                                     .seed = seed,
                                     .threads = threads,
                                     .bots = bots == nullptr ? "greedy" : bots};
    return c::GiveResult(kit::Simulate(*flow->flow, simulation), out, faults);
  });
}

mlf_code mlf_chart(const mlf_flow* flow, const char* format, int32_t lang, mlf_text* out,
                   mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    const auto language = c::LanguageOf(lang);
    if (flow == nullptr || format == nullptr || !language) return MLF_ARGUMENT;
    if (const mlf_code code = c::RoomForLongText(out); code != MLF_OK) return code;
    return c::GiveResult(chart::Draw(*flow->flow, format, {.lang = *language}), out, faults);
  });
}

}  // extern "C"
