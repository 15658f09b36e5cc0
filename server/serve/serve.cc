#include "server/serve/serve.h"
#include "flow/base/words.h"
#include "server/config/address.h"
#include "server/config/secret_file.h"
#include "server/gateway/echecs_driver.h"
#include "server/gateway/framed_driver.h"
#include "server/gateway/gateway.h"
#include "server/host/variant_shelf.h"
#include "server/http/api.h"
#include "server/http/metrics.h"
#include "server/journal/credentials.h"
#include "server/journal/data_folder.h"
#include "server/journal/pool.h"
#include "server/journal/sqlite_accounts.h"
#include "server/journal/sqlite_journal.h"
#include "server/journal/sqlite_profiles.h"
#include "server/lobby/lobby.h"
#include "server/log/logging.h"
#include "server/serve/lobby_tables.h"
#include "server/serve/rebuild_results.h"
#include "server/world/real_world.h"

#include <mlf/table/hand_tables.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

namespace mlf::server {
namespace {

// Between two looks at the files of variants. A broken edit is reported at the second.
constexpr Ms kVariantsMs = 2000;

std::optional<LogLevel> LevelOf(const std::string& word) {
  if (word == "debug") return LogLevel::kDebug;
  if (word == "info") return LogLevel::kInfo;
  if (word == "warning") return LogLevel::kWarning;
  if (word == "error") return LogLevel::kError;
  return std::nullopt;
}

// Raises the limit of open files to the system's maximum for this process.
std::uint64_t RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

std::optional<std::string> KeyOfEnvironment() {
  const char* key = std::getenv("MLF_KEY");
  return key == nullptr ? std::nullopt : std::optional<std::string>(key);
}

// Warnings for the operator before anybody plays.
std::vector<std::string> Warnings(const ServerConfig& config, std::uint64_t files) {
  std::vector<std::string> lines;
  for (const std::string* where : {&config.http, &config.framed, &config.echecs}) {
    const auto endpoint = ParseEndpoint(*where);
    if (endpoint && !IsLoopback(endpoint->address) && config.tls_cert.empty())
      lines.push_back(*where +
                      " is open to other machines without TLS (tls_cert, tls_key): "
                      "passwords and tokens can be read on the way");
  }
  if (const auto metrics = ParseEndpoint(config.metrics); metrics && !IsLoopback(metrics->address))
    lines.push_back("metrics: everybody who reaches " + config.metrics +
                    " reads the counters: let only the machine of Prometheus reach it");
  if (!config.echecs_key_file.empty())
    lines.push_back("the key of echecs frames is no substitute for TLS");
  if (config.table.test_clock)
    lines.push_back("test_clock is on: people have a fiftieth of their time");
  const auto wanted = static_cast<std::uint64_t>(config.limits.max_connections) + 64;
  if (files < wanted)
    lines.push_back(
        fmt::format("the system allows {} open files, but max_connections needs {}: "
                    "raise `ulimit -n`",
                    files, wanted));
  return lines;
}

bool PlaysWithTiles(const Flow& flow) { return flow.piece_text() == &table::TileText(); }

// Variants of a folder that is not there would be missed only by the people who want to play them.
Faults VariantFolderFaults(const ServerConfig& config) {
  std::error_code ignored;
  if (config.variant_dir.empty() || std::filesystem::is_directory(config.variant_dir, ignored))
    return {};
  return {{"S07", {}, fmt::format("variant_dir: {} is no folder", config.variant_dir)}};
}

// The same of the variant that a quick match of the echecs form plays; its messages have no other
// pieces than tiles.
Faults EchecsVariantFaults(const ServerConfig& config) {
  if (config.echecs == "off") return {};
  const std::vector<std::string> known = VariantIds(config.variant_dir);
  if (std::ranges::find(known, config.echecs_variant) == known.end())
    return {{"S03",
             {},
             fmt::format("echecs_variant: there is no variant {}{}", Quoted(config.echecs_variant),
                         DidYouMean(config.echecs_variant, known))}};
  const auto flow = OpenFlow(config.echecs_variant, {}, config.variant_dir);
  if (flow && !PlaysWithTiles(**flow))
    return {{"S03",
             {},
             fmt::format("echecs_variant: {} has pieces of its own, and the echecs form sends only "
                         "tiles; people play it at the HTTP port",
                         Quoted(config.echecs_variant))}};
  return {};
}

// For commands that read a folder and must not make one.
Faults NoDatabase(const ServerConfig& config) {
  std::error_code ignored;
  if (std::filesystem::exists(config.data + "/mlf.db", ignored)) return {};
  return {{"D04", {}, config.data + " holds no data of a server; give it by --data"}};
}

}  // namespace

int TellFaults(std::ostream& err, const Faults& faults, std::optional<int> status) {
  for (const Fault& fault : faults) err << "mlf-server: " << fault.Text() << "\n";
  const std::string code = faults.empty() ? "" : faults.front().code;
  if (status) return *status;
  if (code == "D05") return kDataInUse;
  const bool wrong_key = code == "D06" || code == "D07";
  return wrong_key || code.starts_with('S') || code.starts_with('Y') ? kBadSettings : kFailed;
}

int Serve(const ServerConfig& config, Painter& painter, const OpenShared& open_shared,
          std::ostream& out, std::ostream& err) {
  if (const Faults faults = VariantFolderFaults(config); !faults.empty())
    return TellFaults(err, faults);
  if (const Faults faults = EchecsVariantFaults(config); !faults.empty())
    return TellFaults(err, faults);
  // ---- secrets and data ----
  std::string admin_token, echecs_key;
  if (!config.admin_token_file.empty()) {
    const auto read = ReadSecretFile(config.admin_token_file, true);
    if (!read) return TellFaults(err, read.faults());
    admin_token = *read;
  }
  if (!config.echecs_key_file.empty()) {
    const auto read = ReadSecretFile(config.echecs_key_file, false);
    if (!read) return TellFaults(err, read.faults());
    if (read->size() != 16 && read->size() != 32)
      return TellFaults(
          err, {{"S06", {}, config.echecs_key_file + " must hold a key of 16 or 32 bytes"}});
    echecs_key = *read;
  }
  const auto folder = DataFolder::Open(config.data);
  if (!folder) return TellFaults(err, folder.faults());

  // ---- the world ----
  std::unique_ptr<Log> log = std::make_unique<SilentLog>();
  const FileLog* files = nullptr;
  if (const auto level = LevelOf(config.log_level)) {
    LogOptions options;
    if (*level == LogLevel::kDebug) options.console = &err;
    auto logs = OpenLogs(config.log_dir.empty() ? config.data + "/log" : config.log_dir,
                         "mlf-server", options);
    if (!logs) return TellFaults(err, logs.faults(), kFailed);
    // One of an earlier version is open to others.
    if (config.log_dir.empty()) ::chmod((config.data + "/log").c_str(), 0700);
    auto opened = std::make_unique<FileLog>(*std::move(logs), *level);
    files = opened.get();
    log = std::move(opened);
  }
  boost::asio::io_context io(1);
  const auto post = [&io](std::function<void()> what) { boost::asio::post(io, std::move(what)); };
  Metrics metrics;
  RealWorld real(io, *log, metrics);
  const World world = real.world();

  // ---- what is kept ----
  const auto key = (*folder)->Key(KeyOfEnvironment(), config.key_file, world.entropy);
  if (!key) return TellFaults(err, key.faults());
  const Seal seal(*key);
  ThreadPool passwords(kPasswordHashes, post), drawing(1, post);
  const auto warn = [&](const std::string& line) {
    err << "mlf-server: warning: " << line << '\n' << std::flush;
    log->Warning({}, line);
  };
  // In this folder's database, or in the store of a cluster.
  std::unique_ptr<Storage> storage;
  std::unique_ptr<SharedStorage> shared;
  std::unique_ptr<SqliteJournal> own_journal;
  std::unique_ptr<SqliteAccounts> own_accounts;
  std::unique_ptr<SqliteProfiles> own_profiles;
  if (config.cluster.empty()) {
    auto opened =
        Storage::Open({.path = (*folder)->database(),
                       .post = post,
                       .key = seal.Fingerprint(),
                       .reserve = ReserveFor((*folder)->path()),
                       .mark = &(*folder)->mark(),
                       .report = [&log](const std::string& line) { log->Warning({}, line); }});
    if (!opened) return TellFaults(err, opened.faults());
    storage = std::move(*opened);
    own_journal = std::make_unique<SqliteJournal>(*storage, seal, world.entropy);
    own_accounts = std::make_unique<SqliteAccounts>(*storage, passwords, world);
    own_profiles = std::make_unique<SqliteProfiles>(*storage, seal, world.entropy);
  } else {
    auto joined = open_shared({config, io, world, seal, (*folder)->path(), passwords, post, warn});
    if (!joined) return TellFaults(err, joined.faults());
    shared = std::move(*joined);
  }
  Journal& journal = shared ? shared->journal() : static_cast<Journal&>(*own_journal);
  Accounts& accounts = shared ? shared->accounts() : static_cast<Accounts&>(*own_accounts);

  // ---- the tables ----
  VariantShelf variants(config.variant_dir, (*folder)->path() + "/variants");
  Lobby lobby(config, world, journal, accounts, variants,
              [&seal](std::span<const std::byte> bytes) { return seal.KeyedHash(bytes); });
  if (own_profiles) lobby.UseProfiles(*own_profiles);
  int recovered = 0;
  try {
    // The desks of a cluster are taken by their claims.
    if (!shared) recovered = lobby.Recover();
  } catch (const std::runtime_error& fault) {
    return TellFaults(
        err,
        {{"D02",
          {(*folder)->database(), 0, 0},
          fmt::format("the database cannot be read: {}; check the disk, and start again",
                      fault.what())}},
        kFailed);
  }
  std::unique_ptr<SharedNode> cluster;
  if (shared) {
    auto begun = shared->Begin(lobby, variants);
    if (!begun) return TellFaults(err, begun.faults());
    cluster = std::move(*begun);
  }
  std::unique_ptr<Gateway> gateway;
  const TurnWatch turns(world);
  LobbyTables tables({lobby, journal, variants, config.variant_dir, gateway,
                      [&] { cluster ? cluster->Drain() : lobby.Drain(); }, cluster.get(), *log,
                      turns});
  Api api({.world = world,
           .tables = tables,
           .painter = painter,
           .elsewhere =
               [&drawing](std::function<void()> work, std::function<void()> done) {
                 return drawing.Start(std::move(work), std::move(done));
               },
           .metrics = [&] { return metrics.Text(tables.Now()); },
           .admin_token = admin_token,
           .limits = config.limits});
  const bool takes_clients = config.roles.find("gateway") != std::string::npos;
  const auto framed = [&tables] {
    return MakeFramedDriver([&tables](const std::string& variant) {
      const auto flow = tables.FlowOf(variant);
      return flow == nullptr || PlaysWithTiles(*flow);
    });
  };
  const auto echecs = [&] {
    return MakeEchecsDriver(
        {.key = echecs_key,
         .register_users = config.echecs_register,
         .variant = config.echecs_variant,
         .chained = config.echecs_chained,
         .describe = [&variants](const std::string& id) { return variants.Describe(id); }},
        world.entropy);
  };
  gateway = std::make_unique<Gateway>(
      io,
      Gateway::Parts{
          .config = config,
          .world = world,
          .lobby = cluster ? cluster->router() : static_cast<RequestHandler&>(lobby),
          .http = [&api](const HttpRequest& request,
                         HttpRespond respond) { api.Handle(request, std::move(respond)); },
          .metrics = [&api](const HttpRequest& request,
                            const HttpRespond& respond) { api.HandleMetrics(request, respond); },
          .framed = takes_clients ? Gateway::MakeDriver(framed) : nullptr,
          .echecs = takes_clients ? Gateway::MakeDriver(echecs) : nullptr,
      });
  // Nobody waits for them in the first hand.
  table::PrepareHandTables();
  const std::uint64_t open_files = RaiseFileLimit();
  if (const Faults faults = gateway->Listen(); !faults.empty())
    return TellFaults(err, faults, kFailed);

  // ---- signals ----
  boost::asio::signal_set hang_up(io, SIGHUP), stop(io, SIGTERM, SIGINT);
  const std::function<void()> wait_for_hang_up = [&] {
    hang_up.async_wait([&](boost::system::error_code error, int) {
      if (error) return;
      if (files != nullptr) files->logs().Reopen();
      const Faults faults = gateway->ReloadTls();
      for (const Fault& fault : faults) log->Error({}, fault.Text());
      if (faults.empty()) log->Info({}, "log files and certificate are reopened");
      wait_for_hang_up();
    });
  };
  wait_for_hang_up();
  stop.async_wait([&](boost::system::error_code error, int) {
    if (error) return;
    log->Info({}, "stops");
    const auto end = [&] { gateway->Stop([&io] { io.stop(); }); };
    if (cluster) return cluster->Leave(end);
    lobby.Drain();
    // Accepted requests are on disk and acknowledged before the sessions end.
    storage->Flush();
    boost::asio::post(io, end);
  });
  const std::function<void()> flush_logs = [&] {
    if (files != nullptr) files->logs().Flush();
    world.timers.At(world.clock.Steady() + 1000, flush_logs);
  };
  flush_logs();
  const std::function<void()> look_at_variants = [&] {
    for (const auto& [warning, text] : variants.News())
      warning ? log->Warning({}, text) : log->Info({}, text);
    world.timers.At(world.clock.Steady() + kVariantsMs, look_at_variants);
  };

  std::vector<std::string> warnings = Warnings(config, open_files);
  variants.News();
  // No editor is expected to be at work.
  for (const auto& [warning, text] : variants.News()) {
    if (warning) warnings.push_back(text);
  }
  for (const std::string& line : warnings) warn(line);
  for (const std::string& line : gateway->Listening()) {
    out << "listening " << line << '\n' << std::flush;
    log->Info({}, "listening " + line);
  }
  if (cluster) out << "listening nodes " << cluster->address() << '\n' << std::flush;
  look_at_variants();
  const auto say_ready = [&] {
    out << "ready" << '\n' << std::flush;
    log->Info({}, fmt::format("ready; {} desks go on", recovered));
  };
  cluster ? cluster->WhenJoined(say_ready) : say_ready();

  const auto work = boost::asio::make_work_guard(io);
  while (!io.stopped()) {
    try {
      io.run();
    } catch (const std::exception& failure) {
      // A fault of one desk does not affect the others.
      log->Error({}, std::string("a step of the server failed: ") + failure.what());
    }
  }
  gateway.reset();
  cluster.reset();
  log->Info({}, "stopped");
  if (files != nullptr) files->logs().Flush();
  return kServed;
}

int RunBackUp(const ServerConfig& config, const std::string& file, std::ostream& out,
              std::ostream& err) {
  if (const Faults faults = NoDatabase(config); !faults.empty())
    return TellFaults(err, faults, kFailed);
  const auto copied = BackUp(config.data + "/mlf.db", file);
  if (!copied) return TellFaults(err, copied.faults(), kFailed);
  out << *copied << "\n";
  err << "mlf-server: keep the key of the data folder too: without it unfinished hands cannot be "
         "read\n";
  return kServed;
}

int RunRebuildResults(const ServerConfig& config, std::ostream& out, std::ostream& err) {
  if (const Faults faults = VariantFolderFaults(config); !faults.empty())
    return TellFaults(err, faults);
  if (const Faults faults = NoDatabase(config); !faults.empty())
    return TellFaults(err, faults, kFailed);
  const auto folder = DataFolder::Open(config.data);
  if (!folder) return TellFaults(err, folder.faults());
  boost::asio::io_context io(1);
  RealWorld real(io);
  const auto key = (*folder)->Key(KeyOfEnvironment(), config.key_file, real.world().entropy);
  if (!key) return TellFaults(err, key.faults());
  const Seal seal(*key);
  const auto storage = Storage::Open({.path = (*folder)->database(),
                                      .post = [](const std::function<void()>&) {},
                                      .key = seal.Fingerprint(),
                                      .thread = false,
                                      .reserve = ReserveFor((*folder)->path()),
                                      .mark = &(*folder)->mark()});
  if (!storage) return TellFaults(err, storage.faults());
  VariantShelf variants(config.variant_dir);
  std::optional<Rebuilt> rebuilt;
  std::string why = "it cannot be written";
  try {
    rebuilt = RebuildResults(**storage, seal, variants, real.world().entropy);
  } catch (const SqlError& error) {
    why = error.what();
  }
  if (!rebuilt || !(*storage)->healthy())
    return TellFaults(err, {{"D02",
                             {(*folder)->database(), 0, 0},
                             fmt::format("not all matches were counted: {}; check the disk's space "
                                         "and the rights of the folder, and run it again",
                                         why)}});
  for (const std::string& line : rebuilt->skipped) out << line << "\n";
  out << fmt::format(
      "matches counted: {}, hands: {}; matches that cannot be read and stay as they were: {}\n",
      rebuilt->matches, rebuilt->hands, rebuilt->skipped.size());
  return rebuilt->skipped.empty() ? kServed : kFailed;
}

int RunCheckUpgrade(const ServerConfig& config, std::ostream& out, std::ostream& err) {
  if (const Faults faults = VariantFolderFaults(config); !faults.empty())
    return TellFaults(err, faults);
  if (const Faults faults = NoDatabase(config); !faults.empty())
    return TellFaults(err, faults, kFailed);
  const auto matches = MatchesInPlay(config.data);
  if (!matches) return TellFaults(err, matches.faults(), kFailed);
  VariantShelf variants(config.variant_dir);
  int gone = 0;
  for (const auto& [desk, head] : *matches) {
    const auto flow = variants.FlowOf(head);
    if (flow) continue;
    ++gone;
    out << fmt::format("desk {} match {} ({} {}): {}\n", desk, head.match, head.variant,
                       head.fingerprint, flow.faults().front().Text());
  }
  out << fmt::format("{} of {} matches in play would end at their last action\n", gone,
                     matches->size());
  return gone == 0 ? kServed : kFailed;
}

}  // namespace mlf::server
