/// \file
/// Params: the configuration of a part.
///
/// A part's constructor takes `Params&` and requests everything it needs by name: plain values,
/// other parts, slots of the records, nodes. Each request has a sentence in both languages, so the
/// reference of parts and parameters is generated from the code. Faults (unknown name, wrong type,
/// out of range) are collected with their positions, and the constructor continues with the
/// default.
///
/// A constructor must only store the parts it gets. They are null when a part is only described.
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

/// A parameter's description for people.
struct Doc {
  std::string_view zh;
  std::string_view en;
  /// Added in a later version of the part. Its default keeps the old behaviour and is not part of
  /// the fingerprint.
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
  /// `value` must outlive the Params. `context` is null when a part is only described.
  Params(const Value& value, SourcePos where, BuildContext* context);
  Params(Value&&, SourcePos, BuildContext*) = delete;
  ~Params();
  Params(const Params&) = delete;
  Params& operator=(const Params&) = delete;

  bool Bool(std::string_view name, bool fallback, Doc doc);
  int Int(std::string_view name, int fallback, int low, int high, Doc doc);
  /// An integer or one of `words`. Word i returns low - 1 - i. For `cap: none`.
  int IntOrWord(std::string_view name, std::string_view fallback, int low, int high,
                std::span<const std::string_view> words, Doc doc);
  /// One of `words`, returned as its index. E is an enum or int with values 0.. in that order.
  template <typename E = int>
  E Enum(std::string_view name, E fallback, std::initializer_list<std::string_view> words,
         Doc doc) {
    return static_cast<E>(
        EnumIndex(name, static_cast<int>(fallback), {words.begin(), words.size()}, doc));
  }
  std::string Text(std::string_view name, std::string_view fallback, Doc doc);
  /// A mask of kinds, read by the flow's PieceText. Ranges such as "1-9m" are not supported.
  PieceMask Pieces(std::string_view name, PieceMask fallback, Doc doc);
  /// The value as written, for lists and maps that the part reads itself (fan rows). Null if
  /// absent. Its text is part of the fingerprint, except for the keys in `labels`.
  const Value& Raw(std::string_view name, Doc doc, std::span<const std::string_view> labels = {});

  /// Takes all parameters as they are written. For nodes that were made elsewhere.
  void KeepAll();

  /// Another part. If `name` is absent: `fallback`; with fallback "", the shared part called
  /// `name`, or a fault if there is none.
  template <typename Role>
  const Role* Part(std::string_view name, Doc doc, std::string_view fallback = "") {
    return Cast<Role>(PartNamed(name, fallback, Role::kRole, /*required=*/true, doc), name);
  }
  /// Like Part, but null if the part is neither given nor shared.
  template <typename Role>
  const Role* PartIfAny(std::string_view name, Doc doc) {
    return Cast<Role>(PartNamed(name, "", Role::kRole, /*required=*/false, doc), name);
  }
  /// A list of parts. A single part may be written without brackets. Absent = empty.
  template <typename Role>
  std::vector<const Role*> Parts(std::string_view name, Doc doc) {
    std::vector<const Role*> list;
    for (const mlf::Part* part : PartList(name, Role::kRole, doc)) {
      if (const Role* role = Cast<Role>(part, name)) list.push_back(role);
    }
    return list;
  }
  /// The single part that this part wraps: the whole value is its spec ({not: after_draw}, {not:
  /// {missed_win: {mode: any}}}).
  template <typename Role>
  const Role* Whole(std::string_view name, Doc doc) {
    return Cast<Role>(WholePart(name, Role::kRole, doc), name);
  }
  /// Makes a part from a value inside a Raw value (the pattern of a fan row). A scalar is an id or
  /// a shared name; a map is {id: params}.
  template <typename Role>
  const Role* PartFrom(const Value& spec) {
    return Cast<Role>(PartOf(spec, Role::kRole), Role::kRole);
  }

  /// Adds a slot to the records. A slot with room for few seats says so in `static constexpr int
  /// kMostSeats`; a flow of more seats is then a fault (P10) at its `seats:`.
  template <typename T>
  mlf::Slot<T> Slot() {
    if constexpr (requires { T::kMostSeats; }) SeatsAtMost(T::kMostSeats, T::kSlot);
    return layout() ? layout()->template Add<T>() : mlf::Slot<T>();
  }
  /// A target node for Step::Follow. Absent = `fallback`.
  NodeIndex Node(std::string_view name, std::string_view fallback, Doc doc);
  /// A number for an id stored in records (a ledger reason). It is the same in every build of the
  /// variant. `list` is a namespace of at most 255 ids. Ids have static storage.
  std::uint8_t Number(std::string_view list, const Reason& id);
  /// The number of the random stream called `name`.
  int Stream(std::string_view name);

  // ---- Declarations of the part (declared.h); not part of the fingerprint ----

  /// Using the part makes `topic` hold: for a node after its hooks, for an effect at its place, for
  /// other parts during the whole game.
  void Brings(const Topic& topic);
  /// For nodes: `topic` holds only for the effects in these hooks.
  void BringsIn(const Topic& topic, Hook from, Hook until);
  /// For nodes: brings `topic` only if `given` holds when the node is entered.
  void BringsGiven(const Topic& topic, const Topic& given);
  /// For nodes: `topic` no longer holds after the hooks.
  void Ends(const Topic& topic);
  /// The part can do nothing unless the flow brings this topic, or one of these, somewhere.
  void Needs(const Topic& topic) { Needs(std::vector{&topic}); }
  void Needs(std::vector<const Topic*> one_of);
  /// Like Needs, but at the place of the part. For an effect, the node itself must bring the topic.
  /// For a condition or a player's node, it must hold at one of its windows or edges.
  void NeedsHere(const Topic& topic);
  /// For a condition or a player's node: it works only for the seat to move.
  void NeedsOwnTurn();
  /// For a player's node: whom it can be offered to. Default: seats.
  void OffersTo(OfferedTo whom);

  int seats() const;
  bool describing() const { return context_ == nullptr; }
  /// Adds a fault (P10) at `where`, or at the part.
  void Fault(std::string message, SourcePos where = {});
  /// Adds a warning (W10) at `where`, or at the part. The message says what is wrong and what would
  /// be right.
  void Warn(std::string message, SourcePos where = {});
  const SourcePos& where() const { return where_; }
  /// Position of a parameter's value; that of the part if the parameter is absent.
  const SourcePos& WhereOf(std::string_view name) const;

  /// Call after construction: reports unknown parameters.
  void Finish(std::string_view part_id);
  /// The parameters with their final values, in the order of requests.
  const std::vector<PartParam>& checked() const { return checked_; }
  /// The requested parameters, when a part is only described.
  const std::vector<ParamDoc>& docs() const { return docs_; }
  /// The declarations made so far.
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
  /// Returns null and stores nothing if the part could not be made.
  const mlf::Part* KeepPart(std::string_view name, const mlf::Part* part, PartUse use);
  int EnumIndex(std::string_view name, int fallback, std::span<const std::string_view> words,
                Doc doc);
  const mlf::Part* PartNamed(std::string_view name, std::string_view fallback,
                             std::string_view role, bool required, Doc doc);
  const mlf::Part* WholePart(std::string_view name, std::string_view role, Doc doc);
  std::vector<const mlf::Part*> PartList(std::string_view name, std::string_view role, Doc doc);
  const mlf::Part* PartOf(const Value& spec, std::string_view role);
  void WrongRole(std::string_view name, std::string_view role);
  void SeatsAtMost(int most, std::string_view slot);
  Layout* layout();

  const Value& value_;
  SourcePos where_;
  BuildContext* context_;
  bool whole_used_ = false;  ///< the value is not a map and was taken by the first parameter
  std::vector<std::string> taken_;
  std::vector<PartParam> checked_;
  std::vector<ParamDoc> docs_;
  Declared declared_;
};

}  // namespace mlf
