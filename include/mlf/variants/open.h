/// \file
/// Opens a variant by name, as a flow ready to run.
///
///   // A preset of the variant, and an option on top of it.
///   auto flow = mlf::OpenFlow("xueliu", {{"preset", "five_fan"}, {"cap", "4"}});
///   if (!flow) { print(mlf::FaultText(flow.faults())); }
///
/// A name is the id of an embedded variant, a folder with a variant.yaml, or a YAML file. `extends`
/// searches `variant_dir` first, then the folder of the file, then the embedded variants.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/viewer.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf {

/// Ids of the embedded variants and of those in the folder, sorted and unique.
std::vector<std::string> VariantIds(const std::string& variant_dir = "");
/// The data of the variant, checked as far as possible without building it.
Result<Variant> OpenVariant(const std::string& name, const std::string& variant_dir = "");
/// The source of bases: `variant_dir`, then `beside` (both folders of variants), then the embedded
/// variants.
VariantSource StandardSource(const std::string& variant_dir = "", const std::string& beside = "");
/// The rules as Markdown: README.md (English) or README.zh-CN.md beside the variant.yaml of `name`.
/// Falls back to the other language; empty if both are missing.
std::string VariantReadme(const std::string& name, Lang lang, const std::string& variant_dir = "");
/// Opens the variant and builds it with these options (defaults for the others), all parts of the
/// library, and tiles as pieces.
Result<std::shared_ptr<const Flow>> OpenFlow(const std::string& name,
                                             const OptionValues& options = {},
                                             const std::string& variant_dir = "");

}  // namespace mlf
