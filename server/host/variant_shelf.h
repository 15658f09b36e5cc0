// VariantShelf: the variants that desks may play, as flows and as texts. A match stores the texts,
// so it ends under the rules it began with.
//
// Variants of a folder may be edited while the server runs. An edit that cannot be played changes
// nothing: the last valid version is served, and News says what is wrong. That version is kept in a
// folder of the server's own, so a restart does not lose it. A variant is withdrawn by removing its
// whole folder: no new desk plays it then, and its open desks go on.
#pragma once

#include "server/journal/journal.h"
#include "server/protocol/messages.h"

#include <mlf/flow/json.h>
#include <mlf/flow/loader.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

class VariantShelf {
 public:
  // `variant_dir` is that of OpenVariant. Last valid versions are kept in `kept_dir`; empty: only
  // in memory.
  explicit VariantShelf(std::string variant_dir, std::string kept_dir = "");

  // Those that a new desk may play.
  std::vector<std::string> ids() const;
  bool Has(const std::string& id) const;
  // Faults: no such variant, or its text is wrong and never was right. Open does not look whether
  // its files have changed; FlowFor and Describe do.
  Result<std::shared_ptr<const Variant>> Open(const std::string& id);
  // Builds with these options over a preset's. The same options give the same flow.
  Result<std::shared_ptr<const Flow>> FlowFor(const std::string& id, const OptionValues& options);
  // The rules of `flow` as the journal stores them. FlowFor returned `flow` for `id`.
  MatchHead HeadFor(const std::string& id, const Flow& flow);
  // The flow of a match that began earlier, from its stored texts. A fault if this program builds
  // another fingerprint from them.
  Result<std::shared_ptr<const Flow>> FlowOf(const MatchHead& head);

  // A variant of the folder whose files cannot be played now.
  struct Broken {
    std::string id;
    Faults faults;
    bool served = false;  // as of its last valid version
  };
  std::vector<Broken> broken() const;
  // Looks at all variants of the folder, and returns what is new since the last call, for the log.
  // A broken edit is reported once, when two calls have found the same: an editor may still be
  // writing.
  struct Line {
    bool warning = false;
    std::string text;
  };
  std::vector<Line> News();

  // Every variant with its presets and options: the answer to `variants`. `older`: its newest edit
  // is broken.
  Json Describe();
  Json Describe(const std::string& id);

  static constexpr std::size_t kForgetFrom = 64;
  // Flows that are remembered, in use or not.
  std::size_t remembered() const { return std::max(flows_.size(), by_fingerprint_.size()); }

 private:
  struct Shelved {
    std::shared_ptr<const Variant> variant;
    std::shared_ptr<const std::string> texts;  // JSON: name -> text, its bases included
    bool of_folder = false;                    // some of them
    Json described;                            // null until somebody asks
    std::shared_ptr<const Flow> usual{};  // with the default options: strangers ask for it, too
  };
  // Files that cannot be played, and why.
  struct Refused {
    Json texts;  // name -> text, or null where it cannot be read
    Faults faults;
    bool gone = false;  // the folder of the variant
  };
  struct Built {
    std::weak_ptr<const Flow> flow;  // kept as long as some desk holds it
    std::shared_ptr<const std::string> texts;
  };

  static std::string PresetOf(const Variant& variant, const Flow& flow);
  // Forgets flows that no desk holds any more, now and then. Every combination of options has one.
  void ForgetGone();
  // The text of a variant as it is now. A fault: the folder has it, and it cannot be read.
  Result<std::optional<VariantText>> TextOf(std::string_view id) const;
  bool InFolder(const std::string& id) const;
  bool SameTexts(const Json& texts) const;
  bool IsGone(const std::string& id) const;
  bool IsWithdrawn(const std::string& id) const;
  // Reads a variant; `texts` gets what was read, as in Refused.
  Result<Shelved> Read(const std::string& id, Json& texts) const;
  std::optional<Shelved> ReadKept(const std::string& id) const;
  void Keep(const std::string& id, const std::string& texts);
  std::string KeptFile(const std::string& id) const { return kept_dir_ + "/" + id + ".json"; }
  Shelved* Put(const std::string& id, Shelved shelved);
  // The newest valid version.
  Result<Shelved*> Newest(const std::string& id);
  // What is on the shelf; the newest valid version if nothing is.
  Result<Shelved*> Shelve(const std::string& id);

  const std::string variant_dir_;
  const std::string kept_dir_;
  std::set<std::string> of_folder_;  // ids that it has, or had
  std::map<std::string, Shelved> shelf_;
  std::map<std::string, Refused> refused_;
  std::map<std::string, std::string> seen_, told_;  // id -> faults, of the last News and in the log
  std::vector<Line> lines_;                         // for the next News
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
