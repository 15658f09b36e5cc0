// Arbitrary bytes as a journal, in either form: reading never crashes, and what it gives back writes and reads the same.
#include <mlf/flow/journal.h>

#include <cstdint>
#include <cstdlib>

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto read = mlf::ReadJournal(bytes, "fuzz", /*strict=*/false);
  const auto strict = mlf::ReadJournal(bytes, "fuzz", /*strict=*/true);
  Require(strict.ok() == (read.ok() && !read->stop));
  if (!read.ok()) {
    Require(!read.faults().empty());
    return 0;
  }
  for (const mlf::JournalForm form : {mlf::JournalForm::kText, mlf::JournalForm::kBinary}) {
    const std::string written = mlf::WriteJournal(read->journal, form);
    const auto again = mlf::ReadJournal(written, "again", /*strict=*/false);
    Require(again.ok() && again->journal.entries.size() == read->journal.entries.size());
    // Control characters are written as '?', so only a second writing must be the same.
    Require(mlf::WriteJournal(again->journal, form) == written);
  }
  return 0;
}
