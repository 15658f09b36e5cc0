#include "flow/base/words.h"
#include "flow/build/build_context.h"

#include <algorithm>
#include <stdexcept>

namespace mlf {

std::string NoSuchNode(const std::string& id, const std::vector<std::string>& known) {
  const std::string near = DidYouMean(id, known);
  return "there is no node " + Quoted(id) +
         (near.empty() ? "; add it under flow:, or name one that is there" : near);
}

namespace {

// A default that the parameter would not accept is a fault of the part.
void RequireDefault(bool accepted, std::string_view name, std::string_view fallback) {
  if (!accepted)
    throw std::invalid_argument("the default " + std::string(fallback) + " of its parameter " +
                                Quoted(name) + " is not among the values that it accepts");
}

}  // namespace

Params::Params(const Value& value, SourcePos where, BuildContext* context)
    : value_(value), where_(std::move(where)), context_(context) {}
Params::~Params() = default;

const Value* Params::Take(std::string_view name, std::string_view type, std::string_view fallback,
                          Doc doc) {
  const bool first = taken_.empty();
  taken_.emplace_back(name);
  if (describing())
    docs_.push_back({std::string(name), std::string(type), std::string(fallback),
                     std::string(doc.zh), std::string(doc.en)});
  if (value_.IsMap()) {
    const Value* found = value_.Find(name);
    return found != nullptr && found->IsNull() ? nullptr : found;
  }
  if (value_.IsNull() || !first) return nullptr;
  whole_used_ = true;
  return &value_;
}

void Params::Keep(std::string_view name, PartParam::Kind kind, Value value) {
  value.set_where(WhereOf(name));
  checked_.push_back({std::string(name), kind, std::move(value)});
}

void Params::KeepPlain(std::string_view name, PartParam::Kind kind, Value value, bool is_default,
                       Doc doc) {
  if (!doc.added || !is_default) Keep(name, kind, std::move(value));
}

const SourcePos& Params::WhereOf(std::string_view name) const {
  const Value* value = value_.IsMap() ? value_.Find(name) : whole_used_ ? &value_ : nullptr;
  return value == nullptr || value->where().line == 0 ? where_ : value->where();
}

void Params::Fault(std::string message, SourcePos where) {
  if (context_ != nullptr)
    context_->AddFault("P10", where.line != 0 ? std::move(where) : where_, std::move(message));
}

void Params::Warn(std::string message, SourcePos where) {
  if (context_ != nullptr)
    context_->AddWarning("W10", where.line != 0 ? std::move(where) : where_, std::move(message));
}

bool Params::Bool(std::string_view name, bool fallback, Doc doc) {
  const Value* value = Take(name, "bool", fallback ? "on" : "off", doc);
  bool result = fallback;
  if (value != nullptr) {
    if (const auto read = value->AsBool()) {
      result = *read;
    } else if (context_ != nullptr) {
      context_->AddFault("P02", value->where(),
                         Quoted(name) + " must be on or off, not " + Quoted(value->Canonical()));
    }
  }
  KeepPlain(name, PartParam::Kind::kWord, result, result == fallback, doc);
  return result;
}

int Params::Int(std::string_view name, int fallback, int low, int high, Doc doc) {
  return IntOrWord(name, std::to_string(fallback), low, high, {}, doc);
}

int Params::IntOrWord(std::string_view name, std::string_view fallback, int low, int high,
                      std::span<const std::string_view> words, Doc doc) {
  const std::string range = std::to_string(low) + ".." + std::to_string(high);
  std::string type = "int " + range;
  if (!words.empty()) type += " or " + Join(words, "|");
  const Value* value = Take(name, type, fallback, doc);
  const auto read = [&](const Value& from) -> std::optional<int> {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (from.IsScalar() && from.text() == words[i]) return low - 1 - static_cast<int>(i);
    }
    const auto number = from.AsInt();
    if (!number || *number < low || *number > high) return std::nullopt;
    return static_cast<int>(*number);
  };
  const auto by_default = read(Value(fallback));
  RequireDefault(by_default.has_value(), name, fallback);
  const int absent = *by_default;
  int result = absent;
  if (value != nullptr) {
    if (const auto given = read(*value)) {
      result = *given;
    } else if (context_ != nullptr) {
      std::string wanted = "a number in " + range;
      if (!words.empty()) wanted += " or " + Join(words, " or ");
      context_->AddFault(
          value->AsInt() ? "P03" : "P02", value->where(),
          Quoted(name) + " must be " + wanted + ", not " + Quoted(value->Canonical()));
    }
  }
  KeepPlain(name, PartParam::Kind::kWord, std::to_string(result), result == absent, doc);
  return result;
}

int Params::EnumIndex(std::string_view name, int fallback, std::span<const std::string_view> words,
                      Doc doc) {
  RequireDefault(fallback >= 0 && static_cast<std::size_t>(fallback) < words.size(), name,
                 std::to_string(fallback));
  const Value* value = Take(name, "one of " + Join(words, "|"), words[fallback], doc);
  int result = fallback;
  if (value != nullptr) {
    const auto found = std::find(words.begin(), words.end(), value->text());
    if (value->IsScalar() && found != words.end()) {
      result = static_cast<int>(found - words.begin());
    } else if (context_ != nullptr) {
      context_->AddFault("P02", value->where(),
                         Quoted(name) + " must be one of " + Join(words, ", ") + ", not " +
                             Quoted(value->Canonical()) +
                             DidYouMean(value->text(), {words.begin(), words.end()}));
    }
  }
  KeepPlain(name, PartParam::Kind::kWord, words[result], result == fallback, doc);
  return result;
}

std::string Params::Text(std::string_view name, std::string_view fallback, Doc doc) {
  const Value* value = Take(name, "text", fallback, doc);
  std::string result(fallback);
  if (value != nullptr) {
    if (value->IsScalar()) {
      result = value->text();
    } else if (context_ != nullptr) {
      context_->AddFault("P02", value->where(), Quoted(name) + " must be a word or text");
    }
  }
  KeepPlain(name, PartParam::Kind::kWord, result, result == fallback, doc);
  return result;
}

PieceMask Params::Pieces(std::string_view name, PieceMask fallback, Doc doc) {
  const Value* value = Take(name, "pieces", "", doc);
  PieceMask result = fallback;
  if (value != nullptr && context_ != nullptr) {
    std::array<Piece, kMaxPieces> list{};
    const PieceText* text = context_->piece_text();
    const auto count =
        text == nullptr ? std::nullopt : text->Parse(value->text(), list.data(), kMaxPieces);
    if (count) {
      result = 0;
      for (int i = 0; i < *count; ++i) result |= MaskOf(list[i]);
    } else {
      context_->AddFault("P02", value->where(),
                         Quoted(name) + " must be pieces, not " + Quoted(value->Canonical()));
    }
  }
  KeepPlain(name, PartParam::Kind::kWord, std::to_string(result), result == fallback, doc);
  return result;
}

const Value& Params::Raw(std::string_view name, Doc doc, std::span<const std::string_view> labels) {
  static const Value kNull;
  const Value* value = Take(name, "value", "", doc);
  const Value& result = value == nullptr ? kNull : *value;
  mlf::Value kept = result.Without(labels);
  // What holds labels alone is as good as absent.
  const bool none = kept.IsNull() || (kept.IsMap() && kept.entries().empty() && !labels.empty());
  KeepPlain(name, PartParam::Kind::kValue, std::move(kept), none, doc);
  return result;
}

void Params::KeepAll() {
  if (!value_.IsMap()) return;
  for (const mlf::Value::Entry& entry : value_.entries()) Raw(entry.key, {});
}

const mlf::Part* Params::PartNamed(std::string_view name, std::string_view fallback,
                                   std::string_view role, bool required, Doc doc) {
  const std::string shown = !fallback.empty() ? std::string(fallback)
                            : required        ? "the shared part \"" + std::string(name) + "\""
                                              : "none";
  const Value* value = Take(name, role, shown, doc);
  if (context_ == nullptr) return nullptr;
  BuildContext::MadePart made;
  if (value != nullptr) {
    made = context_->Make(*value, role);
  } else if (!fallback.empty()) {
    made = context_->Make(Value(fallback), role);
  } else if (context_->HasShared(name)) {
    made = context_->Shared(name);
  } else if (required) {
    context_->AddFault("P06", where_,
                       "needs a " + std::string(role) + ": give it as " + Quoted(name) +
                           ", or share one under `parts: " + std::string(name) + ":`");
  }
  return KeepPart(name, made.part, std::move(made.use));
}

const mlf::Part* Params::WholePart(std::string_view name, std::string_view role, Doc doc) {
  const bool wrapped = value_.IsMap() && value_.Find(name) == nullptr;
  const Value* value = Take(name, role, "", doc);
  if (wrapped) {
    whole_used_ = true;
    value = &value_;
  }
  if (context_ == nullptr) return nullptr;
  if (value == nullptr) {
    context_->AddFault("P06", where_, "needs a " + std::string(role));
    return nullptr;
  }
  BuildContext::MadePart made = context_->Make(*value, role);
  return KeepPart(name, made.part, std::move(made.use));
}

std::vector<const mlf::Part*> Params::PartList(std::string_view name, std::string_view role,
                                               Doc doc) {
  const Value* value = Take(name, "list of " + std::string(role), "", doc);
  std::vector<const mlf::Part*> list;
  if (value == nullptr || context_ == nullptr) return list;
  PartParam param{std::string(name), PartParam::Kind::kParts};
  const auto add = [&](const Value& spec) {
    BuildContext::MadePart made = context_->Make(spec, role);
    if (made.part == nullptr) return;
    declared_.parts.push_back(made.part);
    list.push_back(made.part);
    param.parts.push_back(std::move(made.use));
  };
  if (value->IsList()) {
    for (const Value& item : value->items()) add(item);
  } else {
    add(*value);
  }
  checked_.push_back(std::move(param));
  return list;
}

const mlf::Part* Params::PartOf(const Value& spec, std::string_view role) {
  if (context_ == nullptr) return nullptr;
  BuildContext::MadePart made = context_->Make(spec, role);
  return KeepPart(role, made.part, std::move(made.use));
}

const mlf::Part* Params::KeepPart(std::string_view name, const mlf::Part* part, PartUse use) {
  if (part == nullptr) return nullptr;
  declared_.parts.push_back(part);
  PartParam param{std::string(name), PartParam::Kind::kPart};
  param.parts.push_back(std::move(use));
  checked_.push_back(std::move(param));
  return part;
}

void Params::WrongRole(std::string_view name, std::string_view role) {
  if (context_ != nullptr)
    context_->AddFault(
        "P05", WhereOf(name),
        Quoted(name) + " must be a " + std::string(role) + "; the named part has another role");
}

void Params::SeatsAtMost(int most, std::string_view slot) {
  if (context_ != nullptr) context_->SeatsAtMost(most, slot);
}

NodeIndex Params::Node(std::string_view name, std::string_view fallback, Doc doc) {
  const Value* value = Take(name, "node", fallback, doc);
  const std::string id = value == nullptr ? std::string(fallback) : value->text();
  Keep(name, PartParam::Kind::kNode, id);
  if (context_ == nullptr) return kNoNode;
  const NodeIndex index = context_->FindNode(id);
  if (index == kNoNode) {
    context_->AddFault("P04", value == nullptr ? where_ : value->where(),
                       NoSuchNode(id, context_->NodeIds()));
  }
  return index;
}

std::uint8_t Params::Number(std::string_view list, const Reason& id) {
  return context_ == nullptr ? 0 : context_->Number(list, id);
}
int Params::Stream(std::string_view name) {
  return context_ == nullptr ? 0 : context_->Stream(name);
}
void Params::Brings(const Topic& topic) { BringsIn(topic, Hook::kValid, Hook::kAfterSetStates); }
void Params::BringsIn(const Topic& topic, Hook from, Hook until) {
  declared_.brings.push_back({&topic, nullptr, static_cast<int>(from), static_cast<int>(until)});
}
void Params::BringsGiven(const Topic& topic, const Topic& given) {
  declared_.brings.push_back(
      {&topic, &given, static_cast<int>(Hook::kValid), static_cast<int>(Hook::kAfterSetStates)});
}
void Params::Ends(const Topic& topic) { declared_.ends.push_back(&topic); }
void Params::Needs(std::vector<const Topic*> one_of) {
  declared_.needs.push_back(std::move(one_of));
}
void Params::NeedsHere(const Topic& topic) { declared_.needs_here.push_back(&topic); }
void Params::NeedsOwnTurn() { declared_.own_turn = true; }
void Params::OffersTo(OfferedTo whom) { declared_.offered_to = whom; }

int Params::seats() const { return context_ == nullptr ? 4 : context_->seats(); }
Layout* Params::layout() { return context_ == nullptr ? nullptr : &context_->layout(); }

void Params::Finish(std::string_view part_id) {
  if (context_ == nullptr) return;
  if (value_.IsMap()) {
    if (whole_used_) return;
    for (const Value::Entry& entry : value_.entries()) {
      if (std::find(taken_.begin(), taken_.end(), entry.key) != taken_.end()) continue;
      std::string hint = DidYouMean(entry.key, taken_);
      if (hint.empty())
        hint = taken_.empty() ? "; it takes none" : "; it has " + Join(taken_, ", ");
      context_->AddFault("P01", entry.where,
                         Quoted(part_id) + " has no parameter " + Quoted(entry.key) + hint);
    }
  } else if (!value_.IsNull() && !whole_used_) {
    context_->AddFault("P01", value_.where(), Quoted(part_id) + " takes no parameters");
  }
}

}  // namespace mlf
