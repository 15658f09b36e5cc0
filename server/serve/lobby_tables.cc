#include "server/serve/lobby_tables.h"
#include "server/host/hand_journal.h"

#include <mlf/variants/open.h>

namespace mlf::server {

Tables::Counts LobbyTables::Now() {
  const Gateway& gateway = *parts_.gateway;
  const Lobby::Waiting waiting = parts_.lobby.waiting();
  Counts counts{.connections = gateway.connections(),
                .sessions = gateway.sessions(),
                .desks = parts_.lobby.desk_count(),
                .matches = parts_.lobby.match_count(),
                .desk_requests = waiting.all,
                .desk_requests_most = waiting.most,
                .journal_pending = parts_.journal.pending(),
                .outbound_bytes = gateway.outbound_bytes(),
                .socket_writes = gateway.writes(),
                .longest_turn_ms = parts_.turns.longest()};
  if (parts_.cluster != nullptr) parts_.cluster->Count(counts);
  return counts;
}

std::optional<Json> LobbyTables::Describe(const std::string& id) {
  if (!parts_.variants.Has(id)) return std::nullopt;
  Json json = parts_.variants.Describe(id);
  if (json.is_null()) return std::nullopt;  // its text is wrong
  return json;
}

std::shared_ptr<const Variant> LobbyTables::OpenedVariant(const std::string& id) {
  auto opened = parts_.variants.Open(id);
  return opened ? *std::move(opened) : nullptr;
}

std::string LobbyTables::Rules(const std::string& id, Lang lang) {
  return VariantReadme(id, lang, parts_.variant_dir);
}

std::shared_ptr<const Flow> LobbyTables::FlowOf(const std::string& id) {
  auto flow = parts_.variants.FlowFor(id, {});
  return flow ? *std::move(flow) : nullptr;
}

void LobbyTables::HandOf(const std::string& secret, TakeHand take) {
  parts_.journal.Read(
      [&journal = parts_.journal, secret] { return journal.LoadHand(secret); },
      [this, alive = alive_, take = std::move(take)](
          const std::optional<std::optional<StoredHand>>& hand, const std::string& why) {
        if (!*alive) return;
        if (hand) return take(Finished(*hand), false);
        parts_.log.Warning({}, "a finished hand cannot be read: " + why);
        take(std::nullopt, true);
      });
}

std::optional<Result<FinishedHand>> LobbyTables::Finished(
    const std::optional<StoredHand>& hand) const {
  if (!hand) return std::nullopt;
  auto flow = parts_.variants.FlowOf(hand->head);
  if (!flow) return Result<FinishedHand>(flow.faults());
  auto journal = HandJournal(parts_.variants, {*hand});
  if (!journal) return Result<FinishedHand>(journal.faults());
  return Result<FinishedHand>(
      FinishedHand{*std::move(flow), *std::move(journal), hand->mark.hand, NamesAt(*hand)});
}

Json LobbyTables::BrokenVariants() {
  Json list = Json::array();
  for (const VariantShelf::Broken& broken : parts_.variants.broken()) {
    Json faults = Json::array();
    for (const Fault& fault : broken.faults) faults.push_back(fault.Text());
    list.push_back({{"id", broken.id}, {"served", broken.served}, {"faults", std::move(faults)}});
  }
  return list;
}

}  // namespace mlf::server
