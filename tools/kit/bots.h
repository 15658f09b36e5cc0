// Bots: players made of code. They choose among a seat's Choices and see nothing else than the seat
// may know.
//
//   random   uniform over the distinct legal actions of the seat, one entry for each payload
//   greedy   wins when it can; gets rid of its void suit; comes nearer to a complete hand with
//            most live tiles; claims and gangs where that does not lead away from it. It knows the
//            rules by the variant's shared part `win` only; without one it plays at random.
//   shy      as greedy, but declines every other win: for games that go where good play does not
#pragma once

#include <mlf/flow/flow.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

// What a bot is asked. `seen` holds what the seat may know (see Sight).
struct Question {
  const Records& seen;
  Seat seat;
  const Choices& choices;
  std::uint32_t ask;
  const Action& preset;  // what a timeout would play
};

class Bot {
 public:
  virtual ~Bot() = default;
  // Starts its own chance anew; a bot of the same seed answers the same questions alike.
  virtual void Begin(std::uint64_t seed) = 0;
  // False: `seen` need not be filled, as the bot does not look at the table.
  virtual bool looks() const = 0;
  virtual Action Choose(const Question& question) = 0;
};

enum class BotKind : std::uint8_t { kRandom, kGreedy, kShy };
std::string_view BotName(BotKind kind);              // "random"
std::string BotList(std::span<const BotKind> bots);  // "greedy,random": as ParseBots reads them
std::optional<BotKind> BotFrom(std::string_view name);
// "greedy", or a list for the seats in order: "greedy,random,random,random". Fault with the nearest
// name.
Result<std::vector<BotKind>> ParseBots(std::string_view text, int seats);

// `flow` must outlive the bot.
std::unique_ptr<Bot> MakeBot(BotKind kind, const Flow& flow);

}  // namespace mlf::tools
