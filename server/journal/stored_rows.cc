#include "server/journal/stored_rows.h"

#include "server/journal/digest.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

std::string Place(std::string_view table, const std::string& desk, std::uint32_t match,
                  std::uint32_t hand) {
  return fmt::format("{}\n{}\n{}\n{}", table, desk, match, hand);
}
// The open columns of a mark belong to its place too.
std::string Place(std::string_view column, const std::string& desk, const HandMark& mark) {
  return fmt::format("{}\n{}\n{}", Place(column, desk, mark.match, mark.hand), mark.number,
                     mark.salts);
}
std::string KeyPlace(const std::string& desk, const HandKey& key) {
  return Place("keys", desk, key.match, key.hand);
}

std::string Opened(const Seal& seal, const std::string& sealed, const std::string& place,
                   std::string_view what, std::uint32_t match, std::uint32_t hand) {
  auto plain = seal.Open(sealed, place);
  if (!plain) throw Damage(fmt::format("match {}, hand {}: its {} was altered", match, hand, what));
  return std::move(*plain);
}

}  // namespace

SealedCommit::SealedCommit(Commit plain, const Seal& seal, Entropy& entropy)
    : commit(std::move(plain)) {
  if (commit.mark) *commit.mark = SealMark(seal, commit.desk, *std::move(commit.mark), entropy);
  for (HandKey& key : commit.keys) {
    const std::string_view bytes(reinterpret_cast<const char*>(key.key.data()), key.key.size());
    sealed_keys.push_back(seal.Close(bytes, KeyPlace(commit.desk, key), entropy));
    sodium_memzero(key.key.data(), key.key.size());
  }
}

HandMark SealMark(const Seal& seal, const std::string& desk, HandMark mark, Entropy& entropy) {
  mark.records = seal.Close(mark.records, Place("records", desk, mark), entropy);
  mark.host = seal.Close(mark.host, Place("host", desk, mark), entropy);
  return mark;
}

HandMark OpenMark(const Seal& seal, const std::string& desk, HandMark mark) {
  mark.records =
      Opened(seal, mark.records, Place("records", desk, mark), "mark", mark.match, mark.hand);
  mark.host = Opened(seal, mark.host, Place("host", desk, mark), "mark", mark.match, mark.hand);
  return mark;
}

HandKey OpenKey(const Seal& seal, const std::string& desk, std::uint32_t match, std::uint32_t hand,
                const std::string& sealed) {
  HandKey key{.match = match, .hand = hand};
  const std::string plain = Opened(seal, sealed, KeyPlace(desk, key), "key", match, hand);
  if (plain.size() != key.key.size())
    throw Damage(fmt::format("match {}, hand {}: its key was altered", match, hand));
  std::copy(plain.begin(), plain.end(), key.key.begin());
  return key;
}

std::string ContentHash(std::string_view text) {
  std::string hash(crypto_generichash_BYTES, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
  return hash;
}

std::uint64_t SumOf(const std::string& desk, const DeskRow& row) {
  return Sum(desk, row.text, row.code, row.ended);
}
std::uint64_t SumOf(const std::string& desk, const MatchHead& head, const std::string& texts) {
  return Sum(desk, head.match, head.variant, texts, head.options, head.fingerprint);
}
std::uint64_t SumOf(const std::string& desk, const HandEnd& end) {
  return Sum(desk, end.match, end.hand, end.number, end.secret);
}

void RecordChain::Take(Record record) {
  if (record.number != expected_)
    throw Damage(fmt::format("match {}: record {} is missing", match_, expected_));
  if (record.match != match_ || (record.number > after_ && record.previous != previous_))
    throw Damage(
        fmt::format("match {}: record {} or the one before it was altered", match_, record.number));
  if (record.kind > Record::Kind::kVote || record.by > DecidedBy::kServer)
    throw Damage(fmt::format("match {}: record {} was altered", match_, record.number));
  previous_ = ChainHash(record);
  ++expected_;
  if (record.number > after_) records_.push_back(std::move(record));
}

std::vector<Record> RecordChain::Finish(std::uint64_t last, std::optional<std::uint64_t> chain) {
  if (last != 0 && expected_ != last + 1)
    throw Damage(fmt::format("match {}: record {} is missing", match_, expected_));
  if (chain && *chain != previous_)
    throw Damage(fmt::format("match {}: record {} was altered", match_, last));
  return std::move(records_);
}

}  // namespace mlf::server
