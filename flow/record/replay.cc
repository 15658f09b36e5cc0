// Replays a journal and compares.
#include <mlf/flow/journal.h>
#include <mlf/flow/text.h>
#include "flow/record/describe.h"
#include "flow/record/journal_chance.h"
#include "flow/record/journal_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace mlf {

namespace {

// Whether the action names its window. Without one it answers the open window.
bool NamesAsk(const std::string& text) {
  const std::size_t space = text.rfind(' ');
  return space != std::string::npos && space + 1 < text.size() && text[space + 1] == '@';
}

// The slots that differ from `state`. The engine's own state is called `flow`.
std::string SlotsThatDiffer(const Flow& flow, const Records& records, const std::string& state) {
  std::vector<std::string> names;
  const auto differs = [&](std::size_t offset, std::size_t size) {
    const std::size_t held = offset < state.size() ? std::min(size, state.size() - offset) : 0;
    return held != size ||
           std::memcmp(records.bytes.data() + offset, state.data() + offset, size) != 0;
  };
  if (differs(0, sizeof(FlowState))) names.push_back("flow");
  for (const Layout::Entry& slot : flow.layout().entries()) {
    if (differs(slot.offset, slot.size)) names.push_back(slot.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// The table stored in the mark.
Result<Records> RestoreMark(const Flow& flow, const JournalEntry& mark, const std::string& file) {
  const auto fault = [&](const std::string& message) {
    return journal_form::FaultAt("J16", file, mark.line,
                                 fmt::format("the mark of hand {}: {}", mark.hand, message));
  };
  Result<Records> records = flow.Restore(mark.state);
  if (!records) return fault(records.faults().front().Text());
  if (records->flow().hand != mark.hand || records->flow().node == kNoNode)
    return fault("its state is that of another hand");
  if (records->Hash() != mark.hash)
    return fault("its state was altered: it does not fit the hash beside it");
  return records;
}

}  // namespace

Result<ReplayReport> Replay(const Flow& flow, const Journal& journal,
                            const ReplayOptions& options) {
  ReplayReport report;
  report.same_fingerprint = journal.fingerprint == flow.fingerprint_text();
  const auto head_fault = [&](std::string_view code, std::string message) {
    return journal_form::FaultAt(code, journal.file, 0, std::move(message));
  };
  const bool restores = journal.position || options.from_hand.has_value();
  if (!report.same_fingerprint && (!options.try_other_fingerprint || restores)) {
    return head_fault(
        "J08",
        fmt::format("the journal was played under fingerprint {} of {}, this is {} of {}{}",
                    journal.fingerprint, journal.variant, flow.fingerprint_text(), flow.name(),
                    restores && options.try_other_fingerprint
                        ? "; a mark cannot be taken over from another one"
                        : ""));
  }

  Records& records = report.records = flow.Blank();
  Response& response = report.response;
  std::size_t next = 0;
  int step = 0;
  JournalChance chance(flow, journal);
  if (restores) {
    for (; next < journal.entries.size(); ++next) {
      const JournalEntry& entry = journal.entries[next];
      if (entry.is_action()) {
        ++step;
        if (!options.from_hand) break;  // the mark of a position precedes every action
      } else if (entry.kind == JournalEntry::Kind::kChance) {
        continue;
      } else if (!options.from_hand || entry.hand == *options.from_hand) {
        break;
      }
    }
    if (next == journal.entries.size() || journal.entries[next].kind != JournalEntry::Kind::kHand) {
      return head_fault("J14",
                        options.from_hand
                            ? fmt::format("the journal has no mark of hand {}", *options.from_hand)
                            : "the journal begins at a position, but no mark holds it");
    }
    const JournalEntry& mark = journal.entries[next];
    const Result<Records> restored = RestoreMark(flow, mark, journal.file);
    if (!restored) return restored.faults();
    records = *restored;
    Describe(flow, records, response);
  } else {
    if (!journal.given.empty()) {
      if (!report.same_fingerprint || journal.given.size() + sizeof(FlowState) !=
                                          static_cast<std::size_t>(flow.layout().size())) {
        return head_fault("J08",
                          "what was given before the start cannot be taken over by another flow");
      }
      std::memcpy(records.bytes.data() + sizeof(FlowState), journal.given.data(),
                  journal.given.size());
      if (const auto damaged = flow.Validate(records))
        return head_fault("J16", "what was given before the start: " + damaged->Text());
    }
    for (; next < journal.entries.size(); ++next) {
      if (journal.entries[next].kind != JournalEntry::Kind::kChance) break;
      chance.Due(journal.entries[next]);
    }
    if (chance.source() != nullptr) {
      flow.Start(records, *chance.source(), response, options.trace);
    } else {
      flow.Start(records, journal.seed, response, options.trace);
    }
    const std::string undone = FormatRefusal(flow, response, kNoSeat, Lang::kEn);
    if (const auto trouble = chance.Check(undone)) {
      return journal_form::FaultAt(trouble->code, journal.file, trouble->line,
                                   "the start: " + trouble->message);
    }
    if (!response.ok()) return head_fault("J10", "the start is refused: " + undone);
  }
  if (options.on_step) options.on_step(records, Action{}, response);

  for (; next < journal.entries.size(); ++next) {
    const JournalEntry& entry = journal.entries[next];
    const std::uint32_t hand = records.flow().hand;
    const auto fault = [&](std::string_view code, const std::string& message) {
      return journal_form::FaultAt(code, journal.file, entry.line,
                                   fmt::format("step {}, hand {}: {}", step, hand, message));
    };
    if (entry.kind == JournalEntry::Kind::kHand) {
      ++report.hands;
      if (!report.same_fingerprint) continue;
      if (entry.hand != hand)
        return fault("J12", fmt::format("hand {} should have begun here", entry.hand));
      const std::string differ = SlotsThatDiffer(flow, records, entry.state);
      if (!differ.empty() || entry.hash != records.Hash() ||
          entry.state.size() != static_cast<std::size_t>(flow.layout().size())) {
        return fault(
            "J12", fmt::format("the hand begins otherwise than the journal says; what differs: {}",
                               differ.empty() ? "the hash" : differ));
      }
      continue;
    }
    if (entry.kind == JournalEntry::Kind::kChance) {
      chance.Due(entry);
      continue;
    }
    if (options.until_step && step >= *options.until_step) return report;
    ++step;
    Result<Action> read = ParseRecordedAction(flow, entry.action);
    if (!read.ok())
      return fault("J09", fmt::format("`{}`: {}", entry.action, read.faults().front().message));
    Action action = *read;
    if (!NamesAsk(entry.action)) action.ask = records.flow().window.ask;
    flow.ProcessActionNode(records, action, response, options.trace, chance.source());
    const bool undone = !response.ok() && response.refusal.code == RefusalCode::kInternal;
    // The chance of a refused step is not recorded. It may be the reason of the refusal.
    const bool as_then = undone && entry.code == RefusalCode::kInternal;
    const std::string why =
        undone && !as_then ? FormatRefusal(flow, response, action.seat, Lang::kEn) : "";
    const auto trouble = undone || response.ok() ? chance.Check(why) : std::nullopt;
    if (trouble && !as_then) {
      return journal_form::FaultAt(
          trouble->code, journal.file, trouble->line != 0 ? trouble->line : entry.line,
          fmt::format("step {}, hand {}: {}", step, hand, trouble->message));
    }
    if (entry.kind == JournalEntry::Kind::kAction) {
      if (!response.ok()) {
        return fault("J10", fmt::format("`{}` was accepted and is refused now: {}", entry.action,
                                        FormatRefusal(flow, response, action.seat, Lang::kEn)));
      }
      ++report.accepted;
    } else {
      if (response.ok())
        return fault("J11", fmt::format("`{}` was refused ({}) and is accepted now", entry.action,
                                        CodeName(entry.code)));
      if (response.refusal.code != entry.code) {
        return fault("J11",
                     fmt::format("`{}` was refused as {} and is refused as {} now", entry.action,
                                 CodeName(entry.code), CodeName(response.refusal.code)));
      }
      ++report.refused;
    }
    if (options.on_step) options.on_step(records, action, response);
  }
  if (const auto trouble = journal.final_hash ? chance.Check("") : std::nullopt)
    return journal_form::FaultAt(trouble->code, journal.file, trouble->line, trouble->message);
  if (options.until_step && step < *options.until_step) {
    return head_fault("J14",
                      fmt::format("the journal has {} steps, not {}", step, *options.until_step));
  }
  if (journal.final_hash) {
    if (report.same_fingerprint && *journal.final_hash != records.Hash()) {
      return head_fault("J13",
                        fmt::format("the match ends with hash {:016x}, not {:016x}: an action was "
                                    "altered into another that is allowed "
                                    "too, after the last hand that was marked ({})",
                                    records.Hash(), *journal.final_hash, records.flow().hand));
    }
    report.complete = report.same_fingerprint;
  }
  return report;
}

}  // namespace mlf
