// PlatformRobot: the robot of the older platform, over the echecs form. It looks up each received
// message in `response_seq`. It draws one of the listed messages by weight and sends it. On 100130
// it closes its connection; after a while it connects, logs in, and asks for its table by 100010.
#pragma once

#include "server/protocol/echecs_cipher.h"
#include "server/protocol/echecs_wire.h"
#include "tools/robots/robot.h"

#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>

namespace mlf::robots {

class PlatformRobot final : public WireUser {
 public:
  // How bodies are encrypted, as the server's listener has it.
  struct Encryption {
    std::string key;  // empty = plain
    bool chained = false;
  };
  PlatformRobot(House& house, int number, const Encryption& encryption);

  void Start();
  void Stop();
  bool online() const { return online_; }

  void OnOpen() override;
  void OnMessage(std::string_view bytes, bool binary) override;
  void OnClosed(int code, const std::string& why) override;
  // The table as 100010 sends it.
  void OnScene(const Json& game);

 private:
  void Connect();
  void Disconnect();
  void ReturnLater();
  // Whether it may see the cards of others now: it has declared ready, and its rules let it.
  bool SeesOthers() const { return ready_ && ready_sees_; }
  void OnAnswer(int id, const Json& body);
  void OnInfo(const Json& info);
  void CheckHidden(const Json& cards, const Json& body);
  void Next(int came);
  void SendLater(int id);
  void Send(int id);
  std::optional<Json> Act();
  void OnPush(int id, const Json& body);
  std::string Encrypted(const std::string& text);
  std::optional<std::string> Decrypted(std::string_view bytes);
  void Fault(const std::string& what) { house_.tally.Fault(name_, what); }

  House& house_;
  const PlatformConfig& config_;
  const Encryption encryption_;
  std::optional<server::EchecsCipher> cipher_;
  std::optional<server::EchecsChainClient> chain_;  // of this connection
  const std::int64_t user_id_;
  const std::string name_;
  std::mt19937_64 random_;
  std::shared_ptr<Wire> wire_;
  boost::asio::steady_timer timer_;
  bool online_ = false;
  bool leaving_ = false;    // it ends its connection itself
  bool returning_ = false;  // it has come back, and has not asked for its table
  std::deque<std::pair<int, TimePoint>> asked_;  // ids that wait for their answer
  int seat_ = -1;
  bool ready_ = false;       // 报听 in this hand
  bool ready_sees_ = false;  // by the rules of its desk (sight.h)
  Json question_;            // the last 101001
};

}  // namespace mlf::robots
