#include <mlf/table/tile.h>
#include <mlf/variants/live_variant.h>
#include <mlf/variants/open.h>

#include <algorithm>

namespace mlf {

namespace {

Result<std::shared_ptr<const Flow>> Built(const Variant& variant, const OptionValues& options) {
  return variant.Build(options, AllParts(), &table::TileText());
}

// Whether all faults concern options, values or presets that no longer exist.
bool OfOptionsOnly(const Faults& faults) {
  return std::all_of(faults.begin(), faults.end(),
                     [](const Fault& fault) { return fault.code.starts_with("O"); });
}

}  // namespace

LiveVariant::LiveVariant(std::string name, std::string variant_dir)
    : name_(std::move(name)), variant_dir_(std::move(variant_dir)) {}

Faults LiveVariant::ReloadLocked() {
  auto variant = OpenVariant(name_, variant_dir_);
  if (!variant) return variant.faults();
  Flows flows;
  const auto by_default = Built(*variant, {});
  if (!by_default) return by_default.faults();
  flows.emplace(OptionValues{}, *by_default);
  for (const auto& [options, unused] : flows_) {
    if (options.empty()) continue;
    const auto flow = Built(*variant, options);
    if (flow) {
      flows.emplace(options, *flow);
    } else if (!OfOptionsOnly(flow.faults())) {
      return flow.faults();
    }
  }
  variant_ = std::make_unique<const Variant>(std::move(*variant));
  flows_ = std::move(flows);
  ++version_;
  return {};
}

Faults LiveVariant::Reload() {
  const std::lock_guard guard(lock_);
  return ReloadLocked();
}

Result<std::shared_ptr<const Flow>> LiveVariant::FlowFor(const OptionValues& options) {
  const std::lock_guard guard(lock_);
  if (variant_ == nullptr) {
    const Faults faults = ReloadLocked();
    if (!faults.empty()) return faults;
  }
  if (const auto found = flows_.find(options); found != flows_.end()) {
    Remember(found->second);
    return found->second;
  }
  auto flow = Built(*variant_, options);
  if (!flow) return flow;
  flows_.emplace(options, *flow);
  Remember(*flow);
  return flow;
}

void LiveVariant::Remember(const std::shared_ptr<const Flow>& flow) {
  std::erase_if(given_, [](const std::weak_ptr<const Flow>& one) { return one.expired(); });
  const bool known =
      std::any_of(given_.begin(), given_.end(),
                  [&](const std::weak_ptr<const Flow>& one) { return one.lock() == flow; });
  if (!known) given_.push_back(flow);
}

std::shared_ptr<const Flow> LiveVariant::Find(std::uint64_t fingerprint) {
  const std::lock_guard guard(lock_);
  for (const auto& [options, flow] : flows_) {
    if (flow->fingerprint() == fingerprint) return flow;
  }
  for (const std::weak_ptr<const Flow>& one : given_) {
    if (std::shared_ptr<const Flow> flow = one.lock();
        flow != nullptr && flow->fingerprint() == fingerprint)
      return flow;
  }
  return nullptr;
}

int LiveVariant::version() {
  const std::lock_guard guard(lock_);
  return version_;
}

std::vector<std::string> LiveVariant::files() {
  const std::lock_guard guard(lock_);
  return variant_ == nullptr ? std::vector<std::string>() : variant_->files();
}

}  // namespace mlf
