/// \file
/// Value: what a designer wrote, as a tree: null, scalar, list or map, each with its place in the
/// file.
///
/// Everything that is configured (variants, scenarios, parts' parameters) is read into Values
/// first, so that the rest of the code meets one checked form, whether it came from YAML or was
/// written in C++. Scalars stay text; As...() read them.
#pragma once

#include <mlf/flow/result.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mlf {

class Value {
 public:
  enum class Kind : std::uint8_t { kNull, kScalar, kList, kMap };
  struct Entry;  ///< key, its place, value

  /// Null. The members below are defined in value.cc because Entry is not complete here.
  Value();
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();

  Value(std::string_view text);
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(const std::string& text) : Value(std::string_view(text)) {}
  template <typename T>
    requires std::is_integral_v<T>
  Value(T number) : Value(NumberText(number)) {}
  static Value List();
  static Value List(std::vector<Value> items);
  static Value Map(std::initializer_list<std::pair<std::string_view, Value>> entries = {});

  Kind kind() const { return kind_; }
  bool IsNull() const { return kind_ == Kind::kNull; }
  bool IsScalar() const { return kind_ == Kind::kScalar; }
  bool IsList() const { return kind_ == Kind::kList; }
  bool IsMap() const { return kind_ == Kind::kMap; }

  /// A scalar's text; empty for anything else.
  const std::string& text() const { return text_; }
  /// True where the scalar stood in quotes (so `"off"` is a word and not a switch).
  bool quoted() const { return quoted_; }
  /// on/off, true/false, yes/no; decimal integer in range of int64. Nothing when it is not that, or
  /// stood in quotes.
  std::optional<bool> AsBool() const;
  std::optional<std::int64_t> AsInt() const;

  const std::vector<Value>& items() const { return items_; }      ///< of a list
  const std::vector<Entry>& entries() const { return entries_; }  ///< of a map, in written order
  std::vector<Value>& items() { return items_; }
  std::vector<Entry>& entries() { return entries_; }
  /// The value of `key`, or null pointer. Maps only.
  const Value* Find(std::string_view key) const;
  Value* Find(std::string_view key);
  /// Sets or replaces `key`; keeps its place in the order.
  void Set(std::string_view key, Value value);
  void Append(Value value);

  const SourcePos& where() const { return where_; }
  void set_where(SourcePos where) { where_ = std::move(where); }
  void set_quoted(bool quoted) { quoted_ = quoted; }

  /// One line that says the same whatever the layout was: {a: 1, b: [x, y]}. Keys keep their order.
  /// Equal values and only these have the same line, and ParseYaml reads it back.
  std::string Canonical() const;
  /// A copy without the entries of maps under one of `keys`, at whatever depth.
  Value Without(std::span<const std::string_view> keys) const;

  /// Same content, the order of keys included; places do not count, and quotes only where they
  /// change the meaning ("off" and off).
  friend bool operator==(const Value& a, const Value& b);

 private:
  template <typename T>
  static std::string NumberText(T number) {
    if constexpr (std::is_same_v<T, bool>) {
      return number ? "on" : "off";
    } else {
      return std::to_string(number);
    }
  }

  Kind kind_ = Kind::kNull;
  bool quoted_ = false;
  std::string text_;
  std::vector<Value> items_;
  std::vector<Entry> entries_;
  SourcePos where_;
};

struct Value::Entry {
  std::string key;
  SourcePos where;
  Value value;
};

/// Lays `patch` over `base`: maps merge key by key, a null removes the key, anything else replaces
/// (and is taken as it stands, nulls included, as there is nothing below it to remove). A patch
/// that removes what is not there is a fault (Y20) naming the nearest key.
Value Overlay(const Value& base, const Value& patch, Faults& faults);

/// Reads one YAML document. Checked beyond what the library does; all faults that can be told are
/// reported together, in the order of the file, with file, line and column (characters, not bytes).
/// Any bytes are safe to read. The faults:
///   Y01 file cannot be read             Y07 more than one document
///   Y02 too large                       Y08 key written twice in one map
///   Y03 no UTF-8, unseen character      Y09 key that is no plain word
///   Y04 indentation not by spaces       Y10 anchor, alias, tag or merge key
///   Y05 syntax                          Y11 nested too deep
///   Y06 nothing in the document
inline constexpr std::size_t kYamlMaxBytes = 4u << 20;
inline constexpr int kYamlMaxDepth = 64;
Result<Value> ParseYaml(std::string_view text, const std::string& file_name);
Result<Value> ReadYamlFile(const std::string& path);

}  // namespace mlf
