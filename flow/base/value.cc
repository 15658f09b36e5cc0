#include <mlf/flow/value.h>
#include "flow/base/words.h"

#include <algorithm>

namespace mlf {

namespace {

std::optional<bool> ReadBool(std::string_view text) {
  if (text == "on" || text == "true" || text == "yes") return true;
  if (text == "off" || text == "false" || text == "no") return false;
  return std::nullopt;
}

std::optional<std::int64_t> ReadInt(std::string_view text) {
  // from_chars does not accept a plus sign, and a designer may write "+8".
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return ParseNumber<std::int64_t>(text);
}

// Texts that have another meaning without quotes. Quotes change the meaning of these scalars only.
bool ReadsAsSwitchOrNumber(std::string_view text) {
  return ReadBool(text).has_value() || ReadInt(text).has_value();
}

bool ReadsAsNull(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

// Whether `text` needs no quotes anywhere in a one-line map or list.
bool IsPlain(std::string_view text) {
  if (ReadsAsNull(text)) return false;
  // A leading wide or no-break space would be read as indentation.
  if (text.starts_with("\xE3\x80\x80") || text.starts_with("\xC2\xA0")) return false;
  const auto word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (word(c)) continue;
    const bool last = i + 1 == text.size();
    if (i == 0 && (c == '-' || c == '+') && !last && word(text[1])) continue;  // a signed number
    if (i > 0 && !last && (c == ' ' || c == '/' || c == '.' || c == '+' || c == '-')) continue;
    return false;
  }
  return true;
}

void AppendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\t') {
      out += "\\t";
    } else {
      AppendVisible(out, c);
    }
  }
  out += '"';
}

void AppendWord(std::string& out, std::string_view text, bool keep_quotes) {
  if (IsPlain(text) && !keep_quotes) {
    out += text;
  } else {
    AppendQuoted(out, text);
  }
}

void AppendCanonical(std::string& out, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull: out += '~'; return;
    case Value::Kind::kScalar:
      AppendWord(out, value.text(), value.quoted() && ReadsAsSwitchOrNumber(value.text()));
      return;
    case Value::Kind::kList: {
      out += '[';
      bool first = true;
      for (const Value& item : value.items()) {
        if (!first) out += ", ";
        first = false;
        AppendCanonical(out, item);
      }
      out += ']';
      return;
    }
    case Value::Kind::kMap: {
      out += '{';
      bool first = true;
      for (const Value::Entry& entry : value.entries()) {
        if (!first) out += ", ";
        first = false;
        AppendWord(out, entry.key, false);
        out += ": ";
        AppendCanonical(out, entry.value);
      }
      out += '}';
      return;
    }
  }
}

// The id of an entry of a list such as the rows of a fan table; nothing if it has none.
std::string_view IdOf(const Value& item) {
  const Value* id = item.IsMap() ? item.Find("id") : nullptr;
  return id == nullptr ? std::string_view() : std::string_view(id->text());
}

bool HasIds(const Value& list) {
  return list.IsList() && !list.items().empty() &&
         std::ranges::none_of(list.items(), [](const Value& item) { return IdOf(item).empty(); });
}

void AddNothingToRemove(const Value::Entry& entry, const std::vector<std::string>& known,
                        const std::string& path, Faults& faults) {
  const std::string nearest = Nearest(entry.key, known);
  std::string message =
      "there is no \"" + entry.key + "\"" + (path.empty() ? "" : " in " + path) + " to remove";
  if (!nearest.empty()) message += "; did you mean \"" + nearest + "\"?";
  faults.push_back({"Y20", entry.where, std::move(message)});
}

std::string Below(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + '.' + key;
}

void OverlayMap(Value& base, const Value& patch, const std::string& path, Faults& faults);

// A list of maps with ids is patched by a map of ids. A new entry goes to the end, or before the
// one that its key `before` names.
void OverlayList(Value& base, const Value& patch, const std::string& path, Faults& faults) {
  std::vector<Value>& items = base.items();
  std::vector<std::string> known;
  known.reserve(items.size());
  for (const Value& item : items) known.emplace_back(IdOf(item));
  for (const Value::Entry& entry : patch.entries()) {
    const auto old = std::ranges::find(items, entry.key, IdOf);
    if (entry.value.IsNull()) {
      if (old == items.end()) {
        AddNothingToRemove(entry, known, path, faults);
      } else {
        items.erase(old);
      }
    } else if (old != items.end() && entry.value.IsMap()) {
      OverlayMap(*old, entry.value, Below(path, entry.key), faults);
    } else if (old == items.end() && entry.value.IsMap()) {
      const Value* before = entry.value.Find("before");
      const auto place =
          before == nullptr ? items.end() : std::ranges::find(items, before->text(), IdOf);
      if (before != nullptr && place == items.end()) {
        faults.push_back({"Y21", before->where(),
                          "before: there is no \"" + before->text() + "\" in " + path +
                              DidYouMean(before->text(), known)});
        continue;
      }
      Value added = Value::Map({{"id", Value(entry.key)}});
      added.set_where(entry.where);
      for (const Value::Entry& have : entry.value.entries()) {
        if (have.key != "before") added.entries().push_back(have);
      }
      items.insert(place, std::move(added));
    } else {
      faults.push_back({"Y21", entry.where,
                        Below(path, entry.key) + ": a map is needed, or null to remove the entry"});
    }
  }
}

// `path` leads from the root to `patch`, for messages: "flow.discard".
void OverlayMap(Value& base, const Value& patch, const std::string& path, Faults& faults) {
  for (const Value::Entry& entry : patch.entries()) {
    Value* old = base.Find(entry.key);
    if (entry.value.IsNull()) {
      if (old == nullptr) {
        std::vector<std::string> known;
        for (const Value::Entry& have : base.entries()) known.push_back(have.key);
        AddNothingToRemove(entry, known, path, faults);
        continue;
      }
      auto& entries = base.entries();
      entries.erase(std::find_if(entries.begin(), entries.end(),
                                 [&](const Value::Entry& have) { return have.key == entry.key; }));
    } else if (old != nullptr && old->IsMap() && entry.value.IsMap()) {
      OverlayMap(*old, entry.value, Below(path, entry.key), faults);
    } else if (old != nullptr && HasIds(*old) && entry.value.IsMap()) {
      OverlayList(*old, entry.value, Below(path, entry.key), faults);
    } else if (old != nullptr) {
      *old = entry.value;
    } else {
      base.entries().push_back(entry);
    }
  }
}

}  // namespace

Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;
Value::Value(std::string_view text) : kind_(Kind::kScalar), text_(text) {}

Value Value::List() { return List(std::vector<Value>()); }

Value Value::List(std::vector<Value> items) {
  Value value;
  value.kind_ = Kind::kList;
  value.items_ = std::move(items);
  return value;
}

Value Value::Map(std::initializer_list<std::pair<std::string_view, Value>> entries) {
  Value value;
  value.kind_ = Kind::kMap;
  for (const auto& [key, entry] : entries) value.Set(key, entry);
  return value;
}

std::optional<bool> Value::AsBool() const {
  if (!IsScalar() || quoted_) return std::nullopt;
  return ReadBool(text_);
}

std::optional<std::int64_t> Value::AsInt() const {
  if (!IsScalar() || quoted_) return std::nullopt;
  return ReadInt(text_);
}

const Value* Value::Find(std::string_view key) const {
  for (const Entry& entry : entries_) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Value* Value::Find(std::string_view key) {
  return const_cast<Value*>(std::as_const(*this).Find(key));
}

void Value::Set(std::string_view key, Value value) {
  if (Value* old = Find(key)) {
    *old = std::move(value);
  } else {
    SourcePos where = value.where();
    entries_.push_back(Entry{std::string(key), std::move(where), std::move(value)});
  }
}

void Value::Append(Value value) { items_.push_back(std::move(value)); }

std::string Value::Canonical() const {
  std::string out;
  AppendCanonical(out, *this);
  return out;
}

Value Value::Without(std::span<const std::string_view> keys) const {
  Value copy = *this;
  std::erase_if(copy.entries_, [&](const Entry& entry) {
    return std::find(keys.begin(), keys.end(), entry.key) != keys.end();
  });
  for (Entry& entry : copy.entries_) entry.value = entry.value.Without(keys);
  for (Value& item : copy.items_) item = item.Without(keys);
  return copy;
}

bool operator==(const Value& a, const Value& b) {
  if (a.kind_ != b.kind_) return false;
  switch (a.kind_) {
    case Value::Kind::kNull: return true;
    case Value::Kind::kScalar:
      return a.text_ == b.text_ && (a.quoted_ == b.quoted_ || !ReadsAsSwitchOrNumber(a.text_));
    case Value::Kind::kList: return a.items_ == b.items_;
    case Value::Kind::kMap:
      return std::equal(a.entries_.begin(), a.entries_.end(), b.entries_.begin(), b.entries_.end(),
                        [](const Value::Entry& x, const Value::Entry& y) {
                          return x.key == y.key && x.value == y.value;
                        });
  }
  return false;
}

Value Overlay(const Value& base, const Value& patch, Faults& faults) {
  if (patch.IsNull()) return base;  // an empty patch; null removes keys only
  if (!base.IsMap() || !patch.IsMap()) return patch;
  Value result = base;
  OverlayMap(result, patch, "", faults);
  return result;
}

}  // namespace mlf
