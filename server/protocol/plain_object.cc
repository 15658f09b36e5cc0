#include "server/protocol/plain_object.h"

namespace mlf::server {
namespace {

// Of a number that certainly fits.
constexpr std::size_t kMostDigits = 18;

}  // namespace

// Each function reads one thing and goes behind it. False: it is not there, or not plain.
class PlainObject::Reader {
 public:
  Reader(std::string_view text, PlainObject& object) : text_(text), object_(object) {}

  bool Object() {
    if (!Mark('{')) return false;
    if (!Mark('}')) {
      do {
        if (!OneField()) return false;
      } while (Mark(','));
      if (!Mark('}')) return false;
    }
    Blanks();
    return at_ == text_.size();
  }

 private:
  void Blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }
  // Blanks before it are passed over.
  bool Mark(char mark) {
    Blanks();
    if (at_ == text_.size() || text_[at_] != mark) return false;
    ++at_;
    return true;
  }
  bool Word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  bool OneField() {
    if (object_.size_ == object_.fields_.size()) return false;
    Field& field = object_.fields_[object_.size_];
    if (!Text(field.name) || object_.Find(field.name) != nullptr) return false;  // twice
    if (!Mark(':') || !Value(field.value)) return false;
    ++object_.size_;
    return true;
  }

  bool Value(PlainValue& value) {
    Blanks();
    if (at_ == text_.size()) return false;
    switch (text_[at_]) {
      case '"': value.kind = PlainValue::Kind::kText; return Text(value.text);
      case '[': value.kind = PlainValue::Kind::kTexts; return Texts(value);
      case 't':
      case 'f':
        value.kind = PlainValue::Kind::kBool;
        value.on = text_[at_] == 't';
        return Word(value.on ? "true" : "false");
      default: value.kind = PlainValue::Kind::kNumber; return Number(value.number);
    }
  }

  bool Text(std::string_view& to) {
    if (!Mark('"')) return false;
    const std::size_t begin = at_;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        to = text_.substr(begin, at_++ - begin);
        return true;
      }
      if (c < 0x20 || c == 0x7f || c == '\\') return false;  // bytes beyond ASCII are negative
    }
    return false;
  }

  bool Texts(PlainValue& list) {
    if (!Mark('[')) return false;
    list.first = object_.text_count_;
    if (!Mark(']')) {
      do {
        if (object_.text_count_ == object_.texts_.size()) return false;
        if (!Text(object_.texts_[object_.text_count_])) return false;
        ++object_.text_count_;
      } while (Mark(','));
      if (!Mark(']')) return false;
    }
    list.count = object_.text_count_ - list.first;
    return true;
  }

  bool Number(std::int64_t& to) {
    const bool negative = Word("-");
    const std::size_t begin = at_;
    std::size_t digits = 0;
    to = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (++digits > kMostDigits) return false;
      to = to * 10 + (text_[at_] - '0');
    }
    // No number begins with 0 but 0; -0 is none of ours.
    if (digits == 0 || (text_[begin] == '0' && (digits > 1 || negative))) return false;
    // 1.5, 1e3
    if (at_ < text_.size() && (text_[at_] == '.' || text_[at_] == 'e' || text_[at_] == 'E'))
      return false;
    if (negative) to = -to;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  PlainObject& object_;
};

std::optional<PlainObject> PlainObject::Read(std::string_view text) {
  std::optional<PlainObject> object(std::in_place);
  if (!Reader(text, *object).Object()) object.reset();
  return object;
}

const PlainValue* PlainObject::Find(std::string_view name) const {
  for (std::size_t i = 0; i < size_; ++i) {
    if (fields_[i].name == name) return &fields_[i].value;
  }
  return nullptr;
}

}  // namespace mlf::server
