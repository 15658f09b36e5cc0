/// \file
/// LiveVariant: a variant whose file may change while tables run.
///
///   LiveVariant live("variants/xueliu");
///   auto flow = live.FlowFor({{"cap", "5"}});  // a new table keeps the version it began with
///   const Faults faults = live.Reload();       // not empty: nothing has changed, and why
///   auto old = live.Find(fingerprint);         // the version of a table that was stored
///
/// Reload takes over a text only when it builds with the default options and with every set of
/// options that was asked for; a set with an option the new text does not have any more is dropped
/// instead. Any thread may call any of this.
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
  /// `name` and `variant_dir` as OpenVariant takes them. Nothing is read before the first question.
  explicit LiveVariant(std::string name, std::string variant_dir = "");

  /// The flow of now for these options.
  Result<std::shared_ptr<const Flow>> FlowFor(const OptionValues& options = {});
  /// Reads the files again. No faults: new tables take what stands there now.
  Faults Reload();
  /// A version, of now or before, that some table still runs on; null when none does.
  std::shared_ptr<const Flow> Find(std::uint64_t fingerprint);
  /// How often another text was taken over, the first one included.
  int version();
  /// The files it is made from, its bases among them.
  std::vector<std::string> files();

 private:
  using Flows = std::map<OptionValues, std::shared_ptr<const Flow>>;

  Faults ReloadLocked();
  void Remember(const std::shared_ptr<const Flow>& flow);

  const std::string name_;
  const std::string variant_dir_;
  std::mutex lock_;
  std::unique_ptr<const Variant> variant_;
  Flows flows_;  ///< of the text of now
  std::vector<std::weak_ptr<const Flow>>
      given_;  ///< whoever was given out, as long as somebody holds it
  int version_ = 0;
};

}  // namespace mlf
