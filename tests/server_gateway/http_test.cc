// HTTP: what hostile clients do, every route, and addresses behind proxies.
#include "server/http/api.h"
#include "server/http/metrics.h"
#include "server/http/words.h"
#include "tests/server_gateway/harness.h"
#include "tests/support/files.h"

#include <mlf/variants/open.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <utility>

namespace mlf::test {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The answer to one request, read to its end.
std::string Ask(const TestServer& server, const std::string& request) {
  RawClient client(server.http_port());
  client.Send(request);
  return client.Read();
}
std::string Get(const TestServer& server, const std::string& path, const std::string& more = "") {
  return Ask(server,
             "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + more + "\r\n");
}
std::string BodyOf(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}
std::string FieldOf(const std::string& answer, const std::string& name) {
  const std::size_t at = answer.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return answer.substr(begin, answer.find("\r\n", begin) - begin);
}

// ---- the connection ----

TEST(Http, KeepsAConnectionAndAnswersInOrder) {
  TestServer server;
  RawClient client(server.http_port());
  client.Send(
      "GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b?q HTTP/1.1\r\nHost: x\r\n\r\n"
      "GET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /d HTTP/1.1\r\n\r\n");
  const std::string all = client.Read();
  const std::size_t a = all.find("GET /a "), b = all.find("GET /b "), c = all.find("GET /c ");
  EXPECT_LT(a, b);
  EXPECT_LT(b, c);
  EXPECT_NE(c, std::string::npos);
  EXPECT_EQ(all.find("GET /d "), std::string::npos);
  EXPECT_THAT(all, HasSubstr("Connection: keep-alive"));
  // The older version is closed behind its answer.
  EXPECT_THAT(Ask(server, "GET /old HTTP/1.0\r\n\r\n"), HasSubstr("GET /old "));
}

TEST(Http, HeadHasTheLengthAndNoBody) {
  TestServer server;
  const std::string answer =
      Ask(server, "HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer,
              AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr("Content-Length: 18\r\n")));
  EXPECT_EQ(BodyOf(answer), "");
}

TEST(Http, EveryAnswerHasTheHeadersOfSafety) {
  TestServer server;
  const std::string answer = Get(server, "/a");
  EXPECT_EQ(FieldOf(answer, "X-Content-Type-Options"), "nosniff");
  EXPECT_THAT(FieldOf(answer, "Content-Security-Policy"), HasSubstr("frame-ancestors 'none'"));
  EXPECT_EQ(FieldOf(answer, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(FieldOf(answer, "Cache-Control"), "no-store");
}

TEST(Http, WhatIsNoRequestIsRefused) {
  TestServer server;
  const std::string long_line(9000, 'a');
  const struct {
    std::string request;
    const char* answer;
  } kRows[] = {
      {"nonsense\r\n\r\n", "HTTP/1.1 400 "},
      {"GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "HTTP/1.1 400 "},
      {"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "},
      {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
       "HTTP/1.1 400 "},
      {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 400 "},
      {"GET /" + long_line + " HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 431 "},
      {"GET / HTTP/1.1\r\nHost: x\r\nX: " + long_line + "\r\n\r\n", "HTTP/1.1 431 "},
      {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n", "HTTP/1.1 413 "},
      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
       "HTTP/1.1 413 "},
      {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11), "HTTP/1.1 400 "},
  };
  for (const auto& row : kRows) {
    const std::string answer = Ask(server, row.request);
    EXPECT_THAT(answer, StartsWith(row.answer)) << row.request.substr(0, 100);
    EXPECT_EQ(FieldOf(answer, "Content-Type"), "application/problem+json");
    EXPECT_EQ(Json::parse(BodyOf(answer))["status"], std::stoi(answer.substr(9, 3)));
  }
}

TEST(Http, AClientThatDoesNotReadDoesNotFillTheMemory) {
  const auto body = std::make_shared<const std::string>(1'000'000, 'z');
  int asked = 0;
  TestServer server({}, {}, [&](const server::HttpRequest&, const server::HttpRespond& respond) {
    ++asked;
    respond({.body = body});
  });
  RawClient client(server.http_port());
  std::string many;
  for (int i = 0; i < 300; ++i) many += "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  client.Send(many);
  std::this_thread::sleep_for(200ms);
  EXPECT_LT(server.Get<int>([&] { return asked; }), 20);
  EXPECT_LT(server.Get<std::uint64_t>([&] { return server.gateway->outbound_bytes(); }),
            2'000'000u);
}

TEST(Http, AnAnswerMayComeLater) {
  std::vector<server::HttpRespond> waiting;
  TestServer server({}, {}, [&](const server::HttpRequest&, server::HttpRespond respond) {
    waiting.push_back(std::move(respond));
  });
  RawClient client(server.http_port());
  client.Send(
      "GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  server.Until([&] { return waiting.size() == 1; });
  server.Do([&] {
    waiting[0]({.body = std::make_shared<const std::string>("one")});
    waiting[0]({.body = std::make_shared<const std::string>("twice")});
  });
  server.Until([&] { return waiting.size() == 2; });
  server.Do([&] { waiting[1]({.body = std::make_shared<const std::string>("two")}); });
  const std::string all = client.Read();
  EXPECT_THAT(all, AllOf(HasSubstr("one"), HasSubstr("two"), Not(HasSubstr("twice"))));
}

TEST(Http, OnlyTrustedProxiesAreBelieved) {
  const auto address = [](const TestServer& server, const char* forwarded) {
    const std::string body =
        BodyOf(Get(server, "/", std::string("X-Forwarded-For: ") + forwarded + "\r\n"));
    return body.substr(6, body.size() - 7);  // behind "GET / "
  };
  TestServer plain;
  EXPECT_EQ(address(plain, "1.2.3.4"), "127.0.0.1");
  TestServer trusting(
      [](server::ServerConfig& config) { config.trusted_proxy = {"127.0.0.0/8", "10.0.0.0/8"}; });
  EXPECT_EQ(address(trusting, "1.2.3.4"), "1.2.3.4");
  EXPECT_EQ(address(trusting, "6.6.6.6, 1.2.3.4, 10.0.0.7"), "1.2.3.4");  // the first is hearsay
  EXPECT_EQ(address(trusting, "6.6.6.6\r\nX-Forwarded-For: 1.2.3.4"), "1.2.3.4");
  EXPECT_EQ(address(trusting, "nonsense"), "127.0.0.1");
  EXPECT_EQ(address(trusting, "1.2.3.4, nonsense"), "127.0.0.1");
  EXPECT_EQ(address(trusting, "::ffff:1.2.3.4"), "1.2.3.4");
  Client client(trusting.http_port(), "/ws", [](boost::beast::websocket::request_type& request) {
    request.set("X-Forwarded-For", "9.8.7.6");
  });
  trusting.Until([&] { return trusting.lobby.sessions.size() == 1; });
  trusting.Do([&] { EXPECT_EQ(trusting.lobby.sessions[0]->address(), "9.8.7.6"); });
}

// ---- the routes ----

class FakeTables final : public server::Tables {
 public:
  bool Ready() override { return ready; }
  Counts Now() override { return {.connections = 3, .sessions = 2}; }
  Json Variants() override { return Json::array({*Describe("xueliu")}); }
  std::optional<Json> Describe(const std::string& id) override {
    if (OpenedVariant(id) == nullptr) return std::nullopt;
    return Json{{"id", id}, {"seats", 4}};
  }
  std::shared_ptr<const Variant> OpenedVariant(const std::string& id) override {
    if (id != "xueliu") return nullptr;
    return std::make_shared<const Variant>(*OpenVariant(id));
  }
  std::string Rules(const std::string& id, Lang lang) override { return VariantReadme(id, lang); }
  std::shared_ptr<const Flow> FlowOf(const std::string& id) override {
    return id == "xueliu" ? flow : nullptr;
  }
  std::shared_ptr<const Flow> RunningFlow(const std::string& fingerprint) override {
    for (const auto& one : {flow, capped, erren}) {
      if (plays && one->fingerprint_text() == fingerprint) return one;
    }
    return fingerprint == "0123456789abcdef" ? flow : nullptr;
  }
  void HandOf(const std::string& secret, TakeHand take) override {
    ++hands_read;
    if (secret == "later") return waiting.push_back(std::move(take));
    take(Find(secret), secret == "busy");
  }
  std::optional<Result<server::FinishedHand>> Find(const std::string& secret) const {
    if (secret == "gone") return Result<server::FinishedHand>(Fault{"V09", {}, "no such rules"});
    if (secret != "s3cret") return std::nullopt;
    Recorder recorder(*flow);
    Records records = flow->Blank();
    Response response;
    recorder.Start(records, 1, response);
    return Result<server::FinishedHand>(server::FinishedHand{
        flow, recorder.journal(), 0, {{"小明", "小明"}, {"机器人1", "robot 1"}}});
  }
  Json Desks() override { return Json::array({"d1"}); }
  Json Sessions() override { return Json::array({"s1"}); }
  bool Kick(const std::string& user) override { return user == "u1"; }
  bool EndDesk(const std::string& desk) override { return desk == "d1"; }
  void Drain() override { drained = true; }
  Json BrokenVariants() override {
    return Json::array({Json{{"id", "home"}, {"served", true}, {"faults", {"home:1: why"}}}});
  }

  bool ready = true, drained = false, plays = true;
  int hands_read = 0;
  std::vector<TakeHand> waiting;
  std::shared_ptr<const Flow> flow = *OpenFlow("xueliu");
  std::shared_ptr<const Flow> capped = *OpenFlow("xueliu", {{"cap", "4"}});
  std::shared_ptr<const Flow> erren = *OpenFlow("erren");
};

class FakePainter final : public server::Painter {
 public:
  Result<std::string> Chart(const Flow&, std::optional<Lang> lang) override {
    ++drawn;
    if (fails) return Fault{"F09", {}, "no ink"};
    return "<svg" + LangText(lang) + "/>";
  }
  Result<std::string> Difference(const std::shared_ptr<const Flow>& old,
                                 const std::shared_ptr<const Flow>& now,
                                 std::optional<Lang> lang) override {
    return "<svg" + LangText(lang) + ">" + old->fingerprint_text() + " " + now->fingerprint_text() +
           "</svg>";
  }
  static std::string LangText(std::optional<Lang> lang) {
    return !lang ? "" : *lang == Lang::kZh ? " zh" : " en";
  }
  Result<std::string> ReplayPage(const Flow&, const Journal& journal, std::uint32_t,
                                 const std::vector<Label>& names) override {
    std::string page = "<html>" + journal.variant;
    for (const Label& name : names) page += " " + name.zh;
    return page;
  }
  Json Fans(const Variant& variant) override { return Json::array({variant.id()}); }
  int drawn = 0;
  bool fails = false;
};

class Routes : public testing::Test {
 protected:
  Routes()
      : server_({}, {}, [this](const server::HttpRequest& request, server::HttpRespond respond) {
          api_->Handle(request, std::move(respond));
        }) {
    server_.Do([this] {
      api_ = std::make_unique<server::Api>(
          server::Api::Parts{server_.world(), tables_, painter_,
                             [this](const std::function<void()>& work, std::function<void()> done) {
                               work();
                               later_.push_back(std::move(done));
                               if (!holds_) Finish();
                               return true;
                             },
                             [this] { return metrics_.Text(tables_.Now()); }, "the token"});
    });
  }
  ~Routes() override {
    server_.Do([this] { api_.reset(); });
  }
  void Finish() {
    const auto all = std::exchange(later_, {});
    for (const auto& done : all) done();
  }
  // The status of the answer, or of the one before where there is none yet.
  int AskHand(const std::string& address, const std::string& secret) {
    server_.Do([&] {
      server::HttpRequest request;
      request.method = "GET";
      request.path = "/r/" + secret + "/journal";
      request.address = address;
      api_->Handle(request, [this](const server::HttpResponse& response) {
        statuses_.push_back(response.status);
      });
    });
    return statuses_.empty() ? 0 : statuses_.back();
  }
  std::string Status(const std::string& path) { return Get(server_, path).substr(9, 3); }
  std::string Admin(const std::string& method, const std::string& what, const std::string& token,
                    const std::string& body = "") {
    return Ask(server_, method + " /api/v1/admin/" + what +
                            " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" +
                            (token.empty() ? "" : "Authorization: Bearer " + token + "\r\n") +
                            "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  std::vector<int> statuses_;
  FakeTables tables_;
  FakePainter painter_;
  server::Metrics metrics_;
  bool holds_ = false;
  std::vector<std::function<void()>> later_;
  std::unique_ptr<server::Api> api_;
  TestServer server_;
};

TEST_F(Routes, HealthReadinessAndPage) {
  EXPECT_EQ(BodyOf(Get(server_, "/healthz")), "ok\n");
  EXPECT_EQ(Status("/readyz"), "200");
  server_.Do([&] { tables_.ready = false; });
  const std::string answer = Get(server_, "/readyz");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 503 "));
  EXPECT_EQ(Json::parse(BodyOf(answer))["title"], "Service Unavailable");
  EXPECT_EQ(Status("/healthz"), "200");
  const std::string page = Get(server_, "/");
  EXPECT_EQ(FieldOf(page, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_THAT(BodyOf(page), HasSubstr("<title>MajongLogicFlow</title>"));
  EXPECT_EQ(Get(server_, "/index.html").substr(0, 15), "HTTP/1.1 200 OK");
}

// The page has its script in a file, because the policy allows none inside.
TEST_F(Routes, ThePageAndItsFilesAreUnderAStrictPolicy) {
  const std::string page = Get(server_, "/");
  const std::string policy = FieldOf(page, "Content-Security-Policy");
  EXPECT_THAT(policy, StartsWith("default-src 'none'; script-src 'self';"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe-inline")));
  const std::string text = BodyOf(page);
  EXPECT_THAT(text, Not(HasSubstr("<style")));
  const std::size_t at = text.find(" src=\"/");
  ASSERT_NE(at, std::string::npos) << text;
  const std::string script = text.substr(at + 6, text.find('"', at + 6) - at - 6);
  const std::string plain = Get(server_, script);
  EXPECT_THAT(plain, StartsWith("HTTP/1.1 200 "));
  EXPECT_EQ(FieldOf(plain, "Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(FieldOf(plain, "Content-Encoding"), "");
  EXPECT_EQ(FieldOf(page, "Cache-Control"), "no-cache");
  // A built page has hashed names and compressed copies; the small one has neither.
  const bool built = script.starts_with("/assets/");
  EXPECT_EQ(FieldOf(plain, "Cache-Control"),
            built ? "public, max-age=31536000, immutable" : "no-cache");
  const std::string small = Get(server_, script, "Accept-Encoding: br, gzip\r\n");
  EXPECT_EQ(FieldOf(small, "Content-Encoding"), built ? "gzip" : "");
  EXPECT_EQ(BodyOf(small).size() < BodyOf(plain).size(), built);
  EXPECT_EQ(FieldOf(small, "Vary"), built ? "Accept-Encoding" : "");
  EXPECT_EQ(Status(script + ".gz"), "404");
}

TEST_F(Routes, Metrics) {
  server_.Do([&] {
    metrics_.Action("v", "accepted");
    metrics_.Action("v", "accepted");
    metrics_.JournalSeconds(0.003);
    metrics_.Timeout();
    metrics_.Replayed();
    metrics_.Resumed();
    metrics_.SlowCut();
  });
  const std::string answer = Get(server_, "/metrics");
  EXPECT_EQ(FieldOf(answer, "Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
  const std::string text = BodyOf(answer);
  EXPECT_THAT(text, HasSubstr("mlf_actions_total{result=\"accepted\",variant=\"v\"} 2"));
  EXPECT_THAT(text, HasSubstr("mlf_journal_seconds_bucket{le=\"0.004\"} 1"));
  for (const char* line :
       {"mlf_timeouts_total 1", "mlf_replays_total 1", "mlf_resumes_total 1",
        "mlf_slow_cuts_total 1", "mlf_connections 3", "mlf_sessions 2", "mlf_desks 0",
        "mlf_matches 0", "mlf_desk_requests 0", "mlf_desk_requests_most 0", "mlf_journal_pending 0",
        "mlf_outbound_bytes 0"})
    EXPECT_THAT(text, HasSubstr(std::string("\n") + line)) << line;
  for (std::size_t at = text.find("# TYPE "); at != std::string::npos;
       at = text.find("# TYPE ", at + 1))
    EXPECT_EQ(text.substr(at + 7, 4), "mlf_");
}

// Counters would tell a player that somebody has answered in secret.
TEST_F(Routes, MetricsAreForTheOperatorOnly) {
  for (const char* proxy :
       {"Forwarded: for=1.2.3.4", "X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: 127.0.0.1",
        "x-forwarded-host: tables.example.org", "X-Forwarded-Proto: https", "X-Real-IP: 1.2.3.4",
        "Via: 1.1 proxy", "X-Forwarded-For:"}) {
    const std::string answer = Get(server_, "/metrics", std::string(proxy) + "\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 404 ")) << proxy;
    // The answer is that of a path where there is nothing.
    EXPECT_EQ(BodyOf(answer), BodyOf(Get(server_, "/nothing"))) << proxy;
  }
  const std::string forwarded = "X-Forwarded-For: 1.2.3.4\r\nAuthorization: Bearer ";
  EXPECT_THAT(Get(server_, "/metrics", forwarded + "the toke\r\n"), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(Get(server_, "/metrics", forwarded + "the token\r\n"), StartsWith("HTTP/1.1 200 "));
  // Another machine, and a server without a token.
  const auto status = [&](const std::string& token, const std::string& authorization) {
    return server_.Get<int>([&] {
      server::Api api({server_.world(), tables_, painter_, {}, [] { return ""; }, token});
      server::HttpRequest request;
      request.method = "GET";
      request.path = "/metrics";
      request.authorization = authorization;
      int got = 0;
      api.Handle(request, [&](const server::HttpResponse& response) { got = response.status; });
      return got;
    });
  };
  EXPECT_EQ(status("the token", ""), 404);
  EXPECT_EQ(status("the token", "Bearer the token"), 200);
  EXPECT_EQ(status("", ""), 404);
  EXPECT_EQ(status("", "Bearer "), 404);
}

TEST_F(Routes, AListenerForMetricsAloneNeedsNoToken) {
  TestServer server([](server::ServerConfig& config) { config.metrics = "127.0.0.1:0"; }, {},
                    [this](const server::HttpRequest& request, const server::HttpRespond& respond) {
                      api_->HandleMetrics(request, respond);
                    });
  const auto get = [&](const std::string& request) {
    RawClient client(server.metrics_port());
    client.Send(request + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\n" +
                "Connection: close\r\n\r\n");
    return client.Read();
  };
  EXPECT_THAT(get("GET /metrics"), HasSubstr("\nmlf_sessions 2"));
  EXPECT_THAT(get("POST /metrics"), StartsWith("HTTP/1.1 405 "));
  for (const char* path : {"/", "/ws", "/healthz", "/api/v1/variants", "/api/v1/admin/desks"})
    EXPECT_THAT(get(std::string("GET ") + path), StartsWith("HTTP/1.1 404 ")) << path;
}

// The tests of the page say events by this file.
TEST(EventTexts, AreThoseOfThePagesTests) {
  const std::string file = std::string(MLF_SOURCE_DIR) + "/web/tests/events.json";
  const std::string text = server::EventWords().dump(1) + "\n";
  if (std::getenv("MLF_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  EXPECT_EQ(ReadText(file), text) << "write it with MLF_UPDATE_GOLDEN=1";
}

TEST_F(Routes, VariantsAndCharts) {
  const Json all = Json::parse(BodyOf(Get(server_, "/api/v1/variants")));
  EXPECT_EQ(all["variants"][0]["id"], "xueliu");
  const Json one = Json::parse(BodyOf(Get(server_, "/api/v1/variants/xueliu")));
  EXPECT_THAT(one["rules"]["en"].get<std::string>(), StartsWith("# "));
  EXPECT_NE(one["rules"]["zh"], one["rules"]["en"]);
  EXPECT_EQ(one["fans"][0], "xueliu");
  // Texts for pages that know no variant.
  EXPECT_EQ(one["nodes"]["peng"]["zh"], "碰");
  EXPECT_EQ(one["state"]["void"]["en"], "void");
  EXPECT_EQ(one["reasons"]["hu"]["zh"], "点炮胡");
  EXPECT_EQ(one["values"]["transfer"]["last_gang"]["en"], "of the last gang");
  EXPECT_THAT(one["lessons"]["choose_void"]["en"].get<std::string>(), StartsWith("Name one suit"));
  EXPECT_EQ(one["events"]["peng"], server::EventWords()["peng"]);
  const std::string chart = Get(server_, "/api/v1/variants/xueliu/chart.svg");
  EXPECT_EQ(BodyOf(chart), "<svg/>");
  EXPECT_EQ(FieldOf(chart, "Content-Type"), "image/svg+xml");
  // The same flow is drawn once; a client with the right ETag gets no body.
  EXPECT_EQ(BodyOf(Get(server_, "/api/v1/fingerprints/0123456789abcdef/chart.svg")), "<svg/>");
  EXPECT_EQ(server_.Get<int>([&] { return painter_.drawn; }), 1);
  for (const char* lang : {"zh", "en"})
    EXPECT_EQ(
        BodyOf(Get(server_, fmt::format("/api/v1/variants/xueliu/chart.svg?x&lang={}", lang))),
        fmt::format("<svg {}/>", lang));
  EXPECT_EQ(Status("/api/v1/variants/xueliu/chart.svg?lang=fr"), "400");
  const std::string tag = FieldOf(chart, "ETag");
  ASSERT_EQ(tag.size(), 34u);
  const std::string again =
      Get(server_, "/api/v1/variants/xueliu/chart.svg", "If-None-Match: " + tag + "\r\n");
  EXPECT_THAT(again, StartsWith("HTTP/1.1 304 "));
  EXPECT_EQ(FieldOf(again, "Content-Length"), "") << "it would be that of the whole answer";
  EXPECT_EQ(BodyOf(again), "");
}

// Names come from the parts: no page and no catalogue has them.
TEST(Words, NameSkillsAndReasonsToBreakOff) {
  const auto flow = OpenFlow("riichi", {{"skills", "vow/-/foresight/-"}});
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const Json words = server::WordsOf(**flow);
  EXPECT_EQ(words["terms"]["vow"], (Json{{"zh", "立誓"}, {"en", "vow"}}));
  EXPECT_EQ(words["terms"]["foresight"]["zh"], "先见");
  for (const char* kind :
       {"nine_terminals", "four_winds", "four_kans", "four_riichi", "triple_ron"})
    EXPECT_TRUE(words["terms"].contains(kind)) << kind;
  const Json changing = server::WordsOf(**OpenFlow("xueliu"));
  EXPECT_EQ(changing["terms"]["to_next"]["en"], "to the next seat");
}

TEST(Words, AreThoseOfThePlayersOfTheGame) {
  const auto flow = OpenFlow("riichi");
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const Json words = server::WordsOf(**flow);
  EXPECT_EQ(words["nodes"]["peng"], (Json{{"zh", "碰"}, {"en", "pon"}}));
  EXPECT_EQ(words["wins"], (Json{{"discard", "hu"}, {"self_draw", "zi_mo"}}));
  EXPECT_EQ(words["state"]["missed"]["is"], "barred");
  const Json& dora = words["named"]["dora_indicators"];
  EXPECT_EQ(dora["en"], "dora");
  for (const auto& [indicator, tile] :
       {std::pair("1m", "2m"), std::pair("9m", "1m"), std::pair("4z", "1z"), std::pair("7z", "5z")})
    EXPECT_EQ(dora["tiles"][indicator], tile);
  const Json events = server::EventWords(flow->get(), Json{{"zh", "番"}, {"en", "han"}});
  EXPECT_EQ(events["peng"], Json::array({Json{{"zh", "{seat} 碰 {pieces}（{other}）"},
                                              {"en", "{seat} pon {pieces} (from {other})"}}}));
  // Two texts of a declaration: the game has one word.
  EXPECT_EQ(events["ting"], Json::array({Json{{"zh", "{seat} 立直"}, {"en", "{seat} riichi"}}}));
  EXPECT_EQ(
      events["fan_total"],
      Json::array({Json{{"zh", "{seat} 共 {value} 番"}, {"en", "{seat}: {value} han in all"}}}));
  EXPECT_EQ(events["discard"], server::EventWords()["discard"]);
  const auto other = OpenFlow("xueliu");
  EXPECT_EQ(server::EventWords(other->get()), server::EventWords());
  EXPECT_TRUE(server::WordsOf(**other)["named"].empty());
  EXPECT_EQ(server::WordsOf(**OpenFlow("xueliu", {{"hands", "3"}}))["hands"], 3);
}

TEST_F(Routes, TilesInPlay) {
  const std::string fingerprint = tables_.erren->fingerprint_text();
  const Json json = Json::parse(BodyOf(Get(server_, "/api/v1/fingerprints/" + fingerprint)));
  EXPECT_EQ(json["variant"], "erren");
  EXPECT_EQ(json["fingerprint"], fingerprint);
  ASSERT_EQ(json["tiles"].size(), 72u);
  EXPECT_EQ(json["tiles"][0], "1m");
  EXPECT_EQ(json["tiles"][71], "8h");
  EXPECT_EQ(json["nodes"]["discard"]["zh"], "出牌");
  EXPECT_TRUE(json["terms"].contains("base_bet"));
  EXPECT_EQ(Status("/api/v1/fingerprints/fedcba9876543210"), "404");
}

TEST_F(Routes, WhatHasChangedInTheRules) {
  const std::string a = tables_.flow->fingerprint_text(), b = tables_.capped->fingerprint_text(),
                    other = tables_.erren->fingerprint_text();
  const auto path = [](const std::string& old, const std::string& now) {
    return "/api/v1/fingerprints/" + old + "/diff/" + now + ".svg";
  };
  EXPECT_EQ(BodyOf(Get(server_, path(a, b))), "<svg>" + a + " " + b + "</svg>");
  EXPECT_EQ(BodyOf(Get(server_, path(b, a))), "<svg>" + b + " " + a + "</svg>");
  EXPECT_EQ(BodyOf(Get(server_, path(b, a) + "?lang=zh")), "<svg zh>" + b + " " + a + "</svg>");
  EXPECT_EQ(Status(path(b, a) + "?lang="), "400");
  // Another game is no change of the rules.
  EXPECT_EQ(Status(path(a, other)), "404");
  EXPECT_EQ(Status("/api/v1/fingerprints/" + other + "/chart.svg"), "200");
  // Rules that were seen may be compared when nobody plays them any more; others are not known.
  server_.Do([&] { tables_.plays = false; });
  EXPECT_EQ(Status(path(a, b)), "200");
  EXPECT_EQ(Status("/api/v1/fingerprints/" + other + "/chart.svg"), "200");
  EXPECT_EQ(Status(path(a, "fedcba9876543210")), "404");
  EXPECT_EQ(Status("/api/v1/fingerprints/" + a + "/diff/" + b + ".png"), "404");
}

TEST_F(Routes, ADrawingIsMadeOnceForAllWhoWait) {
  server_.Do([&] { holds_ = true; });
  RawClient one(server_.http_port()), two(server_.http_port());
  const std::string request =
      "GET /api/v1/variants/xueliu/chart.svg HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  one.Send(request);
  server_.Until([&] { return later_.size() == 1; });
  two.Send(request);
  std::this_thread::sleep_for(50ms);
  server_.Do([&] { Finish(); });
  EXPECT_EQ(BodyOf(one.Read()), "<svg/>");
  EXPECT_EQ(BodyOf(two.Read()), "<svg/>");
  EXPECT_EQ(painter_.drawn, 1);
}

TEST_F(Routes, WhatCannotBeDrawnIsAProblem) {
  server_.Do([&] { painter_.fails = true; });
  EXPECT_EQ(Status("/api/v1/variants/xueliu/chart.svg"), "500");
  server_.Do([&] { painter_.fails = false; });
  EXPECT_EQ(Status("/api/v1/variants/xueliu/chart.svg"), "200");
}

TEST_F(Routes, FinishedHands) {
  const std::string page = Get(server_, "/r/s3cret/replay.html");
  EXPECT_EQ(BodyOf(page), "<html>xueliu 小明 机器人1");
  EXPECT_EQ(FieldOf(page, "Cache-Control"), "private, max-age=86400, immutable");
  // Its script is in it, and it asks the server for nothing.
  EXPECT_THAT(FieldOf(page, "Content-Security-Policy"),
              AllOf(HasSubstr("script-src 'unsafe-inline'"), Not(HasSubstr("'self'"))));
  EXPECT_THAT(BodyOf(Get(server_, "/r/s3cret/journal")), HasSubstr("xueliu"));
  EXPECT_EQ(Status("/r/other/replay.html"), "404");
  EXPECT_EQ(Status("/r/gone/journal"), "404");
  EXPECT_EQ(Status("/r/s3cret/key"), "404");
}

TEST_F(Routes, ALinkWithoutAHandIsLookedForOnce) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Status("/r/none/journal"), "404");
  EXPECT_EQ(Status("/r/none/replay.html"), "404");
  EXPECT_EQ(server_.Get<int>([&] { return tables_.hands_read; }), 1);
  EXPECT_EQ(Status("/r/busy/journal"), "503");
  EXPECT_EQ(Status("/r/busy/journal"), "503") << "it may have one";
  EXPECT_EQ(server_.Get<int>([&] { return tables_.hands_read; }), 3);
}

TEST_F(Routes, AFewFinishedHandsAreReadAtATime) {
  for (int i = 0; i < 33; ++i) AskHand("10.0.0.1", "later");
  EXPECT_THAT(statuses_, testing::ElementsAre(503));
  server_.Do([&] {
    for (const auto& take : std::exchange(tables_.waiting, {})) take(std::nullopt, false);
  });
  EXPECT_EQ(statuses_.size(), 33U);
  EXPECT_EQ(AskHand("10.0.0.2", "s3cret"), 200);
}

TEST_F(Routes, AnAddressMayAskForAFewLinksWithoutAHand) {
  for (int i = 0; i < 10; ++i) EXPECT_EQ(AskHand("10.0.0.1", "none" + std::to_string(i)), 404);
  EXPECT_EQ(AskHand("10.0.0.1", "other"), 429);
  EXPECT_EQ(AskHand("10.0.0.1", "none1"), 404) << "nothing is read for it";
  EXPECT_EQ(AskHand("10.0.0.2", "s3cret"), 200);
  EXPECT_EQ(AskHand("10.0.0.1", "s3cret"), 200) << "it is at hand";
  EXPECT_EQ(AskHand("127.0.0.1", "other"), 404);
}

TEST_F(Routes, NothingElseIsThere) {
  for (const char* path :
       {"/nothing", "/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/server.yaml",
        "//index.html", "/api", "/api/v1", "/api/v1/variants/", "/api/v1/variants/../../x",
        "/api/v1/variants/nope", "/api/v1/variants/xueliu/chart.png",
        "/api/v1/variants/xueliu/chart.svg/x", "/api/v1/fingerprints/0/chart.svg", "/r/",
        "/r//journal", "/r/s3cret/journal/x", "/api/v1/admin", "/page/index.html", "/index.html/"})
    EXPECT_EQ(Status(path), "404") << path;
  const std::string answer =
      Ask(server_, "DELETE /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 405 "));
  EXPECT_EQ(FieldOf(answer, "Allow"), "GET, HEAD");
  EXPECT_EQ(FieldOf(answer, "Content-Type"), "application/problem+json");
}

TEST_F(Routes, TheOperatorNeedsItsToken) {
  for (const char* token : {"", "wrong", "the token!", "the toke"}) {
    const std::string answer = Admin("GET", "desks", token);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 401 ")) << token;
    EXPECT_EQ(FieldOf(answer, "WWW-Authenticate"), "Bearer");
  }
  EXPECT_EQ(BodyOf(Admin("GET", "desks", "the token")), "{\"desks\":[\"d1\"]}\n");
  EXPECT_EQ(BodyOf(Admin("GET", "sessions", "the token")), "{\"sessions\":[\"s1\"]}\n");
  EXPECT_EQ(BodyOf(Admin("GET", "variants", "the token")),
            "{\"broken\":[{\"id\":\"home\",\"served\":true,\"faults\":[\"home:1: why\"]}]}\n");
  EXPECT_THAT(Admin("GET", "drain", "the token"), StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(Admin("POST", "desks", "the token"), StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(Admin("GET", "other", "the token"), StartsWith("HTTP/1.1 404 "));
  EXPECT_FALSE(tables_.drained);
  EXPECT_EQ(BodyOf(Admin("POST", "drain", "the token")), "{\"draining\":true}\n");
  EXPECT_TRUE(tables_.drained);
  EXPECT_EQ(BodyOf(Admin("POST", "kick", "the token", R"({"user": "u1"})")),
            "{\"kicked\":\"u1\"}\n");
  EXPECT_THAT(Admin("POST", "kick", "the token", R"({"user": "u2"})"), StartsWith("HTTP/1.1 404 "));
  for (const char* body : {"", "[]", "{}", R"({"user": 1})", R"({"user": "u1", "x": 1})"})
    EXPECT_THAT(Admin("POST", "kick", "the token", body), StartsWith("HTTP/1.1 400 ")) << body;
  EXPECT_EQ(BodyOf(Admin("POST", "end", "the token", R"({"desk": "d1"})")), "{\"ended\":\"d1\"}\n");
  EXPECT_THAT(Admin("POST", "end", "the token", R"({"desk": "d2"})"), StartsWith("HTTP/1.1 404 "));
  for (const char* body : {"", "[]", "{}", R"({"desk": 1})", R"({"user": "u1"})"})
    EXPECT_THAT(Admin("POST", "end", "the token", body), StartsWith("HTTP/1.1 400 ")) << body;
  EXPECT_THAT(Admin("GET", "end", "the token"), StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(Admin("POST", "end", "wrong", R"({"desk": "d1"})"), StartsWith("HTTP/1.1 401 "));
}

}  // namespace
}  // namespace mlf::test
