/// \file
/// LiveVariant: a variant whose file may change while tables run.
///
///   LiveVariant live("variants/xueliu");
///   auto flow = live.FlowFor({{"cap", "5"}});  // a table keeps the version it started with
///   const Faults faults = live.Reload();       // not empty: nothing has changed, and why
///   auto old = live.Find(fingerprint);         // the version of a stored table
///
/// Reload accepts a text only if it builds with the default options and with every set of options
/// requested so far. A set whose option no longer exists is dropped. All functions are thread-safe.
#pragma once

#include <mlf/flow/loader.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mlf {

class LiveVariant {
 public:
  /// `name` and `variant_dir` as for OpenVariant. Files are read on first use.
  explicit LiveVariant(std::string name, std::string variant_dir = "");

  /// The current flow for these options.
  Result<std::shared_ptr<const Flow>> FlowFor(const OptionValues& options = {});
  /// Reads the files again. Without faults, new tables use the new text.
  Faults Reload();
  /// A current or earlier version that some table still holds; null if there is none.
  std::shared_ptr<const Flow> Find(std::uint64_t fingerprint);
  /// Number of accepted texts, including the first one.
  int version();
  /// The files of the variant, including its bases.
  std::vector<std::string> files();

 private:
  using Flows = std::map<OptionValues, std::shared_ptr<const Flow>>;

  Faults ReloadLocked();
  void Remember(const std::shared_ptr<const Flow>& flow);

  const std::string name_;
  const std::string variant_dir_;
  std::mutex lock_;
  std::unique_ptr<const Variant> variant_;
  Flows flows_;                                   ///< of the current text
  std::vector<std::weak_ptr<const Flow>> given_;  ///< flows handed out, while somebody holds them
  int version_ = 0;
};

}  // namespace mlf
