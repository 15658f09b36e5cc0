// MessageConnection: one client that speaks messages, in any wire form. It passes one request at a
// time to the lobby, applies the limits of section "limits" of docs/en/server.md, and queues
// outbound messages.
#pragma once

#include "server/config/config.h"
#include "server/gateway/driver.h"
#include "server/gateway/framing.h"
#include "server/gateway/link.h"
#include "server/gateway/message_log.h"
#include "server/lobby/request_handler.h"
#include "server/world/world.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

// What all connections of a gateway share.
struct ConnectionShared {
  const Limits& limits;
  World world;
  RequestHandler& lobby;
  Ms slow;  // how long a full outbound queue may take to drain
  std::uint64_t last_number = 0;
  std::uint64_t open = 0;
};

class MessageConnection final : public Session,
                                public LinkUser,
                                public std::enable_shared_from_this<MessageConnection> {
 public:
  MessageConnection(std::shared_ptr<Link> link, std::unique_ptr<Framing> framing,
                    std::unique_ptr<Driver> driver, std::string address,
                    std::shared_ptr<ConnectionShared> shared);

  // Becomes the user of its link and registers with the lobby. `bytes` were already read after the
  // handshake.
  void Open(std::string_view bytes);

  // ---- Session ----
  void Send(MessagePtr message) override;
  void Bye(std::string_view code) override;
  void Close() override;
  const std::string& address() const override { return address_; }
  std::uint64_t number() const override { return number_; }

  // ---- LinkUser ----
  void OnBytes(std::string_view bytes) override;
  void OnDrained() override;
  void OnGone() override;
  void OnTick(Ms now) override;
  void OnStop() override { Bye("stopping"); }

 private:
  struct Ahead {
    Framing::Taken message;
    Ms read_at;
  };

  void Process();
  void Control(const Framing::Taken& taken);
  void HandleMessage(const Framing::Taken& message, Ms read_at);
  void Submit(Request request, Ms read_at);
  void Answered(const Answer& answer, Ms read_at);
  bool TakeToken();
  bool Strike();  // a message beyond the limit; false: the connection must end
  void Write(std::string_view message, Haste haste = Haste::kNow);
  bool Full();
  void CheckPause();
  void End(std::uint16_t code, std::string_view reason);

  std::shared_ptr<Link> link_;
  std::unique_ptr<Framing> framing_;
  std::unique_ptr<Driver> driver_;
  const std::string address_;
  std::shared_ptr<ConnectionShared> shared_;
  std::uint64_t number_;
  std::unique_ptr<MessageLog> messages_;  // null: the log does not keep messages

  std::string in_;              // read and not split into messages yet
  std::optional<Ahead> ahead_;  // a message that waits for the one before it
  std::optional<Ms> begun_;     // since when a message is not complete
  Ms last_read_ = 0;
  Ms last_ping_ = 0;
  bool waiting_ = false;     // a request is with the lobby
  bool processing_ = false;  // Process is on the stack
  bool stopping_ = false;    // ended because the server stops
  bool ended_ = false;       // nothing more is sent or handled
  double tokens_;
  Ms tokens_at_;
  std::int64_t strikes_ = 0;
  int bad_ = 0;

  std::vector<std::uint64_t> ends_;  // where each queued message ends, as Link::written counts
  std::size_t first_end_ = 0;        // those before it are sent
  bool dropping_ = false;            // a push was dropped: all are, until the queue is empty
  std::optional<Ms> full_since_;
};

}  // namespace mlf::server
