// Coverage that the scenarios of a variant must reach: rows of its rules, values of its options,
// edges of its flow.
#pragma once

#include <mlf/variants/open.h>
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf::tools {

// All functions take the folder of the variant within the project: "variants/xueliu".

// The flow under these options. Text is read and a flow is built once in a process.
Result<std::shared_ptr<const Flow>> FlowOf(const std::string& folder, const OptionValues& options);

// What `mlf check` reports holds, and each window of the defaults is asked.
void ExpectPasses(const CheckReport& report);

// Runs every scenario once.
const ScenarioRun& RunScenariosOf(const std::string& folder);

// A scenario <prefix><row> exists for each row from 1 to `count`, in two digits.
void ExpectRows(const std::string& folder, const std::string& prefix, int count);

// A scenario option=value, optionally with more words, exists for each value of each option, unless
// `shown_by_rows` names a row that covers it. For a number with many values, one value other than
// the default suffices.
void ExpectEveryValue(const std::string& folder, const std::set<std::string>& shown_by_rows);

// Some scenario walks every edge of the flow under each of `option_sets`. `more` are scenarios that
// the folder does not have.
void ExpectEveryEdge(const std::string& folder, const std::vector<OptionValues>& option_sets,
                     const ScenarioRun& more = {});

// The kit's checks pass on whole games under each of `option_sets`. Kit.WholeGames plays the
// defaults.
void ExpectGamesHold(const std::string& folder, const std::vector<OptionValues>& option_sets);

}  // namespace mlf::tools
