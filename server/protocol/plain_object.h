// PlainObject: a JSON object as nearly all requests are: whole numbers, booleans, and texts or
// lists of texts that are ASCII without escapes. It is read where it lies; a tree of it takes many
// times as long to build and destroy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mlf::server {

struct PlainValue {
  enum class Kind : std::uint8_t { kText, kNumber, kBool, kTexts };

  Kind kind = Kind::kText;
  bool on = false;          // kBool
  std::int64_t number = 0;  // kNumber
  std::string_view text;    // kText: without quotes
  std::size_t first = 0;    // kTexts: in PlainObject::texts
  std::size_t count = 0;
};

class PlainObject {
 public:
  // Nothing where `text` is not JSON, or not as plain as this; ParseJson then says what it is.
  static std::optional<PlainObject> Read(std::string_view text);

  // Null where there is none.
  const PlainValue* Find(std::string_view name) const;
  std::span<const std::string_view> Texts(const PlainValue& list) const {
    return std::span(texts_).subspan(list.first, list.count);
  }
  std::size_t size() const { return size_; }

 private:
  class Reader;
  struct Field {
    std::string_view name;
    PlainValue value;
  };

  std::array<Field, 16> fields_;
  std::array<std::string_view, 16> texts_;  // of all lists
  std::size_t size_ = 0;
  std::size_t text_count_ = 0;
};

}  // namespace mlf::server
