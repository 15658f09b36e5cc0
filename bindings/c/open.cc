// Codes, text, variants and flows.
#include <mlf/flow/declared.h>
#include <mlf/flow/plugin.h>
#include <mlf/flow/text.h>
#include <mlf/variants/open.h>
#include "bindings/c/inside.h"
#include "bindings/describe.h"
#include "flow/base/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace mlf::c {

mlf_code Give(std::string_view text, mlf_text* out) {
  if (out == nullptr || (out->data == nullptr && out->room > 0)) return MLF_ARGUMENT;
  out->size = text.size();
  if (out->room <= text.size()) return MLF_ROOM;
  std::memcpy(out->data, text.data(), text.size());
  out->data[text.size()] = '\0';
  return MLF_OK;
}

namespace {

// As much of `text` as there is room for; a character of UTF-8 stays whole.
template <std::size_t kRoom>
void PutStart(std::string_view text, char (&out)[kRoom]) {
  const std::string_view start = Utf8Start(text, kRoom - 1);
  std::memcpy(out, start.data(), start.size());
  out[start.size()] = '\0';
}

}  // namespace

mlf_code Give(const Faults& faults, mlf_faults* out) {
  if (out == nullptr) return MLF_FAULTY;
  const std::string text = FaultText(faults);
  out->text.size = text.size();
  if (out->text.data != nullptr && out->text.room > 0) {
    const std::string_view start = Utf8Start(text, out->text.room - 1);
    std::memcpy(out->text.data, start.data(), start.size());
    out->text.data[start.size()] = '\0';
  }
  out->count = static_cast<std::int32_t>(faults.size());
  const Fault first = faults.empty() ? Fault{} : faults.front();
  out->line = first.where.line;
  out->column = first.where.column;
  PutStart(first.code, out->code);
  std::string_view file = first.where.file.str();
  if (file.size() >= sizeof out->file) {
    file.remove_prefix(file.size() - sizeof out->file + 1);
    while (!file.empty() && IsUtf8Middle(file.front())) file.remove_prefix(1);
  }
  PutStart(file, out->file);
  return MLF_FAULTY;
}

std::optional<Viewer> ViewerOf(const Flow& flow, std::int32_t viewer) {
  if (viewer == MLF_FULL) return Viewer::Full();
  if (viewer == MLF_SPECTATOR) return Viewer::Spectator();
  if (viewer < 0 || viewer >= flow.people()) return std::nullopt;
  return Viewer::Of(static_cast<Seat>(viewer));
}

}  // namespace mlf::c

using namespace mlf;
using mlf::c::Give;
using mlf::c::Guarded;

extern "C" {

int32_t mlf_abi(void) { return MLF_ABI; }
const char* mlf_version(void) { return MLF_VERSION; }

const char* mlf_code_name(mlf_code code) {
  static constexpr const char* kNames[] = {"MLF_OK",     "MLF_REFUSED",    "MLF_ARGUMENT",
                                           "MLF_FAULTY", "MLF_OTHER_FLOW", "MLF_ROOM",
                                           "MLF_MEMORY", "MLF_INTERNAL"};
  return code >= 0 && code < static_cast<mlf_code>(std::size(kNames)) ? kNames[code] : "?";
}

mlf_code mlf_load_plugin(const char* file, mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (file == nullptr) return MLF_ARGUMENT;
    const std::string one[] = {file};
    const Faults found = LoadPlugins(one);
    return found.empty() ? MLF_OK : Give(found, faults);
  });
}

mlf_code mlf_open(const char* name, const mlf_option* options, size_t count,
                  const char* variant_dir, mlf_flow** flow, mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr) return MLF_ARGUMENT;
    *flow = nullptr;
    if (name == nullptr || (options == nullptr && count > 0)) return MLF_ARGUMENT;
    OptionValues values;
    for (std::size_t i = 0; i < count; ++i) {
      if (options[i].name == nullptr || options[i].value == nullptr) return MLF_ARGUMENT;
      values[options[i].name] = options[i].value;
    }
    auto opened = OpenFlow(name, values, variant_dir == nullptr ? "" : variant_dir);
    if (!opened) return Give(opened.faults(), faults);
    *flow = new mlf_flow(*opened);
    return MLF_OK;
  });
}

void mlf_close(mlf_flow* flow) { delete flow; }

uint64_t mlf_fingerprint(const mlf_flow* flow) {
  return flow == nullptr ? 0 : flow->flow->fingerprint();
}

mlf_string mlf_node_id(const mlf_flow* flow, int32_t node) {
  if (flow == nullptr || node < 0 || node >= static_cast<int32_t>(flow->flow->nodes().size()))
    return {"", 0};
  return c::StringOf(flow->flow->node(static_cast<NodeIndex>(node)).id);
}

int32_t mlf_node(const mlf_flow* flow, const char* id) {
  if (flow == nullptr || id == nullptr) return MLF_NO_NODE;
  return flow->flow->Find(id);
}

mlf_code mlf_flow_json(const mlf_flow* flow, mlf_text* out) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr) return MLF_ARGUMENT;
    return Give(bindings::FlowJson(*flow->flow).dump(), out);
  });
}

mlf_code mlf_variants_json(const char* variant_dir, mlf_text* out, mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    const auto json = bindings::VariantsJson(variant_dir == nullptr ? "" : variant_dir);
    return json ? Give(json->dump(), out) : Give(json.faults(), faults);
  });
}

}  // extern "C"
