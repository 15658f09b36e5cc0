// What every journal stores in the same way: sealed secrets, sums that show altered rows, and the
// chain of records.
#pragma once

#include "server/journal/journal.h"
#include "server/journal/seal.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

// Rows that contradict each other or were altered; what() names them.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Encrypts the secrets of a commit; done once, before it is stored.
struct SealedCommit {
  SealedCommit(Commit plain, const Seal& seal, Entropy& entropy);

  Commit commit;                         // mark's records and host are sealed; keys are zeros
  std::vector<std::string> sealed_keys;  // those of `commit.keys`
};

HandMark SealMark(const Seal& seal, const std::string& desk, HandMark plain, Entropy& entropy);
// Decrypt what SealedCommit has encrypted. They throw Damage.
HandMark OpenMark(const Seal& seal, const std::string& desk, HandMark sealed);
HandKey OpenKey(const Seal& seal, const std::string& desk, std::uint32_t match, std::uint32_t hand,
                const std::string& sealed);

// BLAKE2b, 32 bytes: the name of the texts of a variant.
std::string ContentHash(std::string_view text);

// Stored beside the values. `texts`: the hash of the head's texts.
std::uint64_t SumOf(const std::string& desk, const DeskRow& row);
std::uint64_t SumOf(const std::string& desk, const MatchHead& head, const std::string& texts);
std::uint64_t SumOf(const std::string& desk, const HandEnd& end);

// The records of a match after number `after`, as they are read in order.
class RecordChain {
 public:
  RecordChain(std::uint32_t match, std::uint64_t after)
      : match_(match), after_(after), expected_(first()) {}

  // The record before the first one is read for its chain value only.
  std::uint64_t first() const { return after_ == 0 ? 1 : after_; }
  // Throws Damage if it does not follow the one before it.
  void Take(Record record);
  // The last one must have this number (0: any) and, if it is given, this chain value. Throws
  // Damage.
  std::vector<Record> Finish(std::uint64_t last, std::optional<std::uint64_t> chain);

 private:
  std::uint32_t match_;
  std::uint64_t after_;
  std::uint64_t expected_;
  std::uint64_t previous_ = 0;
  std::vector<Record> records_;
};

}  // namespace mlf::server
