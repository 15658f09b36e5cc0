// BotPlayer: a bot that sits at a play::Table.
#pragma once

#include <mlf/play/table.h>
#include "bots/bots.h"
#include "bots/sight.h"

#include <cstdint>
#include <memory>

namespace mlf::bots {

class BotPlayer final : public play::Player {
 public:
  // `table` must outlive the player, and is the one whose views it gets.
  BotPlayer(BotKind kind, const play::Table& table, std::uint64_t seed);
  play::Move Choose(const play::TableView& view) override;

 private:
  const play::Table& table_;
  Sight sight_;
  std::unique_ptr<Bot> bot_;
  Records seen_;
};

}  // namespace mlf::bots
