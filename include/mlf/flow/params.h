/// \file
/// Params: how a part gets what it is configured with.
///
/// A part's constructor takes `Params&` and asks for everything it needs by name: plain values,
/// other parts, slots of the records, nodes to go to. Each request carries a sentence in both
/// languages, so that the list of parts with their parameters is generated from the code. Faults
/// (unknown name, wrong type, out of range) are collected with their place; the constructor goes on
/// with the default.
///
/// A constructor must not use a part it was given beyond storing it: when parts are only being
/// described, the pointer is null.
#pragma once

#include <mlf/flow/declared.h>
#include <mlf/flow/part_use.h>
#include <mlf/flow/value.h>

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mlf {

class Registry;
class BuildContext;              ///< build.cc
enum class Hook : std::uint8_t;  ///< node.h

/// What a parameter is, for people.
struct Doc {
  std::string_view zh;
  std::string_view en;
  /// The part had other versions without this parameter: its default is how they behaved, and
  /// leaves the fingerprint of a variant alone.
  bool added = false;
};

/// A parameter as `mlf parts` shows it.
struct ParamDoc {
  std::string name;
  std::string type;  ///< "bool", "int 0..20", "one of a|b", "text", "pieces", "condition", "list of
                     ///< effect", "node", "value"
  std::string fallback;  ///< the default, as text; empty = required
  std::string zh;
  std::string en;
};

class Params {
 public:
  /// `value` must stay where it is. `context` is null when a part is only being described.
  Params(const Value& value, SourcePos where, BuildContext* context);
  Params(Value&&, SourcePos, BuildContext*) = delete;
  ~Params();
  Params(const Params&) = delete;
  Params& operator=(const Params&) = delete;

  bool Bool(std::string_view name, bool fallback, Doc doc);
  int Int(std::string_view name, int fallback, int low, int high, Doc doc);
  /// An integer or one of `words`; a word answers low - 1 - its index. For `cap: none`.
  int IntOrWord(std::string_view name, std::string_view fallback, int low, int high,
                std::span<const std::string_view> words, Doc doc);
  /// One of `words`, as its index; E is an enum or int with values 0.. in the order of the words.
  template <typename E = int>
  E Enum(std::string_view name, E fallback, std::initializer_list<std::string_view> words,
         Doc doc) {
    return static_cast<E>(
        EnumIndex(name, static_cast<int>(fallback), {words.begin(), words.size()}, doc));
  }
  std::string Text(std::string_view name, std::string_view fallback, Doc doc);
  /// Pieces as text ("1-9m 7z" is not read here: only what PieceText reads); a mask of kinds.
  PieceMask Pieces(std::string_view name, PieceMask fallback, Doc doc);
  /// The value as written, for lists and maps that the part reads itself (fan rows). Null when
  /// absent. Its text is part of the fingerprint, but for the keys that are `labels`.
  const Value& Raw(std::string_view name, Doc doc, std::span<const std::string_view> labels = {});

  /// Another part. When `name` is absent: `fallback` ("" = the variant's shared part called `name`;
  /// then a fault if there is none).
  template <typename Role>
  const Role* Part(std::string_view name, Doc doc, std::string_view fallback = "") {
    return Cast<Role>(PartNamed(name, fallback, Role::kRole, /*required=*/true, doc), name);
  }
  /// The same, but null when it is neither given nor shared.
  template <typename Role>
  const Role* PartIfAny(std::string_view name, Doc doc) {
    return Cast<Role>(PartNamed(name, "", Role::kRole, /*required=*/false, doc), name);
  }
  /// A list of parts (a single one may stand without brackets); absent = empty.
  template <typename Role>
  std::vector<const Role*> Parts(std::string_view name, Doc doc) {
    std::vector<const Role*> list;
    for (const mlf::Part* part : PartList(name, Role::kRole, doc)) {
      if (const Role* role = Cast<Role>(part, name)) list.push_back(role);
    }
    return list;
  }
  /// The one part this part wraps: the whole value is its spec ({not: after_draw}, {not:
  /// {missed_win: {mode: any}}}).
  template <typename Role>
  const Role* Whole(std::string_view name, Doc doc) {
    return Cast<Role>(WholePart(name, Role::kRole, doc), name);
  }
  /// A part from a value that the constructor found inside a Raw value (a fan row's pattern).
  /// Scalar = id or shared name; map = {id: params}.
  template <typename Role>
  const Role* PartFrom(const Value& spec) {
    return Cast<Role>(PartOf(spec, Role::kRole), Role::kRole);
  }

  /// State in Records.
  template <typename T>
  mlf::Slot<T> Slot() {
    return layout() ? layout()->template Add<T>() : mlf::Slot<T>();
  }
  /// A node to go to by Step::Follow. Absent = `fallback`.
  NodeIndex Node(std::string_view name, std::string_view fallback, Doc doc);
  /// A number for an id kept in Records (a ledger reason), the same in every build of the variant.
  /// `list` is one namespace of ids, at most 255 in each. Ids have static life.
  std::uint8_t Number(std::string_view list, const Reason& id);
  /// The number of a named random stream.
  int Stream(std::string_view name);

  // ---- what the part says of itself (declared.h); none of it is part of the fingerprint ----

  /// The part, in use, makes this so: a node when its hooks have run, an effect where it stands,
  /// any other part for the whole game.
  void Brings(const Topic& topic);
  /// Of a node: so for its effects in these hooks alone.
  void BringsIn(const Topic& topic, Hook from, Hook until);
  /// Only where `given` is so already when the node is entered.
  void BringsGiven(const Topic& topic, const Topic& given);
  /// Of a node: it is so no longer when its hooks have run.
  void Ends(const Topic& topic);
  /// Without this (one of these) anywhere in the flow the part can do nothing.
  void Needs(const Topic& topic) { Needs(std::vector{&topic}); }
  void Needs(std::vector<const Topic*> one_of);
  /// The same where the part stands. Of an effect: the node itself brings it. Of a condition, and
  /// of a player's node: it is so in one of the windows, or at the edge, where it is asked about.
  void NeedsHere(const Topic& topic);
  /// Of a condition or a player's node: it is for the seat whose move it is, and for no other.
  void NeedsOwnTurn();
  /// Of a player's node: whom it offers itself to. Seats where nothing is said.
  void OffersTo(OfferedTo whom);

  int seats() const;
  bool describing() const { return context_ == nullptr; }
  /// A fault of this part's own, at `where` (or at the part).
  void Fault(std::string message, SourcePos where = {});
  /// What builds and is likely a mistake (W10), at `where` (or at the part): what is wrong, and
  /// what would be right.
  void Warn(std::string message, SourcePos where = {});
  const SourcePos& where() const { return where_; }
  /// Where the value of a parameter stands; of one that is not written, the part.
  const SourcePos& WhereOf(std::string_view name) const;

  /// After construction: unknown names become faults.
  void Finish(std::string_view part_id);
  /// The parameters as the part got them, in the order in which it asked.
  const std::vector<PartParam>& checked() const { return checked_; }
  /// What was asked for, when a part is described.
  const std::vector<ParamDoc>& docs() const { return docs_; }
  /// What it has said of itself.
  const Declared& declared() const { return declared_; }

 private:
  template <typename Role>
  const Role* Cast(const mlf::Part* part, std::string_view name) {
    if (part == nullptr) return nullptr;
    const Role* role = dynamic_cast<const Role*>(part);
    if (role == nullptr) WrongRole(name, Role::kRole);
    return role;
  }
  const Value* Take(std::string_view name, std::string_view type, std::string_view fallback,
                    Doc doc);
  void Keep(std::string_view name, PartParam::Kind kind, Value value);
  void KeepPlain(std::string_view name, PartParam::Kind kind, Value value, bool is_default,
                 Doc doc);
  /// Null where the part could not be made: then it is not kept.
  const mlf::Part* KeepPart(std::string_view name, const mlf::Part* part, PartUse use);
  int EnumIndex(std::string_view name, int fallback, std::span<const std::string_view> words,
                Doc doc);
  const mlf::Part* PartNamed(std::string_view name, std::string_view fallback,
                             std::string_view role, bool required, Doc doc);
  const mlf::Part* WholePart(std::string_view name, std::string_view role, Doc doc);
  std::vector<const mlf::Part*> PartList(std::string_view name, std::string_view role, Doc doc);
  const mlf::Part* PartOf(const Value& spec, std::string_view role);
  void WrongRole(std::string_view name, std::string_view role);
  Layout* layout();

  const Value& value_;
  SourcePos where_;
  BuildContext* context_;
  bool whole_used_ = false;  ///< a value that is no map belongs to the first parameter asked for
  std::vector<std::string> taken_;
  std::vector<PartParam> checked_;
  std::vector<ParamDoc> docs_;
  Declared declared_;
};

}  // namespace mlf
