#include "cluster/etcd_store.h"

#include <fmt/format.h>
#include <grpc/support/log.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <cluster/etcd.grpc.pb.h>

namespace mlf::server {
namespace {

using namespace etcdserverpb;

constexpr Ms kRewatchAfter = 100;  // a broken watch
constexpr Ms kLinesApart = 1000;   // of the log

// The end of the range of all keys with this prefix.
std::string EndOf(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xff') prefix.pop_back();
  if (prefix.empty()) return std::string(1, '\0');  // every key
  prefix.back() = static_cast<char>(prefix.back() + 1);
  return prefix;
}
// etcd has no empty key; this is the first one.
std::string BeginOf(const std::string& prefix) {
  return prefix.empty() ? std::string(1, '\0') : prefix;
}

StoredKey StoredOf(const KeyValue& kv) {
  return {kv.key(), kv.value(), kv.create_revision(), kv.mod_revision(), kv.lease()};
}

RangeRequest RangeOf(const std::string& prefix, std::size_t limit, const std::string& after) {
  RangeRequest request;
  request.set_key(after < prefix || after.empty() ? BeginOf(prefix) : after + '\0');
  request.set_range_end(EndOf(prefix));
  request.set_limit(static_cast<std::int64_t>(limit));
  return request;
}
Listing ListingOf(const RangeResponse& reply) {
  Listing listing{{}, reply.header().revision()};
  listing.keys.reserve(static_cast<std::size_t>(reply.kvs_size()));
  for (const KeyValue& kv : reply.kvs()) listing.keys.push_back(StoredOf(kv));
  return listing;
}

TxnRequest RequestOf(const Transaction& transaction) {
  TxnRequest request;
  for (const Comparison& comparison : transaction.comparisons) {
    Compare& compare = *request.add_compare();
    compare.set_key(comparison.key);
    if (comparison.field == Comparison::Field::kCreated) {
      compare.set_target(Compare::CREATE);
      compare.set_create_revision(comparison.equals);
    } else {
      compare.set_target(Compare::MOD);
      compare.set_mod_revision(comparison.equals);
    }
  }
  for (const Write& write : transaction.writes) {
    RequestOp& op = *request.add_success();
    if (write.value) {
      PutRequest& put = *op.mutable_request_put();
      put.set_key(write.key);
      put.set_value(*write.value);
      put.set_lease(write.lease);
    } else {
      DeleteRangeRequest& remove = *op.mutable_request_delete_range();
      remove.set_key(write.prefix ? BeginOf(write.key) : write.key);
      if (write.prefix) remove.set_range_end(EndOf(write.key));
    }
  }
  return request;
}

void Prepare(grpc::ClientContext& context) {
  // A member that has no leader refuses at once, and ends its watches.
  context.AddMetadata("hasleader", "true");
}
void SetTimeout(grpc::ClientContext& context, Ms timeout) {
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(timeout));
}

// A request whose answer may be in another endpoint's reach.
bool IsSilence(const grpc::Status& status) {
  return status.error_code() == grpc::StatusCode::UNAVAILABLE ||
         status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
}

// A request on its way. The completion queue has one operation of it at a time.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call() { Prepare(context); }
  virtual ~Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  // The operation has ended; on the server's thread. False: nothing follows.
  virtual bool Step(bool ok) = 0;

  grpc::ClientContext context;
  std::size_t endpoint = 0;

 protected:
  // Keeps this object until the operation has ended.
  void* Tag() { return new std::shared_ptr<Call>(shared_from_this()); }
};

template <typename Reply>
class Unary final : public Call {
 public:
  using Done = std::function<void(const grpc::Status&, const Reply&)>;
  explicit Unary(Done done) : done_(std::move(done)) {}

  template <typename Reader>
  void Start(Reader reader) {
    reader_ = std::move(reader);
    reader_->Finish(&reply_, &status_, Tag());
  }
  bool Step(bool) override {
    done_(status_, reply_);
    return false;
  }

 private:
  std::unique_ptr<grpc::ClientAsyncResponseReader<Reply>> reader_;
  Reply reply_;
  grpc::Status status_;
  const Done done_;
};

// Sends one message, and reads until `reply` has enough (false) or the stream ends.
template <typename Request, typename Reply>
class Stream final : public Call {
 public:
  Stream(Request request, std::function<bool(const Reply&)> reply,
         std::function<void(const grpc::Status&)> end)
      : request_(std::move(request)), taken_(std::move(reply)), end_(std::move(end)) {}

  // `open`: the stub's function that opens the stream.
  template <typename Open>
  void Start(Open&& open) {
    stream_ = open(&context, Tag());
  }
  bool Step(bool ok) override {
    if (state_ == State::kEnd) {
      end_(status_);
      return false;
    }
    if (ok && state_ == State::kRead && !taken_(reply_)) {
      context.TryCancel();
      ok = false;
    }
    if (!ok) {
      state_ = State::kEnd;
      stream_->Finish(&status_, Tag());
    } else if (state_ == State::kOpen) {
      state_ = State::kWrite;
      stream_->Write(request_, Tag());
    } else {
      state_ = State::kRead;
      reply_.Clear();
      stream_->Read(&reply_, Tag());
    }
    return true;
  }

 private:
  enum class State : std::uint8_t { kOpen, kWrite, kRead, kEnd };

  State state_ = State::kOpen;
  const Request request_;
  Reply reply_;
  grpc::Status status_;
  std::unique_ptr<grpc::ClientAsyncReaderWriter<Request, Reply>> stream_;
  const std::function<bool(const Reply&)> taken_;
  const std::function<void(const grpc::Status&)> end_;
};

class EtcdStore final : public ClusterStore {
 public:
  EtcdStore(EtcdOptions options, World world) : options_(std::move(options)), world_(world) {
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
    // Several stores of a process would share a connection, and with it its faults.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto credentials = options_.ca.empty()
                                 ? grpc::InsecureChannelCredentials()
                                 : grpc::SslCredentials({options_.ca, options_.key, options_.cert});
    for (const std::string& endpoint : options_.endpoints) {
      const auto channel = grpc::CreateCustomChannel(endpoint, credentials, arguments);
      members_.push_back({KV::NewStub(channel), Lease::NewStub(channel), Watcher::NewStub(channel),
                          Maintenance::NewStub(channel)});
    }
    thread_ = std::thread([this] { Run(); });
    keeper_ = std::thread([this] { KeepLeases(); });
  }
  ~EtcdStore() override {
    *alive_ = false;
    StopKeeper();
    for (const std::shared_ptr<Call>& call : calls_) call->context.TryCancel();
    for (auto& [id, watch] : watches_) {
      End(*watch);
      watch->call.reset();  // each has the other
    }
    queue_.Shutdown();
    thread_.join();
  }

  void Commit(Transaction transaction, std::function<void(Committed)> done) override {
    if (transaction.Bytes() > Transaction::kMostBytes) {
      world_.log.Error({}, "a transaction is too large for etcd");
      options_.post([alive = alive_, done = std::move(done)] {
        if (*alive) done({Committed::Outcome::kRefused, 0});
      });
      return;
    }
    Ask<TxnResponse>(
        [request = RequestOf(transaction), this](grpc::ClientContext* context, Member& member) {
          return member.kv->AsyncTxn(context, request, &queue_);
        },
        [this, done = std::move(done)](const grpc::Status& status, const TxnResponse& reply) {
          done(OutcomeOf(status, reply));
        });
  }

  void List(const std::string& prefix, std::size_t limit, const std::string& after,
            std::function<void(std::optional<Listing>)> done) override {
    ListAt(RangeOf(prefix, limit, after), members_.size(), std::move(done));
  }
  std::optional<Listing> ListNow(const std::string& prefix, std::size_t limit,
                                 const std::string& after) override {
    const RangeRequest request = RangeOf(prefix, limit, after);
    for (std::size_t left = members_.size(); left > 0; --left) {
      grpc::ClientContext context;
      Prepare(context);
      SetTimeout(context, options_.timeout);
      RangeResponse reply;
      const std::size_t endpoint = current_;
      const grpc::Status status = members_[endpoint].kv->Range(&context, request, &reply);
      if (status.ok()) return ListingOf(reply);
      Note(status, endpoint);
      if (!IsSilence(status)) break;
    }
    return std::nullopt;
  }

  void Grant(Ms ttl, std::function<void(std::optional<LeaseId>)> done) override {
    LeaseGrantRequest request;
    request.set_ttl((ttl + 999) / 1000);
    Ask<LeaseGrantResponse>(
        [request, this](grpc::ClientContext* context, Member& member) {
          return member.lease->AsyncLeaseGrant(context, request, &queue_);
        },
        [done = std::move(done)](const grpc::Status& status, const LeaseGrantResponse& reply) {
          done(status.ok() ? std::optional<LeaseId>(reply.id()) : std::nullopt);
        });
  }
  void Keep(LeaseId lease, Ms every, Ms until) override {
    const std::lock_guard lock(keeping_mutex_);
    const auto [keeping, is_new] = keeping_.try_emplace(lease);
    if (is_new) keeping->second.next = world_.clock.Steady() + every;
    keeping->second.every = every;
    keeping->second.until = until;
    keeping_changed_.notify_one();
  }
  Kept HowKept(LeaseId lease) const override {
    const std::lock_guard lock(keeping_mutex_);
    const auto found = keeping_.find(lease);
    return found == keeping_.end() ? Kept{} : found->second.kept;
  }
  void HasLease(LeaseId lease, std::function<void(std::optional<bool>)> done) override {
    LeaseTimeToLiveRequest request;
    request.set_id(lease);
    Ask<LeaseTimeToLiveResponse>(
        [request, this](grpc::ClientContext* context, Member& member) {
          return member.lease->AsyncLeaseTimeToLive(context, request, &queue_);
        },
        [done = std::move(done)](const grpc::Status& status, const LeaseTimeToLiveResponse& reply) {
          if (status.error_code() == grpc::StatusCode::NOT_FOUND) return done(false);
          done(status.ok() ? std::optional(reply.ttl() > 0) : std::nullopt);
        });
  }
  void Revoke(LeaseId lease, std::function<void(bool)> done) override {
    {
      const std::lock_guard lock(keeping_mutex_);
      keeping_.erase(lease);
    }
    LeaseRevokeRequest request;
    request.set_id(lease);
    Ask<LeaseRevokeResponse>(
        [request, this](grpc::ClientContext* context, Member& member) {
          return member.lease->AsyncLeaseRevoke(context, request, &queue_);
        },
        [done = std::move(done)](const grpc::Status& status, const LeaseRevokeResponse&) {
          done(status.ok() || status.error_code() == grpc::StatusCode::NOT_FOUND);
        });
  }

  void Size(std::function<void(std::optional<StoreSize>)> done) override {
    Ask<StatusResponse>(
        [this](grpc::ClientContext* context, Member& member) {
          return member.maintenance->AsyncStatus(context, {}, &queue_);
        },
        [done = std::move(done)](const grpc::Status& status, const StatusResponse& reply) {
          if (!status.ok()) return done(std::nullopt);
          done(StoreSize{reply.dbsize(), reply.dbsizeinuse(),
                         std::ranges::any_of(reply.errors(), [](const std::string& error) {
                           return error.find("NOSPACE") != std::string::npos;
                         })});
        });
  }
  void Compact(Revision upto) override {
    CompactionRequest request;
    request.set_revision(upto);
    Ask<CompactionResponse>(
        [request, this](grpc::ClientContext* context, Member& member) {
          return member.kv->AsyncCompact(context, request, &queue_);
        },
        [](const grpc::Status&, const CompactionResponse&) {});
  }

  WatchId Watch(const std::string& prefix, Revision from, std::function<void(const Change&)> change,
                std::function<void()> lost) override {
    const WatchId id = ++last_watch_;
    const auto watch = std::make_shared<Watching>(
        Watching{prefix, std::max<Revision>(1, from), std::move(change), std::move(lost)});
    watches_.emplace(id, watch);
    Open(id, watch);
    return id;
  }
  void Unwatch(WatchId id) override {
    const auto found = watches_.find(id);
    if (found == watches_.end()) return;
    const std::shared_ptr<Watching> watch = found->second;
    watches_.erase(found);
    End(*watch);
  }

 private:
  using Watcher = ::etcdserverpb::Watch;

  struct Member {
    std::unique_ptr<KV::Stub> kv;
    std::unique_ptr<Lease::Stub> lease;
    std::unique_ptr<Watcher::Stub> watch;
    std::unique_ptr<Maintenance::Stub> maintenance;
  };
  struct Watching {
    std::string prefix;
    Revision next = 0;  // changes from this revision on were not reported
    std::function<void(const Change&)> change;
    std::function<void()> lost;
    bool ended = false;
    bool forgotten = false;        // the store has compacted `next`
    std::shared_ptr<Call> call{};  // while there is a stream
    Timers::Id again = 0;
  };

  void Run() {
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) {
      const std::unique_ptr<std::shared_ptr<Call>> call(static_cast<std::shared_ptr<Call>*>(tag));
      options_.post([this, alive = alive_, call = *call, ok] {
        if (!*alive) return;
        const bool more = call->Step(ok);
        if (*alive && !more) calls_.erase(call);
      });
    }
  }
  void Register(const std::shared_ptr<Call>& call) { calls_.insert(call); }

  template <typename Reply, typename Start>
  void Ask(Start&& start, typename Unary<Reply>::Done done) {
    const std::size_t endpoint = current_;
    const auto call = std::make_shared<Unary<Reply>>(
        [this, endpoint, done = std::move(done)](const grpc::Status& status, const Reply& reply) {
          Note(status, endpoint);
          done(status, reply);
        });
    SetTimeout(call->context, options_.timeout);
    Register(call);
    call->Start(start(&call->context, members_[endpoint]));
  }
  // Asks up to so many endpoints.
  void ListAt(const RangeRequest& request, std::size_t endpoints,
              std::function<void(std::optional<Listing>)> done) {
    Ask<RangeResponse>(
        [&](grpc::ClientContext* context, Member& member) {
          return member.kv->AsyncRange(context, request, &queue_);
        },
        [this, request, endpoints, done = std::move(done)](const grpc::Status& status,
                                                           const RangeResponse& reply) {
          if (status.ok()) return done(ListingOf(reply));
          if (IsSilence(status) && endpoints > 1) return ListAt(request, endpoints - 1, done);
          done(std::nullopt);
        });
  }

  Committed OutcomeOf(const grpc::Status& status, const TxnResponse& reply) {
    if (status.ok()) {
      refusal_.clear();
      return {reply.succeeded() ? Committed::Outcome::kWritten : Committed::Outcome::kRefused,
              reply.header().revision()};
    }
    // The lease of a key to be written has ended.
    if (status.error_code() == grpc::StatusCode::NOT_FOUND)
      return {Committed::Outcome::kRefused, 0};
    // A full etcd is asked again and again, and logged once.
    if (!IsSilence(status) && refusal_ != status.error_message()) {
      refusal_ = status.error_message();
      world_.log.Error({}, "etcd: " + refusal_);
    }
    // A member proposes nothing at its quota, but may apply what made it reach it.
    return {status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED
                ? Committed::Outcome::kNoSpace
                : Committed::Outcome::kUnknown,
            0};
  }

  // After an answer from an endpoint, or its silence.
  void Note(const grpc::Status& status, std::size_t endpoint) {
    if (!IsSilence(status) || endpoint != current_) return;
    current_ = (current_ + 1) % members_.size();
    if (current_ == endpoint) return;
    // Without a leader all of them refuse at once, again and again.
    if (const Ms now = world_.clock.Steady(); now >= next_line_) {
      next_line_ = now + kLinesApart;
      world_.log.Warning({}, fmt::format("etcd: {} does not answer ({}); {} is asked now",
                                         options_.endpoints[endpoint], status.error_message(),
                                         options_.endpoints[current_]));
    }
    for (const auto& [id, watch] : watches_) {
      if (watch->call && watch->call->endpoint == endpoint) watch->call->context.TryCancel();
    }
  }

  // ---- leases, on a thread of their own ----

  struct Keeping {
    Ms every = 0, until = 0, next = 0;
    Kept kept{};
  };

  void KeepLeases() {
    std::size_t endpoint = current_;
    std::unique_lock lock(keeping_mutex_);
    while (!stopping_) {
      const Ms now = world_.clock.Steady();
      const auto next = NextToKeep(now);
      if (next == keeping_.end()) {
        keeping_changed_.wait(lock);
      } else if (next->second.next > now) {
        keeping_changed_.wait_for(lock, std::chrono::milliseconds(next->second.next - now));
      } else {
        next->second.next = now + next->second.every;
        const LeaseId lease = next->first;
        grpc::ClientContext context;
        renewing_ = &context;
        lock.unlock();
        const std::optional<bool> renewed = RenewNow(context, lease, endpoint);
        lock.lock();
        renewing_ = nullptr;
        Note(lease, now, renewed);
      }
    }
  }
  // The lease to be renewed before all others.
  std::map<LeaseId, Keeping>::iterator NextToKeep(Ms now) {
    auto next = keeping_.end();
    for (auto one = keeping_.begin(); one != keeping_.end(); ++one) {
      const bool kept = !one->second.kept.ended && now < one->second.until;
      if (kept && (next == keeping_.end() || one->second.next < next->second.next)) next = one;
    }
    return next;
  }
  void Note(LeaseId lease, Ms asked, std::optional<bool> renewed) {
    const auto found = keeping_.find(lease);
    if (found == keeping_.end() || !renewed) return;
    Kept& kept = found->second.kept;
    *renewed ? kept.asked = asked : kept.ended = true;
  }
  // Whether the store has renewed it; nothing: no answer. The next one goes to another endpoint
  // then.
  std::optional<bool> RenewNow(grpc::ClientContext& context, LeaseId lease, std::size_t& endpoint) {
    Prepare(context);
    SetTimeout(context, options_.timeout);
    LeaseKeepAliveRequest request;
    request.set_id(lease);
    LeaseKeepAliveResponse reply;
    const auto stream = members_[endpoint].lease->LeaseKeepAlive(&context);
    const bool answered = stream->Write(request) && stream->Read(&reply);
    if (answered) context.TryCancel();
    const grpc::Status status = stream->Finish();
    if (answered) return reply.ttl() > 0;
    options_.post([this, alive = alive_, status, at = endpoint] {
      if (*alive) Note(status, at);
    });
    endpoint = (endpoint + 1) % members_.size();
    return std::nullopt;
  }
  void StopKeeper() {
    {
      const std::lock_guard lock(keeping_mutex_);
      stopping_ = true;
      if (renewing_ != nullptr) renewing_->TryCancel();
    }
    keeping_changed_.notify_one();
    keeper_.join();
  }

  // ---- watches ----

  void Open(WatchId id, const std::shared_ptr<Watching>& watch) {
    WatchRequest request;
    WatchCreateRequest& create = *request.mutable_create_request();
    create.set_key(BeginOf(watch->prefix));
    create.set_range_end(EndOf(watch->prefix));
    create.set_start_revision(watch->next);
    const std::size_t endpoint = current_;
    const auto call = std::make_shared<Stream<WatchRequest, WatchResponse>>(
        request, [this, watch](const WatchResponse& reply) { return Report(watch, reply); },
        [this, id, watch, endpoint](const grpc::Status& status) {
          Closed(id, watch, status, endpoint);
        });
    call->endpoint = endpoint;
    watch->call = call;
    Register(call);
    call->Start([&](grpc::ClientContext* context, void* tag) {
      return members_[endpoint].watch->AsyncWatch(context, &queue_, tag);
    });
  }
  // False where nothing more is to be read.
  bool Report(const std::shared_ptr<Watching>& watch, const WatchResponse& reply) {
    const std::shared_ptr<bool> alive = alive_;
    for (const Event& event : reply.events()) {
      if (watch->ended) return false;
      watch->next = event.kv().mod_revision() + 1;
      watch->change({StoredOf(event.kv()), event.type() == Event::DELETE});
      if (!*alive) return false;
    }
    if (reply.canceled()) watch->forgotten = reply.compact_revision() != 0;
    return !reply.canceled() && !watch->ended;
  }
  void Closed(WatchId id, const std::shared_ptr<Watching>& watch, const grpc::Status& status,
              std::size_t endpoint) {
    watch->call.reset();
    if (watch->ended) return;
    if (watch->forgotten) {
      watches_.erase(id);
      End(*watch);
      return watch->lost();
    }
    Note(status, endpoint);
    watch->again = world_.timers.At(world_.clock.Steady() + kRewatchAfter, [this, id, watch] {
      watch->again = 0;
      if (!watch->ended) Open(id, watch);
    });
  }
  void End(Watching& watch) {
    watch.ended = true;
    world_.timers.Cancel(std::exchange(watch.again, 0));
    if (watch.call) watch.call->context.TryCancel();
  }

  const EtcdOptions options_;
  const World world_;
  std::vector<Member> members_;
  std::atomic<std::size_t> current_ = 0;  // the endpoint that is asked
  Ms next_line_ = 0;                      // before it no change of endpoint is logged
  std::string refusal_;                   // of the last transaction, if it was one
  grpc::CompletionQueue queue_;
  std::set<std::shared_ptr<Call>> calls_;
  WatchId last_watch_ = 0;
  std::map<WatchId, std::shared_ptr<Watching>> watches_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::thread thread_;
  mutable std::mutex keeping_mutex_;
  std::condition_variable keeping_changed_;
  std::map<LeaseId, Keeping> keeping_;
  grpc::ClientContext* renewing_ = nullptr;  // of the renewal under way
  bool stopping_ = false;
  std::thread keeper_;
};

}  // namespace

Result<std::unique_ptr<ClusterStore>> OpenEtcd(EtcdOptions options, World world) {
  // They would go to stderr. The store logs the status of a failed request.
  gpr_set_log_function([](gpr_log_func_args*) {});
  return std::unique_ptr<ClusterStore>(std::make_unique<EtcdStore>(std::move(options), world));
}

}  // namespace mlf::server
