// The archive that all nodes share: PostgreSQL through libpqxx. no_postgres_archive.cc takes its
// place where libpqxx is missing.
#include "cluster/archive.h"

#include <mutex>
#include <stdexcept>

#include <pqxx/pqxx>

namespace mlf::server {
namespace {

// A connection that is made anew when it broke.
class Link {
 public:
  explicit Link(std::string uri) : uri_(std::move(uri)) {}

  // Runs `work` in a transaction. Throws std::exception.
  template <typename Work>
  auto Do(Work&& work) {
    const std::lock_guard lock(mutex_);
    try {
      if (!connection_) Connect();
      pqxx::work transaction(*connection_);
      auto result = work(transaction);
      transaction.commit();
      return result;
    } catch (const std::exception&) {
      connection_.reset();
      throw;
    }
  }

 private:
  void Connect() {
    connection_ = std::make_unique<pqxx::connection>(uri_);
    // The server's thread waits for reads.
    connection_->set_variable("statement_timeout", "1000");
    connection_->prepare("put",
                         "INSERT INTO mlf_archive(key, value) VALUES($1, $2) "
                         "ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value");
    connection_->prepare("get", "SELECT value FROM mlf_archive WHERE key = $1");
  }

  const std::string uri_;
  std::mutex mutex_;
  std::unique_ptr<pqxx::connection> connection_;
};

// `uri` with a limit for the time of a connection, unless it has one.
std::string WithTimeout(std::string uri) {
  if (uri.find("connect_timeout") != std::string::npos) return uri;
  return uri + (uri.find('?') == std::string::npos ? '?' : '&') + "connect_timeout=2";
}

class PostgresArchive final : public Archive {
 public:
  PostgresArchive(const std::string& uri, Pool& pool) : Archive(pool), writes_(uri), reads_(uri) {
    pqxx::connection first(uri);
    pqxx::work work(first);
    // Its nodes may start at the same time.
    work.exec("SELECT pg_advisory_xact_lock(7235404121)");
    work.exec("CREATE TABLE IF NOT EXISTS mlf_archive(key TEXT PRIMARY KEY, value BYTEA NOT NULL)");
    work.commit();
    // What is acknowledged has to be on disk.
    pqxx::work asked(first);
    if (asked.exec1("SHOW synchronous_commit")[0].as<std::string>() == "off")
      throw std::runtime_error("its setting synchronous_commit is off; switch it on");
  }

  std::optional<std::string> Get(const std::string& key) override {
    return reads_.Do([&](pqxx::work& work) -> std::optional<std::string> {
      const pqxx::result rows = work.exec_prepared("get", key);
      if (rows.empty()) return std::nullopt;
      return pqxx::binarystring(rows[0][0]).str();
    });
  }

 private:
  void Write(const Entries& entries) override {
    writes_.Do([&](pqxx::work& work) {
      for (const auto& [key, value] : entries)
        work.exec_prepared("put", key, pqxx::binarystring(value));
      return 0;
    });
  }

  Link writes_, reads_;
};

}  // namespace

Result<std::unique_ptr<Archive>> OpenPostgresArchive(const std::string& uri, Pool& pool) {
  try {
    return std::unique_ptr<Archive>(std::make_unique<PostgresArchive>(WithTimeout(uri), pool));
  } catch (const std::exception& error) {
    std::string what = error.what();
    while (what.ends_with('\n')) what.pop_back();
    return Fault{"D11",
                 {},
                 "the archive in PostgreSQL cannot be used: " + what +
                     "; check --archive, and that the user may make a table there"};
  }
}

}  // namespace mlf::server
