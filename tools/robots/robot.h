// Robot: one user over the mlf.v1 form. It draws its next step by weight, and checks all messages
// it gets: answers in order, steps without gaps, its view against the events, nothing hidden,
// commitments and walls.
#pragma once

#include "server/host/variant_shelf.h"
#include "server/protocol/messages.h"
#include "tools/robots/config.h"
#include "tools/robots/seen_table.h"
#include "tools/robots/tally.h"
#include "tools/robots/wire.h"

#include <mlf/play/json_view.h>
#include "bots/bots.h"

#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace mlf::robots {

using TimePoint = std::chrono::steady_clock::time_point;

// Data shared by the robots of one run.
struct House {
  const RobotsConfig& config;
  std::shared_ptr<Net> net;
  Tally& tally;
  server::VariantShelf& variants;
  std::vector<std::string> codes;  // of desks that robots have made and that may have room
  bool stopping = false;           // connections may end
  std::ostream* trace = nullptr;   // where every message is printed

  // Prints a message without passwords and tokens. `what`: in, out, or an event of the connection.
  void Trace(const std::string& robot, std::string_view what, std::string_view message) const;
};

class Robot final : public WireUser {
 public:
  Robot(House& house, int number);

  // Connects and continues until the run ends.
  void Start();
  void Stop();
  bool online() const { return online_; }

  void OnOpen() override;
  void OnMessage(std::string_view bytes, bool binary) override;
  void OnClosed(int code, const std::string& why) override;

 private:
  using Then = std::function<void(const Json& answer)>;
  struct Asked {
    std::int64_t re = 0;
    std::string type;
    TimePoint at;
    Then then;
  };
  // The open question to its own seat.
  struct Question {
    std::int64_t ask = 0;
    Json offers, fallback;
  };

  // ---- robot.cc: its steps ----
  void Connect();
  void Ask(const char* type, Json fields, Then then);
  void LogIn();
  void Enter(Moment moment);
  void Settle();
  void Do(Moment moment, Deed deed);
  void DoAct(Deed deed);
  void AskBot(Deed deed);
  void SendAct(Json act, Deed deed);
  void Answer(const Json& act, Deed deed);
  Json ActFor(Play play);
  Json FromOffer(const Json& offer);
  void EnterDesk(const Json& answer);
  void LeaveDesk();
  void Sync();
  void Disconnect();
  std::size_t Below(std::size_t bound) { return random_() % bound; }
  void Fault(const std::string& what);
  void Refused(const std::string& type, const Json& answer);
  std::string NewSalt();
  std::string Where() const;

  // ---- robot_checks.cc: received messages ----
  void OnAnswer(const Json& message);
  void OnDesk(const Json& push);
  void LearnRules(const Json& desk);
  void OnBegin(const Json& push);
  void OnStep(const Json& push);
  void OnHand(const Json& push);
  void OnOver(const Json& push);
  void TakeQuestion(const Json& push);
  void CheckClaims(const Json& step);
  void CheckView(const Json& view, bool rebuilt);
  void TakeView(const Json& view);
  void CheckWall(const Json& hand);
  void CheckActed(const Json& answer, bool repeated);

  House& house_;
  const std::string name_;
  std::mt19937_64 random_;
  std::shared_ptr<Wire> wire_;
  boost::asio::steady_timer timer_;
  bool online_ = false;
  bool leaving_ = false;  // it ends its connection itself

  std::string user_, token_;
  std::int64_t last_re_ = 0;
  std::deque<Asked> asked_;

  // ---- its desk ----
  std::string desk_;  // empty = none
  Json desk_push_;
  bool ready_ = false, playing_ = false, over_ = false;
  std::int64_t match_ = 0, hand_ = -1;
  int seat_ = -1;
  bool ready_sees_ = false;  // by the rules of the desk (sight.h)
  bool synced_ = false;      // it has all steps, without a gap
  std::int64_t seq_ = 0;
  bool discarded_ = false;  // by the last step
  SeenTable table_;
  Json plain_view_;  // of a plain game, without the own window
  std::optional<Question> question_;
  // The bot of `play: bot`, with the rules of the desk; null where they are not known here.
  std::shared_ptr<const Flow> flow_;
  std::unique_ptr<bots::Bot> bot_;
  std::unique_ptr<play::JsonView> bot_view_;
  std::optional<std::int64_t> vote_by_;
  std::int64_t acts_ = 0;  // sent, for their ids
  std::optional<std::int64_t> mine_;
  Json last_act_, last_ok_;  // of the running match

  // ---- the wall ----
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> commits_;  // by match and hand
  std::string salt_;                // which the server accepted for the next hand
  Json hand_salts_;                 // of the running hand
  std::vector<std::string> dealt_;  // the front of the wall; "?" = dealt to another seat
};

}  // namespace mlf::robots
