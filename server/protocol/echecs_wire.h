// The echecs form: a header of three little-endian 32-bit numbers (length with the header, message
// id, version), then a JSON body, encrypted where a key is configured. docs/en/echecs.md lists
// every id with its fields.
#pragma once

#include "server/protocol/messages.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

// The ids of messages, with their original names.
enum class EchecsId : std::int32_t {
  kHeartBeat = 10000,
  kUserLogin = 100002,
  kUserReconnect = 100010,
  kUserReady = 100100,
  kCreateFriendDesk = 100101,
  kJoinFriendDesk = 100102,
  kUserExitDesk = 100103,
  kJoinMatchDesk = 100104,
  kJoinMatchDeskByType = 100105,
  kDissolveFriendDesk = 100110,
  kDissolveDeskAnswer = 100111,
  kDissolveMatchDesk = 100112,
  kMatchRooms = 100106,  // not of the older platform
  kUserSetConfig = 100120,
  kUserAct = 100140,
  kUserHint = 100141,  // not of the older platform
  kPushCallCard = 101001,
  kPushDrawCard = 101002,
  kPushGameOver = 101003,
  kPushGenBank = 101004,
  kPushDealCard = 101005,
  kPushGameSettle = 101006,
  kPushGameBuHua = 101007,
  kPushGameDealBuHua = 101008,
  kPushPlayerCallCardRes = 101009,
  kPushUserPoint = 101100,
  kPushUserOtherLogin = 101101,
  kPushDeskDissolveResult = 101102,
  kPushDeskDissolve = 101103,
  kPushDeskDissolveAnswer = 101104,
  kPushUserExit = 101105,
  kPushUserReady = 101106,
  kPushUserJoinDesk = 101107,
  kPushUserSetConfig = 101108,
  kPushUserReconnect = 101109,
  kPushUserStatus = 101110,
  kPushMatchDeskDissolveResult = 101111,
  kPushOtherPlayerCallCard = 101112,
};

struct EchecsHeader {
  static constexpr std::size_t kBytes = 12;
  std::int32_t length = 0;  // with the header
  std::int32_t id = 0;
  std::int32_t version = 0;
};
// Nothing if there are fewer than kBytes bytes. Later bytes are ignored.
std::optional<EchecsHeader> ReadEchecsHeader(std::string_view bytes);
// A whole message around a body.
std::string EchecsMessage(EchecsHeader header, std::string_view body);

// {"code": 200, "info": ...}
Json EchecsOk(Json info);
// {"code": <number>, "desc": "..."}; docs/en/echecs.md lists the numbers.
Json EchecsError(const Error& error);
int EchecsErrorNumber(std::string_view code);

// An action type of the older platform: its number, its word there, and our action.
struct EchecsAct {
  int number;
  std::string_view word, node;
};
inline constexpr EchecsAct kEchecsActs[] = {{0, "guo", "guo"},
                                            {10, "chu", "discard"},
                                            {20, "chi", "chi"},
                                            {30, "peng", "peng"},
                                            {40, "dian_gang", "ming_gang"},
                                            {50, "bu_gang", "bu_gang"},
                                            {60, "an_gang", "an_gang"},
                                            {70, "ting", "ting"},
                                            {80, "dian_hu", "hu"},
                                            {90, "zi_mo", "zi_mo"},
                                            {100, "waite_answer", "waite_answer"}};
// Our action of an `act_type`: a number, the text of one, a word of the older platform, or our own
// word, which is returned as it is. Nothing if a number is none of them.
std::optional<std::string> NodeOfActType(const Json& act_type);

// A tile as the number of its code (<mlf/table/codec/nibble_code.h>); a hidden tile is 0. Then
// lists of tiles, and the reverse, which returns nothing if a number is no tile.
Json EchecsCard(const Json& word);
Json EchecsCards(const Json& words);
std::optional<Json> WordsOfCards(const Json& numbers);

// A user is known by its name. A name that is a number is written as one: 17, "甲", "017".
Json EchecsUserId(const std::string& name);
// The name of a user id, a whole number or a text.
std::optional<std::string> NameOfUserId(const Json& id);

}  // namespace mlf::server
