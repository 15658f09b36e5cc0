// VariantShelf: the variants that desks may play, as flows and as texts. A match stores the texts,
// so it ends under the rules it began with.
#pragma once

#include "server/journal/journal.h"
#include "server/protocol/messages.h"

#include <mlf/flow/loader.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlf::server {

class VariantShelf {
 public:
  // `variant_dir` is that of OpenVariant. A faulty variant is reported when it is requested. If its
  // files change, FlowFor and Describe read them again.
  explicit VariantShelf(std::string variant_dir);

  std::vector<std::string> ids() const;
  bool Has(const std::string& id) const;
  // Faults: no such variant, or its text is wrong.
  Result<std::shared_ptr<const Variant>> Open(const std::string& id);
  // Builds with these options over a preset's. The same options give the same flow.
  Result<std::shared_ptr<const Flow>> FlowFor(const std::string& id, const OptionValues& options);
  // The rules of `flow` as the journal stores them. FlowFor returned `flow` for `id`.
  MatchHead HeadFor(const std::string& id, const Flow& flow);
  // The flow of a match that began earlier, from its stored texts. A fault if this program builds
  // another fingerprint from them.
  Result<std::shared_ptr<const Flow>> FlowOf(const MatchHead& head);

  // Every variant with its presets and options: the answer to `variants`.
  Json Describe();
  Json Describe(const std::string& id);

  static constexpr std::size_t kForgetFrom = 64;
  // Flows that are remembered, in use or not.
  std::size_t remembered() const { return std::max(flows_.size(), by_fingerprint_.size()); }

 private:
  struct Shelved {
    std::shared_ptr<const Variant> variant;
    std::shared_ptr<const std::string> texts;  // JSON: name -> text, its bases included
    Json described;                            // null until somebody asks
  };
  struct Built {
    std::weak_ptr<const Flow> flow;  // kept as long as some desk holds it
    std::shared_ptr<const std::string> texts;
  };

  // Forgets flows that no desk holds any more, now and then. Every combination of options has one.
  void ForgetGone();
  // Takes a variant off the shelf if the texts of its files have changed.
  void LookAgain(const std::string& id);
  Result<Shelved*> Shelve(const std::string& id);

  const std::string variant_dir_;
  std::map<std::string, Shelved> shelf_;
  std::map<std::pair<std::string, OptionValues>, std::weak_ptr<const Flow>> flows_;
  std::map<std::string, Built> by_fingerprint_;
  std::size_t forget_at_ = kForgetFrom;  // entries of flows_
};

// Option values as in JSON: "on" is true, "7" is 7, all others are words; and back. An impossible
// value stays a word, which the loader then refuses.
Json OptionJson(const Variant& variant,
                const std::vector<std::pair<std::string, std::string>>& options);
OptionValues OptionsFrom(const Json& json);

}  // namespace mlf::server
