// The keys of a cluster. docs/en/scale.md lists them.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace mlf::server::keys {

inline constexpr const char* kMeta = "mlf/meta";  // version and fingerprint of the secret key

// ---- nodes, and which of them has what ----
inline constexpr const char* kNodes = "mlf/nodes/";        // NAME
inline constexpr const char* kSessions = "mlf/sessions/";  // USER
inline constexpr const char* kClaims = "mlf/claims/";      // DESK
inline std::string Claim(const std::string& desk) { return kClaims + desk; }
inline constexpr const char* kSummaries = "mlf/tables/";  // DESK
inline std::string Summary(const std::string& desk) { return kSummaries + desk; }

// ---- of a desk ----
inline constexpr const char* kDesks = "mlf/desks/";
inline std::string Desk(const std::string& desk) { return kDesks + desk + "/"; }
inline std::string Row(const std::string& desk) { return Desk(desk) + "row"; }
inline std::string Match(const std::string& desk, std::uint32_t match) {
  return fmt::format("{}matches/{:010}/", Desk(desk), match);
}
inline std::string Head(const std::string& desk, std::uint32_t match) {
  return Match(desk, match) + "head";
}
inline std::string Over(const std::string& desk, std::uint32_t match) {
  return Match(desk, match) + "over";
}
inline std::string Records(const std::string& desk, std::uint32_t match) {
  return Match(desk, match) + "records/";
}
inline std::string Record(const std::string& desk, std::uint32_t match, std::uint64_t number) {
  return fmt::format("{}{:010}", Records(desk, match), number);
}
inline std::string Mark(const std::string& desk, std::uint32_t match, std::uint32_t hand) {
  return fmt::format("{}marks/{:010}", Match(desk, match), hand);
}
inline std::string Key(const std::string& desk, std::uint32_t match, std::uint32_t hand) {
  return fmt::format("{}keys/{:010}", Match(desk, match), hand);
}
inline std::string Ends(const std::string& desk, std::uint32_t match) {
  return Match(desk, match) + "ends/";
}
inline std::string End(const std::string& desk, std::uint32_t match, std::uint32_t hand) {
  return fmt::format("{}{:010}", Ends(desk, match), hand);
}
// A finished hand that is in the archive. Its records, mark and key are not here then.
inline std::string Archived(const std::string& desk, std::uint32_t match, std::uint32_t hand) {
  return fmt::format("{}archived/{:010}", Match(desk, match), hand);
}
// The ids of its acts, until the desk ends.
inline std::string AllActs(const std::string& desk) { return Desk(desk) + "acts/"; }
inline std::string Acts(const std::string& desk, std::uint32_t match) {
  return fmt::format("{}{:010}/", AllActs(desk), match);
}
inline std::string Acts(const std::string& desk, std::uint32_t match, std::uint32_t hand) {
  return fmt::format("{}{:010}", Acts(desk, match), hand);
}

// ---- on the way to the archive ----
inline constexpr const char* kWaiting = "mlf/waiting/";
inline std::string Waiting(const std::string& desk, std::uint32_t match, std::uint32_t hand) {
  return fmt::format("{}{}/{:010}/{:010}", kWaiting, desk, match, hand);
}
// In the archive.
inline std::string Hand(const std::string& desk, std::uint32_t match, std::uint32_t hand) {
  return fmt::format("mlf/hands/{}/{:010}/{:010}", desk, match, hand);
}

// ---- of all desks ----
inline std::string Code(const std::string& code) { return "mlf/codes/" + code; }
inline std::string Texts(const std::string& hash) { return "mlf/texts/" + hash; }  // hex
inline std::string Secret(const std::string& secret) { return "mlf/replays/" + secret; }
inline constexpr const char* kOvers = "mlf/overs/";
inline std::string Overs(const std::string& user) { return kOvers + user + "/"; }
inline std::string OverOf(const std::string& user, const std::string& desk, std::uint32_t match) {
  return fmt::format("{}{}/{:010}", Overs(user), desk, match);
}

// ---- accounts ----
inline std::string User(const std::string& id) { return "mlf/users/" + id; }
inline std::string Name(const std::string& name) { return "mlf/names/" + name; }
// The user of a name with this skeleton. Accounts of earlier versions get it at their next login.
inline std::string Look(const std::string& skeleton) { return "mlf/looks/" + skeleton; }
inline constexpr const char* kTokens = "mlf/tokens/";
inline std::string Token(const std::string& hash) { return kTokens + hash; }  // hex

}  // namespace mlf::server::keys
