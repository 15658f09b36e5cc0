// Converts between objects of the JSON form and messages of majiang.proto. Both have the same
// names, so the descriptors of the .proto suffice: no field is written down a second time.
#pragma once

#include "server/protocol/messages.h"

#include <google/protobuf/message.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mlf::server {

// A misfit and its place: "value" or "seats.name". The place of an unknown field is its number.
struct Misfit {
  std::string field;
  std::string zh, en;
};

// The object of a body from outside. Any bytes are safe to read. An absent field has no key.
// Refuses:
// - unknown fields, wrong types, and repeated single fields;
// - texts that are not UTF-8, and unknown tiles;
// - more than kJsonMaxDepth levels.
std::variant<Json, Misfit> ObjectOf(const google::protobuf::Descriptor& type,
                                    std::string_view body);

// The body of an object of ours. Keys without a field and values of another type are omitted and
// reported. A null is an absent field; in a list of texts it is the empty text.
std::string BodyOf(const google::protobuf::Descriptor& type, const Json& object,
                   std::vector<Misfit>* misfits = nullptr);

}  // namespace mlf::server
