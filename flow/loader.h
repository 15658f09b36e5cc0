// Loader: a variant from its text to a flow. It calls nothing but the public FlowBuilder, so whatever it builds can be written in C++ too.
//
//   variant.yaml -> LoadVariant: bases laid under it (`extends`), options declared, all of it checked
//                -> Variant::Build(options): options put in, nodes and edges pushed, the flow checked and compiled
//
// docs/variants.md says how a variant is written. In short: id, zh, en, seats, extends, entry, critical, options, parts, flow; and anywhere in
// parts, flow, seats, entry and critical
//   $name                          is the value of an option
//   {by: name, a: x, else: y}      is what stands beside the option's value; a null takes the entry out
//   {when: {name: a}, ...}         is there only when the option has that value (or one of a list; several options: all of them);
//                                  of a bool option also `when: name` and `when: "!name"`
//
// Codes of faults: V01 unknown key, V02 wrong kind of value, V03 something is missing, V04 word or number that cannot stand there, V05 unknown
// option, V06 value the option cannot have, V07 `by` without a line for a value, V08 `extends` in a circle, V09 base not found, V10 faulty
// declaration of an option, V11 more than one id where one is wanted; O01, O02 unknown option or value given to Build; Y.. of ParseYaml
// and Overlay; those of the builder and its lints.
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

// A house rule that a room may set.
struct OptionDecl {
  enum class Type : std::uint8_t { kBool, kInt, kChoice };

  std::string name;
  Type type = Type::kBool;
  std::string preset;               // in normal form
  std::vector<std::string> values;  // kChoice: the values; kInt: the words allowed beside numbers
  std::int64_t low = 0;             // kInt
  std::int64_t high = 0;
  Label label;
  std::string source;               // where the rule is from
  SourcePos where;

  // The value that `text` means ("true" is "on", "08" is "8"), or nothing when the option cannot have it.
  std::optional<std::string> Normal(const std::string& text) const;
  // What it can be, for people: "on or off", "0..20 or none", "a, b or c".
  std::string Allowed() const;
};

// Values by option name; what is not named has its default.
using OptionValues = std::map<std::string, std::string>;

// The text of a variant, with the name it has in messages.
struct VariantText {
  std::string name;
  std::string text;
};
// Finds the text of a variant by id; nothing when there is none.
using VariantSource = std::function<std::optional<VariantText>(std::string_view id)>;
// Variants as <folder>/<id>/variant.yaml.
VariantSource FolderSource(std::string folder);

// A variant, read and checked as far as that is possible without the parts it names. Immutable.
class Variant {
 public:
  const std::string& id() const { return id_; }
  const Label& label() const { return label_; }
  const std::vector<OptionDecl>& options() const { return options_; }
  const OptionDecl* FindOption(std::string_view name) const;
  // The names of the texts it is made from: its own, its base's, ...
  const std::vector<std::string>& files() const { return files_; }
  // Everything merged, options not yet put in.
  const Value& value() const { return value_; }

  // A value for every option in declared order, `given` checked and in normal form.
  Result<std::vector<std::pair<std::string, std::string>>> Complete(const OptionValues& given) const;
  // The merged text with options put in: what Build reads.
  Result<Value> Resolve(const OptionValues& given) const;
  // Every fault at once, in the order of the files. The lints speak only when the text is in order, as they would tell its faults again.
  Result<std::shared_ptr<const Flow>> Build(const OptionValues& given, const Registry& registry, const PieceText* piece_text = nullptr) const;

 private:
  friend class VariantLoader;
  Variant() = default;

  std::string id_;
  Label label_;
  std::vector<OptionDecl> options_;
  std::vector<std::string> files_;
  Value value_;
  Value configurable_;  // the part of it that options are put into
};

// `source` finds the bases that `extends` names. With a registry the faults of a text that cannot be loaded include those of its parts, so that
// one run tells everything.
Result<Variant> LoadVariant(const VariantText& text, const VariantSource& source, const Registry* registry = nullptr,
                            const PieceText* piece_text = nullptr);
// The variant `id` of `source`; its text must say the same id.
Result<Variant> LoadVariant(std::string_view id, const VariantSource& source, const Registry* registry = nullptr,
                            const PieceText* piece_text = nullptr);

}  // namespace mlf
