// Records that become durable in an etcd: a host has N desks, and each of them appends its next
// record as soon as the one before it is durable. Without MLF_ETCD, the endpoints of an empty etcd
// ("127.0.0.1:2379,..."), it measures nothing:
//
//     etcd --data-dir /tmp/etcd & MLF_ETCD=127.0.0.1:2379 build/release/bin/cluster_bench
//
// `records` is their number a second, `rows` that of a transaction.
#include "cluster/cluster_journal.h"
#include "cluster/etcd_store.h"
#include "server/world/real_world.h"

#include <benchmark/benchmark.h>

#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace mlf::server;

std::vector<std::string> Endpoints() {
  std::vector<std::string> endpoints;
  const char* given = std::getenv("MLF_ETCD");
  std::istringstream words(given == nullptr ? "" : given);
  for (std::string word; std::getline(words, word, ',');) endpoints.push_back(word);
  return endpoints;
}

// Counts transactions on their way to the store.
class Counting final : public ClusterStore {
 public:
  explicit Counting(ClusterStore& inner) : inner_(inner) {}
  void Commit(Transaction transaction, std::function<void(Committed)> done) override {
    ++transactions;
    inner_.Commit(std::move(transaction), std::move(done));
  }
  void List(const std::string& prefix, std::size_t limit, const std::string& after,
            std::function<void(std::optional<Listing>)> done) override {
    inner_.List(prefix, limit, after, std::move(done));
  }
  std::optional<Listing> ListNow(const std::string& prefix, std::size_t limit,
                                 const std::string& after) override {
    return inner_.ListNow(prefix, limit, after);
  }
  void Grant(Ms ttl, std::function<void(std::optional<LeaseId>)> done) override {
    inner_.Grant(ttl, std::move(done));
  }
  void Keep(LeaseId lease, Ms every, Ms until) override { inner_.Keep(lease, every, until); }
  Kept HowKept(LeaseId lease) const override { return inner_.HowKept(lease); }
  void HasLease(LeaseId lease, std::function<void(std::optional<bool>)> done) override {
    inner_.HasLease(lease, std::move(done));
  }
  void Revoke(LeaseId lease, std::function<void(bool)> done) override {
    inner_.Revoke(lease, std::move(done));
  }
  WatchId Watch(const std::string& prefix, Revision from, std::function<void(const Change&)> change,
                std::function<void()> lost) override {
    return inner_.Watch(prefix, from, std::move(change), std::move(lost));
  }
  void Unwatch(WatchId watch) override { inner_.Unwatch(watch); }

  std::size_t transactions = 0;

 private:
  ClusterStore& inner_;
};

struct Desk {
  std::string id;
  Record last;
};

Record Next(const Record& before) {
  Record next = before;
  next.number = before.number + 1;
  next.seq = static_cast<std::uint32_t>(next.number);
  next.user = "u0123456789abcdef";
  next.id = "act-" + std::to_string(next.number) + "-0123456789abcdef";
  next.action = "12 discard 5m";
  next.mine = next.seq;
  next.at = 1'700'000'000'000 + static_cast<Ms>(next.number);
  next.deadline = next.at + 15'000;
  next.hash = next.number * 0x9e3779b97f4a7c15;
  next.previous = before.number == 0 ? 0 : ChainHash(before);
  return next;
}

void Append(benchmark::State& state) {
  EtcdOptions options{.endpoints = Endpoints()};
  if (options.endpoints.empty()) return state.SkipWithError("MLF_ETCD names no etcd");
  boost::asio::io_context io(1);
  const auto work = boost::asio::make_work_guard(io);
  options.post = [&io](std::function<void()> what) { boost::asio::post(io, std::move(what)); };
  RealWorld world(io);
  auto opened = OpenEtcd(options, world.world());
  if (!opened) return state.SkipWithError("this build has no etcd");
  Counting store(**opened);
  if (!store.ListNow("mlf/bench/", 1, {})) return state.SkipWithError("the etcd does not answer");
  const Seal seal(SecretKey{});
  ClusterJournal journal(store, seal, world.world());
  const auto until = [&](const auto& done) {
    while (!done()) io.run_one();
  };

  const auto stamp = std::chrono::system_clock::now().time_since_epoch().count();
  std::deque<Desk> desks(static_cast<std::size_t>(state.range(0)));
  for (std::size_t i = 0; i < desks.size(); ++i) {
    desks[i].id = "bench" + std::to_string(stamp) + "-" + std::to_string(i);
    desks[i].last.match = 1;
    const std::string key = "mlf/claims/" + desks[i].id;
    Committed made;
    store.Commit({{}, {{key, ""}}}, [&](Committed now) { made = now; });
    until([&] { return made.revision != 0; });
    journal.Hold({desks[i].id, made.revision, key});
    Commit begin;
    begin.desk = desks[i].id;
    begin.head = MatchHead{1, "some", "{}", "{}", "0123456789abcdef"};
    journal.Append(std::move(begin), [](Outcome) {});
  }
  until([&] { return journal.pending() == 0; });

  std::size_t durable = 0;
  bool failed = false;
  const std::function<void(Desk&)> append = [&](Desk& desk) {
    desk.last = Next(desk.last);
    Commit act;
    act.desk = desk.id;
    act.records.push_back(desk.last);
    journal.Append(std::move(act), [&](Outcome outcome) {
      ++durable;
      failed |= outcome != Outcome::kDurable;
      append(desk);
    });
  };
  for (Desk& desk : desks) append(desk);
  const std::size_t first = store.transactions, before = durable;
  for (auto _ : state) {
    const std::size_t goal = durable + static_cast<std::size_t>(state.range(0)) * 20;
    until([&] { return durable >= goal || failed; });
    if (failed) state.SkipWithError("a record did not become durable");
  }
  const auto rows = static_cast<double>(durable - before);
  state.counters["records"] = benchmark::Counter(rows, benchmark::Counter::kIsRate);
  state.counters["rows"] =
      rows / static_cast<double>(std::max<std::size_t>(1, store.transactions - first));
}
BENCHMARK(Append)->Arg(1)->Arg(16)->Arg(64)->Arg(256)->Arg(1024)->UseRealTime()->Unit(
    benchmark::kMillisecond);

}  // namespace
