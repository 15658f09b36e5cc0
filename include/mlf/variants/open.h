/// \file
/// The front door for programs: a variant by name, as a flow ready to run.
///
///   // A preset of the variant, and an option on top of it.
///   auto flow = mlf::OpenFlow("xueliu", {{"preset", "five_fan"}, {"cap", "4"}});
///   if (!flow) { print(mlf::FaultText(flow.faults())); }
///
/// A name is an embedded variant's id, a folder that holds variant.yaml, or a yaml file. `extends`
/// finds its base in `variant_dir` first, then beside the file, then among the embedded ones.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/viewer.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf {

/// Ids of the embedded variants and of those in the folder, sorted, each once.
std::vector<std::string> VariantIds(const std::string& variant_dir = "");
/// The variant's data, checked as far as that is possible without building it.
Result<Variant> OpenVariant(const std::string& name, const std::string& variant_dir = "");
/// Where bases are found: `variant_dir`, then `beside` (both folders of variants), then the
/// embedded ones.
VariantSource StandardSource(const std::string& variant_dir = "", const std::string& beside = "");
/// The rules in words, Markdown: README.md (English) or README.zh-CN.md beside the variant.yaml of
/// `name`. Where that one is missing, the other; where both are, nothing.
std::string VariantReadme(const std::string& name, Lang lang, const std::string& variant_dir = "");
/// Opened and built with these options (the others at their defaults), with every part of the
/// library and tiles as pieces.
Result<std::shared_ptr<const Flow>> OpenFlow(const std::string& name,
                                             const OptionValues& options = {},
                                             const std::string& variant_dir = "");

}  // namespace mlf
