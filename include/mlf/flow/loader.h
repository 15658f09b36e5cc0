/// \file
/// Loader: builds a flow from the text of a variant. It uses the public FlowBuilder only, so C++
/// code can build the same flow.
///
///   variant.yaml -> LoadVariant: merges the bases (`extends`), reads the options, checks the text
///                -> Variant::Build(options): substitutes the options, checks and compiles the flow
///
/// docs/en/variants.md describes the format. Top-level keys: id, zh, en, seats, extends, entry,
/// critical, options, presets, parts, flow, and those of layers (layer.h). In parts, flow, seats,
/// entry, critical and layers:
///   $name                      the value of an option
///   {by: name, a: x, else: y}  the entry for the option's value; a null removes the entry
///   {when: {name: a}, ...}     present only if the option has that value, or one of a list;
///                              several options: all must match; {name: "!a"}: any value but a;
///                              bool options: `when: name` and `when: "!name"`
/// An option, or one of its values, may have a `when` of its own. It is then available only with
/// those values of other options.
///
/// Faults:
///   V01 unknown key
///   V02 wrong kind of value
///   V03 missing key
///   V04 word or number not allowed here
///   V05 unknown option
///   V06 value that the option cannot have
///   V07 `by` without an entry for a value
///   V08 cycle of `extends`
///   V09 base not found
///   V10 faulty declaration of an option
///   V11 more than one id where one is expected
///   V12 options that need each other
///   V13 needs that no values meet, or a default whose needs the other defaults do not meet
///   V14 option of a preset without what it needs
///   O01 unknown option given to Build
///   O02 unknown value given to Build
///   O03 option or value given without what it needs
///   O04 unknown preset
/// Also Y.. of ParseYaml and Overlay, and those of the builder and its lints. Warnings: W01 unused
/// option; W02 unused shared part.
#pragma once

#include <mlf/flow/flow.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlf {

struct Layer;  ///< layer.h

/// A requirement of an option, or of one of its values, on another option.
struct OptionNeed {
  std::string option;
  std::vector<std::string> values;  ///< in canonical form
  bool except = false;              ///< any value except these
  SourcePos where;

  bool Allows(const std::string& value) const;
  /// "score_table=2", "persons=5/6/7", "cap!=none".
  std::string Text() const;
};
/// "score_table=2, cap!=none"
std::string NeedsText(const std::vector<OptionNeed>& needs);

/// A house rule that a room may set.
struct OptionDecl {
  enum class Type : std::uint8_t { kBool, kInt, kChoice };

  std::string name;
  Type type = Type::kBool;
  std::string fallback;             ///< the default, in canonical form
  std::vector<std::string> values;  ///< kChoice: the values; kInt: words allowed beside numbers
  std::int64_t low = 0;             ///< kInt
  std::int64_t high = 0;
  Label label;
  std::string source;  ///< source of the rule
  SourcePos where;
  std::vector<OptionNeed>
      needs;  ///< of the option: if unmet, the option does not exist and cannot be set
  std::map<std::string, std::vector<OptionNeed>>
      value_needs;                            ///< of single values, in addition to `needs`
  std::map<std::string, Label> value_labels;  ///< of the values that have words

  /// The needs of the option and of the given value.
  std::vector<OptionNeed> NeedsOf(const std::string& value) const;
  /// Canonical form of `text` ("true" is "on", "08" is "8"); empty if the option cannot have it.
  std::optional<std::string> Normal(const std::string& text) const;
  /// The allowed values, for messages: "on or off", "0..20 or none", "a, b or c".
  std::string Allowed() const;
};

/// Values by option name; other options have their defaults. The key `preset` names a preset of the
/// variant, which the other entries override.
using OptionValues = std::map<std::string, std::string>;
inline constexpr const char* kPresetKey = "preset";

/// A named set of options, as played in rooms.
struct Preset {
  std::string name;
  Label label;
  std::string source;    ///< where it is played
  OptionValues options;  ///< in canonical form
  SourcePos where;
};

/// The text of a variant and its name in messages.
struct VariantText {
  std::string name;
  std::string text;
  std::string id{};  ///< the id that the text must have, such as its folder's name; empty = any
};
/// Finds the text of a variant by id; empty if there is none.
using VariantSource = std::function<std::optional<VariantText>(std::string_view id)>;
/// Source of variants in `<folder>/<id>/variant.yaml`.
VariantSource FolderSource(std::string folder);

/// A variant, checked as far as possible without the parts it names. Immutable.
class Variant {
 public:
  const std::string& id() const { return id_; }
  const Label& label() const { return label_; }
  const std::vector<OptionDecl>& options() const { return options_; }
  const OptionDecl* FindOption(std::string_view name) const;
  const std::vector<Preset>& presets() const { return presets_; }
  /// The names of the texts it is made from: its own, its base's, and so on.
  const std::vector<std::string>& files() const { return files_; }
  /// The merged text, before options are substituted.
  const Value& value() const { return value_; }

  /// The value of every available option in declared order, in canonical form, with the preset
  /// applied. Options whose needs are unmet are left out. Options of layers come last, only if
  /// given.
  Result<std::vector<std::pair<std::string, std::string>>> Complete(
      const OptionValues& given) const;
  /// The other options to set, so that `option` may have `value`; the rest keep their defaults.
  /// Empty if nothing is needed.
  OptionValues Beside(const OptionDecl& option, const std::string& value) const;
  /// `given` on top of `base` (a preset, the options of a journal). Entries of `base` whose needs
  /// are then unmet are left out.
  OptionValues Over(const OptionValues& base, const OptionValues& given) const;
  /// Unused options and parts (W01, W02). Built flows carry these warnings too.
  const Faults& warnings() const { return warnings_; }
  /// The merged text with the options substituted. Build reads this.
  Result<Value> Resolve(const OptionValues& given) const;
  /// Builds the flow, or returns every fault in file order. Lints run only if the text has no
  /// faults, because they would repeat them.
  Result<std::shared_ptr<const Flow>> Build(const OptionValues& given, const Registry& registry,
                                            const PieceText* piece_text = nullptr) const;

 private:
  friend class VariantLoader;
  Variant() = default;
  /// Applies the preset that `given` names; fault O04 if it is unknown.
  Result<OptionValues> PutPreset(const OptionValues& given) const;
  /// The layer whose option is called `name`; null if none.
  const Layer* LayerOf(std::string_view name) const;

  std::string id_;
  Label label_;
  std::vector<OptionDecl> options_;
  std::vector<Preset> presets_;
  std::vector<std::string> files_;
  Value value_;
  Value configurable_;                ///< the subtree where options are substituted
  std::vector<const Layer*> layers_;  ///< of the registry it was loaded with
  Faults warnings_;
};

/// Loads a variant. `source` finds the bases named by `extends`. With a registry, the faults of a
/// bad text include those of its parts, so that one run reports everything.
Result<Variant> LoadVariant(const VariantText& text, const VariantSource& source,
                            const Registry* registry = nullptr,
                            const PieceText* piece_text = nullptr);
/// Loads the variant `id` of `source`. The text must have the same id.
Result<Variant> LoadVariant(std::string_view id, const VariantSource& source,
                            const Registry* registry = nullptr,
                            const PieceText* piece_text = nullptr);

}  // namespace mlf
