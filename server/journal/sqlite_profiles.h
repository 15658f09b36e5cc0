// SqliteProfiles: profiles in the database of the journal.
#pragma once

#include "server/journal/profiles.h"
#include "server/journal/seal.h"
#include "server/journal/storage.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

// Its arguments must outlive it.
class SqliteProfiles final : public Profiles {
 public:
  // Goes on with deletions that a stopped server has begun.
  SqliteProfiles(Storage& storage, const Seal& seal, Entropy& entropy);
  ~SqliteProfiles() override { *alive_ = false; }

  std::optional<Profile> Of(const std::string& user) override;
  std::optional<std::vector<PlayedMatch>> Matches(const std::string& user,
                                                  const std::optional<MatchKey>& before,
                                                  int limit) override;
  void Forget(const std::string& user, std::function<void(bool)> done) override;

 private:
  void ForgetMatches(const std::string& user);

  Storage& storage_;
  const Seal& seal_;
  Entropy& entropy_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
