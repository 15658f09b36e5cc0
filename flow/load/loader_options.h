// The options of a variant: reads their declarations and substitutes their values. Private to the
// loader.
#pragma once

#include <mlf/flow/loader.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::loader {

// Adds V01 for every key of `map` outside `known`. `of` names the map: "an option".
void CheckKeys(const Value& map, const std::vector<std::string_view>& known, std::string_view of,
               Faults& faults);

std::vector<OptionDecl> ReadOptions(const Value& options, Faults& faults);
std::vector<std::string> NamesOf(const std::vector<OptionDecl>& options);
const OptionDecl* FindOption(const std::vector<OptionDecl>& options, std::string_view name);
// The option called `name`; otherwise null and V05 with the nearest name.
const OptionDecl* NamedOption(const std::vector<OptionDecl>& options, const std::string& name,
                              const SourcePos& where, Faults& faults);
// The value in canonical form; otherwise V06 with the nearest value.
std::optional<std::string> LegalValue(const OptionDecl& option, const std::string& text,
                                      const SourcePos& where, Faults& faults);

// Checks every $name, by and when in `tree`, for all values of the options.
void CheckReferences(const Value& tree, const std::vector<OptionDecl>& options, Faults& faults);
// `tree` with the options substituted. Drops what CheckReferences reports.
Value PutOptions(const Value& tree, const std::vector<OptionDecl>& options,
                 const OptionValues& values);
// Adds to each fault at the place of a $name the value that was substituted.
void NamePutOptions(const Value& tree, const std::vector<OptionDecl>& options,
                    const OptionValues& values, Faults& faults);

}  // namespace mlf::loader
