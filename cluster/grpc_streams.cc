#include "cluster/grpc_streams.h"

#include "server/config/address.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include <cluster/nodes.grpc.pb.h>

namespace mlf::server {
namespace {

constexpr Ms kDialAgain = 200;
constexpr Ms kBeat = 500;         // between messages that only tell that a node lives
constexpr Ms kSilent = 2000;      // without a message the other end is gone
constexpr int kHandshake = 5000;  // then who has connected and not proved itself is cut off
constexpr std::size_t kMostUnsent = std::size_t{64} << 20;   // of a stream
constexpr std::size_t kMessage = std::size_t{1} << 20;       // then no frame is added to a message
constexpr std::size_t kMostMessage = std::size_t{16} << 20;  // a larger one is refused
constexpr const char* kNodeName = "node";                    // in the metadata

// ---- frames ----

std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

nodes::ToHost Written(const ToHost& frame) {
  nodes::ToHost written;
  written.set_session(frame.session);
  switch (frame.kind) {
    case ToHost::Kind::kOpen: {
      nodes::ToHost::Open& open = *written.mutable_open();
      open.set_user(frame.user.id);
      open.set_name(frame.user.name);
      open.set_guest(frame.user.guest);
      open.set_epoch(frame.epoch);
      open.set_address(frame.address);
      open.set_overs(frame.overs);
      break;
    }
    case ToHost::Kind::kRequest:
      written.mutable_request()->set_number(frame.request);
      written.mutable_request()->set_body(Text(RequestObject(*frame.body)));
      break;
    case ToHost::Kind::kResume: written.set_resume(true); break;
    case ToHost::Kind::kClose: written.set_close(true); break;
  }
  return written;
}

nodes::ToGateway Written(const ToGateway& frame) {
  nodes::ToGateway written;
  written.set_session(frame.session);
  switch (frame.kind) {
    case ToGateway::Kind::kAnswer: {
      nodes::ToGateway::Answer& answer = *written.mutable_answer();
      answer.set_request(frame.request);
      if (const auto* ok = std::get_if<Json>(&frame.answer))
        answer.set_ok(Text(*ok));
      else
        answer.set_error(Text(AnswerObject(nullptr, frame.answer)));
      break;
    }
    case ToGateway::Kind::kPush:
      written.mutable_push()->set_epoch(frame.epoch);
      // It is text already where it goes to several people.
      written.mutable_push()->set_body(
          frame.push->Bytes(Wire::kJson, [](const Push& body) { return PushText(body); }));
      break;
    case ToGateway::Kind::kBye: written.set_bye(frame.code); break;
    case ToGateway::Kind::kClose: written.set_close(true); break;
  }
  return written;
}

// Nothing where it is no such frame: a later version has others.
std::optional<ToHost> Read(const nodes::ToHost& written) {
  ToHost frame{.session = written.session()};
  switch (written.what_case()) {
    case nodes::ToHost::kOpen: {
      const nodes::ToHost::Open& open = written.open();
      frame.kind = ToHost::Kind::kOpen;
      frame.user.id = open.user();
      frame.user.name = open.name();
      frame.user.guest = open.guest();
      frame.epoch = open.epoch();
      frame.address = open.address();
      frame.overs = open.overs();
      return frame;
    }
    case nodes::ToHost::kRequest: {
      frame.kind = ToHost::Kind::kRequest;
      frame.request = written.request().number();
      Incoming incoming = ReadRequest(std::string_view(written.request().body()));
      if (!std::holds_alternative<Request>(incoming.content)) return std::nullopt;
      frame.body = std::get<Request>(std::move(incoming.content));
      return frame;
    }
    case nodes::ToHost::kResume: frame.kind = ToHost::Kind::kResume; return frame;
    case nodes::ToHost::kClose: frame.kind = ToHost::Kind::kClose; return frame;
    case nodes::ToHost::WHAT_NOT_SET: break;
  }
  return std::nullopt;
}

std::optional<Answer> ReadAnswer(const nodes::ToGateway::Answer& written) {
  const bool ok = written.result_case() == nodes::ToGateway::Answer::kOk;
  Result<Json> json = ParseJson(ok ? written.ok() : written.error());
  if (!json) return std::nullopt;
  if (ok) return Answer(*std::move(json));
  Error error;
  error.code = json->at("code").get<std::string>();
  error.reason = json->at("reason");
  error.field = json->value("field", "");
  if (json->contains("choices")) error.choices = json->at("choices");
  return Answer(std::move(error));
}

std::optional<ToGateway> Read(const nodes::ToGateway& written) {
  ToGateway frame{.session = written.session()};
  switch (written.what_case()) {
    case nodes::ToGateway::kAnswer: {
      frame.kind = ToGateway::Kind::kAnswer;
      frame.request = written.answer().request();
      auto answer = ReadAnswer(written.answer());
      if (!answer) return std::nullopt;
      frame.answer = *std::move(answer);
      return frame;
    }
    case nodes::ToGateway::kPush: {
      frame.kind = ToGateway::Kind::kPush;
      frame.epoch = written.push().epoch();
      const Result<Json> json = ParseJson(written.push().body());
      auto push = json ? ReadPush(*json) : std::nullopt;
      if (!push) return std::nullopt;
      frame.push = MakeMessage(*std::move(push));
      return frame;
    }
    case nodes::ToGateway::kBye:
      frame.kind = ToGateway::Kind::kBye;
      frame.code = written.bye();
      return frame;
    case nodes::ToGateway::kClose: frame.kind = ToGateway::Kind::kClose; return frame;
    case nodes::ToGateway::WHAT_NOT_SET: break;
  }
  return std::nullopt;
}

// The same where a text inside is not what it should be.
template <typename Message>
auto Understood(const Message& written) -> decltype(Read(written)) {
  try {
    return Read(written);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

// ---- the ends of a stream ----

// How the threads of gRPC reach the server's one, and how that one waits until none of them will.
class Crossing {
 public:
  explicit Crossing(std::function<void(std::function<void()>)> post) : post_(std::move(post)) {}

  void Post(std::function<void()> what) const { post_(std::move(what)); }
  void Begin() {
    const std::lock_guard lock(mutex_);
    ++ends_;
  }
  void End() {
    const std::lock_guard lock(mutex_);
    --ends_;
    changed_.notify_all();
  }
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_ == 0; });
  }

 private:
  const std::function<void(std::function<void()>)> post_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int ends_ = 0;  // that gRPC may still call
};

// One end. gRPC calls the functions On...; the server's thread calls the others. One message is
// read at a time, so a busy server takes no more of them in.
template <typename Base, typename Out, typename In>
class End : public Base, public std::enable_shared_from_this<End<Base, Out, In>> {
 public:
  // On the server's thread. `over` comes once, and nothing after it.
  struct Listener {
    std::function<void(const In&)> took;
    std::function<void(const std::string& why)> over;
  };

  End(std::shared_ptr<Crossing> crossing, Ms now) : heard(now), crossing_(std::move(crossing)) {}

  void Listen(Listener listener) { listener_ = std::move(listener); }
  // A message without frames, unless there is something to be sent anyway.
  void Beat() {
    const std::lock_guard lock(mutex_);
    if (open_ && !writing_) Flush();
  }
  template <typename Frame>
  void Send(const Frame& frame) {
    bool too_much = false;
    {
      const std::lock_guard lock(mutex_);
      if (!open_) return;
      auto written = Written(frame);
      const std::size_t size = written.ByteSizeLong();
      unsent_ += size;
      too_much = unsent_ > kMostUnsent;
      frames_.push_back({std::move(written), size});
      if (!writing_) Flush();
    }
    if (too_much) Close();
  }
  // Before gRPC calls it.
  void Keep() {
    kept_ = this->shared_from_this();
    crossing_->Begin();
  }
  void Read() {
    const std::lock_guard lock(mutex_);
    if (open_) Base::StartRead(&in_);
  }
  void Close() {
    const auto self = this->shared_from_this();
    {
      const std::lock_guard lock(mutex_);
      if (!std::exchange(open_, false)) return;
    }
    Cancel();
  }

  Ms heard;          // the last message, for the listener
  bool met = false;  // there was one

 protected:
  void Over(const std::string& why) {
    const auto crossing = crossing_;
    crossing->Post([self = std::move(kept_), why] {
      if (self->listener_.over) std::exchange(self->listener_, {}).over(why);
    });
    crossing->End();
  }
  void OnReadDone(bool ok) override {
    if (!ok) return Close();
    crossing_->Post([self = this->shared_from_this()] {
      if (self->listener_.took) self->listener_.took(self->in_);
      self->Read();
    });
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return Close();
    const std::lock_guard lock(mutex_);
    writing_ = false;
    if (open_ && !frames_.empty()) Flush();
  }
  // Ends the call. No operation begins after it.
  virtual void Cancel() = 0;

 private:
  // Sends what fits into a message. Under the lock.
  void Flush() {
    writing_ = true;
    going_.Clear();
    for (std::size_t size = 0; !frames_.empty() && size < kMessage; frames_.pop_front()) {
      size += frames_.front().second;
      unsent_ -= frames_.front().second;
      going_.mutable_frames()->Add(std::move(frames_.front().first));
    }
    Base::StartWrite(&going_);
  }

  using Frame = std::decay_t<decltype(std::declval<Out>().frames(0))>;

  const std::shared_ptr<Crossing> crossing_;
  std::shared_ptr<End> kept_;  // until gRPC is done with it
  Listener listener_;
  In in_;
  std::mutex mutex_;  // of all that follows
  bool open_ = true, writing_ = false;
  std::deque<std::pair<Frame, std::size_t>> frames_;
  std::size_t unsent_ = 0;
  Out going_;
};

// A gateway's end.
class HostEnd final : public End<grpc::ClientBidiReactor<nodes::ToHosts, nodes::ToGateways>,
                                 nodes::ToHosts, nodes::ToGateways> {
 public:
  using End::End;
  void Dial(nodes::Nodes::Stub& stub, const std::string& own_name) {
    context_.AddMetadata(kNodeName, own_name);
    stub.async()->Sessions(&context_, this);
    AddHold();  // operations begin outside of gRPC's calls
    Keep();
    Read();
    StartCall();
  }

 private:
  void Cancel() override {
    context_.TryCancel();
    RemoveHold();
  }
  void OnDone(const grpc::Status& status) override { Over(status.error_message()); }

  grpc::ClientContext context_;
};

// A host's end.
class GatewayEnd final : public End<grpc::ServerBidiReactor<nodes::ToHosts, nodes::ToGateways>,
                                    nodes::ToGateways, nodes::ToHosts> {
 public:
  using End::End;

 private:
  void Cancel() override { Finish(grpc::Status::CANCELLED); }
  void OnCancel() override { Close(); }
  void OnDone() override { Over(""); }
};

// Whether the certificate of the other end has the name that it gives; without TLS it may have any.
std::optional<std::string> NameOf(const grpc::CallbackServerContext& context, bool tls) {
  const auto given = context.client_metadata().find(kNodeName);
  if (given == context.client_metadata().end()) return std::nullopt;
  std::string name(given->second.data(), given->second.size());
  if (!tls) return name;
  for (const grpc::string_ref& of_certificate : context.auth_context()->GetPeerIdentity()) {
    if (of_certificate == name) return name;
  }
  return std::nullopt;
}

// ---- the streams of a node ----

class GrpcStreams final : public NodeStreams, private Membership::Listener {
 public:
  explicit GrpcStreams(const NodeStreamParts& parts)
      : parts_(parts), crossing_(std::make_shared<Crossing>(parts.post)), service_(*this) {
    if (!parts_.certs.empty())
      provider_ = std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
          parts_.certs + "/tls.key", parts_.certs + "/tls.crt", parts_.certs + "/ca.crt",
          parts_.certs_every);
    parts.membership.Add(*this);
  }
  ~GrpcStreams() override {
    *alive_ = false;
    parts_.world.timers.Cancel(tick_);
    for (const auto& [name, end] : hosts_) end->Close();
    if (server_) server_->Shutdown(std::chrono::system_clock::now());
    crossing_->Wait();
  }
  GrpcStreams(const GrpcStreams&) = delete;
  GrpcStreams& operator=(const GrpcStreams&) = delete;

  Result<std::string> Listen(const std::string& where) override {
    const auto endpoint = ParseEndpoint(where);
    if (endpoint && !provider_ && !IsLoopback(endpoint->address))
      return Fault{"G01",
                   {},
                   fmt::format("other machines reach this node at {}, and it has no certificate: "
                               "make one by mlf-server cluster-certs, and give it by --certs",
                               where)};
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshake);
    builder.SetMaxReceiveMessageSize(kMostMessage);
    builder.AddListeningPort(where, ServerCredentials(), &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    if (!endpoint || !server_ || port == 0)
      return Fault{"G01",
                   {},
                   fmt::format("cannot take streams of other nodes at {}; choose another one by "
                               "--advertise ADDRESS:PORT",
                               where)};
    return EndpointText({endpoint->address, static_cast<std::uint16_t>(port)});
  }
  void Use(HostStreams::Listener& listener) override {
    user_ = &listener;
    ConnectOwn();
    Tick();
  }
  bool up(const std::string& node) const override {
    if (node == own_name()) return own_up_;
    const auto found = hosts_.find(node);
    return found != hosts_.end() && found->second->met;
  }
  void Send(const std::string& node, const ToHost& frame) override {
    if (node == own_name()) {
      if (own_up_) Later([this, frame] { parts_.reception->Received(own_name(), frame); });
    } else if (up(node)) {
      hosts_.at(node)->Send(frame);
    }
  }

 private:
  struct Service final : nodes::Nodes::CallbackService {
    explicit Service(GrpcStreams& of) : streams(of) {}
    grpc::ServerBidiReactor<nodes::ToHosts, nodes::ToGateways>* Sessions(
        grpc::CallbackServerContext* context) override {
      return streams.Accept(*context);
    }
    GrpcStreams& streams;
  };

  const std::string& own_name() const { return parts_.membership.name(); }
  Ms now() const { return parts_.world.clock.Steady(); }
  void Later(std::function<void()> what) {
    parts_.post([alive = alive_, what = std::move(what)] {
      if (*alive) what();
    });
  }

  std::shared_ptr<grpc::ServerCredentials> ServerCredentials() const {
    if (!provider_) return grpc::InsecureServerCredentials();
    grpc::experimental::TlsServerCredentialsOptions options(provider_);
    options.watch_root_certs();
    options.watch_identity_key_cert_pairs();
    options.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
    return grpc::experimental::TlsServerCredentials(options);
  }
  std::shared_ptr<grpc::ChannelCredentials> Credentials() const {
    if (!provider_) return grpc::InsecureChannelCredentials();
    grpc::experimental::TlsChannelCredentialsOptions options;
    options.set_certificate_provider(provider_);
    options.watch_root_certs();
    options.watch_identity_key_cert_pairs();
    return grpc::experimental::TlsCredentials(options);
  }

  // ---- streams to hosts ----

  void Joined() override {}
  void Fenced(LeaseId) override {}
  void NodesChanged() override { DialAll(); }

  void DialAll() {
    if (user_ == nullptr) return;
    for (const auto& [name, node] : parts_.membership.nodes()) {
      if (node.host && name != own_name() && !hosts_.contains(name)) Dial(name, node.address);
    }
  }
  void Dial(const std::string& node, const std::string& address) {
    const auto endpoint = ParseEndpoint(address);
    if (!endpoint) return;
    if (!provider_ && !IsLoopback(endpoint->address))
      return Tell(node, "it is on another machine, and this node has no certificate");
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetMaxReceiveMessageSize(kMostMessage);
    if (provider_) arguments.SetSslTargetNameOverride(node);
    const auto stub =
        nodes::Nodes::NewStub(grpc::CreateCustomChannel(address, Credentials(), arguments));
    const auto end = std::make_shared<HostEnd>(crossing_, now());
    hosts_[node] = end;
    const std::weak_ptr<HostEnd> weak = end;
    end->Listen({[this, alive = alive_, weak, node](const nodes::ToGateways& message) {
                   if (const auto from = weak.lock(); from && *alive) Took(*from, node, message);
                 },
                 [this, alive = alive_, weak, node](const std::string& why) {
                   if (!*alive) return;
                   Ended(node, weak.lock().get(), why);
                 }});
    end->Dial(*stub, own_name());
  }
  void Took(HostEnd& end, const std::string& node, const nodes::ToGateways& message) {
    if (!Is(hosts_, node, &end)) return;
    end.heard = now();
    if (!std::exchange(end.met, true)) {
      told_.erase(node);
      user_->StreamUp(node);
    }
    for (const nodes::ToGateway& written : message.frames()) {
      if (!Is(hosts_, node, &end)) return;
      if (auto frame = Understood(written)) user_->Received(node, *std::move(frame));
    }
  }
  void Ended(const std::string& node, const HostEnd* end, const std::string& why) {
    if (!Is(hosts_, node, end)) return;
    const bool met = end->met;
    hosts_.erase(node);
    if (met) return user_->StreamDown(node);
    // A node that is not there is told by its lease.
    if (why.find("andshake") != std::string::npos) Tell(node, why);
  }
  // Once, until there is a stream.
  void Tell(const std::string& node, const std::string& why) {
    if (told_.insert(node).second)
      parts_.world.log.Warning({}, fmt::format("no stream to node {}: {}", node, why));
  }
  template <typename Ends, typename One>
  static bool Is(const Ends& ends, const std::string& node, const One* end) {
    const auto found = ends.find(node);
    return found != ends.end() && found->second.get() == end;
  }

  // ---- streams of gateways ----

  // By a thread of gRPC.
  GatewayEnd* Accept(const grpc::CallbackServerContext& context) {
    const auto end = std::make_shared<GatewayEnd>(crossing_, 0);
    const auto name = NameOf(context, provider_ != nullptr);
    end->Keep();
    if (!name || parts_.reception == nullptr) {
      end->Close();
    } else {
      crossing_->Post([this, alive = alive_, end, name = *name] {
        if (*alive) Accepted(end, name);
      });
    }
    return end.get();
  }
  void Accepted(const std::shared_ptr<GatewayEnd>& end, const std::string& gateway) {
    if (const auto old = gateways_.find(gateway); old != gateways_.end()) {
      const auto before = old->second;
      Ended(gateway, before.get());
    }
    gateways_[gateway] = end;
    const std::weak_ptr<GatewayEnd> weak = end;
    end->heard = now();
    end->Listen({[this, alive = alive_, weak, gateway](const nodes::ToHosts& message) {
                   if (const auto from = weak.lock(); from && *alive) Took(*from, gateway, message);
                 },
                 [this, alive = alive_, weak, gateway](const std::string&) {
                   if (*alive) Ended(gateway, weak.lock().get());
                 }});
    parts_.reception->Up(gateway, [weak](const ToGateway& frame) {
      if (const auto to = weak.lock()) to->Send(frame);
    });
    end->Beat();
    end->Read();
  }
  void Took(GatewayEnd& end, const std::string& gateway, const nodes::ToHosts& message) {
    end.heard = now();
    for (const nodes::ToHost& written : message.frames()) {
      if (!Is(gateways_, gateway, &end)) return;
      if (auto frame = Understood(written)) parts_.reception->Received(gateway, *std::move(frame));
    }
  }
  void Ended(const std::string& gateway, GatewayEnd* end) {
    if (!Is(gateways_, gateway, end)) return;
    const auto kept = gateways_.extract(gateway);
    parts_.reception->Down(gateway);
    kept.mapped()->Close();
  }

  // ---- time ----

  void Tick() {
    const Ms time = now();
    const bool beat = time - beat_ >= kBeat;
    if (beat) beat_ = time;
    // Messages wait for a server that was late itself.
    const bool late = time - std::exchange(ticked_, time) >= kSilent / 2;
    Look(hosts_, time, beat, late, [this](const auto& node, auto* end) {
      end->Close();
      Ended(node, end, "");
    });
    Look(gateways_, time, beat, late,
         [this](const auto& gateway, auto* end) { Ended(gateway, end); });
    DialAll();
    tick_ = parts_.world.timers.At(time + kDialAgain, [this] { Tick(); });
  }
  template <typename Ends, typename Drop>
  static void Look(const Ends& ends, Ms time, bool beat, bool late, Drop drop) {
    for (const auto& [name, end] : Ends(ends)) {
      if (late)
        end->heard = std::max(end->heard, time - kSilent / 2);
      else if (time - end->heard >= kSilent)
        drop(name, end.get());
      if (beat) end->Beat();
    }
  }

  // ---- this node's own lobby ----

  void ConnectOwn() {
    if (parts_.reception == nullptr || own_up_) return;
    own_up_ = true;
    parts_.reception->Up(own_name(), [this, alive = alive_](const ToGateway& frame) {
      if (*alive) Later([this, frame] { user_->Received(own_name(), frame); });
    });
    Later([this] { user_->StreamUp(own_name()); });
  }

  const NodeStreamParts parts_;
  const std::shared_ptr<Crossing> crossing_;
  std::shared_ptr<grpc::experimental::CertificateProviderInterface> provider_;  // null: plain
  HostStreams::Listener* user_ = nullptr;
  std::map<std::string, std::shared_ptr<HostEnd>> hosts_;  // by name; up where they have met
  std::map<std::string, std::shared_ptr<GatewayEnd>> gateways_;
  std::set<std::string> told_;  // nodes of which the log has a line
  bool own_up_ = false;
  Ms beat_ = 0, ticked_ = 0;
  Timers::Id tick_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Service service_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace

Result<std::unique_ptr<NodeStreams>> OpenNodeStreams(const NodeStreamParts& parts) {
  return std::unique_ptr<NodeStreams>(std::make_unique<GrpcStreams>(parts));
}

}  // namespace mlf::server
