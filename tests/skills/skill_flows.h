// Flows with skills, and skills that tests script.
#pragma once

#include <mlf/components/skill_table.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/registry.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

namespace mlf::test {

// What a scripted skill does. Set by a test, read by the parts `scripted` and `scripted_too`.
struct Script {
  std::function<void(skills::SkillStep&, Seat, table::Weights&)> on_draw;
  std::function<std::vector<skills::TileClaims>(skills::SkillStep&)> on_bargain;
  std::function<void(skills::SkillStep&, int)> on_bargained;
  std::function<void(skills::SkillStep&, skills::Wishes&)> on_raid, on_beg;
  std::function<bool(skills::SkillStep&, Seat, const Counts&, int)> check_init;
  std::function<void(skills::SkillStep&)> on_dice;
  std::function<void(skills::SkillStep&, skills::Moment)> on_activate;
  std::function<skills::Handled(skills::SkillStep&, int, std::uint32_t)> handle;
  std::function<void(skills::SkillStep&, const Action&)> on_inbox;
  std::function<void(skills::SkillStep&, const Event&)> on_event;
  std::function<void(skills::SkillStep&)> on_flip, on_ura;
  std::vector<skills::Item> items;
  unsigned filters = 0;
};
// Of the two parts, by number.
Script& ScriptOf(int number);
void ClearScripts();

// All parts and the scripted skills.
const Registry& TestParts();
// `variant` with skills, from the parts above.
Result<std::shared_ptr<const Flow>> OpenWith(const std::string& variant,
                                             const OptionValues& options);
std::shared_ptr<const Flow> FlowWith(const std::string& variant, const OptionValues& options);
// A variant given as text.
Result<std::shared_ptr<const Flow>> OpenText(const std::string& text,
                                             const OptionValues& options = {});

}  // namespace mlf::test
