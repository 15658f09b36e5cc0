/// \file
/// Value: a tree of null, scalar, list and map, each with its position in the file.
///
/// All configuration (variants, scenarios, parameters of parts) is read into Values first. The rest
/// of the code sees one checked form, whether from YAML or from C++. Scalars stay text; As...()
/// read them.
#pragma once

#include <mlf/flow/result.h>

#include <concepts>
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
  struct Entry;  ///< key, position, value

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
  /// What a struct of parameters or a handle says of itself; see handles.h.
  template <typename T>
    requires requires(const T& typed) {
      { typed.AsValue() } -> std::same_as<Value>;
    }
  Value(const T& typed) : Value(typed.AsValue()) {}
  static Value List();
  static Value List(std::vector<Value> items);
  static Value Map(std::initializer_list<std::pair<std::string_view, Value>> entries = {});

  Kind kind() const { return kind_; }
  bool IsNull() const { return kind_ == Kind::kNull; }
  bool IsScalar() const { return kind_ == Kind::kScalar; }
  bool IsList() const { return kind_ == Kind::kList; }
  bool IsMap() const { return kind_ == Kind::kMap; }

  /// The text of a scalar; empty for other kinds.
  const std::string& text() const { return text_; }
  /// True if the scalar was quoted, so that `"off"` is a word and not a switch.
  bool quoted() const { return quoted_; }
  /// on/off, true/false, yes/no; a decimal integer in the range of int64. Empty if the scalar does
  /// not match or was quoted.
  std::optional<bool> AsBool() const;
  std::optional<std::int64_t> AsInt() const;

  const std::vector<Value>& items() const { return items_; }      ///< of a list
  const std::vector<Entry>& entries() const { return entries_; }  ///< of a map, in written order
  std::vector<Value>& items() { return items_; }
  std::vector<Entry>& entries() { return entries_; }
  /// The value of `key`, or null. Maps only.
  const Value* Find(std::string_view key) const;
  Value* Find(std::string_view key);
  /// Sets or replaces `key`; a replaced key keeps its place.
  void Set(std::string_view key, Value value);
  void Append(Value value);

  const SourcePos& where() const { return where_; }
  void set_where(SourcePos where) { where_ = std::move(where); }
  void set_quoted(bool quoted) { quoted_ = quoted; }

  /// One line, independent of the layout: {a: 1, b: [x, y]}. Keys keep their order. Two values have
  /// the same line only if they are equal, and ParseYaml reads it back.
  std::string Canonical() const;
  /// A copy without the map entries whose key is in `keys`, at any depth.
  Value Without(std::span<const std::string_view> keys) const;

  /// Same content, including the order of keys. Positions are ignored. Quotes count only if they
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

/// Lays `patch` over `base`. Maps merge key by key. A null removes its key. Anything else replaces
/// the old value completely, including its nulls. Removing an absent key is a fault (Y20) that
/// names the nearest key.
Value Overlay(const Value& base, const Value& patch, Faults& faults);

/// Reads one YAML document, with more checks than the library makes. All faults are reported
/// together, in the order of the file, with file, line and column (characters, not bytes). Any
/// bytes are safe to read. The faults:
///   Y01 unreadable file                  Y07 more than one document
///   Y02 too large                        Y08 duplicate key in a map
///   Y03 invalid UTF-8, hidden character  Y09 key that is not a plain word
///   Y04 indentation not by spaces        Y10 anchor, alias, tag or merge key
///   Y05 syntax                           Y11 nested too deep
///   Y06 empty document
inline constexpr std::size_t kYamlMaxBytes = 4u << 20;
inline constexpr int kYamlMaxDepth = 64;
Result<Value> ParseYaml(std::string_view text, const std::string& file_name);
Result<Value> ReadYamlFile(const std::string& path);

}  // namespace mlf
