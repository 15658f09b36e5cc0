// What the scenarios of a variant have to cover: the rows of its rules, the values of its options,
// the edges of its flow.
#pragma once

#include <mlf/variants/open.h>
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace mlf::tools {

// All of these take the folder of the variant within the project: "variants/xueliu".

// Every scenario of it, run once.
const ScenarioRun& RunScenariosOf(const std::string& folder);

// A scenario is named <prefix><row> for each row from 1 to `count`, in two digits.
void ExpectRows(const std::string& folder, const std::string& prefix, int count);

// A scenario is named option=value, with or without more words, for each value of each option,
// unless `shown_by_rows` says that a row of the rules shows it. Of a number with many values one
// other than the default will do.
void ExpectEveryValue(const std::string& folder, const std::set<std::string>& shown_by_rows);

// Every edge of the flow under each of `option_sets` is walked by some scenario.
void ExpectEveryEdge(const std::string& folder, const std::vector<OptionValues>& option_sets);

// The kit's checks hold over whole games under each of `option_sets`.
void ExpectGamesHold(const std::string& folder, const std::vector<OptionValues>& option_sets);

}  // namespace mlf::tools
