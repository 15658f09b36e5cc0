// Shared by the tests of charts.
#pragma once

#include <mlf/flow/loader.h>
#include "tests/support/files.h"

#include <memory>
#include <string>
#include <vector>

namespace mlf::test {

// A flow that must build.
std::shared_ptr<const Flow> OpenOrFail(const std::string& name, const OptionValues& options = {});
// Number of occurrences of `what` in `text`.
int Count(const std::string& text, const std::string& what);

struct Ran {
  int status = 0;
  std::string out;
  std::string err;
};
// Runs the command line in-process; English unless the arguments differ.
Ran Flowviz(std::vector<std::string> args);

// A new, empty folder for this run.
std::string TempFolder(const std::string& name);
// `text` with the only occurrence of `from` replaced.
std::string Replaced(std::string text, const std::string& from, const std::string& to);
// The yaml of a built-in variant.
std::string VariantYaml(const std::string& id);

}  // namespace mlf::test
