// One hand judged outside a game: a line of `mlf score`, a `fan` case of a scenario file.
//
// A case becomes a table by the same code as a position (position.h). The variant's judge says what
// the hand is worth, and the variant's own win node pays for it on that table: no rule of
// settlement stands here. Facts named in `events` say what the table must show (WinFact::Stage).
#pragma once

#include <mlf/components/judge.h>
#include <mlf/flow/flow.h>
#include "tools/kit/position.h"

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
  SeatMask seats_won = 0;  // have left the hand
  Value state;
  SourcePos where;
};

struct ScoreAnswer {
  bool win = false;
  std::string why, why_zh, why_en;  // where it is none
  score::Verdict verdict;
  std::vector<int> points;  // of every seat, their sum is zero
  std::string pair;  // of the reading: a pair and sets, or pairs; wildcards in square brackets
  std::vector<std::string> sets;
};

// The keys of a case (score-io: hand, melds, win, by, events, seat, dealer, payer, seats_won,
// state); `extra` keys are let through.
Result<ScoreCase> ReadScoreCase(const Flow& flow, const Value& value,
                                const std::vector<std::string>& extra = {});
// Faults: an impossible hand (five copies, a wrong number of tiles), facts that contradict the
// case.
Result<ScoreAnswer> JudgeCase(const Flow& flow, const ScoreCase& given);

}  // namespace mlf::tools
