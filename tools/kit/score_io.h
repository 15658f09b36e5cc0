// Hands judged outside a game: `mlf score` and `mlf hand`, and the `fan` cases of scenario files.
//
// A case becomes a table by the same code as a position (position.h); the variant's judge says what
// it is worth, and the variant's own win node pays for it on that table, so that nothing here knows
// a rule of settlement. Facts named in `events` stand in for what the table shows.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/viewer.h>
#include "tools/kit/position.h"

#include <iosfwd>
#include <string>
#include <string_view>
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

// One JSON object a line in, one a line out. The exit status: 1 when a line was answered with an
// error.
int RunScore(const Flow& flow, std::istream& in, std::ostream& out);
// Rows of hands in, their distances and waits out. `copies`: of each kind, at most.
int RunHand(std::istream& in, std::ostream& out, int copies = 4);
// One hand for people: distance, waits with the copies left, best discards. Exit status 1 and a
// sentence on `errors` for a bad hand.
int ShowHand(std::string_view tiles, Lang lang, std::ostream& out, std::ostream& errors,
             int copies = 4);

}  // namespace mlf::tools
