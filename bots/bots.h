// The bots by name.
//
//   random     any legal action, each payload equally likely
//   greedy     wins when it can, discards its void suit first, and keeps the hand with the most
//              live tiles; claims and gangs where the hand stays as near to ready
//   careful    as greedy, but toward hands that may be won with, and it folds when another seat has
//              declared ready
//   efficient  as greedy, but it claims nothing, and declares ready whenever it can win
//   shy        as greedy, but declines every other win and gang; for tests of declined offers
//
// All but random know the rules by the shared part `win`. They play at random in a variant without
// one.
#pragma once

#include "bots/bot.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::bots {

enum class BotKind : std::uint8_t { kRandom, kGreedy, kShy, kCareful, kEfficient };

std::string_view BotName(BotKind kind);              // "random"
std::string BotList(std::span<const BotKind> bots);  // "greedy,random": as ParseBots reads them
std::optional<BotKind> BotFrom(std::string_view name);
// One name for all seats, or a list with one name for each seat: "greedy,random,random,random".
// Faults: S01 unknown name, S02 wrong number of names.
Result<std::vector<BotKind>> ParseBots(std::string_view text, int seats);

// `flow` must outlive the bot.
std::unique_ptr<Bot> MakeBot(BotKind kind, const Flow& flow);

}  // namespace mlf::bots
