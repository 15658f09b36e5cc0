#include "server/protocol/transcode.h"
#include "flow/base/utf8.h"

#include <mlf/flow/json.h>
#include <mlf/table/codec/nibble_code.h>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/unknown_field_set.h>
#include <google/protobuf/wire_format_lite.h>
#include <server/protocol/majiang.pb.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

namespace mlf::server {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::MessageFactory;
using google::protobuf::OneofDescriptor;
using google::protobuf::Reflection;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;
using ProtoMessage = google::protobuf::Message;  // the server has a Message of its own
using google::protobuf::internal::WireFormatLite;

constexpr double kExactDouble = 9007199254740992.0;  // 2^53: whole numbers up to here are exact

bool IsTile(const FieldDescriptor& field) { return field.options().GetExtension(majiang::tile); }

const std::string& MaskOf(const FieldDescriptor& field) {
  return field.options().GetExtension(majiang::mask_of);
}
// Fields that exist beside the keys of the JSON form.
bool IsBeside(const FieldDescriptor& field) {
  return !MaskOf(field).empty() || field.options().GetExtension(majiang::beside);
}

std::unique_ptr<ProtoMessage> Make(const Descriptor& type) {
  return std::unique_ptr<ProtoMessage>(
      MessageFactory::generated_factory()->GetPrototype(&type)->New());
}

std::string Join(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

// Walks the raw fields before they are parsed. The parser drops unknown fields without naming them.
class Inspection {
 public:
  std::optional<Misfit> Run(const Descriptor& type, std::string_view body) {
    Fields(type, body, "", 1);
    return std::move(misfit_);
  }

 private:
  bool Fail(std::string field, std::string zh, std::string en) {
    misfit_ = Misfit{std::move(field), std::move(zh), std::move(en)};
    return false;
  }

  bool Fields(const Descriptor& type, std::string_view body, const std::string& path, int depth) {
    if (depth > kJsonMaxDepth) return Fail(path, "嵌套太深", "nested too deep");
    UnknownFieldSet raw;
    if (body.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
        !raw.ParseFromArray(body.data(), static_cast<int>(body.size())))
      return Fail(path, "不是 protobuf 消息", "not a protobuf message");
    std::set<const void*> seen;
    for (int i = 0; i < raw.field_count(); ++i) {
      const UnknownField& part = raw.field(i);
      const FieldDescriptor* field = type.FindFieldByNumber(part.number());
      if (field == nullptr)
        return Fail(Join(path, std::to_string(part.number())), "没有这个字段", "no such field");
      const std::string name = Join(path, field->name());
      const OneofDescriptor* choice = field->real_containing_oneof();
      const void* once = choice != nullptr ? static_cast<const void*>(choice) : field;
      if (!field->is_repeated() && !seen.insert(once).second)
        return Fail(name, "出现两次", "there twice");
      if (!OneField(*field, part, name, depth)) return false;
    }
    return true;
  }

  bool OneField(const FieldDescriptor& field, const UnknownField& part, const std::string& name,
                int depth) {
    const auto wire =
        WireFormatLite::WireTypeForFieldType(static_cast<WireFormatLite::FieldType>(field.type()));
    const bool bytes = part.type() == UnknownField::TYPE_LENGTH_DELIMITED;
    const bool fits =
        (wire == WireFormatLite::WIRETYPE_VARINT && part.type() == UnknownField::TYPE_VARINT) ||
        (wire == WireFormatLite::WIRETYPE_FIXED32 && part.type() == UnknownField::TYPE_FIXED32) ||
        (wire == WireFormatLite::WIRETYPE_FIXED64 && part.type() == UnknownField::TYPE_FIXED64) ||
        (wire == WireFormatLite::WIRETYPE_LENGTH_DELIMITED && bytes) ||
        (field.is_packable() && bytes);
    if (!fits) return Fail(name, "类型不对", "of a wrong type");
    if (field.type() == FieldDescriptor::TYPE_STRING && !IsUtf8(part.length_delimited()))
      return Fail(name, "不是 UTF-8", "not UTF-8");
    if (field.type() == FieldDescriptor::TYPE_MESSAGE)
      return Fields(*field.message_type(), part.length_delimited(), name, depth + 1);
    return true;
  }

  std::optional<Misfit> misfit_;
};

// ---- a message as an object ----

class Reading {
 public:
  std::optional<Misfit> misfit;

  Json Object(const ProtoMessage& message, const std::string& path) {
    Json object = Json::object();
    const Reflection& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
      if (!IsBeside(*field))
        object[field->name()] = Field(message, *field, Join(path, field->name()));
    }
    return object;
  }

 private:
  Json Fail(const std::string& field, std::string zh, std::string en) {
    if (!misfit) misfit = Misfit{field, std::move(zh), std::move(en)};
    return nullptr;
  }

  Json Field(const ProtoMessage& message, const FieldDescriptor& field, const std::string& path) {
    const Reflection& reflection = *message.GetReflection();
    if (!field.is_repeated()) return Single(message, field, path);
    Json list = Json::array();
    for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
      switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_INT64:
          list.push_back(reflection.GetRepeatedInt64(message, &field, i));
          break;
        case FieldDescriptor::CPPTYPE_STRING: {
          const std::string text = reflection.GetRepeatedString(message, &field, i);
          list.push_back(IsTile(field) ? Tiles(text, path) : text.empty() ? Json() : Json(text));
          break;
        }
        case FieldDescriptor::CPPTYPE_MESSAGE:
          list.push_back(Nested(reflection.GetRepeatedMessage(message, &field, i), path));
          break;
        default: return Fail(path, "类型不对", "of a wrong type");
      }
    }
    return list;
  }

  Json Single(const ProtoMessage& message, const FieldDescriptor& field, const std::string& path) {
    const Reflection& reflection = *message.GetReflection();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_BOOL: return reflection.GetBool(message, &field);
      case FieldDescriptor::CPPTYPE_INT64: return reflection.GetInt64(message, &field);
      case FieldDescriptor::CPPTYPE_UINT64: return reflection.GetUInt64(message, &field);
      case FieldDescriptor::CPPTYPE_UINT32: {
        const std::uint32_t number = reflection.GetUInt32(message, &field);
        return IsTile(field) ? Tile(number, path) : Json(number);
      }
      case FieldDescriptor::CPPTYPE_STRING: {
        const std::string text = reflection.GetString(message, &field);
        return IsTile(field) ? Tiles(text, path) : Json(text);
      }
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return Nested(reflection.GetMessage(message, &field), path);
      default: return Fail(path, "类型不对", "of a wrong type");
    }
  }

  Json Tile(unsigned code, const std::string& path) {
    const auto tile = table::FromTileCode(code);
    if (!tile) return Fail(path, "没有这张牌", tile.faults().front().message);
    return table::TileName(*tile);
  }
  Json Tiles(const std::string& codes, const std::string& path) {
    Json list = Json::array();
    for (const char code : codes) list.push_back(Tile(static_cast<unsigned char>(code), path));
    return list;
  }

  Json Nested(const ProtoMessage& message, const std::string& path) {
    if (const auto* value = dynamic_cast<const google::protobuf::Value*>(&message))
      return Free(*value, path);
    if (const auto* object = dynamic_cast<const google::protobuf::Struct*>(&message))
      return Free(*object, path);
    return Object(message, path);
  }

  Json Free(const google::protobuf::Struct& object, const std::string& path) {
    std::vector<std::string> keys;  // the order of a protobuf map has no meaning
    for (const auto& [key, value] : object.fields()) keys.push_back(key);
    std::ranges::sort(keys);
    Json json = Json::object();
    for (const std::string& key : keys) json[key] = Free(object.fields().at(key), Join(path, key));
    return json;
  }
  Json Free(const google::protobuf::Value& value, const std::string& path) {
    switch (value.kind_case()) {
      case google::protobuf::Value::kBoolValue: return value.bool_value();
      case google::protobuf::Value::kStringValue: return value.string_value();
      case google::protobuf::Value::kStructValue: return Free(value.struct_value(), path);
      case google::protobuf::Value::kListValue: {
        Json list = Json::array();
        for (const auto& item : value.list_value().values()) list.push_back(Free(item, path));
        return list;
      }
      case google::protobuf::Value::kNumberValue: {
        const double number = value.number_value();
        if (!std::isfinite(number)) return Fail(path, "不是数", "not a number");
        if (std::abs(number) <= kExactDouble && number == std::trunc(number))
          return static_cast<std::int64_t>(number);
        return number;
      }
      case google::protobuf::Value::kNullValue: return nullptr;
      case google::protobuf::Value::KIND_NOT_SET: break;
    }
    return Fail(path, "没有值", "without a value");
  }
};

// ---- an object as a message ----

class Writing {
 public:
  explicit Writing(std::vector<Misfit>* misfits) : misfits_(misfits) {}

  void Fill(ProtoMessage& message, const Json& object, const std::string& path) {
    if (!object.is_object()) return Report(path, "an object");
    const Descriptor& type = *message.GetDescriptor();
    for (const auto& [key, value] : object.items()) {
      const FieldDescriptor* field = type.FindFieldByName(key);
      const std::string name = Join(path, key);
      if (field == nullptr || IsBeside(*field)) {
        Report(name, "a key of the .proto");
      } else if (value.is_null()) {
        continue;
      } else if (!field->is_repeated()) {
        Put(message, *field, value, name);
      } else if (value.is_array()) {
        for (const Json& item : value) Put(message, *field, item, name);
        if (field->message_type() == majiang::Event::descriptor()) MaskWins(message, *field);
      } else {
        Report(name, "a list");
      }
    }
    for (int i = 0; i < type.field_count(); ++i) Mask(message, *type.field(i), object);
  }

 private:
  void Report(const std::string& field, const std::string& expected) {
    if (misfits_ != nullptr) misfits_->push_back({field, "应是 " + expected, "is not " + expected});
  }

  // Sets a single field, or adds to a repeated one.
  void Put(ProtoMessage& message, const FieldDescriptor& field, const Json& value,
           const std::string& path) {
    const Reflection& reflection = *message.GetReflection();
    const bool many = field.is_repeated();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_BOOL:
        if (!value.is_boolean()) return Report(path, "true or false");
        return reflection.SetBool(&message, &field, value.get<bool>());
      case FieldDescriptor::CPPTYPE_INT64: {
        if (!value.is_number_integer()) return Report(path, "a whole number");
        const auto number = value.get<std::int64_t>();
        return many ? reflection.AddInt64(&message, &field, number)
                    : reflection.SetInt64(&message, &field, number);
      }
      case FieldDescriptor::CPPTYPE_UINT64:
        if (!value.is_number_integer()) return Report(path, "a whole number");
        return reflection.SetUInt64(&message, &field, value.get<std::uint64_t>());
      case FieldDescriptor::CPPTYPE_UINT32: {
        const auto code = TileCode(value);
        if (!code) return Report(path, "a tile");
        return reflection.SetUInt32(&message, &field, *code);
      }
      case FieldDescriptor::CPPTYPE_STRING: {
        const auto text = IsTile(field) ? TileCodes(value) : Text(value);
        if (!text) return Report(path, IsTile(field) ? "a list of tiles" : "a text");
        return many ? reflection.AddString(&message, &field, *text)
                    : reflection.SetString(&message, &field, *text);
      }
      case FieldDescriptor::CPPTYPE_MESSAGE: {
        ProtoMessage& nested = many ? *reflection.AddMessage(&message, &field)
                                    : *reflection.MutableMessage(&message, &field);
        return PutNested(nested, value, path);
      }
      default: return Report(path, "of a type that is written");
    }
  }

  // null in a list of texts is the empty one.
  static std::optional<std::string> Text(const Json& value) {
    if (value.is_null()) return "";
    if (!value.is_string() || !IsUtf8(value.get_ref<const std::string&>())) return std::nullopt;
    return value.get<std::string>();
  }
  static std::optional<std::uint8_t> TileCode(const Json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto& word = value.get_ref<const std::string&>();
    if (word == table::TileName(table::kNoTile)) return table::ToTileCode(table::kNoTile);
    const auto tile = table::ParseTile(word);
    return tile ? std::optional(table::ToTileCode(*tile)) : std::nullopt;
  }
  static std::optional<std::string> TileCodes(const Json& value) {
    if (!value.is_array()) return std::nullopt;
    std::string codes;
    for (const Json& item : value) {
      const auto code = TileCode(item);
      if (!code) return std::nullopt;
      codes.push_back(static_cast<char>(*code));
    }
    return codes;
  }

  void PutNested(ProtoMessage& message, const Json& value, const std::string& path) {
    if (auto* free = dynamic_cast<google::protobuf::Value*>(&message)) {
      Free(*free, value, path);
    } else if (auto* object = dynamic_cast<google::protobuf::Struct*>(&message)) {
      Free(*object, value, path);
    } else {
      Fill(message, value, path);
    }
  }

  void Free(google::protobuf::Struct& object, const Json& value, const std::string& path) {
    if (!value.is_object()) return Report(path, "an object");
    for (const auto& [key, item] : value.items())
      Free((*object.mutable_fields())[key], item, Join(path, key));
  }
  void Free(google::protobuf::Value& to, const Json& value, const std::string& path) {
    switch (value.type()) {
      case Json::value_t::boolean: return to.set_bool_value(value.get<bool>());
      case Json::value_t::string:
        if (!Text(value)) return Report(path, "a text");
        return to.set_string_value(value.get<std::string>());
      case Json::value_t::number_integer:
      case Json::value_t::number_unsigned:
      case Json::value_t::number_float: {
        const double number = value.get<double>();
        if (!value.is_number_float() && std::abs(number) > kExactDouble)
          return Report(path, "a number below 2^53");
        return to.set_number_value(number);
      }
      case Json::value_t::array: {
        google::protobuf::ListValue& list = *to.mutable_list_value();
        for (const Json& item : value) Free(*list.add_values(), item, path);
        return;
      }
      case Json::value_t::object: return Free(*to.mutable_struct_value(), value, path);
      default: return to.set_null_value(google::protobuf::NULL_VALUE);
    }
  }

  static void Mask(ProtoMessage& message, const FieldDescriptor& field, const Json& object) {
    if (MaskOf(field).empty()) return;
    const auto word = object.find(MaskOf(field));
    if (word == object.end() || !word->is_string()) return;
    const auto bit = table::MaskBitOf(word->get_ref<const std::string&>());
    if (bit) message.GetReflection()->SetUInt32(&message, &field, *bit);
  }

  // The mask of a win: the words of its fans and ways, which follow its `win_value`.
  static void MaskWins(ProtoMessage& message, const FieldDescriptor& events) {
    const Reflection& reflection = *message.GetReflection();
    majiang::Event* win = nullptr;
    for (int i = 0; i < reflection.FieldSize(message, &events); ++i) {
      auto& event =
          dynamic_cast<majiang::Event&>(*reflection.MutableRepeatedMessage(&message, &events, i));
      if (event.type() == "win_value") {
        win = &event;
      } else if (win != nullptr && event.seat() == win->seat() &&
                 (event.type() == "fan" || event.type() == "win_way")) {
        const std::uint32_t mask = win->win_mask() | table::WinMaskBitOf(event.text());
        if (mask != 0) win->set_win_mask(mask);
      }
    }
  }

  std::vector<Misfit>* misfits_;
};

}  // namespace

std::variant<Json, Misfit> ObjectOf(const Descriptor& type, std::string_view body) {
  if (auto misfit = Inspection().Run(type, body)) return *std::move(misfit);
  const auto message = Make(type);
  if (!message->ParseFromArray(body.data(), static_cast<int>(body.size())))
    return Misfit{"", "不是 protobuf 消息", "not a protobuf message"};
  Reading reading;
  Json object = reading.Object(*message, "");
  if (reading.misfit) return *std::move(reading.misfit);
  return object;
}

std::string BodyOf(const Descriptor& type, const Json& object, std::vector<Misfit>* misfits) {
  const auto message = Make(type);
  Writing(misfits).Fill(*message, object, "");
  return message->SerializeAsString();
}

}  // namespace mlf::server
