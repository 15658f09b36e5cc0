// Tables: what pages, API and metrics need from the rest of the server. Called on the server's
// thread.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/flow.h>
#include <mlf/flow/journal.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/spec.h>
#include <mlf/flow/viewer.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

struct FinishedHand {
  std::shared_ptr<const Flow> flow;
  mlf::Journal journal;  // of this hand only
  std::uint32_t hand = 0;
  std::vector<Label> names{};  // of the persons by place
};

class Tables {
 public:
  // For gauges.
  struct Counts {
    std::size_t connections = 0, sessions = 0, desks = 0, matches = 0;
    std::size_t desk_requests = 0;       // that wait at desks
    std::size_t desk_requests_most = 0;  // at one desk
    std::size_t journal_pending = 0;     // commits that are not durable yet
    std::uint64_t outbound_bytes = 0;    // memory of what is queued for clients
    std::uint64_t socket_writes = 0;     // system calls since the start
    std::int64_t longest_turn_ms = 0;    // of the server's thread, in the last minute
    // ---- of a node in a cluster ----
    std::int64_t store_bytes = 0;      // the file of etcd
    std::int64_t store_used = 0;       // of it
    std::int64_t store_quota = 0;      // 0: this server is alone
    std::size_t hands_waiting = 0;     // for the archive
    std::uint64_t hands_archived = 0;  // by this node since its start
    std::size_t takeovers = 0;         // desks that this node is taking over
    std::size_t desks_without_host = 0;
    std::int64_t lease_left_ms = 0;    // until this node gives its desks up, if no renewal comes
    std::int64_t store_answer_ms = 0;  // that etcd took for its last answer
    std::int64_t clock_off_ms = 0;     // by which the clocks of other nodes are ahead
  };

  virtual ~Tables() = default;

  // Whether actions can be acknowledged.
  virtual bool Ready() = 0;
  virtual Counts Now() = 0;

  // As in the answer to `variants`.
  virtual Json Variants() = 0;
  virtual std::optional<Json> Describe(const std::string& id) = 0;
  virtual std::shared_ptr<const Variant> OpenedVariant(const std::string& id) = 0;  // null: none
  // Its rules as Markdown text.
  virtual std::string Rules(const std::string& id, Lang lang) = 0;
  // With the default options; null if there is none.
  virtual std::shared_ptr<const Flow> FlowOf(const std::string& id) = 0;
  // Of a match in play; null if none has this fingerprint.
  virtual std::shared_ptr<const Flow> RunningFlow(const std::string& fingerprint) = 0;

  // The hand of a replay link, now or later. `hand` is nothing if there is none; `busy`: it cannot
  // be read now.
  using TakeHand = std::function<void(const std::optional<Result<FinishedHand>>& hand, bool busy)>;
  virtual void HandOf(const std::string& secret, TakeHand take) = 0;

  // ---- for the operator ----
  virtual Json Desks() = 0;
  virtual Json Sessions() = 0;
  virtual bool Kick(const std::string& user) = 0;
  // Dissolves the match of a desk and ends it; false where there is no such desk.
  virtual bool EndDesk(const std::string& desk) = 0;
  virtual void Drain() = 0;
  // Variants of the folder whose newest edit cannot be played: [{"id", "served", "faults"}].
  virtual Json BrokenVariants() = 0;
};

}  // namespace mlf::server
