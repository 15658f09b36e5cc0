// Arbitrary bytes as a journal in either format: reading never crashes, and a read journal
// round-trips.
#include <mlf/flow/journal.h>
#include "fuzz/fail.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using mlf::Require;

// The lines of `bytes` with valid checksums, which the fuzzer cannot guess.
std::string WithChecks(std::string_view bytes) {
  std::string text;
  std::uint32_t check = 0x811C9DC5u;
  while (!bytes.empty()) {
    const std::size_t newline = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, newline);
    bytes.remove_prefix(std::min(newline + 1, bytes.size()));
    for (const char c : line) check = (check ^ static_cast<unsigned char>(c)) * 0x01000193u;
    check = (check ^ '\n') * 0x01000193u;
    char mark[8];
    std::snprintf(mark, sizeof mark, " #%04x", (check ^ (check >> 16)) & 0xFFFF);
    text.append(line).append(mark).append("\n");
  }
  return text;
}

void ReadAndWrite(std::string_view bytes) {
  const auto read = mlf::ReadJournal(bytes, "fuzz", /*strict=*/false);
  const auto strict = mlf::ReadJournal(bytes, "fuzz", /*strict=*/true);
  Require(strict.ok() == (read.ok() && !read->stop));
  if (!read.ok()) {
    Require(!read.faults().empty());
    return;
  }
  for (const mlf::JournalForm form : {mlf::JournalForm::kText, mlf::JournalForm::kBinary}) {
    const std::string written = mlf::WriteJournal(read->journal, form);
    const auto again = mlf::ReadJournal(written, "again", /*strict=*/false);
    Require(again.ok() && again->journal.entries.size() == read->journal.entries.size());
    // Control characters are written as '?', so only the second round trip must be identical.
    Require(mlf::WriteJournal(again->journal, form) == written);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ReadAndWrite(bytes);
  ReadAndWrite(WithChecks(bytes));
  return 0;
}
