// Objects of the JSON form and messages of majiang.proto, each from the other. Both carry the same
// names, so the descriptors of the .proto say everything: no field is written down a second time.
#pragma once

#include "server/protocol/messages.h"

#include <google/protobuf/message.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mlf::server {

// What does not fit, and where: "value" or "seats.name"; an unknown field is its number.
struct Misfit {
  std::string field;
  std::string zh, en;
};

// The object of a body from outside; any bytes are safe to read. Refused are unknown fields, wrong
// types, a single field that is there twice, texts that are not UTF-8, tiles that there are not,
// and more than kJsonMaxDepth levels. A field that is absent is no key.
std::variant<Json, Misfit> ObjectOf(const google::protobuf::Descriptor& type,
                                    std::string_view body);

// The body of an object of our own. Keys without a field and values of another type are left out
// and reported; null is an absent field, and in a list of texts the empty one.
std::string BodyOf(const google::protobuf::Descriptor& type, const Json& object,
                   std::vector<Misfit>* misfits = nullptr);

}  // namespace mlf::server
