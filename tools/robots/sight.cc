#include "tools/robots/sight.h"

#include <mlf/components/ready_rule.h>
#include <mlf/flow/flow.h>

namespace mlf::robots {

bool ReadySeesHands(server::VariantShelf& variants, const std::string& variant,
                    const Json& options) {
  const auto flow = variants.FlowFor(variant, server::OptionsFrom(options));
  if (!flow) return true;
  const auto* rule = (*flow)->Shared<logic::ReadyRule>("ready_rule");
  return rule != nullptr && rule->reveals();
}

}  // namespace mlf::robots
