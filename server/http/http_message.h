// HTTP for pages and API: one complete request and its one answer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

struct HttpRequest {
  std::string method;   // "GET"
  std::string path;     // "/api/v1/variants", without the query and not decoded
  std::string query;    // without "?"
  std::string address;  // of the client
  bool local = false;   // from this machine, and no proxy has passed it on
  std::string authorization;
  std::string if_none_match;
  bool gzip = false;  // the client takes compressed bodies
  std::string body;
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body = std::make_shared<const std::string>();
  std::vector<std::pair<std::string, std::string>> headers{};  // besides type and length
};

// Answers once, then or later, on the server's thread.
using HttpRespond = std::function<void(HttpResponse)>;
using HttpHandler = std::function<void(HttpRequest, HttpRespond)>;

// "Not Found"
std::string StatusText(int status);
// An error answer, as application/problem+json (RFC 7807).
HttpResponse Problem(int status, const std::string& detail);

}  // namespace mlf::server
