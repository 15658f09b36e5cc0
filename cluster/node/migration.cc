#include "cluster/node/migration.h"

#include "cluster/cluster_accounts.h"
#include "cluster/cluster_keys.h"
#include "cluster/cluster_meta.h"
#include "server/journal/skeleton.h"
#include "server/protocol/hex.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

namespace mlf::server {
namespace {

constexpr int kSends = 10;              // of a request without answer
constexpr std::size_t kWrites = 100;    // of a transaction
constexpr std::size_t kAccounts = 500;  // of a page

Fault SilentStore() {
  return {
      "D10",
      {},
      "the store of the cluster does not answer; check --cluster, and that most members of etcd "
      "run, and do it again"};
}
Fault NotEmpty(const std::string& what) {
  return {"D13",
          {},
          what +
              "; give the migration an etcd without keys below mlf/, or take them away by "
              "etcdctl del --prefix mlf/"};
}

// What other nodes see of a desk until one runs it.
std::string SummaryOf(const WholeDesk& desk) {
  const Result<Json> row = ParseJson(desk.row.text);
  if (!row) throw Damage("its row was altered");
  Json seats = Json::array();
  for (const Json& seat : row->value("seats", Json::array())) {
    if (const auto user = seat.value("user", ""); !user.empty())
      seats.push_back({{"user", user}, {"robot", seat.value("robot", false)}});
    else
      seats.push_back(Json::object());
  }
  return Json{{"desk",
               {{"id", desk.desk},
                {"variant", row->value("variant", "")},
                {"options", row->value("options", Json::object())},
                {"code", desk.row.code},
                {"state", row->value("playing", false) ? "playing" : "waiting"},
                {"seats", std::move(seats)}}},
              {"private", true},
              {"quick", false},
              {"watch", false}}
      .dump();
}

std::string BytesFromHex(std::string_view hex) {
  std::string bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  return bytes;
}

}  // namespace

Listing Migration::Read(const std::string& prefix, std::size_t limit, const std::string& after) {
  for (int i = 0; i < kSends; ++i) {
    if (auto listing = store_.ListNow(prefix, limit, after)) return *std::move(listing);
  }
  throw std::runtime_error("silent");
}

// Nobody else writes, so a transaction without answer may be sent again.
void Migration::PutOne(const Transaction& transaction) {
  for (int i = 0; i < kSends; ++i) {
    const Committed committed = commit_(transaction);
    if (committed.outcome == Committed::Outcome::kWritten) return;
    if (committed.outcome == Committed::Outcome::kRefused)
      throw Damage("one of its values is too large for etcd");
  }
  throw std::runtime_error("silent");
}

void Migration::Put(const std::vector<StoredKey>& keys) {
  std::map<std::string, std::string> waiting;
  std::size_t bytes = 0;
  const auto send = [&] {
    Transaction transaction;
    for (auto& [key, value] : waiting) transaction.writes.push_back({key, std::move(value)});
    waiting.clear();
    bytes = 0;
    if (!transaction.writes.empty()) PutOne(transaction);
  };
  for (const StoredKey& key : keys) {
    const std::size_t more = key.key.size() + key.value.size();
    if (waiting.size() == kWrites || bytes + more > Transaction::kMostBytes) send();
    bytes += more;
    waiting[key.key] = key.value;
  }
  send();
}

// ---- to the store ----

Faults Migration::Begin(const std::string& source) {
  const Listing found = Read("mlf/", 1), meta = Read(keys::kMeta, 1);
  if (meta.keys.empty() || meta.keys.front().key != keys::kMeta) {
    if (!found.keys.empty()) return {NotEmpty("etcd has keys already")};
    PutOne({{}, {{keys::kMeta, MetaText(seal_, source)}}});
    return {};
  }
  const std::string& text = meta.keys.front().value;
  const auto from = MigratingFrom(text);
  if (!from) return {NotEmpty("etcd has desks already")};
  if (*from != source)
    return {NotEmpty(fmt::format("etcd has part of {}, whose migration was interrupted", *from))};
  const auto fault = MetaFault(text, seal_, true);
  return fault ? Faults{*fault} : Faults{};
}

void Migration::PutAccounts(Connection& db, Migrated& moved) {
  std::vector<StoredKey> all;
  std::map<std::string, User> users;
  const auto put = [&all](std::string key, std::string value) {
    StoredKey& one = all.emplace_back();
    one.key = std::move(key);
    one.value = std::move(value);
  };
  for (const StoredUser& user : ReadUsers(db)) {
    const AccountRow row{{user.id, user.name, user.password.empty()}, user.password, 0};
    users[user.id] = row.user;
    put(keys::User(user.id), TextOf(row));
    if (!row.user.guest) put(keys::Name(user.name), user.id);
    if (!row.user.guest) put(keys::Look(NameSkeleton(user.name)), user.id);
    ++moved.users;
  }
  for (const StoredToken& token : ReadTokens(db)) {
    const auto user = users.find(token.user);
    if (user == users.end()) continue;
    put(keys::Token(
            Hex({reinterpret_cast<const std::uint8_t*>(token.hash.data()), token.hash.size()})),
        TextOf(AccountRow{user->second, "", token.used}));
  }
  Put(all);
}

void Migration::PutDesk(const WholeDesk& desk) {
  std::vector<StoredKey> all = values::KeysOf(desk);
  const auto put = [&all](std::string key, std::string value) {
    StoredKey& one = all.emplace_back();
    one.key = std::move(key);
    one.value = std::move(value);
  };
  for (const auto& [user, match] : desk.overs) put(keys::OverOf(user, desk.desk, match), "");
  if (!desk.row.ended) {
    put(keys::Code(desk.row.code), desk.desk);
    put(keys::Summary(desk.desk), SummaryOf(desk));
  }
  Put(all);
}

Result<Migrated> Migration::ToStore(Connection& db, const std::string& source) {
  Migrated moved;
  try {
    if (Faults faults = Begin(source); !faults.empty()) return faults;
    SettleNewest(db);
    PutAccounts(db, moved);
    for (const std::string& id : AllDesks(db)) {
      try {
        const WholeDesk desk = ReadWholeDesk(db, id);
        PutDesk(desk);
        ++moved.desks;
        moved.matches += desk.matches.size();
      } catch (const Damage& damage) {
        moved.left_out.push_back(fmt::format("{}: {}", id, damage.what()));
      }
    }
    PutOne({{}, {{keys::kMeta, MetaText(seal_)}}});
  } catch (const SqlError&) {
    throw;
  } catch (const std::runtime_error&) {
    return SilentStore();
  }
  return moved;
}

// ---- to a database ----

void Migration::TakeAccounts(Connection& db, Ms now, Migrated& moved) {
  const auto each = [&](const std::string& prefix, const auto& take) {
    std::string after;
    for (;;) {
      const Listing page = Read(prefix, kAccounts, after);
      db.Execute("BEGIN IMMEDIATE");
      for (const StoredKey& key : page.keys) {
        if (const auto row = ReadAccount(key.value)) take(key.key.substr(prefix.size()), *row);
      }
      db.Execute("COMMIT");
      if (page.keys.size() < kAccounts) return;
      after = page.keys.back().key;
    }
  };
  each(keys::User(""), [&](const std::string& id, const AccountRow& row) {
    StoreUser(db, {id, row.user.name, row.password}, now);
    ++moved.users;
  });
  each(keys::kTokens, [&](const std::string& hash, const AccountRow& row) {
    StoreToken(db, {BytesFromHex(hash), row.user.id, row.used});
  });
}

Result<Migrated> Migration::ToDatabase(Connection& db,
                                       const ClusterJournal::ReadArchive& read_archive, Ms now) {
  Migrated moved;
  std::size_t missing = 0;
  std::string why;
  try {
    const Listing meta = Read(keys::kMeta, 1);
    const std::string text = meta.keys.empty() ? "" : meta.keys.front().value;
    if (const auto fault = MetaFault(text, seal_)) return *fault;
    if (const Listing live = Read(keys::kNodes, 1); !live.keys.empty())
      return Fault{"D13",
                   {},
                   fmt::format("node {} is in the cluster; stop all nodes first",
                               live.keys.front().key.substr(std::string(keys::kNodes).size()))};
    TakeAccounts(db, now, moved);
    std::map<std::string, std::vector<std::pair<std::string, std::uint32_t>>> overs;
    for (const StoredKey& key : Read(keys::kOvers).keys) {
      const std::size_t match = key.key.rfind('/'), desk = key.key.rfind('/', match - 1);
      const std::size_t user = key.key.rfind('/', desk - 1);
      overs[key.key.substr(desk + 1, match - desk - 1)].emplace_back(
          key.key.substr(user + 1, desk - user - 1),
          static_cast<std::uint32_t>(std::stoul(key.key.substr(match + 1))));
    }
    const values::Texts texts = [&](const std::string& name) {
      const Listing found = Read(keys::Texts(name), 1);
      if (found.keys.empty() || found.keys.front().key != keys::Texts(name))
        throw Damage("the texts of its variant are missing");
      return found.keys.front().value;
    };
    const std::string desks = keys::kDesks;
    for (std::string after;;) {
      const Listing next = Read(desks, 1, after);
      if (next.keys.empty()) break;
      const std::string& first = next.keys.front().key;
      const std::string id =
          first.substr(desks.size(), first.find('/', desks.size()) - desks.size());
      after = desks + id + '0';  // behind all keys of the desk
      Listing listing = Read(keys::Desk(id));
      try {
        std::vector<StoredKey> archived;
        for (const auto& [match, of] : values::Sorted(id, listing.keys).matches) {
          for (const auto& [hand, ignored] : of.archived) {
            std::optional<std::string> packed;
            try {
              packed = read_archive(keys::Hand(id, match, hand));
            } catch (const std::runtime_error& error) {
              why = error.what();
            }
            if (!packed) {
              ++missing;
              continue;
            }
            for (StoredKey& key : values::Unpacked(*packed)) archived.push_back(std::move(key));
          }
        }
        std::ranges::move(archived, std::back_inserter(listing.keys));
        if (missing != 0) continue;
        const values::DeskKeys keys = values::Sorted(id, listing.keys);
        if (keys.row == nullptr) throw Damage("its row is missing");
        WholeDesk desk = values::WholeOf(id, keys, texts);
        if (const auto found = overs.find(id); found != overs.end()) desk.overs = found->second;
        StoreWholeDesk(db, desk);
        ++moved.desks;
        moved.matches += desk.matches.size();
      } catch (const Damage& damage) {
        moved.left_out.push_back(fmt::format("{}: {}", id, damage.what()));
      }
    }
  } catch (const SqlError&) {
    throw;
  } catch (const std::runtime_error&) {
    return SilentStore();
  }
  if (missing != 0)
    return Fault{
        "D14",
        {},
        fmt::format("{} finished hands cannot be read from the archive{}; give it by --archive",
                    missing, why.empty() ? "" : ": " + why)};
  return moved;
}

}  // namespace mlf::server
