// mlf-server rebuild-results: counts hands and matches again, from the journals.
#include "server/serve/rebuild_results.h"

#include "server/host/hand_journal.h"
#include "server/host/results.h"
#include "server/journal/desk_rows.h"
#include "server/journal/taken_names.h"

#include <fmt/format.h>

#include <utility>

namespace mlf::server {
namespace {

struct MatchRow {
  std::string desk, over;
  std::uint32_t match = 0;
};

std::vector<MatchRow> ReadMatches(Connection& db) {
  std::vector<MatchRow> matches;
  Rows rows = db.Run("SELECT desk, match, over FROM matches ORDER BY desk, match");
  while (rows.Next()) matches.push_back({rows.Text(0), rows.Text(2), rows.Int<std::uint32_t>(1)});
  return matches;
}

// Who has been deleted stays so.
bool IsDeleted(Connection& db, const std::string& user) {
  return !db.Run("SELECT 1 FROM users WHERE id = ? AND name <> ''", user).Next();
}
template <typename Result>
void DropDeleted(Connection& db, std::vector<Result>& results) {
  std::erase_if(results, [&](const Result& one) { return IsDeleted(db, one.user); });
}

// What the journal of a match says, or why it says nothing.
struct Counted {
  std::vector<HandEnd> hands;
  std::optional<MatchEnd> end;
  std::string fault;
};

Counted Count(Connection& db, const Seal& seal, VariantShelf& variants, const MatchRow& row) {
  Counted counted;
  try {
    const std::uint32_t hands = CountHands(db, row.desk, row.match);
    for (std::uint32_t hand = 0; hand < hands; ++hand) {
      const auto stored = ReadHand(db, seal, row.desk, row.match, hand);
      if (!stored) throw Damage(fmt::format("hand {} is missing", hand));
      auto results = ResultsAt(variants, *stored);
      if (!results) throw Damage(results.faults().front().Text());
      HandEnd& end = counted.hands.emplace_back(stored->end);
      end.results = *std::move(results);
      DropDeleted(db, end.results);
    }
    if (row.over.empty()) return counted;
    const std::vector<std::uint32_t> marks = HandsWithMarks(db, row.desk, row.match);
    if (marks.empty()) throw Damage("it has no mark");
    const HandMark last = ReadMark(db, seal, row.desk, row.match, marks.back());
    counted.end.emplace();
    counted.end->match = row.match;
    counted.end->over = row.over;
    const auto flow = variants.FlowOf(ReadHead(db, row.desk, row.match));
    if (!flow) throw Damage(flow.faults().front().Text());
    AddResults(**flow, PlayersAt(last), *counted.end);
    DropDeleted(db, counted.end->results);
  } catch (const SqlError& error) {
    if (!error.OfTheData()) throw;
    counted.fault = error.what();
  } catch (const std::exception& fault) {  // damage, or the code of a game
    counted.fault = fault.what();
  }
  return counted;
}

}  // namespace

Rebuilt RebuildResults(Storage& storage, const Seal& seal, VariantShelf& variants,
                       Entropy& entropy) {
  Rebuilt rebuilt;
  for (const MatchRow& row : storage.Read(ReadMatches)) {
    // Of matches that cannot be counted too.
    storage.Submit(
        [row, &seal, &entropy](Connection& db) {
          TakeNames(db, seal, entropy, row.desk, row.match,
                    [&](const std::string& user) { return IsDeleted(db, user); });
        },
        [](Outcome) {});
    Counted counted = storage.Read([&](Connection& db) { return Count(db, seal, variants, row); });
    if (!counted.fault.empty()) {
      rebuilt.skipped.push_back(
          fmt::format("desk {} match {}: {}", row.desk, row.match, counted.fault));
      continue;
    }
    rebuilt.hands += counted.hands.size();
    ++rebuilt.matches;
    storage.Submit(
        [row, counted = std::move(counted)](Connection& db) {
          db.Do("DELETE FROM played WHERE desk = ? AND match = ?", row.desk, row.match);
          db.Do("DELETE FROM results WHERE desk = ? AND match = ?", row.desk, row.match);
          for (const HandEnd& end : counted.hands) StoreResults(db, row.desk, end);
          if (counted.end) StoreResults(db, row.desk, *counted.end);
        },
        [](Outcome) {});
  }
  storage.Flush();
  return rebuilt;
}

}  // namespace mlf::server
