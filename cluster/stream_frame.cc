#include "cluster/stream_frame.h"

#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <array>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::array<const char*, 4> kToHost = {"open", "request", "resume", "close"};
constexpr std::array<const char*, 4> kToGateway = {"answer", "push", "bye", "close"};

template <typename Kind>
std::optional<Kind> KindOf(const Json& frame, const std::array<const char*, 4>& names) {
  const auto& name = frame.at("k").get_ref<const std::string&>();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

std::string Text(const Json& frame) {
  return frame.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string FrameText(const ToHost& frame) {
  Json json{{"k", kToHost[static_cast<std::size_t>(frame.kind)]}, {"s", frame.session}};
  if (frame.kind == ToHost::Kind::kOpen) {
    json["user"] = frame.user.id;
    json["name"] = frame.user.name;
    json["guest"] = frame.user.guest;
    json["epoch"] = frame.epoch;
    json["address"] = frame.address;
    json["overs"] = frame.overs;
  }
  if (frame.kind == ToHost::Kind::kRequest) {
    json["n"] = frame.request;
    json["body"] = RequestObject(*frame.body);
  }
  return Text(json);
}

std::string FrameText(const ToGateway& frame) {
  Json json{{"k", kToGateway[static_cast<std::size_t>(frame.kind)]}, {"s", frame.session}};
  switch (frame.kind) {
    case ToGateway::Kind::kAnswer:
      json["n"] = frame.request;
      if (const auto* error = std::get_if<Error>(&frame.answer)) {
        json["error"] = AnswerObject(nullptr, *error);
      } else {
        json["ok"] = std::get<Json>(frame.answer);
      }
      break;
    case ToGateway::Kind::kPush: {
      // The push is text already where it goes to several people.
      const std::string& push =
          frame.push->Bytes(Wire::kJson, [](const Push& body) { return PushText(body); });
      if (frame.epoch != 0) json["epoch"] = frame.epoch;
      std::string text = Text(json);
      text.pop_back();
      return text + ",\"push\":" + push + "}";
    }
    case ToGateway::Kind::kBye: json["code"] = frame.code; break;
    case ToGateway::Kind::kClose: break;
  }
  return Text(json);
}

std::optional<ToHost> ReadToHost(const std::string& text) {
  const Result<Json> json = ParseJson(text);
  if (!json) return std::nullopt;
  try {
    ToHost frame;
    const auto kind = KindOf<ToHost::Kind>(*json, kToHost);
    if (!kind) return std::nullopt;
    frame.kind = *kind;
    frame.session = json->at("s").get<std::uint64_t>();
    if (frame.kind == ToHost::Kind::kOpen) {
      frame.user.id = json->at("user").get<std::string>();
      frame.user.name = json->at("name").get<std::string>();
      frame.user.guest = json->at("guest").get<bool>();
      frame.epoch = json->at("epoch").get<Revision>();
      frame.address = json->at("address").get<std::string>();
      frame.overs = json->at("overs").get<bool>();
    }
    if (frame.kind == ToHost::Kind::kRequest) {
      frame.request = json->at("n").get<std::uint64_t>();
      Incoming incoming = ReadRequest(json->at("body"));
      if (!std::holds_alternative<Request>(incoming.content)) return std::nullopt;
      frame.body = std::get<Request>(std::move(incoming.content));
    }
    return frame;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<ToGateway> ReadToGateway(const std::string& text) {
  const Result<Json> json = ParseJson(text);
  if (!json) return std::nullopt;
  try {
    ToGateway frame;
    const auto kind = KindOf<ToGateway::Kind>(*json, kToGateway);
    if (!kind) return std::nullopt;
    frame.kind = *kind;
    frame.session = json->at("s").get<std::uint64_t>();
    switch (frame.kind) {
      case ToGateway::Kind::kAnswer:
        frame.request = json->at("n").get<std::uint64_t>();
        if (json->contains("ok")) {
          frame.answer = json->at("ok");
        } else {
          const Json& wrong = json->at("error");
          Error error;
          error.code = wrong.at("code").get<std::string>();
          error.reason = wrong.at("reason");
          if (wrong.contains("field")) error.field = wrong.at("field").get<std::string>();
          if (wrong.contains("choices")) error.choices = wrong.at("choices");
          frame.answer = std::move(error);
        }
        break;
      case ToGateway::Kind::kPush: {
        auto push = ReadPush(json->at("push"));
        if (!push) return std::nullopt;
        frame.push = MakeMessage(*std::move(push));
        if (json->contains("epoch")) frame.epoch = json->at("epoch").get<Revision>();
        break;
      }
      case ToGateway::Kind::kBye: frame.code = json->at("code").get<std::string>(); break;
      case ToGateway::Kind::kClose: break;
    }
    return frame;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace mlf::server
