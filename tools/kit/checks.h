// Checks: properties that every variant must have, tested in whole games. No check knows a variant.
// A finding names the seed that shows it.
//
//   validate      Flow::Validate passes every state the engine makes
//   conservation  at every rest the tiles on the table are the tiles of the variant
//   zero_sum      points of the hand and of the match sum to what the match began with, and
//                 follow from the ledger's entries
//   offers        of a complete domain of actions exactly those offered are accepted
//   refusal       a refused action changes no bit of the records
//   replay        the journal of a match, through its text, gives the same events and final state
//   leak          tiles a seat cannot see change neither its view nor what it may do; what
//                 HideFrom hides from a seat changes no event that the seat is told
//   view          the view of a seat holds all that the seat may know
//   state         the state of a part, written and read again, stays; what it does not show a seat,
//                 it hides in the copy that bots read (HiddenState)
//   throws        no question to a part throws
//   payload       each offer is of the kind that its node names
//   default       the default of a seat that is asked is accepted
//   events        the seats that events name exist
//   consumes      what a node uses up is never less than nothing
//   critical      the setter of critical nodes lets each window open in some state
//   judge         every win is worth the same when judged again from its events
//   edges         every edge of the flow is walked
//   proof         the window proof has tried the offers of each window (proof.h)
//   golden        the events of seeded games are those noted when the variant last changed
//   played        an action that was offered to a bot is taken
#pragma once

#include <mlf/flow/json.h>
#include <mlf/flow/prove.h>
#include "tools/kit/games.h"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

struct Finding {
  std::string_view check;
  std::string text;
};

// Keeps the first findings of each check and counts the rest.
class Findings {
 public:
  void Add(std::string_view check, std::string text);
  const std::vector<Finding>& all() const { return all_; }
  int Count(std::string_view check) const;
  bool empty() const { return all_.empty(); }
  std::string Text() const;

 private:
  static constexpr int kKept = 5;  // of each check
  std::vector<Finding> all_;
  std::map<std::string_view, int> counts_;
};

// ---- single checks ----

void CheckTiles(const Flow& flow, const Records& records, Findings& findings);
// `match_start` is the sum of all scores at the start of the match.
void CheckZeroSum(const Flow& flow, const Records& records, std::int64_t match_start,
                  Findings& findings);
// Checks that the prover has tried the offers of the open window.
void CheckOfferSet(const Prover& prover, const Records& records, Findings& findings);
std::int64_t SumOfScores(const Flow& flow, const Records& records);
// Tries every action of the domain on a copy of `records`. Returns the number of actions.
std::uint64_t CheckOffers(const Flow& flow, const Records& records, Findings& findings);
// Deals the tiles that `viewer` cannot see again and compares (checks_leak.cc). False: the deal
// gave no case that can be compared.
bool CheckLeak(const Flow& flow, const Records& records, Seat viewer, std::uint64_t seed,
               Findings& findings);
// Compares `view`, or the library's own view, with what `viewer` may know of the records.
void CheckView(const Flow& flow, const Records& records, Seat viewer, const Json& view,
               Findings& findings);
void CheckView(const Flow& flow, const Records& records, Seat viewer, Findings& findings);
// Writes the named state of each part (StateText), as all and as `viewer` see it, and reads it into
// a copy of `started`, the table at the start of the match.
void CheckStates(const Flow& flow, const Records& started, const Records& records, Seat viewer,
                 Findings& findings);
void CheckRemaining(const Flow& flow, const Records& records, Findings& findings);
// Judges the wins of step.response again with the code of `mlf score`. Its input is the winner's
// tiles and the events of the win. Returns the number of wins.
int CheckJudge(const Flow& flow, const GameStep& step, Findings& findings);
// Finds edges that no game walked. A rare edge may be walked by a scenario instead (names as in
// EdgeMap::Name).
void CheckEdges(const Flow& flow, const Totals& totals,
                const std::set<std::string>& walked_by_scenarios, Findings& findings);

// A hash of events compares games. HashEvent adds one event.
inline constexpr std::uint64_t kNoEvents = 0xCBF29CE484222325ull;
std::uint64_t HashEvent(std::uint64_t hash, const Event& event);

// ---- all of them, over games ----

struct KitOptions {
  std::vector<BotKind> bots{};  // one for each seat
  std::uint64_t hands = 1000;
  std::uint64_t seed = 1;
  int timeouts_in_100 = 2;
  int offers_every = 61;  // rests between two samples of `offers`
  int leak_every = 7;
  int replay_every = 4;  // matches between two replays
};

struct KitReport {
  Findings findings;
  Totals totals;
  std::uint64_t rests = 0;
  std::uint64_t actions_tried = 0;  // by `offers`
  std::uint64_t leak_cases = 0;     // cases that could be compared
  std::uint64_t leak_dropped = 0;
  std::uint64_t wins_judged = 0;
  std::uint64_t replayed = 0;  // matches
  std::uint64_t events_hash = kNoEvents;
};

// Does not check edges: CheckEdges takes the totals of several runs.
KitReport RunKit(const Flow& flow, const KitOptions& options);

// ---- the golden signature ----

// "fingerprint ... / hands ... / events ..." of `hands` seeded hands. Random bots play half of
// them, greedy bots the other half.
std::string Signature(const Flow& flow, std::uint64_t hands);
// Compares with the recorded signature. The finding says what differs and how to renew it.
void CheckGolden(const std::string& noted, const std::string& now, const std::string& file,
                 Findings& findings);

}  // namespace mlf::tools
