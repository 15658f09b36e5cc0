// The JSON form of the messages: one object a text frame.
//
//   {"t": "act", "re": 7, ...}                     a request
//   {"t": "ok", "re": 7, ...}                      its answer
//   {"t": "error", "re": 7, "code": ..., "reason": {"id", "zh", "en"}}
//   {"t": "step", ...}                             a push
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/result.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace mlf::server {

// A parsed request, or the reason for refusal (bad_json, bad_message). `re` is null if it cannot be
// read.
struct Incoming {
  Json re;
  std::variant<Request, Error> content;
};
// Any bytes are safe to read. An unknown, wrong or missing field is bad_message, and the error
// names it.
Incoming ReadRequest(std::string_view text);
// The same from an object that is parsed already; `t` and `re` are among its keys.
Incoming ReadRequest(const Json& object);

// One line of JSON.
std::string AnswerText(const Json& re, const Answer& answer);
std::string PushText(const Push& push);

// The objects, for wire forms that carry JSON inside.
Json AnswerObject(const Json& re, const Answer& answer);
Json PushObject(const Push& push);
// A request as its client sent it, without `re`. ReadRequest reads it.
Json RequestObject(const Request& request);
// A push from the object that PushObject made; nothing where it is none.
std::optional<Push> ReadPush(const Json& object);

// {"id", "zh", "en"} under a code of the protocol.
Error MakeError(std::string_view code, std::string_view id, std::string_view zh,
                std::string_view en);
// The code's own sentence.
Error MakeError(std::string_view code);
// bad_message that names a field, with its own sentence.
Error BadMessage(std::string_view field, std::string zh, std::string en);
// bad_option with the engine's own text.
Error BadOption(const Fault& fault);

}  // namespace mlf::server
