// `when:` as it stands anywhere in a variant, and what options need beside them. Private to the
// loader.
#pragma once

#include <mlf/flow/loader.h>

#include <optional>
#include <string>
#include <vector>

namespace mlf::loader {

// name | "!name" | {name: value, name: [values], name: "!value"}. What is wrong with it goes to
// `faults` and is left out.
std::vector<OptionNeed> ReadWhen(const Value& when, const std::vector<OptionDecl>& options,
                                 Faults& faults);

// Reads the needs that `tree` (options:) declares into `options`: of an option as a whole, and of
// single values. Faults: what ReadWhen says; V12 options that need each other; V13 a need that the
// defaults of others leave unmet for a default, or that nothing can meet.
void ReadNeeds(const Value& tree, std::vector<OptionDecl>& options, Faults& faults);

// `values` (one for each option) without the options whose own needs are unmet.
OptionValues InForce(const std::vector<OptionDecl>& options, const OptionValues& values);
// The same. O03: one of those is among `given`, or a value is without what
// it needs.
OptionValues CheckNeeds(const std::vector<OptionDecl>& options, OptionValues values,
                        const OptionValues& given, Faults& faults);
// Values of other options beside which `option` can have `value`, without those that are defaults.
// Nothing when there are none.
std::optional<OptionValues> Beside(const std::vector<OptionDecl>& options, const OptionDecl& option,
                                   const std::string& value);

}  // namespace mlf::loader
