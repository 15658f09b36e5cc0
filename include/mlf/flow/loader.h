/// \file
/// Loader: a variant from its text to a flow. It calls nothing but the public FlowBuilder, so
/// whatever it builds can be written in C++ too.
///
///   variant.yaml -> LoadVariant: bases laid under it (`extends`), options declared, all checked
///                -> Variant::Build(options): options put in, the flow checked and compiled
///
/// docs/en/variants.md says how a variant is written. In short: id, zh, en, seats, extends, entry,
/// critical, options, presets, parts, flow; and anywhere in parts, flow, seats, entry and critical
///   $name                      is the value of an option
///   {by: name, a: x, else: y}  is what stands beside the option's value; a null removes the entry
///   {when: {name: a}, ...}     is there only when the option has that value, or one of a list;
///                              several options: all of them. {name: "!a"} is any value but a.
///                              A bool option may be written `when: name` and `when: "!name"`.
/// An option, or one of its values, may have a `when` of its own: it is offered only beside those
/// values of others.
///
/// Codes of faults: V01 unknown key, V02 wrong kind of value, V03 something is missing, V04 word or
/// number that cannot stand there, V05 unknown option, V06 value the option cannot have, V07 `by`
/// without a line for a value, V08 `extends` in a circle, V09 base not found, V10 faulty
/// declaration of an option, V11 more than one id where one is wanted, V12 options that need each
/// other, V13 needs of an option that its default or nothing can meet, V14 an option of a preset
/// without what it needs; O01, O02 unknown option or value given to Build, O03 an option or value
/// given without what it needs, O04 unknown preset; Y.. of ParseYaml and Overlay; those of the
/// builder and its lints. Codes of warnings: W01 an option that nothing reads, W02 a shared part
/// that nobody asks for.
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

/// What an option, or one of its values, needs of another option.
struct OptionNeed {
  std::string option;
  std::vector<std::string> values;  ///< in normal form
  bool except = false;              ///< any value but these
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
  std::string fallback;             ///< the default, in normal form
  std::vector<std::string> values;  ///< kChoice: the values; kInt: the words allowed beside numbers
  std::int64_t low = 0;             ///< kInt
  std::int64_t high = 0;
  Label label;
  std::string source;  ///< where the rule is from
  SourcePos where;
  std::vector<OptionNeed>
      needs;  ///< of the option: without them it is not there, and nothing may set it
  std::map<std::string, std::vector<OptionNeed>>
      value_needs;  ///< of single values, besides those of the option

  /// Those of the option and those of one of its values.
  std::vector<OptionNeed> NeedsOf(const std::string& value) const;
  /// The value that `text` means ("true" is "on", "08" is "8"), or nothing when the option cannot
  /// have it.
  std::optional<std::string> Normal(const std::string& text) const;
  /// What it can be, for people: "on or off", "0..20 or none", "a, b or c".
  std::string Allowed() const;
};

/// Values by option name; what is not named has its default. The key `preset` names a preset of the
/// variant, on top of which the others lie.
using OptionValues = std::map<std::string, std::string>;
inline constexpr const char* kPresetKey = "preset";

/// A set of options that rooms play, under a name.
struct Preset {
  std::string name;
  Label label;
  std::string source;    ///< where it is played
  OptionValues options;  ///< in normal form
  SourcePos where;
};

/// The text of a variant, with the name it has in messages.
struct VariantText {
  std::string name;
  std::string text;
  std::string
      id{};  ///< what it must say of itself, as the name of its folder does; empty = anything
};
/// Finds the text of a variant by id; nothing when there is none.
using VariantSource = std::function<std::optional<VariantText>(std::string_view id)>;
/// Variants as `<folder>/<id>/variant.yaml`.
VariantSource FolderSource(std::string folder);

/// A variant, read and checked as far as that is possible without the parts it names. Immutable.
class Variant {
 public:
  const std::string& id() const { return id_; }
  const Label& label() const { return label_; }
  const std::vector<OptionDecl>& options() const { return options_; }
  const OptionDecl* FindOption(std::string_view name) const;
  const std::vector<Preset>& presets() const { return presets_; }
  /// The names of the texts it is made from: its own, its base's, ...
  const std::vector<std::string>& files() const { return files_; }
  /// Everything merged, options not yet put in.
  const Value& value() const { return value_; }

  /// A value for every option in declared order, `given` checked and in normal form, its preset put
  /// in. An option whose needs are not met is left out.
  Result<std::vector<std::pair<std::string, std::string>>> Complete(
      const OptionValues& given) const;
  /// What to give besides, so that `option` may have `value`; the other options keep their
  /// defaults. Empty where it needs nothing.
  OptionValues Beside(const OptionDecl& option, const std::string& value) const;
  /// `given` over `base` (a preset, the options of a journal): what of `base` is then not there, as
  /// its needs are not met, is left out.
  OptionValues Over(const OptionValues& base, const OptionValues& given) const;
  /// What nothing in the text reads (W01, W02); the flows that are built carry it too.
  const Faults& warnings() const { return warnings_; }
  /// The merged text with options put in: what Build reads.
  Result<Value> Resolve(const OptionValues& given) const;
  /// Every fault at once, in the order of the files. The lints speak only when the text is in
  /// order, as they would tell its faults again.
  Result<std::shared_ptr<const Flow>> Build(const OptionValues& given, const Registry& registry,
                                            const PieceText* piece_text = nullptr) const;

 private:
  friend class VariantLoader;
  Variant() = default;
  /// The preset that `given` names put under the rest; O04 where there is none of that name.
  Result<OptionValues> PutPreset(const OptionValues& given) const;

  std::string id_;
  Label label_;
  std::vector<OptionDecl> options_;
  std::vector<Preset> presets_;
  std::vector<std::string> files_;
  Value value_;
  Value configurable_;  ///< the part of it that options are put into
  Faults warnings_;
};

/// `source` finds the bases that `extends` names. With a registry the faults of a text that cannot
/// be loaded include those of its parts, so that one run tells everything.
Result<Variant> LoadVariant(const VariantText& text, const VariantSource& source,
                            const Registry* registry = nullptr,
                            const PieceText* piece_text = nullptr);
/// The variant `id` of `source`; its text must say the same id.
Result<Variant> LoadVariant(std::string_view id, const VariantSource& source,
                            const Registry* registry = nullptr,
                            const PieceText* piece_text = nullptr);

}  // namespace mlf
