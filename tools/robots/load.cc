#include "tools/robots/load.h"

#include "tools/robots/wire.h"

#include <mlf/flow/json.h>

#include <boost/asio/steady_timer.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/resource.h>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string_view>
#include <vector>

namespace mlf::robots {
namespace {

using Clock = std::chrono::steady_clock;

// The text of a field of the outer object; empty = absent. The server writes no blanks.
std::string_view FieldOf(std::string_view object, std::string_view name) {
  int depth = 0;
  for (std::size_t i = 0; i < object.size(); ++i) {
    const char c = object[i];
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == '"') {
      const std::size_t begin = i + 1;
      for (++i; i < object.size() && object[i] != '"'; ++i) {
        if (object[i] == '\\') ++i;
      }
      if (depth != 1 || i + 1 >= object.size() || object[i + 1] != ':') continue;
      if (object.substr(begin, i - begin) != name) continue;
      const std::size_t from = i + 2;
      int inner = 0;
      bool quoted = false;
      for (std::size_t k = from; k < object.size(); ++k) {
        const char v = object[k];
        if (quoted) {
          if (v == '\\') ++k;
          if (v == '"') quoted = false;
        } else if (v == '"') {
          quoted = true;
        } else if (v == '{' || v == '[') {
          ++inner;
        } else if ((v == '}' || v == ']') && inner > 0) {
          --inner;
        } else if (inner == 0 && (v == ',' || v == '}')) {
          return object.substr(from, k - from);
        }
      }
    }
  }
  return {};
}

class Load;

class User final : public WireUser {
 public:
  User(Load& load, int number) : load_(load), number_(number) {}
  void Start();
  void Stop() { wire_->Drop(); }
  void SendAct();

  void OnOpen() override;
  void OnMessage(std::string_view bytes, bool binary) override;
  void OnClosed(int code, const std::string& why) override;

 private:
  enum class Wait : std::uint8_t { kNothing, kLogin, kDesk, kReady, kAct };
  struct Match {
    std::string desk;
    std::int64_t match = 1;
    int acts = 0;
  };

  void Send(const std::string& text, Wait wait);
  void EnterDesk();
  void OnAnswer(std::string_view bytes);
  void OnQuestion(std::string_view bytes, std::string_view desk);

  Load& load_;
  const int number_;
  std::shared_ptr<Wire> wire_;
  Wait wait_ = Wait::kNothing;
  std::map<std::string, Match, std::less<>> matches_;  // by desk
  std::string desk_;                                   // the last one
  std::int64_t count_ = 0;
  Clock::time_point sent_;
  std::string acted_at_;          // the desk of the act on its way
  std::deque<std::string> acts_;  // to send, one at a time
  int made_ = 0;                  // kDesks
  friend class Load;
};

class Load {
 public:
  Load(const LoadOptions& options, std::ostream& err) : options_(options), err_(err), io_(1) {}

  bool Run(std::ostream& out);

  // ---- for users ----
  void WantsToAct(User& user);
  void Acted(Clock::time_point sent, bool refused);
  // The code of the desk that this user joins, once the first user of its group has made it.
  std::optional<std::string> CodeFor(int user);
  void DeskMade(int user, const std::string& code, int places);
  void Ready() { ++ready_; }
  void Fail(const std::string& what) {
    if (!failed_) err_ << "mlf-robots: " << what << '\n' << std::flush;
    failed_ = true;
    io_.stop();
  }
  bool Counting() const { return counting_; }
  void Later(std::function<void()> what) {
    auto timer = std::make_shared<boost::asio::steady_timer>(io_, std::chrono::milliseconds(20));
    timer->async_wait([timer, what = std::move(what)](boost::system::error_code error) {
      if (!error) what();
    });
  }

  const LoadOptions options_;
  std::ostream& err_;
  boost::asio::io_context io_{1};
  std::shared_ptr<Net> net_;
  Latencies latencies_;
  std::uint64_t acts_ = 0, refused_ = 0, steps_ = 0, hands_ = 0;
  int open_ = 0, ready_ = 0, rested_ = 0;
  int group_ = 1;  // users at one desk

 private:
  void Pace();

  std::vector<std::unique_ptr<User>> users_;
  std::map<int, std::string> codes_;  // by group
  std::deque<User*> queue_;           // users who want to act, when acts are paced
  double allowed_ = 0;
  Clock::time_point paced_;
  std::optional<boost::asio::steady_timer> pace_;
  bool counting_ = false, failed_ = false;
};

// ---- a user ----

void User::Start() {
  wire_ = std::make_shared<Wire>(load_.net_, *this);
  wire_->Connect();
}

void User::Send(const std::string& text, Wait wait) {
  wait_ = wait;
  wire_->Send(text, false);
}

void User::OnOpen() {
  Send(fmt::format(R"({{"t":"login","re":0,"name":"load {}"}})", number_), Wait::kLogin);
}

void User::OnClosed(int code, const std::string& why) {
  load_.Fail(fmt::format("connection {} has ended: {} {}", number_, code, why));
}

void User::EnterDesk() {
  using What = LoadOptions::What;
  const LoadOptions& options = load_.options_;
  if (options.what == What::kIdle) return;
  if (options.what == What::kDesks) {
    if (made_ >= (options.desks + number_) / options.connections) return load_.Ready();
    ++made_;
    return Send(fmt::format(R"({{"t":"create","re":0,"variant":"{}","robots":{},"time":"none"}})",
                            options.variant, load_.group_ - 1),
                Wait::kDesk);
  }
  if (number_ % load_.group_ == 0) {
    return Send(
        fmt::format(
            R"({{"t":"create","re":0,"variant":"{}","private":true,"spectators":false,"robots":{}}})",
            options.variant, options.seats_of_kit),
        Wait::kDesk);
  }
  const auto code = load_.CodeFor(number_);
  if (!code) return load_.Later([this] { EnterDesk(); });
  Send(fmt::format(R"({{"t":"join","re":0,"code":"{}"}})", *code), Wait::kDesk);
}

void User::OnMessage(std::string_view bytes, bool) {
  const std::string_view type = FieldOf(bytes, "t");
  if (type == "\"ok\"" || type == "\"error\"") return OnAnswer(bytes);
  if (type == "\"step\"" || type == "\"begin\"") {
    ++load_.steps_;
    const std::string_view desk = FieldOf(bytes, "desk");
    if (type == "\"begin\"") {
      const std::string id(desk.substr(1, desk.size() - 2));
      Match& match = matches_[id];
      match.desk = id;
      match.match = std::stoll(std::string(FieldOf(bytes, "match")));
    }
    OnQuestion(bytes, desk.substr(1, desk.size() - 2));
  } else if (type == "\"hand\"") {
    ++load_.hands_;
  } else if (type == "\"over\"") {
    // The next match.
    acts_.clear();
    const std::string text =
        fmt::format(R"({{"t":"ready","re":0,"desk":{},"ready":true}})", FieldOf(bytes, "desk"));
    if (load_.options_.what == LoadOptions::What::kPlay) {
      if (wait_ == Wait::kNothing) {
        Send(text, Wait::kReady);
      } else {
        acts_.push_back(text);
      }
    }
  } else if (type == "\"bye\"") {
    load_.Fail("the server ends a connection: " + std::string(bytes));
  }
}

void User::OnAnswer(std::string_view bytes) {
  const Wait waited = std::exchange(wait_, Wait::kNothing);
  const bool ok = bytes.find("\"t\":\"ok\"") != std::string_view::npos;
  if (waited == Wait::kAct) {
    load_.Acted(sent_, !ok);
    // A pass in the own turn is asked again at once, at the desk of its act.
    if (ok) OnQuestion(bytes, acted_at_);
    if (wait_ == Wait::kNothing && !acts_.empty()) load_.WantsToAct(*this);
    return;
  }
  if (!ok) {
    if (waited == Wait::kReady) return;  // it arrived twice
    return load_.Fail("refused: " + std::string(bytes));
  }
  switch (waited) {
    case Wait::kLogin:
      ++load_.open_;
      EnterDesk();
      break;
    case Wait::kDesk: {
      const Json answer = Json::parse(bytes, nullptr, false);
      desk_ = answer.at("desk").at("id").get<std::string>();
      matches_[desk_].desk = desk_;
      if (load_.options_.what == LoadOptions::What::kPlay && number_ % load_.group_ == 0)
        load_.DeskMade(number_, answer["desk"].at("code").get<std::string>(),
                       static_cast<int>(answer["desk"].at("seats").size()));
      Send(fmt::format(R"({{"t":"ready","re":0,"desk":"{}","ready":true}})", desk_), Wait::kReady);
      break;
    }
    case Wait::kReady:
      if (load_.options_.what == LoadOptions::What::kDesks) {
        EnterDesk();
      } else {
        load_.Ready();
      }
      break;
    default: break;
  }
  if (wait_ == Wait::kNothing && !acts_.empty()) load_.WantsToAct(*this);
}

// Answers with the default. Does not answer when the match has played its acts.
void User::OnQuestion(std::string_view bytes, std::string_view desk) {
  const std::string_view fallback = FieldOf(bytes, "defaults");
  if (fallback.empty()) return;
  Match& match = matches_.find(desk)->second;
  if (load_.options_.what == LoadOptions::What::kDesks && match.acts++ >= load_.options_.acts) {
    if (match.acts == load_.options_.acts + 1) ++load_.rested_;
    return;
  }
  // [{"ask":1,"node":"discard","pieces":["5p"],"seat":2}]
  const std::string_view object = fallback.substr(1, fallback.size() - 2);
  ++count_;
  std::string act = fmt::format(
      R"({{"t":"act","re":{},"desk":"{}","match":{},"id":"{}-{}","ask":{},"node":{})", count_,
      match.desk, match.match, number_, count_, FieldOf(object, "ask"), FieldOf(object, "node"));
  if (const auto pieces = FieldOf(object, "pieces"); !pieces.empty())
    act += fmt::format(R"(,"pieces":{})", pieces);
  if (const auto value = FieldOf(object, "value"); !value.empty())
    act += fmt::format(R"(,"value":{})", value);
  act += '}';
  acts_.push_back(std::move(act));
  if (wait_ == Wait::kNothing && acts_.size() == 1) load_.WantsToAct(*this);
}

void User::SendAct() {
  if (acts_.empty() || wait_ != Wait::kNothing) return;
  const std::string text = std::move(acts_.front());
  acts_.pop_front();
  sent_ = Clock::now();
  const std::string_view desk = FieldOf(text, "desk");
  acted_at_ = desk.substr(1, desk.size() - 2);
  Send(text, text.starts_with("{\"t\":\"ready\"") ? Wait::kReady : Wait::kAct);
}

// ---- all of them ----

void Load::WantsToAct(User& user) {
  if (options_.per_second == 0) return user.SendAct();
  queue_.push_back(&user);
}

void Load::Acted(Clock::time_point sent, bool refused) {
  if (!counting_) return;
  if (refused) {
    ++refused_;
    return;
  }
  ++acts_;
  latencies_.Add(static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - sent).count()));
}

std::optional<std::string> Load::CodeFor(int user) {
  const auto found = codes_.find(user / group_);
  return found == codes_.end() ? std::nullopt : std::optional(found->second);
}

void Load::DeskMade(int user, const std::string& code, int places) {
  if (places != group_ + options_.seats_of_kit)
    return Fail(fmt::format("the desk has {} places, not {}", places, group_));
  codes_[user / group_] = code;
}

// Lets as many act as the rate allows, every millisecond.
void Load::Pace() {
  const auto now = Clock::now();
  allowed_ += std::chrono::duration<double>(now - paced_).count() * options_.per_second;
  paced_ = now;
  // Acts that could not be sent in time are not made up for.
  allowed_ = std::min(allowed_, options_.per_second / 20.0 + 1);
  for (; allowed_ >= 1 && !queue_.empty(); allowed_ -= 1) {
    User* const user = queue_.front();
    queue_.pop_front();
    user->SendAct();
  }
  pace_->expires_after(std::chrono::milliseconds(1));
  pace_->async_wait([this](boost::system::error_code error) {
    if (!error) Pace();
  });
}

double ProcessorSeconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

bool Load::Run(std::ostream& out) {
  using What = LoadOptions::What;
  const auto net = MakeNet(io_, options_.server, options_.tls);
  if (!net) {
    Fail(FaultText(net.faults()));
    return false;
  }
  net_ = *net;
  group_ = options_.connections;  // replaced below, once the number of seats is known
  {
    // The seats of the variant, asked from the server.
    struct Ask final : WireUser {
      Load& load;
      std::shared_ptr<Wire> wire;
      explicit Ask(Load& l) : load(l), wire(std::make_shared<Wire>(l.net_, *this)) {}
      void OnOpen() override { wire->Send(R"({"t":"variants","re":0})", false); }
      void OnMessage(std::string_view bytes, bool) override {
        const Json answer = Json::parse(bytes, nullptr, false);
        int seats = 0;
        for (const Json& variant : answer.value("variants", Json::array())) {
          if (variant.at("id") == load.options_.variant) seats = variant.at("seats").get<int>();
        }
        wire->Drop();
        if (seats == 0) return load.Fail("the server has no variant " + load.options_.variant);
        load.group_ = seats;
        load.io_.stop();
      }
      void OnClosed(int, const std::string& why) override { load.Fail("no server: " + why); }
    } ask(*this);
    ask.wire->Connect();
    io_.run();
    io_.restart();
    if (failed_) return false;
  }
  if (options_.what == What::kPlay) group_ -= options_.seats_of_kit;

  for (int i = 0; i < options_.connections; ++i) users_.push_back(std::make_unique<User>(*this, i));
  // Some hundred users connect at a time, so that none is refused.
  int begun = 0;
  std::function<void()> connect = [&] {
    while (begun < options_.connections && begun - open_ < 200)
      users_[static_cast<std::size_t>(begun++)]->Start();
    if (begun < options_.connections) Later(connect);
  };
  connect();
  paced_ = Clock::now();
  if (options_.per_second > 0) {
    pace_.emplace(io_);
    Pace();
  }

  const auto wait_for = [&](const std::function<bool()>& done, int seconds) {
    const auto until = Clock::now() + std::chrono::seconds(seconds);
    while (!failed_ && !done() && Clock::now() < until) io_.run_for(std::chrono::milliseconds(20));
    return !failed_ && done();
  };
  const auto began = Clock::now();
  bool well = true;
  if (options_.what == What::kIdle) {
    well = wait_for([&] { return open_ == options_.connections; }, 120);
    out << Json{{"connections", open_},
                {"seconds", std::chrono::duration<double>(Clock::now() - began).count()}}
               .dump()
        << '\n'
        << std::flush;
    if (well) io_.run_for(std::chrono::seconds(options_.seconds));
  } else if (options_.what == What::kDesks) {
    well = wait_for([&] { return rested_ >= options_.desks; }, 1800);
    out << Json{{"desks", rested_},
                {"seconds", std::chrono::duration<double>(Clock::now() - began).count()}}
               .dump()
        << '\n'
        << std::flush;
    if (well) io_.run_for(std::chrono::seconds(options_.seconds));
  } else {
    well = wait_for([&] { return ready_ >= options_.connections; }, 120);
    if (well) {
      io_.run_for(std::chrono::seconds(options_.warm_up));
      counting_ = true;
      const auto from = Clock::now();
      const double processor = ProcessorSeconds();
      const std::uint64_t in = net_->messages_in, bytes = net_->bytes_in, steps = steps_;
      io_.run_for(std::chrono::seconds(options_.seconds));
      const double took = std::chrono::duration<double>(Clock::now() - from).count();
      const auto per_second = [&](std::uint64_t count) {
        return static_cast<double>(count) / took;
      };
      out << Json{{"connections", options_.connections},
                  {"seconds", took},
                  {"acts_per_second", per_second(acts_)},
                  {"refused_per_second", per_second(refused_)},
                  {"steps_per_second", per_second(steps_ - steps)},
                  {"messages_per_second", per_second(net_->messages_in - in)},
                  {"bytes_per_second", per_second(net_->bytes_in - bytes)},
                  {"hands", hands_},
                  {"client_cpu", (ProcessorSeconds() - processor) / took},
                  {"p50_us", latencies_.At(0.5)},
                  {"p90_us", latencies_.At(0.9)},
                  {"p99_us", latencies_.At(0.99)},
                  {"p999_us", latencies_.At(0.999)},
                  {"most_us", latencies_.most()}}
                 .dump()
          << '\n'
          << std::flush;
    }
  }
  if (!well && !failed_)
    err_ << fmt::format("mlf-robots: not all came so far: {} connected, {} ready, {} rest\n", open_,
                        ready_, rested_);
  well = well && !failed_;
  for (const auto& user : users_) {
    if (user->wire_ != nullptr) user->Stop();
  }
  return well;
}

}  // namespace

bool RunLoad(const LoadOptions& options, std::ostream& out, std::ostream& err) {
  return Load(options, err).Run(out);
}

}  // namespace mlf::robots
