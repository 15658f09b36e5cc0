// Api: every HTTP path of the server.
//
//   /                                   the page, and its files
//   /healthz /readyz /metrics           for operators
//   /openapi.json /asyncapi.json        the protocols
//   /api/v1/variants[/ID[/chart.svg]]   rules
//   /api/v1/fingerprints/F              which game it is, and its tiles
//   /api/v1/fingerprints/F/chart.svg    of a match in play, or of one whose chart was asked for
//   /api/v1/fingerprints/A/diff/B.svg   what B changes of A
//   /r/SECRET/{replay.html,journal}     a finished hand
//   /api/v1/admin/{desks,sessions}      GET, with the token
//   /api/v1/admin/{drain,kick}          POST, with the token
#pragma once

#include "server/http/http_message.h"
#include "server/http/painter.h"
#include "server/http/tables.h"
#include "server/world/world.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

class Api {
 public:
  struct Parts {
    World world;
    Tables& tables;
    Painter& painter;
    // Runs `work` on another thread, then `done` on this one. False if too much work waits.
    std::function<bool(std::function<void()> work, std::function<void()> done)> elsewhere;
    std::function<std::string()> metrics;  // the text of /metrics
    std::string admin_token;               // empty = no admin API
  };

  explicit Api(Parts parts) : parts_(std::move(parts)) {}
  ~Api() { *alive_ = false; }
  Api(const Api&) = delete;

  void Handle(const HttpRequest& request, HttpRespond respond);

 private:
  using Path = std::vector<std::string_view>;
  using Content = std::shared_ptr<const std::string>;
  // A requested drawing, and the requests that wait for it.
  struct Drawing {
    std::string key;
    std::function<Result<std::string>()> draw;
    std::vector<std::function<void(const Result<std::string>&)>> waiting;
  };

  void Route(const HttpRequest& request, const Path& path, HttpRespond respond);
  void Variants(const HttpRequest& request, const Path& path, const HttpRespond& respond);
  void Chart(const HttpRequest& request, std::shared_ptr<const Flow> flow, HttpRespond respond);
  void Fingerprints(const HttpRequest& request, const Path& path, HttpRespond respond);
  void Difference(const HttpRequest& request, std::shared_ptr<const Flow> a,
                  std::shared_ptr<const Flow> b, HttpRespond respond);
  // Of a match in play, or of one whose chart was requested while it was in play.
  std::shared_ptr<const Flow> FlowWith(std::string_view fingerprint);
  void Hand(const HttpRequest& request, const std::string& secret, std::string_view what,
            HttpRespond respond);
  HttpResponse Admin(const HttpRequest& request, const Path& path);
  bool IsAdmin(const std::string& authorization) const;
  // Answers with the result of `draw`, which is cached under `key`.
  void Draw(const HttpRequest& request, const std::string& key, const char* type,
            std::string_view cache, std::function<Result<std::string>()> draw, HttpRespond respond);
  void DrawNext();

  const Parts parts_;
  std::deque<std::shared_ptr<const Flow>> flows_;  // the newest first
  std::map<std::string, Content> drawn_;
  std::deque<std::string> drawn_order_;
  std::deque<std::shared_ptr<Drawing>> drawings_;  // the first one is under way
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
