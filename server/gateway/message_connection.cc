#include "server/gateway/message_connection.h"
#include "server/protocol/json_wire.h"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace mlf::server {
namespace {

// Limit of a counter: a bad message adds one, a good one subtracts one.
constexpr int kMaxBad = 20;

struct CloseCode {
  std::string_view bye;
  std::uint16_t code;
};
constexpr std::string_view kStopping = "stopping";
constexpr std::array<CloseCode, 6> kCloseCodes = {{{"other_login", 4001},
                                                   {"slow", 4002},
                                                   {"idle", 4003},
                                                   {"limit", 4004},
                                                   {kStopping, 4005},
                                                   {"protocol", 4006}}};
constexpr std::uint16_t kNormalClosure = 1000, kTooBig = 1009;

std::uint16_t CloseCodeOf(std::string_view bye) {
  const auto found = std::ranges::find(kCloseCodes, bye, &CloseCode::bye);
  return found == kCloseCodes.end() ? kNormalClosure : found->code;
}

}  // namespace

MessageConnection::MessageConnection(std::shared_ptr<Link> link, std::unique_ptr<Framing> framing,
                                     std::unique_ptr<Driver> driver, std::string address,
                                     std::shared_ptr<ConnectionShared> shared)
    : link_(std::move(link)),
      framing_(std::move(framing)),
      driver_(std::move(driver)),
      address_(std::move(address)),
      shared_(std::move(shared)),
      number_(++shared_->last_number),
      messages_(MessageLog::For(shared_->world.log, number_)),
      last_read_(shared_->world.clock.Steady()),
      last_ping_(last_read_),
      tokens_(static_cast<double>(shared_->limits.messages_burst)),
      tokens_at_(last_read_) {}

void MessageConnection::Open(std::string_view bytes) {
  ++shared_->open;
  shared_->world.log.Info({.session = number_}, "connected from " + address_);
  link_->Attach(shared_from_this());
  shared_->lobby.Opened(*this);
  if (!bytes.empty() && !ended_) OnBytes(bytes);
}

// ---- inbound ----

void MessageConnection::OnBytes(std::string_view bytes) {
  last_read_ = shared_->world.clock.Steady();
  in_ += bytes;
  Process();
}

void MessageConnection::Process() {
  if (processing_) return;
  processing_ = true;
  std::size_t taken = 0;
  bool incomplete = false;
  while (!ended_) {
    if (ahead_ && !waiting_) {
      const Ahead ahead = *std::move(ahead_);
      ahead_.reset();
      HandleMessage(ahead.message, ahead.read_at);
      continue;
    }
    // An answer that cannot be sent yet waits for its client. The next requests wait too.
    if (ahead_ || (full_since_ && !waiting_)) break;
    std::size_t used = 0;
    Framing::Taken next = framing_->Take(std::string_view(in_).substr(taken), used);
    taken += used;
    if (next.kind != Framing::Kind::kNothing && !framing_->midway()) begun_.reset();
    if (next.kind == Framing::Kind::kNothing) {
      incomplete = used == 0 && (taken < in_.size() || framing_->midway());
      if (used == 0) break;
    } else if (next.kind != Framing::Kind::kMessage) {
      Control(next);
    } else if (waiting_) {
      ahead_ = Ahead{std::move(next), last_read_};
    } else {
      HandleMessage(next, last_read_);
    }
  }
  processing_ = false;
  in_.erase(0, taken);
  if (!incomplete) {
    begun_.reset();
  } else if (!begun_) {
    begun_ = last_read_;
  }
  if (in_.empty() && in_.capacity() > 512) std::string().swap(in_);
  CheckPause();
}

void MessageConnection::Control(const Framing::Taken& taken) {
  using Kind = Framing::Kind;
  switch (taken.kind) {
    case Kind::kPing:
      if (TakeToken()) {
        link_->WriteBy([&](std::string& out) { framing_->Pong(out, taken.bytes); });
      } else if (!Strike()) {
        Bye("limit");
      }
      return;
    case Kind::kTooLarge:
      Write(driver_->Refuse(MakeError("too_large")));
      return End(kTooBig, "too_large");
    case Kind::kClose: return End(taken.close, "");
    case Kind::kFault: return End(taken.close, "against the protocol");
    case Kind::kNothing:
    case Kind::kMessage:
    case Kind::kPong: return;
  }
}

void MessageConnection::HandleMessage(const Framing::Taken& message, Ms read_at) {
  const bool allowed = TakeToken();
  Driver::Inbound inbound = driver_->Read(message.bytes, message.binary);
  if (messages_ != nullptr) {
    inbound.request ? messages_->In(*inbound.request)
                    : messages_->InUnread(message.bytes.size(), inbound.replies.size());
  }
  if (!allowed && inbound.request && inbound.bye.empty()) {
    const mlf::server::Answer limited = MakeError("rate_limited");
    if (messages_ != nullptr) messages_->Out(limited);
    // If the driver then needs a further request, it gets the same answer.
    for (int i = 0; i < 2; ++i) {
      const Driver::Outbound refused = driver_->Answer(limited);
      for (const std::string& text : refused.messages) Write(text);
      if (!refused.request) break;
    }
    inbound.request.reset();
  }
  for (const std::string& reply : inbound.replies) Write(reply);
  bad_ = inbound.bad ? bad_ + 1 : std::max(bad_ - 1, 0);
  if (!inbound.bye.empty()) return Bye(inbound.bye);
  if (bad_ >= kMaxBad) return Bye("protocol");
  if (!allowed && !Strike()) return Bye("limit");
  if (inbound.request) Submit(*std::move(inbound.request), read_at);
}

void MessageConnection::Submit(Request request, Ms read_at) {
  waiting_ = true;
  shared_->lobby.Handle(*this, std::move(request), read_at,
                        [weak = weak_from_this(), read_at](const Answer& answer) {
                          if (const auto self = weak.lock()) self->Answered(answer, read_at);
                        });
}

void MessageConnection::Answered(const Answer& answer, Ms read_at) {
  if (ended_) return;
  waiting_ = false;
  if (messages_ != nullptr) messages_->Out(answer);
  Driver::Outbound outbound = driver_->Answer(answer);
  for (const std::string& message : outbound.messages) Write(message);
  if (outbound.request) {
    Submit(*std::move(outbound.request), read_at);
  } else {
    Process();
  }
}

// ---- limits ----

bool MessageConnection::TakeToken() {
  const Limits& limits = shared_->limits;
  const Ms now = shared_->world.clock.Steady();
  const double most = static_cast<double>(limits.messages_burst);
  tokens_ = std::min(most, tokens_ + static_cast<double>(now - tokens_at_) *
                                         static_cast<double>(limits.messages_per_second) / 1000);
  tokens_at_ = now;
  if (tokens_ >= most) strikes_ = 0;
  if (tokens_ < 1) return false;
  tokens_ -= 1;
  return true;
}

bool MessageConnection::Strike() { return ++strikes_ <= shared_->limits.messages_burst; }

void MessageConnection::OnTick(Ms now) {
  if (ended_) return;
  const Limits& limits = shared_->limits;
  if (full_since_ && now - *full_since_ >= shared_->slow) {
    shared_->world.meter.SlowCut();
    return Bye("slow");
  }
  // A client from which we do not read is neither idle nor slow.
  if (link_->paused()) {
    last_read_ = now;
    if (begun_) begun_ = now;
  }
  if (begun_ && now - *begun_ >= limits.request_seconds * 1000) {
    shared_->world.meter.Cut("slow_sender");
    return Bye("slow");
  }
  if (now - last_read_ >= limits.idle_seconds * 1000) return Bye("idle");
  if (now - last_ping_ >= limits.ping_seconds * 1000) {
    last_ping_ = now;
    link_->WriteBy([&](std::string& out) { framing_->Ping(out); });
  }
}

// ---- outbound ----

void MessageConnection::Write(std::string_view message, Haste haste) {
  if (ended_ || message.empty()) return;
  link_->WriteBy([&](std::string& out) { framing_->Message(out, message, driver_->binary()); },
                 haste);
  ends_.push_back(link_->written());
  if (!full_since_ && Full()) {
    full_since_ = shared_->world.clock.Steady();
    CheckPause();
  }
}

bool MessageConnection::Full() {
  while (first_end_ < ends_.size() && ends_[first_end_] <= link_->taken()) ++first_end_;
  if (first_end_ > 64) {
    ends_.erase(ends_.begin(), ends_.begin() + static_cast<std::ptrdiff_t>(first_end_));
    first_end_ = 0;
  }
  const auto messages = static_cast<std::int64_t>(ends_.size() - first_end_);
  return messages >= shared_->limits.outbound_messages || (link_->blocked() && link_->crowded()) ||
         static_cast<std::int64_t>(link_->unsent()) >= shared_->limits.outbound_bytes;
}

void MessageConnection::Send(MessagePtr message) {
  if (ended_) return;
  const bool dropped = dropping_ || Full();
  if (messages_ != nullptr) messages_->Out(message->push(), dropped);
  if (dropped) {
    dropping_ = true;
    if (!full_since_) full_since_ = shared_->world.clock.Steady();
    CheckPause();
    return;
  }
  const Haste haste = message->urgent() ? Haste::kNow : Haste::kSoon;
  driver_->Push(*message, [this, haste](std::string_view bytes) { Write(bytes, haste); });
}

void MessageConnection::OnDrained() {
  ends_.clear();
  if (ends_.capacity() > 16) ends_.shrink_to_fit();
  first_end_ = 0;
  if (ended_) return;
  full_since_.reset();
  if (dropping_) {
    dropping_ = false;
    shared_->world.meter.Resumed();
    shared_->lobby.Resume(*this);
  }
  Process();
}

// Nothing more is read while a message waits for its turn or the answers wait to be read.
void MessageConnection::CheckPause() {
  if (ended_ || processing_) return;
  const bool pause = ahead_.has_value() || full_since_.has_value();
  if (pause == link_->paused()) return;
  if (!pause) last_read_ = shared_->world.clock.Steady();
  link_->Pause(pause);
}

// ---- the end ----

void MessageConnection::Bye(std::string_view code) {
  if (ended_) return;
  stopping_ = code == kStopping;
  if (messages_ != nullptr) messages_->Out(push::Bye{std::string(code)}, false);
  driver_->Push(*MakeMessage(push::Bye{std::string(code)}),
                [this](std::string_view bytes) { Write(bytes); });
  End(CloseCodeOf(code), code);
}

void MessageConnection::Close() { End(kNormalClosure, ""); }

void MessageConnection::End(std::uint16_t code, std::string_view reason) {
  if (ended_) return;
  ended_ = true;
  link_->WriteBy([&](std::string& out) { framing_->Close(out, code, reason); });
  link_->Close();
  shared_->world.log.Info({.session = number_},
                          "ends with " + std::to_string(code) +
                              (reason.empty() ? "" : " (" + std::string(reason) + ")"));
  // The lobby gets this call outside of its own calls. The link sends its remaining bytes itself.
  boost::asio::post(link_->io(), [self = shared_from_this()] { self->OnGone(); });
}

void MessageConnection::OnGone() {
  if (link_ == nullptr) return;
  ended_ = true;
  const auto link = std::move(link_);
  link->Detach();
  --shared_->open;
  // A server that stops takes nothing away from its users.
  if (std::optional<Request> last = stopping_ ? std::nullopt : driver_->Gone())
    shared_->lobby.Handle(*this, *std::move(last), shared_->world.clock.Steady(),
                          [](const Answer&) {});
  shared_->lobby.Closed(*this);
}

}  // namespace mlf::server
