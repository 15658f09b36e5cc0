// VariantShelf: the variants that desks may play, as flows, and as texts that a match keeps so that
// it ends on the rules it began with.
#pragma once

#include "server/journal/journal.h"
#include "server/protocol/messages.h"

#include <mlf/flow/loader.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlf::server {

class VariantShelf {
 public:
  // `variant_dir`: as OpenVariant takes it. Faults of a variant appear where it is asked for.
  explicit VariantShelf(std::string variant_dir);

  std::vector<std::string> ids() const;
  bool Has(const std::string& id) const;
  // Faults: no such variant, or its text is wrong.
  Result<std::shared_ptr<const Variant>> Open(const std::string& id);
  // Built with these options over a preset's; the same options give the same flow.
  Result<std::shared_ptr<const Flow>> FlowFor(const std::string& id, const OptionValues& options);
  // What the journal keeps of the rules of `flow`, which FlowFor gave for `id`.
  MatchHead HeadFor(const std::string& id, const Flow& flow);
  // The flow of a match that began earlier, from its own texts. A fault where this program builds
  // another fingerprint from them.
  Result<std::shared_ptr<const Flow>> FlowOf(const MatchHead& head);

  // Every variant with its presets and options: the answer to `variants`.
  Json Describe();
  Json Describe(const std::string& id);

 private:
  struct Shelved {
    std::shared_ptr<const Variant> variant;
    std::string texts;  // JSON: name -> text, its bases included
  };

  Result<const Shelved*> Shelve(const std::string& id);

  const std::string variant_dir_;
  std::map<std::string, Shelved> shelf_;
  // By variant and options; a flow stays as long as some desk holds it.
  std::map<std::pair<std::string, OptionValues>, std::weak_ptr<const Flow>> flows_;
  std::map<std::string, std::weak_ptr<const Flow>> by_fingerprint_;
};

// Option values as JSON has them: "on" is true, "7" is 7, anything else a word; and back. A value
// that no option can have stays a word, which the loader then refuses.
Json OptionJson(const Variant& variant,
                const std::vector<std::pair<std::string, std::string>>& options);
OptionValues OptionsFrom(const Json& json);

}  // namespace mlf::server
