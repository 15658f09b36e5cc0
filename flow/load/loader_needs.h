// Reads `when:` and checks what options need. Private to the loader.
#pragma once

#include <mlf/flow/loader.h>

#include <optional>
#include <string>
#include <vector>

namespace mlf::loader {

// Reads name | "!name" | {name: value, name: [values], name: "!value"}. Faulty entries are reported
// and left out.
std::vector<OptionNeed> ReadWhen(const Value& when, const std::vector<OptionDecl>& options,
                                 Faults& faults);

// Reads the needs declared in `tree` (options:) into `options`: those of whole options and of
// single values. Faults:
// - those of ReadWhen;
// - V12 a cycle of needs;
// - V13 a need that nothing can meet, or a default whose needs the other defaults do not meet.
void ReadNeeds(const Value& tree, std::vector<OptionDecl>& options, Faults& faults);

// `values` (one per option) without the options whose needs are unmet.
OptionValues InForce(const std::vector<OptionDecl>& options, const OptionValues& values);
// Like InForce. O03: a given option is unavailable, or a value's needs are unmet.
OptionValues CheckNeeds(const std::vector<OptionDecl>& options, const OptionValues& values,
                        const OptionValues& given, Faults& faults);
// Values of other options with which `option` can have `value`; defaults are left out. Nothing if
// there are none.
std::optional<OptionValues> Beside(const std::vector<OptionDecl>& options, const OptionDecl& option,
                                   const std::string& value);

}  // namespace mlf::loader
