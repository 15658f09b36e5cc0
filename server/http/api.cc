#include "server/http/api.h"
#include "server/config/address.h"
#include "server/http/files.h"
#include "server/http/words.h"

#include <mlf/components/tile_set.h>
#include <mlf/flow/json.h>

#include <sodium.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace mlf::server {
namespace {

constexpr const char* kJson = "application/json";
constexpr std::string_view kFresh = "no-cache";  // cached, and revalidated each time
constexpr std::string_view kForADay = "private, max-age=86400, immutable";
constexpr std::string_view kForever = "public, max-age=31536000, immutable";
constexpr std::string_view kCompressed = ".gz";
// The page of a hand is one file. It contains its script and styles, and requests nothing.
constexpr const char* kOneFile =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr std::size_t kDrawn = 64;      // drawings kept
constexpr std::size_t kDrawings = 32;   // that wait
constexpr std::size_t kFlows = 32;      // whose charts may be compared
constexpr std::size_t kHandsRead = 32;  // finished hands, at a time
constexpr std::size_t kUnknown = 1024;  // links that are known to have no hand
constexpr Ms kUnknownFor = 60'000;

// A part of a path is a name or a secret, never a file path.
bool IsWord(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

const char* TypeOf(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 9> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", kJson},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".webmanifest", "application/manifest+json"},
  }};
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

std::string TagOf(std::string_view body) {
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(body.data()),
                     body.size(), nullptr, 0);
  std::string tag = "\"";
  for (const unsigned char byte : hash) tag += fmt::format("{:02x}", byte);
  return tag + '"';
}

HttpResponse JsonOf(const Json& json) {
  return {.type = kJson, .body = std::make_shared<const std::string>(json.dump() + "\n")};
}
HttpResponse NotFound() { return Problem(404, "There is nothing at this path."); }

HttpResponse Busy(const char* why) {
  HttpResponse response = Problem(503, why);
  response.headers = {{"Retry-After", "2"}};
  return response;
}

HttpResponse NotAllowed(const char* allowed) {
  HttpResponse response = Problem(405, fmt::format("This path takes {}.", allowed));
  response.headers = {{"Allow", allowed}};
  return response;
}

// Reads `lang=` of a query; left out, `lang` stays as it is. False: there is no such language.
bool ReadLang(std::string_view query, std::optional<Lang>& lang) {
  constexpr std::string_view kKey = "lang=";
  while (!query.empty()) {
    const std::string_view field = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), field.size() + 1));
    if (!field.starts_with(kKey)) continue;
    const std::string_view value = field.substr(kKey.size());
    if (value != "zh" && value != "en") return false;
    lang = value == "zh" ? Lang::kZh : Lang::kEn;
  }
  return true;
}

std::string_view KeyOf(std::optional<Lang> lang) {
  return !lang ? "" : *lang == Lang::kZh ? " zh" : " en";
}

}  // namespace

// 200, or 304 if the client has these bytes already.
HttpResponse Api::Found(const HttpRequest& request, const Tagged& content, const char* type,
                        std::string_view cache) const {
  HttpResponse response{.type = type, .body = content.body};
  response.headers = {{"ETag", content.tag}, {"Cache-Control", std::string(cache)}};
  if (request.if_none_match.find(content.tag) != std::string::npos) {
    response.status = 304;
    response.body = std::make_shared<const std::string>();
  }
  return response;
}

HttpResponse Api::Found(const HttpRequest& request, std::string body, const char* type,
                        std::string_view cache) {
  const std::string tag = TagOf(body);
  Content content = sending_[tag].lock();
  if (content == nullptr) {
    std::erase_if(sending_, [](const auto& entry) { return entry.second.expired(); });
    content = std::make_shared<const std::string>(std::move(body));
    sending_[tag] = content;
  }
  return Found(request, Tagged{tag, std::move(content)}, type, cache);
}

// NAME.gz beside NAME is the same file, compressed. Files below assets/ have a hash in their name.
HttpResponse Api::FileAt(const HttpRequest& request, std::string_view name) {
  if (name.ends_with(kCompressed)) return NotFound();
  if (PageFile(name).empty()) return NotFound();
  const std::string small = std::string(name) + std::string(kCompressed);
  const bool has_small = !PageFile(small).empty();
  const bool compressed = request.gzip && has_small;
  const std::string_view file = compressed ? std::string_view(small) : name;
  auto content = files_.find(file);
  if (content == files_.end()) {
    const std::string_view bytes = PageFile(file);
    content = files_
                  .emplace(std::string(file),
                           Tagged{TagOf(bytes), std::make_shared<const std::string>(bytes)})
                  .first;
  }
  HttpResponse response = Found(request, content->second, TypeOf(name),
                                name.starts_with("assets/") ? kForever : kFresh);
  if (compressed) response.headers.emplace_back("Content-Encoding", "gzip");
  if (has_small) response.headers.emplace_back("Vary", "Accept-Encoding");
  return response;
}

void Api::Handle(const HttpRequest& request, HttpRespond respond) {
  Path path;
  std::string_view rest = std::string_view(request.path).substr(1);
  while (true) {
    const std::size_t slash = rest.find('/');
    path.push_back(rest.substr(0, slash));
    if (slash == std::string_view::npos) break;
    rest = rest.substr(slash + 1);
  }
  const bool admin = path.size() == 4 && path[0] == "api" && path[1] == "v1" && path[2] == "admin";
  if (admin) return respond(Admin(request, path));
  if (request.method != "GET" && request.method != "HEAD") return respond(NotAllowed("GET, HEAD"));
  Route(request, path, std::move(respond));
}

void Api::Route(const HttpRequest& request, const Path& path, HttpRespond respond) {
  if (path.size() == 1) {
    if (path[0] == "healthz") return respond({.body = std::make_shared<const std::string>("ok\n")});
    if (path[0] == "readyz") {
      return respond(parts_.tables.Ready()
                         ? HttpResponse{.body = std::make_shared<const std::string>("ready\n")}
                         : Problem(503, "The journal cannot be written, so no action is taken."));
    }
    // Counters tell a player what others do in secret. So a stranger does not even learn of them.
    if (path[0] == "metrics" && (request.local || IsAdmin(request.authorization)))
      return respond(MetricsNow());
    if (path[0] == "openapi.json" || path[0] == "asyncapi.json") {
      const std::string_view file = ProtocolFile(path[0]);
      return respond(file.empty() ? NotFound() : Found(request, std::string(file), kJson, kFresh));
    }
    return respond(FileAt(request, path[0].empty() ? "index.html" : path[0]));
  }
  if (path.size() >= 3 && path[0] == "api" && path[1] == "v1" && path[2] == "variants")
    return Variants(request, path, respond);
  if (path.size() >= 4 && path[0] == "api" && path[1] == "v1" && path[2] == "fingerprints")
    return Fingerprints(request, path, std::move(respond));
  if (path.size() == 3 && path[0] == "r" && IsWord(path[1]))
    return Hand(request, std::string(path[1]), path[2], std::move(respond));
  respond(FileAt(request, std::string_view(request.path).substr(1)));
}

void Api::Variants(const HttpRequest& request, const Path& path, const HttpRespond& respond) {
  if (path.size() == 3)
    return respond(
        Found(request, Json{{"variants", parts_.tables.Variants()}}.dump() + "\n", kJson, kFresh));
  const std::string id(path[3]);
  if (!IsWord(path[3])) return respond(NotFound());
  if (path.size() == 5 && path[4] == "chart.svg")
    return Chart(request, parts_.tables.FlowOf(id), respond);
  std::optional<Json> json = path.size() == 4 ? parts_.tables.Describe(id) : std::nullopt;
  if (!json) return respond(NotFound());
  // Its text is long to make, and the same for everybody.
  const auto variant = parts_.tables.OpenedVariant(id);
  const std::string zh = parts_.tables.Rules(id, Lang::kZh),
                    en = parts_.tables.Rules(id, Lang::kEn);
  Described& described = described_[id];
  if (variant == nullptr || described.variant != variant || described.zh != zh ||
      described.en != en) {
    (*json)["rules"] = {{"zh", zh}, {"en", en}};
    if (variant != nullptr) {
      (*json)["fans"] = parts_.painter.Fans(*variant);
      (*json)["values"] = ValueWordsOf(*variant);
      (*json)["lessons"] = LessonsOf(*variant);
    }
    const auto flow = parts_.tables.FlowOf(id);
    if (flow != nullptr) json->update(WordsOf(*flow));
    (*json)["events"] =
        EventWords(flow.get(), json->value(Json::json_pointer("/about/unit"), Json()));
    std::string text = json->dump() + "\n";
    const std::string tag = TagOf(text);
    described = {variant, zh, en, {tag, std::make_shared<const std::string>(std::move(text))}};
  }
  respond(Found(request, described.content, kJson, kFresh));
}

void Api::Chart(const HttpRequest& request, std::shared_ptr<const Flow> flow, HttpRespond respond) {
  if (flow == nullptr) return respond(NotFound());
  std::optional<Lang> lang;
  if (!ReadLang(request.query, lang)) return respond(Problem(400, "lang is zh or en."));
  const std::string key =
      "chart " + flow->name() + " " + flow->fingerprint_text() + std::string(KeyOf(lang));
  Draw(
      request, key, "image/svg+xml", kFresh,
      [flow = std::move(flow), lang, &painter = parts_.painter] {
        return painter.Chart(*flow, lang);
      },
      std::move(respond));
}

std::shared_ptr<const Flow> Api::FlowWith(std::string_view fingerprint) {
  auto flow = parts_.tables.RunningFlow(std::string(fingerprint));
  const auto known = std::ranges::find_if(
      flows_, [&](const auto& one) { return one->fingerprint_text() == fingerprint; });
  if (known != flows_.end()) {
    if (flow == nullptr) flow = *known;
    flows_.erase(known);
  }
  if (flow != nullptr) flows_.push_front(flow);
  if (flows_.size() > kFlows) flows_.pop_back();
  return flow;
}

void Api::Fingerprints(const HttpRequest& request, const Path& path, HttpRespond respond) {
  constexpr std::string_view kSvg = ".svg";
  const auto flow = IsWord(path[3]) ? FlowWith(path[3]) : nullptr;
  if (flow == nullptr) return respond(NotFound());
  if (path.size() == 4) {
    Json json = WordsOf(*flow);
    json["fingerprint"] = path[3];
    json["variant"] = flow->name();
    json["tiles"] = PiecesBody(*flow, logic::WallTiles(*flow));
    return respond(Found(request, json.dump() + "\n", kJson, kFresh));
  }
  if (path.size() == 5 && path[4] == "chart.svg") return Chart(request, flow, std::move(respond));
  if (path.size() == 6 && path[4] == "diff" && path[5].ends_with(kSvg))
    return Difference(request, flow, FlowWith(path[5].substr(0, path[5].size() - kSvg.size())),
                      std::move(respond));
  respond(NotFound());
}

void Api::Difference(const HttpRequest& request, std::shared_ptr<const Flow> a,
                     std::shared_ptr<const Flow> b, HttpRespond respond) {
  if (b == nullptr || a->name() != b->name()) return respond(NotFound());
  std::optional<Lang> lang;
  if (!ReadLang(request.query, lang)) return respond(Problem(400, "lang is zh or en."));
  const std::string key = "difference " + a->fingerprint_text() + " " + b->fingerprint_text() +
                          std::string(KeyOf(lang));
  Draw(
      request, key, "image/svg+xml", kFresh,
      [a = std::move(a), b = std::move(b), lang, &painter = parts_.painter] {
        return painter.Difference(a, b, lang);
      },
      std::move(respond));
}

void Api::Hand(const HttpRequest& request, const std::string& secret, std::string_view what,
               HttpRespond respond) {
  if (what != "replay.html" && what != "journal") return respond(NotFound());
  const bool page = what == "replay.html";
  const char* const type = page ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
  const std::string key = (page ? "replay " : "journal ") + secret;
  if (page) {
    respond = [respond = std::move(respond)](HttpResponse response) {
      response.headers.emplace_back("Content-Security-Policy", kOneFile);
      respond(std::move(response));
    };
  }
  // A finished hand stays as it is.
  if (const auto kept = drawn_.find(key); kept != drawn_.end())
    return respond(Found(request, kept->second, type, kForADay));
  if (IsUnknown(secret)) return respond(NotFound());
  if (parts_.limits.HoldFor(request.address) &&
      !wrong_links_.Allows(LimitedAddress(request.address), parts_.world.clock.Steady()))
    return respond(Problem(429, "Too many links without a hand were asked for from this address."));
  if (hands_read_ >= kHandsRead) return respond(Busy("Too many finished hands are being read."));
  ++hands_read_;
  parts_.tables.HandOf(secret,
                       [this, alive = alive_, request, secret, page, respond = std::move(respond)](
                           const std::optional<Result<FinishedHand>>& found, bool busy) {
                         if (!*alive) return;
                         --hands_read_;
                         if (busy) return respond(Busy("The finished hand cannot be read now."));
                         ShowHand(request, secret, page, found, respond);
                       });
}

bool Api::IsUnknown(const std::string& secret) {
  const Ms now = parts_.world.clock.Steady();
  while (!unknown_.empty() && (unknown_.front().second <= now || unknown_.size() > kUnknown))
    unknown_.pop_front();
  return std::ranges::find(unknown_, secret, &std::pair<std::string, Ms>::first) != unknown_.end();
}

void Api::NoteUnknown(const HttpRequest& request, const std::string& secret) {
  const Ms now = parts_.world.clock.Steady();
  unknown_.emplace_back(secret, now + kUnknownFor);
  if (parts_.limits.HoldFor(request.address))
    wrong_links_.Count(LimitedAddress(request.address), now);
}

void Api::ShowHand(const HttpRequest& request, const std::string& secret, bool page,
                   const std::optional<Result<FinishedHand>>& found, const HttpRespond& respond) {
  const char* const type = page ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
  const std::string key = (page ? "replay " : "journal ") + secret;
  if (!found) {
    NoteUnknown(request, secret);
    return respond(NotFound());
  }
  if (!*found) {
    parts_.world.log.Warning({}, "a finished hand cannot be shown: " + FaultText(found->faults()));
    return respond(
        Problem(404, "This program cannot show the hand any more: its rules have changed since."));
  }
  const auto hand = std::make_shared<const FinishedHand>(**found);
  if (!page) {
    Keep(key, WriteJournal(hand->journal, JournalForm::kText));
    return respond(Found(request, drawn_.at(key), type, kForADay));
  }
  Draw(
      request, key, type, kForADay,
      [hand, &painter = parts_.painter] {
        return painter.ReplayPage(*hand->flow, hand->journal, hand->hand, hand->names);
      },
      respond);
}

void Api::Keep(const std::string& key, std::string text) {
  if (drawn_.contains(key)) return;
  const std::string tag = TagOf(text);
  drawn_[key] = {tag, std::make_shared<const std::string>(std::move(text))};
  drawn_order_.push_back(key);
  if (drawn_order_.size() <= kDrawn) return;
  drawn_.erase(drawn_order_.front());
  drawn_order_.pop_front();
}

// ---- drawings ----

void Api::Draw(const HttpRequest& request, const std::string& key, const char* type,
               std::string_view cache, std::function<Result<std::string>()> draw,
               HttpRespond respond) {
  if (const auto found = drawn_.find(key); found != drawn_.end())
    return respond(Found(request, found->second, type, cache));
  const auto drawing =
      std::ranges::find_if(drawings_, [&](const auto& known) { return known->key == key; });
  if (drawing == drawings_.end() && drawings_.size() >= kDrawings)
    return respond(Busy("Too many drawings wait."));
  auto answer = [this, request, key, type, cache,
                 respond = std::move(respond)](const Result<std::string>& result) {
    if (!result) {
      parts_.world.log.Error(
          {}, "cannot draw " + key.substr(0, key.find(' ')) + ": " + FaultText(result.faults()));
      return respond(Problem(500, "This could not be drawn; the log says why."));
    }
    respond(Found(request, drawn_.at(key), type, cache));
  };
  if (drawing != drawings_.end()) {
    (*drawing)->waiting.emplace_back(std::move(answer));
    return;
  }
  drawings_.push_back(
      std::make_shared<Drawing>(Drawing{key, std::move(draw), {std::move(answer)}}));
  if (drawings_.size() == 1) DrawNext();
}

void Api::DrawNext() {
  if (drawings_.empty()) return;
  const auto drawing = drawings_.front();
  const auto result = std::make_shared<Result<std::string>>(Fault{"H01", {}, "not drawn"});
  const auto done = [this, alive = alive_, drawing, result] {
    if (!*alive) return;
    drawings_.pop_front();
    if (*result) Keep(drawing->key, **result);
    for (const auto& wait : drawing->waiting) wait(*result);
    DrawNext();
  };
  if (!parts_.elsewhere([drawing, result] { *result = drawing->draw(); }, done)) done();
}

// ---- the operator ----

HttpResponse Api::MetricsNow() {
  return {.type = "text/plain; version=0.0.4; charset=utf-8",
          .body = std::make_shared<const std::string>(parts_.metrics())};
}

void Api::HandleMetrics(const HttpRequest& request, const HttpRespond& respond) {
  if (request.path != "/metrics") return respond(NotFound());
  if (request.method != "GET" && request.method != "HEAD") return respond(NotAllowed("GET, HEAD"));
  respond(MetricsNow());
}

bool Api::IsAdmin(const std::string& authorization) const {
  constexpr std::string_view kBearer = "Bearer ";
  if (parts_.admin_token.empty() || !authorization.starts_with(kBearer)) return false;
  // Hashes have one length, so the time of the comparison reveals nothing.
  const auto hash = [](std::string_view text) {
    std::array<unsigned char, crypto_generichash_BYTES> bytes{};
    crypto_generichash(bytes.data(), bytes.size(),
                       reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr,
                       0);
    return bytes;
  };
  const auto given = hash(std::string_view(authorization).substr(kBearer.size()));
  const auto wanted = hash(parts_.admin_token);
  return sodium_memcmp(given.data(), wanted.data(), given.size()) == 0;
}

HttpResponse Api::Admin(const HttpRequest& request, const Path& path) {
  if (parts_.admin_token.empty()) return NotFound();
  if (!IsAdmin(request.authorization)) {
    HttpResponse response = Problem(401, "This path needs the token of the operator.");
    response.headers = {{"WWW-Authenticate", "Bearer"}};
    return response;
  }
  const std::string_view what = path[3];
  const bool reads = what == "desks" || what == "sessions" || what == "variants";
  if (!reads && what != "drain" && what != "kick" && what != "end") return NotFound();
  if (reads && request.method != "GET" && request.method != "HEAD") return NotAllowed("GET, HEAD");
  if (!reads && request.method != "POST") return NotAllowed("POST");
  if (what == "desks") return JsonOf({{"desks", parts_.tables.Desks()}});
  if (what == "sessions") return JsonOf({{"sessions", parts_.tables.Sessions()}});
  if (what == "variants") return JsonOf({{"broken", parts_.tables.BrokenVariants()}});
  if (what == "drain") {
    parts_.tables.Drain();
    parts_.world.log.Info({}, "the operator drains the server");
    return JsonOf({{"draining", true}});
  }
  const bool kicks = what == "kick";
  const char* const field = kicks ? "user" : "desk";
  const Result<Json> body = ParseJson(request.body);
  if (!body || !body->is_object() || body->size() != 1 || !body->contains(field) ||
      !(*body)[field].is_string())
    return Problem(400, fmt::format("The body is {{\"{}\": \"ID\"}}.", field));
  const std::string id = (*body)[field];
  if (!kicks) {
    if (!parts_.tables.EndDesk(id)) return Problem(404, "This server has no such desk.");
    parts_.world.log.Info({.desk = id}, "the operator ends the desk");
    return JsonOf({{"ended", id}});
  }
  if (!parts_.tables.Kick(id)) return Problem(404, "This user has no session.");
  parts_.world.log.Info({.user = id}, "the operator ends a session");
  return JsonOf({{"kicked", id}});
}

}  // namespace mlf::server
