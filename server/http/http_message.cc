#include "server/http/http_message.h"

#include <nlohmann/json.hpp>

namespace mlf::server {

std::string StatusText(int status) {
  switch (status) {
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 413: return "Content Too Large";
    case 426: return "Upgrade Required";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return status < 500 ? "Client Error" : "Internal Server Error";
  }
}

HttpResponse Problem(int status, const std::string& detail) {
  const nlohmann::ordered_json problem = {{"type", "about:blank"},
                                          {"title", StatusText(status)},
                                          {"status", status},
                                          {"detail", detail}};
  return {.status = status,
          .type = "application/problem+json",
          .body = std::make_shared<const std::string>(problem.dump() + "\n")};
}

}  // namespace mlf::server
