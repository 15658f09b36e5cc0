// Arbitrary changes to what a database holds, and a server that starts on it and goes on for some
// minutes. Two ways: rows and columns of the file itself, where sums and seals find the change; and
// what is read from the rows, as if sums and seals fitted.
//
//   - a desk whose rows were not touched is read as it was;
//   - whatever is read, the server starts, and people log in and ask.
#include "fuzz/fail.h"
#include "server/config/config.h"
#include "server/host/variant_shelf.h"
#include "server/journal/memory_journal.h"
#include "server/journal/sqlite_journal.h"
#include "server/lobby/lobby.h"
#include "server/protocol/json_wire.h"
#include "server/sim/disk.h"
#include "server/sim/sim_accounts.h"
#include "server/sim/sim_world.h"
#include "server/sim/storage_driver.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace mlf;
using namespace mlf::server;

constexpr const char* kPath = "mlf.db";
constexpr Ms kMinute = 60'000;

// What an input decides, number by number; zeros behind its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : at_(data), left_(size) {}
  bool empty() const { return left_ == 0; }
  std::uint8_t Byte() {
    if (left_ == 0) return 0;
    --left_;
    return *at_++;
  }
  std::size_t Below(std::size_t bound) {
    const std::size_t high = Byte();
    return (high << 8 | Byte()) % std::max<std::size_t>(bound, 1);
  }
  std::int64_t Number() {
    const std::uint8_t how = Byte();
    if (how < 128) return how - 8;
    constexpr std::int64_t kEdges[] = {
        -1,        0,   1LL << 31, (1LL << 31) - 1, 1LL << 32, (1LL << 32) - 1, INT64_MAX,
        INT64_MIN, 255, 256};
    return kEdges[how % std::size(kEdges)];
  }
  // Some of the bytes of `text` become others, or go, or more come.
  std::string Changed(std::string text) {
    const std::size_t at = Below(text.size() + 1);
    switch (Byte() % 4) {
      case 0: text.resize(at); break;
      case 1: text.insert(at, 1, static_cast<char>(Byte())); break;
      case 2: text.erase(at, 1 + Byte() % 8); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(Byte());
    }
    return text;
  }

 private:
  const std::uint8_t* at_;
  std::size_t left_;
};

const Seal& TheSeal() {
  static const Seal seal{SecretKey{1, 2, 3}};
  return seal;
}
VariantShelf& Shelf() {
  static VariantShelf shelf("");
  // A shelf forgets what is not in use, and building takes longer than an input.
  static const auto erren = shelf.FlowFor("erren", {}), xueliu = shelf.FlowFor("xueliu", {});
  return shelf;
}

class Guest final : public Session {
 public:
  explicit Guest(std::uint64_t number) : number_(number) {}
  void Send(MessagePtr) override {}
  void Bye(std::string_view) override {}
  void Close() override {}
  const std::string& address() const override { return address_; }
  std::uint64_t number() const override { return number_; }

 private:
  const std::uint64_t number_;
  const std::string address_ = "127.0.0.1";
};

// A server above a journal, in its own time.
class Server {
 public:
  explicit Server(SimWorld& world, Journal& journal)
      : world_(world),
        accounts_(world.world()),
        lobby_(config_, world.world(), journal, accounts_, Shelf(),
               [](std::span<const std::byte> bytes) { return TheSeal().KeyedHash(bytes); }) {
    lobby_.Recover();
    lobby_.Opened(guest_);
  }
  ~Server() { lobby_.Closed(guest_); }

  Json Ask(const Json& request) {
    const auto got = std::make_shared<Json>();
    lobby_.Handle(guest_, std::get<Request>(ReadRequest(request).content), world_.clock.Steady(),
                  [got](Answer answer) { *got = AnswerObject(nullptr, answer); });
    for (int i = 0; i < 100 && got->is_null(); ++i) world_.RunFor(20);
    return *got;
  }
  Lobby& lobby() { return lobby_; }

 private:
  SimWorld& world_;
  ServerConfig config_;
  SimAccounts accounts_;
  Lobby lobby_;
  Guest guest_{1};
};

// The journal of mlf-server on a disk.
class Opened {
 public:
  Opened(SimWorld& world, Disk& disk) : driver_(world.clock, world.timers, disk) {
    Storage::Options options = driver_.Options();
    options.path = kPath;
    options.key = TheSeal().Fingerprint();
    auto opened = Storage::Open(std::move(options));
    if (!opened) return;
    storage_ = std::move(*opened);
    driver_.Drive(storage_.get());
    journal_.emplace(*storage_, TheSeal(), world.entropy);
  }
  SqliteJournal* journal() { return journal_ ? &*journal_ : nullptr; }

 private:
  StorageDriver driver_;
  std::unique_ptr<Storage> storage_;
  std::optional<SqliteJournal> journal_;
};

// A database with a desk that has played hands, one in the middle of its first and one that waits;
// and what is read from it.
struct Base {
  std::string bytes;
  std::vector<StoredDesk> desks;

  Base() {
    SimWorld world(1);
    Disk disk(1);
    {
      Opened opened(world, disk);
      Server server(world, *opened.journal());
      server.Ask({{"t", "login"}, {"name", "ming"}});
      const auto sit = [&](const char* variant, int robots) {
        const Json made = server.Ask({{"t", "create"}, {"variant", variant}, {"robots", robots}});
        return made.at("desk").at("id").get<std::string>();
      };
      const auto play = [&](const std::string& desk, Ms ms) {
        server.Ask({{"t", "ready"}, {"desk", desk}, {"ready", true}});
        world.RunFor(ms);
      };
      play(sit("erren", 1), 10 * kMinute);
      play(sit("xueliu", 3), kMinute);
      sit("erren", 0);
      world.RunFor(1000);
      opened.journal()->LoadDesks([&](StoredDesk desk) { desks.push_back(std::move(desk)); },
                                  [](const std::string&, const std::string& report) {
                                    Fail("the database as it was: " + report);
                                  });
    }
    Connection(std::string(kPath), Connection::Mode::kReadWrite, disk.vfs())
        .Execute("PRAGMA wal_checkpoint(TRUNCATE)");
    bytes = disk.Content(kPath);
    const auto in_play = [](const StoredDesk& desk) { return desk.head && !desk.records.empty(); };
    if (desks.size() != 3 || std::ranges::none_of(desks, in_play))
      Fail("the database has nothing to change");
  }
};

bool Same(const StoredDesk& a, const StoredDesk& b) {
  return a.row.text == b.row.text && a.records.size() == b.records.size() &&
         (a.records.empty() || ChainHash(a.records.back()) == ChainHash(b.records.back())) &&
         a.mark.has_value() == b.mark.has_value() &&
         (!a.mark || (a.mark->records == b.mark->records && a.mark->host == b.mark->host)) &&
         a.keys.size() == b.keys.size();
}

// A user comes, asks for what is there, and time passes.
void GoOn(SimWorld& world, Journal& journal, const std::vector<StoredDesk>& desks) {
  Server server(world, journal);
  if (server.Ask({{"t", "login"}, {"name", "hong"}}).value("t", "") != "ok")
    Fail("nobody can log in");
  for (const StoredDesk& desk : desks) {
    server.Ask({{"t", "join"}, {"code", desk.row.code}});
    server.Ask({{"t", "watch"}, {"desk", desk.desk}});
    server.Ask({{"t", "journal"}, {"desk", desk.desk}, {"match", 1}});
    static_cast<void>(journal.LoadHand(desk.desk, 1, 0));
    static_cast<void>(journal.FindAct(desk.desk, 1, "g1", "a"));
  }
  static_cast<void>(server.lobby().AdminDesks());
  world.RunFor(3 * kMinute);
}

// ---- rows of the file ----

std::vector<std::string> Names(Connection& db, const std::string& sql) {
  std::vector<std::string> names;
  std::string all = db.Ask("SELECT group_concat(name) FROM (" + sql + ")");
  for (std::size_t from = 0; from < all.size();) {
    const std::size_t to = std::min(all.find(',', from), all.size());
    names.push_back(all.substr(from, to - from));
    from = to + 1;
  }
  return names;
}

std::string Literal(const std::string& bytes, bool text) {
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text ? "CAST(x'" + hex + "' AS TEXT)" : "x'" + hex + "'";
}

// One change; the desk it belongs to, or "" where it may concern any.
std::string ChangeRow(Connection& db, Input& input) {
  static const std::vector<std::string> tables =
      Names(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'meta'");
  const std::string& table = tables[input.Byte() % tables.size()];
  const auto columns = Names(db, "SELECT name FROM pragma_table_info('" + table + "')");
  const auto keys = Names(db, "SELECT name FROM pragma_table_info('" + table + "') WHERE pk > 0");
  const std::size_t count = std::stoul(db.Ask("SELECT count(*) FROM " + table));
  if (count == 0) return "none";
  const std::string one = fmt::format(" FROM {} LIMIT 1 OFFSET {}", table, input.Below(count));
  const std::string key = fmt::format("({})", fmt::join(keys, ","));
  const std::string where =
      fmt::format(" WHERE {} IN (SELECT {}{})", key, fmt::join(keys, ","), one);
  const bool has_desk = std::ranges::find(columns, "desk") != columns.end();
  const std::string& column = columns[input.Byte() % columns.size()];
  const std::string desk = has_desk ? db.Ask("SELECT desk" + one) : "";
  const std::string stored = db.Ask("SELECT " + column + one);
  std::string value;
  switch (const int how = input.Byte() % 8) {
    case 0: db.Execute("DELETE FROM " + table + where); return desk;
    case 1: value = "NULL"; break;
    case 2: value = fmt::format("{}", input.Number()); break;
    case 3: value = "0.5"; break;
    // What is in another row.
    case 4:
      value =
          fmt::format("(SELECT {} FROM {} LIMIT 1 OFFSET {})", column, table, input.Below(count));
      break;
    default: value = Literal(input.Changed(stored), how % 2 == 0); break;
  }
  db.Execute(fmt::format("UPDATE {} SET {} = {}{}", table, column, value, where));
  // Which desk it now is, or has the code of, is open.
  return column == "desk" || column == "code" ? "" : desk;
}

void InTheFile(const Base& base, Input input) {
  SimWorld world(2);
  Disk disk(2);
  disk.Put(kPath, base.bytes);
  std::set<std::string> touched;
  {
    Connection db(kPath, Connection::Mode::kReadWrite, disk.vfs());
    for (int i = 0; i < 8 && !input.empty(); ++i) {
      try {
        touched.insert(ChangeRow(db, input));
      } catch (const SqlError&) {  // against a constraint
      }
    }
  }
  Opened opened(world, disk);
  if (opened.journal() == nullptr) Fail("the database is not opened");
  std::vector<StoredDesk> read;
  std::set<std::string> damaged;
  opened.journal()->LoadDesks(
      [&](StoredDesk desk) { read.push_back(std::move(desk)); },
      [&](const std::string& desk, const std::string&) { damaged.insert(desk); });
  for (const StoredDesk& was : base.desks) {
    if (touched.contains(was.desk) || touched.contains("")) continue;
    const auto now = std::ranges::find(read, was.desk, &StoredDesk::desk);
    if (now == read.end() || !Same(*now, was)) Fail("a desk that was not touched is not as it was");
  }
  GoOn(world, *opened.journal(), base.desks);
}

// ---- what is read from the rows ----

// All fields of a desk, one after the other; the n-th is changed.
class Fields {
 public:
  Fields(Input& input, std::size_t which) : input_(input), which_(which) {}
  void operator()(std::string& text) {
    if (Mine()) text = input_.Changed(std::move(text));
  }
  template <typename T>
  void operator()(T& number) {
    if (Mine()) number = static_cast<T>(input_.Number());
  }
  template <typename... T>
  void All(T&... fields) {
    ((*this)(fields), ...);
  }

 private:
  bool Mine() { return which_-- == 0; }
  Input& input_;
  std::size_t which_;
};

void ChangeField(StoredDesk& desk, Input& input) {
  if (input.Byte() % 8 == 0) {  // as a whole
    switch (input.Byte() % 6) {
      case 0: desk.head.reset(); break;
      case 1: desk.mark.reset(); break;
      case 2: desk.keys.clear(); break;
      case 3: desk.hand_ends.clear(); break;
      case 4: desk.records.resize(input.Below(desk.records.size() + 1)); break;
      default:
        if (!desk.records.empty()) desk.records.push_back(desk.records.front());
    }
    return;
  }
  const bool of_record = input.Byte() % 2 == 0 && !desk.records.empty();
  Fields fields(input, input.Byte() % (of_record ? 16 : 24));
  if (of_record) {
    Record& r = desk.records[input.Below(desk.records.size())];
    fields.All(r.match, r.hand, r.number, r.seq, r.seat, r.user, r.id, r.action, r.body, r.mine,
               r.at, r.deadline, r.extra_ms, r.salt, r.hash, r.previous);
    return;
  }
  fields.All(desk.row.text, desk.row.text, desk.row.text, desk.row.text, desk.row.code);
  if (desk.head)
    fields.All(desk.head->match, desk.head->variant, desk.head->texts, desk.head->options,
               desk.head->fingerprint);
  if (desk.mark)
    fields.All(desk.mark->match, desk.mark->hand, desk.mark->number, desk.mark->records,
               desk.mark->host, desk.mark->host, desk.mark->host, desk.mark->salts);
  for (HandKey& key : desk.keys) fields.All(key.match, key.hand);
  for (HandEnd& end : desk.hand_ends) fields.All(end.match, end.hand, end.number, end.secret);
}

class Given final : public MemoryJournal {
 public:
  Given(World world, std::vector<StoredDesk> desks)
      : MemoryJournal(world, 1), desks_(std::move(desks)) {}
  void LoadDesks(const std::function<void(StoredDesk)>& desk,
                 const std::function<void(std::string, std::string)>&) override {
    for (const StoredDesk& one : desks_) desk(one);
  }

 private:
  const std::vector<StoredDesk> desks_;
};

void BehindTheSums(const Base& base, Input input) {
  std::vector<StoredDesk> desks = base.desks;
  for (int i = 0; i < 4 && !input.empty(); ++i)
    ChangeField(desks[input.Byte() % desks.size()], input);
  SimWorld world(2);
  Given journal(world.world(), desks);
  GoOn(world, journal, base.desks);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Base base;
  Input input(data, size);
  if (input.Byte() % 2 == 0) {
    InTheFile(base, input);
  } else {
    BehindTheSums(base, input);
  }
  return 0;
}
