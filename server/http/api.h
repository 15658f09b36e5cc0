// Api: every HTTP path of the server.
//
//   /                                   the page, and its files
//   /healthz /readyz                    for operators
//   /metrics                            the same, from this machine or with the token
//   /openapi.json /asyncapi.json        the protocols
//   /api/v1/variants[/ID[/chart.svg]]   rules
//   /api/v1/fingerprints/F              which game it is, and its tiles
//   /api/v1/fingerprints/F/chart.svg    of a match in play, or of one whose chart was asked for
//   /api/v1/fingerprints/A/diff/B.svg   what B changes of A
//   /r/SECRET/{replay.html,journal}     a finished hand
//   /api/v1/admin/{desks,sessions}      GET, with the token
//   /api/v1/admin/{drain,kick}          POST, with the token
#pragma once

#include "server/config/config.h"
#include "server/http/http_message.h"
#include "server/http/painter.h"
#include "server/http/tables.h"
#include "server/lobby/rates.h"
#include "server/world/world.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
    Limits limits{};
  };

  explicit Api(Parts parts)
      : parts_(std::move(parts)), wrong_links_(parts_.limits.wrong_codes_per_minute) {}
  ~Api() { *alive_ = false; }
  Api(const Api&) = delete;

  void Handle(const HttpRequest& request, HttpRespond respond);
  // On a listener for /metrics alone: every client that reaches it is an operator.
  void HandleMetrics(const HttpRequest& request, const HttpRespond& respond);

 private:
  using Path = std::vector<std::string_view>;
  using Content = std::shared_ptr<const std::string>;
  // A requested drawing, and the requests that wait for it.
  struct Drawing {
    std::string key;
    std::function<Result<std::string>()> draw;
    std::vector<std::function<void(const Result<std::string>&)>> waiting;
  };

  // A body and its ETag.
  struct Tagged {
    std::string tag;
    Content body;
  };

  HttpResponse Found(const HttpRequest& request, const Tagged& content, const char* type,
                     std::string_view cache) const;
  HttpResponse Found(const HttpRequest& request, std::string body, const char* type,
                     std::string_view cache);
  HttpResponse FileAt(const HttpRequest& request, std::string_view name);
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
  void ShowHand(const HttpRequest& request, const std::string& secret, bool page,
                const std::optional<Result<FinishedHand>>& found, const HttpRespond& respond);
  bool IsUnknown(const std::string& secret);
  void NoteUnknown(const HttpRequest& request, const std::string& secret);
  HttpResponse MetricsNow();
  HttpResponse Admin(const HttpRequest& request, const Path& path);
  bool IsAdmin(const std::string& authorization) const;
  void Keep(const std::string& key, std::string text);
  // Answers with the result of `draw`, which is cached under `key`.
  void Draw(const HttpRequest& request, const std::string& key, const char* type,
            std::string_view cache, std::function<Result<std::string>()> draw, HttpRespond respond);
  void DrawNext();

  const Parts parts_;
  std::deque<std::shared_ptr<const Flow>> flows_;     // the newest first
  std::map<std::string, Tagged, std::less<>> files_;  // those of the page that were asked for
  // Bodies that answers are sending, by their tags. Equal answers send the same bytes.
  std::map<std::string, std::weak_ptr<const std::string>> sending_;
  // A variant in words, for as long as its files stay.
  struct Described {
    std::shared_ptr<const Variant> variant;
    std::string zh, en;  // its rules
    Tagged content;
  };
  std::map<std::string, Described> described_;  // by id
  std::map<std::string, Tagged> drawn_;         // and journals of finished hands
  std::deque<std::string> drawn_order_;
  std::size_t hands_read_ = 0;  // that are being read
  // Links that no hand has, and until when they are not looked for again; the oldest first.
  std::deque<std::pair<std::string, Ms>> unknown_;
  Rates wrong_links_;                              // by LimitedAddress
  std::deque<std::shared_ptr<Drawing>> drawings_;  // the first one is under way
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
