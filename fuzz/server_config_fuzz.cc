// Arbitrary bytes as a server.yaml: the settings change, or there are faults with places. What was
// taken prints as a file that reads back the same.
#include "server/config/settings.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mlf::server::ServerConfig config;
  const std::string_view yaml(reinterpret_cast<const char*>(data), size);
  const mlf::Faults faults = mlf::server::ReadSettings(yaml, "server.yaml", config);
  for (const mlf::Fault& fault : faults) {
    if (fault.code.empty() || fault.message.empty()) std::abort();
  }
  if (!faults.empty()) return 0;
  const std::string text = mlf::server::SettingsText(config);
  mlf::server::ServerConfig again;
  if (!mlf::server::ReadSettings(text, "printed.yaml", again).empty()) std::abort();
  if (mlf::server::SettingsText(again) != text) std::abort();
  return 0;
}
