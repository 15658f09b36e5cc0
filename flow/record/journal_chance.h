// Feeds the chance of a journal to the engine. Each entry belongs to the step that it precedes.
#pragma once

#include <mlf/flow/journal.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

class JournalChance final : public Chance {
 public:
  JournalChance(const Flow& flow, const Journal& journal);

  // The chance for the engine; null if the match was played from a seed.
  Chance* source() { return used_ ? this : nullptr; }
  // An entry that precedes the next step.
  void Due(const JournalEntry& entry) { due_.push_back(&entry); }
  // Throws if no chance of that hand precedes the step, or if its wall is not written in pieces of
  // the flow.
  HandChance OfHand(std::uint32_t hand) override;

  struct Trouble {
    std::string_view code;
    std::string message;
    int line;  // 0 = that of the step
  };
  // After a step. `undone`: why the engine has undone the step; empty if it has not.
  std::optional<Trouble> Check(const std::string& undone);

 private:
  const Flow& flow_;
  bool used_;
  std::vector<const JournalEntry*> due_;
  std::vector<std::uint32_t> asked_;
  bool missing_ = false;
};

}  // namespace mlf
