// One hand judged outside a game: a line of `mlf score`, a `fan` case of a scenario file.
//
// A case becomes a table by the code of positions (position.h). The variant's judge values the
// hand, and the variant's win node pays for it. This file has no settlement rules. `events` names
// facts that the table must show (WinFact::Stage).
#pragma once

#include <mlf/components/judge.h>
#include <mlf/flow/flow.h>
#include "tools/kit/position.h"

#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct ScoreCase {
  std::vector<Tile> hand;  // without the winning tile
  std::vector<Meld> melds;
  Tile win = table::kNoTile;
  score::WinBy by = score::WinBy::kDiscard;
  std::vector<std::string> events;
  Seat seat = 0;
  Seat dealer = 0;
  Seat payer = 1;
  SeatMask seats_won = 0;  // seats that have left the hand
  Value state;
  SourcePos where;
};

struct ScoreAnswer {
  bool win = false;
  std::string why, why_zh, why_en;  // why the hand does not win
  score::Verdict verdict;
  std::string level;        // the limit that decides the value; empty = none
  std::vector<int> points;  // by seat; the sum is zero
  std::string pair;  // of the reading: a pair and sets, or pairs; wildcards in square brackets
  std::vector<std::string> sets;
  std::string knitted;            // the tiles of a knitted straight beside them
  std::optional<int> fan_points;  // the fan that count towards the minimum, if some do not
};

// The keys of a case: hand, melds, win, by, events, seat, dealer, payer, seats_won, state. `extra`
// keys are ignored.
Result<ScoreCase> ReadScoreCase(const Flow& flow, const Value& value,
                                const std::vector<std::string>& extra = {});
// Faults: an impossible hand (five copies, wrong number of tiles), or facts that contradict the
// case.
Result<ScoreAnswer> JudgeCase(const Flow& flow, const ScoreCase& given);

}  // namespace mlf::tools
