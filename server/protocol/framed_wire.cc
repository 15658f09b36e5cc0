#include "server/protocol/framed_wire.h"

#include "server/protocol/big_endian.h"
#include "server/protocol/transcode.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/unknown_field_set.h>
#include <server/protocol/majiang.pb.h>

#include <map>

namespace mlf::server {

namespace {

using google::protobuf::Descriptor;

// The message of majiang.proto with this number, or null.
const Descriptor* BodyType(std::uint32_t number) {
  static const auto types = [] {
    std::map<std::uint32_t, const Descriptor*> found;
    const google::protobuf::FileDescriptor& file = *majiang::Login::descriptor()->file();
    for (int i = 0; i < file.message_type_count(); ++i) {
      const Descriptor* type = file.message_type(i);
      if (type->options().HasExtension(majiang::number))
        found[type->options().GetExtension(majiang::number)] = type;
    }
    return found;
  }();
  const auto found = types.find(number);
  return found == types.end() ? nullptr : found->second;
}

// The `t` of a request; empty if the number has none.
template <typename... T>
std::string_view RequestType(std::uint32_t number, const std::variant<T...>*) {
  constexpr std::string_view types[] = {T::kType...};
  const std::uint32_t index = number - kFirstRequest;
  return index < std::size(types) ? types[index] : std::string_view();
}

// `re` of a body that cannot be parsed.
Json ReOf(std::string_view body) {
  google::protobuf::UnknownFieldSet raw;
  if (!raw.ParseFromArray(body.data(), static_cast<int>(body.size()))) return nullptr;
  google::protobuf::UnknownFieldSet alone;
  const int number = majiang::Login::kReFieldNumber;
  for (int i = 0; i < raw.field_count(); ++i) {
    if (raw.field(i).number() == number) alone.AddField(raw.field(i));
  }
  std::string bytes;
  if (!alone.SerializeToString(&bytes)) return nullptr;
  const auto object = ObjectOf(*majiang::Ping::descriptor(), bytes);
  if (!std::holds_alternative<Json>(object)) return nullptr;
  Json request = std::get<Json>(object);
  request["t"] = request::Ping::kType;
  return ReadRequest(request).re;
}

Fault Unfit(std::uint32_t number, const Misfit& misfit) {
  return Fault{"W02", {}, std::to_string(number) + ": " + misfit.field + " " + misfit.en};
}

}  // namespace

std::optional<FrameHeader> ReadFrameHeader(std::string_view bytes) {
  if (bytes.size() < FrameHeader::kBytes) return std::nullopt;
  return FrameHeader{.sequence = static_cast<std::uint8_t>(bytes[0]),
                     .number = static_cast<std::uint32_t>(BigEndian(bytes.substr(1, 4))),
                     .length = static_cast<std::uint32_t>(BigEndian(bytes.substr(5, 4)))};
}

std::string FrameHeaderBytes(const FrameHeader& header) {
  std::string bytes(1, static_cast<char>(header.sequence));
  AppendBigEndian(bytes, header.number);
  AppendBigEndian(bytes, header.length);
  return bytes;
}

Incoming ReadFramedRequest(const FrameBody& frame) {
  const std::string_view type = RequestType(frame.number, static_cast<const Request*>(nullptr));
  const Descriptor* body = BodyType(frame.number);
  if (type.empty() || body == nullptr) {
    const std::string number = std::to_string(frame.number);
    return {ReOf(frame.body), BadMessage("", "没有协议号为 " + number + " 的请求",
                                         "no request has the protocol number " + number)};
  }
  const auto object = ObjectOf(*body, frame.body);
  if (const Misfit* misfit = std::get_if<Misfit>(&object)) {
    const std::string name = misfit->field.empty() ? "" : "\"" + misfit->field + "\"";
    return {ReOf(frame.body),
            BadMessage(misfit->field, "消息 " + std::string(type) + "：" + name + misfit->zh,
                       "the message " + std::string(type) + ": " + name + " " + misfit->en)};
  }
  Json request{{"t", type}};
  request.update(std::get<Json>(object));
  return ReadRequest(request);
}

FrameBody FramedAnswer(std::uint32_t request, const Json& re, const Answer& answer) {
  const bool error = std::holds_alternative<Error>(answer);
  const std::uint32_t number = error ? kErrorNumber : request - kFirstRequest + kFirstAnswer;
  Json object = AnswerObject(re, answer);
  object.erase("t");
  return {number, BodyOf(*BodyType(number), object)};
}

FrameBody FramedPush(const Push& push) {
  const std::uint32_t number = kFirstPush + static_cast<std::uint32_t>(push.index());
  Json object = PushObject(push);
  object.erase("t");
  return {number, BodyOf(*BodyType(number), object)};
}

Result<Json> FrameObject(const FrameBody& frame) {
  const Descriptor* type = BodyType(frame.number);
  if (type == nullptr)
    return Fault{"W01", {}, std::to_string(frame.number) + " is no protocol number"};
  auto object = ObjectOf(*type, frame.body);
  if (const Misfit* misfit = std::get_if<Misfit>(&object)) return Unfit(frame.number, *misfit);
  return std::get<Json>(std::move(object));
}

Result<FrameBody> FrameOf(std::uint32_t number, const Json& object) {
  const Descriptor* type = BodyType(number);
  if (type == nullptr) return Fault{"W01", {}, std::to_string(number) + " is no protocol number"};
  std::vector<Misfit> misfits;
  FrameBody frame{number, BodyOf(*type, object, &misfits)};
  if (!misfits.empty()) return Unfit(number, misfits.front());
  return frame;
}

}  // namespace mlf::server
