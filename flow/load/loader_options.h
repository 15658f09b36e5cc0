// The options of a variant: reading their declarations, and putting their values into the tree.
// Private to the loader.
#pragma once

#include <mlf/flow/loader.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::loader {

// Adds V01 for every key of `map` that is none of `known`. `of` names the map: "an option".
void CheckKeys(const Value& map, std::initializer_list<std::string_view> known, std::string_view of,
               Faults& faults);

std::vector<OptionDecl> ReadOptions(const Value& options, Faults& faults);
std::vector<std::string> NamesOf(const std::vector<OptionDecl>& options);
const OptionDecl* FindOption(const std::vector<OptionDecl>& options, std::string_view name);
// The option that the text names at `where`; else null and V05 with the nearest name.
const OptionDecl* NamedOption(const std::vector<OptionDecl>& options, const std::string& name,
                              const SourcePos& where, Faults& faults);
// The value in normal form; else V06 with the nearest one.
std::optional<std::string> LegalValue(const OptionDecl& option, const std::string& text,
                                      const SourcePos& where, Faults& faults);

// Every $name, by and when in `tree`, whatever the options are set to.
void CheckReferences(const Value& tree, const std::vector<OptionDecl>& options, Faults& faults);
// `tree` with the options put in. What CheckReferences finds fault with is left out.
Value PutOptions(const Value& tree, const std::vector<OptionDecl>& options,
                 const OptionValues& values);
// Of faults at the place of a $name, says what was put there.
void NamePutOptions(const Value& tree, const std::vector<OptionDecl>& options,
                    const OptionValues& values, Faults& faults);

}  // namespace mlf::loader
