#include "tests/server_journal/place.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <utility>

namespace mlf::server::test {

namespace {

SecretKey KeyOf(std::uint8_t byte) {
  SecretKey key;
  key.fill(byte);
  return key;
}

}  // namespace

Place::Place(Options options) : seal_(KeyOf(options.key)) {
  auto storage =
      Storage::Open({.path = options.path,
                     .post = loop_.Post(),
                     .key = seal_.Fingerprint(),
                     .vfs = options.vfs,
                     .thread = options.thread,
                     .reserve = options.reserve,
                     .mark = options.mark,
                     .report = [this](const std::string& line) { reports_.push_back(line); }});
  if (!storage && options.may_fail) return;
  if (!storage) {
    ADD_FAILURE() << FaultText(storage.faults());
    std::abort();
  }
  storage_ = std::move(*storage);
  journal_ = std::make_unique<SqliteJournal>(*storage_, seal_, entropy_, options.newest);
}
Place::~Place() = default;

void Place::Settle() {
  do {
    storage_->Flush();
  } while (loop_.Run() != 0);
}

Outcome Place::Commit(server::Commit commit) {
  std::optional<Outcome> outcome;
  journal_->Append(std::move(commit), [&](Outcome now) { outcome = now; });
  storage_->Flush();
  EXPECT_TRUE(loop_.RunUntil([&] { return outcome.has_value(); }));
  return outcome.value_or(Outcome::kUnknown);
}

std::vector<StoredDesk> Place::Desks() {
  std::vector<StoredDesk> desks;
  damaged.clear();
  journal_->LoadDesks([&](StoredDesk desk) { desks.push_back(std::move(desk)); },
                      [&](const std::string& desk, const std::string& report) {
                        damaged.push_back(desk + ": " + report);
                      });
  return desks;
}

}  // namespace mlf::server::test
