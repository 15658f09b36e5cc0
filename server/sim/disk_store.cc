#include "server/journal/seal.h"
#include "server/journal/sqlite_journal.h"
#include "server/protocol/big_endian.h"
#include "server/sim/disk.h"
#include "server/sim/sim_store.h"
#include "server/sim/storage_driver.h"

#include <mlf/flow/random.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace mlf::server {
namespace {

constexpr const char* kPath = "mlf.db";
constexpr const char* kLog = "mlf.db-wal";

std::uint32_t WordAt(const std::string& bytes, std::size_t at) {
  return static_cast<std::uint32_t>(BigEndian(std::string_view(bytes).substr(at, 4)));
}
void PutBigEndian(std::string& bytes, std::size_t at, std::uint32_t number) {
  for (std::size_t i = at + 4; i-- > at; number >>= 8) bytes[i] = static_cast<char>(number);
}

// Gives each frame of SQLite's log that belongs to it (its salts say so) the checksum of what
// is there, torn or not. The format: sqlite.org/fileformat2.html, section 4.1.
std::string WithChecksumsOfWhatIsThere(std::string log) {
  constexpr std::size_t kHead = 32, kFrameHead = 24;
  if (log.size() < kHead) return log;
  const bool big_endian = (WordAt(log, 0) & 1) != 0;
  const std::size_t page = WordAt(log, 8);
  std::uint32_t sum[2] = {WordAt(log, 24), WordAt(log, 28)};
  const auto add = [&](std::size_t from, std::size_t to) {
    for (std::size_t at = from; at < to; at += 8) {
      for (const int half : {0, 1}) {
        std::uint32_t word = WordAt(log, at + 4 * static_cast<std::size_t>(half));
        if (!big_endian) word = __builtin_bswap32(word);
        sum[half] += word + sum[1 - half];
      }
    }
  };
  for (std::size_t at = kHead; at + kFrameHead + page <= log.size(); at += kFrameHead + page) {
    if (log.compare(at + 8, 8, log, 16, 8) != 0) break;
    add(at, at + 8);
    add(at + kFrameHead, at + kFrameHead + page);
    PutBigEndian(log, at + 16, sum[0]);
    PutBigEndian(log, at + 20, sum[1]);
  }
  return log;
}

class OnDisk final : public SimStore {
 public:
  OnDisk(std::uint64_t seed, DiskFault planted)
      : planted_(planted), seed_(StreamSeed(seed, "store")), disk_(seed), seal_(Key(seed)) {
    disk_.SetSlow(Random(30));
  }

  Journal& Start(World world, std::function<void(std::string)> fault) override {
    disk_.Restart();
    if (std::string log = disk_.Content(kLog); planted_ == DiskFault::kTornLog && !log.empty())
      disk_.Put(kLog, WithChecksumsOfWhatIsThere(std::move(log)));
    life_.emplace(world, disk_);
    Storage::Options options = life_->driver.Options();
    options.path = kPath;
    options.key = seal_.Fingerprint();
    options.report = [this, fault](const std::string& line) {
      if (!troubled_ && !disk_.dead()) fault("of a disk without faults: " + line);
    };
    auto opened = Storage::Open(std::move(options));
    if (!opened) throw std::runtime_error(FaultText(opened.faults()));
    life_->storage = std::move(*opened);
    life_->driver.Drive(life_->storage.get());
    // Few rows, so that they often go on.
    life_->journal.emplace(*life_->storage, seal_, world.entropy,
                           NewestLimits{.of_desk = 5, .all = 20, .at_once = 4});
    if (planted_ == DiskFault::kNormalSync) {
      // Inside the transaction of its group, where the level cannot be changed.
      life_->storage->Submit(
          [](Connection& db) { db.Execute("COMMIT; PRAGMA synchronous=NORMAL; BEGIN IMMEDIATE"); },
          [](Outcome) {});
    }
    return *life_->journal;
  }
  void Crash() override {
    if (Random(2) == 0) {
      disk_.CutPower();
    } else {
      disk_.Kill();
    }
    life_.reset();
    troubled_ = false;
    Mend();
  }
  void CrashSoon() override { disk_.CutPowerAfter(Random(60)); }
  bool dead() const override { return disk_.dead(); }

  void Fail() override {
    troubled_ = true;
    switch (Random(4)) {
      case 0: disk_.Fail(Disk::Call::kSync, 1 + Random(3)); break;
      case 1: disk_.Fail(Disk::Call::kWrite, 1 + Random(3)); break;
      case 2: disk_.Fail(Disk::Call::kRead, 1 + Random(3)); break;
      default: disk_.SetCapacity(disk_.used() + Random(20'000)); break;
    }
  }
  void Mend() override {
    for (const auto call : {Disk::Call::kRead, Disk::Call::kWrite, Disk::Call::kSync})
      disk_.Fail(call, 0);
    disk_.SetCapacity(std::nullopt);
  }

  int Count(const std::string& desk, std::uint32_t match, const std::string& id) override {
    return life_->storage->Read([&](Connection& db) {
      Rows rows = db.Run(
          "SELECT count(*) FROM (SELECT number FROM records WHERE desk = ?1 AND match = ?2 AND "
          "id = ?3 UNION SELECT number FROM newest WHERE desk = ?1 AND match = ?2 AND id = ?3)",
          desk, match, id);
      return rows.Next() ? rows.Int<int>(0) : 0;
    });
  }
  std::uint64_t size() override {
    return life_->storage->Read([](Connection& db) {
      Rows rows = db.Run(
          "SELECT count(*) FROM (SELECT desk, match, number FROM records UNION "
          "SELECT desk, match, number FROM newest)");
      return rows.Next() ? rows.Int<std::uint64_t>(0) : 0;
    });
  }

 private:
  struct Life {
    Life(World world, Disk& disk) : driver(world.clock, world.timers, disk) {}
    StorageDriver driver;
    std::unique_ptr<Storage> storage;
    std::optional<SqliteJournal> journal;
  };

  static SecretKey Key(std::uint64_t seed) {
    SecretKey key;
    key.fill(static_cast<std::uint8_t>(seed));
    return key;
  }
  std::uint32_t Random(std::uint32_t bound) { return Stream(seed_, counter_).Below(bound); }

  const DiskFault planted_;
  const std::uint64_t seed_;
  std::uint32_t counter_ = 0;
  Disk disk_;  // outlives what is open on it
  Seal seal_;
  std::optional<Life> life_;
  bool troubled_ = false;
};

}  // namespace

std::unique_ptr<SimStore> DiskStore(std::uint64_t seed, DiskFault planted) {
  return std::make_unique<OnDisk>(seed, planted);
}

}  // namespace mlf::server
