/// \file
/// PartUse: a use of a part, as data: its kind and its parameters.
///
/// A compiled flow has one for each node, condition, effect and shared part. Lints, charts and
/// differences read it. Text is generated from it for people and for the fingerprint.
#pragma once

#include <mlf/flow/part.h>
#include <mlf/flow/value.h>

#include <string>
#include <string_view>
#include <vector>

namespace mlf {

struct PartParam;

struct PartUse {
  PartInfo info{};                ///< the kind: id, version, sentence
  std::string shared;             ///< name of the shared part it refers to, whose parameters are in
                                  ///< Flow::shared(); empty if written in full
  std::vector<PartParam> params;  ///< in the order in which the constructor requested them
  SourcePos where{};              ///< position of the use

  /// "missed_win", or "$judge" for a reference to a shared part.
  std::string Name() const;
  /// The parameter `name`, or null.
  const PartParam* Find(std::string_view name) const;
  /// The parameter `name` as a number; `fallback` if absent.
  int Number(std::string_view name, int fallback) const;
  /// Its nested parts, in the order of the parameters. References stay references.
  std::vector<const PartUse*> Children() const;

  /// Canonical text: "missed_win@1{mode: higher_fan}", "judge@2{rows: [...]}", "$judge".
  std::string Text() const;
  /// The parameters alone: "{mode: higher_fan}"; empty if there are none.
  std::string ParamsText() const;
};

/// A parameter with its final value: checked, or the default.
struct PartParam {
  enum class Kind : std::uint8_t {
    kWord,   ///< a switch, number, word or text
    kNode,   ///< the id of a node
    kValue,  ///< a list or map that the part reads itself, without labels
    kPart,
    kParts,
  };
  std::string name;
  Kind kind = Kind::kWord;
  Value value{};                 ///< for the first three kinds, with its position
  std::vector<PartUse> parts{};  ///< for the last two

  /// Canonical text of the value: "higher_fan", "[a@1, $b]".
  std::string Text() const;
};

/// A use of a part whose role the engine knows (Condition, Effect).
template <typename Role>
struct RoleUse : PartUse {
  const Role* part = nullptr;
};

}  // namespace mlf
