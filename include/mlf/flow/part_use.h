/// \file
/// PartUse: a part in use, as data: its kind and the parameters it was made with.
///
/// A compiled flow keeps one for each node, condition, effect and shared part. Lints, charts and
/// differences read it. Text is made from it where people read it, and for the fingerprint.
#pragma once

#include <mlf/flow/part.h>
#include <mlf/flow/value.h>

#include <string>
#include <string_view>
#include <vector>

namespace mlf {

struct PartParam;

struct PartUse {
  PartInfo info{};     ///< of its kind: id, version, sentence
  std::string shared;  ///< the name by which it refers to a shared part, whose parameters stand in
                       ///< Flow::shared(); empty where it is written in full
  std::vector<PartParam> params;  ///< in the order in which its constructor asked for them
  SourcePos where{};              ///< where it is used

  /// "missed_win", or "$judge" for a reference to a shared part.
  std::string Name() const;
  /// The parameter `name`; null when it has none of that name.
  const PartParam* Find(std::string_view name) const;
  /// The parameter `name` as a number; `fallback` when there is none.
  int Number(std::string_view name, int fallback) const;
  /// The parts it is made of, in the order of its parameters. References stay references.
  std::vector<const PartUse*> Children() const;

  /// Canonical text: "missed_win@1{mode: higher_fan}", "judge@2{rows: [...]}", "$judge".
  std::string Text() const;
  /// Of this the parameters: "{mode: higher_fan}"; empty without any.
  std::string ParamsText() const;
};

/// A parameter as the part got it: checked, the default where nothing is written.
struct PartParam {
  enum class Kind : std::uint8_t {
    kWord,   ///< a switch, number, word or text, as the part reads it
    kNode,   ///< the id of a node
    kValue,  ///< a list or map that the part reads itself, without its labels
    kPart,
    kParts,
  };
  std::string name;
  Kind kind = Kind::kWord;
  Value value{};                 ///< of the first three kinds, with its place
  std::vector<PartUse> parts{};  ///< of the last two

  /// Canonical text of the value: "higher_fan", "[a@1, $b]".
  std::string Text() const;
};

/// A part in use whose role the engine knows (Condition, Effect).
template <typename Role>
struct RoleUse : PartUse {
  const Role* part = nullptr;
};

}  // namespace mlf
