// Tables of every variant at rest, from games of bots, for tests that damage them.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/variants/open.h>

#include <memory>
#include <string>
#include <vector>

namespace mlf {

struct Tables {
  std::string name;  // for messages: the variant and its options
  std::shared_ptr<const Flow> flow;
  std::vector<Records> rests;  // spread over the games: every node of a rest, partly answered
                               // windows, ends of matches
};

// Up to `most` tables of a flow with these options.
Tables PlayTables(const std::string& variant, const OptionValues& options, std::size_t most);

// All variants, with default options and with options that keep more state.
const std::vector<Tables>& AllTables();

}  // namespace mlf
