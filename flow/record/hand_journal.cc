// Extracts one hand from the journal of a match.
#include <mlf/flow/journal.h>
#include "flow/record/journal_form.h"

#include <fmt/format.h>

#include <algorithm>

namespace mlf {

Result<Journal> HandJournal(const Flow& flow, const Journal& journal, std::uint32_t hand) {
  const auto missing = [&](std::string_view code, std::string_view what) {
    return journal_form::FaultAt(
        code, journal.file, 0,
        fmt::format("the journal has no {} of hand {}, so the hand cannot be shown by itself", what,
                    hand));
  };
  const auto of_hand = [&](JournalEntry::Kind kind) {
    return std::ranges::find_if(journal.entries, [&](const JournalEntry& entry) {
      return entry.kind == kind && entry.hand == hand;
    });
  };
  const auto mark = of_hand(JournalEntry::Kind::kHand);
  if (mark == journal.entries.end()) return missing("J14", "mark");
  // A journal that begins at this mark may have no chance. Any other journal with a seed reveals
  // all hands.
  const bool begins_here = journal.position && mark == journal.entries.begin();
  if (!begins_here && of_hand(JournalEntry::Kind::kChance) == journal.entries.end())
    return missing("J17", "chance");

  // The chance of the next hand precedes the action that begins it.
  const auto end = std::find_if(mark + 1, journal.entries.end(), [](const JournalEntry& entry) {
    return entry.kind == JournalEntry::Kind::kChance || entry.kind == JournalEntry::Kind::kHand;
  });
  if (end != journal.entries.end() && end->kind != JournalEntry::Kind::kChance)
    return missing("J17", "chance of the next hand");

  Journal one;
  one.variant = journal.variant;
  one.fingerprint = journal.fingerprint;
  one.options = journal.options;
  one.position = true;
  one.file = journal.file;
  one.entries.assign(mark, end);
  const Result<ReplayReport> replayed = Replay(flow, one);
  if (!replayed) return replayed.faults();
  one.final_hash = replayed->records.Hash();
  return one;
}

}  // namespace mlf
