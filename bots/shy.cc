#include "bots/shy.h"

namespace mlf::bots {

bool ShyBot::TakesWin(bool only_offer) { return only_offer || chance_.Below(2) == 0; }

bool ShyBot::PassesTurn() { return chance_.Below(2) == 0; }

}  // namespace mlf::bots
