#include "cluster/archive.h"

#include "server/journal/sqlite.h"

#include <sys/stat.h>

#include <exception>
#include <mutex>

namespace mlf::server {
namespace {

class FileArchive final : public Archive {
 public:
  FileArchive(const std::string& path, Pool& pool)
      : Archive(pool),
        writer_(path, Connection::Mode::kCreate),
        reader_(path, Connection::Mode::kReadWrite) {
    ::chmod(path.c_str(), 0600);
    writer_.Execute(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE IF NOT EXISTS archive(key TEXT PRIMARY KEY, value BLOB NOT NULL)");
  }

  std::optional<std::string> Get(const std::string& key) override {
    const std::lock_guard lock(reading_);
    Rows row = reader_.Run("SELECT value FROM archive WHERE key = ?", key);
    if (!row.Next()) return std::nullopt;
    return row.Text(0);
  }
  bool shared() const override { return false; }

 private:
  void Write(const Entries& entries) override {
    writer_.Execute("BEGIN IMMEDIATE");
    try {
      for (const auto& [key, value] : entries)
        writer_.Do("INSERT OR REPLACE INTO archive(key, value) VALUES(?, ?)", key, Blob{value});
      writer_.Execute("COMMIT");
    } catch (const SqlError&) {
      if (writer_.InTransaction()) writer_.Execute("ROLLBACK");
      throw;
    }
  }

  Connection writer_;
  std::mutex reading_;
  Connection reader_;
};

}  // namespace

void Archive::Put(Entries entries, const std::function<void(const std::string& fault)>& done) {
  const auto fault = std::make_shared<std::string>();
  const bool started = pool_.Start(
      [this, fault, entries = std::move(entries)] {
        try {
          Write(entries);
        } catch (const std::exception& error) {
          *fault = error.what();
        }
      },
      [fault, done] { done(*fault); });
  if (!started) done("it is busy");
}

Result<std::unique_ptr<Archive>> OpenFileArchive(const std::string& path, Pool& pool) {
  try {
    return std::unique_ptr<Archive>(std::make_unique<FileArchive>(path, pool));
  } catch (const SqlError& error) {
    return Fault{"D02", {path, 0, 0}, std::string("the archive cannot be used: ") + error.what()};
  }
}

}  // namespace mlf::server
