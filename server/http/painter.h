// Painter: draws charts and replay pages. The drawing code belongs to the tools, so the program
// passes one in. It is called on one thread, which is not the server's.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/flow.h>
#include <mlf/flow/journal.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/spec.h>
#include <mlf/flow/viewer.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

class Painter {
 public:
  virtual ~Painter() = default;
  // SVG with the ids of nodes and answers. Without a language: in both.
  virtual Result<std::string> Chart(const Flow& flow, std::optional<Lang> lang) = 0;
  // SVG of the chart of `old`, with the changes of `flow`.
  virtual Result<std::string> Difference(const std::shared_ptr<const Flow>& old,
                                         const std::shared_ptr<const Flow>& flow,
                                         std::optional<Lang> lang) = 0;
  // One HTML file. `names`: of the persons by place.
  virtual Result<std::string> ReplayPage(const Flow& flow, const mlf::Journal& journal,
                                         std::uint32_t hand, const std::vector<Label>& names) = 0;
  // [{"id", "zh", "en", "fan", "kind"}]: the fan table with the default options.
  virtual Json Fans(const Variant& variant) = 0;
};

}  // namespace mlf::server
