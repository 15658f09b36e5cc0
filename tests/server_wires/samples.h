// Messages to try the wire forms with: every request and push, with all fields and with those it
// must have; and real ones of games of every variant.
#pragma once

#include "server/protocol/messages.h"

#include <functional>
#include <string>
#include <vector>

namespace mlf::server::test {

// As the JSON form has them, with `t`; requests with `re`.
std::vector<Json> Requests();
// Of each row of the protocol's table what `ok` carries, with `t`: the type of the request.
std::vector<Json> Answers();

// The object of a request, without `re`.
Json ObjectOfRequest(const Request& request);
// Null and empty lists are the same as an absent key in the framed form.
Json Lean(const Json& json);

// Plays one match of each variant with bots that answer at random, and calls back with each push
// that its viewers would get.
void PlayEveryVariant(const std::function<void(const std::string& variant, const Push&)>& visit);

}  // namespace mlf::server::test
