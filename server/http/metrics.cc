#include "server/http/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <map>

namespace mlf::server {
namespace {

prometheus::Counter& CounterOf(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add({});
}
prometheus::Gauge& GaugeOf(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}

// Orders texts and views of texts alike.
struct Before {
  using is_transparent = void;
  template <typename A, typename B>
  bool operator()(const A& a, const B& b) const {
    return std::ranges::lexicographical_compare(
        a, b, {}, [](const auto& text) { return std::string_view(text); },
        [](const auto& text) { return std::string_view(text); });
  }
};

}  // namespace

struct Metrics::Impl {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& actions =
      prometheus::BuildCounter()
          .Name("mlf_actions_total")
          .Help("Answered acts by variant and result.")
          .Register(registry);
  // Those of `actions`, which looks its labels up slowly.
  std::map<std::array<std::string, 2>, prometheus::Counter*, Before> of_actions;
  prometheus::Histogram& journal = prometheus::BuildHistogram()
                                       .Name("mlf_journal_seconds")
                                       .Help("From a commit to its place on disk.")
                                       .Register(registry)
                                       .Add({}, prometheus::Histogram::BucketBoundaries{
                                                    0.0005, 0.001, 0.002, 0.004, 0.008, 0.016,
                                                    0.032, 0.064, 0.128, 0.256, 0.5, 1, 2, 5});
  prometheus::Counter& timeouts =
      CounterOf(registry, "mlf_timeouts_total", "Deadlines that passed without an answer.");
  prometheus::Counter& replays =
      CounterOf(registry, "mlf_replays_total", "Matches rebuilt from their journal.");
  prometheus::Counter& resumes =
      CounterOf(registry, "mlf_resumes_total", "Clients that came back to a match or caught up.");
  prometheus::Family<prometheus::Counter>& cuts =
      prometheus::BuildCounter()
          .Name("mlf_cuts_total")
          .Help("Connections ended for what they take of the server, by reason.")
          .Register(registry);
  prometheus::Counter& slow_cuts =
      CounterOf(registry, "mlf_slow_cuts_total", "Connections ended because they read too slowly.");
  prometheus::Gauge& connections =
      GaugeOf(registry, "mlf_connections", "Open connections of all kinds.");
  prometheus::Gauge& sessions =
      GaugeOf(registry, "mlf_sessions", "Connections that speak messages.");
  prometheus::Gauge& desks = GaugeOf(registry, "mlf_desks", "Desks that have not ended.");
  prometheus::Gauge& matches = GaugeOf(registry, "mlf_matches", "Matches in play.");
  prometheus::Gauge& mailboxes =
      GaugeOf(registry, "mlf_desk_requests", "Requests that wait at desks.");
  prometheus::Gauge& mailbox_most =
      GaugeOf(registry, "mlf_desk_requests_most", "The most requests that wait at one desk.");
  prometheus::Gauge& pending =
      GaugeOf(registry, "mlf_journal_pending", "Commits that are not durable yet.");
  prometheus::Gauge& outbound =
      GaugeOf(registry, "mlf_outbound_bytes", "Memory of what is queued for clients.");
  prometheus::Gauge& writes = GaugeOf(registry, "mlf_socket_writes",
                                      "System calls that wrote to clients, since the start.");
  prometheus::Gauge& store_bytes = GaugeOf(registry, "mlf_store_bytes", "The file of etcd.");
  prometheus::Gauge& store_used =
      GaugeOf(registry, "mlf_store_used_bytes", "What is used of mlf_store_bytes.");
  prometheus::Gauge& store_quota =
      GaugeOf(registry, "mlf_store_quota_bytes", "The quota of etcd; 0 = no cluster.");
  prometheus::Gauge& hands_waiting =
      GaugeOf(registry, "mlf_hands_waiting", "Finished hands that wait for the archive.");
  prometheus::Gauge& hands_archived = GaugeOf(
      registry, "mlf_hands_archived", "Hands that this node has archived, since the start.");
  prometheus::Gauge& longest_turn =
      GaugeOf(registry, "mlf_longest_turn_ms",
              "For how long the server's thread did one thing, at most in the last minute.");
  prometheus::Gauge& takeovers =
      GaugeOf(registry, "mlf_takeovers", "Desks of other hosts that this node is taking over.");
  prometheus::Gauge& without_host =
      GaugeOf(registry, "mlf_desks_without_host", "Desks that no node has taken over yet.");
  prometheus::Gauge& lease_left = GaugeOf(
      registry, "mlf_lease_left_ms",
      "Until this node gives its desks up if etcd answers no renewal; 0 = it has no lease.");
  prometheus::Gauge& store_answer =
      GaugeOf(registry, "mlf_store_answer_ms", "How long etcd took for its last answer.");
  prometheus::Gauge& clock_off =
      GaugeOf(registry, "mlf_clock_off_ms",
              "By how much the clocks of other nodes are ahead; negative: this node's is.");
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {
  // They are there before the first one, so that a rate sees it.
  for (const char* why : {"unread", "slow_sender", "crowded"}) impl_->cuts.Add({{"why", why}});
}
Metrics::~Metrics() = default;

void Metrics::Action(std::string_view variant, std::string_view result) {
  const std::array<std::string_view, 2> words{variant, result};
  auto found = impl_->of_actions.find(words);
  if (found == impl_->of_actions.end()) {
    prometheus::Counter& counter =
        impl_->actions.Add({{"variant", std::string(variant)}, {"result", std::string(result)}});
    found =
        impl_->of_actions.emplace(std::array{std::string(variant), std::string(result)}, &counter)
            .first;
  }
  found->second->Increment();
}
void Metrics::JournalSeconds(double seconds) { impl_->journal.Observe(seconds); }
void Metrics::Timeout() { impl_->timeouts.Increment(); }
void Metrics::Replayed() { impl_->replays.Increment(); }
void Metrics::Resumed() { impl_->resumes.Increment(); }
void Metrics::Cut(std::string_view why) {
  impl_->cuts.Add({{"why", std::string(why)}}).Increment();
}
void Metrics::SlowCut() { impl_->slow_cuts.Increment(); }

std::string Metrics::Text(const Tables::Counts& now) {
  const auto set = [](prometheus::Gauge& gauge, auto value) {
    gauge.Set(static_cast<double>(value));
  };
  set(impl_->connections, now.connections);
  set(impl_->sessions, now.sessions);
  set(impl_->desks, now.desks);
  set(impl_->matches, now.matches);
  set(impl_->mailboxes, now.desk_requests);
  set(impl_->mailbox_most, now.desk_requests_most);
  set(impl_->pending, now.journal_pending);
  set(impl_->outbound, now.outbound_bytes);
  set(impl_->writes, now.socket_writes);
  set(impl_->store_bytes, now.store_bytes);
  set(impl_->store_used, now.store_used);
  set(impl_->store_quota, now.store_quota);
  set(impl_->hands_waiting, now.hands_waiting);
  set(impl_->hands_archived, now.hands_archived);
  set(impl_->longest_turn, now.longest_turn_ms);
  set(impl_->takeovers, now.takeovers);
  set(impl_->without_host, now.desks_without_host);
  set(impl_->lease_left, now.lease_left_ms);
  set(impl_->store_answer, now.store_answer_ms);
  set(impl_->clock_off, now.clock_off_ms);
  return prometheus::TextSerializer().Serialize(impl_->registry.Collect());
}

}  // namespace mlf::server
