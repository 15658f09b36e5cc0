#include "cluster/node/migrate.h"

#include "cluster/archive.h"
#include "cluster/node/cluster_node.h"
#include "cluster/node/migration.h"
#include "server/config/settings.h"
#include "server/journal/data_folder.h"
#include "server/serve/serve.h"
#include "server/world/real_world.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>

namespace mlf::server {
namespace {

// A folder that was opened and never used has an empty file.
bool HasDatabase(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) && std::filesystem::file_size(path, ignored) > 0;
}

// The two places, and what reaches them.
struct Places {
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
  RealWorld real{io};
  std::unique_ptr<DataFolder> folder;
  std::optional<Seal> seal;
  std::unique_ptr<ClusterStore> store;

  std::function<void(std::function<void()>)> Post() {
    return [this](std::function<void()> what) { boost::asio::post(io, std::move(what)); };
  }
  Faults Open(const ServerConfig& config) {
    auto opened = DataFolder::Open(config.data);
    if (!opened) return opened.faults();
    folder = std::move(*opened);
    const char* given = std::getenv("MLF_KEY");
    std::error_code ignored;
    // A new key would open nothing of either place.
    if (given == nullptr && config.key_file.empty() &&
        !std::filesystem::exists(folder->path() + "/key", ignored))
      return {{"D06",
               {},
               "the secret key is missing; give the one of the server (MLF_KEY, --key-file, or the "
               "file key in the data folder)"}};
    const auto key =
        folder->Key(given == nullptr ? std::nullopt : std::optional<std::string>(given),
                    config.key_file, real.world().entropy);
    if (!key) return key.faults();
    seal.emplace(*key);
    auto options = EtcdOptionsOf(config);
    if (!options) return options.faults();
    options->post = Post();
    options->endpoints = ClusterEndpoints(config.cluster);
    auto found = OpenEtcd(*options, real.world());
    if (!found) return found.faults();
    store = std::move(*found);
    return {};
  }
  Migration::Commit Commit() {
    return [this](Transaction transaction) {
      std::optional<Committed> committed;
      store->Commit(std::move(transaction), [&](Committed now) { committed = now; });
      while (!committed) io.run_one();
      return *committed;
    };
  }
};

int Report(const Result<Migrated>& moved, std::ostream& out, std::ostream& err) {
  if (!moved) return TellFaults(err, moved.faults(), kFailed);
  for (const std::string& desk : moved->left_out)
    err << "mlf-server: desk left out, it is damaged: " << desk << "\n";
  out << fmt::format("{} desks, {} matches and {} users are moved\n", moved->desks, moved->matches,
                     moved->users);
  return moved->left_out.empty() ? kServed : kFailed;
}

}  // namespace

int RunMigrateToCluster(const ServerConfig& config, std::ostream& out, std::ostream& err) {
  // An empty folder would become an empty cluster.
  std::error_code ignored;
  const std::string database = config.data + "/mlf.db";
  if (!HasDatabase(database))
    return TellFaults(
        err, {{"D04", {}, config.data + " holds no data of a server; give it by --data"}}, kFailed);
  Places places;
  if (const Faults faults = places.Open(config); !faults.empty()) return TellFaults(err, faults);
  const auto quota = static_cast<std::uintmax_t>(config.cluster_quota_mb) << 20;
  const std::uintmax_t size = std::filesystem::file_size(database, ignored);
  // etcd has more around a record than SQLite.
  if (size * 2 > quota / 100 * StoreWatch::kFull)
    return TellFaults(
        err,
        {{"D13",
          {},
          fmt::format("{} MB of data do not fit in etcd with a quota of {} MB; raise its "
                      "--quota-backend-bytes and --cluster-quota-mb",
                      size >> 20, config.cluster_quota_mb)}},
        kFailed);
  try {
    // Brings an older database up to date.
    auto storage = Storage::Open({.path = database,
                                  .post = places.Post(),
                                  .key = places.seal->Fingerprint(),
                                  .thread = false,
                                  .mark = &places.folder->mark()});
    if (!storage) return TellFaults(err, storage.faults());
    storage->reset();
    Connection db(database, Connection::Mode::kReadWrite);
    return Report(Migration(*places.store, *places.seal, places.Commit())
                      .ToStore(db, std::filesystem::canonical(config.data).string()),
                  out, err);
  } catch (const SqlError& error) {
    return TellFaults(err, {{"D02", {database, 0, 0}, error.what()}}, kFailed);
  }
}

int RunMigrateToFolder(const ServerConfig& config, std::ostream& out, std::ostream& err) {
  Places places;
  if (const Faults faults = places.Open(config); !faults.empty()) return TellFaults(err, faults);
  std::error_code ignored;
  const std::string database = places.folder->database();
  if (HasDatabase(database))
    return TellFaults(
        err,
        {{"D13",
          {database, 0, 0},
          "the data folder has a database already; give another folder by --data, with the "
          "key of the cluster in it"}},
        kFailed);
  ThreadPool pool(1, places.Post());
  std::unique_ptr<Archive> archive;
  if (!config.archive.empty()) {
    auto opened = OpenArchive(config.archive, pool);
    if (!opened) return TellFaults(err, opened.faults(), kFailed);
    archive = std::move(*opened);
  }
  const auto read = [&archive](const std::string& key) {
    return archive ? archive->Get(key) : std::nullopt;
  };
  // The database gets its name when it is complete.
  const std::string part = database + ".part";
  for (const char* file : {"", "-wal", "-shm"}) std::filesystem::remove(part + file, ignored);
  try {
    {
      auto storage = Storage::Open({.path = part,
                                    .post = places.Post(),
                                    .key = places.seal->Fingerprint(),
                                    .thread = false});
      if (!storage) return TellFaults(err, storage.faults());
    }
    std::optional<Result<Migrated>> moved;
    {
      Connection db(part, Connection::Mode::kReadWrite);
      moved = Migration(*places.store, *places.seal, places.Commit())
                  .ToDatabase(db, read, places.real.world().clock.Wall());
      if (*moved) db.Execute("PRAGMA journal_mode=DELETE");
    }
    if (*moved)
      std::filesystem::rename(part, database);
    else
      std::filesystem::remove(part, ignored);
    return Report(*moved, out, err);
  } catch (const std::exception& error) {
    return TellFaults(err, {{"D02", {part, 0, 0}, error.what()}}, kFailed);
  }
}

}  // namespace mlf::server
